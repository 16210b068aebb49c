"""The flow of a shoot-out: ready, GO, and who covers or clicks first (W9, W26, W49)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.asks import Ask, Due, Moot
from companion.core.cues import Hush, Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import LetGo, Letting, Press, Pressing, Tell
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.core.races import AllHold, Race, Ready, Trailing
from companion.core.rulings import Foul
from companion.core.stamps import to_ms
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Clicked, Laid, aside, read_click, tell_cover
from companion.games.wild_wild_pattern.state import State
from companion.timing import race

Shot = Pressing | Laid | Clicked | Moot


@dataclass(frozen=True, slots=True)
class First:
    """Holds who was first: `stamp` of the edge, and what a phone told with it."""

    seat: int
    stamp: int
    is_click: bool
    told: Laid | Clicked | None = None


# Ready


async def get_ready(table: Table[State]) -> None:
    """Wait until everybody holds and GO has come; a release before it is an early look."""
    table.holds.void()
    while table.state.alive:
        table.state = replace(table.state, phase="ready")
        came = await (Ready(lambda: table.state.alive, "ready") | aside(table) | Interruption())
        if isinstance(came, Letting):
            _look(table, came, due=None)
        elif isinstance(came, Interrupted):
            _void(table, came.why)
        elif isinstance(came, AllHold) and await _go(table, came.at):
            return


async def _go(table: Table[State], held: int) -> bool:
    """Wait for GO; False if somebody looked early, or the table was interrupted."""
    due = held + int(table.options["go_after"])
    table.state = replace(table.state, phase="wait")
    table.cue(Sound(due, "go"))
    early = LetGo(lambda: table.state.alive, "wait")
    came = await (Until(due, Due.START) | early | aside(table) | Interruption())
    if isinstance(came, Letting):
        _look(table, came, due)
    if isinstance(came, Interrupted):
        _void(table, came.why)
    if not isinstance(came, Reached):
        table.cue(Hush(table.now))
        return False
    table.holds.void()
    table.state = rules.drawn(table.state)
    table.rule(rulings.Drawn(table.state.turn))
    return True


def _look(table: Table[State], letting: Letting, due: int | None) -> None:
    """Rule an early look: that seat holds again, and GO comes after its hold."""
    ms = None if due is None else to_ms(due - letting.stamp)
    table.rule(Foul(letting.seat, "early_look", ms))


def _void(table: Table[State], why: str) -> None:
    table.holds.void()
    table.rule(rulings.Voided(why))


# The race


async def shoot(table: Table[State]) -> First | None:
    """Wait for the first to cover or to click; None if nobody plays any more."""
    while table.state.alive:
        table.state = replace(table.state, phase="shootout")
        ran = _race(table)
        came = await (ran | aside(table))
        if isinstance(came, Moot):
            continue
        acts = [race.Act(seat, acted.stamp) for seat, acted in came.items()]
        finish = race.finish(acts, table.state.house.tie_window)
        if isinstance(finish, race.Tied):
            _tied(table, finish)
            continue
        table.state = replace(table.state, margin_ms=None)  # of this race: until the runner-up's
        seat = finish.act.seat
        return _first(seat, finish.act.stamp, came[seat].answer)
    return None


def _race(table: Table[State]) -> Race[Shot]:
    return Race(
        who=lambda: table.state.alive,
        ask=lambda seat: shot(table, seat),
        tie_window=table.state.house.tie_window,
    )


def shot(table: Table[State], seat: int) -> Ask[Shot]:
    """Wait for a seat to cover (LEFT) or to click (RIGHT), on the panel or on its phone."""

    def who() -> tuple[int, ...]:
        return tuple(one for one in table.state.alive if one == seat)

    says = {Side.LEFT: {"side": "left"}, Side.RIGHT: {"side": "right"}}
    click = Tell(who, "shoot", "click", read_click(table), lambda _seat: [], optional=True)
    return Press(who, "shoot", says) | tell_cover(table, who, "shoot") | click


def _first(seat: int, stamp: int, answer: Shot) -> First:
    match answer:
        case Pressing(side=side):
            return First(seat, stamp, is_click=side is Side.RIGHT)
        case Clicked():
            return First(seat, stamp, is_click=True, told=answer)
        case Laid():
            return First(seat, stamp, is_click=False, told=answer)
        case _:
            raise AssertionError("a race is decided by an act")


def _tied(table: Table[State], finish: race.Tied) -> None:
    seats = tuple(act.seat for act in finish.acts)
    table.state = replace(table.state, margin_ms=finish.margin_ms)
    table.rule(rulings.Together(seats, finish.margin_ms))
    table.cue(Sound(table.now, "foul"))


def trailing(table: Table[State], first: First) -> Trailing[Shot]:
    """Take note of who was too late, with the margin; a losing act opens nothing (W49)."""

    def note(seat: int, stamp: int) -> None:
        if table.state.margin_ms is None:
            ms = to_ms(stamp - first.stamp)
            table.state = replace(table.state, margin_ms=ms)
            table.rule(rulings.Behind(seat, ms))

    def behind() -> tuple[int, ...]:
        return tuple(seat for seat in table.state.alive if seat != first.seat)

    return Trailing(_race(table), behind, note)
