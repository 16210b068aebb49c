"""The state of Click Click Boom: frozen values, so that a test can start anywhere in a game.

Seats count from 1, clockwise; the left neighbour is the next living seat clockwise (C2, C3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.core.events import Side

HAND = 6
STARTING_COINS = 13  # one gold coin of 5 and eight silver ones
SHOOTOUTS = 3


class Kind(StrEnum):
    """Names what a playing card does."""

    PAY = "pay"
    STOLEN = "stolen"
    BOOM = "boom"


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """Is a card of a Played Card Pile; `kind` is None for one that nobody has seen (C29)."""

    kind: Kind | None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Holds what a neighbour told Heather of the card on her `side` (C51)."""

    side: Side
    by: int
    kind: Kind | None = None
    is_judged: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """Holds one player's part of the table.

    `unplayed` counts hand and table cards together; `on_table` how many of them lie out. `left`
    and `right` are the picked cards, where they were tapped face down: the kit knows them and
    tells nobody. `side` is the committed side, `card` and `shown` what was revealed on it.
    """

    number: int
    coins: int
    character: str | None = None
    is_alive: bool = True
    unplayed: int = HAND
    on_table: int = 0
    played: tuple[PlayedCard, ...] = ()
    is_ability_used: bool = False
    left: str | None = None
    right: str | None = None
    is_same: bool = False  # both neighbours picked the left card (Advanced, C39)
    side: Side | None = None
    forced_by: int | None = None
    shown: Kind | None = None
    card: str | None = None
    is_saved: bool = False
    is_early: bool = False  # fouled in this count already
    is_late: bool = False
    told: Told | None = None
    unplayed_kinds: tuple[Kind, ...] | None = None  # told or shown for tie-break 1

    def pick(self, side: Side) -> str | None:
        """Return the card that the kit knows to lie on a side, or None."""
        return self.left if side is Side.LEFT else self.right


@dataclass(frozen=True, slots=True)
class State:
    """Holds the whole game."""

    seats: tuple[Seat, ...]
    variant: str
    phase: str = "setup"
    shootout: int = 1
    showdown: int = 0
    pot: int = 0
    first_player: int | None = None
    began: int | None = None  # the First Player who began this shootout (C50)
    token: Side = Side.LEFT
    is_stand_off: bool = False
    turn: int | None = None
    is_counting: bool = False
    has_shot: bool = False
    seen: frozenset[str] = frozenset()  # cards that were turned up in this shootout
    tied: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)

    def text(self, character: str) -> str:
        """Return the manifest's text of an ability, or a line that says that it has none."""
        return self.texts.get(character) or "The deck's manifest has no text for this ability."

    def seat(self, number: int) -> Seat:
        """Return a seat by its number."""
        return self.seats[number - 1]

    @property
    def is_quick(self) -> bool:
        """Tell whether coins and abilities are left out (Quick Play)."""
        return self.variant == "quick"

    @property
    def is_advanced(self) -> bool:
        """Tell whether both neighbours may pick the same card (Advanced Play)."""
        return self.variant == "advanced"


def with_seat(state: State, number: int, **changes: Any) -> State:
    """Return the state with one seat changed."""
    return with_seats(state, [number], lambda seat: replace(seat, **changes))


def with_seats(state: State, numbers: Sequence[int], change: Callable[[Seat], Seat]) -> State:
    """Return the state with several seats changed by a function."""
    seats = tuple(change(seat) if seat.number in numbers else seat for seat in state.seats)
    return replace(state, seats=seats)


def living(state: State) -> tuple[int, ...]:
    """Return the seats of the living."""
    return tuple(seat.number for seat in state.seats if seat.is_alive)


def clockwise(state: State, start: int) -> tuple[int, ...]:
    """Return all seats clockwise, the starting one first."""
    count = len(state.seats)
    return tuple((start - 1 + step) % count + 1 for step in range(count))


def from_first(state: State) -> tuple[int, ...]:
    """Return all seats clockwise from the First Player."""
    return clockwise(state, state.first_player or 1)


def neighbour(state: State, number: int, side: Side) -> int | None:
    """Return the next living seat to a side, other than the seat itself; None if there is none."""
    around = clockwise(state, number)[1:]
    ordered = around if side is Side.LEFT else around[::-1]
    return next((seat for seat in ordered if state.seat(seat).is_alive), None)


def in_turn_order(state: State, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return seats in turn order, clockwise from the First Player."""
    return tuple(seat for seat in from_first(state) if seat in numbers)


def takes_turn(state: State, number: int) -> bool:
    """Tell whether a player takes a Turn: alive, with two cards to lay out (C44)."""
    seat = state.seat(number)
    return seat.is_alive and seat.unplayed >= 2


def taking_part(state: State) -> tuple[int, ...]:
    """Return who takes part in this Showdown, in turn order: the living whose cards lie out."""
    return in_turn_order(
        state, [seat.number for seat in state.seats if seat.is_alive and seat.on_table]
    )


def revealed(state: State) -> tuple[int, ...]:
    """Return who has revealed a card in this Showdown, in turn order."""
    return tuple(number for number in taking_part(state) if state.seat(number).shown is not None)


def unrevealed(state: State) -> tuple[int, ...]:
    """Return who has not revealed a card in this Showdown yet, in turn order."""
    return tuple(number for number in taking_part(state) if state.seat(number).shown is None)


def caller(state: State) -> tuple[int, ...]:
    """Return who rings for the countdown: the First Player, or the next living one."""
    return tuple(seat for seat in from_first(state) if state.seat(seat).is_alive)[:1]


def ready(state: State, character: str) -> tuple[int, ...]:
    """Return the living player whose ability this is, while it is unused (Quick Play: nobody)."""
    return tuple(
        seat.number
        for seat in state.seats
        if seat.character == character
        and seat.is_alive
        and not seat.is_ability_used
        and not state.is_quick
    )


def kind_of(card: str) -> Kind | None:
    """Return a playing card's kind, or None for another card."""
    kind = card.partition("/")[0]
    return Kind(kind) if kind in set(Kind) else None


def totals(state: State) -> dict[Kind, int]:
    """Return how many cards of each kind are in the game (Quick Play: any five Click Cards)."""
    players = len(state.seats)
    if state.is_quick:
        return {Kind.PAY: 5 * players, Kind.STOLEN: 5 * players, Kind.BOOM: players}
    return {Kind.PAY: 3 * players, Kind.STOLEN: 2 * players, Kind.BOOM: players}


def known(state: State) -> tuple[Kind, ...]:
    """Return the kinds of all cards of this shootout that the table has seen or was told of."""
    piles = [card.kind for seat in state.seats for card in seat.played if card.kind]
    shown = [seat.shown for seat in state.seats if seat.shown and not seat.is_saved]
    told = [kind for seat in state.seats for kind in seat.unplayed_kinds or ()]
    return (*piles, *shown, *told)


def is_left(state: State, kind: Kind) -> bool:
    """Tell whether one more card of a kind can be there."""
    seen = known(state)
    if state.is_quick and kind is not Kind.BOOM:
        clicks = sum(1 for one in seen if one is not Kind.BOOM)
        return clicks < 5 * len(state.seats)
    return seen.count(kind) < totals(state)[kind]
