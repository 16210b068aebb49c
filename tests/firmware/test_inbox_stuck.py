"""Broken contacts: none makes rings without end, none holds up the others, and all are named."""

from __future__ import annotations

from random import Random

import pytest

from firmware.inbox import PATIENCE_NS, Change, Inbox
from firmware.mock.contacts import bouncing, rings
from firmware.panel.muting import CALM_NS
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

MS = 1_000_000
US = 1_000
STABLE, HOLD_BACK = 10 * MS, 25 * MS
SECOND = 1000 * MS
MINUTE = 60 * SECOND


class Table:
    """Takes what an inbox gives, whenever it asks to be looked at; edges arrive as they happen."""

    def __init__(self) -> None:
        self.inbox: Inbox[TagSeen] = Inbox(STABLE, HOLD_BACK)
        self.given: list[tuple[int, Change]] = []  # when, what
        self.named: list[tuple[int, tuple[str, ...]]] = []  # since when, what
        self._edges: list[Edge] = []

    def will(self, *edges: Edge) -> None:
        """Let edges happen in their time."""
        self._edges = sorted([*self._edges, *edges], key=lambda edge: edge.ns)

    def until(self, until_ns: int) -> None:
        """Let time pass."""
        due = [edge for edge in self._edges if edge.ns <= until_ns]
        self._edges = self._edges[len(due) :]
        for edge in due:
            self._look_before(edge.ns)
            self.inbox.put(edge, edge.ns)
        self._look_before(until_ns)
        self._look(until_ns)

    def _look_before(self, until_ns: int) -> None:
        while (ns := self.inbox.next_ns()) is not None and ns < until_ns:
            self._look(ns)

    def _look(self, ns: int) -> None:
        changes = [one for one in self.inbox.take(ns) if isinstance(one, Change)]
        self.given += [(ns, change) for change in changes]
        if self.inbox.stuck() != (self.named[-1][1] if self.named else ()):
            self.named.append((ns, self.inbox.stuck()))

    def of(self, line: str) -> list[Change]:
        """Return what was given of a line."""
        return [change for _, change in self.given if change.line == line]


def chatter(
    line: str, from_ns: int, until_ns: int, gap_ns: int = 5 * MS // 2, ends: int = OPEN
) -> list[Edge]:
    """Let a line change every so often, from open, and end at a level; 200 Hz if not told."""
    edges = [
        Edge(line, number % 2, ns) for number, ns in enumerate(range(from_ns, until_ns, gap_ns))
    ]
    return [*(edges[:-1] if edges[-1].level == ends else edges), Edge(line, ends, until_ns)]


def in_use(lines: tuple[str, ...], from_ns: int, until_ns: int, chance: Random) -> list[Edge]:
    """Press lines in turn, each with bounce, about eight times a second in all."""
    edges: list[Edge] = []
    for number, ns in enumerate(range(from_ns, until_ns, 125 * MS)):
        line, at_ns = lines[number % len(lines)], ns + chance.randrange(20 * MS)
        edges += bouncing(line, CLOSED, at_ns, chance)
        edges += bouncing(line, OPEN, at_ns + 80 * MS, chance)
    return edges


# Faster than the debounce


def test_a_line_that_crackles_without_end_is_named_and_not_waited_for() -> None:
    table, bound = Table(), SECOND + PATIENCE_NS + 1
    table.will(*chatter("bell", SECOND, 2 * SECOND), Edge("1.left", CLOSED, SECOND + US))
    table.until(2 * SECOND)

    assert table.given == [(bound, Change("1.left", CLOSED, SECOND + US))]
    assert table.named == [(bound, ("bell",))]


@pytest.mark.parametrize("ends", [OPEN, CLOSED])
def test_a_bell_that_chatters_at_200_hz_for_minutes_never_rings(ends: int) -> None:
    table = Table()
    table.will(*chatter("bell", SECOND, MINUTE, ends=ends))
    table.until(2 * MINUTE)

    assert table.given == []
    assert [lines for _, lines in table.named] == [("bell",), ()]


def test_buttons_and_other_bells_are_given_in_time_and_in_order_beside_a_chattering_bell() -> None:
    lines, chance = ("1.left", "2.right", "3.bell", "2.left"), Random(1)
    used = in_use(lines, 2 * SECOND, 30 * SECOND, chance)
    alone, beside = Table(), Table()
    for table in (alone, beside):
        table.will(*used)
    beside.will(*chatter("bell", SECOND, 31 * SECOND))
    for table in (alone, beside):
        table.until(40 * SECOND)

    assert len(alone.given) == 2 * 28 * 8
    assert beside.given == alone.given
    assert not any(change.late for _, change in beside.given)


def test_while_a_bell_chatters_a_deadline_passes_at_its_moment() -> None:
    table, deadline = Table(), 10 * SECOND
    table.will(*chatter("bell", SECOND, 20 * SECOND))
    table.until(table.inbox.due_ns(deadline))

    assert table.inbox.passed(table.inbox.due_ns(deadline)) == deadline


