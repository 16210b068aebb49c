"""Who finished first: by the first edge of the last ring (D14, D15, D21, D22)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_bell.table import APART, CALL, GAP, MS, NS, S, Sitting, playing

BOTH = (5, 5)
US = 1000
FIVE = 5 * APART  # from the first of six rings to the last


def race(ahead: int, **given: Any) -> tuple[Sitting, int]:
    """Let seats 1 and 2 ring their last stacks, seat 2 so much later; return 1's last stamp."""
    sit = playing(2, BOTH, **given)
    began = 3 * S
    rings = [(began + number * APART, 1) for number in range(6)]
    rings += [(began + ahead + number * APART, 2) for number in range(6)]
    for at, seat in sorted(rings):
        sit.ring(seat, at=at)
    return sit, began + FIVE


def finishers(sit: Sitting) -> list[tuple[int, float | None]]:
    return [(one["seat"], one["ms"]) for one in sit.rulings("finished")]


# Who


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_d21_who_called_first_does_not_matter_who_finished_first_does(
    order: tuple[int, int],
) -> None:
    sit, last = race(ahead=300 * MS)
    sit.cry(order[0], at=last + 400 * MS)
    sit.cry(order[1], at=last + 500 * MS)
    sit.until(last + 300 * MS + GAP)
    assert sit.rulings("finished")[0]["seat"] == 1
    assert sit.view()["finisher"] == 1


def test_d21_the_round_waits_for_who_rang_sooner_and_may_still_call() -> None:
    sit, last = race(ahead=300 * MS)
    sit.until(last + 300 * MS + GAP)
    sit.cry(2)
    assert sit.phase == "play"
    sit.cry(1, at=last + CALL)
    assert finishers(sit) == [(1, 300.0)]


def test_d21_if_the_first_finisher_never_calls_the_next_caller_has_finished() -> None:
    sit, last = race(ahead=300 * MS)
    sit.until(last + 300 * MS + GAP)
    sit.cry(2)
    sit.until(last + CALL - NS)
    assert sit.phase == "play"
    sit.until(last + CALL)
    assert sit.kinds()[-2:] == ["not_called", "finished"]
    assert finishers(sit) == [(2, None)]
    assert sit.seen(1, "stacks") == 5


def test_d21_the_round_waits_for_an_open_burst_whose_last_ring_was_sooner() -> None:
    sit, last = race(ahead=300 * MS)
    sit.cry(2, at=last + 310 * MS)
    sit.until(last + GAP - NS)
    assert sit.phase == "play"
    sit.cry(1, at=last + GAP - NS)
    sit.until(last + 300 * MS + GAP)
    assert finishers(sit) == [(1, 300.0)]


def test_d21_a_burst_that_turns_out_wrong_is_waited_for_in_vain() -> None:
    sit, last = race(ahead=300 * MS)
    sit.ring(1, at=last + 301 * MS)  # a seventh
    sit.cry(2, at=last + 310 * MS)
    sit.until(last + 300 * MS + GAP)
    assert sit.phase == "check"
    assert finishers(sit) == [(2, None)]


def test_d21_a_burst_that_is_not_yet_complete_at_the_finish_is_not_waited_for() -> None:
    sit = playing(2, BOTH)
    sit.rings(5, 1, at=3 * S)
    sit.say(2, ring=6, at=3 * S + 4 * APART)
    sit.cry(2, at=3 * S + 4 * APART)
    assert finishers(sit) == [(2, None)]


def test_d21_an_unfinished_seat_is_not_waited_for() -> None:
    sit = playing(3, (3, 3))
    sit.rings(3, 2, at=3 * S)
    sit.say(1, ring=4, at=3 * S + 410 * MS)
    sit.cry(1)
    assert (sit.phase, sit.view()["finisher"]) == ("check", 1)


# The margin


@pytest.mark.parametrize(
    ("ahead", "ms"), [(NS, 0.000001), (US, 0.001), (50 * MS, 50.0), (1234567, 1.234567)]
)
def test_d14_the_margin_is_exact_to_the_stamp(ahead: int, ms: float) -> None:
    sit, last = race(ahead)
    sit.cry(2, at=last + 100 * MS)
    sit.cry(1, at=last + 200 * MS)
    sit.until(last + 2 * GAP)
    assert finishers(sit) == [(1, ms)]
    assert sit.view()["margin_ms"] == ms


def test_d14_who_finishes_alone_has_no_margin() -> None:
    sit = playing(2, BOTH)
    sit.finish(2)
    assert finishers(sit) == [(2, None)]
    assert sit.view()["rulings"][-1]["text"] == "Bo finishes first."


