"""Muting: what no hand has made is not told, and what a hand has made always is."""

from __future__ import annotations

import pytest

from firmware.panel.debounce import Step
from firmware.panel.muting import (
    CALM_NS,
    CRACKLE_NS,
    MOST_CLOSINGS,
    RESTED_NS,
    STILL,
    Contact,
    at_boot,
    steps,
)
from firmware.signals import CLOSED, OPEN

MS = 1_000_000
STABLE = 10 * MS
SECOND = 1000 * MS
END = 900 * SECOND
GAP = RESTED_NS // MOST_CLOSINGS

Trail = list[tuple[int, int]]


def closings(count: int, gap_ns: int, from_ns: int = SECOND) -> Trail:
    """Close so often, each for half of its share of time."""
    starts = [from_ns + number * gap_ns for number in range(count)]
    return [edge for ns in starts for edge in ((ns, CLOSED), (ns + gap_ns // 2, OPEN))]


def crackle(
    length_ns: int, level: int, from_ns: int = SECOND, gap_ns: int = 3 * MS, was: int = OPEN
) -> Trail:
    """Shake for so long, from the level that `was`, and come to rest at `level`."""
    end_ns = from_ns + length_ns
    shaken = [
        (ns, (was + 1 + number) % 2) for number, ns in enumerate(range(from_ns, end_ns, gap_ns))
    ]
    return [*(shaken[:-1] if shaken[-1][1] == level else shaken), (end_ns, level)]


def told(edges: Trail, until_ns: int = END) -> list[int]:
    """Return the stamps of the closings that are told."""
    return [step.ns for step in judged(edges, until_ns)[1] if step.level == CLOSED]


def judged(edges: Trail, until_ns: int = END) -> tuple[Contact, tuple[Step, ...]]:
    return steps(edges, until_ns, STABLE)


# More often than hands


@pytest.mark.parametrize("per_s", [15, 20, 30, 40])
def test_of_a_contact_that_closes_15_to_40_times_a_second_only_the_first_12_are_told(
    per_s: int,
) -> None:
    trail = closings(120 * per_s, SECOND // per_s)

    assert told(trail) == [ns for ns, level in trail[:24] if level == CLOSED]


@pytest.mark.parametrize("per_s", [1, 5, 8, 12, 14])
def test_hands_may_go_on_for_minutes(per_s: int) -> None:
    trail = closings(120 * per_s, SECOND // per_s)

    assert len(told(trail)) == 120 * per_s


def test_thirteen_closings_within_less_rest_than_hands_need_are_one_too_many() -> None:
    spread, close = closings(13, GAP), closings(13, GAP - 1)

    assert (len(told(spread)), len(told(close))) == (13, 12)


def test_a_dozen_of_the_fastest_rings_is_told_whole() -> None:
    assert len(told(closings(12, 20 * MS))) == 12


def test_bounce_is_no_rest() -> None:
    """80 ms apart, the closings are slow enough, but 7 ms of each change are bounce."""
    trail = [
        (ns + at * MS, to)
        for ns, level in closings(13, 80 * MS)
        for at, to in ((0, level), (3, 1 - level), (7, level))
    ]

    assert len(told(closings(13, 80 * MS))) == 13
    assert len(told(trail)) == 12


# Crackling


def test_a_contact_that_chatters_200_times_a_second_for_a_minute_is_never_told() -> None:
    for level in (CLOSED, OPEN):
        assert judged(crackle(60 * SECOND, level, gap_ns=5 * MS // 2))[1] == ()


def test_a_crackle_is_no_press_though_the_contact_stays_closed_after_it() -> None:
    longest, longer = crackle(CRACKLE_NS, CLOSED), crackle(CRACKLE_NS + 1, CLOSED)

    assert told(longest) == [SECOND]
    assert told(longer) == []


def test_a_crackle_that_ends_where_it_began_mutes_what_comes_after_it() -> None:
    after = SECOND + CRACKLE_NS + 100 * MS

    assert told(crackle(CRACKLE_NS, OPEN) + closings(1, 100 * MS, after)) == [after]
    assert told(crackle(CRACKLE_NS + 1, OPEN) + closings(1, 100 * MS, after)) == []


def test_a_button_that_was_told_down_comes_up_after_the_longest_crackle() -> None:
    trail = [(SECOND, CLOSED), *crackle(60 * SECOND, OPEN, 2 * SECOND, was=CLOSED)]

    assert judged(trail)[1] == (Step(CLOSED, SECOND), Step(OPEN, 2 * SECOND))


# Until it is calm


def after_a_crackle(rest_ns: int) -> Trail:
    crackled = crackle(SECOND, OPEN)
    return crackled + closings(1, 100 * MS, crackled[-1][0] + rest_ns)


def test_a_line_is_heard_again_after_its_rest() -> None:
    assert told(after_a_crackle(CALM_NS)) == []
    assert told(after_a_crackle(CALM_NS + 1)) == [2 * SECOND + CALM_NS + 1]


def test_hands_are_heard_again_though_they_did_not_stop() -> None:
    slower = closings(60, 125 * MS, 3 * SECOND)
    found = told([*closings(60, 33 * MS), *slower])
    last_hasty_ns = 3 * SECOND + 4 * 125 * MS  # the 13th from it back is still a fast one

    assert found[:12] == [SECOND + number * 33 * MS for number in range(12)]
    assert found[12:] == [
        ns for ns, level in slower if level == CLOSED and ns > last_hasty_ns + CALM_NS
    ]


def test_what_goes_on_too_fast_stays_muted_for_ever() -> None:
    contact, found = judged(closings(40 * 180, 25 * MS))

    assert len(found) == 24
    assert len(contact.closings) == MOST_CLOSINGS


def test_a_calm_time_is_counted_at_rest_only() -> None:
    """Between two crackles too short to be any, the line has hardly rested."""
    shaken, ns = crackle(SECOND, OPEN), 2 * SECOND + 50 * MS
    while ns < 12 * SECOND:
        shaken += crackle(CRACKLE_NS - 10 * MS, OPEN, ns)
        ns += CRACKLE_NS + 40 * MS

    assert told(shaken + closings(1, 100 * MS, ns)) == []
    assert told(shaken + closings(1, 100 * MS, ns + CALM_NS)) == [ns + CALM_NS]


# What is down comes up


def test_of_a_closing_that_was_not_told_the_opening_is_not_told_either() -> None:
    crackled = crackle(SECOND, CLOSED)
    contact, found = judged([*crackled, (60 * SECOND, OPEN), (70 * SECOND, CLOSED)])

    assert found == (Step(CLOSED, 70 * SECOND),)
    assert (contact.level, contact.closed_ns) == (CLOSED, 70 * SECOND)


def test_a_line_that_stands_closed_unheard_is_open_for_the_table() -> None:
    contact, _ = judged(crackle(SECOND, CLOSED))

    assert (contact.level, contact.closed_ns) == (OPEN, SECOND)


def test_every_press_told_of_a_broken_button_gets_its_release() -> None:
    for gap_ms in range(20, 67):
        found = judged(closings(100, gap_ms * MS))[1]
        assert [step.level for step in found] == [CLOSED, OPEN] * 12


def test_a_line_closed_at_boot_is_closed_since_then_and_comes_up() -> None:
    boot = at_boot(CLOSED, SECOND)
    contact, found = steps([(5 * SECOND, OPEN)], END, STABLE, boot)

    assert (boot.level, boot.closed_ns) == (CLOSED, SECOND)
    assert found == (Step(OPEN, 5 * SECOND),)
    assert contact.closed_ns is None
    assert at_boot(OPEN, SECOND) == STILL


# Who waits for it


def test_a_transition_that_may_be_told_is_waited_for_and_no_other() -> None:
    begun = [(90 * SECOND, CLOSED)]
    early, at_once = 90 * SECOND + 1, 90 * SECOND + STABLE
    muted_until = SECOND + CRACKLE_NS + 1 + CALM_NS
    crackled = crackle(CRACKLE_NS + 1, OPEN)

    assert judged(begun, early)[0].awaited_ns == 90 * SECOND
    assert judged(begun, at_once)[0].awaited_ns is None
    assert judged([*crackled, (muted_until, CLOSED)], muted_until + 1)[0].awaited_ns is None
    calm_ns = muted_until + 1
    assert judged([*crackled, (calm_ns, CLOSED)], calm_ns + 1)[0].awaited_ns == calm_ns


def test_an_opening_is_waited_for_if_its_closing_was_told() -> None:
    opening = (90 * SECOND, OPEN)

    told_ns = judged([(SECOND, CLOSED), opening], opening[0] + 1)[0].awaited_ns
    unheard_ns = judged([*crackle(SECOND, CLOSED), opening], opening[0] + 1)[0].awaited_ns
    assert (told_ns, unheard_ns) == (90 * SECOND, None)


def test_a_line_is_muted_until_it_is_calm_and_longer_while_it_shakes() -> None:
    crackled = crackle(SECOND, OPEN)
    until_ns = 2 * SECOND + CALM_NS
    rests, shakes = judged(crackled)[0], judged([*crackled, (until_ns, CLOSED)], until_ns + 1)[0]

    assert (rests.is_muted(until_ns), rests.is_muted(until_ns + 1)) == (True, False)
    assert rests.muted_until_ns == until_ns
    assert shakes.is_muted(until_ns + STABLE - 1)
    assert STILL.muted_until_ns is None
    assert not STILL.is_muted(SECOND)
