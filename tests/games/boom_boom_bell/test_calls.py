""" "Boom Boom!": when it counts, when it is false, and how play goes on (D12, D13, D21)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_bell.state import Final
from tests.games.boom_boom_bell.table import (
    APART,
    CALL,
    GAP,
    MS,
    NS,
    TO_GO,
    TOGETHER,
    L,
    R,
    S,
    Sitting,
    playing,
)

LAST = (5,)  # seat 1 of two has all but one of its six stacks


def rung(seats: int = 2, stacks: tuple[int, ...] = LAST, **given: Any) -> tuple[Sitting, int]:
    """Return a sitting after seat 1's last burst has closed, and the stamp of its last ring."""
    sit = playing(seats, stacks, **given)
    last = sit.burst(sit.state.total, 1)
    return sit, last


def fouled(sit: Sitting) -> list[tuple[int, str]]:
    return [(one["seat"], one["case"]) for one in sit.rulings("false_call")]


# The last stack


def test_d12_the_last_stack_needs_its_rings_and_then_the_call() -> None:
    sit, _ = rung()
    assert (sit.kinds()[-1], sit.phase) == ("last_rung", "play")
    assert (sit.seen(1, "stacks"), sit.seen(1, "rings_due")) == (5, None)
    sit.call(1)
    assert sit.kinds()[-2:] == ["called", "finished"]
    assert (sit.phase, sit.view()["finisher"], sit.seen(1, "stacks")) == ("check", 1, 6)


def test_d12_whoever_rang_the_last_stack_is_asked_for_the_call_until_its_3_s_end() -> None:
    sit, last = rung()
    waiting = sit.view()["waiting"]
    assert [(one["seat"], one["until"]) for one in waiting] == [(1, (last + CALL) / S)]
    assert waiting[0]["text"] == "Waiting for Ann to call: both buttons!"
    assert sit.says(1) == [{"boom_boom": True}]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d12_the_last_of_each_deal_s_stacks_is_called(seats: int) -> None:
    total = {2: 6, 3: 4, 4: 3}[seats]
    sit, _ = rung(seats, (total - 1,))
    sit.call(1)
    assert sit.phase == "check"


def test_d12_an_earlier_stack_is_not_called() -> None:
    sit = playing(2, (4,))
    sit.burst(5, 1)
    assert sit.kinds()[-1] == "stack_rung"
    sit.call(1)
    assert fouled(sit) == [(1, "rings")]


# 3 s


def test_d21_a_call_exactly_3_s_after_the_last_ring_counts() -> None:
    sit, last = rung()
    sit.cry(1, at=last + CALL)
    assert sit.phase == "check"


def test_d21_without_a_call_in_3_s_the_burst_is_void_and_is_rung_again() -> None:
    sit, last = rung()
    sit.until(last + CALL)
    assert sit.kinds()[-1] == "not_called"
    assert sit.rulings("not_called")[0]["ns"] == last + CALL
    assert (sit.seen(1, "stacks"), sit.seen(1, "rings_due")) == (5, 6)
    sit.burst(6, 1)
    sit.call(1)
    assert sit.phase == "check"


def test_d21_a_call_1_ns_after_the_3_s_comes_too_late_and_is_false() -> None:
    sit, last = rung()
    sit.cry(1, at=last + CALL + NS)
    assert sit.kinds()[-2:] == ["not_called", "false_call"]
    assert (sit.phase, fouled(sit)) == ("resume", [(1, "rings")])


def test_d21_the_3_s_begin_with_the_last_ring_not_with_the_close() -> None:
    sit, last = rung()
    assert sit.player(1).final == Final(last, last + CALL)


def test_d21_a_phone_s_last_burst_gives_3_s_from_when_it_was_told() -> None:
    sit = playing(2, LAST)
    sit.say(1, ring=6)
    told = sit.now
    sit.cry(1, at=told + CALL)
    assert sit.phase == "check"


# Both own buttons


@pytest.mark.parametrize(
    ("apart", "is_call"), [(0, True), (TOGETHER, True), (TOGETHER + 1, False)]
)
@pytest.mark.parametrize("first", [L, R])
def test_d12_both_own_buttons_within_half_a_second_are_the_call(
    first: object, apart: int, is_call: bool
) -> None:
    sit, _ = rung()
    one, other = (L, R) if first is L else (R, L)
    pressed = sit.now + MS
    sit.hold(1, one, at=pressed)
    sit.hold(1, other, at=pressed + apart)
    sit.until(pressed + apart)
    assert (sit.phase == "check") == is_call


