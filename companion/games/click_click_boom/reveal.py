"""The countdown and the reveal: let go at SHOOT, then turn the committed card up.

Fouls are ruled by the stamp of the edge (C46); what was committed before the count stands (C41).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Due, Either, Moot, Refused
from companion.core.cues import Hush, Sound
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import LetGo, Letting, Tap, Tapped, Tell
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.commit import judge_revealed_answer
from companion.games.click_click_boom.fouls import foul
from companion.games.click_click_boom.refusals import no_playing_card
from companion.games.click_click_boom.state import (
    Kind,
    State,
    is_left,
    kind_of,
    taking_part,
    unrevealed,
    with_seat,
    with_seats,
)
from companion.timing.countdown import count
from companion.timing.reveal import last_moment


async def count_down(table: Table[State], called: int) -> int | None:
    """Count 3, 2, 1, SHOOT; return SHOOT's moment, or None if the count was voided."""
    counted = count(called, table.options["lead"], table.options["beat"])
    table.state = replace(table.state, phase="countdown", is_counting=True)
    table.cue(*counted.beats)
    while True:
        came = await (
            LetGo(lambda: _patient(table.state), "shoot")
            | _early_tap(table)
            | _early_show(table)
            | Until(counted.shoot, Due.START)
            | Interruption()
        )
        match came:
            case Reached() | Moot():
                return _shoot(table, counted.shoot)
            case Interrupted(why=why):
                void(table, why)
                return None
            case act:
                ruled_by = "C47" if isinstance(act, Tapped) else "C46"
                _was_early(table, act.seat, counted.shoot - act.stamp, ruled_by)
        if table.options["foul_policy"] == "recount":
            void(table, "foul")
            return None


def _patient(state: State) -> tuple[int, ...]:
    """Return who has not fouled in this count: nobody fouls twice in one."""
    return tuple(seat for seat in taking_part(state) if not state.seat(seat).is_early)


def _was_early(table: Table[State], seat: int, ns: int, ruled_by: str = "C46") -> None:
    table.state = with_seat(table.state, seat, is_early=True)
    foul(table, seat, "early", ns, ruled_by)


def _early_tap(table: Table[State]) -> Ask[Tapped | Moot]:
    """Take a card that is tapped before SHOOT as a foul; the card is not taken (C47).

    On the shared reader a card that the kit does not know is the leading seat's, as it will be
    after SHOOT; but once somebody has fouled, it may be that one's, and nobody pays for it.
    """

    def fault(_seat: int, card: str) -> Refused | None:
        return None if kind_of(card) else no_playing_card(table.state, card)

    def shared_fault(seat: int, card: str) -> Refused | None:
        player = table.state.seat(seat)
        is_clear = _patient(table.state) == taking_part(table.state)
        is_known = card in (player.left, player.right)
        return fault(seat, card) or (None if is_clear or is_known else Refused("before_shoot"))

    def own(seat: int) -> Tap:
        def who() -> tuple[int, ...]:
            return (seat,) if seat in _patient(table.state) else ()

        return Tap(who, "shoot", fault, reader=f"seat{seat}", optional=True)

    shared = Tap(lambda: _patient(table.state), "shoot", shared_fault, lead=True, optional=True)
    return Either((*map(own, _patient(table.state)), shared))


def _early_show(table: Table[State]) -> Tell[Tapped]:
    def read(seat: int, value: Any, event: Happened) -> Tapped:
        return Tapped(seat, str(value), event.at, event.stamp)

    return Tell(
        lambda: _patient(table.state), "shoot", "show", read, lambda _seat: (), optional=True
    )


def _shoot(table: Table[State], at: int) -> int:
    table.state = replace(table.state, phase="reveal", is_counting=False, has_shot=True)
    table.rule(rulings.Shot(table.state.showdown))
    return at


def void(table: Table[State], why: str) -> None:
    """Void a count: nobody's hold counts any more, choices may change (C48, C49)."""
    table.holds.void()
    table.state = with_seats(
        table.state,
        taking_part(table.state),
        lambda seat: replace(
            seat, side=seat.side if seat.forced_by else None, is_early=False, is_late=False
        ),
    )
    table.cue(Hush(0))
    table.rule(rulings.CountVoided(why))


@dataclass(frozen=True, slots=True)
class Window:
    """Holds SHOOT's moment and the time to let go in (ns); None: nobody can be late (C49)."""

    shot: int
    late_after: int | None


