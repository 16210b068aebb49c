"""A trace: edges into the order of their stamps, and what becomes of late ones."""

from __future__ import annotations

from collections import deque

from firmware.panel.debounce import Step
from firmware.panel.trace import REMEMBERED_EDGES, Trace
from firmware.signals import CLOSED, OPEN

MS = 1_000_000
HOLD_BACK = 25 * MS


def trace_of(*edges: tuple[int, int]) -> Trace:
    trace = Trace(10 * MS)
    for ms, level in edges:
        trace.put(level, ms * MS, ms * MS)
    return trace


def advanced(trace: Trace, now_ms: float) -> tuple[Step, ...]:
    now = round(now_ms * MS)
    return trace.advance(now - HOLD_BACK - 1, now)


def test_edges_are_used_in_the_order_of_their_stamps() -> None:
    trace = trace_of((103, CLOSED), (101, OPEN), (100, CLOSED))

    assert advanced(trace, 200) == (Step(CLOSED, 100 * MS),)


def test_a_press_is_decided_when_its_stable_time_is_known_to_the_last_nanosecond() -> None:
    trace = trace_of((100, CLOSED))

    assert trace.advance(135 * MS - HOLD_BACK - 2, 135 * MS - 1) == ()
    assert trace.begun_ns == 100 * MS
    assert advanced(trace, 135) == (Step(CLOSED, 100 * MS),)
    assert trace.begun_ns is None


def test_next_tells_when_an_edge_is_used_and_when_it_is_decided() -> None:
    trace = trace_of((100, CLOSED))
    assert trace.next_ns(HOLD_BACK) == 125 * MS + 1

    advanced(trace, 126)
    assert trace.next_ns(HOLD_BACK) == 135 * MS

    advanced(trace, 135)
    assert trace.next_ns(HOLD_BACK) is None


def test_the_state_at_boot_is_a_level_and_no_step() -> None:
    trace = Trace(10 * MS)
    trace.start_at(CLOSED)

    assert advanced(trace, 100) == ()
    assert trace.level == CLOSED


def test_a_line_closed_at_boot_can_be_released() -> None:
    trace = trace_of((100, OPEN))
    trace.start_at(CLOSED)

    assert advanced(trace, 200) == (Step(OPEN, 100 * MS),)


def test_a_state_at_boot_after_an_edge_is_ignored() -> None:
    trace = trace_of((100, CLOSED))
    advanced(trace, 200)
    trace.start_at(OPEN)

    assert trace.level == CLOSED


def test_a_line_closed_at_boot_stands_closed_since_it_was_seen() -> None:
    trace = Trace(10 * MS)
    trace.start_at(CLOSED, 90 * MS)
    assert trace.closed_ns == 90 * MS

    trace.put(OPEN, 100 * MS, 100 * MS)
    advanced(trace, 200)
    assert trace.closed_ns is None


def test_a_press_tells_since_when_the_line_stands_closed() -> None:
    trace = trace_of((100, CLOSED), (101, OPEN), (102, CLOSED))
    advanced(trace, 200)

    assert trace.closed_ns == 100 * MS


def test_a_late_press_with_its_bounce_is_one_press() -> None:
    trace = Trace(10 * MS)
    advanced(trace, 500)
    found: list[Step] = []
    for number, (ms, level) in enumerate([(100, CLOSED), (101, OPEN), (102, CLOSED)]):
        trace.put(level, ms * MS, 500 * MS + number)
        found += advanced(trace, 500 + number / MS)
    found += advanced(trace, 511)

    assert found == [Step(CLOSED, 100 * MS)]


def test_a_late_edge_asks_to_be_taken_at_once_and_judged_after_the_stable_time() -> None:
    trace = Trace(10 * MS)
    advanced(trace, 500)
    trace.put(CLOSED, 100 * MS, 500 * MS)
    assert (trace.next_ns(HOLD_BACK), trace.waiting_ns) == (500 * MS, 100 * MS)

    assert advanced(trace, 500) == ()
    assert (trace.next_ns(HOLD_BACK), trace.waiting_ns) == (510 * MS, None)


def test_a_press_later_than_its_own_release_is_given_with_it() -> None:
    trace = trace_of((200, OPEN))
    advanced(trace, 500)
    trace.put(CLOSED, 100 * MS, 500 * MS)

    assert advanced(trace, 500) == (Step(CLOSED, 100 * MS), Step(OPEN, 200 * MS))
    assert trace.level == OPEN