def test_d12_the_hold_of_the_rings_may_be_one_of_the_two_buttons_if_it_is_fresh() -> None:
    sit = playing(4, (2,))
    sit.hold(1, L, at=2 * S)
    sit.rings(3, at=2 * S + 10 * MS)
    sit.hold(1, R, at=2 * S + TOGETHER)
    sit.until(sit.now + GAP)
    assert sit.phase == "check"


def test_d12_two_players_buttons_are_no_call() -> None:
    sit, _ = rung()
    sit.hold(1, L)
    sit.hold(2, R)
    assert (sit.phase, fouled(sit)) == ("play", [])


def test_d12_the_same_button_twice_is_no_call() -> None:
    sit, _ = rung()
    sit.press(1, L)
    sit.press(1, L)
    assert (sit.phase, fouled(sit)) == ("play", [])


def test_d12_a_button_that_was_part_of_a_call_is_not_part_of_the_next() -> None:
    sit = playing(2, LAST)
    sit.rings(6, 1)
    sit.hold(1, L)
    sit.hold(1, R)
    sit.let_go(1, R)
    sit.hold(1, R)
    assert [one["seat"] for one in sit.rulings("called")] == [1]
    assert fouled(sit) == []


def test_d12_a_call_told_twice_counts_once() -> None:
    sit = playing(2, (5, 5))
    sit.rings(6, 2, at=2 * S)
    sit.say(1, ring=6, at=3 * S + 500 * MS)
    sit.cry(1)
    sit.cry(1)  # seat 2 rang sooner: it is waited for
    assert [one["seat"] for one in sit.rulings("called")] == [1]
    assert sit.phase == "play"
    assert sit.says(1) == []


# Before the burst has closed


def test_a_call_before_a_right_burst_has_closed_counts_when_it_closes() -> None:
    sit = playing(2, LAST)
    last = sit.rings(6, 1)
    sit.call(1)
    assert (sit.kinds()[-1], sit.phase) == ("called", "play")
    sit.until(last + GAP - NS)
    assert sit.phase == "play"
    sit.until(last + GAP)
    assert sit.kinds()[-3:] == ["called", "last_rung", "finished"]
    assert sit.phase == "check"


def test_a_call_told_twice_before_the_burst_has_closed_counts_once() -> None:
    sit = playing(2, LAST)
    sit.rings(6, 1)
    sit.call(1)
    sit.cry(1)
    sit.wait(1)
    assert len(sit.rulings("called")) == 1
    assert sit.phase == "check"


@pytest.mark.parametrize("rings", [5, 7])
def test_d13_a_call_on_a_burst_that_closes_with_a_wrong_count_is_false(rings: int) -> None:
    sit = playing(2, LAST)
    last = sit.rings(rings, 1)
    sit.call(1)
    sit.until(last + GAP)
    assert sit.kinds()[-3:] == ["called", "mis_rung", "false_call"]
    assert (sit.phase, fouled(sit), sit.seen(1, "rings_due")) == ("resume", [(1, "rings")], 6)


def test_a_last_ring_after_the_call_still_belongs_to_the_burst() -> None:
    sit = playing(2, LAST)
    last = sit.rings(5, 1)
    sit.call(1)
    sit.ring(1, at=last + APART)
    sit.wait(1)
    assert sit.phase == "check"
    assert sit.rulings("finished")[0]["seat"] == 1


def test_a_call_on_a_burst_that_is_not_the_last_stack_s_is_false_at_once() -> None:
    sit = playing(2, (4,))
    sit.rings(5, 1)
    sit.call(1)
    assert (sit.phase, fouled(sit)) == ("resume", [(1, "rings")])


# A false call


def false_call(seat: int = 2, stacks: tuple[int, ...] = (2, 3)) -> Sitting:
    sit = playing(2, stacks)
    sit.cry(seat)
    assert sit.phase == "resume"
    return sit


