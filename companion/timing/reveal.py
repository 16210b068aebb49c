"""Reveal: what a letting-go is worth, measured against SHOOT (C41, C46)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.stamps import to_ms


@dataclass(frozen=True, slots=True)
class Early:
    """Judges a reveal as `ms` before SHOOT, exact to the stamp."""

    ms: float


@dataclass(frozen=True, slots=True)
class InTime:
    """Judges a reveal as neither early nor late."""


@dataclass(frozen=True, slots=True)
class Late:
    """Judges a reveal as `ms` after SHOOT, exact to the stamp."""

    ms: float


def judge(stamp: int, shoot: int, late_after: int) -> Early | InTime | Late:
    """Judge a letting-go, tap or show by its stamp; all in ns.

    Exactly SHOOT and exactly SHOOT + `late_after` are in time.
    """
    if stamp < shoot:
        return Early(to_ms(shoot - stamp))
    if stamp > last_moment(shoot, late_after):
        return Late(to_ms(stamp - shoot))
    return InTime()


def last_moment(shoot: int, late_after: int) -> int:
    """Return the last stamp (ns) that is in time: an END for the Ask that waits for it."""
    return shoot + late_after
