"""Steps: what became of one event, and what it led to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.cues import Cue
from companion.core.rulings import Numbered


class Verdict(StrEnum):
    """Names what became of an event."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Holds the last refusal: whose act, why, and the only seat that may know why, if any."""

    seat: int | None
    reason: str
    private: int | None = None

    def told_to(self, audience: str | int) -> str:
        """Return the reason as an audience (`public`, `host`, or a seat's number) may know it."""
        return self.reason if self.private in (None, audience) else "private"


@dataclass(frozen=True, slots=True)
class Step:
    """Holds what one event led to; cues are in kit time."""

    verdict: Verdict
    rulings: tuple[Numbered, ...] = ()
    cues: tuple[Cue, ...] = ()
    refusal: Refusal | None = None
