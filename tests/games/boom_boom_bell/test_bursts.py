"""Bursts: how many rings are due, which belong together, and what a wrong count costs."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_bell.table import FREEZE, GAP, MS, NS, S, Sitting, playing


def burst(sit: Sitting) -> tuple[int | None, int, bool]:
    seen = sit.view()["burst"]
    return seen["seat"], seen["count"], seen["closed"]


# How many are due


def test_d6_the_kth_stack_takes_k_rings_by_its_owner_s_own_history() -> None:
    sit = playing(4, stacks=(0, 2))
    assert sit.each("rings_due") == [1, 3, 1, 1]
    sit.burst(1, 1)
    sit.burst(2, 1)
    assert sit.each("stacks") == [2, 2, 0, 0]
    assert sit.each("rings_due") == [3, 3, 1, 1]


def test_d6_rings_exactly_a_gap_apart_belong_together() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1, at=2 * S)
    sit.ring(1, at=2 * S + GAP)
    sit.until(2 * S + 2 * GAP)
    assert sit.each("stacks") == [2, 0]


def test_d6_a_ring_one_nanosecond_beyond_the_gap_is_another_burst() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1, at=2 * S)
    sit.ring(1, at=2 * S + GAP + NS)
    sit.until(2 * S + 2 * GAP + NS)
    assert sit.each("stacks") == [1, 0]
    assert [(one["rings"], one["due"]) for one in sit.rulings("mis_rung")] == [(1, 2), (1, 2)]


def test_d6_the_gap_is_an_option() -> None:
    sit = playing(2, stacks=(1,), ring_gap=0.4)
    sit.ring(1, at=2 * S)
    sit.ring(1, at=2 * S + 400 * MS)
    sit.until(2 * S + 799 * MS)
    assert sit.each("stacks") == [1, 0]
    sit.until(2 * S + 800 * MS)
    assert sit.each("stacks") == [2, 0]


def test_d6_a_burst_is_judged_when_its_gap_has_passed_and_not_before() -> None:
    sit = playing(2)
    sit.ring(1, at=2 * S)
    sit.until(2 * S + GAP - NS)
    assert (sit.each("stacks"), burst(sit)) == ([0, 0], (1, 1, False))
    sit.until(2 * S + GAP)
    assert (sit.each("stacks"), burst(sit)) == ([1, 0], (1, 1, True))
    assert sit.rulings("stack_rung")[-1]["ns"] == 2 * S + GAP


def test_d6_the_running_burst_grows_on_the_board_and_stays_until_the_next() -> None:
    sit = playing(2, stacks=(2,))
    shown = []
    for number in range(3):
        sit.ring(1, at=2 * S + number * 500 * MS)
        shown.append(burst(sit))
    assert shown == [(1, 1, False), (1, 2, False), (1, 3, False)]
    sit.wait(60)
    assert burst(sit) == (1, 3, True)
    sit.ring()
    assert burst(sit) == (None, 1, False)


def test_d6_the_last_burst_stays_on_the_board_into_the_next_round() -> None:
    sit = playing(2, verify="off")
    sit.finish(2)
    sit.begin_next()
    assert burst(sit) == (2, 6, True)


def test_d6_a_burst_of_another_on_the_board_is_not_closed_with_the_first() -> None:
    sit = playing(2)
    sit.ring(1, at=2 * S)
    sit.ring(2, at=2 * S + 300 * MS)
    sit.until(2 * S + GAP)
    assert (sit.each("stacks"), burst(sit)) == ([1, 0], (2, 1, False))


def test_d6_two_players_bursts_do_not_mix() -> None:
    sit = playing(2, stacks=(1, 2))
    for ns, seat in [(0, 2), (100, 1), (200, 2), (300, 1), (400, 2)]:
        sit.ring(seat, at=2 * S + ns * MS)
    sit.wait(1)
    assert sit.each("stacks") == [2, 3]


def test_d6_each_seat_s_open_burst_is_seen_on_its_own() -> None:
    sit = playing(2, stacks=(1, 2))
    sit.rings(2, 2)
    sit.ring(1)
    assert sit.each("burst") == [1, 2]
    sit.wait(1)
    assert sit.each("burst") == [None, None]


def test_d6_two_rings_with_one_stamp_are_two() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1, at=2 * S)
    sit.ring(1, at=2 * S)
    sit.wait(1)
    assert sit.each("stacks") == [2, 0]


def test_d6_a_ring_that_is_told_late_is_counted_by_its_stamp() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1, at=2 * S)
    sit.ring(1, at=2 * S + GAP, late=2 * S + 100 * MS)
    sit.until(2 * S + 100 * MS + GAP)
    assert sit.each("stacks") == [2, 0]


def test_d6_a_phone_s_burst_is_closed_and_judged_at_once() -> None:
    sit = playing(2, stacks=(1,))
    assert {"ring": 2} in sit.says(1)
    sit.say(1, ring=2)
    assert (sit.each("stacks"), burst(sit)) == ([2, 0], (1, 2, True))


def test_d6_while_a_burst_grows_the_phone_offers_no_ring() -> None:
    sit = playing(2)
    sit.ring(1)
    assert sit.says(1) == []
    assert {"ring": 1} in sit.says(2)


# What is void


@pytest.mark.parametrize(("rings", "case"), [(1, "few"), (3, "many"), (6, "many")])
def test_d9_too_few_or_too_many_rings_are_void_and_rung_again(rings: int, case: str) -> None:
    sit = playing(2, stacks=(1,))
    sit.burst(rings, 1)
    ruled = sit.rulings("mis_rung")[0]
    assert (ruled["seat"], ruled["rings"], ruled["due"]) == (1, rings, 2)
    assert (ruled["case"], ruled["cite"]) == (case, "D9")
    assert (sit.each("stacks"), sit.seen(1, "rings_due")) == ([1, 0], 2)
    sit.burst(2, 1)
    assert sit.each("stacks") == [2, 0]


def test_d9_a_wrong_count_from_a_phone_is_void_too() -> None:
    sit = playing(2, stacks=(1,))
    sit.say(1, ring=3)
    assert sit.kinds()[-1] == "mis_rung"
    assert sit.each("stacks") == [1, 0]


def test_d8_a_ring_after_the_last_stack_has_no_stack_and_is_void() -> None:
    sit = playing(2, stacks=(6,))
    assert sit.seen(1, "rings_due") is None
    sit.say(1, ring=1)
    ruled = sit.rulings("mis_rung")[0]
    assert (ruled["case"], ruled["due"], ruled["cite"]) == ("none", 0, "D8")
    assert sit.view()["rulings"][-1]["text"] == "Ann rang 1, but no stack is due: void."
    sit.cry(1)
    assert sit.phase == "check"


def test_d8_there_is_no_penalty() -> None:
    sit = playing(2)
    sit.burst(2, 1)
    sit.burst(1, 1)
    assert (sit.rulings("frozen"), sit.each("stacks")) == ([], [1, 0])


def test_d16_nothing_happens_by_itself_however_long_nobody_can_progress() -> None:
    sit = playing(4)
    before = sit.kinds()
    sit.hold(2)
    sit.wait(24 * 3600)
    assert (sit.phase, sit.kinds()) == ("play", before)
    assert sit.referee.due() is None


# Freezing, where the house does


def frozen(sit: Sitting) -> list[int]:
    return [seat for seat in sit.state.seats if sit.seen(seat, "frozen")]


def test_d23_a_false_burst_freezes_its_seat_for_5_s_from_its_close() -> None:
    sit = playing(2, false_ring="freeze")
    sit.rings(2, 1, at=2 * S)
    closed = 2 * S + 200 * MS + GAP
    sit.until(closed)
    assert frozen(sit) == [1]
    assert sit.kinds()[-2:] == ["mis_rung", "frozen"]
    assert sit.rulings("frozen")[0]["seconds"] == 5
    sit.ring(1, at=closed + NS, refused="frozen")
    sit.ring(1, at=closed + FREEZE, refused="frozen")
    sit.ring(1, at=closed + FREEZE + NS)
    sit.wait(1)
    assert (frozen(sit), sit.each("stacks")) == ([], [1, 0])


def test_d23_a_phone_s_false_burst_closes_at_once_and_freezes_from_there() -> None:
    sit = playing(2, false_ring="freeze")
    sit.say(1, ring=2)
    told = sit.now
    assert sit.says(1) == []
    sit.say(1, ring=1, at=told + FREEZE, refused="frozen")
    sit.say(1, ring=1, at=told + FREEZE + NS)
    assert sit.each("stacks") == [1, 0]


def test_d23_others_ring_while_one_is_frozen_and_nobody_s_rings_freeze_nobody() -> None:
    sit = playing(2, false_ring="freeze")
    sit.say(1, ring=2)
    sit.burst(3)
    assert frozen(sit) == [1]
    sit.hold(2)
    sit.burst(1)
    assert sit.each("stacks") == [0, 1]


def test_d23_a_frozen_owner_s_rings_of_the_shared_bell_are_refused() -> None:
    sit = playing(2, false_ring="freeze")
    sit.hold(1)
    sit.say(1, ring=2)
    sit.ring(refused="frozen")
    assert sit.view()["refused"]["reason"] == "frozen"


def test_d23_a_frozen_seat_that_lets_go_at_the_stamp_of_a_ring_gains_nothing() -> None:
    sit = playing(2, false_ring="freeze")
    sit.hold(1)
    sit.say(1, ring=2)
    sit.let_go(1, at=2 * S)
    sit.ring(at=2 * S, refused="frozen")
    sit.wait(1)
    assert sit.each("stacks") == [0, 0]


def test_d23_a_ring_at_the_stamp_of_a_letting_go_is_not_the_frozen_next_holder_s() -> None:
    sit = playing(2, false_ring="freeze")
    sit.say(2, ring=2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=2 * S)
    sit.let_go(1, at=3 * S)
    sit.ring(at=3 * S)
    sit.wait(1)
    assert sit.each("stacks") == [1, 0]


def test_d23_right_bursts_freeze_nobody() -> None:
    sit = playing(2, false_ring="freeze", stacks=(3,))
    assert frozen(sit) == []


def test_d23_a_freeze_ends_with_the_round() -> None:
    sit = playing(2, false_ring="freeze", verify="off")
    sit.complete(2, 6)
    sit.say(1, ring=2)
    sit.cry(2)
    assert (sit.phase, frozen(sit)) == ("start", [])


def test_d23_a_freeze_runs_on_while_play_is_counted_in() -> None:
    sit = playing(2, false_ring="freeze")
    sit.say(1, ring=2)
    told = sit.now
    sit.cry(2)  # false: 3-2-1, and GO after 3.9 s
    sit.until(told + FREEZE)
    assert (sit.phase, frozen(sit)) == ("play", [])
