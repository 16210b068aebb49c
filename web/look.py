"""Look: as what one game's view is shown, in types; the looks themselves are in `looks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

# What every game's view holds and the board draws in a place of its own.
VIEW_DRAWN = (
    *("game", "title", "phase", "over", "winners", "waiting", "margin_ms", "seats", "fouls"),
    *("refused", "options", "rulings", "cues", "paused", "question", "notices", "at", "you"),
    *("offers", "v", "t"),
)
SEAT_DRAWN = ("name", "alive")
YOU_DRAWN = ("seat", "offers")


@dataclass(frozen=True, slots=True)
class Score:
    """Shows a seat's number beside its name; `noun` is one of what it counts.

    Cents are shown as dollars, and are called nothing.
    """

    field: str
    icon: str
    noun: str
    is_money: bool = False


@dataclass(frozen=True, slots=True)
class Pips:
    """Shows a seat's number as dots, out of the view's number `of`; `noun` says of what."""

    field: str
    of: str
    noun: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Shows a seat's list as cards; an empty one as `empty`, or not at all."""

    field: str
    label: str
    empty: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Shows a flag at a seat while its field is `when`."""

    field: str
    icon: str
    text: str
    when: bool = True


@dataclass(frozen=True, slots=True)
class Kind:
    """Says what the cards of a kind are called, each with its number, and shows a picture."""

    name: str
    icon: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Shows a flag at the seat, or the seats, whose number a field of the view holds."""

    field: str
    icon: str
    text: str


COMMON_MARKS = (
    Mark("first_player", "star", "First player"),
    Mark("turn", "hold", "Turn"),
    Mark("pointing", "hold", "Pointed at"),
)
COMMON_ADJUSTS = {key: key for key in ("coins", "money", "points", "hand")}


@dataclass(frozen=True, slots=True)
class Look:
    """Says how one game's view is shown.

    `phases` are names of phases that need other words, `title` a seat's line below its name. Of
    `told`, a seat's newest ruling is repeated on its card, as `right` or `wrong`, until one of
    `anew`. `adjusts` are the host's corrections, `options` those of the game's options that need
    other words than their names, and `cards` those of its cards. `view` and `seat` name the fields
    that the game's own part draws.
    """

    phases: Mapping[str, str] = field(default_factory=dict)
    margin: str = "Last margin"
    title: str | None = None
    score: Score | None = None
    pips: Pips | None = None
    piles: tuple[Pile, ...] = ()
    flags: tuple[Flag, ...] = ()
    marks: tuple[Mark, ...] = COMMON_MARKS
    told: Mapping[str, str] = field(default_factory=dict)
    anew: tuple[str, ...] = ()
    adjusts: Mapping[str, str] = field(default_factory=lambda: COMMON_ADJUSTS)
    options: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    view: tuple[str, ...] = ()
    seat: tuple[str, ...] = ()

    @property
    def view_drawn(self) -> tuple[str, ...]:
        """Return the view's fields that are no plain lines."""
        of = (self.pips.of,) if self.pips else ()
        return (*VIEW_DRAWN, *(mark.field for mark in self.marks), *of, *self.view)

    @property
    def seat_drawn(self) -> tuple[str, ...]:
        """Return a seat's fields that are no plain lines."""
        shown = (*(one for one in (self.score, self.pips) if one), *self.piles, *self.flags)
        title = (self.title,) if self.title else ()
        return (*SEAT_DRAWN, *title, *(one.field for one in shown), *self.seat)

    def to_json(self) -> dict[str, Any]:
        """Return the look as the scripts read it."""
        drawn = {"view_drawn": self.view_drawn, "seat_drawn": self.seat_drawn}
        return {**asdict(self), **drawn}
