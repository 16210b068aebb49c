"""The flow of Boom Boom (2013): it asks, applies what the rules say, and announces it.

Read it from the top: `play` is the rulebook. In a round everybody acts at once, so one Ask waits
for whatever anybody does; `bell` says what it means.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from companion.core.asks import Ask, Due, Refused
from companion.core.cues import Hush
from companion.core.game import Table
from companion.core.gestures import HostSays, Letting, Tapped, Yes, YesNo
from companion.core.gestures.bell import Bell, Counted, Gripped, Struck
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.games.boom_boom_bell import bell, rules, rulings, stacks
from companion.games.boom_boom_bell.acts import (
    Call,
    ToldStack,
    Withdrawn,
    at_bell,
    call,
    cut_short,
    judge,
    reconcile,
    rule,
    show,
    take_hands,
    take_tray,
    withdraw,
)
from companion.games.boom_boom_bell.state import State
from companion.timing import countdown, race


async def play(table: Table[State]) -> None:
    """Play rounds until the game is decided, then hand out the awards."""
    while not rules.is_over(table.state):
        table.state = rules.deal(table.state)
        _announce(table)
        await start(table)
        await one_round(table)
    table.state = rules.end(table.state)
    winners = table.state.winners
    points = [table.state.players[seat].points for seat in winners]
    rule(table, rulings.Won(winners, max(points, default=0)))
    for seat, place in sorted(table.state.places.items(), key=lambda one: (one[1], one[0])):
        table.rule(rulings.Awarded(seat, place, rules.award(place), str(place)))


def _announce(table: Table[State]) -> None:
    state = table.state
    if state.is_tie_round:
        table.rule(rulings.TieRound(state.dealt, state.total))
    else:
        table.rule(rulings.Dealt(state.round, state.total))


# The start


async def start(table: Table[State]) -> None:
    """Wait for the ring that starts the round (D2)."""
    while table.state.playing and table.state.phase == "start":
        cut = Interruption(("adjust",))
        ask = _start_bell(table) | HostSays(("first", "start")) | cut
        lapses = table.state.turn.lapses
        came = await (ask if lapses is None else ask | Until(lapses, Due.END))
        reconcile(table, came)
        match came:
            case Reached(at=at):
                table.state = replace(table.state, turn=table.state.turn.lapsed(at))
            case Interrupted():
                pass  # somebody left or came
            case Struck(bell=own, stamp=stamp):
                turn, ringer = table.state.turn.rings(stamp)
                table.state = table.state if own else replace(table.state, turn=turn)
                _begin(table, own or ringer, stamp)
            case Counted(seat=seat, stamp=stamp):
                _begin(table, seat, stamp)
            case {"first": seat}:
                table.state = replace(table.state, youngest=seat)
            case {"start": True}:
                _begin(table, None, table.now)
            case Gripped() | Letting():
                take_hands(table, came)
            case _:
                pass  # nobody is left to begin


def _start_bell(table: Table[State]) -> Bell:
    ended, gap = table.state.ended, table.state.house.ring_gap
    return replace(
        at_bell(table),
        about="start",
        due=lambda seat: 1 if seat in rules.starters(table.state) else None,
        fault=lambda seat: rules.start_fault(table.state, seat),
        calls=lambda: rules.starters(table.state),
        deaf_until=-1 if ended is None else ended + gap,
        only_due=True,
    )


def _begin(table: Table[State], ringer: int | None, stamp: int) -> None:
    table.state = rules.begin(table.state, ringer, stamp)
    rule(table, rulings.Begun(table.state.round, ringer))


# A round


async def one_round(table: Table[State]) -> None:
    """Play until somebody's "Boom Boom!" holds, or the round is void; one point at most."""
    while table.state.playing:
        finish = await finished(table)
        if isinstance(finish, race.Tied):
            seats = tuple(act.seat for act in finish.acts)
            table.state = rules.close(table.state, table.now, finish.margin_ms)
            return rule(table, rulings.FinishedTogether(seats, finish.margin_ms))
        if isinstance(finish, race.Won) and await holds(table, finish):
            seat = finish.act.seat
            table.state = rules.score(table.state, seat, table.now)
            points = table.state.players[seat].points
            return rule(table, rulings.Point(seat, table.state.round, points))
    table.state = rules.close(table.state, table.now)
    return table.rule(rulings.Abandoned(table.state.round))


