"""The publisher: nothing is shown before it is on the disk, and the newest wins."""

from __future__ import annotations

import logging
import threading
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from firmware.publisher import MOST_WAITING, Publisher, Views

PATIENCE_S = 20
SOON_S = 0.05


class Screen:
    """Takes what is pushed, one at a time as the test lets it."""

    def __init__(self) -> None:
        self.seen: SimpleQueue[int] = SimpleQueue()
        self.free = threading.Event()
        self.free.set()

    def push(self, views: Views) -> None:
        self.seen.put(views["public"]["number"])
        assert self.free.wait(PATIENCE_S)

    def next(self) -> int:
        return self.seen.get(timeout=PATIENCE_S)

    def is_blank(self) -> bool:
        try:
            self.seen.get(timeout=SOON_S)
        except Empty:
            return True
        return False


def numbered(number: int) -> dict[str, dict[str, Any]]:
    return {"public": {"number": number}}


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def publisher(screen: Screen) -> Any:
    made = Publisher(screen.push)
    made.start()
    yield made
    made.stop()


def test_views_without_a_record_are_shown_at_once(publisher: Publisher, screen: Screen) -> None:
    publisher.publish(numbered(1), 0)

    assert screen.next() == 1


def test_views_wait_for_their_ticket(publisher: Publisher, screen: Screen) -> None:
    publisher.publish(numbered(1), 4)
    publisher.settle(3)
    assert screen.is_blank()
    publisher.settle(4)

    assert screen.next() == 1


def test_a_ticket_that_settled_before_its_views_were_made_is_no_obstacle(
    publisher: Publisher, screen: Screen
) -> None:
    publisher.settle(9)
    publisher.settle(2)  # told late by another thread
    publisher.publish(numbered(1), 9)

    assert screen.next() == 1


def test_views_are_shown_in_order_and_those_that_were_overtaken_are_passed_over(
    publisher: Publisher, screen: Screen
) -> None:
    screen.free.clear()
    publisher.publish(numbered(1), 0)
    assert screen.next() == 1
    for number in (2, 3, 4, 5):
        publisher.publish(numbered(number), number)
    publisher.settle(4)
    screen.free.set()

    assert screen.next() == 4
    assert screen.is_blank()
    publisher.settle(5)
    assert screen.next() == 5


def test_what_has_settled_is_shown_before_the_end_and_the_rest_is_not(screen: Screen) -> None:
    publisher = Publisher(screen.push)
    publisher.publish(numbered(1), 1)
    publisher.publish(numbered(2), 2)
    publisher.settle(1)
    publisher.start()
    publisher.stop()

    assert screen.next() == 1
    assert screen.is_blank()


def test_a_publisher_that_never_started_stops_all_the_same(screen: Screen) -> None:
    Publisher(screen.push).stop()

    assert screen.is_blank()


def test_one_view_that_cannot_be_shown_does_not_end_all_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: SimpleQueue[int] = SimpleQueue()

    def push(views: Views) -> None:
        if views["public"]["number"] == 1:
            raise ValueError("no JSON")
        seen.put(views["public"]["number"])

    publisher = Publisher(push)
    publisher.publish(numbered(1), 0)
    with caplog.at_level(logging.ERROR):
        publisher.start()
        publisher.publish(numbered(2), 5)
        publisher.settle(5)
        assert seen.get(timeout=PATIENCE_S) == 2
        publisher.stop()

    assert "views could not be shown" in caplog.text


def test_while_the_disk_stalls_only_so_many_views_wait_and_the_newest_is_among_them(
    publisher: Publisher, screen: Screen
) -> None:
    for number in range(1, 3 * MOST_WAITING):
        publisher.publish(numbered(number), number)
    waiting = len(publisher._waiting)
    publisher.settle(3 * MOST_WAITING)

    assert waiting == MOST_WAITING
    assert screen.next() == 3 * MOST_WAITING - 1
