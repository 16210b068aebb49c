"""The inbox: what happened first comes first, whatever order it was told in."""

from __future__ import annotations

import threading

from firmware.inbox import Change, Inbox
from firmware.signals import CLOSED, OPEN, Edge, TagGone, TagSeen

MS = 1_000_000
US = 1_000
STABLE, HOLD_BACK = 10 * MS, 25 * MS
SECOND = 1000 * MS

Tagged = TagSeen | TagGone


def an_inbox() -> Inbox[Tagged]:
    return Inbox(STABLE, HOLD_BACK)


def told(inbox: Inbox[Tagged], line: str, level: int, ns: int, late_ns: int = 0) -> None:
    inbox.put(Edge(line, level, ns), ns + late_ns)


def taken_until(inbox: Inbox[Tagged], until_ns: int) -> list[Change | Tagged]:
    found: list[Change | Tagged] = []
    while (now_ns := inbox.next_ns()) is not None and now_ns <= until_ns:
        found += inbox.take(now_ns)
    return found + inbox.take(until_ns)


def test_a_clean_press_is_given_after_debounce_and_hold_back_with_its_own_stamp() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, SECOND)

    assert inbox.take(SECOND + 35 * MS - 1) == []
    assert inbox.next_ns() == SECOND + 35 * MS
    assert inbox.take(SECOND + 35 * MS) == [Change("1.left", CLOSED, SECOND)]
    assert inbox.next_ns() is None


def test_two_presses_a_microsecond_apart_are_ordered_by_their_edges() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, SECOND + US)
    told(inbox, "2.left", CLOSED, SECOND, late_ns=25 * MS)

    assert taken_until(inbox, 2 * SECOND) == [
        Change("2.left", CLOSED, SECOND),
        Change("1.left", CLOSED, SECOND + US),
    ]


def test_a_press_waits_for_an_earlier_one_that_still_bounces() -> None:
    inbox = an_inbox()
    for at_ms, level in [(0, CLOSED), (5, OPEN), (9, CLOSED), (14, OPEN), (19, CLOSED)]:
        told(inbox, "2.left", level, SECOND + at_ms * MS)
    told(inbox, "1.left", CLOSED, SECOND + US)

    assert inbox.take(SECOND + 53 * MS) == []
    assert inbox.passed(SECOND + 53 * MS) == SECOND - 1
    assert inbox.take(SECOND + 54 * MS) == [
        Change("2.left", CLOSED, SECOND),
        Change("1.left", CLOSED, SECOND + US),
    ]


def test_equal_stamps_are_given_in_the_order_of_their_names() -> None:
    inbox = an_inbox()
    for at_ms, level in [(0, CLOSED), (1, OPEN), (9, CLOSED)]:
        told(inbox, "1.left", level, SECOND + at_ms * MS)
    told(inbox, "2.left", CLOSED, SECOND)
    inbox.put(TagSeen("centre", "04A3", SECOND), SECOND)
    inbox.put(TagGone("centre", "04A2", SECOND), SECOND)

    assert taken_until(inbox, 2 * SECOND) == [
        Change("1.left", CLOSED, SECOND),
        Change("2.left", CLOSED, SECOND),
        TagSeen("centre", "04A3", SECOND),
        TagGone("centre", "04A2", SECOND),
    ]


def test_a_tag_waits_its_turn_behind_an_earlier_press() -> None:
    inbox = an_inbox()
    inbox.put(TagSeen("centre", "04A3", SECOND + US), SECOND + US)
    told(inbox, "1.left", CLOSED, SECOND, late_ns=20 * MS)

    assert inbox.take(SECOND + 30 * MS) == []
    assert inbox.take(SECOND + 35 * MS) == [
        Change("1.left", CLOSED, SECOND),
        TagSeen("centre", "04A3", SECOND + US),
    ]


def test_a_glitch_that_arrives_at_the_very_end_of_the_hold_back_is_no_press() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, SECOND)
    inbox.take(SECOND + 25 * MS)
    glitch_ns = SECOND + MS // 2
    inbox.take(glitch_ns + HOLD_BACK)
    told(inbox, "1.left", OPEN, glitch_ns, late_ns=HOLD_BACK)

    assert taken_until(inbox, 2 * SECOND) == []


