from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.timing.race import Act, Tied, Won, complete_at, finish

WINDOW = 50_000_000
ACTS = st.lists(
    st.builds(
        Act,
        seat=st.integers(1, 6),
        stamp=st.integers(0, 4) | st.integers(0, 3 * WINDOW),
        what=st.sampled_from(("cover", "click")),
    ),
    min_size=1,
    max_size=10,
)


def test_one_microsecond_decides_a_race() -> None:
    acts = [Act(2, 1_000_000), Act(1, 1_001_000)]
    assert finish(acts, tie_window=0) == Won(Act(2, 1_000_000), margin_ms=0.001)


def test_w9_equal_stamps_are_a_tie() -> None:
    assert finish([Act(3, 7), Act(1, 7)], 0) == Tied((Act(1, 7), Act(3, 7)), margin_ms=0.0)


def test_w49_a_margin_up_to_and_including_the_tie_window_is_a_tie() -> None:
    acts = [Act(1, 0, "cover"), Act(2, WINDOW, "click")]
    assert finish(acts, WINDOW) == Tied((acts[0], acts[1]), margin_ms=50.0)
    assert finish(acts, WINDOW - 1) == Won(acts[0], margin_ms=50.0)


def test_d14_the_tie_window_is_measured_from_the_first_alone() -> None:
    acts = [Act(1, 0), Act(2, WINDOW), Act(3, 2 * WINDOW)]
    assert finish(acts, WINDOW) == Tied((acts[0], acts[1]), margin_ms=50.0)


def test_who_acts_alone_wins_without_a_margin() -> None:
    assert finish([Act(4, 9)], 0) == Won(Act(4, 9), margin_ms=None)


def test_a_seat_that_acts_twice_counts_by_its_earlier_act_and_ties_with_nobody() -> None:
    assert finish([Act(1, 8), Act(1, 5), Act(1, 6)], WINDOW) == Won(Act(1, 5), margin_ms=None)


def test_a_race_without_an_act_is_none() -> None:
    with pytest.raises(ValueError, match="nobody has acted"):
        finish([], 0)


def test_a_race_is_complete_a_tie_window_after_its_earliest_stamp() -> None:
    assert complete_at([Act(1, 90), Act(2, 40)], WINDOW) == 40 + WINDOW
    assert complete_at([], WINDOW) is None


@given(acts=ACTS, data=st.data())
def test_the_order_of_arrival_makes_no_difference(acts: list[Act], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(acts))
    assert finish(shuffled, WINDOW) == finish(acts, WINDOW)
    assert complete_at(shuffled, WINDOW) == complete_at(acts, WINDOW)


@given(acts=ACTS, window=st.integers(0, 2 * WINDOW))
def test_a_winner_is_ahead_of_everybody_by_more_than_the_window(
    acts: list[Act], window: int
) -> None:
    first = min(act.stamp for act in acts)
    match finish(acts, window):
        case Won(act=won):
            others = [act.stamp for act in acts if act.seat != won.seat]
            assert won.stamp == first
            assert all(stamp - first > window for stamp in others)
        case Tied(acts=tied):
            assert len({act.seat for act in tied}) > 1
            assert all(act.stamp - first <= window for act in tied)
