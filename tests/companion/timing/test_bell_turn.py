from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.timing.bell_turn import PATIENCE_NS, BellTurn, Tenure

S = 1_000_000_000
EMPTY = BellTurn()


def held(*seats: int) -> BellTurn:
    """Return the turn after these seats held, one second apart from 1 s on."""
    turn = EMPTY
    for place, seat in enumerate(seats, 1):
        turn = turn.held(seat, place * S)
    return turn


def whose(turn: BellTurn, stamp: int) -> int | None:
    return turn.rings(stamp)[1]


# Who


def test_d10_the_patience_is_1_5_s() -> None:
    assert PATIENCE_NS == 1_500_000_000


def test_d10_while_nobody_holds_the_bell_is_nobodys() -> None:
    assert (EMPTY.owner, EMPTY.waiting, EMPTY.lapses, whose(EMPTY, 5)) == (None, (), None, None)


def test_d10_the_first_holder_owns_the_bell_and_later_ones_wait_in_their_turn() -> None:
    turn = held(3, 1, 2)
    assert (turn.owner, turn.waiting) == (3, (1, 2))


def test_d10_a_second_hold_of_the_same_seat_changes_nothing() -> None:
    turn = held(3, 1)
    assert turn.held(3, 9 * S) is turn
    assert turn.held(1, 9 * S) is turn


def test_d25_the_earlier_hold_owns_even_if_it_is_told_later() -> None:
    turn = held(3).held(1, S - 1)
    assert (turn.owner, turn.waiting, turn.since) == (1, (3,), S - 1)


def test_d25_of_holds_with_one_stamp_the_lower_seat_s_comes_first() -> None:
    turns = {
        tuple(seat for _, seat in turn.queue)
        for order in permutations((1, 2, 3))
        for turn in [EMPTY.held(order[0], S).held(order[1], S).held(order[2], S)]
    }
    assert turns == {(1, 2, 3)}


def test_d10_whoever_has_rung_keeps_the_bell_whatever_earlier_hold_is_told_late() -> None:
    turn, _ = held(3).rings(2 * S)
    turn = turn.held(1, S - 1)
    assert (turn.owner, turn.waiting) == (3, (1,))
    assert turn.held(2, S - 2).waiting == (2, 1)


# Letting go


def test_d10_the_next_holder_owns_the_bell_from_the_letting_go_on() -> None:
    turn = held(3, 1, 2).let_go(3, 5 * S)
    assert (turn.owner, turn.waiting, turn.since, turn.rung) == (1, (2,), 5 * S, None)
    assert turn.before == Tenure(3, S, 5 * S)


def test_d10_a_waiting_seat_that_lets_go_leaves_the_others_turns_as_they_were() -> None:
    turn = held(3, 1, 2).let_go(1, 5 * S)
    assert (turn.owner, turn.waiting, turn.since) == (3, (2,), S)


def test_letting_go_of_what_is_not_held_changes_nothing() -> None:
    turn = held(3)
    assert turn.let_go(1, 5 * S) == turn
    assert EMPTY.let_go(1, 5 * S) == EMPTY


def test_d10_the_last_holder_s_letting_go_leaves_the_bell_to_nobody() -> None:
    turn = held(3).let_go(3, 5 * S)
    assert (turn.owner, turn.lapses) == (None, None)


# Rings


def test_d10_a_ring_is_the_owner_s_from_its_hold_on() -> None:
    turn = held(3, 1)
    assert [whose(turn, stamp) for stamp in (S - 1, S, 9 * S)] == [None, 3, 3]


def test_d10_a_ring_at_the_very_stamp_of_the_letting_go_is_still_its_own() -> None:
    turn = held(3, 1).let_go(3, 5 * S)
    assert [whose(turn, stamp) for stamp in (S - 1, S, 5 * S, 5 * S + 1)] == [None, 3, 3, 1]


def test_d10_a_ring_that_is_told_late_is_whose_the_bell_was_at_its_stamp() -> None:
    turn = held(3, 1).let_go(3, 5 * S)
    again, ringer = turn.rings(4 * S)
    assert ringer == 3
    assert again == turn  # it prolongs nobody's turn