async def finished(table: Table[State]) -> race.Won | race.Tied | None:
    """Wait for the finish; None where nobody plays any more. A stopped round is counted in."""
    while table.state.playing:
        finish = bell.decided(table.state)
        if finish is not None:
            return finish
        if table.state.phase == "resume":
            await count_in(table)
        else:
            await anything(table)
    return None


async def anything(table: Table[State]) -> None:
    """Take in one act of anybody, or judge what has ended."""
    cut = Interruption(("undo", "restart", "adjust"))
    ask = at_bell(table) | call(table) | show(table) | withdraw(table) | cut
    due = bell.next_due(table.state)
    came = await (ask if due is None else ask | Until(due, Due.END))
    if isinstance(came, Interrupted):
        return cut_short(table, came.why)
    reconcile(table, came)
    match came:
        case Reached(at=at):
            judge(table, bell.pass_to(table.state, at))
        case Struck(bell=own, stamp=stamp):
            table.state = bell.struck(table.state, own, stamp)
        case Counted(seat=seat, rings=rings, stamp=stamp):
            judge(table, bell.counted(table.state, seat, rings, stamp))
        case Call(seat=seat, stamp=stamp):
            judge(table, bell.called(table.state, seat, stamp))
        case Tapped() | ToldStack() | Withdrawn():
            take_tray(table, came)
        case Gripped() | Letting():
            take_hands(table, came)
        case _:
            pass  # nobody is left to play
    return None


# The finish


async def holds(table: Table[State], finish: race.Won) -> bool:
    """Tell whether a finisher's "Boom Boom!" holds: its stacks are shown, or looked at (D12)."""
    seat = finish.act.seat
    stopped = bell.stopped(table.state)
    margin_ms = bell.margin(stopped.state, finish)
    table.state = rules.finish(stopped.state, seat, margin_ms)
    rule(table, *stopped.rulings, rulings.Finished(seat, margin_ms))
    is_sure = table.state.house.verify == "off" or await check(table)
    if is_sure:
        return True
    table.state = rules.take_back(table.state, seat)
    if seat in table.state.present:
        rule(table, rulings.FalseCall(seat, "stacks"))
    return False


async def check(table: Table[State]) -> bool:
    """Look at the finisher's stacks until it is done, or the call is taken back (D13)."""
    while not stacks.is_enough(table.state):
        looked = YesNo(
            lambda: _finisher(table),
            "check",
            {"done": True},
            lambda seat: stacks.done_fault(table.state, seat),
        )
        came = await (looked | show(table))
        reconcile(table)
        match came:
            case Tapped() | ToldStack():
                take_tray(table, came)
            case _:
                return isinstance(came, Yes)
    return True


def _finisher(table: Table[State]) -> tuple[int, ...]:
    seat = table.state.finisher
    return () if seat is None or seat not in table.state.playing else (seat,)


async def count_in(table: Table[State]) -> None:
    """Count 3-2-1 and GO before play resumes; an interrupted count is called again (D13)."""
    go = _count(table)
    while table.state.phase == "resume" and table.state.playing:
        came = await (_quiet_bell(table) | Until(go, Due.START) | Interruption())
        reconcile(table, came)
        match came:
            case Reached(at=at):
                table.state = replace(bell.resumed(table.state, at), phase="play")
                table.rule(rulings.GoneOn())
            case Interrupted(why=why):
                table.cue(Hush(table.now))
                go = _count(table) if why == "resume" else go
            case hands:
                take_hands(table, hands)


def _count(table: Table[State]) -> int:
    options = table.options
    count = countdown.count(table.now, options["lead"], options["beat"], "GO")
    table.cue(*count.beats)
    return count.shoot


def _quiet_bell(table: Table[State]) -> Ask[Gripped | Letting]:
    """Let hands find their buttons during the count; nobody's ring counts before GO."""
    quiet = replace(at_bell(table), due=lambda _seat: None, fault=lambda _seat: Refused("wait"))
    return cast("Ask[Gripped | Letting]", quiet)  # all rings are refused