def test_a_good_late_ring_survives_a_bad_late_edge() -> None:
    trace = trace_of((100, CLOSED), (200, OPEN), (400, OPEN))
    advanced(trace, 500)
    for ms, level in [(105, OPEN), (300, CLOSED)]:
        trace.put(level, ms * MS, 500 * MS)

    assert advanced(trace, 511) == (Step(CLOSED, 300 * MS), Step(OPEN, 400 * MS))
    assert trace.dropped == 1


def test_a_late_edge_that_would_take_back_what_was_given_is_dropped_and_counted() -> None:
    trace = trace_of((100, CLOSED), (200, OPEN))
    assert len(advanced(trace, 500)) == 2
    trace.put(OPEN, 105 * MS, 500 * MS)
    trace.put(CLOSED, 99 * MS, 500 * MS)

    assert advanced(trace, 511) == ()
    assert (trace.dropped, trace.level) == (2, OPEN)


def test_a_late_edge_older_than_all_that_is_remembered_is_dropped() -> None:
    trace = Trace(10 * MS)
    for number in range(REMEMBERED_EDGES):
        trace.put(CLOSED, (1000 + 100 * number) * MS, 0)
        trace.put(OPEN, (1050 + 100 * number) * MS, 0)
    given = advanced(trace, 20_000)
    trace.put(CLOSED, 500 * MS, 20_000 * MS)
    trace.put(OPEN, 600 * MS, 20_000 * MS)

    assert len(given) == 2 * REMEMBERED_EDGES
    assert advanced(trace, 20_011) == ()
    assert trace.dropped == 2


def test_a_late_ring_between_others_is_still_found_after_many_edges() -> None:
    trace = Trace(10 * MS)
    for number in range(REMEMBERED_EDGES):
        trace.put(CLOSED, (1000 + 100 * number) * MS, 0)
        trace.put(OPEN, (1020 + 100 * number) * MS, 0)
    advanced(trace, 20_000)
    last_ms = 1000 + 100 * (REMEMBERED_EDGES - 2)
    trace.put(OPEN, (last_ms + 70) * MS, 20_000 * MS)
    trace.put(CLOSED, (last_ms + 50) * MS, 20_000 * MS)

    assert set(advanced(trace, 20_011)) == {
        Step(CLOSED, (last_ms + 50) * MS),
        Step(OPEN, (last_ms + 70) * MS),
    }


def fast(count: int, gap_ms: int = 30) -> list[tuple[int, int]]:
    starts = [1000 + gap_ms * number for number in range(count)]
    return [edge for ms in starts for edge in ((ms, CLOSED), (ms + gap_ms // 2, OPEN))]


def test_a_line_that_closes_too_fast_is_muted_and_makes_no_steps_until_it_is_calm() -> None:
    trace = trace_of(*fast(40), (5000, CLOSED), (5100, OPEN))
    found = advanced(trace, 4000)

    assert [step.ns for step in found] == [ms * MS for ms, _ in fast(12)]
    assert trace.muted_until_ns == 4170 * MS
    assert (trace.is_muted(4170 * MS), trace.is_muted(4170 * MS + 1)) == (True, False)
    assert advanced(trace, 6000) == (Step(CLOSED, 5000 * MS), Step(OPEN, 5100 * MS))


def test_a_late_closing_that_would_take_back_a_press_is_dropped() -> None:
    """With one more ring before it, the twelfth would have been the thirteenth."""
    trace = trace_of(*fast(12))
    assert len(advanced(trace, 2000)) == 24
    trace.put(CLOSED, 900 * MS, 2000 * MS)
    trace.put(OPEN, 950 * MS, 2001 * MS)

    assert advanced(trace, 2020) == ()
    assert (trace.dropped, trace.level) == (1, OPEN)


def test_late_edges_of_a_muted_line_change_nothing() -> None:
    trace = trace_of(*fast(40))
    told = advanced(trace, 2300)
    trace.put(OPEN, 1924 * MS, 2300 * MS)
    trace.put(CLOSED, 1912 * MS, 2300 * MS)

    assert len(told) == 24
    assert advanced(trace, 2320) == ()
    assert (trace.dropped, trace.level) == (0, OPEN)


def test_what_a_trace_remembers_of_a_broken_contact_does_not_grow() -> None:
    trace = Trace(10 * MS)
    for number in range(20_000):
        ns = (1000 + 12 * number) * MS
        trace.put(number % 2, ns, ns)
        advanced(trace, ns / MS)

    kept = [value for name, value in vars(trace).items() if isinstance(value, list | deque)]
    assert max(map(len, kept)) <= REMEMBERED_EDGES