def test_a_ring_of_nobody_changes_nothing() -> None:
    assert EMPTY.rings(5) == (EMPTY, None)
    turn = held(3)
    assert turn.rings(S - 1) == (turn, None)


def test_after_a_letting_go_a_new_hold_owns_only_its_own_rings() -> None:
    turn = held(3).let_go(3, 5 * S).held(1, 7 * S)
    stamps = (5 * S, 5 * S + 1, 7 * S - 1, 7 * S)
    assert [whose(turn, stamp) for stamp in stamps] == [3, None, None, 1]


# 1.5 s


def test_d10_the_owner_lapses_1_5_s_after_its_hold_or_its_last_ring() -> None:
    turn = held(3)
    assert turn.lapses == S + PATIENCE_NS
    turn, _ = turn.rings(2 * S)
    assert turn.lapses == 2 * S + PATIENCE_NS


def test_d10_an_earlier_ring_told_late_shortens_no_turn() -> None:
    turn, _ = held(3).rings(3 * S)
    turn, _ = turn.rings(2 * S)
    assert (turn.rung, turn.lapses) == (3 * S, 3 * S + PATIENCE_NS)


def test_d10_the_1_5_s_of_the_next_begin_when_the_bell_becomes_its_own() -> None:
    turn = held(3, 1).lapsed(9 * S)
    assert (turn.owner, turn.lapses) == (1, 9 * S + PATIENCE_NS)


def test_d10_a_ring_at_the_very_end_of_the_patience_is_still_the_owner_s() -> None:
    turn = held(3, 1)
    assert turn.lapses == S + PATIENCE_NS
    turn = turn.lapsed(S + PATIENCE_NS)
    assert whose(turn, S + PATIENCE_NS) == 3
    assert whose(turn, S + PATIENCE_NS + 1) == 1


def test_d10_a_lapsed_hold_counts_no_more() -> None:
    turn = held(3, 1).lapsed(9 * S)
    assert 3 not in [seat for _, seat in turn.queue]
    assert turn.held(3, 10 * S).waiting == (3,)


def test_nobody_lapses_where_nobody_holds() -> None:
    assert EMPTY.lapsed(9 * S) is EMPTY


@pytest.mark.parametrize(
    ("stamp", "covered"), [(4, False), (5, True), (7, True), (9, True), (10, False)]
)
def test_a_tenure_covers_both_its_ends(stamp: int, covered: bool) -> None:
    assert Tenure(1, 5, 9).covers(stamp) == covered


# Any order

STAMPS = st.integers(0, 3)
HOLDS = st.lists(st.tuples(st.integers(1, 4), STAMPS), unique_by=lambda hold: hold[0], max_size=4)


@given(holds=HOLDS, data=st.data())
def test_d25_holds_in_any_order_give_one_queue(
    holds: list[tuple[int, int]], data: st.DataObject
) -> None:
    def queued(order: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        turn = EMPTY
        for seat, stamp in order:
            turn = turn.held(seat, stamp)
        return turn.queue

    assert queued(data.draw(st.permutations(holds))) == queued(sorted(holds))
    assert queued(holds) == tuple(sorted((stamp, seat) for seat, stamp in holds))


@given(holds=HOLDS, stamp=STAMPS)
def test_d10_a_ring_is_one_seat_s_at_most_and_only_a_holder_s(
    holds: list[tuple[int, int]], stamp: int
) -> None:
    turn = EMPTY
    for seat, at in holds:
        turn = turn.held(seat, at)
    first = min(((at, seat) for seat, at in holds), default=None)
    ringer = whose(turn, stamp)
    assert ringer == (first[1] if first is not None and first[0] <= stamp else None)


def test_d10_a_hold_that_is_lost_takes_no_ring_at_its_stamp() -> None:
    turn = held(1, 2).lost(1, 4 * S)
    assert (turn.owner, whose(turn, 4 * S)) == (2, 2)
    assert whose(turn, 4 * S - 1) == 1


def test_d10_a_waiting_hold_that_is_lost_changes_nothing_for_the_owner() -> None:
    turn = held(1, 2).lost(2, 4 * S)
    assert (turn.owner, turn.waiting, whose(turn, 4 * S)) == (1, (), 1)
