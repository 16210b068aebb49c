"""The bell as pure functions: what holds, rings and calls make of a state, and what is ruled.

Everything follows from stamps. An act is taken in at once; what it amounts to is judged when
nothing earlier can come any more: a burst when its gap has passed, the finish when nobody who
finished sooner can still call. So several players' acts give one result in whatever order they
arrive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.events import Side
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_S
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.state import (
    CALL_NS,
    FREEZE_NS,
    NOBODY,
    TOGETHER_NS,
    Final,
    Shown,
    State,
    with_all,
    with_player,
)
from companion.timing import race
from companion.timing.bursts import Burst


@dataclass(frozen=True, slots=True)
class Judged:
    """Holds the state after an act or a deadline, and what was ruled."""

    state: State
    rulings: tuple[Ruling, ...] = ()


def rings_due(state: State, seat: int) -> int | None:
    """Return how many rings a seat's next stack needs (D6), or None while none is due."""
    player = state.players[seat]
    is_due = seat in state.playing and player.final is None and player.stacks < state.total
    return player.stacks + 1 if is_due else None


# Holds and calls


def gripped(state: State, seat: int, side: Side, stamp: int, *, begins: bool) -> Judged:
    """Take in a press: it may begin a hold, and in play, with the other button, be the call."""
    judged = _queued(state, seat, stamp) if begins else Judged(state)
    if state.phase != "play":
        return judged
    pressed = {**state.players[seat].pressed, side: stamp}
    judged = replace(judged, state=with_player(judged.state, seat, pressed=pressed))
    other = pressed.get(side.other)
    if other is None or abs(stamp - other) > TOGETHER_NS:
        return judged
    call = called(with_player(judged.state, seat, pressed={}), seat, stamp)
    return Judged(call.state, (*judged.rulings, *call.rulings))


def _queued(state: State, seat: int, stamp: int) -> Judged:
    turn = state.turn.held(seat, stamp)
    later = set(turn.waiting) - set(state.turn.waiting)
    owner = turn.owner or NOBODY
    waits = tuple(rulings.Waits(one, owner) for one in sorted(later))
    return Judged(replace(state, turn=turn), waits)


def let_go(state: State, seat: int, stamp: int) -> State:
    """Take in that a seat let go of its hold: the bell is the next holder's."""
    return replace(state, turn=state.turn.let_go(seat, stamp))


def called(state: State, seat: int, stamp: int) -> Judged:
    """Take in "Boom Boom!": right after the last stack's rings, or before their burst closed."""
    player = state.players[seat]
    final = player.final
    if final is not None and stamp <= final.until:
        if final.called is not None:
            return Judged(state)
        state = with_player(state, seat, final=replace(final, called=stamp))
        return Judged(state, (rulings.Called(seat),))
    if player.burst is not None and rings_due(state, seat) == state.total:
        if player.has_called:
            return Judged(state)
        return Judged(with_player(state, seat, has_called=True), (rulings.Called(seat),))
    return Judged(with_player(state, seat, stops=stamp))  # false, at the end of its stamp


def _false_call(state: State, seat: int) -> Judged:
    state = with_player(state, seat, has_called=False, stops=None)
    return Judged(replace(state, phase="resume"), (rulings.FalseCall(seat, "rings"),))


# Rings


def struck(state: State, bell: int | None, stamp: int) -> State:
    """Take in one ring: of a seat's own bell, or of the shared one, whoever owns it (D10)."""
    turn, ringer = state.turn.rings(stamp) if bell is None else (state.turn, bell)
    state = replace(state, turn=turn)
    if stamp <= state.opening + state.house.ring_gap and (ringer or NOBODY) == state.opener:
        return replace(state, opening=stamp)  # it belongs to the ring that began the round (D6)
    if ringer is None:
        stray = _rung(state.stray, stamp)
        return _show(replace(state, stray=stray), Shown(NOBODY, stray.count, stray.last))
    burst = _rung(state.players[ringer].burst, stamp)
    state = with_player(state, ringer, burst=burst)
    return _show(state, Shown(ringer, burst.count, burst.last))


def _show(state: State, shown: Shown) -> State:
    """Show a burst, unless one with a later ring is shown; at equal stamps the higher seat's."""
    other = state.shown
    if other is not None and (other.stamp, other.seat) > (shown.stamp, shown.seat):
        return state
    return replace(state, shown=shown)


