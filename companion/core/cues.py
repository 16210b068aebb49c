"""Cues: wishes to lights, sounder and phones, with the table time at which they are due.

A cue decides nothing. A beat is scheduled ahead by a lead, so that light, tone and every phone
play it together.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Beat:
    """Asks for one word of a countdown at `at` (ns); `word` is what is called."""

    at: int
    word: str


@dataclass(frozen=True, slots=True)
class Sound:
    """Asks for a named tone at `at` (ns), such as `ring` or `boom`."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Hush:
    """Takes back every cue that is not due yet: a count was voided."""

    at: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """Asks the lights to run through `seats` in this order, from `at` (ns): a direction shown."""

    at: int
    seats: tuple[int, ...]


Cue = Beat | Sound | Hush | Sweep
