"""What a board gives back: the header's pins that it leaves free, and what each is good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.board import Board
from firmware.board_uses import HEADER_POSITIONS, pin_uses

# Most useful first; a pin is counted where it is named first.
GOOD_FOR = (
    ((2, 3), "I2C1"),
    ((14, 15), "serial console"),
    ((9, 10, 11), "SPI0"),
    ((7, 8), "SPI chip select"),
    ((5, 6), "pulled up at power-on, so fit for another chip select"),
    ((4,), "1-Wire"),
    ((12, 13, 18, 19), "PWM"),
)


@dataclass(frozen=True, slots=True)
class Spare:
    """Names free pins (BCM) and what they are good for."""

    pins: tuple[int, ...]
    use: str

    def __str__(self) -> str:
        return f"BCM {', '.join(map(str, self.pins))} ({self.use})"


def given_back(board: Board) -> tuple[Spare, ...]:
    """List the pins that a board leaves free; empty when every pin is taken."""
    return tuple(_spares(free_pins(board)))


def free_pins(board: Board) -> frozenset[int]:
    """Return the header's pins (BCM) that no part of the board sits on."""
    return frozenset(HEADER_POSITIONS) - {use.pin for use in pin_uses(board)}


def _spares(free: frozenset[int]) -> Iterator[Spare]:
    left = set(free)
    for pins, use in GOOD_FOR:
        found = tuple(pin for pin in pins if pin in free)
        # Half a serial port or half a bus is no more than plain pins.
        if found and (len(found) == len(pins) or use not in {"I2C1", "serial console", "SPI0"}):
            left -= set(found)
            yield Spare(found, use)
    if left:
        yield Spare(tuple(sorted(left)), "plain pins")
