"""Debounce: a level counts when it has stood for 10 ms, stamped with its first edge."""

from __future__ import annotations

from itertools import permutations

from firmware.panel.debounce import Standing, Step, merged, steps
from firmware.signals import CLOSED, OPEN

MS = 1_000_000
STABLE = 10 * MS


def debounced(*edges: tuple[float, int], until: float = 1000) -> tuple[Step, ...]:
    trace = [(round(ms * MS), level) for ms, level in edges]
    return steps(trace, round(until * MS), STABLE)[1]


def test_a_clean_press_and_release_keep_their_stamps() -> None:
    assert debounced((100, CLOSED), (180, OPEN)) == (
        Step(CLOSED, 100 * MS),
        Step(OPEN, 180 * MS),
    )


def test_a_bouncing_press_and_release_are_stamped_with_their_first_edges() -> None:
    press = (100, CLOSED), (101, OPEN), (102, CLOSED), (105, OPEN), (106, CLOSED)
    release = (180, OPEN), (180.2, CLOSED), (184, OPEN)

    assert debounced(*press, *release) == (Step(CLOSED, 100 * MS), Step(OPEN, 180 * MS))


def test_a_level_counts_when_it_has_stood_for_exactly_the_stable_time() -> None:
    assert debounced((100, CLOSED), until=110) == (Step(CLOSED, 100 * MS),)
    assert debounced((100, CLOSED), (110, OPEN)) == (Step(CLOSED, 100 * MS), Step(OPEN, 110 * MS))


def test_a_level_that_stood_a_nanosecond_less_does_not_count() -> None:
    assert debounced((100, CLOSED), (109.999999, OPEN)) == ()
    assert steps([(100, CLOSED)], 100 + STABLE - 1, STABLE)[1] == ()


def test_a_glitch_is_no_press() -> None:
    assert debounced((100, CLOSED), (100.5, OPEN)) == ()


def test_a_glitch_that_was_over_does_not_lend_its_stamp_to_the_next_press() -> None:
    assert debounced((100, CLOSED), (100.5, OPEN), (120, CLOSED)) == (Step(CLOSED, 120 * MS),)


def test_a_glitch_within_the_stable_time_is_the_press_s_own_bounce() -> None:
    assert debounced((100, CLOSED), (100.5, OPEN), (105, CLOSED)) == (Step(CLOSED, 100 * MS),)


def test_a_short_opening_in_a_hold_is_no_release() -> None:
    assert debounced((100, CLOSED), (200, OPEN), (209, CLOSED)) == (Step(CLOSED, 100 * MS),)


def test_a_repeated_level_tells_nothing() -> None:
    assert debounced((50, OPEN), (100, CLOSED), (105, CLOSED), until=110) == (
        Step(CLOSED, 100 * MS),
    )


def test_an_undecided_transition_is_remembered_with_its_first_edge() -> None:
    standing, made = steps([(100 * MS, CLOSED), (101 * MS, OPEN)], 102 * MS, STABLE)

    assert made == ()
    assert standing == Standing(OPEN, OPEN, 101 * MS, 100 * MS)


def test_edges_of_one_stamp_leave_the_same_level_in_any_order() -> None:
    for order in permutations([CLOSED, OPEN, CLOSED]):
        assert merged(order, OPEN) == CLOSED
    for pair in permutations([CLOSED, OPEN]):
        assert merged(pair, OPEN) == OPEN
        assert merged(pair, CLOSED) == CLOSED
    assert merged([OPEN, OPEN, CLOSED], CLOSED) == OPEN


def test_a_trace_may_be_given_in_any_order() -> None:
    edges = [(100 * MS, CLOSED), (101 * MS, OPEN), (103 * MS, CLOSED), (150 * MS, OPEN)]

    for order in permutations(edges):
        assert steps(order, 1000 * MS, STABLE) == steps(edges, 1000 * MS, STABLE)
