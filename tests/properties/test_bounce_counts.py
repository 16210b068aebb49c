"""Bounce never adds or loses a ring, and never moves one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.inbox import Change, Inbox
from firmware.mock.contacts import bouncing, rings
from firmware.panel.debounce import Step, steps
from firmware.panel.trace import Trace
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

MS = 1_000_000
STABLE, HOLD_BACK = 10 * MS, 25 * MS
SECOND = 1000 * MS
untimed = settings(deadline=None)  # wall time says nothing on a shared machine
Trail = list[tuple[int, int]]


def by_definition(edges: Trail, until_ns: int) -> tuple[Step, ...]:
    """Say which changes count, straight from the definition: the stretches that stood 10 ms.

    The first edge of a change is where the last such stretch before it ended.
    """
    ends: Trail = []
    level = OPEN
    for ns, to in sorted(edges):
        if to != level:
            ends.append((ns, level))
            level = to
    ends.append((until_ns, level))
    found, accepted, began = [], OPEN, ends[0][0]
    for (start_ns, _), (end_ns, stood) in pairwise(ends):
        if end_ns - start_ns < STABLE:
            continue
        if stood != accepted:
            accepted = stood
            found.append(Step(stood, began))
        began = end_ns
    return tuple(found)


@st.composite
def trails(draw: st.DrawFn) -> Trail:
    """Draw a line's edges: alternating or repeating, from a nanosecond to 40 ms apart."""
    gaps = st.one_of(st.integers(1, 9 * MS), st.integers(9 * MS, 40 * MS), st.just(STABLE))
    ns, edges = SECOND, []
    for gap in draw(st.lists(gaps, max_size=20)):
        edges.append((ns, draw(st.sampled_from([CLOSED, OPEN]))))
        ns += gap
    return edges


@untimed
@given(trails(), st.integers(0, 60 * MS))
def test_debounce_finds_what_the_definition_says(edges: Trail, rest_ns: int) -> None:
    until = max((ns for ns, _ in edges), default=SECOND) + rest_ns

    assert steps(edges, until, STABLE)[1] == by_definition(edges, until)


@untimed
@given(trails(), st.data())
def test_any_arrival_within_the_hold_back_gives_the_same_steps(
    edges: Trail, data: st.DataObject
) -> None:
    delays = st.integers(0, HOLD_BACK)
    arrivals = sorted((ns + data.draw(delays), ns, level) for ns, level in edges)
    trace, found = Trace(STABLE), list[Step]()
    for arrived_ns, ns, level in arrivals:
        trace.put(level, ns, arrived_ns)
        found += trace.advance(arrived_ns - HOLD_BACK - 1, arrived_ns)
    found += trace.advance(9 * SECOND - HOLD_BACK - 1, 9 * SECOND)

    assert tuple(found) == by_definition(edges, 9 * SECOND)


def ring_stamps(edges: Sequence[Edge]) -> list[int]:
    trail = [(edge.ns, edge.level) for edge in edges]
    return [step.ns for step in steps(trail, 99 * SECOND, STABLE)[1] if step.level == CLOSED]


def lock_out_count(edges: Sequence[Edge], lock_ns: int) -> int:
    count, free_ns = 0, 0
    for edge in edges:
        if edge.level == CLOSED and edge.ns >= free_ns:
            count, free_ns = count + 1, edge.ns + lock_ns
    return count


@pytest.mark.parametrize("per_s", [3, 5, 8])
def test_1200_bursts_with_6_ms_of_bounce_are_counted_exactly(per_s: float) -> None:
    chance = Random(1)
    for number in range(1200):
        edges = rings("bell", number % 6 + 1, SECOND, chance, per_s=per_s)
        due = [SECOND + ring * round(SECOND / per_s) for ring in range(number % 6 + 1)]
        assert ring_stamps(edges) == due


def long_bounce(level: int, ns: int, chance: Random) -> list[Edge]:
    """Bounce for 20 ms, in three spells, never still for 10 ms."""
    first = bouncing("bell", level, ns, chance)
    spells = [(Edge("bell", 1 - level, ns + at * MS - 1), ns + at * MS) for at in (7, 14)]
    later = [(edge, *bouncing("bell", level, at, chance)) for edge, at in spells]
    return [*first, *later[0], *later[1]]


def test_1200_bursts_at_5_a_second_with_20_ms_of_bounce_are_counted_exactly() -> None:
    chance = Random(2)
    for number in range(1200):
        starts = [SECOND + 200 * MS * ring for ring in range(number % 6 + 1)]
        edges = [
            edge
            for start in starts
            for level, at in ((CLOSED, start), (OPEN, start + 90 * MS))
            for edge in long_bounce(level, at, chance)
        ]
        assert ring_stamps(edges) == starts


def test_a_lock_out_miscounts_the_same_bursts() -> None:
    chance = Random(3)
    bursts = [rings("bell", 3, SECOND, chance) for _ in range(300)]

    assert sum(lock_out_count(burst, 30 * MS) == 3 for burst in bursts) < 60
    assert all(len(ring_stamps(burst)) == 3 for burst in bursts)


@untimed
@given(st.integers(0, 2**32), st.integers(1, 6), st.floats(1, 8))
def test_rings_through_the_inbox_are_counted_exactly_however_late_the_callbacks(
    seed: int, count: int, per_s: float
) -> None:
    chance = Random(seed)
    inbox: Inbox[TagSeen] = Inbox(STABLE, HOLD_BACK)
    edges = rings("bell", count, SECOND, chance, per_s=per_s)
    found: list[Change | TagSeen] = []
    for arrived_ns, edge in sorted(
        ((edge.ns + chance.randrange(HOLD_BACK + 1), edge) for edge in edges),
        key=lambda arrival: arrival[0],
    ):
        inbox.put(edge, arrived_ns)
        found += inbox.take(arrived_ns)
    found += inbox.take(99 * SECOND)

    period = round(SECOND / per_s)
    closed = [change for change in found if isinstance(change, Change) and change.level == CLOSED]
    assert closed == [Change("bell", CLOSED, SECOND + n * period) for n in range(count)]
    assert len(found) == 2 * count


@untimed
@given(st.integers(0, 2**32), st.integers(1, MS - 1))
def test_a_glitch_shorter_than_a_millisecond_is_no_press(seed: int, length: int) -> None:
    start = SECOND + Random(seed).randrange(SECOND)

    assert ring_stamps([Edge("bell", CLOSED, start), Edge("bell", OPEN, start + length)]) == []
