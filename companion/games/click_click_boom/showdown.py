"""The Showdown, step by step in the order of ruling C5."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Table
from companion.core.gestures import Tapped, Yes, YesNo
from companion.games.click_click_boom import abilities, rulings
from companion.games.click_click_boom.abilities import Use
from companion.games.click_click_boom.commit import commit
from companion.games.click_click_boom.reveal import count_down, reveals
from companion.games.click_click_boom.rules import (
    POT,
    blocked,
    dying,
    payments,
    play_cards,
    rob,
    robbery,
    settle,
)
from companion.games.click_click_boom.state import Kind, State, ready, taking_part, with_seat


async def showdown(table: Table[State]) -> None:
    """Let everyone pick a side, reveal it at SHOOT, and live or die with it."""
    table.holds.void()
    if not await _committed_and_revealed(table):
        return
    await _carla(table)
    _resolve(table)
    await _rory(table)


async def _committed_and_revealed(table: Table[State]) -> bool:
    """Hold, count and reveal until a reveal stands; False if nobody is left to do it."""
    while taking_part(table.state):
        called = await commit(table)
        if called is None:
            return False
        shot = await count_down(table, called)
        if shot is not None and await reveals(table, shot):
            return bool(taking_part(table.state))
    return False


async def _carla(table: Table[State]) -> None:
    """Let Carla put a revealed BOOM back (C28 to C31); everybody sees that she may."""

    def who() -> tuple[int, ...]:
        return tuple(
            seat
            for seat in ready(table.state, "carla")
            if table.state.seat(seat).shown is Kind.BOOM
        )

    carla = who()
    if not carla:
        return
    table.state = replace(table.state, phase="carla")
    used = abilities.plain(table, "carla", "save", lambda: bool(who()))
    ask = YesNo(who, "carla", {"ability": {"save": True}}) | used
    match await ask.within(table.options["reaction_seconds"]):
        case Yes() | Tapped() | Use():
            table.state = with_seat(table.state, carla[0], is_saved=True, is_ability_used=True)
            table.rule(rulings.Saved(carla[0]))
        case _:
            return


def _resolve(table: Table[State]) -> None:
    """Bury the dead and settle all payments at once, by the snapshot at the reveal (C7)."""
    paid, dead, stopped = payments(table.state), dying(table.state), blocked(table.state)
    table.rule(*(rulings.Died(seat) for seat in dead))
    table.rule(*(rulings.Blocked(seat) for seat in stopped))
    table.state = settle(play_cards(table.state), paid)
    for payment in paid:
        if payment.to == POT:
            table.rule(rulings.Paid(payment.seat, payment.amount))
        else:
            table.rule(rulings.Stolen(payment.seat, payment.to, payment.amount))


async def _rory(table: Table[State]) -> None:
    """Let Rory steal from the pot at the end of the Showdown (C36)."""

    def who() -> tuple[int, ...]:
        return tuple(seat for seat in ready(table.state, "rory") if robbery(table.state, seat) > 0)

    rory = who()
    if not rory:
        return
    table.state = replace(table.state, phase="rory")
    used = abilities.plain(table, "rory", "steal", lambda: bool(who()))
    ask = YesNo(who, "rory", {"ability": {"steal": True}}) | used
    match await ask.within(table.options["reaction_seconds"]):
        case Yes() | Tapped() | Use():
            amount = robbery(table.state, rory[0])
            table.state = rob(table.state, rory[0])
            table.rule(rulings.Robbed(rory[0], amount))
        case _:
            return
