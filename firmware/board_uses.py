"""What a board does with each pin of the Pi's header, and the levels and currents that follow.

Pure: a `Board` in, values out. Rule check, tables and drawings all ask here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware.board import SPI0_PINS, Board, seat_lines

SUPPLY_V = 3.3
INTERNAL_PULL_OHM = 50_000
FIXED_PULL_OHM = {2: 1_800, 3: 1_800}
READER_IDLE_MA = 16.5
READER_FIELD_MA = 100.0
# BCM number to position on the 40-pin header.
HEADER_POSITIONS: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37,
    20: 38, 21: 40,
}  # fmt: skip
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES = (1, 17)
FIVE_VOLTS = (2, 4)
EEPROM_POSITIONS = (27, 28)


class Role(StrEnum):
    """Tells what a pin is used as."""

    INPUT = "input"
    LIGHT = "light"
    SOUNDER = "sounder"
    RESET = "reset"
    SELECT = "select"
    BUS = "bus"


@dataclass(frozen=True, slots=True)
class PinUse:
    """Names one use of a pin of the Pi's header."""

    part: str
    pin: int
    role: Role
    series_ohm: int = 0
    pull_up_ohm: int | None = None


def pin_uses(board: Board) -> tuple[PinUse, ...]:
    """List every use of the Pi's header, seat by seat, then bell, sounder and readers."""
    return (*_seat_uses(board), *_shared_uses(board), *_reader_uses(board))


def _seat_uses(board: Board) -> Iterator[PinUse]:
    parts = board.electrics
    for seat in board.seats:
        if seat.expander:
            continue
        for line in seat_lines(seat):
            yield PinUse(line.name, line.pin, Role.INPUT, parts.button_series_ohm)
        yield PinUse(f"{seat.number}.light", seat.light, Role.LIGHT, parts.light_series_ohm)


def _shared_uses(board: Board) -> Iterator[PinUse]:
    if bell := board.bell:
        yield PinUse("bell", bell.pin, Role.INPUT, bell.series_ohm, bell.pull_up_ohm)
    if board.sounder:
        yield PinUse("sounder", board.sounder.pin, Role.SOUNDER, board.sounder.series_ohm)


def _reader_uses(board: Board) -> Iterator[PinUse]:
    for reader in board.readers:
        yield PinUse(f"{reader.name} select", reader.select, Role.SELECT)
    for pin, names in resets(board).items():
        yield PinUse(f"{' and '.join(names)} reset", pin, Role.RESET)
    if board.readers:
        for name, pin in zip(("MISO", "MOSI", "SCLK"), SPI0_PINS, strict=True):
            yield PinUse(f"readers {name}", pin, Role.BUS)


def resets(board: Board) -> Mapping[int, list[str]]:
    """Return the readers on each reset pin; readers may share one."""
    found: dict[int, list[str]] = defaultdict(list)
    for reader in board.readers:
        if reader.reset is not None:
            found[reader.reset].append(reader.name)
    return found


def low_level_v(use: PinUse) -> float:
    """Return the volts on an input's pin while its contact is closed: series against pull-ups.

    An outside pull-up is reckoned on the Pi's side of the series resistor, which is the worse.
    """
    pulls = [FIXED_PULL_OHM.get(use.pin, INTERNAL_PULL_OHM)]
    if use.pull_up_ohm is not None:
        pulls.append(use.pull_up_ohm)
    together = 1 / sum(1 / pull for pull in pulls)
    return SUPPLY_V * use.series_ohm / (use.series_ohm + together)


def light_ma(board: Board) -> float:
    """Return the current of one light in mA."""
    parts = board.electrics
    return milliamps(max(0.0, SUPPLY_V - parts.light_forward_v), parts.light_series_ohm)


def sounder_ma(board: Board) -> float:
    """Return the most that the sounder's pin can give in mA: into a coil put in by mistake."""
    return 0.0 if board.sounder is None else milliamps(SUPPLY_V, board.sounder.series_ohm)


def readers_ma(board: Board) -> float:
    """Return what all readers take in mA at most, with one field on at a time."""
    return READER_IDLE_MA * len(board.readers) + (READER_FIELD_MA if board.readers else 0)


def milliamps(volts: float, ohm: int) -> float:
    """Return the current through a resistor in mA; infinite through none."""
    return volts / ohm * 1000 if ohm else float("inf")
