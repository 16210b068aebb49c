"""The seats' lights: five patterns as pure functions of time, so that nothing sleeps or drifts.

Whoever keeps the panel's time calls `tick`; `next_ns` says when the next one is worth while.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from firmware.clock import NS_PER_MS


class Pattern(StrEnum):
    """Names what a light does; `blink` asks, `fast` hurries, `wait` only flashes now and then."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    FAST = "fast"
    WAIT = "wait"


# How long a light is lit, then dark, over and over.
PERIODS_NS = {
    Pattern.BLINK: (500 * NS_PER_MS, 500 * NS_PER_MS),
    Pattern.FAST: (125 * NS_PER_MS, 125 * NS_PER_MS),
    Pattern.WAIT: (60 * NS_PER_MS, 540 * NS_PER_MS),
}


class Lamp(Protocol):
    """A light that can be switched: gpiozero's DigitalOutputDevice, or a fake."""

    def on(self) -> None:
        """Switch on."""
        ...

    def off(self) -> None:
        """Switch off."""
        ...


def level(pattern: Pattern, now_ns: int) -> bool:
    """Return whether a light with this pattern is lit at `now_ns`.

    Equal patterns are lit together on all seats, because time alone decides.
    """
    if pattern in PERIODS_NS:
        lit_ns, dark_ns = PERIODS_NS[pattern]
        return now_ns % (lit_ns + dark_ns) < lit_ns
    return pattern is Pattern.ON


def next_change_ns(pattern: Pattern, now_ns: int) -> int | None:
    """Return the next moment at which `level` changes, or None if it never does."""
    if pattern not in PERIODS_NS:
        return None
    lit_ns, dark_ns = PERIODS_NS[pattern]
    began_ns = now_ns - now_ns % (lit_ns + dark_ns)
    is_lit = level(pattern, now_ns)
    return began_ns + (lit_ns if is_lit else lit_ns + dark_ns)


class Lights:
    """Drives the lights of the seats that have one."""

    def __init__(self, lamps: Mapping[int, Lamp]) -> None:
        self._lamps = dict(lamps)
        self._patterns = dict.fromkeys(self._lamps, Pattern.OFF)
        self._lit = dict.fromkeys(self._lamps, False)

    def set(self, seat: int, pattern: Pattern, now_ns: int) -> None:
        """Give a seat's light a pattern at once; does nothing for a seat without a light."""
        if seat in self._lamps:
            self._patterns[seat] = pattern
            self._show(seat, now_ns)

    def patterns(self) -> tuple[tuple[int, Pattern], ...]:
        """Return each light's seat and pattern."""
        return tuple(self._patterns.items())

    def tick(self, now_ns: int) -> None:
        """Bring every light to what its pattern says at `now_ns`."""
        for seat in self._lamps:
            self._show(seat, now_ns)

    def next_ns(self, now_ns: int) -> int | None:
        """Return when `tick` has something to do next, or None."""
        changes = [next_change_ns(pattern, now_ns) for pattern in self._patterns.values()]
        return min((ns for ns in changes if ns is not None), default=None)

    def all_off(self, now_ns: int) -> None:
        """Switch every light off."""
        for seat in self._lamps:
            self.set(seat, Pattern.OFF, now_ns)

    def _show(self, seat: int, now_ns: int) -> None:
        is_lit = level(self._patterns[seat], now_ns)
        if is_lit != self._lit[seat]:
            self._lit[seat] = is_lit
            (self._lamps[seat].on if is_lit else self._lamps[seat].off)()