async def reveals(table: Table[State], shot: int) -> bool:
    """Take everybody's letting go and card; tell whether the reveal stands (C48)."""
    window = Window(shot, table.options["late_after"])
    deadline: int | None = last_moment(shot, table.options["late_after"])
    is_void = False
    while unrevealed(table.state) and not is_void:
        match await _reveal(table, deadline):
            case Reached():
                deadline = None
                _note_late(table)
            case Interrupted():
                deadline, window = None, replace(window, late_after=None)
                _excuse(table)
            case Moot():
                return True
            case act:
                is_void = _take(table, act, window)
    if is_void:
        void(table, "foul")
    return not is_void


def _take(table: Table[State], came: Letting | Tapped, window: Window) -> bool:
    """Take a letting-go or a card; tell whether that voids the count.

    A card stamped before SHOOT, whose callback came too late, is not taken either (C47).
    """
    is_card = isinstance(came, Tapped) and came.stamp >= window.shot
    ends_hold = not is_card or came.seat in table.holds
    is_foul = ends_hold and _let_go(table, came.seat, came.stamp, window)
    if isinstance(came, Tapped) and is_card:
        _turn_up(table, came)
    return is_foul and _recounts(table)


def _reveal(
    table: Table[State], deadline: int | None
) -> Ask[Letting | Tapped | Reached | Interrupted | Moot]:
    def who() -> tuple[int, ...]:
        return unrevealed(table.state)

    tap = Tap(who, "reveal", lambda seat, card: card_fault(table.state, seat, card), lead=True)
    show = Tell(
        who,
        "reveal",
        "show",
        lambda seat, value, event: _read_show(table.state, seat, value, event),
        lambda _seat: tuple({"show": kind.value} for kind in Kind),
    )
    ask = LetGo(lambda: taking_part(table.state), "shoot") | tap | show | Interruption()
    return ask if deadline is None else ask | Until(deadline, Due.END)


def card_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a card cannot be the one that a player committed to, or None."""
    kind = kind_of(card)
    if kind is None:
        return no_playing_card(state, card)
    if card in state.seen or any(card == one.card for one in state.seats):
        return Refused("already_played", rank=2)
    player = state.seat(seat)
    mine = player.pick(player.side) if player.side else None
    others = [one for other in state.seats for one in (other.left, other.right) if one]
    if mine == card:
        return None
    if mine is not None or card in others:
        return Refused("not_that_card", rank=2, private=seat)
    return None if is_left(state, kind) else Refused("none_left", rank=2)


def _read_show(state: State, seat: int, value: Any, event: Happened) -> Tapped | Refused:
    player, kind = state.seat(seat), Kind(value)
    mine = player.pick(player.side) if player.side else None
    if mine is not None and kind_of(mine) is not kind:
        return Refused("not_that_card", rank=2, private=seat)
    if mine is None and not is_left(state, kind):
        return Refused("none_left", rank=2)
    return Tapped(seat, mine or kind.value, event.at, event.stamp)


def _note_late(table: Table[State]) -> None:
    """Say who still holds; by how much they are late is ruled when it ends (C46)."""
    for seat in unrevealed(table.state):
        if seat in table.holds:
            table.state = with_seat(table.state, seat, is_late=True)
            table.rule(rulings.RunningLate(seat))


def _excuse(table: Table[State]) -> None:
    """Rule that after an interruption the reveal stands and nobody is late (C49)."""
    table.state = with_seats(
        table.state, taking_part(table.state), lambda seat: replace(seat, is_late=False)
    )


def _let_go(table: Table[State], seat: int, stamp: int, window: Window) -> bool:
    """Note that a seat let go; tell whether that was a foul.

    An edge whose callback came too late is still judged by its stamp.
    """
    table.holds.drop(seat)
    table.state = with_seat(table.state, seat, is_late=False)
    if stamp < window.shot:
        is_first = not table.state.seat(seat).is_early
        if is_first:
            _was_early(table, seat, window.shot - stamp)
        return is_first
    is_late = window.late_after is not None and stamp > last_moment(window.shot, window.late_after)
    if is_late:
        foul(table, seat, "late", stamp - window.shot)
    return is_late


def _recounts(table: Table[State]) -> bool:
    """Tell whether a foul after SHOOT voids the count: not once a card has been seen."""
    nothing_seen = unrevealed(table.state) == taking_part(table.state)
    return bool(table.options["foul_policy"] == "recount" and nothing_seen)


def _turn_up(table: Table[State], tapped: Tapped) -> None:
    seat, card = tapped.seat, tapped.card
    kind = kind_of(card)
    side = table.state.seat(seat).side
    identity = card if "/" in card else None
    table.state = with_seat(table.state, seat, shown=kind, card=identity)
    table.rule(rulings.Revealed(seat, side.value if side else "left", kind or "pay"))
    if kind is Kind.BOOM:
        table.cue(Sound(tapped.at, "boom"))
    judge_revealed_answer(table, seat)
