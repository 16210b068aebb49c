"""The flow of Click Click Boom: reads like the rulebook, asks, applies what `rules` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Ask, Either, Moot, Refused
from companion.core.cues import Sweep
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import HostSays, Press, Pressing, Ring, Tap, Tapped
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.abilities import CHARACTERS
from companion.games.click_click_boom.rules import (
    ante,
    begins_stand_off,
    clear_table,
    dues,
    is_shootout_over,
    loot,
    pass_direction,
    pass_token,
    passing,
    reset,
    richest,
    to_pot,
)
from companion.games.click_click_boom.showdown import showdown
from companion.games.click_click_boom.state import (
    SHOOTOUTS,
    State,
    caller,
    living,
    with_seat,
)
from companion.games.click_click_boom.tie_break import break_tie
from companion.games.click_click_boom.turn import turns

DONE = {Side.LEFT: {"done": True}}


async def play(table: Table[State]) -> None:
    """Play a whole game: set up, shootouts, and the winner."""
    await _set_up(table)
    if table.state.is_quick:
        await _quick(table)
    else:
        await _standard(table)
    table.state = replace(table.state, phase="over")
    table.rule(rulings.Won(table.state.winners))


async def _set_up(table: Table[State]) -> None:
    """Take the Character Cards and learn who begins (Starting Setup, First Player).

    The header may say both; what it leaves open is tapped, pressed, or said by the host.
    """
    while table.state.first_player is None:
        host = HostSays(("first", "start"), lambda act: _first_fault(table.state, act))
        came = await (_characters(table) | _first_button(table) | host)
        match came:
            case Tapped(seat=seat, card=card):
                character = card.partition("/")[2]
                table.state = with_seat(table.state, seat, character=character)
                table.rule(rulings.CharacterTaken(seat, character))
            case Pressing(seat=seat):
                table.state = replace(table.state, first_player=seat)
            case {"first": int(seat)}:
                table.state = replace(table.state, first_player=seat)
            case _:
                table.state = replace(table.state, phase="first_player")
    table.state = replace(table.state, began=table.state.first_player)
    table.rule(rulings.FirstPlayer(table.state.first_player or 1))


def _everybody(table: Table[State]) -> tuple[int, ...]:
    return tuple(seat.number for seat in table.state.seats)


def _first_button(table: Table[State]) -> Press:
    return Press(lambda: _everybody(table), "first_player", DONE)


def _first_fault(state: State, act: Mapping[str, Any]) -> Refused | None:
    first = act.get("first", 1)
    is_seat = first in [seat.number for seat in state.seats] and first is not True
    return None if is_seat else Refused("no_such_seat")


def _characters(table: Table[State]) -> Ask[Tapped | Moot]:
    """Take Character Cards while the kit waits for the first button.

    The card comes first and the button that claims it second: a button alone begins the game.
    Each free character is asked for by its name, so that no other card waits to be claimed.
    """

    def who() -> tuple[int, ...]:
        if table.state.is_quick or table.state.phase != "setup":
            return ()
        return tuple(seat.number for seat in table.state.seats if seat.character is None)

    taken = [seat.character for seat in table.state.seats]
    free = [f"character/{name}" for name in CHARACTERS if name not in taken]
    return Either(
        tuple(
            Tap(who, "character", lambda _seat, _card: None, optional=True, card=card)
            for card in free
        )
    )


async def _standard(table: Table[State]) -> None:
    """Play three shootouts; then the most coins win (Winning the Game)."""
    for number in range(1, SHOOTOUTS + 1):
        if number > 1:
            await _next_shootout(table, number)
        if number == 1 or not table.options["dues_replace_ante"]:
            table.state = ante(table.state)
        await _shootout(table)
        _loot(table)
        if number < SHOOTOUTS:
            _pay_dues(table)
    leaders = richest(table.state)
    winner = leaders[0] if len(leaders) == 1 else await break_tie(table, leaders)
    table.state = replace(table.state, winners=(winner,))


async def _quick(table: Table[State]) -> None:
    """Play one shootout; who lives has won; if nobody does, it is played again (C40, C50)."""
    while True:
        await _shootout(table)
        if living(table.state):
            table.state = replace(table.state, winners=living(table.state))
            return
        table.state = reset(replace(table.state, first_player=table.state.began))
        table.rule(rulings.Replayed(table.state.first_player or 1))


async def _shootout(table: Table[State]) -> None:
    """Play Turns and Showdowns until the living have one card left, or one lives."""
    table.rule(rulings.ShootoutBegan(table.state.shootout, table.state.pot))
    while not is_shootout_over(table.state):
        _note_stand_off(table)  # a correction may have left two since the last Showdown
        table.state = replace(table.state, showdown=table.state.showdown + 1)
        await turns(table)
        await showdown(table)
        await _pass(table)


async def _pass(table: Table[State]) -> None:
    """Pass the cards one way and the token left, and flip it (C5, C12, C13, C27)."""
    is_last = is_shootout_over(table.state)
    givers = () if is_last and not table.options["pass_after_last"] else passing(table.state)
    if givers:
        side = pass_direction(table.state)
        table.rule(rulings.CardsPassed(givers, side.value))
        table.cue(Sweep(0, givers if side is Side.LEFT else givers[::-1]))
    table.state = pass_token(clear_table(table.state))
    table.rule(rulings.TokenPassed(table.state.first_player or 1, table.state.token.value))
    _note_stand_off(table)
    if not is_last:
        table.state = replace(table.state, phase="pass")
        await Press(lambda: caller(table.state), "pass", DONE)


def _note_stand_off(table: Table[State]) -> None:
    """Begin the 2-Player Stand-Off where two are left (C25)."""
    if begins_stand_off(table.state):
        table.state = replace(table.state, is_stand_off=True)
        table.rule(rulings.StandOff(living(table.state)))


def _loot(table: Table[State]) -> None:
    """Share the pot among the survivors (Grab the Loot, C15 to C17)."""
    survivors = living(table.state)
    table.state, each = loot(table.state)
    if survivors:
        table.rule(rulings.Looted(survivors, each, table.state.pot))
    else:
        table.rule(rulings.NobodySurvived(table.state.pot))


def _pay_dues(table: Table[State]) -> None:
    """Take everybody's dues (End of Round Clean Up, C18, C19)."""
    for seat, owed in dues(table.state):
        table.state, amount = to_pot(table.state, seat, owed)
        table.rule(rulings.DuesPaid(seat, amount))


async def _next_shootout(table: Table[State], number: int) -> None:
    """Reset hands, lives and abilities; the First Player's ring begins (C21)."""
    table.state = replace(table.state, phase="clean_up")
    await Ring(lambda: (table.state.first_player or 1,), "next_shootout")
    table.state = replace(reset(table.state), shootout=number)
