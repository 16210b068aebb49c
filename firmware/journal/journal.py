"""Journal: begins, continues, finishes and reads games; the rest of the kit sees only this."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from firmware.clock import Clock, MonotonicClock
from firmware.journal import store as form
from firmware.journal.notices import Kept
from firmware.journal.opening import Notices, Opened, open_journal
from firmware.journal.reader import list_games, read_game
from firmware.journal.record import BEGIN, ENTRY, FINISH, Listed, Record, Stored, chained
from firmware.journal.writer import Writer

RETRY_S: Final = 5.0


class UnknownGame(LookupError):
    """Refuses to write to a game that was neither begun here nor is the newest one stored."""


class JournalClosed(RuntimeError):
    """Refuses to write to a journal that has been closed."""


class Journal:
    """Keeps games as text.

    Every method may be called from any thread; only `wait`, `flush`, `close` and those that read
    wait for a disk.
    """

    def __init__(self, opened: Opened, writer: Writer) -> None:
        self._opened = opened
        self._writer = writer
        self._heads: dict[int, Record] = {}
        if opened.last is not None:
            self._heads[opened.last.game] = opened.last
        self._next_game = opened.next_game
        self._lock = threading.Lock()
        self._past_lock = threading.Lock()
        self._is_closed = False

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        notices: Notices,
        connect: form.Connect = form.connect,
        clock: Clock | None = None,
        retry_s: float = RETRY_S,
    ) -> Self:
        """Open the journal at `path`, salvaging or going on in memory where need be.

        Only the holder of the state folder's lock may do this: a live log looks torn from outside
        (`Reader` reads the journal of a running kit).

        `notices` is called at once and later, from the writer's thread too, so it must only take
        note. While writing fails it is tried again after `retry_s` seconds, then after twice as
        long, up to a minute. Raises JournalTooNew and nothing else.
        """
        opened = open_journal(path, connect, notices)
        writer = Writer(
            opened.place,
            opened.store,
            opened.why,
            notices=notices,
            clock=clock or MonotonicClock(),
            retry_s=retry_s,
        )
        return cls(opened, writer)

    @property
    def committed(self) -> int:
        """Return the highest ticket whose records are durable."""
        return self._writer.committed

    @property
    def settled(self) -> int:
        """Return the highest ticket that phones may see: durable, or in memory while degraded."""
        return self._writer.settled

    @property
    def degraded(self) -> bool:
        """Return whether the journal is only kept in memory at the moment."""
        return self._writer.failure is not None

    @property
    def why_degraded(self) -> str:
        """Return why writing fails, or an empty text."""
        return self._writer.failure or ""

    def listen(self, on_commit: Callable[[int], None]) -> None:
        """Call `on_commit(ticket)` when all tickets up to it have settled.

        It is called in the writer's thread and must only enqueue.
        """
        self._writer.listen(on_commit)

    def begin(self, header: str, wall: str) -> int:
        """Begin a game and return its number; raises ValueError if `wall` has a line break."""
        if "\n" in wall:
            raise ValueError(f"the wall time is one line; found {wall!r}")
        with self._lock:
            game = self._next_game
            self._put(chained(game, None, [(BEGIN, f"{wall}\n{header}")]))
            self._next_game += 1
        return game

    def append(self, game: int, bodies: Sequence[str]) -> int:
        """Add entries to a game and return their ticket at once; a finished game is open again.

        Raises UnknownGame, JournalClosed, and ValueError for text that UTF-8 cannot hold; then
        nothing was added.
        """
        return self._follow(game, [(ENTRY, body) for body in bodies])

    def finish(self, game: int, summary: str) -> int:
        """Finish a game and return the ticket at once; raises as `append` does."""
        return self._follow(game, [(FINISH, summary)])

    def wait(self, ticket: int, timeout_s: float | None = None) -> bool:
        """Wait until a ticket has settled; return False when the time is over before."""
        return self._writer.wait(ticket, timeout_s)

    def flush(self, timeout_s: float | None = None) -> bool:
        """Wait until all that was put so far has settled; return False when time is over."""
        return self._writer.flush(timeout_s)

    def retry(self) -> None:
        """Try to write again now, if writing fails; returns at once."""
        self._writer.retry()

    def unfinished(self) -> Stored | None:
        """Return the newest game if it is not finished.

        Older games without an end were given up when a newer one began.
        """
        with self._lock:
            game = max(self._heads, default=0)
        found = self.read(game)
        return found if found is not None and found.summary is None else None

    def read(self, game: int) -> Stored | None:
        """Return the longest valid prefix of what has settled of a game, None if there is none."""
        memory = self._writer.shown(game)
        with self._reading() as store:
            return read_game(store, game, memory, self._opened.lost.get(game, 0))

    def entries(self, game: int) -> tuple[str, ...]:
        """Return the entries of `read`, none for a game that is not there."""
        found = self.read(game)
        return found.bodies if found is not None else ()

    def games(self) -> tuple[Listed, ...]:
        """List all games that have settled, newest first, without checking their entries."""
        memory = {game: self._writer.shown(game) for game in self._writer.shown_games()}
        with self._reading() as store:
            return list_games(store, memory)

    def check(self) -> tuple[Kept, ...]:
        """Read every game and return those of which something is lost; takes a while."""
        found = (self.read(listed.id) for listed in self.games())
        return tuple(
            Kept(each.id, len(each.bodies), each.lost)
            for each in found
            if each is not None and each.lost
        )

    def close(self) -> None:
        """Write what is left and end the writer's thread; a second call does nothing."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
        self._writer.close()
        with self._past_lock:
            if self._opened.past is not None:
                self._opened.past.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _follow(self, game: int, parts: Sequence[tuple[str, str]]) -> int:
        with self._lock:
            head = self._heads.get(game)
            if head is None:
                raise UnknownGame(f"game {game} was not begun here; known: {sorted(self._heads)}")
            return self._put(chained(game, head, parts))

    def _put(self, records: Sequence[Record]) -> int:
        """Queue records, under the lock, so that tickets follow the order of the chain."""
        if self._is_closed:
            raise JournalClosed("the journal is closed; nothing can be added")
        if records:
            self._heads[records[-1].game] = records[-1]
        return self._writer.put(records)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection to what has been written; an empty one if it cannot be opened."""
        past = self._opened.past
        if past is not None and not self._writer.reached:
            with self._past_lock:
                yield past
            return
        with closing(self._connect_for_reading()) as store:
            yield store

    def _connect_for_reading(self) -> sqlite3.Connection:
        with suppress(sqlite3.Error):
            return form.connect_for_reading(self._opened.place.path)
        return sqlite3.connect(":memory:")
