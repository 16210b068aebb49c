"""The flow of a shoot-out: ready, GO, and who covers or clicks first (W9, W26, W49)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.asks import Ask, Due, Moot
from companion.core.cues import Hush, Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import LetGo, Letting, Press, Pressing, Tell
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.core.races import Acted, AllHold, Race, Ready, Trailing
from companion.core.rulings import Foul
from companion.core.stamps import to_ms
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Clicked, Laid, aside, read_click, tell_cover
from companion.games.wild_wild_pattern.state import State
from companion.timing import race

Shot = Pressing | Laid | Clicked | Moot
VOIDING = ("pause", "undo", "restart")  # a start that these cut short begins anew


@dataclass(frozen=True, slots=True)
class First:
    """Holds who was first: `stamp` of the edge, and what a phone told with it."""

    seat: int
    stamp: int
    is_click: bool
    told: Laid | Clicked | None = None


# Ready


async def get_ready(table: Table[State]) -> bool:
    """Wait until everybody holds and GO has come; False if the deck is too short (W18)."""
    table.holds.void()
    while table.state.playing:
        if rules.is_deck_short(table.state):
            return False
        table.state = replace(table.state, phase="ready")
        ready = Ready(lambda: table.state.playing, "ready")
        came = await (ready | _drawn(table) | Interruption(VOIDING))
        if not isinstance(came, AllHold):
            _not_yet(table, came)
        elif await _go(table, came.at):
            return True
    return True


async def _go(table: Table[State], held: int) -> bool:
    """Wait for GO; False if anything came before it, or the deck does not suffice any more."""
    due = held + int(table.options["go_after"])
    table.state = replace(table.state, phase="wait")
    table.cue(Sound(due, "go"))
    early = LetGo(lambda: table.state.playing, "wait")
    came = await (Until(due, Due.START) | early | _drawn(table) | Interruption(VOIDING))
    if not isinstance(came, Reached) or rules.is_deck_short(table.state):
        table.cue(Hush(table.now))
        _not_yet(table, came, due)
        return False
    table.holds.void()
    table.state = rules.drawn(table.state)
    table.rule(rulings.Drawn(table.state.turn))
    return True


def _drawn(table: Table[State]) -> Ask[Moot]:
    """Take note of a card that was drawn in a turn before: the deck may be too short now."""
    return aside(table, is_over=lambda: rules.is_deck_short(table.state))


def _not_yet(table: Table[State], came: object, due: int | None = None) -> None:
    """Rule what came before GO; after an early look GO comes after that seat's next hold."""
    match came:
        case Letting(seat=seat, stamp=stamp):
            table.rule(Foul(seat, "early_look", None if due is None else to_ms(due - stamp)))
        case Interrupted(why=why):
            table.holds.void()
            table.rule(rulings.Voided(why))
        case _:
            pass  # somebody has left, or the deck is too short


# The race


async def shoot(table: Table[State]) -> First | None:
    """Wait for the first to cover or to click; None if nobody can."""
    while rules.shooters(table.state):
        table.state = replace(table.state, phase="shootout")
        drawn = aside(table, is_over=lambda: not rules.shooters(table.state))
        came = await (_race(table) | drawn)
        if not isinstance(came, Moot):
            first = decided(table, came)
            if first is not None:
                return first
    return None


def _race(table: Table[State]) -> Race[Shot]:
    return Race(
        who=lambda: rules.shooters(table.state),
        ask=lambda seat: shot(table, seat),
        tie_window=table.state.house.tie_window,
    )


def shot(table: Table[State], seat: int) -> Ask[Shot]:
    """Wait for a seat to cover (LEFT) or to click (RIGHT), on the panel or on its phone."""

    def who() -> tuple[int, ...]:
        return tuple(one for one in rules.shooters(table.state) if one == seat)

    says = {Side.LEFT: {"side": "left"}, Side.RIGHT: {"side": "right"}}
    click = Tell(who, "shoot", "click", read_click(table), lambda _seat: [], optional=True)
    return Press(who, "shoot", says) | tell_cover(table, who, "shoot") | click


def decided(table: Table[State], acted: Mapping[int, Acted[Shot]]) -> First | None:
    """Return who was first by the edges' stamps; None for a tie, where all take back (W9, W49)."""
    acts = [race.Act(seat, one.stamp) for seat, one in acted.items()]
    finish = race.finish(acts, table.state.house.tie_window)
    if isinstance(finish, race.Tied):
        _tied(table, finish)
        return None
    table.state = replace(table.state, margin_ms=None)
    first = _first(finish.act, acted[finish.act.seat].answer)
    for act in sorted(acts, key=lambda act: act.stamp)[1:]:
        behind(table, first, act.seat, act.stamp)
    return first


def _first(act: race.Act, answer: Shot) -> First:
    is_right = isinstance(answer, Pressing) and answer.side is Side.RIGHT
    told = answer if isinstance(answer, (Laid, Clicked)) else None
    return First(act.seat, act.stamp, is_right or isinstance(answer, Clicked), told)


def _tied(table: Table[State], finish: race.Tied) -> None:
    seats = tuple(act.seat for act in finish.acts)
    table.state = replace(table.state, margin_ms=finish.margin_ms)
    table.rule(rulings.Together(seats, finish.margin_ms))
    table.cue(Sound(table.now, "foul"))


def trailing(table: Table[State], first: First) -> Trailing[Shot]:
    """Take note of who was too late, with the margin; a losing act opens nothing (W49).

    A clicker has no card any more: it runs no race against whoever stops Clementine.
    """

    def losers() -> tuple[int, ...]:
        return tuple(seat for seat in rules.shooters(table.state) if seat != first.seat)

    return Trailing(_race(table), losers, lambda seat, stamp: behind(table, first, seat, stamp))


def behind(table: Table[State], first: First, seat: int, stamp: int) -> None:
    """Rule by how much somebody was too late: of a race's losers the first (W49).

    Whoever was sooner, but was told too late for the race to wait, has no margin.
    """
    if table.state.margin_ms is None and stamp >= first.stamp:
        ms = to_ms(stamp - first.stamp)
        table.state = replace(table.state, margin_ms=ms)
        table.rule(rulings.Behind(seat, ms))