def test_d13_a_false_call_is_void_and_play_resumes_after_3_2_1_and_go() -> None:
    sit = false_call()
    called = sit.now
    beats = [one for one in sit.view()["cues"] if one["kind"] == "beat"]
    assert [(one["word"], round(one["at"] * S)) for one in beats] == [
        ("3", called + 900 * MS),
        ("2", called + 1900 * MS),
        ("1", called + 2900 * MS),
        ("GO", called + 3900 * MS),
    ]
    sit.until(called + TO_GO - NS)
    assert sit.phase == "resume"
    sit.until(called + TO_GO)
    assert (sit.phase, sit.kinds()[-1]) == ("play", "gone_on")
    assert (sit.each("stacks"), sit.each("points")) == ([2, 3], [0, 0])


def test_d13_lead_and_beat_of_the_count_are_the_table_s() -> None:
    sit = playing(2, lead=0.3, beat=0.5)
    sit.cry(2)
    called = sit.now
    sit.until(called + 1800 * MS - NS)
    assert sit.phase == "resume"
    sit.until(called + 1800 * MS)
    assert sit.phase == "play"


def test_d13_no_ring_counts_before_go_and_at_go_it_does() -> None:
    sit = false_call()
    called = sit.now
    sit.ring(1, at=called + 900 * MS, refused="wait")
    sit.ring(at=called + 901 * MS, refused="wait")
    sit.say(1, ring=3, at=called + 902 * MS, refused="wait")
    sit.ring(1, at=called + TO_GO - NS, refused="wait")
    sit.rings(3, 1, at=called + TO_GO)
    sit.wait(1)
    assert sit.each("stacks") == [3, 3]


def test_d13_during_the_count_hands_find_their_buttons_and_own_the_bell_from_go() -> None:
    sit = false_call()
    called = sit.now
    sit.hold(2, at=called + S)
    sit.hold(1, at=called + 2 * S)
    sit.let_go(2, at=called + 3 * S)
    sit.until(called + TO_GO)
    assert sit.view()["bell"] == 1
    sit.rings(3, at=called + TO_GO + 1500 * MS)  # its 1.5 s begin with GO
    sit.wait(1)
    assert sit.each("stacks") == [3, 3]


def test_d13_both_buttons_during_the_count_are_no_call() -> None:
    sit = false_call()
    sit.call(1)
    sit.until(sit.now + TO_GO)
    assert (sit.phase, fouled(sit)) == ("play", [(2, "rings")])


def test_d13_a_call_during_the_count_is_not_waited_for() -> None:
    sit = false_call()
    sit.say(1, boom_boom=True, refused="not_waited_for")


def test_d13_a_right_burst_that_the_false_call_cut_short_counts() -> None:
    sit = playing(2, (2, 3))
    sit.rings(3, 1)
    sit.cry(2)
    assert sit.each("stacks") == [3, 3]
    assert sit.kinds()[-2:] == ["false_call", "stack_rung"]


def test_d13_a_burst_that_was_not_complete_when_cut_short_is_forgotten_unpunished() -> None:
    sit = playing(2, (2, 3), false_ring="freeze")
    sit.rings(2, 1)
    sit.ring()
    sit.cry(2)
    assert sit.rulings("mis_rung", "frozen", "stray") == []
    assert sit.view()["burst"] == {"seat": None, "count": 1, "closed": True}
    sit.until(sit.now + TO_GO)
    sit.burst(3, 1)
    assert sit.each("stacks") == [3, 3]


def test_d13_whoever_still_may_call_has_its_3_s_again_from_go() -> None:
    sit, last = rung()
    sit.cry(2, at=last + CALL - NS)
    sit.until(sit.now + TO_GO)
    gone = sit.now
    assert sit.says(1) == [{"boom_boom": True}]
    sit.cry(1, at=gone + CALL)
    assert sit.rulings("finished")[0]["seat"] == 1


def test_d13_a_last_burst_and_its_call_that_were_cut_short_stand() -> None:
    sit = playing(2, (5, 3))
    sit.rings(6, 1)
    sit.call(1)
    sit.cry(2)
    assert fouled(sit) == [(2, "rings")]
    assert sit.phase == "check"
    assert sit.view()["finisher"] == 1


def test_d13_a_call_at_the_stamp_of_the_last_ring_stands_against_a_false_one() -> None:
    sit = playing(2, (5, 3))
    last = sit.rings(6, 1)
    sit.say(1, boom_boom=True, at=last)
    sit.say(2, boom_boom=True, at=last)
    sit.until(last)
    assert (sit.phase, sit.view()["finisher"]) == ("check", 1)
