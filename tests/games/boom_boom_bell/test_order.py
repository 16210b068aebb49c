"""Any order of arrival of simultaneous acts of different seats gives one result (style.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.events import Pressed, Rang, Released, Said, TableEvent
from companion.core.rulings import Numbered
from companion.games.boom_boom_bell.rulings import Waits
from companion.games.boom_boom_bell.state import State
from tests.games.boom_boom_bell.table import GAP, MS, L, R, S, Sitting, playing

AT = 9 * S
Acts = Sequence[TableEvent]  # of one seat, in its own order


def hold(seat: int, at: int = AT) -> Acts:
    return [Pressed(seat, L, at=at)]


def gives_up(seat: int, at: int = AT) -> Acts:
    return [Released(seat, L, at=at)]


def own_ring(seat: int, at: int = AT) -> Acts:
    return [Rang(seat, at=at)]


def told(seat: int, rings: int, at: int = AT) -> Acts:
    return [Said(seat, {"ring": rings}, at=at)]


def call(seat: int, at: int = AT) -> Acts:
    return [Pressed(seat, L, at=at), Pressed(seat, R, at=at)]


def phone_call(seat: int, at: int = AT) -> Acts:
    return [Said(seat, {"boom_boom": True}, at=at)]


def when(event: TableEvent) -> int:
    return event.at


def result(sit: Sitting, events: Acts) -> tuple[State, set[str]]:
    """Let acts arrive in this order, and time pass; return the state and what was ruled."""
    for event in events:
        sit.referee.feed(event)
    sit.until(AT + 20 * S)
    return sit.state, {
        _ruled(one) for one in sit.referee.run.rulings if not isinstance(one.ruling, Waits)
    }


# Who is told to wait for whom depends on who held first, and changes nothing.
def _ruled(one: Numbered) -> str:
    return f"{one.at} {one.ruling!r}"


def table(stacks: Sequence[int], *, finals: Sequence[int] = (), **options: Any) -> Sitting:
    """Return a sitting of four at AT; `finals` rang their last stack a while ago, 1 ms apart."""
    sit = playing(4, tuple(stacks), verify="off", **options)
    sit.until(AT - S)
    for number, seat in enumerate(finals):
        sit.say(seat, ring=3, at=AT - S + number * MS)
    return sit


def agree(make: Callable[[], Sitting], *seats: Acts) -> None:
    """Let the seats' acts arrive in two opposite orders."""
    there = [event for acts in seats for event in acts]
    back = [event for acts in reversed(seats) for event in acts]
    one, other = (result(make(), sorted(acts, key=when)) for acts in (there, back))
    assert one[0] == other[0]
    assert one[1] == other[1]


# Pair by pair, so that each fault has its own name


def test_d25_holds_of_two() -> None:
    agree(lambda: table([0] * 4), hold(1), hold(2))


def test_d25_holds_of_three() -> None:
    agree(lambda: table([0] * 4), hold(1), hold(2), hold(3))


def test_d10_a_letting_go_and_a_hold() -> None:
    def make() -> Sitting:
        sit = table([0] * 4)
        sit.hold(1, at=AT - 100 * MS)
        return sit

    agree(make, gives_up(1), hold(2))


def test_d10_rings_of_two_own_bells() -> None:
    agree(lambda: table([0] * 4), own_ring(1), own_ring(2))


def test_d6_bursts_of_two_phones() -> None:
    agree(lambda: table([0, 1, 0, 0], false_ring="freeze"), told(1, 1), told(2, 1))


def test_d21_calls_of_two_who_finished() -> None:
    agree(lambda: table([2, 2, 0, 0], finals=(2, 1)), call(1), phone_call(2))


def test_d14_last_bursts_of_two_phones_with_one_stamp() -> None:
    late = AT + 500 * MS
    agree(
        lambda: table([2, 2, 0, 0]),
        [*told(1, 3), *phone_call(1, late)],
        [*told(2, 3), *phone_call(2, late)],
    )


def test_d14_a_last_burst_and_its_call_with_the_same_of_another() -> None:
    agree(
        lambda: table([2, 2, 0, 0]),
        [*told(1, 3), *phone_call(1)],
        [*told(2, 3), *phone_call(2)],
    )


def test_d12_a_call_that_ends_the_round_and_another_s_last_ring() -> None:
    agree(lambda: table([2, 1, 0, 0], finals=(1,)), phone_call(1), told(2, 2))


def test_d13_a_false_call_and_another_s_ring() -> None:
    agree(lambda: table([0] * 4), phone_call(1), own_ring(2))


def test_d13_a_false_call_and_a_right_one() -> None:
    agree(lambda: table([2, 0, 0, 0], finals=(1,)), phone_call(1), phone_call(2))


def test_d13_two_false_calls() -> None:
    agree(lambda: table([0] * 4), phone_call(1), call(2))


# All of it

DOES = st.sampled_from(["nothing", "hold", "ring", "told", "call", "phone_call"])


@st.composite
def simultaneous(draw: st.DrawFn) -> list[Acts]:
    """Draw what each of four seats does at one moment: up to two acts, in its own order."""
    made: list[Acts] = []
    for seat in (1, 2, 3, 4):
        acts: list[TableEvent] = []
        for what in draw(st.lists(DOES, max_size=2, unique=True)):
            match what:
                case "hold":
                    acts += hold(seat)
                case "ring":
                    acts += own_ring(seat)
                case "told":
                    acts += told(seat, draw(st.integers(1, 4)))
                case "call":
                    acts += call(seat)
                case "phone_call":
                    acts += phone_call(seat)
                case _:
                    pass
        made.append(acts)
    return made


@st.composite
def interleaved(draw: st.DrawFn, seats: Sequence[Acts]) -> list[TableEvent]:
    """Draw an order of arrival that keeps each seat's own."""
    turns = draw(st.permutations([seat for seat, acts in enumerate(seats) for _ in acts]))
    waiting = [list(acts) for acts in seats]
    return [waiting[seat].pop(0) for seat in turns]


@settings(deadline=None, max_examples=60)
@given(
    stacks=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    finals=st.permutations((1, 2, 3, 4)),
    number=st.integers(0, 3),
    seats=simultaneous(),
    tie_window=st.sampled_from([0, 0.05]),
    false_ring=st.sampled_from(["void", "freeze"]),
    data=st.data(),
)
def test_any_order_of_arrival_gives_the_same_state(
    stacks: list[int],
    finals: Sequence[int],
    number: int,
    seats: list[Acts],
    tie_window: float,
    false_ring: str,
    data: st.DataObject,
) -> None:
    finished = finals[:number]
    stacks = [2 if seat in finished else done for seat, done in enumerate(stacks, 1)]

    def play(events: Acts) -> tuple[State, set[str]]:
        options = {"tie_window": tie_window, "false_ring": false_ring}
        return result(table(stacks, finals=finished, **options), events)

    in_order = play([event for acts in seats for event in acts])
    assert play(data.draw(interleaved(seats))) == in_order


@pytest.mark.parametrize("apart", [1, 1000])
def test_acts_a_moment_apart_are_ruled_by_their_stamps_not_by_their_arrival(apart: int) -> None:
    sit = table([2, 2, 0, 0])
    for seat, at in ((1, AT + apart), (2, AT)):
        sit.feed(Said(seat, {"ring": 3}, at=AT + GAP, late=at))
    for seat in (1, 2):
        sit.say(seat, boom_boom=True)
    sit.until(sit.now)
    ruled = sit.rulings("finished")[0]
    assert (ruled["seat"], ruled["ms"]) == (2, apart / MS)
    assert sit.state.last_winner == 2