def test_d14_the_last_race_s_margin_stays_until_the_next_race_is_decided() -> None:
    sit, last = race(50 * MS, verify="off")
    sit.cry(1, at=last + 100 * MS)
    sit.until(last + 2 * GAP)
    assert (sit.view()["round"], sit.view()["margin_ms"]) == (2, 50.0)
    sit.begin_next()
    sit.complete(2, 6)
    assert sit.view()["margin_ms"] == 50.0
    sit.finish(2)
    assert sit.view()["margin_ms"] is None


# Ties


def tie(sit: Sitting, last: int, *order: int) -> None:
    for number, seat in enumerate(order, 1):
        sit.cry(seat, at=last + number * 100 * MS)
    sit.until(last + 2 * GAP)


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_d14_equal_stamps_are_a_tie_without_a_point(order: tuple[int, int]) -> None:
    sit, last = race(ahead=0)
    tie(sit, last, *order)
    ruled = sit.rulings("finished_together")[0]
    assert (ruled["seats"], ruled["ms"]) == ([1, 2], 0.0)
    assert (sit.phase, sit.each("points"), sit.view()["margin_ms"]) == ("start", [0, 0], 0.0)


@pytest.mark.parametrize(
    ("ahead", "is_tie"), [(0, True), (US, True), (50 * MS, True), (50 * MS + NS, False)]
)
def test_d14_inside_a_tie_window_a_margin_up_to_it_is_a_tie(ahead: int, is_tie: bool) -> None:
    sit, last = race(ahead, tie_window=0.05)
    tie(sit, last, 1, 2)
    assert bool(sit.rulings("finished_together")) == is_tie
    assert finishers(sit) == ([] if is_tie else [(1, ahead / MS)])


def test_d14_a_tie_window_is_waited_out() -> None:
    sit = playing(2, BOTH, tie_window=0.05)
    sit.say(1, ring=6, at=3 * S)
    sit.cry(1, at=3 * S + 10 * MS)
    sit.until(3 * S + 50 * MS - NS)
    assert sit.phase == "play"
    sit.until(3 * S + 50 * MS)
    assert (sit.phase, finishers(sit)) == ("check", [(1, None)])


def test_d14_a_last_ring_at_the_end_of_the_tie_window_ties() -> None:
    sit = playing(2, BOTH, tie_window=0.05)
    sit.say(1, ring=6, at=3 * S)
    sit.cry(1, at=3 * S + 10 * MS)
    sit.say(2, ring=6, at=3 * S + 50 * MS)
    sit.cry(2, at=3 * S + 2 * S)
    assert sit.rulings("finished_together")[0]["ms"] == 50.0


def test_d14_equal_stamps_of_which_one_is_not_called_are_no_tie() -> None:
    sit, last = race(ahead=0)
    sit.cry(2, at=last + 100 * MS)
    sit.until(last + CALL)
    assert finishers(sit) == [(2, None)]


def test_d14_three_may_tie() -> None:
    sit = playing(3, (3, 3, 3))
    for seat in (3, 1, 2):
        sit.say(seat, ring=4, at=3 * S)
    for seat in (2, 3, 1):
        sit.cry(seat)
    assert sit.rulings("finished_together")[0]["seats"] == [1, 2, 3]


def test_d22_a_void_round_is_played_again_under_its_number() -> None:
    sit, last = race(ahead=0, goal="rounds", rounds=1)
    tie(sit, last, 1, 2)
    assert sit.view()["round"] == 1
    assert [one["round"] for one in sit.rulings("dealt")] == [1, 1]
    assert (sit.each("stacks"), sit.state.scored) == ([0, 0], 0)


def test_d22_a_void_round_does_not_count_towards_the_limit() -> None:
    sit, last = race(ahead=0, goal="rounds", rounds=1, verify="off")
    tie(sit, last, 1, 2)
    sit.win(2)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])


# The point


def test_d15_only_the_round_s_winner_has_a_point() -> None:
    sit = playing(3, (3, 3, 3), verify="off")
    sit.finish(2)
    assert sit.each("points") == [0, 1, 0]
    assert (sit.rulings("point")[0]["seat"], sit.rulings("point")[0]["points"]) == (2, 1)
    assert sit.each("stacks") == [0, 0, 0]


def test_d12_the_round_stands_still_once_somebody_has_finished() -> None:
    sit = playing(3, (3, 3, 3))
    sit.finish(2)
    sit.ring(1, refused="being_checked")
    sit.ring(refused="being_checked")
    sit.hold(1, refused="being_checked")
    sit.say(3, ring=4, refused="being_checked")
    sit.say(3, boom_boom=True, refused="being_checked")
    assert sit.each("points") == [0, 0, 0]


def test_d12_bursts_that_the_finish_cut_short_are_judged_as_they_stand() -> None:
    sit = playing(3, (3, 1, 1))
    sit.rings(2, 2)
    sit.ring(3)
    sit.say(1, ring=4)
    sit.cry(1)
    assert sit.each("stacks") == [4, 2, 1]
    assert sit.rulings("mis_rung") == []
