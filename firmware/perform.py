"""Performance: lights and tones for what the referee decided, at once and without the disk.

Lights come from what the table waits for; no light and no tone ever shows a side before SHOOT.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.core.cues import Beat, Cue, Hush, Sound, Sweep
from companion.core.rulings import Foul
from companion.core.run import Run
from companion.core.steps import Step, Verdict
from firmware.clock import NS_PER_MS
from firmware.panel.lights import Pattern
from firmware.panel.tones import TONES

SWEEP_STEP_NS = 200 * NS_PER_MS  # how long a light of a sweep is on
SWEEPS = 2  # how often the lights run through the seats
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
        self._sweep: tuple[int, ...] = ()  # the seats still to be lit, each for a step
        self._sweep_ns = 0  # when the next one is

    def perform(self, step: Step, began_ns: int, now_ns: int) -> None:
        """Play what a step wishes for; `began_ns` is the moment of kit time 0."""
        for cue in step.cues:
            self._cue(cue, began_ns, now_ns)
        if step.verdict is Verdict.REFUSED:
            self._sounder.play("refused", now_ns)
        elif any(isinstance(numbered.ruling, Foul) for numbered in step.rulings):
            self._sounder.play("foul", now_ns)

    def _cue(self, cue: Cue, began_ns: int, now_ns: int) -> None:
        match cue:
            case Beat(at=at, word=word):
                self._sounder.play(LAST_BEATS.get(word, "tick"), began_ns + at)
            case Sound(at=at, name=name):
                self._sounder.play(name if name in TONES else "accepted", began_ns + at)
            case Hush():
                self._sounder.silence()
                self._sweep = ()
            case Sweep(at=at, seats=seats):
                self._sweep = seats * SWEEPS
                self._sweep_ns = max(began_ns + at, now_ns) + SWEEP_STEP_NS

    def next_ns(self) -> int | None:
        """Return when a sweep goes on, or None."""
        return self._sweep_ns if self._sweep else None

    def show(self, run: Run[Any], now_ns: int) -> None:
        """Set every seat's light to the sweep, or else to what the table waits for."""
        while self._sweep and self._sweep_ns <= now_ns:
            self._sweep = self._sweep[1:]
            self._sweep_ns += SWEEP_STEP_NS
        for seat, pattern in self._patterns(run).items():
            self._lights.set(seat, pattern, now_ns)

    def _patterns(self, run: Run[Any]) -> Mapping[int, Pattern]:
        if self._sweep:
            lit = self._sweep[0]
            return {
                seat: Pattern.ON if seat == lit else Pattern.OFF for seat in run.header.numbers
            }
        return patterns_of(run)


def patterns_of(run: Run[Any]) -> Mapping[int, Pattern]:
    """Return seats' lights: fast where a choice points, blinking where asked, on in a hold.

    Whoever holds but has to wait for the bell sees a short flash now and then.
    """
    pointing, waiting = run.pointing(), run.waiting_turn()
    asked = {offer.seat for offer in run.offers() if not offer.optional}
    blinking = (asked - run.holds.sides().keys()) | {*run.claimants()}

    def pattern(seat: int) -> Pattern:
        if seat == pointing:
            return Pattern.FAST
        if seat in waiting:
            return Pattern.WAIT
        if seat in blinking:
            return Pattern.BLINK
        return Pattern.ON if seat in run.holds else Pattern.OFF

    return {seat: pattern(seat) for seat in run.header.numbers}
