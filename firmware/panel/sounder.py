"""The sounder: plays named tones at their moments on a PWM pin.

Nothing sleeps: whoever keeps the panel's time calls `tick`. A tone's end is the clock's, never the
pin's. A later tone takes over from one that still sounds.
"""

from __future__ import annotations

from bisect import insort
from typing import Protocol

from firmware.panel.tones import TONES, note_at


class Piezo(Protocol):
    """A pin with PWM: gpiozero's PWMOutputDevice, or a fake. `value` is the duty, 0 to 1."""

    frequency: float | None
    value: float


class UnknownTone(KeyError):
    """Tells that there is no tone of that name, and which there are."""


class Sounder:
    """Plays tones; silent where there is no piezo."""

    def __init__(self, piezo: Piezo | None) -> None:
        self._piezo = piezo
        self._planned: list[tuple[int, int, str]] = []  # (start, order, name)
        self._order = 0
        self._playing: tuple[int, str] | None = None
        self._hz = 0.0

    def play(self, name: str, at_ns: int) -> None:
        """Plan a tone for `at_ns`; raises UnknownTone."""
        if name not in TONES:
            raise UnknownTone(f"no tone is called {name!r}; there are {', '.join(TONES)}")
        self._order += 1
        insort(self._planned, (at_ns, self._order, name))

    def tick(self, now_ns: int) -> None:
        """Sound what is due at `now_ns`."""
        while self._planned and self._planned[0][0] <= now_ns:
            at_ns, _, name = self._planned.pop(0)
            self._playing = (at_ns, name)
        self._sound(self._hz_at(now_ns))

    def next_ns(self, now_ns: int) -> int | None:
        """Return when `tick` has something to do next, or None."""
        times = [self._planned[0][0]] if self._planned else []
        if self._playing is not None:
            start_ns, name = self._playing
            note = note_at(TONES[name], now_ns - start_ns)
            times.append(now_ns if note is None else start_ns + note[1])
        return min(times, default=None)

    def silence(self) -> None:
        """Stop what sounds and forget what is planned."""
        self._planned.clear()
        self._playing = None
        self._sound(0.0)

    def _hz_at(self, now_ns: int) -> float:
        if self._playing is None:
            return 0.0
        start_ns, name = self._playing
        note = note_at(TONES[name], now_ns - start_ns)
        if note is None:
            self._playing = None
            return 0.0
        return note[0]

    def _sound(self, hz: float) -> None:
        if self._piezo is None or hz == self._hz:
            return
        self._hz = hz
        if hz:
            self._piezo.frequency = hz
        self._piezo.value = 0.5 if hz else 0.0