def _rung(burst: Burst | None, stamp: int) -> Burst:
    return Burst((stamp,)) if burst is None else burst.rung(stamp)


def counted(state: State, seat: int, rings: int, stamp: int) -> Judged:
    """Take in a burst told on a phone: it is closed at once (names.md)."""
    state = _show(state, Shown(seat, rings, stamp, is_closed=True))
    return _judged(state, seat, rings, stamp, stamp)


def _judged(state: State, seat: int, rings: int, last: int, closed: int) -> Judged:
    """Judge a closed burst by the seat's own history (D6); `last` and `closed` are stamps."""
    due = rings_due(state, seat)
    if due == rings:
        return _right(state, seat, rings, last)
    case = "none" if due is None else "few" if rings < due else "many"
    state = with_player(state, seat, must_show=False, showing=())
    false = frozen(state, seat, closed)
    ruled = (rulings.MisRung(seat, rings, due or 0, case), *false.rulings)
    if not state.players[seat].has_called:
        return Judged(false.state, ruled)
    call = _false_call(false.state, seat)
    return Judged(call.state, (*ruled, *call.rulings))


def frozen(state: State, seat: int, closed: int) -> Judged:
    """Freeze a seat after a false burst that closed at a stamp, where the house does (D23)."""
    if not state.house.freezes:
        return Judged(state)
    state = with_player(state, seat, frozen=closed + FREEZE_NS)
    return Judged(state, (rulings.Frozen(seat, FREEZE_NS // NS_PER_S),))


def _right(state: State, seat: int, rings: int, last: int) -> Judged:
    if rings == state.total:
        has_called = state.players[seat].has_called
        final = Final(last, last + CALL_NS, last if has_called else None)
        state = with_player(state, seat, final=final, has_called=False)
        return Judged(state, (rulings.LastRung(seat, rings),))
    if state.house.verify == "rung":
        state = with_player(state, seat, must_show=True, showing=())
        return Judged(state, (rulings.ShowStack(seat, rings),))
    state = with_player(state, seat, stacks=rings)
    return Judged(state, (rulings.StackRung(seat, rings),))


# Moments


def next_due(state: State) -> int | None:
    """Return the next stamp (ns) at whose end something is to be judged, or None."""
    decision = _decision(state)
    times = [ns for ns, _, _ in _moments(state)]
    if decision is not None and state.passed < decision:
        times.append(decision)
    return min(times, default=None)


def _moments(state: State) -> Iterator[tuple[int, int, str]]:
    """List what ends and when: stamp, seat, and the kind of its end."""
    gap = state.house.ring_gap
    if state.stray is not None:
        yield state.stray.closes(gap), NOBODY, "stray"
    if state.turn.lapses is not None:
        yield state.turn.lapses, state.turn.owner or NOBODY, "turn"
    for seat, player in state.players.items():
        if player.burst is not None:
            yield player.burst.closes(gap), seat, "burst"
        if player.final is not None and player.final.called is None:
            yield player.final.until, seat, "call"
        if player.stops is not None:
            yield player.stops, seat, "stop"
        if player.frozen is not None:
            yield player.frozen, seat, "frozen"


def pass_to(state: State, stamp: int) -> Judged:
    """Let everything end that ends by a stamp, in order; that very stamp has passed then."""
    ruled: tuple[Ruling, ...] = ()
    while state.phase == "play":
        ended = min((one for one in _moments(state) if one[0] <= stamp), default=None)
        if ended is None:
            break
        judged = _ended(state, *ended)
        state, ruled = judged.state, (*ruled, *judged.rulings)
    return Judged(replace(state, passed=max(state.passed, stamp)), ruled)


def _ended(state: State, stamp: int, seat: int, what: str) -> Judged:
    match what:
        case "stray":
            return _stray_closed(state)
        case "turn":
            return Judged(replace(state, turn=state.turn.lapsed(stamp)))
        case "burst":
            return _closed(state, seat, stamp)
        case "stop":
            return _false_call(state, seat)
        case "call":
            return Judged(with_player(state, seat, final=None), (rulings.NotCalled(seat),))
        case _:
            return Judged(with_player(state, seat, frozen=None))


def _stray_closed(state: State) -> Judged:
    count = state.stray.count if state.stray else 0
    state = _shown_closed(replace(state, stray=None), NOBODY)
    return Judged(state, (rulings.Stray(count),))


def _closed(state: State, seat: int, closed: int) -> Judged:
    burst = state.players[seat].burst
    count, last = (burst.count, burst.last) if burst else (0, closed)
    state = _shown_closed(with_player(state, seat, burst=None), seat)
    return _judged(state, seat, count, last, closed)


def _shown_closed(state: State, seat: int) -> State:
    shown = state.shown
    if shown is None or shown.seat != seat:
        return state  # another burst has begun since
    return replace(state, shown=replace(shown, is_closed=True))


# The finish


def _decision(state: State) -> int | None:
    """Return the stamp at whose end it may be decided who finished first (D14, D21)."""
    end = _finish_by(state)
    calls = [p.final.called for p in state.players.values() if p.final]
    return None if end is None else max(end, *(call for call in calls if call is not None))


def _finish_by(state: State) -> int | None:
    """Return the last stamp at which somebody may still have finished first, or tied."""
    finals = [p.final for p in state.players.values() if p.final]
    stamps = [one.stamp for one in finals if one.called is not None]
    return min(stamps) + state.house.tie_window if stamps else None


def decided(state: State) -> race.Won | race.Tied | None:
    """Return how the round finished, or None while somebody may still have finished sooner."""
    end, decision = _finish_by(state), _decision(state)
    if (
        end is None
        or decision is None
        or state.passed < decision
        or any(_may_beat(state, seat, end) for seat in state.playing)
    ):
        return None
    return race.finish(_finals(state), state.house.tie_window)


def margin(state: State, won: race.Won) -> float | None:
    """Return the runner-up's margin in ms, once the bursts that were open then are judged too."""
    finish = race.finish((won.act, *_finals(state)), state.house.tie_window)
    return finish.margin_ms


def _finals(state: State) -> tuple[race.Act, ...]:
    return tuple(race.Act(seat, p.final.stamp) for seat, p in state.players.items() if p.final)


def _may_beat(state: State, seat: int, end: int) -> bool:
    """Tell whether a seat may have finished by `end`: it rang in time, but is not judged yet."""
    player = state.players[seat]
    if player.final is not None:
        return player.final.called is None and player.final.stamp <= end
    burst = player.burst
    is_last = rings_due(state, seat) == state.total
    return burst is not None and is_last and burst.count == state.total and burst.last <= end


# Interruptions


def stopped(state: State) -> Judged:
    """Stop play for a count or a check: open bursts are judged as they stand.

    What is right counts; what is not is forgotten without a penalty, because it was cut short.
    """
    ruled: tuple[Ruling, ...] = ()
    for seat, player in state.players.items():
        if player.burst is not None and player.burst.count == rings_due(state, seat):
            state = with_player(state, seat, burst=None)
            judged = _right(state, seat, player.burst.count, player.burst.last)
            state, ruled = judged.state, (*ruled, *judged.rulings)
    return Judged(_emptied(state), ruled)


def interrupted(state: State, now: int, *, is_restart: bool) -> State:
    """Forget open bursts after an undo or a restart: nobody knows what rang meanwhile (C48)."""
    state = _emptied(state) if is_ringing(state) else state
    return resumed(state, now) if is_restart else _called_anew(state, now)


def is_ringing(state: State) -> bool:
    """Tell whether any burst is open."""
    return state.stray is not None or any(p.burst for p in state.players.values())


def _emptied(state: State) -> State:
    shown = None if state.shown is None else replace(state.shown, is_closed=True)
    state = replace(state, stray=None, shown=shown)
    return with_all(state, burst=None, has_called=False, pressed={}, stops=None)


def resumed(state: State, now: int) -> State:
    """Let play go on at `now`: who waits for a call, or has the bell, has the whole time again."""
    if state.turn.queue:
        state = replace(state, turn=replace(state.turn, since=now, rung=None))
    return _called_anew(state, now)


def _called_anew(state: State, now: int) -> State:
    for seat, player in state.players.items():
        if player.final is not None and player.final.called is None:
            final = replace(player.final, until=now + CALL_NS)
            state = with_player(state, seat, final=final)
    return state
