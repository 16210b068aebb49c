"""The acts of Boom Boom (2013): its Asks, and what hands beside the rings do to the state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import Letting, Say, Tap, Tapped, Tell
from companion.core.gestures.bell import Bell, Gripped
from companion.core.rulings import Ruling
from companion.games.boom_boom_bell import bell, rulings, stacks
from companion.games.boom_boom_bell.bell import Judged
from companion.games.boom_boom_bell.state import State
from companion.timing.bell_turn import BellTurn

SOUNDS: dict[type[Ruling], str] = {
    rulings.Begun: "go",
    rulings.Waits: "wait",
    rulings.StackRung: "accepted",
    rulings.ShowStack: "ready",
    rulings.LastRung: "ready",
    rulings.MisRung: "refused",
    rulings.Stray: "refused",
    rulings.NotCalled: "refused",
    rulings.NoStack: "refused",
    rulings.FalseCall: "foul",
    rulings.StackShown: "accepted",
    rulings.FinishedTogether: "foul",
    rulings.Point: "fanfare",
    rulings.Won: "fanfare",
}


@dataclass(frozen=True, slots=True)
class Call:
    """Answers that a seat called "Boom Boom!" on its phone."""

    seat: int
    stamp: int


@dataclass(frozen=True, slots=True)
class ToldStack:
    """Answers that a seat told the four cards of a stack."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Answers that a seat has no stack to show after all."""

    seat: int


# Asks


def at_bell(table: Table[State]) -> Bell:
    """Wait for whatever the players of the round do with buttons and bells."""

    def fault(seat: int | None) -> Refused | None:
        is_frozen = seat is not None and table.state.players[seat].frozen is not None
        return Refused("frozen") if is_frozen else None

    return Bell(
        who=lambda: table.state.playing,
        about="ring",
        due=lambda seat: None if _rings(table, seat) else bell.rings_due(table.state, seat),
        owner=lambda: turn_now(table).owner,
        waiting=lambda: turn_now(table).waiting,
        fault=fault,
        ringer=lambda stamp: turn_now(table).rings(stamp)[1],
    )


def _rings(table: Table[State], seat: int) -> bool:
    return table.state.players[seat].burst is not None


def call(table: Table[State]) -> Ask[Call | Moot]:
    """Wait for "Boom Boom!" from a phone; whoever rang the last stack is asked for it."""

    def final(seat: int) -> int | None:
        last = table.state.players[seat].final
        return None if last is None or last.called is not None else last.until

    def choices(seat: int) -> Sequence[Say]:
        return [] if final(seat) is None else [{"boom_boom": True}]

    def read(seat: int, _value: Any, event: Happened) -> Call:
        return Call(seat, event.stamp)

    who = lambda: table.state.playing  # noqa: E731 - as short as an argument
    return Tell(who, "call", "boom_boom", read, choices, until=final)


def show(table: Table[State]) -> Ask[Tapped | ToldStack | Moot]:
    """Wait for the cards of a stack, on the tray or told on a phone."""

    def who() -> Sequence[int]:
        return stacks.showing(table.state)

    def fault(seat: int, card: str) -> Refused | None:
        wrong = stacks.card_fault(table.state, seat, card)
        laid = table.state.players[seat].showing
        if wrong is None or wrong.reason != "not_of_the_stack":
            return wrong
        # A sole wrong card that was taken away again is no reason to refuse the right ones.
        is_gone = len(laid) == 1 and table.lies(laid[0]) is None
        return (
            stacks.card_fault(stacks.cleared(table.state, seat), seat, card) if is_gone else wrong
        )

    def read(seat: int, cards: Sequence[str], _event: Happened) -> ToldStack | Refused:
        wrong = stacks.stack_fault(table.state, seat, cards)
        return wrong or ToldStack(seat, tuple(cards))

    told = Tell(who, "show", "stack", read, lambda _seat: [], optional=True)
    return Tap(who, "show", fault, reader="tray", optional=True, several=True) | told


def withdraw(table: Table[State]) -> Ask[Withdrawn | Moot]:
    """Wait for a seat that has to show a stack and says that it has none."""

    def who() -> Sequence[int]:
        return stacks.showing(table.state)

    return Tell(
        who,
        "show",
        "pass",
        lambda seat, _value, _event: Withdrawn(seat),
        lambda _seat: [{"pass": True}],
        optional=True,
    )


# What they do


def turn_now(table: Table[State], came: Any = None) -> BellTurn:
    """Return whose the bell is: a hold that ended while nobody was asked is lost.

    The letting go that just `came` is no such one: at its very stamp a ring is still its own.
    """
    turn = table.state.turn
    letting = came.seat if isinstance(came, Letting) else None
    for _, seat in turn.queue:
        if seat != letting and not (seat in table.holds and seat in table.state.playing):
            turn = turn.lost(seat, table.now)
    return turn


def reconcile(table: Table[State], came: Any = None) -> None:
    """Note that everything before now has happened, and who let go while nobody was asked."""
    state = replace(table.state, passed=max(table.state.passed, table.now - 1))
    table.state = replace(state, turn=turn_now(table, came))


def judge(table: Table[State], judged: Judged) -> None:
    """Take over what was judged; a false call stops play, and open bursts stand as they are."""
    table.state = judged.state
    rule(table, *judged.rulings)
    if table.state.phase == "resume":
        stopped = bell.stopped(table.state)
        table.state = stopped.state
        rule(table, *stopped.rulings)


def rule(table: Table[State], *ruled: Ruling) -> None:
    """Announce rulings, and let the last one that has a tone sound."""
    table.rule(*ruled)
    tones = [SOUNDS[type(one)] for one in ruled if type(one) in SOUNDS]
    if tones:
        table.cue(Sound(table.now, tones[-1]))


def take_hands(table: Table[State], came: Gripped | Letting) -> None:
    """Take in what hands do beside ringing."""
    match came:
        case Gripped(seat=seat, side=side, stamp=stamp, begins=begins):
            judge(table, bell.gripped(table.state, seat, side, stamp, begins=begins))
        case Letting(seat=seat, stamp=stamp):
            table.state = bell.let_go(table.state, seat, stamp)
        case _:
            assert_never(came)


def cut_short(table: Table[State], why: str) -> None:
    """Void what an undo or a restart cut short; a call that is waited for has its time again."""
    if why == "adjust":
        return reconcile(table)
    if bell.is_ringing(table.state):
        table.rule(rulings.Voided(why))
    is_restart = why == "restart"
    table.state = bell.interrupted(table.state, table.now, is_restart=is_restart)
    return None


def take_tray(table: Table[State], came: Tapped | ToldStack | Withdrawn) -> None:
    """Take in what is shown of a stack, or that there is none."""
    match came:
        case Tapped(seat=seat, card=card):
            judged = stacks.laid(table.state, seat, card)
        case ToldStack(seat=seat, cards=cards):
            judged = stacks.told(table.state, seat, cards)
        case Withdrawn(seat=seat):
            judged = stacks.withdrawn(table.state, seat, table.now)
        case _:
            assert_never(came)
    judge(table, judged)
