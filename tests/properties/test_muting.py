"""Muting depends on the stamps alone, takes no ring from any hand, and leaves no button down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.inbox import PATIENCE_NS, Change, Inbox
from firmware.mock.contacts import bouncing, rings
from firmware.panel.debounce import Step
from firmware.panel.muting import steps
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

MS = 1_000_000
STABLE, HOLD_BACK = 10 * MS, 25 * MS
SECOND = 1000 * MS
END = 99 * SECOND
untimed = settings(deadline=None)  # wall time says nothing on a shared machine
Trail = list[tuple[int, int]]


def transitions(trail: Trail) -> list[tuple[int, int, int]]:
    """Return each transition's first edge, last edge and the level that it came to rest at."""
    edges = [trail[0]] if trail and trail[0][1] == CLOSED else []
    edges += [after for before, after in pairwise(trail) if before[1] != after[1]]
    found: list[tuple[int, int, int]] = []
    for ns, level in edges:
        is_bounce = bool(found) and ns - found[-1][1] < STABLE
        begun_ns = found.pop()[0] if is_bounce else ns
        found.append((begun_ns, ns, level))
    return found


def by_definition(trail: Trail) -> list[Step]:
    """Say what is to be told, straight from the definition, with numbers of its own."""
    told, closings = list[Step](), list[int]()
    level, restless, unruly, is_heard = OPEN, 0, -END, True
    for begun_ns, rests_ns, to in transitions(trail):
        clock = begun_ns - restless
        restless += rests_ns - begun_ns
        is_crackle = rests_ns - begun_ns > 250 * MS
        is_closing = (level, to) == (OPEN, CLOSED)
        is_hasty = is_closing and len(closings) >= 12 and clock - closings[-12] < 840 * MS
        is_calm = clock - unruly > 2 * SECOND and not (is_crackle or is_hasty)
        if is_crackle or is_hasty:
            unruly = clock
        if is_closing:
            closings.append(clock)
            is_heard = is_calm
        if to != level and is_heard:
            told.append(Step(to, begun_ns))
        level = to
    return told


@st.composite
def broken(draw: st.DrawFn) -> Trail:
    """Draw the edges of a contact that is broken at times, and at rest or in use at others."""
    chance, trail, ns, level = Random(draw(st.integers(0, 2**32))), Trail(), SECOND, CLOSED
    spells = st.tuples(st.sampled_from([2, 4, 9, 15, 30, 70, 900]), st.integers(1, 60))
    for mean_ms, count in draw(st.lists(spells, max_size=8)):
        for _ in range(count):
            trail.append((ns, level))
            ns += 1 + round(chance.expovariate(1 / (mean_ms * MS)))
            level = 1 - level
    return trail


@untimed
@given(broken())
def test_what_is_told_of_a_broken_contact_is_what_the_definition_says(trail: Trail) -> None:
    assert list(steps(trail, 9 * END, STABLE)[1]) == by_definition(trail)


def changes(
    inbox: Inbox[TagSeen], arrivals: Sequence[tuple[int, Edge]], *, eager: bool = True
) -> list[Step]:
    """Let edges arrive; an eager table looks when the inbox asks it to, a lazy one at the end."""
    found: list[Change | TagSeen] = []
    for arrived_ns, edge in arrivals:
        while eager and (ns := inbox.next_ns()) is not None and ns < arrived_ns:
            found += inbox.take(ns)
        inbox.put(edge, arrived_ns)
    while (ns := inbox.next_ns()) is not None:
        found += inbox.take(ns)
    found += inbox.take(9 * END)
    return [Step(one.level, one.ns) for one in found if isinstance(one, Change)]


def late(trail: Trail, chance: Random, most_ns: int, line: str = "bell") -> list[tuple[int, Edge]]:
    arrivals = [(ns + chance.randrange(most_ns + 1), Edge(line, to, ns)) for ns, to in trail]
    return sorted(arrivals, key=lambda arrival: arrival[0])


@untimed
@given(broken(), st.integers(0, 2**32), st.booleans())
def test_neither_the_order_of_arrival_nor_the_moments_of_looking_change_what_is_told(
    trail: Trail, seed: int, eager: bool
) -> None:
    arrivals = late(trail, Random(seed), HOLD_BACK)

    assert changes(Inbox(STABLE, HOLD_BACK), arrivals, eager=eager) == by_definition(trail)


@untimed
@given(broken(), st.integers(0, 2**32))
def test_however_late_its_edges_come_every_press_gets_its_release_and_the_levels_agree(
    trail: Trail, seed: int
) -> None:
    inbox: Inbox[TagSeen] = Inbox(STABLE, HOLD_BACK)
    found = changes(inbox, late(trail, Random(seed), 400 * MS, "1.left"))

    by_stamp = sorted(found, key=lambda step: step.ns)
    assert [step.level for step in by_stamp] == [n % 2 for n in range(len(by_stamp))]
    assert inbox.levels().get("1.left", OPEN) == (by_stamp[-1].level if by_stamp else OPEN)


@untimed
@given(broken(), st.integers(0, 3 * SECOND), st.integers(0, 2**32))
def test_a_press_beside_a_broken_contact_is_given_within_the_patience(
    trail: Trail, at_ns: int, seed: int
) -> None:
    chance, inbox = Random(seed), Inbox[TagSeen](STABLE, HOLD_BACK)
    press_ns = SECOND + at_ns
    press = [(edge.ns, edge.level) for edge in bouncing("1.left", CLOSED, press_ns, chance)]
    arrivals = late(trail, chance, HOLD_BACK) + late(press, chance, HOLD_BACK, "1.left")
    for arrived_ns, edge in sorted(arrivals, key=lambda arrival: arrival[0]):
        inbox.put(edge, arrived_ns)
    found: list[Change | TagSeen] = []
    while (ns := inbox.next_ns()) is not None and ns <= press_ns + PATIENCE_NS + 1:
        found += inbox.take(ns)

    assert Change("1.left", CLOSED, press_ns) in found


@untimed
@given(st.integers(0, 2**32), st.floats(1, 8), st.integers(1, 30), st.sampled_from([0, 3, 6, 9]))
def test_bursts_of_up_to_8_rings_a_second_are_counted_exactly_however_long(
    seed: int, per_s: float, count: int, bounce_ms: int
) -> None:
    chance = Random(seed)
    edges = rings("bell", count, SECOND, chance, per_s=per_s, bounce_ns=bounce_ms * MS)
    trail = [(edge.ns, edge.level) for edge in edges]

    found = changes(Inbox(STABLE, HOLD_BACK), late(trail, chance, HOLD_BACK))
    period = round(SECOND / per_s)
    closed = [step.ns for step in found if step.level == CLOSED]
    assert closed == [SECOND + number * period for number in range(count)]
    assert len(found) == 2 * count


@pytest.mark.parametrize("per_s", [5, 8])
def test_1200_bursts_one_after_another_are_counted_exactly(per_s: float) -> None:
    chance, trail, due, ns = Random(4), Trail(), list[int](), SECOND
    for number in range(1200):
        count = number % 10 + 1
        edges = rings("bell", count, ns, chance, per_s=per_s)
        trail += [(edge.ns, edge.level) for edge in edges]
        due += [ns + ring * round(SECOND / per_s) for ring in range(count)]
        ns = due[-1] + 300 * MS

    found = steps(trail, ns + SECOND, STABLE)[1]
    assert [step.ns for step in found if step.level == CLOSED] == due
