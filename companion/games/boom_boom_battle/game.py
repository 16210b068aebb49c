"""The flow of BOOM BOOM: it asks, applies what the rules say, and announces it.

Read it from the top: `play` is the rulebook. A game has turns; after each the order of B3 decides
who is eliminated, whether the circle shrinks, and whether somebody has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.core.cues import Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import HostSays, Press, Pressing
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import Drafted, Named, playing
from companion.games.boom_boom_battle.drawing import draw, tell_drawn
from companion.games.boom_boom_battle.endings import (
    DUEL,
    Ending,
    eliminated,
    ending,
    fallen,
    is_last_phase,
    ranked,
)
from companion.games.boom_boom_battle.setting_up import HANDS, REFILLS
from companion.games.boom_boom_battle.shrinking import begin_round, flip
from companion.games.boom_boom_battle.state import State
from companion.games.boom_boom_battle.turn import (
    lift_flashbang,
    take_turn,
    tell_escape,
    tell_play,
)

DONE = {Side.LEFT: {"done": True}}


async def play(table: Table[State]) -> None:
    """Deal, and take turns clockwise until the game ends."""
    state = table.state
    table.rule(rulings.Dealt(state.house.mode, HANDS[len(state.seats)], state.draw))
    await tell_drawn(table, "deal")
    await turns(table, *await who_begins(table))


async def turns(table: Table[State], seat: int, begun: Drafted | Named | None = None) -> None:
    """Let a seat and whoever follows clockwise take turns; `begun` is what the first one told."""
    while seat in table.state.playing:
        await take_turn(table, seat, begun)
        begun = None
        await end_turn(table, seat)
        if not table.state.playing:
            break
        seat = table.state.left_of(seat)
    _finish(table)


# Who begins


async def who_begins(table: Table[State]) -> tuple[int, Drafted | Named | None]:
    """Learn who most recently ate chicken: the header, the host, or the first button says it.

    Whoever plays a card on a phone before that begins with it.
    """
    begun: Drafted | Named | None = None
    while table.state.first is None and table.state.playing:
        table.state = replace(table.state, phase="begin")
        host = HostSays(("first",), lambda act: _first_fault(table.state, act))
        buttons = Press(playing(table), "begin", DONE)
        told = tell_play(table, playing(table), "begin")
        escapes = tell_escape(table, playing(table), "begin")
        match await (buttons | told | escapes | host):
            case Pressing(seat=seat):
                table.state = replace(table.state, first=seat)
            case Drafted() as begun:
                table.state = replace(table.state, first=begun.play.by)
            case Named() as begun:
                table.state = replace(table.state, first=begun.seat)
            case {"first": int(seat)}:
                table.state = replace(table.state, first=seat)
            case _:
                pass  # somebody has left
    first = table.state.first or 1
    table.rule(rulings.Begins(first))
    return (first if first in table.state.living else table.state.clockwise(first)[0]), begun


def _first_fault(state: State, act: Mapping[str, Any]) -> Refused | None:
    first = act["first"]
    is_seat = type(first) is int and first in state.living
    return None if is_seat else Refused("no_such_seat")


# After a turn


async def end_turn(table: Table[State], seat: int) -> None:
    """Do what follows a turn, in the order of B3."""
    lift_flashbang(table, seat)
    if await _eliminate(table, seat, is_shrink=False):
        return
    if table.state.draw or not table.state.playing:
        return
    if not await flip(table):
        return
    if await _eliminate(table, seat, is_shrink=True):
        return
    if table.state.playing:
        begin_round(table)


async def _eliminate(table: Table[State], start: int, *, is_shrink: bool) -> bool:
    """Eliminate whoever has no card left, in turn order; tell whether the game is over.

    In Duel the fallen refill: not in a game that has just ended, nor before the ranking (B72).
    """
    down = fallen(table.state, start)
    for seat in down:
        table.state = eliminated(table.state, seat)
        table.rule(rulings.Eliminated(seat, table.state.house.mode))
    found = ending(table.state, is_shrink=is_shrink)
    if found is None and is_shrink and is_last_phase(table.state):
        found = ranked(table.state)
    if found is not None:
        _end(table, found)
        return True
    if table.state.house.mode == DUEL:
        for seat in down:
            await draw(table, seat, REFILLS[len(table.state.seats)])
    return False


def _end(table: Table[State], found: Ending) -> None:
    table.state = replace(table.state, winners=found.winners, is_over=True)
    table.rule(rulings.Won(found.winners, found.case, found.cite))


def _finish(table: Table[State]) -> None:
    """Close the game; whoever is left alone after others were corrected out has won."""
    if not table.state.is_over:
        found = ending(table.state, is_shrink=True)
        _end(table, found or Ending((), "nobody", ""))
    table.state = replace(table.state, phase="over", attack=None, draft=None, owes={})
    table.cue(Sound(table.now, "fanfare"))
