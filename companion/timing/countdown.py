"""Countdown: the beats of "3, 2, 1, SHOOT" or "3, 2, 1, GO", scheduled ahead of the calling edge.

A countdown is a value: the beats with their due times. Nothing spins, nothing drifts.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cues import Beat

WORDS = ("3", "2", "1")


@dataclass(frozen=True, slots=True)
class Count:
    """Holds a called countdown: its beats as cues, and SHOOT or GO (ns), the last one's stamp."""

    beats: tuple[Beat, ...]
    shoot: int


def count(called: int, lead: int, beat: int, last: str = "SHOOT") -> Count:
    """Return the countdown that a call at `called` starts; all in ns. `last` is its last word.

    The first beat is due one `lead` after the calling edge, the next ones a `beat` apart, so
    that light, tone and every phone can be told in time (names.md, Moments).
    """
    beats = tuple(
        Beat(called + lead + place * beat, word) for place, word in enumerate((*WORDS, last))
    )
    return Count(beats, beats[-1].at)
