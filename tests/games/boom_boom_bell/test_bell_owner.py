"""Whose the shared bell is: one bell, several ringers (D10, D25)."""

from __future__ import annotations

from tests.games.boom_boom_bell.table import APART, GAP, LAPSE, MS, NS, L, R, S, Sitting, playing


def owner(sit: Sitting) -> int | None:
    seat: int | None = sit.view()["bell"]
    return seat


# Holding


def test_d10_the_first_holder_s_rings_are_counted_for_it() -> None:
    sit = playing(3, stacks=(0, 1))
    sit.hold(2)
    assert owner(sit) == 2
    sit.burst(2)
    assert sit.each("stacks") == [0, 2, 0]


def test_d10_a_later_holder_waits_and_is_told() -> None:
    sit = playing(3)
    sit.hold(2)
    sit.hold(3)
    assert (owner(sit), sit.each("waits")) == (2, [False, False, True])
    assert sit.rulings("waits")[0]["seat"] == 3
    assert sit.rulings("waits")[0]["by"] == 2
    assert sit.view()["rulings"][-1]["text"] == "Cy waits: the bell is Bo's."
    assert sit.referee.run.waiting_turn() == (3,)


def test_d10_the_rings_are_the_owner_s_whoever_else_holds() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.hold(2)
    sit.burst(1)
    assert sit.each("stacks") == [1, 0]


def test_d10_either_button_holds_and_a_second_one_changes_nothing() -> None:
    sit = playing(2)
    sit.hold(1, R)
    sit.hold(2, L)
    sit.wait(0.6)  # more than a call takes
    sit.hold(1, L)
    assert (owner(sit), sit.state.turn.waiting) == (1, (2,))
    sit.let_go(1, L)
    assert owner(sit) == 1
    sit.let_go(1, R)
    assert owner(sit) == 2


def test_d10_a_phone_holds_and_lets_go_too() -> None:
    sit = playing(2)
    sit.say(1, side="left")
    assert owner(sit) == 1
    sit.burst(1)
    sit.say(1, let_go=True)
    assert (owner(sit), sit.each("stacks")) == (None, [1, 0])


def test_d10_rings_that_nobody_owns_are_void() -> None:
    sit = playing(2)
    sit.burst(2)
    assert sit.each("stacks") == [0, 0]
    assert sit.kinds()[-1] == "stray"
    assert sit.view()["rulings"][-1]["text"] == "Nobody held a button: rings (2) are void."


def test_d10_a_hold_that_comes_after_the_ring_does_not_own_it() -> None:
    sit = playing(2)
    sit.ring()
    sit.hold(1)
    sit.ring(at=sit.now + APART)
    sit.until(sit.now + GAP)
    assert sit.rulings("stray")[0]["rings"] == 1
    assert sit.each("stacks") == [1, 0]


# Letting go


def test_d10_letting_go_gives_the_bell_to_the_next_holder() -> None:
    sit = playing(3)
    for seat in (3, 1, 2):
        sit.hold(seat)
    sit.let_go(3)
    assert (owner(sit), sit.state.turn.waiting) == (1, (2,))
    sit.burst(1)
    assert sit.each("stacks") == [1, 0, 0]


def test_d10_a_waiting_holder_may_give_up_its_place() -> None:
    sit = playing(3)
    for seat in (3, 1, 2):
        sit.hold(seat)
    sit.let_go(1)
    sit.let_go(3)
    assert (owner(sit), sit.state.turn.waiting) == (2, ())


def test_d10_a_hold_let_go_at_the_very_stamp_of_a_ring_still_owns_it() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=2 * S + MS)
    sit.let_go(1, at=3 * S)
    sit.ring(at=3 * S)
    sit.until(3 * S + GAP)
    assert sit.each("stacks") == [1, 0]


def test_d10_a_ring_one_nanosecond_after_the_letting_go_is_the_next_holder_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=2 * S + MS)
    sit.let_go(1, at=3 * S)
    sit.ring(at=3 * S + NS)
    sit.until(3 * S + NS + GAP)
    assert sit.each("stacks") == [0, 1]


