"""The flow of Quick Draw: it asks, applies what the rules say, and announces it.

Read it from the top: `play` is the rulebook. Every `await` is an Ask. While one waits the host
may correct the state, so the state is read again after each.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.asks import Due, Moot
from companion.core.cues import Hush, Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import Holding, LetGo, Letting, Press, Pressing, Tap, Tapped
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.core.races import AllHold, Race, Ready, Trailing
from companion.core.rulings import Foul
from companion.core.stamps import to_ms
from companion.games.template import rules, rulings
from companion.games.template.state import State
from companion.timing import countdown, race

Drawing = Race[Letting | Moot]


async def play(table: Table[State]) -> None:
    """Play all rounds, turn the prizes up, and name the winners."""
    for number in range(1, table.state.rounds + 1):
        table.state = replace(table.state, round=number, first=None)
        await one_round(table)
    table.state = rules.end(table.state)
    for seat, player in table.state.players.items():
        points = rules.total(table.state, player)
        table.rule(rulings.TurnedUp(seat, player.prizes, points))
    winners = table.state.winners
    most = rules.total(table.state, table.state.players[winners[0]])
    table.rule(rulings.Won(winners, most))


async def one_round(table: Table[State]) -> None:
    """Play until somebody drew first, then let the winner choose."""
    drawing = Race(
        who=lambda: table.state.playing,
        ask=lambda seat: LetGo(lambda: (seat,), "draw"),
        tie_window=table.options["tie_window"],
    )
    table.holds.void()  # whoever still holds from before holds afresh
    while table.state.first is None and table.state.playing:
        if await start(table):
            await draw(table, drawing)
    await reward(table, drawing)


async def start(table: Table[State]) -> bool:
    """Wait until all hold and the signal has come; False if this start is void."""
    table.state = replace(table.state, phase="ready")
    is_counted = table.options["start"] == "count"
    due = await (call_count(table) if is_counted else get_ready(table))
    return due is not None and await signal(table, due)


async def get_ready(table: Table[State]) -> int | None:
    """Wait until all hold; return when GO is due, or None if somebody let go again."""
    came = await Ready(lambda: table.state.playing, "ready")
    if isinstance(came, Letting):
        foul(table, came, due=None)
    if not isinstance(came, AllHold):
        return None
    due = came.at + int(table.options["go_after"])
    table.cue(Sound(due, "go"))
    return due


async def call_count(table: Table[State]) -> int | None:
    """Wait until all hold and the caller rings; return when SHOOT is due."""
    called = await Holding(
        who=lambda: table.state.playing,
        about="ready",
        callers=lambda: (rules.caller(table.state),),
    )
    if isinstance(called, Moot):
        return None
    count = countdown.count(called.at, table.options["lead"], table.options["beat"])
    table.cue(*count.beats)
    return count.shoot


async def signal(table: Table[State], due: int) -> bool:
    """Wait for GO or SHOOT; False if somebody let go before it, or the table was interrupted."""
    table.state = replace(table.state, phase="wait")
    too_soon = LetGo(lambda: table.state.playing, "wait")
    came = await (Until(due, Due.START) | too_soon | Interruption())
    if isinstance(came, Letting):
        foul(table, came, due)
    if isinstance(came, Interrupted):
        void(table, came.why)
    if not isinstance(came, Reached):
        return False
    table.rule(rulings.Started(table.state.round))
    return True


def foul(table: Table[State], letting: Letting, due: int | None) -> None:
    """Rule that somebody let go too soon: a called count is void, GO only waits for that seat."""
    is_counted = table.options["start"] == "count"
    ms = None if due is None else to_ms(due - letting.stamp)
    table.rule(Foul(letting.seat, "early" if is_counted else "early_look", ms))
    table.cue(Hush(0))
    if is_counted:
        void(table, "foul")


def void(table: Table[State], why: str) -> None:
    """Void the start: no hold counts any more, and what was scheduled is taken back."""
    table.holds.void()
    table.cue(Hush(0))
    table.rule(rulings.Voided(why))


async def draw(table: Table[State], drawing: Drawing) -> None:
    """Take the letting go; who was first by stamp is in the state then, unless it was a tie."""
    table.state = replace(table.state, phase="draw", margin_ms=None)
    drew = await (drawing | Interruption())
    if isinstance(drew, Interrupted):
        void(table, drew.why)
        return
    if isinstance(drew, Moot):
        return
    acts = [race.Act(seat, acted.stamp) for seat, acted in drew.items()]
    finish = race.finish(acts, table.options["tie_window"])
    if isinstance(finish, race.Tied):
        table.holds.void()
        table.state = replace(table.state, margin_ms=finish.margin_ms)
        seats = tuple(act.seat for act in finish.acts)
        table.rule(rulings.DrewTogether(seats, finish.margin_ms))
        return
    table.state = replace(table.state, first=finish.act.seat, since=finish.act.stamp)
    table.rule(rulings.Drew(finish.act.seat))


async def reward(table: Table[State], drawing: Drawing) -> None:
    """Let the winner tap a prize, face down, or take the sure point; the others trail in."""
    table.state = replace(table.state, phase="prize")

    def first() -> tuple[int, ...]:
        return tuple(seat for seat in table.state.playing if seat == table.state.first)

    def behind() -> tuple[int, ...]:
        return tuple(seat for seat in table.state.playing if seat != table.state.first)

    def note(seat: int, stamp: int) -> None:
        if table.state.margin_ms is None:  # the runner-up's is the race's margin
            ms = to_ms(stamp - table.state.since)
            table.state = replace(table.state, margin_ms=ms)
            table.rule(rulings.Beaten(seat, ms))

    prize = Tap(first, "prize", lambda seat, card: rules.prize_fault(table.state, seat, card))
    point = Press(first, "prize", {Side.LEFT: {"point": True}})
    took = await (prize | point | Trailing(drawing, behind, note))
    if isinstance(took, Tapped):
        table.state = rules.take_prize(table.state, took.seat, took.card)
        table.rule(rulings.PrizeTaken(took.seat))
    if isinstance(took, Pressing):
        table.state = rules.take_point(table.state, took.seat)
        table.rule(rulings.PointTaken(took.seat))
