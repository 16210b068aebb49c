"""Parts: readers and panel as what the loop drives, and the thread that polls real readers."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, cast

from firmware.clock import MonotonicClock
from firmware.nfc.readers import Readers
from firmware.parts import PanelPart, ReaderPart, ReaderThread
from firmware.signals import ReaderBack, Signal

PATIENCE_S = 20


@dataclass
class Polls:
    """Answers each poll with a signal of that moment."""

    interval_ns: int = 50
    polled: list[int] = field(default_factory=list)
    closed_in: list[str] = field(default_factory=list)
    came: threading.Event = field(default_factory=threading.Event)

    def poll(self, now_ns: int) -> Sequence[Signal]:
        self.polled.append(now_ns)
        if len(self.polled) == 3:
            self.came.set()
        return (ReaderBack("centre", now_ns),)

    def close(self) -> None:
        self.closed_in.append(threading.current_thread().name)


def test_readers_in_the_loop_are_polled_at_their_interval_and_no_sooner() -> None:
    told: list[tuple[Signal, int]] = []
    polls = Polls()
    part = ReaderPart(polls, lambda signal, ns: told.append((signal, ns)))
    for now_ns in (0, 20, 49, 50, 51, 130):
        part.step(now_ns)

    assert polls.polled == [0, 50, 130]
    assert part.next_ns() == 180
    assert told[-1] == (ReaderBack("centre", 130), 130)


def test_the_panel_is_brought_to_the_moment_and_says_when_it_changes_next() -> None:
    class Panel:
        ticked: list[int] = []

        def tick(self, now_ns: int) -> None:
            self.ticked.append(now_ns)

        def next_ns(self, now_ns: int) -> int | None:
            return now_ns + 7

    panel = Panel()
    part = PanelPart(panel)
    part.step(100)

    assert panel.ticked == [100]
    assert part.next_ns() == 107


def test_the_readers_thread_polls_tells_and_leaves_fields_off_when_it_has_ended() -> None:
    told: SimpleQueue[Signal] = SimpleQueue()
    polls = Polls(interval_ns=1_000_000)
    thread = ReaderThread(
        cast("Readers", polls), lambda signal, _ns: told.put(signal), MonotonicClock()
    )
    thread.start()
    assert polls.came.wait(PATIENCE_S)
    thread.stop()
    count = len(polls.polled)

    assert polls.closed_in == [threading.current_thread().name]
    assert told.qsize() == count
    assert polls.polled == sorted(polls.polled)
    assert "readers" not in {one.name for one in threading.enumerate()}


def test_a_readers_thread_that_never_started_still_leaves_fields_off() -> None:
    polls: Any = Polls()
    ReaderThread(polls, lambda _signal, _ns: None, MonotonicClock()).stop()

    assert polls.closed_in
    assert polls.polled == []
