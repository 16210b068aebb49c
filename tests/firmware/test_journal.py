"""The journal keeps games as text, in order, durable before anybody is told."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

from firmware.journal import (
    Journal,
    JournalClosed,
    JournalNotice,
    JournalTooNew,
    Listed,
    Stored,
    UnknownGame,
)

HEADER = '{"game": "click_click_boom"}'
WALL = "2024-05-01T20:00:00"


def unexpected(notice: JournalNotice) -> None:
    raise AssertionError(notice.text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def opened(path: Path) -> Journal:
    return Journal.open(path, notices=unexpected)


def test_a_game_is_read_back_as_it_was_written(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        journal.append(game, ["one", "two"])
        journal.append(game, ["three"])
    with opened(path) as journal:
        assert journal.unfinished() == Stored(game, WALL, HEADER, ("one", "two", "three"), None, 0)


def test_a_reopened_game_goes_on_where_it_stopped(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        journal.append(game, ["one"])
    with opened(path) as journal:
        journal.append(game, ["two"])
    with opened(path) as journal:
        assert journal.entries(game) == ("one", "two")
        assert journal.check() == ()


def test_records_are_numbered_from_the_header_without_gaps(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        journal.append(game, ["a", "b"])
        journal.append(game, [])
        journal.append(game, ["c"])
    with closing(sqlite3.connect(path)) as store:
        rows = store.execute("SELECT seq, kind FROM records WHERE game = ?", (game,)).fetchall()
    assert rows == [(0, "begin"), (1, "entry"), (2, "entry"), (3, "entry")]


@pytest.mark.parametrize(
    "body", ["", "\0", "a\nb\r\n", "é🎲", "x" * 100_000, "'; DROP TABLE records"]
)
def test_any_text_comes_back_unchanged(path: Path, body: str) -> None:
    with opened(path) as journal:
        game = journal.begin(body, WALL)
        journal.append(game, [body, body])
    with opened(path) as journal:
        assert journal.unfinished() == Stored(game, WALL, body, (body, body), None, 0)


def test_text_that_utf_8_cannot_hold_is_refused_whole(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        with pytest.raises(ValueError, match="surrogates"):
            journal.append(game, ["good", "\ud800"])
        journal.append(game, ["next"])
        journal.flush()
        assert journal.entries(game) == ("next",)


def test_a_wall_time_of_two_lines_is_refused(path: Path) -> None:
    with opened(path) as journal, pytest.raises(ValueError, match="one line"):
        journal.begin(HEADER, "a\nb")


def test_a_finished_game_is_not_unfinished(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        journal.append(game, ["one"])
        journal.finish(game, "Ann won")
    with opened(path) as journal:
        assert journal.unfinished() is None
        assert journal.read(game) == Stored(game, WALL, HEADER, ("one",), "Ann won", 0)


def test_an_entry_after_the_end_opens_a_game_again(path: Path) -> None:
    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        journal.finish(game, "Ann won")
        journal.append(game, ["undo"])
        journal.flush()
        assert journal.unfinished() == Stored(game, WALL, HEADER, ("undo",), None, 0)


def test_only_the_newest_game_can_be_unfinished(path: Path) -> None:
    with opened(path) as journal:
        journal.begin(HEADER, WALL)
        newer = journal.begin(HEADER, WALL)
        journal.finish(newer, "over")
        journal.flush()
        assert journal.unfinished() is None


def test_an_empty_journal_has_no_games(path: Path) -> None:
    with opened(path) as journal:
        assert journal.unfinished() is None
        assert journal.games() == ()
        assert journal.read(1) is None
        assert journal.entries(1) == ()


def test_games_are_listed_newest_first_with_their_ends(path: Path) -> None:
    with opened(path) as journal:
        first = journal.begin("first", WALL)
        journal.append(first, ["one"])
        journal.finish(first, "Ann won")
        second = journal.begin("second", WALL)
    with opened(path) as journal:
        assert journal.games() == (
            Listed(second, WALL, "second", None),
            Listed(first, WALL, "first", "Ann won"),
        )


def test_games_are_numbered_on_after_a_restart(path: Path) -> None:
    with opened(path) as journal:
        first = journal.begin(HEADER, WALL)
    with opened(path) as journal:
        assert journal.begin(HEADER, WALL) == first + 1


def test_a_ticket_is_durable_when_its_listener_is_called(path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def count(ticket: int) -> None:
        with closing(sqlite3.connect(path)) as store:
            entries = store.execute("SELECT count(*) FROM records WHERE kind = 'entry'")
            seen.append((ticket, entries.fetchone()[0]))

    with opened(path) as journal:
        journal.listen(count)
        game = journal.begin(HEADER, WALL)
        for number in range(20):
            journal.append(game, [str(number)])
    tickets = [ticket for ticket, _ in seen]
    assert tickets == sorted(set(tickets))
    assert tickets[-1] == 21
    assert all(entries >= ticket - 1 for ticket, entries in seen)


def test_many_appends_share_a_commit(path: Path) -> None:
    commits: list[str] = []

    def connect(at: Path) -> sqlite3.Connection:
        store = sqlite3.connect(at, isolation_level=None, check_same_thread=False)
        store.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
        return store

    blocked = threading.Event()

    def hold(_: int) -> None:
        blocked.wait(10)

    with Journal.open(path, notices=unexpected, connect=connect) as journal:
        journal.listen(hold)
        game = journal.begin(HEADER, WALL)
        journal.wait(1, 10)
        before = len(commits)
        for number in range(100):
            last = journal.append(game, [str(number)])
        blocked.set()
        assert journal.wait(last, 10)
        assert len(commits) == before + 1
        assert journal.committed == journal.settled == last


def test_nothing_is_read_before_its_commit(path: Path) -> None:
    is_held, goes_on = threading.Event(), threading.Event()

    def hold(_: int) -> None:
        is_held.set()
        goes_on.wait(10)

    with opened(path) as journal:
        journal.listen(hold)
        game = journal.begin(HEADER, WALL)
        assert is_held.wait(10)
        ticket = journal.append(game, ["one"])
        assert journal.entries(game) == ()
        assert not journal.wait(ticket, 0)
        goes_on.set()
        assert journal.flush(10)
        assert journal.entries(game) == ("one",)


def test_what_comes_during_a_commit_waits_for_the_next(path: Path) -> None:
    commits, goes_on = Semaphore(0), Semaphore(0)

    class Store(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
            if sql == "COMMIT":
                commits.release()
                goes_on.acquire(timeout=10)
            return super().execute(sql, parameters)

    def connect(at: Path) -> sqlite3.Connection:
        return sqlite3.connect(at, isolation_level=None, check_same_thread=False, factory=Store)

    goes_on.release()  # the commit that builds the file
    with Journal.open(path, notices=unexpected, connect=connect) as journal:
        assert commits.acquire(timeout=10)
        game = journal.begin(HEADER, WALL)
        assert commits.acquire(timeout=10)
        ticket = journal.append(game, ["one"])
        goes_on.release()
        assert commits.acquire(timeout=10)
        assert journal.committed == journal.settled == ticket - 1
        goes_on.release()
        assert journal.wait(ticket, 10)
        assert journal.committed == ticket


def test_a_failing_listener_does_not_stop_the_journal(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(ticket: int) -> None:
        raise KeyError(ticket)

    with opened(path) as journal:
        journal.listen(fail)
        game = journal.begin(HEADER, WALL)
        assert journal.wait(journal.append(game, ["one"]), 10)
    assert "a listener of the journal failed" in caplog.text
    with opened(path) as journal:
        assert journal.entries(game) == ("one",)


def test_threads_may_append_to_one_game_at_once(path: Path) -> None:
    def append(name: str) -> None:
        for number in range(50):
            journal.append(game, [f"{name}{number}"])

    with opened(path) as journal:
        game = journal.begin(HEADER, WALL)
        threads = [threading.Thread(target=append, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    with opened(path) as journal:
        entries = journal.entries(game)
    for name in "abcd":
        own = [entry for entry in entries if entry.startswith(name)]
        assert own == [f"{name}{number}" for number in range(50)]


def test_a_game_that_was_not_begun_is_refused(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(UnknownGame, match="game 7 was not begun here"):
            journal.append(7, ["one"])
        with pytest.raises(UnknownGame):
            journal.finish(7, "over")


def test_a_closed_journal_refuses_and_has_no_thread(path: Path) -> None:
    journal = opened(path)
    game = journal.begin(HEADER, WALL)
    journal.close()
    journal.close()
    assert "journal" not in {thread.name for thread in threading.enumerate()}
    with pytest.raises(JournalClosed):
        journal.append(game, ["late"])


def test_a_clean_close_leaves_one_file(path: Path) -> None:
    with opened(path) as journal:
        journal.begin(HEADER, WALL)
    assert list(path.parent.iterdir()) == [path]


def test_a_commit_is_synced_in_full_and_the_log_stays_small(path: Path) -> None:
    stores: list[sqlite3.Connection] = []

    def connect(at: Path) -> sqlite3.Connection:
        stores.append(sqlite3.connect(at, isolation_level=None, check_same_thread=False))
        return stores[-1]

    with Journal.open(path, notices=unexpected, connect=connect):
        modes = [
            stores[-1].execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "wal_autocheckpoint")
        ]
    assert modes == ["wal", 2, 256]


def test_a_newer_form_is_refused_and_left_alone(path: Path) -> None:
    opened(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA user_version = 2")
        store.execute("UPDATE form SET version = 2")
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="form 2, this version reads up to 1"):
        opened(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir() if "damaged" in file.name] == []
