"""The tie-break chain (C22 to C24, C29, C52): each step is for those who are still tied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.refusals import no_playing_card
from companion.games.click_click_boom.rules import (
    fewest_booms,
    fewest_steals,
    picking_order,
)
from companion.games.click_click_boom.state import (
    Kind,
    PlayedCard,
    State,
    is_left,
    kind_of,
    with_seat,
)


@dataclass(frozen=True, slots=True)
class Kinds:
    """Tells all unplayed cards of a seat at once."""

    seat: int
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tells what a tied player drew in the last step."""

    seat: int
    card: str


async def break_tie(table: Table[State], tied: Sequence[int]) -> int:
    """Return the winner among the tied."""
    table.state = replace(table.state, tied=tuple(tied))
    for number, step in enumerate((_booms, _steals, _pick_cards), 1):
        if len(table.state.tied) > 1:
            table.rule(rulings.Tied(table.state.tied, number))
            left = await step(table)  # first, since it changes the state
            table.state = replace(table.state, tied=left)
    return table.state.tied[0]


async def _booms(table: Table[State]) -> tuple[int, ...]:
    """Let each tied player show or tell the unplayed cards; the fewest BOOM win (step 1)."""
    table.state = replace(table.state, phase="tie_break_1")

    def who() -> tuple[int, ...]:
        return _untold(table.state)

    tap = Tap(who, "unplayed", lambda _seat, card: _unplayed_fault(table.state, card))
    tell = Tell(
        who,
        "unplayed",
        "unplayed",
        lambda seat, value, _event: _read_kinds(table.state, seat, value),
        lambda seat: _hands(table.state, seat),
    )
    # The Ask is moot once everybody has told all.
    while not isinstance(came := await (tap | tell), Moot):
        match came:
            case Tapped(seat=seat, card=card):
                _note_unplayed(table, seat, card)
            case told:
                _tell(table, told.seat, told.kinds)
    return fewest_booms(table.state, table.state.tied)


def _untold(state: State) -> tuple[int, ...]:
    """Return which tied players have not accounted for all their unplayed cards."""
    return tuple(
        seat
        for seat in picking_order(state, state.tied)
        if len(state.seat(seat).unplayed_kinds or ()) < state.seat(seat).unplayed
    )


def _unplayed_fault(state: State, card: str) -> Refused | None:
    kind = kind_of(card)
    if kind is None:
        return no_playing_card(state, card)
    if card in state.seen:
        return Refused("already_played", rank=2)
    return None if is_left(state, kind) else Refused("none_left", rank=2)


def _note_unplayed(table: Table[State], seat: int, card: str) -> None:
    kinds = (*(table.state.seat(seat).unplayed_kinds or ()), kind_of(card) or Kind.PAY)
    table.state = replace(table.state, seen=table.state.seen | {card})
    _tell(table, seat, kinds)


def _tell(table: Table[State], seat: int, kinds: tuple[Kind, ...]) -> None:
    table.state = with_seat(table.state, seat, unplayed_kinds=kinds)
    if len(kinds) >= table.state.seat(seat).unplayed:
        table.rule(rulings.UnplayedTold(seat, kinds.count(Kind.BOOM)))


def _read_kinds(state: State, seat: int, value: Any) -> Kinds | Refused:
    kinds = tuple(Kind(kind) for kind in value)
    if len(kinds) != state.seat(seat).unplayed:
        return Refused("wrong_count", rank=2)
    return Kinds(seat, kinds) if _can_be(state, seat, kinds) else Refused("none_left", rank=2)


def _can_be(state: State, seat: int, kinds: Sequence[Kind]) -> bool:
    """Tell whether there can still be these cards beside all that are known."""
    return all(
        is_left(with_seat(state, seat, unplayed_kinds=tuple(kinds[:place])), kind)
        for place, kind in enumerate(kinds)
    )


def _hands(state: State, seat: int) -> tuple[dict[str, Any], ...]:
    """Return what a phone may offer: every possible make-up of the unplayed cards."""
    count = state.seat(seat).unplayed
    hands = [
        (Kind.BOOM,) * booms + (Kind.STOLEN,) * steals + (Kind.PAY,) * (count - booms - steals)
        for booms in range(count + 1)
        for steals in range(count + 1 - booms)
    ]
    return tuple(
        {"unplayed": [kind.value for kind in hand]} for hand in hands if _can_be(state, seat, hand)
    )


async def _steals(table: Table[State]) -> tuple[int, ...]:
    """Turn up what lies face down in the piles; the fewest Stolen cards win (step 2, C29)."""
    table.state = replace(table.state, phase="tie_break_2")

    def who() -> tuple[int, ...]:
        return _hiding(table.state)

    def shows(_seat: int) -> tuple[dict[str, Any], ...]:
        return tuple({"show": kind.value} for kind in Kind if is_left(table.state, kind))

    tap = Tap(who, "turn_up", lambda _seat, card: _unplayed_fault(table.state, card))
    tell = Tell(
        who,
        "turn_up",
        "show",
        lambda seat, value, event: _read_hidden(table.state, seat, value, event),
        shows,
    )
    while not isinstance(came := await (tap | tell), Moot):
        _turn_up(table, came.seat, came.card)
    return fewest_steals(table.state, table.state.tied)


def _hiding(state: State) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in picking_order(state, state.tied)
        if any(card.kind is None for card in state.seat(seat).played)
    )


def _read_hidden(state: State, seat: int, value: Any, event: Happened) -> Tapped | Refused:
    if not is_left(state, Kind(value)):
        return Refused("none_left", rank=2)
    return Tapped(seat, str(value), event.at, event.stamp)


def _turn_up(table: Table[State], seat: int, card: str) -> None:
    kind = kind_of(card)
    pile = tuple(
        PlayedCard(kind) if played.kind is None else played
        for played in table.state.seat(seat).played
    )
    table.state = with_seat(table.state, seat, played=pile)
    table.rule(rulings.TurnedUp(seat, kind or "pay"))


async def _pick_cards(table: Table[State]) -> tuple[int, ...]:
    """Let the tied pick one Click among BOOMs in order, reveal together: the Click wins (step 3).

    On the buttons each presses when the own card is picked, and then who holds the Click presses.
    """
    table.state = replace(table.state, phase="tie_break_3")
    left = picking_order(table.state, table.state.tied)
    to_pick = list(left)
    while len(left) > 1 and not isinstance(came := await _picking(to_pick, left), Moot):
        match came:
            case Pressing(seat=seat) if to_pick:
                to_pick.remove(seat)
                table.rule(rulings.PickedOne(seat))
            case Drawn(seat=seat, card="boom"):
                left = tuple(one for one in left if one != seat)
                to_pick = [one for one in to_pick if one != seat]
            case act:
                return (act.seat,)
    return left[:1]


def _picking(to_pick: Sequence[int], left: tuple[int, ...]) -> Ask[Pressing | Drawn | Moot]:
    """Ask the next one to pick; then all for the Click; what was drawn may be told at any time."""
    asked = tuple(to_pick[:1]) or left
    about = "pick_one" if to_pick else "has_click"
    return Press(_these(asked), about, {Side.LEFT: {"done": True}}) | _drawn(left)


def _these(seats: tuple[int, ...]) -> Callable[[], tuple[int, ...]]:
    return lambda: seats


def _drawn(left: tuple[int, ...]) -> Tell[Drawn]:
    return Tell(
        _these(left),
        "drawn",
        "drawn",
        lambda seat, value, _event: Drawn(seat, str(value)),
        lambda _seat: ({"drawn": "click"}, {"drawn": "boom"}),
        optional=True,
    )
