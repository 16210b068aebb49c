"""Table events: what happened at the table, in the game's words, each with its stamp.

`at` is the moment that orders the event, `stamp` the moment when it really happened. They differ
only for an edge whose callback came later than the inbox could wait: it is ruled when it arrives,
but margins and fouls are measured by its stamp.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, assert_never


class Side(StrEnum):
    """Names a seat's two buttons, and the two cards that lie beside a player."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """Return the opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Holds the two times that every table event has, in ns."""

    at: int
    late: int | None = None  # the true stamp, where it is earlier than `at`

    @property
    def stamp(self) -> int:
        """Return when it really happened."""
        return self.at if self.late is None else self.late


@dataclass(frozen=True, slots=True)
class Pressed(Happened):
    """Tells that a seat's button went down, at its first edge."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class Released(Happened):
    """Tells that a seat's button came up, at its first edge."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class Rang(Happened):
    """Tells of one ring; `bell` is the seat whose own bell rang, or None for the shared one."""

    bell: int | None = None
    seat: int | None = None  # whose act it was, once attributed


@dataclass(frozen=True, slots=True)
class CardPlaced(Happened):
    """Tells that a card was laid on a reader.

    `card` is an identity of the deck, `unknown/<uid>` for a tag that the kit does not know,
    `foreign/<game>` for a tag of another deck, or `unclear/<why>` for what cannot be told apart.
    """

    card: str
    reader: str
    seat: int | None = None  # whose act it was, once attributed


@dataclass(frozen=True, slots=True)
class CardLifted(Happened):
    """Tells that a card was taken off a reader."""

    card: str
    reader: str


@dataclass(frozen=True, slots=True)
class Said(Happened):
    """Tells what a seat said on a phone, or what the host said for it.

    `say` is a JSON object of one act, already checked for its form; `question` is the id of the
    question that the phone was showing, or None.
    """

    seat: int
    say: Mapping[str, Any] = field(hash=False)
    by: str = "phone"
    question: str | None = None


@dataclass(frozen=True, slots=True)
class HostDid(Happened):
    """Tells what the host did: `start`, `pause`, `undo`, `adjust` and so on, as a JSON object."""

    act: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Woke(Happened):
    """Tells that all that was due by `at` has happened: nothing stamped earlier can still come."""


@dataclass(frozen=True, slots=True)
class Restarted(Happened):
    """Tells that the program began anew; `down` are the lines that were closed at that moment."""

    down: tuple[str, ...] = ()


TableEvent = (
    Pressed | Released | Rang | CardPlaced | CardLifted | Said | HostDid | Woke | Restarted
)

NO_STEP = frozenset({"pause", "resume", "undo"})


def is_step(event: TableEvent) -> bool:
    """Tell whether an accepted event counts as a step for undo (names.md, Moments)."""
    match event:
        case Woke() | Restarted():
            return False
        case HostDid(act=act):
            return not NO_STEP & act.keys()
        case Pressed() | Released() | Rang() | CardPlaced() | CardLifted() | Said():
            return True
        case _:
            assert_never(event)
