"""The commitment: everyone holds a side, Heather asks, Brandon forces, and the bell calls (C5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Called, Choose, Holding, Press, Pressing, Tapped, Tell
from companion.games.click_click_boom import abilities, rulings
from companion.games.click_click_boom.abilities import Use
from companion.games.click_click_boom.fouls import lied
from companion.games.click_click_boom.state import (
    Kind,
    State,
    Told,
    caller,
    kind_of,
    living,
    neighbour,
    taking_part,
    with_seat,
)
from companion.games.click_click_boom.turn import use_text


async def commit(table: Table[State]) -> int | None:
    """Wait until all hold and the First Player rings; return the moment of the ring.

    The committed sides are in the state then; None if nobody is left to commit.
    """
    table.state = replace(table.state, phase="commit", is_counting=False, has_shot=False)
    while True:
        match await (_holding(table) | _abilities(table) | _answer(table)):
            case Called(sides=sides, at=at):
                _note_sides(table, dict(sides))
                return at
            case Moot():
                return None
            case Use() as use:
                _use(table, use)
            case Told() as told:
                _note_answer(table, told)
            case Tapped(seat=seat, card="ability/heather"):
                await _ask_by_button(table, seat)
            case Tapped(seat=seat, card="ability/brandon"):
                await _force_by_lights(table, seat)
            case tapped:
                _use(table, Use(tapped.seat, tapped.card.partition("/")[2]))


def _holding(table: Table[State]) -> Holding:
    return Holding(lambda: taking_part(table.state), "commit", lambda: caller(table.state))


def _others_hold(table: Table[State], seat: int) -> Holding:
    """Let the others' holds be made and changed while only one seat is asked."""

    def others() -> tuple[int, ...]:
        return tuple(one for one in taking_part(table.state) if one != seat)

    return Holding(others, "commit", lambda: ())


def _abilities(table: Table[State]) -> Ask[Tapped | Use | Moot]:
    def heather_may() -> bool:
        return not any(seat in table.holds for seat in _owners(table, "heather"))

    heather = abilities.heather(table, heather_may)
    brandon = abilities.brandon(table, lambda: True)
    return heather | brandon | abilities.by_text(table, lambda _seat: True)


def _owners(table: Table[State], character: str) -> tuple[int, ...]:
    return tuple(seat.number for seat in table.state.seats if seat.character == character)


def _note_sides(table: Table[State], sides: dict[int, Side]) -> None:
    for seat, side in sides.items():
        # Brandon's word stands, whatever the forced player holds (C31, C32).
        if table.state.seat(seat).forced_by is None:
            table.state = with_seat(table.state, seat, side=side)
    table.rule(rulings.Called(caller(table.state)[0]))


def _use(table: Table[State], use: Use) -> None:
    match use:
        case Use(character="heather", side=Side() as side):
            _ask(table, use.seat, side)
        case Use(character="brandon", other=int(other), side=Side() as side):
            _force(table, use.seat, other, side)
        case _:
            use_text(table, use)


# Heather


async def _ask_by_button(table: Table[State], seat: int) -> None:
    def who() -> tuple[int, ...]:
        return (seat,) if seat in living(table.state) else ()

    sides = abilities.askable(table.state, seat)
    says = {side: {"ability": {"ask": side.value}} for side in sides}
    match await (Press(who, "heather", says) | _others_hold(table, seat)):
        case Pressing(side=side):
            _ask(table, seat, side if side in sides else Side.LEFT)
        case _:
            return


def _ask(table: Table[State], seat: int, side: Side) -> None:
    other = neighbour(table.state, seat, side)
    if other is None:
        return
    table.state = with_seat(table.state, seat, is_ability_used=True, told=Told(side, other))
    table.rule(rulings.AskedNeighbour(seat, other, side.value))


def asked(state: State) -> dict[int, int]:
    """Return who may still answer Heather, each with her seat."""
    return {
        seat.told.by: seat.number
        for seat in state.seats
        if seat.told is not None
        and seat.told.kind is None
        and seat.is_alive
        and state.seat(seat.told.by).is_alive
    }


def _answer(table: Table[State]) -> Tell[Told]:
    def read(seat: int, value: Any, event: Happened) -> Told | Refused:
        del event
        heather = table.state.seat(asked(table.state)[seat])
        return Told(heather.told.side if heather.told else Side.LEFT, seat, Kind(value))

    def choices(seat: int) -> tuple[dict[str, Any], ...]:
        del seat
        return tuple({"told": kind.value} for kind in Kind)

    return Tell(lambda: tuple(asked(table.state)), "told", "told", read, choices, optional=True)


def _note_answer(table: Table[State], told: Told) -> None:
    heather = asked(table.state)[told.by]
    table.state = with_seat(table.state, heather, told=told)
    table.rule(rulings.Answered(told.by, heather))
    pick = table.state.seat(heather).pick(_asked_side(table.state, heather, told))
    if pick is not None:
        judge_answer(table, heather, kind_of(pick))


def _asked_side(state: State, heather: int, told: Told) -> Side:
    """Return where the card lies: a card that both picked is the left one (C39)."""
    return Side.LEFT if state.seat(heather).is_same else told.side


def judge_answer(table: Table[State], heather: int, kind: Kind | None) -> None:
    """Rule the foul `lied` if the card is known to differ from what was told (C51)."""
    told = table.state.seat(heather).told
    if told is None or told.kind is None or told.is_judged or kind is None:
        return
    table.state = with_seat(table.state, heather, told=replace(told, is_judged=True))
    if told.kind is not kind:
        lied(table, told.by)


def judge_revealed_answer(table: Table[State], heather: int) -> None:
    """Judge an answer by the card that was revealed, if that is the card that was asked about."""
    seat = table.state.seat(heather)
    told = seat.told
    if told is not None and seat.side is _asked_side(table.state, heather, told):
        judge_answer(table, heather, seat.shown)


# Brandon


async def _force_by_lights(table: Table[State], seat: int) -> None:
    """Let Brandon choose by the lights: a player, then a side; then he holds again."""

    def who() -> tuple[int, ...]:
        return (seat,) if seat in living(table.state) else ()

    table.holds.drop(seat)
    others = _others_hold(table, seat)
    choose = Choose(
        who,
        "brandon_player",
        lambda: abilities.forcible(table.state, seat),
        lambda one: {"ability": {"force": one}},
    )
    whole = abilities.brandon(table, lambda: True)
    match await (choose | whole | others):
        case int(other):
            await _force_side(table, seat, other)
        case Use(other=int(other), side=Side() as side):
            _force(table, seat, other, side)
        case _:
            return


async def _force_side(table: Table[State], seat: int, other: int) -> None:
    def who() -> tuple[int, ...]:
        return (seat,) if seat in living(table.state) else ()

    says = {side: {"side": side.value} for side in Side}
    match await (Press(who, "brandon_side", says) | _others_hold(table, seat)):
        case Pressing(side=side) if other in abilities.forcible(table.state, seat):
            _force(table, seat, other, side)
        case _:
            return


def _force(table: Table[State], seat: int, other: int, side: Side) -> None:
    table.state = with_seat(table.state, other, side=side, forced_by=seat)
    table.state = with_seat(table.state, seat, is_ability_used=True)
    table.rule(rulings.Forced(seat, other, side.value))
