"""Writer: the one thread that writes the journal, and goes on in memory when the disk fails.

Records wait in memory until a turn writes all of them in one transaction (group commit). A ticket
is *committed* once its records are durable, and *settled* once phones may see them: at the commit,
or at once while writing fails, because a game must not wait for a disk.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Final

from firmware.clock import NS_PER_S, Clock
from firmware.journal import store as form
from firmware.journal.notices import JournalNotice, Unsaved, WritingFailed, WritingResumed
from firmware.journal.opening import Notices, Place, why_of
from firmware.journal.record import ENTRY, Record

LONGEST_RETRY_S: Final = 60.0

log = logging.getLogger(__name__)


class Writer:
    """Writes records in a thread of its own; every method may be called from any thread."""

    def __init__(
        self,
        place: Place,
        store: sqlite3.Connection | None,
        why: str,
        *,
        notices: Notices,
        clock: Clock,
        retry_s: float,
    ) -> None:
        self.failure = why or None
        self.committed = 0
        self.settled = 0
        self.reached = store is not None
        self._place = place
        self._store = store
        self._notices = notices
        self._clock = clock
        self._first_retry_s = self._retry_s = retry_s
        self._due_ns = clock.now_ns()
        if why:
            self._put_off()
        self._issued = 0
        self._waiting: list[Record] = []
        self._shown = 0
        self._closing = False
        self._changed = threading.Condition()
        self._listeners: list[Callable[[int], None]] = []
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def listen(self, on_commit: Callable[[int], None]) -> None:
        """Call `on_commit(ticket)` in the writer's thread whenever tickets up to it settle."""
        self._listeners.append(on_commit)

    def put(self, records: Sequence[Record]) -> int:
        """Queue records and return their ticket at once."""
        with self._changed:
            self._waiting.extend(records)
            self._issued += 1
            self._changed.notify_all()
            return self._issued

    def wait(self, ticket: int, timeout_s: float | None) -> bool:
        """Wait until a ticket has settled; return False when the time is over before."""
        with self._changed:
            return self._changed.wait_for(lambda: self.settled >= ticket, timeout_s)

    def flush(self, timeout_s: float | None) -> bool:
        """Wait until all that was queued so far has settled."""
        return self.wait(self._issued, timeout_s)

    def retry(self) -> None:
        """Try again now, without waiting for the next time."""
        with self._changed:
            self._due_ns = self._clock.now_ns()
            self._changed.notify_all()

    def shown(self, game: int) -> list[Record]:
        """Return a game's records that have settled but are only in memory."""
        with self._changed:
            return [record for record in self._waiting[: self._shown] if record.game == game]

    def shown_games(self) -> set[int]:
        """Return the numbers of the games of which something is only in memory."""
        with self._changed:
            return {record.game for record in self._waiting[: self._shown]}

    def close(self) -> None:
        """Write what is left, once more if writing fails, and end the thread."""
        with self._changed:
            self._closing = True
            self._due_ns = self._clock.now_ns()
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while self._await_work():
            self._turn()
        self._turn()
        if self._store is not None:
            form.close(self._store)
        if self._waiting:
            self._notices(Unsaved(_entries(self._waiting), self.failure or ""))

    def _await_work(self) -> bool:
        """Wait for records or the next retry; return False when the journal closes."""
        with self._changed:
            while not (self._closing or self._issued > self.settled or self._is_due()):
                self._changed.wait(self._until_retry_s())
            return not self._closing

    def _is_due(self) -> bool:
        return self.failure is not None and self._clock.now_ns() >= self._due_ns

    def _until_retry_s(self) -> float | None:
        if self.failure is None:
            return None
        return max(0.0, (self._due_ns - self._clock.now_ns()) / NS_PER_S)

    def _turn(self) -> None:
        """Write all that waits, or let it settle in memory."""
        with self._changed:
            ticket, count = self._issued, len(self._waiting)
            is_due = self.failure is None or self._is_due()
            records = self._waiting[:] if is_due else []
        news = self._try_to_write(records) if is_due else None
        with self._changed:
            if self.failure is None:
                del self._waiting[:count]
                count, self.committed = 0, ticket
            self._shown = count
            has_settled = ticket > self.settled
            self.settled = ticket
            self._changed.notify_all()
        if news is not None:
            self._notices(news)
        if has_settled:
            self._tell(ticket)

    def _try_to_write(self, records: Sequence[Record]) -> JournalNotice | None:
        """Write records, reaching the place again after a failure; return what there is to say."""
        try:
            if self._store is not None:
                if records:
                    form.write(self._store, records)
                return None
            self._store = self._place.reach()
            form.rewrite(self._store, records)
        except Exception as error:  # noqa: BLE001 - whatever fails, this thread and the game go on
            return self._fail(why_of(error))
        return self._resume(records)

    def _fail(self, why: str) -> JournalNotice | None:
        """Close the file, since a failure may have left it anyhow, and go on in memory."""
        if self._store is not None:
            form.close(self._store)
            self._store = None
        is_new = self.failure is None
        self.failure = why
        self._put_off()
        return WritingFailed(self._place.path, why) if is_new else None

    def _put_off(self) -> None:
        self._due_ns = self._clock.now_ns() + int(self._retry_s * NS_PER_S)
        self._retry_s = min(self._retry_s * 2, LONGEST_RETRY_S)

    def _resume(self, records: Sequence[Record]) -> JournalNotice:
        self.failure = None
        self.reached = True
        self._retry_s = self._first_retry_s
        return WritingResumed(_entries(records))

    def _tell(self, ticket: int) -> None:
        for listener in self._listeners:
            try:
                listener(ticket)
            except Exception:  # a listener's fault must not stop the journal
                log.exception("a listener of the journal failed at ticket %d", ticket)


def _entries(records: Sequence[Record]) -> int:
    return sum(record.kind == ENTRY for record in records)
