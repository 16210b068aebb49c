"""The ring that starts a round: whose it may be, and what still belongs to it (D2, D6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_bell.table import GAP, LAPSE, MS, NS, S, Sitting


def begun(sit: Sitting) -> list[int | None]:
    return [one["seat"] for one in sit.rulings("begun")]


# Who


def test_d2_the_youngest_s_ring_starts_the_round() -> None:
    sit = Sitting(first=2)
    sit.hold(2)
    sit.ring()
    assert (sit.phase, begun(sit)) == ("play", [2])
    assert sit.view()["rulings"][-1]["text"] == "Bo rings: round 1 has begun!"


def test_d2_the_youngest_rings_an_own_bell_without_holding() -> None:
    sit = Sitting(first=2)
    sit.ring(2)
    assert begun(sit) == [2]


def test_d2_the_youngest_s_phone_rings() -> None:
    sit = Sitting(first=2)
    assert {"ring": 1} in sit.says(2)
    assert {"ring": 1} not in sit.says(1)
    sit.say(2, ring=1)
    assert begun(sit) == [2]


def test_d2_only_the_youngest_is_waited_for() -> None:
    sit = Sitting(3, first=3)
    waiting = [(one["seat"], one["gesture"]) for one in sit.view()["waiting"]]
    assert waiting == [(3, "ring")]


def test_d2_another_player_does_not_start() -> None:
    sit = Sitting(first=2)
    sit.ring(1, refused="not_the_starter")
    sit.say(1, ring=1, refused="not_the_starter")
    sit.hold(1)
    sit.ring(refused="not_the_starter")
    assert (sit.phase, begun(sit)) == ("start", [])


def test_d2_a_ring_that_nobody_claims_starts_too() -> None:
    sit = Sitting(first=2)
    sit.ring()
    assert (sit.phase, begun(sit)) == ("play", [None])
    assert sit.view()["rulings"][-1]["text"] == "Round 1 has begun!"


def test_d2_while_nobody_knows_the_youngest_it_is_who_holds_and_rings() -> None:
    sit = Sitting(3, first=None)
    assert {one["seat"] for one in sit.view()["waiting"]} == {1, 2, 3}
    sit.hold(3)
    sit.ring()
    assert begun(sit) == [3]
    assert sit.state.youngest == 3


def test_d2_while_nobody_knows_the_youngest_the_owner_of_an_own_bell_is() -> None:
    sit = Sitting(3, first=None)
    sit.ring(2)
    assert sit.state.youngest == 2


def test_d2_a_ring_of_nobody_leaves_the_youngest_unknown() -> None:
    sit = Sitting(3, first=None)
    sit.ring()
    assert (sit.phase, sit.state.youngest) == ("play", None)


def test_d2_the_host_says_who_is_the_youngest() -> None:
    sit = Sitting(3, first=None)
    sit.host(first=2)
    sit.ring(1, refused="not_the_starter")
    sit.ring(2)
    assert begun(sit) == [2]


def test_d2_the_host_may_start_for_everybody() -> None:
    sit = Sitting(first=2)
    sit.host(start=True)
    assert (sit.phase, begun(sit)) == ("play", [None])
    assert sit.state.youngest == 2


def test_d2_a_cry_before_the_start_is_not_waited_for() -> None:
    sit = Sitting()
    sit.say(1, boom_boom=True, refused="not_waited_for")
    sit.call(1)
    assert sit.kinds() == ["dealt"]


def test_d10_at_the_start_too_the_bell_is_the_first_holder_s() -> None:
    sit = Sitting(3, first=None)
    sit.hold(2)
    sit.hold(1)
    assert sit.each("waits") == [True, False, False]
    sit.ring()
    assert begun(sit) == [2]


def test_d10_at_the_start_a_ring_at_the_stamp_of_a_letting_go_is_judged_by_its_owner() -> None:
    sit = Sitting(first=2)
    sit.hold(1, at=S)
    sit.hold(2, at=S + MS)
    sit.let_go(1, at=S + 100 * MS)
    sit.ring(at=S + 100 * MS, refused="not_the_starter")
    assert sit.phase == "start"


def test_d10_at_the_start_too_a_hold_lapses_after_1_5_s_without_a_ring() -> None:
    sit = Sitting(first=2)
    sit.hold(1, at=S)
    sit.hold(2, at=S + MS)
    sit.until(S + LAPSE)
    assert sit.view()["bell"] == 2
    sit.ring()
    assert begun(sit) == [2]


def test_d10_at_the_start_a_hold_may_be_let_go() -> None:
    sit = Sitting(first=2)
    sit.hold(1)
    sit.hold(2)
    sit.let_go(1)
    sit.ring()
    assert begun(sit) == [2]


# What belongs to the ring


def test_d6_more_rings_of_the_same_hand_within_the_gap_belong_to_the_start() -> None:
    sit = Sitting(first=1)
    sit.hold(1)
    sit.ring(at=S)
    sit.ring(at=S + GAP)
    sit.ring(at=S + 2 * GAP)
    sit.until(S + 4 * GAP)
    assert sit.kinds() == ["dealt", "begun"]
    assert sit.seen(1, "rings_due") == 1


def test_d6_a_ring_one_nanosecond_after_the_gap_is_the_first_stack_s() -> None:
    sit = Sitting(first=1)
    sit.hold(1)
    sit.ring(at=S)
    sit.ring(at=S + GAP + NS)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [1, 0]


def test_d7_a_stack_that_was_dealt_complete_counts_when_its_owner_rings_it() -> None:
    sit = Sitting(first=1)
    sit.ring(1)
    sit.ring(2, at=100 * MS)  # another hand within the gap of the start
    sit.until(100 * MS + GAP)
    assert sit.each("stacks") == [0, 1]


def test_d6_after_a_start_of_nobody_unowned_rings_within_the_gap_belong_to_it() -> None:
    sit = Sitting()
    sit.ring(at=S)
    sit.ring(at=S + GAP)
    sit.ring(2, at=S + GAP)
    sit.until(S + 3 * GAP)
    assert sit.rulings("stray") == []
    assert sit.each("stacks") == [0, 1]


def test_d10_another_s_bell_does_not_prolong_a_hold_that_began_before_the_start() -> None:
    sit = Sitting(first=2)
    sit.hold(1, at=S)
    sit.ring(2, at=2 * S)
    sit.until(S + LAPSE - NS)
    assert sit.view()["bell"] == 1
    sit.until(S + LAPSE)
    assert sit.view()["bell"] is None


# Later rounds


def after_a_round(winner: int, seats: int = 3, **given: Any) -> Sitting:
    """Return a sitting between its first and its second round, at the moment that ends it."""
    sit = Sitting(seats, verify="off", **given)
    sit.begin()
    sit.finish(winner)
    assert (sit.phase, sit.view()["round"]) == ("start", 2)
    return sit


def test_d2_later_rounds_are_started_by_the_youngest() -> None:
    sit = after_a_round(winner=3, first=2)
    sit.wait(1)
    sit.ring(3, refused="not_the_starter")
    sit.ring(2)
    assert begun(sit) == [None, 2]


def test_d2_whoever_began_the_first_round_is_the_youngest_from_then_on() -> None:
    sit = Sitting(first=None, verify="off")
    sit.ring(2)
    sit.wait(1)
    sit.finish(1)
    sit.wait(1)
    sit.ring(1, refused="not_the_starter")
    sit.ring(2)
    assert begun(sit) == [2, 2]


def test_d2_with_next_start_winner_the_last_winner_starts() -> None:
    sit = after_a_round(winner=3, first=2, next_start="winner")
    sit.wait(1)
    sit.ring(2, refused="not_the_starter")
    sit.ring(3)
    assert begun(sit) == [None, 3]


def test_d2_with_next_start_winner_the_first_round_is_the_youngest_s() -> None:
    sit = Sitting(first=2, next_start="winner")
    sit.ring(1, refused="not_the_starter")
    sit.ring(2)


def test_a_ring_up_to_a_gap_after_a_round_belongs_to_it() -> None:
    sit = after_a_round(winner=1, first=2)
    ended = sit.now
    sit.ring(2, at=ended + GAP, refused="round_over")
    sit.ring(at=ended + GAP, refused="round_over")
    assert sit.phase == "start"
    sit.ring(2, at=ended + GAP + NS)
    assert sit.phase == "play"


def test_a_hold_from_the_last_round_starts_no_round() -> None:
    sit = Sitting(first=2, verify="off")
    sit.begin()
    sit.hold(2)
    sit.finish(1)
    sit.wait(1)
    sit.ring(refused="round_over")
    sit.let_go(2)
    sit.hold(2)
    sit.ring()
    assert begun(sit) == [None, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_no_stack_at_the_start_of_a_round(seats: int) -> None:
    sit = after_a_round(winner=1, seats=seats)
    assert sit.each("stacks") == [0] * seats
    assert sit.each("rings_due") == [1] * seats