@pytest.mark.parametrize("ends", [OPEN, CLOSED])
def test_after_the_chatter_the_bell_is_named_until_it_is_calm_and_then_rings(ends: int) -> None:
    table, ended = Table(), 60 * SECOND
    table.will(*chatter("bell", SECOND, ended, ends=ends), Edge("bell", OPEN, ended + SECOND))
    table.will(*rings("bell", 3, ended + 5 * SECOND, Random(1)))
    table.until(ended + 10 * SECOND)

    assert [change.ns for change in table.of("bell") if change.level == CLOSED] == [
        ended + 5 * SECOND + number * 200 * MS for number in range(3)
    ]
    assert not any(change.late for change in table.of("bell"))
    assert table.named[-1] == (ended + CALM_NS + HOLD_BACK + 2, ())


def test_a_crackle_of_a_button_that_is_down_ends_with_its_release() -> None:
    table = Table()
    table.will(Edge("1.left", CLOSED, SECOND))
    table.will(*[Edge("1.left", 1 - e.level, e.ns) for e in chatter("", 2 * SECOND, 9 * SECOND)])
    table.will(Edge("1.left", OPEN, 9 * SECOND + MS))
    table.until(20 * SECOND)

    assert table.of("1.left") == [
        Change("1.left", CLOSED, SECOND),
        Change("1.left", OPEN, 2 * SECOND, late=True),
    ]
    assert table.inbox.levels() == {"1.left": OPEN}


# Slower than the debounce, and faster than hands


@pytest.mark.parametrize("gap_ms", [12, 17, 25, 33])
def test_a_bell_that_closes_15_to_40_times_a_second_is_named_and_rings_no_more(
    gap_ms: int,
) -> None:
    table = Table()
    table.will(*chatter("bell", SECOND, MINUTE, gap_ms * MS))
    table.until(MINUTE)

    assert len(table.of("bell")) == 24
    assert table.named == [(SECOND + 24 * gap_ms * MS + STABLE + HOLD_BACK, ("bell",))]


def test_nothing_waits_for_a_muted_line() -> None:
    """Each of the bell's changes bounces for 12 ms, so it takes longer than a clean press."""
    table, press_ns = Table(), SECOND + 160 * 32 * MS + MS
    for number in range(250):
        for bounce in range(3):
            ns = SECOND + (32 * number + 6 * bounce) * MS
            table.will(Edge("bell", (number + bounce) % 2, ns))
    table.will(Edge("1.left", CLOSED, press_ns))
    table.until(9 * SECOND)

    assert (press_ns + STABLE + HOLD_BACK, Change("1.left", CLOSED, press_ns)) in table.given
    assert len(table.of("bell")) == 24


def test_buttons_are_given_in_order_beside_a_bell_that_is_too_fast() -> None:
    lines, chance = ("1.left", "2.right", "3.bell", "2.left"), Random(2)
    used = in_use(lines, SECOND, 30 * SECOND, chance)
    alone, beside = Table(), Table()
    for table in (alone, beside):
        table.will(*used)
    beside.will(*chatter("bell", SECOND, 31 * SECOND, 20 * MS))
    for table in (alone, beside):
        table.until(40 * SECOND)

    changes = [change for _, change in beside.given]
    assert [change for change in changes if change.line != "bell"] == [
        change for _, change in alone.given
    ]
    assert [change.ns for change in changes] == sorted(change.ns for change in changes)


def test_a_muted_line_is_named_until_it_is_calm_and_works_again() -> None:
    table, ended = Table(), 30 * SECOND
    table.will(*chatter("bell", SECOND, ended, 20 * MS))
    last_closing = ended - 40 * MS
    table.will(*rings("bell", 5, ended + 3 * SECOND, Random(3), per_s=8))
    table.until(ended + 9 * SECOND)

    assert table.named[1:] == [(last_closing + CALM_NS + HOLD_BACK + 2, ())]
    assert [change.ns for change in table.of("bell")[24:] if change.level == CLOSED] == [
        ended + 3 * SECOND + number * 125 * MS for number in range(5)
    ]


def test_a_muted_button_is_up_though_its_contact_ended_closed() -> None:
    table = Table()
    table.will(*chatter("1.left", SECOND, 5 * SECOND, 20 * MS, ends=CLOSED))
    table.until(10 * SECOND)

    assert [change.level for change in table.of("1.left")] == [CLOSED, OPEN] * 12
    assert table.inbox.levels() == {"1.left": OPEN}
    assert table.inbox.stuck() == ()
    assert table.inbox.closed() == {"1.left": 5 * SECOND}


# Closed


def test_closed_lines_are_told_with_the_stamp_since_which() -> None:
    table = Table()
    table.inbox.put(Edge("2.bell", CLOSED, 0), SECOND // 2)
    table.will(*bouncing("bell", CLOSED, SECOND, Random(1)), Edge("1.left", CLOSED, 2 * SECOND))
    table.will(Edge("1.left", OPEN, 3 * SECOND))
    table.until(SECOND // 2)
    at_boot = table.inbox.closed()
    table.until(MINUTE)

    assert at_boot == {"2.bell": SECOND // 2}
    assert table.inbox.closed() == {"2.bell": SECOND // 2, "bell": SECOND}