def test_d10_a_burst_goes_on_counting_for_its_ringer_after_the_letting_go() -> None:
    sit = playing(2, stacks=(1,))
    sit.hold(1)
    sit.ring()
    sit.let_go(1)
    sit.hold(2)
    sit.ring(1, at=sit.now + APART)  # with its own bell
    sit.ring()
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [2, 1]


# 1.5 s without a ring


def test_d10_a_ring_exactly_1_5_s_after_the_hold_is_still_the_owner_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.ring(at=2 * S + LAPSE)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [1, 0]


def test_d10_the_owner_lapses_1_5_s_after_its_hold() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.ring(at=2 * S + LAPSE + NS)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [0, 0]
    assert sit.kinds()[-1] == "stray"


def test_d10_each_ring_gives_the_owner_another_1_5_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.ring(at=3 * S)
    sit.until(3 * S + LAPSE - NS)
    assert owner(sit) == 1
    sit.ring(at=3 * S + LAPSE)
    sit.until(3 * S + LAPSE + GAP)
    assert sit.rulings("stray") == []


def test_d10_when_the_owner_lapses_the_bell_is_the_next_holder_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=3 * S)
    sit.until(2 * S + LAPSE)
    assert owner(sit) == 2
    assert sit.each("waits") == [False, False]
    sit.ring(at=2 * S + LAPSE + NS)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [0, 1]


def test_d10_a_later_holder_s_1_5_s_begin_when_the_bell_becomes_its_own() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=3 * S)
    sit.ring(at=2 * S + 2 * LAPSE)  # the last moment of the second one
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [0, 1]
    assert owner(sit) == 2


def test_d10_a_lapsed_hold_counts_again_only_when_it_is_held_anew() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.until(2 * S + LAPSE)
    assert owner(sit) is None
    sit.burst(1)
    assert (len(sit.rulings("stray")), sit.each("stacks")) == (1, [0, 0])
    sit.let_go(1)
    sit.hold(1)
    sit.burst(1)
    assert (len(sit.rulings("stray")), sit.each("stacks")) == (1, [1, 0])


def test_d10_only_rings_of_the_shared_bell_prolong_a_hold() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.ring(2, at=3 * S)
    sit.ring(1, at=3 * S)
    sit.until(2 * S + LAPSE)
    assert owner(sit) is None


# Two at once


def test_d25_of_two_who_hold_at_the_start_of_a_burst_the_earlier_owns_it() -> None:
    sit = playing(2)
    sit.hold(2, at=2 * S)
    sit.hold(1, at=2 * S + NS)
    sit.burst(1)
    assert sit.each("stacks") == [0, 1]


def test_d25_of_two_holds_with_one_stamp_the_lower_seat_owns_the_bell() -> None:
    sit = playing(2)
    sit.hold(2, at=2 * S)
    sit.hold(1, at=2 * S)
    assert (owner(sit), sit.state.turn.waiting) == (1, (2,))


def test_d25_an_earlier_hold_that_has_lapsed_does_not_own_the_burst() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=2 * S + 100 * MS)
    sit.until(2 * S + LAPSE + NS)
    sit.burst(1)
    assert sit.each("stacks") == [0, 1]


# Own bells


def test_d10_an_own_bell_needs_no_hold() -> None:
    sit = playing(3)
    sit.burst(1, 3)
    assert sit.each("stacks") == [0, 0, 1]


def test_d10_an_own_bell_counts_while_another_owns_the_shared_one() -> None:
    sit = playing(2, stacks=(1, 1))
    sit.hold(1)
    began = sit.now
    for number in range(2):
        sit.ring(at=began + number * APART)
        sit.ring(2, at=began + number * APART + MS)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [2, 2]


def test_d10_one_s_own_bell_and_the_shared_one_add_up_for_the_same_hand() -> None:
    sit = playing(2, stacks=(1,))
    sit.hold(1)
    sit.ring()
    sit.ring(1, at=sit.now + APART)
    sit.until(sit.now + GAP)
    assert sit.each("stacks") == [2, 0]


def test_d10_the_bell_of_a_seat_that_is_not_there_is_refused() -> None:
    sit = playing(2)
    sit.ring(3, refused="no_such_seat")
