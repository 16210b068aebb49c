"""The Turns of a round: each living player gets two cards picked (Turn, Parts 1 and 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import Choose, Press, Pressing, Tap, Tapped
from companion.games.click_click_boom import abilities
from companion.games.click_click_boom.abilities import Use
from companion.games.click_click_boom.refusals import no_playing_card
from companion.games.click_click_boom.rules import swap
from companion.games.click_click_boom.rulings import (
    AbilityUsed,
    Looked,
    SatOut,
    Swapped,
    TurnEnded,
)
from companion.games.click_click_boom.state import (
    State,
    from_first,
    kind_of,
    takes_turn,
    with_seat,
    with_seats,
)

DONE = {"done": True}
SAME = {"done": True, "same": True}


async def turns(table: Table[State]) -> None:
    """Let every living player take a Turn, clockwise from the First Player (C2)."""
    table.state = _without_sides(table.state)
    sat_out: list[int] = []
    # Asked anew each time: a correction may bring a seat back to life, or change a hand.
    while (seat := _next(table.state, sat_out)) is not None:
        if takes_turn(table.state, seat):
            await turn(table, seat)
        else:
            sat_out.append(seat)
            table.rule(SatOut(seat))
    table.state = replace(table.state, turn=None)


def _next(state: State, sat_out: Sequence[int]) -> int | None:
    """Return who is next to take a Turn, or to sit out (C44)."""
    return next(
        (
            seat
            for seat in from_first(state)
            if state.seat(seat).is_alive
            and not state.seat(seat).on_table
            and (takes_turn(state, seat) or seat not in sat_out)
        ),
        None,
    )


def _without_sides(state: State) -> State:
    """Return the state with the last Showdown's sides no longer on show."""
    state = replace(state, has_shot=False)
    everybody = [seat.number for seat in state.seats]
    return with_seats(state, everybody, lambda seat: replace(seat, side=None))


async def turn(table: Table[State], seat: int) -> None:
    """Let one player's two cards be picked; either button ends the Turn.

    It ends by itself if the player dies, or has too few cards, by a correction or a swap.
    """
    table.state = replace(table.state, phase="turn", turn=seat)
    while True:
        match await (_ending(table, seat) | _pick(table, seat) | _abilities(table, seat)):
            case Moot():
                return
            case Pressing(side=side):
                _end(table, seat, is_same=_means_same(table.state, side))
                return
            case Tapped(card="ability/felix"):
                await _swap_by_lights(table, seat)
            case Tapped(card=card) if card.startswith("ability/"):
                _use(table, Use(seat, card.partition("/")[2]))
            case Tapped(card=card):
                _note_pick(table, seat, card)
            case use:
                _use(table, use)


def _ending(table: Table[State], seat: int) -> Press:
    says = {Side.LEFT: DONE, Side.RIGHT: SAME} if may_be_same(table.state) else {Side.LEFT: DONE}
    return Press(lambda: _only(table, seat), "turn", says)


def may_be_same(state: State) -> bool:
    """Tell whether both neighbours may pick the same card: in Advanced, not in a stand-off."""
    return state.is_advanced and not state.is_stand_off


def _means_same(state: State, side: Side) -> bool:
    return may_be_same(state) and side is Side.RIGHT


def _only(table: Table[State], seat: int) -> tuple[int, ...]:
    return (seat,) if takes_turn(table.state, seat) else ()


def _pick(table: Table[State], seat: int) -> Tap:
    return Tap(
        lambda: _only(table, seat),
        "pick",
        lambda number, card: pick_fault(table.state, number, card),
        optional=True,
    )


def pick_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a card tapped face down cannot be a pick of this Turn.

    What the kit knows of unseen cards is told to nobody but the seat, and not even what it is.
    """
    if kind_of(card) is None:
        return no_playing_card(state, card)
    if card in state.seen:
        return Refused("already_played", rank=2)
    if state.seat(seat).right is not None:
        return Refused("both_picked", rank=2)
    if any(card in (one.left, one.right) for one in state.seats):
        return Refused("picked_already", rank=2, private=seat)
    return None


def _note_pick(table: Table[State], seat: int, card: str) -> None:
    place = "left" if table.state.seat(seat).left is None else "right"
    table.state = with_seat(table.state, seat, **{place: card})


def _abilities(table: Table[State], seat: int) -> Ask[Tapped | Use | Moot]:
    def may() -> bool:
        # At the start of the Turn only: before the first pick is known.
        return table.state.turn == seat and table.state.seat(seat).left is None

    def is_mine(character: str) -> bool:
        return table.state.seat(seat).character == character and may()

    jill = abilities.plain(table, "jill", "look", lambda: is_mine("jill"))
    felix = abilities.felix(table, lambda: is_mine("felix"))
    return jill | felix | abilities.by_text(table, lambda number: number == seat)


def _use(table: Table[State], use: Use) -> None:
    match use.character:
        case "jill":
            table.state = with_seat(table.state, use.seat, is_ability_used=True)
            table.rule(Looked(use.seat))
        case "felix" if use.other is not None:
            _swap(table, use.seat, use.other)
        case _:
            use_text(table, use)


def use_text(table: Table[State], use: Use) -> None:
    """Note that an ability of the manifest's text was used; the host does what it says (C42)."""
    table.state = with_seat(table.state, use.seat, is_ability_used=True)
    table.rule(AbilityUsed(use.seat, use.character, table.state.text(use.character)))


async def _swap_by_lights(table: Table[State], seat: int) -> None:
    chosen = await Choose(
        lambda: _only(table, seat),
        "felix",
        lambda: abilities.swappable(table, seat),
        lambda other: {"ability": {"swap": other}},
    )
    if not isinstance(chosen, Moot):
        _swap(table, seat, chosen)


def _swap(table: Table[State], seat: int, other: int) -> None:
    table.state = swap(table.state, seat, other)
    table.rule(Swapped(seat, other))


def _end(table: Table[State], seat: int, *, is_same: bool) -> None:
    table.state = with_seat(table.state, seat, on_table=2, is_same=is_same)
    table.rule(TurnEnded(seat, "same" if is_same else "two"))