def test_nothing_is_passed_before_its_hold_back_is_over() -> None:
    inbox = an_inbox()
    inbox.take(SECOND)

    assert inbox.passed(SECOND) == SECOND - HOLD_BACK - 1
    assert inbox.due_ns(SECOND - HOLD_BACK - 1) == SECOND


def test_an_edge_before_a_deadline_holds_it_back_though_it_is_delivered_after_it() -> None:
    inbox, deadline = an_inbox(), SECOND
    told(inbox, "1.left", OPEN, deadline - 1, late_ns=25 * MS)
    told(inbox, "1.left", CLOSED, deadline - 200 * MS)
    now = inbox.due_ns(deadline)

    assert inbox.take(now) == [Change("1.left", CLOSED, deadline - 200 * MS)]
    assert inbox.passed(now) == deadline - 2
    assert inbox.take(now + 10 * MS) == [Change("1.left", OPEN, deadline - 1)]
    assert inbox.passed(now + 10 * MS) >= deadline


def test_what_was_not_taken_is_not_passed() -> None:
    inbox = an_inbox()
    inbox.take(SECOND)
    told(inbox, "1.left", CLOSED, SECOND)
    inbox.put(TagSeen("tray", "04A3", SECOND + MS), SECOND + MS)

    assert inbox.passed(2 * SECOND) == SECOND - 1
    inbox.take(2 * SECOND)
    assert inbox.passed(2 * SECOND) == 2 * SECOND - HOLD_BACK - 1


def test_passed_never_goes_back() -> None:
    inbox = an_inbox()
    inbox.take(SECOND)
    passed = inbox.passed(SECOND)
    told(inbox, "1.left", CLOSED, SECOND // 2)

    assert inbox.passed(SECOND - MS) == passed
    assert inbox.passed(SECOND) == passed


def test_what_comes_after_its_hold_back_is_given_and_marked_late() -> None:
    inbox = an_inbox()
    inbox.take(SECOND)
    told(inbox, "1.left", CLOSED, SECOND // 2, late_ns=SECOND // 2)

    assert inbox.next_ns() == SECOND
    assert inbox.take(SECOND) == []
    assert inbox.take(SECOND + 10 * MS) == [Change("1.left", CLOSED, SECOND // 2, late=True)]


def test_a_press_that_overtook_nothing_is_not_marked_late() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, SECOND, late_ns=SECOND)

    assert taken_until(inbox, 3 * SECOND) == [Change("1.left", CLOSED, SECOND)]


def test_the_state_at_boot_is_a_level_and_no_press() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, 0)
    told(inbox, "1.left", OPEN, SECOND)

    assert inbox.take(SECOND // 2) == []
    assert inbox.levels() == {"1.left": CLOSED}
    assert taken_until(inbox, 2 * SECOND) == [Change("1.left", OPEN, SECOND)]
    assert inbox.levels() == {"1.left": OPEN}


def test_edges_that_would_take_back_what_was_given_are_counted() -> None:
    inbox = an_inbox()
    told(inbox, "1.left", CLOSED, SECOND)
    told(inbox, "1.left", OPEN, SECOND + 50 * MS)
    taken_until(inbox, 2 * SECOND)
    told(inbox, "1.left", OPEN, SECOND + MS, late_ns=SECOND)

    assert taken_until(inbox, 3 * SECOND) == []
    assert inbox.dropped() == 1


def test_every_put_wakes_the_table() -> None:
    woken: list[int] = []
    inbox: Inbox[Tagged] = Inbox(STABLE, HOLD_BACK, wake=lambda: woken.append(1))
    told(inbox, "1.left", CLOSED, SECOND)
    inbox.put(TagSeen("tray", "04A3", SECOND), SECOND)

    assert len(woken) == 2


def test_edges_put_from_several_threads_at_once_are_all_there() -> None:
    inbox = an_inbox()

    def ring_often(line: str) -> None:
        for number in range(200):
            told(inbox, line, CLOSED, SECOND * (number + 1))
            told(inbox, line, OPEN, SECOND * (number + 1) + 100 * MS)

    threads = [threading.Thread(target=ring_often, args=(f"{n}.bell",)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        inbox.take(SECOND // 2)
    for thread in threads:
        thread.join()

    assert len(taken_until(inbox, 300 * SECOND)) == 4 * 200 * 2
