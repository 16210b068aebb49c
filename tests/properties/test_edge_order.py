"""Any interleaving of arrivals gives one order: that of the edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.inbox import PATIENCE_NS, Change, Inbox
from firmware.mock.contacts import bouncing
from firmware.panel.debounce import steps
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

MS = 1_000_000
US = 1_000
STABLE, HOLD_BACK = 10 * MS, 25 * MS
SECOND = 1000 * MS
untimed = settings(deadline=None)  # wall time says nothing on a shared machine
END = 20 * SECOND
LINES = ("1.left", "2.left", "2.right", "bell")

Sent = Edge | TagSeen
Got = Change | TagSeen


@dataclass(frozen=True, slots=True)
class Arrival:
    at_ns: int
    signal: Sent


def delivered(arrivals: Sequence[Arrival], *, eager: bool = True) -> list[Got]:
    """Run an inbox over arrivals in order of time, and check what it promises on the way.

    An eager table looks whenever the inbox asks it to; a lazy one only when something arrives.
    """
    inbox: Inbox[TagSeen] = Inbox(STABLE, HOLD_BACK)
    found: list[Got] = []

    def look(now_ns: int) -> None:
        before_ns = inbox.passed(now_ns)
        given = inbox.take(now_ns)
        for got in given:
            assert not isinstance(got, Change) or got.late == (got.ns <= before_ns)
        found.extend(given)
        next_ns = inbox.next_ns()
        assert next_ns is None or next_ns > now_ns

    for arrival in sorted(arrivals, key=lambda arrival: arrival.at_ns):
        while eager and (next_ns := inbox.next_ns()) is not None and next_ns < arrival.at_ns:
            look(next_ns)
        inbox.put(arrival.signal, arrival.at_ns)
        look(arrival.at_ns)
    while (next_ns := inbox.next_ns()) is not None:
        look(next_ns)
    look(END)
    return found


def by_stamp(signals: Sequence[Sent]) -> list[Got]:
    """Say what is due: each line debounced on its own, then all in order of stamp and name."""
    due: list[tuple[int, str, int, Got]] = []
    for line in LINES:
        edges = [(s.ns, s.level) for s in signals if isinstance(s, Edge) and s.line == line]
        due += [
            (step.ns, line, 0, Change(line, step.level, step.ns))
            for step in steps(edges, END, STABLE)[1]
        ]
    tags = [signal for signal in signals if isinstance(signal, TagSeen)]
    due += [(tag.ns, tag.reader, number, tag) for number, tag in enumerate(tags)]
    return [got for *_, got in sorted(due, key=lambda entry: entry[:3])]


@st.composite
def evenings(draw: st.DrawFn) -> list[Sent]:
    """Draw signals of several lines and a reader, close together and at equal stamps at times."""
    signals: list[Sent] = []
    starts = st.one_of(st.integers(0, 3), st.integers(0, 60 * MS))
    gaps = st.one_of(st.integers(1, 9 * MS), st.integers(10 * MS, 40 * MS))
    for line in LINES:
        ns, level = SECOND + draw(starts), CLOSED
        for gap in draw(st.lists(gaps, max_size=12)):
            signals.append(Edge(line, level, ns))
            ns, level = ns + gap, 1 - level
    stamps = sorted(draw(st.lists(starts, max_size=4)))
    signals += [TagSeen("centre", f"{n:02X}", SECOND + ns) for n, ns in enumerate(stamps)]
    return signals


def arrivals_of(draw: st.DataObject, signals: Sequence[Sent], most_ns: int) -> list[Arrival]:
    delays = st.one_of(st.just(0), st.just(most_ns), st.integers(0, most_ns))
    return [
        # Tags of one reader keep their order: one thread polls it.
        Arrival(signal.ns + (draw.draw(delays) if isinstance(signal, Edge) else 0), signal)
        for signal in signals
    ]


@untimed
@given(evenings(), st.data(), st.booleans())
def test_signals_up_to_the_hold_back_late_come_in_the_order_of_their_stamps(
    signals: list[Sent], data: st.DataObject, eager: bool
) -> None:
    assert delivered(arrivals_of(data, signals, HOLD_BACK), eager=eager) == by_stamp(signals)


@untimed
@given(st.integers(0, 2**32), st.integers(US, 40 * MS))
def test_two_bouncing_presses_a_microsecond_or_more_apart_are_never_swapped(
    seed: int, gap: int
) -> None:
    chance = Random(seed)
    presses = [
        *bouncing("2.left", CLOSED, SECOND, chance),
        *bouncing("1.left", CLOSED, SECOND + gap, chance),
    ]
    arrivals = [Arrival(edge.ns + chance.randrange(HOLD_BACK + 1), edge) for edge in presses]

    assert delivered(arrivals) == [
        Change("2.left", CLOSED, SECOND),
        Change("1.left", CLOSED, SECOND + gap),
    ]


def broken(gap_ns: int, chance: Random) -> list[Arrival]:
    """Let a line change for ever, with one gap; its callbacks are late at will."""
    edges = [
        Edge("3.right", number % 2, ns)
        for number, ns in enumerate(range(SECOND // 2, 2 * SECOND, gap_ns))
    ]
    return [Arrival(edge.ns + chance.randrange(HOLD_BACK + 1), edge) for edge in edges]


@untimed
@given(evenings(), st.data(), st.integers(1, 40), st.integers(0, 2**32), st.booleans())
def test_a_line_that_changes_faster_than_any_hand_takes_nothing_from_the_others_order(
    signals: list[Sent], data: st.DataObject, gap_ms: int, seed: int, eager: bool
) -> None:
    arrivals = arrivals_of(data, signals, HOLD_BACK)
    found = delivered([*arrivals, *broken(gap_ms * MS, Random(seed))], eager=eager)

    ours = [got for got in found if not isinstance(got, Change) or got.line != "3.right"]
    assert ours == by_stamp(signals)
    assert [got.ns for got in found] == sorted(got.ns for got in found)


@untimed
@given(evenings(), st.data())
def test_however_late_it_gets_levels_end_right_and_nothing_in_time_is_swapped(
    signals: list[Sent], data: st.DataObject
) -> None:
    arrivals = arrivals_of(data, signals, 400 * MS)
    found = delivered(arrivals)

    in_order = [got.ns for got in found if isinstance(got, Change) and not got.late]
    assert in_order == sorted(in_order)
    for line in LINES:
        changes = [got for got in found if isinstance(got, Change) and got.line == line]
        newest = max(changes, key=lambda change: change.ns, default=Change(line, OPEN, 0))
        assert newest.level == last_level(signals, line)


def last_level(signals: Sequence[Sent], line: str) -> int:
    edges = [signal for signal in signals if isinstance(signal, Edge) and signal.line == line]
    return edges[-1].level if edges else OPEN


@untimed
@given(st.integers(MS, 8 * MS), st.integers(0, 900 * MS), st.integers(0, 2**32))
def test_a_crackling_line_never_holds_a_press_longer_than_the_patience(
    gap: int, at: int, seed: int
) -> None:
    chance = Random(seed)
    inbox: Inbox[TagSeen] = Inbox(STABLE, HOLD_BACK)
    ns, level = SECOND, CLOSED
    while ns < 2 * SECOND:
        inbox.put(Edge("bell", level, ns), ns)
        ns, level = ns + chance.randrange(1, gap + 1), 1 - level
    press_ns = SECOND + at
    inbox.put(Edge("1.left", CLOSED, press_ns), press_ns)
    now_ns = SECOND
    while (next_ns := inbox.next_ns()) is not None and next_ns <= press_ns + PATIENCE_NS + 1:
        now_ns = max(now_ns, next_ns)
        if Change("1.left", CLOSED, press_ns) in inbox.take(now_ns):
            return
    raise AssertionError("the press was still held back")
