"""Performance: lights and tones for what the referee decided, at once and without the disk.

Lights come from what the table waits for; no light and no tone ever shows a side before SHOOT.
"""

from __future__ import annotations

from typing import Any, Protocol

from companion.core.cues import Beat, Cue, Hush, Sound
from companion.core.rulings import Foul
from companion.core.run import Run, Step, Verdict
from firmware.panel.lights import Pattern
from firmware.panel.tones import TONES

LAST_BEATS = {"SHOOT": "shoot", "GO": "go"}


class Lamps(Protocol):
    """Sets seats' lights."""

    def set(self, seat: int, pattern: Pattern, now_ns: int) -> None:
        """Let a seat's light follow a pattern."""
        ...


class Tones(Protocol):
    """Plays named tones."""

    def play(self, name: str, at_ns: int) -> None:
        """Plan a tone."""
        ...

    def silence(self) -> None:
        """Stop everything."""
        ...


class Performer:
    """Performs a game's cues on a panel."""

    def __init__(self, lights: Lamps, sounder: Tones) -> None:
        self._lights = lights
        self._sounder = sounder

    def perform(self, step: Step, began_ns: int, now_ns: int) -> None:
        """Play what a step wishes for; `began_ns` is the moment of kit time 0."""
        for cue in step.cues:
            self._cue(cue, began_ns)
        if step.verdict is Verdict.REFUSED:
            self._sounder.play("refused", now_ns)
        elif any(isinstance(numbered.ruling, Foul) for numbered in step.rulings):
            self._sounder.play("foul", now_ns)

    def _cue(self, cue: Cue, began_ns: int) -> None:
        match cue:
            case Beat(at=at, word=word):
                self._sounder.play(LAST_BEATS.get(word, "tick"), began_ns + at)
            case Sound(at=at, name=name):
                self._sounder.play(name if name in TONES else "accepted", began_ns + at)
            case Hush():
                self._sounder.silence()

    def show(self, run: Run[Any], now_ns: int) -> None:
        """Set every seat's light to what the table waits for."""
        for seat in run.header.numbers:
            self._lights.set(seat, pattern_of(run, seat), now_ns)


def pattern_of(run: Run[Any], seat: int) -> Pattern:
    """Return a seat's light: fast where a choice points, blinking where asked, on in a hold."""
    if run.pointing() == seat:
        return Pattern.FAST
    asked = any(offer.seat == seat and not offer.optional for offer in run.offers())
    if seat in run.claimants() or (asked and seat not in run.holds):
        return Pattern.BLINK
    return Pattern.ON if seat in run.holds else Pattern.OFF
