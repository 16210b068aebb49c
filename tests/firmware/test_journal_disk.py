"""A full disk or a read-only folder is said at once, and the game goes on in memory."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from firmware.clock import NS_PER_S, VirtualClock
from firmware.journal import (
    Damaged,
    InMemory,
    Journal,
    JournalNotice,
    Unsaved,
    WritingFailed,
    WritingResumed,
)

NOBODY = 65534
NEVER_S = 1e6
Said = SimpleQueue[JournalNotice]


class Disk:
    """Connects to files on a disk that can be switched to full, which it says as SQLite does."""

    def __init__(self) -> None:
        self.is_full = False
        self.tries = 0

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Store(sqlite3.Connection):
            def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
                if disk.is_full and sql.startswith(("COMMIT", "UPDATE", "CREATE")):
                    disk.tries += 1
                    error = sqlite3.OperationalError("database or disk is full")
                    error.sqlite_errorcode = sqlite3.SQLITE_FULL
                    raise error
                return super().execute(sql, parameters)

        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Store)


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def said() -> Said:
    return SimpleQueue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def on(disk: Disk, path: Path, said: Said, retry_s: float = NEVER_S) -> Journal:
    return Journal.open(path, notices=said.put, connect=disk.connect, retry_s=retry_s)


def unexpected(notice: JournalNotice) -> None:
    raise AssertionError(notice.text)


def entries_in_file(path: Path) -> int:
    with closing(sqlite3.connect(path)) as store:
        found = store.execute("SELECT count(*) FROM records WHERE kind = 'entry'").fetchone()
    return int(found[0])


def test_a_game_goes_on_in_memory_when_the_disk_fills(path: Path, disk: Disk, said: Said) -> None:
    told: list[int] = []
    with on(disk, path, said) as journal:
        journal.listen(told.append)
        game = journal.begin("{}", "now")
        durable = journal.append(game, ["one"])
        journal.flush(10)
        disk.is_full = True
        shown = journal.append(game, ["two"])
        assert journal.wait(shown, 10)
        assert journal.degraded
        assert journal.why_degraded == "database or disk is full"
        assert (journal.committed, journal.settled) == (durable, shown)
        assert said.get(timeout=10) == WritingFailed(path, "database or disk is full")
        later = journal.append(game, ["three"])
        assert journal.wait(later, 10)
        assert journal.entries(game) == ("one", "two", "three")
        assert said.empty()
    assert told[-1] == later
    assert entries_in_file(path) == 1


def test_what_was_only_in_memory_is_written_once_there_is_room(
    path: Path, disk: Disk, said: Said
) -> None:
    with on(disk, path, said) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
        journal.flush(10)
        disk.is_full = True
        journal.append(game, ["two"])
        other = journal.begin("other", "now")
        journal.append(other, ["a", "b"])
        journal.flush(10)
        assert isinstance(said.get(timeout=10), WritingFailed)
        assert [(each.id, each.header) for each in journal.games()] == [
            (other, "other"),
            (game, "{}"),
        ]
        disk.is_full = False
        journal.retry()
        assert said.get(timeout=10) == WritingResumed(3)
        assert not journal.degraded
        assert journal.committed == journal.settled
        assert entries_in_file(path) == 4
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one", "two")
        assert journal.entries(other) == ("a", "b")


def test_a_commit_that_was_durable_though_it_failed_is_no_conflict(
    path: Path, disk: Disk, said: Said
) -> None:
    with on(disk, path, said) as journal:
        game = journal.begin("{}", "now")
        journal.flush(10)
        disk.is_full = True
        journal.append(game, ["one"])
        journal.flush(10)
        written = journal._writer.shown(game)
        with closing(sqlite3.connect(path)) as store, store:
            store.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", written)
        disk.is_full = False
        journal.retry()
        said.get(timeout=10)
        assert said.get(timeout=10) == WritingResumed(1)
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one",)


def test_writing_is_tried_again_by_itself(path: Path, disk: Disk, said: Said) -> None:
    with on(disk, path, said, retry_s=0.01) as journal:
        game = journal.begin("{}", "now")
        journal.flush(10)
        disk.is_full = True
        journal.append(game, ["one"])
        assert isinstance(said.get(timeout=10), WritingFailed)
        disk.is_full = False
        assert said.get(timeout=10) == WritingResumed(1)


def test_retries_are_put_off_longer_each_time(path: Path, disk: Disk, said: Said) -> None:
    clock = VirtualClock()
    with Journal.open(
        path, notices=said.put, connect=disk.connect, clock=clock, retry_s=1000
    ) as journal:
        game = journal.begin("{}", "now")
        journal.flush(10)
        disk.is_full = True
        due = [0, 999, 1000, 1059, 1060]
        tries = []
        for at_s in due:
            clock.advance_to(at_s * NS_PER_S)
            journal.wait(journal.append(game, ["x"]), 10)
            tries.append(disk.tries)
        disk.is_full = False
    assert tries == [1, 1, 2, 2, 3]


def test_closing_tries_once_more(path: Path, disk: Disk, said: Said) -> None:
    with on(disk, path, said) as journal:
        game = journal.begin("{}", "now")
        journal.flush(10)
        disk.is_full = True
        journal.append(game, ["one"])
        journal.flush(10)
        disk.is_full = False
    assert isinstance(said.get(timeout=10), WritingFailed)
    assert said.get(timeout=10) == WritingResumed(1)
    assert entries_in_file(path) == 1


def test_closing_says_what_ends_with_the_program(path: Path, disk: Disk, said: Said) -> None:
    with on(disk, path, said) as journal:
        game = journal.begin("{}", "now")
        journal.flush(10)
        disk.is_full = True
        journal.append(game, ["one", "two"])
    assert isinstance(said.get(timeout=10), WritingFailed)
    assert said.get(timeout=10) == Unsaved(2, "database or disk is full")
    assert "journal" not in {thread.name for thread in threading.enumerate()}


def test_a_disk_that_is_full_from_the_start_leaves_nothing_behind(
    path: Path, disk: Disk, said: Said
) -> None:
    disk.is_full = True
    with on(disk, path, said) as journal:
        assert said.get(timeout=10) == InMemory(path, "database or disk is full")
        assert journal.degraded
        game = journal.begin("{}", "now")
        assert journal.wait(journal.append(game, ["one"]), 10)
        assert journal.entries(game) == ("one",)
        assert list(path.parent.iterdir()) == []
        disk.is_full = False
        journal.retry()
        assert said.get(timeout=10) == WritingResumed(1)
        assert journal.entries(game) == ("one",)
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one",)


def test_a_damaged_journal_on_a_full_disk_is_salvaged_in_memory_first(
    path: Path, disk: Disk, said: Said
) -> None:
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    before = path.read_bytes()
    disk.is_full = True
    with on(disk, path, said) as journal:
        damaged = said.get(timeout=10)
        assert isinstance(damaged, Damaged)
        assert damaged.set_aside == ()
        assert isinstance(said.get(timeout=10), InMemory)
        journal.append(game, ["two"])
        journal.flush(10)
        assert journal.entries(game) == ("one", "two")
        assert path.read_bytes() == before
        disk.is_full = False
        journal.retry()
        set_aside = said.get(timeout=10)
        assert isinstance(set_aside, Damaged)
        assert set_aside.set_aside == (path.with_name("journal-damaged-1.sqlite3"),)
        assert said.get(timeout=10) == WritingResumed(1)
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one", "two")


@pytest.fixture
def folder_of_another() -> Iterator[Path]:
    """Give a folder that anybody may read and nobody but its owner may write."""
    folder = Path(tempfile.mkdtemp(prefix="ringmaster-journal-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Take away the right to write a folder, from root too."""
    folder.chmod(0o555)
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_folder_is_said_at_once_and_a_game_is_played_in_memory(
    folder_of_another: Path, said: Said
) -> None:
    path = folder_of_another / "journal.sqlite3"
    with without_rights(folder_of_another):
        with Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal:
            notice = said.get(timeout=10)
            assert isinstance(notice, InMemory)
            assert str(folder_of_another) in notice.cure
            game = journal.begin("{}", "now")
            journal.wait(journal.append(game, ["one"]), 10)
            assert journal.unfinished() == journal.read(game)
            assert journal.entries(game) == ("one",)
        assert list(folder_of_another.iterdir()) == []
    assert isinstance(said.get(timeout=10), Unsaved)


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_game_in_a_read_only_folder_is_read_and_goes_on(
    folder_of_another: Path, said: Said, is_killed: bool
) -> None:
    path = folder_of_another / "journal.sqlite3"
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
        journal.flush(10)
        running = {file: file.read_bytes() for file in folder_of_another.iterdir()}
    if is_killed:
        for file, content in running.items():
            file.write_bytes(content)
    with (
        without_rights(folder_of_another),
        Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal,
    ):
        assert isinstance(said.get(timeout=10), InMemory)
        journal.append(game, ["two"])
        journal.flush(10)
        assert journal.entries(game) == ("one", "two")
        assert [each.id for each in journal.games()] == [game]


def test_games_that_could_not_be_read_are_never_written_over(
    folder_of_another: Path, said: Said
) -> None:
    path = folder_of_another / "journal.sqlite3"
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("old", "now")
        journal.append(game, ["one"])
    path.chmod(0o600)
    with without_rights(folder_of_another):
        if os.geteuid() != NOBODY:
            path.chmod(0)
        journal = Journal.open(path, notices=said.put, retry_s=NEVER_S)
    path.chmod(0o600)
    folder_of_another.chmod(0o755)
    with journal:
        assert isinstance(said.get(timeout=10), InMemory)
        assert journal.begin("new", "now") == game
    notice = said.get(timeout=10)
    assert isinstance(notice, Unsaved)
    assert "were not read at the start" in notice.why
    with Journal.open(path, notices=unexpected) as journal:
        assert [each.header for each in journal.games()] == ["old"]


def test_a_file_that_vanishes_leaves_the_rest_of_the_game_readable(
    path: Path, disk: Disk, said: Said
) -> None:
    with on(disk, path, said) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
        journal.flush(10)
        disk.is_full = True
        new = journal.begin("new", "now")
        journal.append(new, ["two"])
        journal.flush(10)
        path.unlink()
        assert journal.entries(game) == ()
        assert journal.entries(new) == ("two",)
        disk.is_full = False
        path.mkdir()
    path.rmdir()


def test_a_place_that_cannot_be_one_is_said(tmp_path: Path, said: Said) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "missing" / "journal", tmp_path / "file" / "journal"):
        with Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal:
            assert journal.degraded
            assert isinstance(said.get(timeout=10), InMemory)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mount a small file system; the function given mounts it again with other options."""
    place = tmp_path / "small"
    place.mkdir()

    def mount(options: str) -> Path:
        command = ["mount", "-t", "tmpfs", "-o", options, "none", str(place)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        if found.returncode:
            pytest.skip(f"no small disk without the right to mount: {found.stderr.strip()}")
        return place

    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    yield mount
    subprocess.run(["umount", str(place)], check=False)


def fill(place: Path) -> None:
    with (place / "rest").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def test_a_small_disk_that_fills_is_left_for_memory_and_used_again(
    small_disk: Callable[[str], Path], said: Said
) -> None:
    path = small_disk("size=256k") / "journal.sqlite3"
    with Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal:
        game = journal.begin("{}", "now")
        written = 0
        while not journal.degraded:
            journal.wait(journal.append(game, [f"{written} " + "x" * 1000]), 10)
            written += 1
        notice = said.get(timeout=10)
        assert isinstance(notice, WritingFailed)
        assert "full" in notice.why
        journal.wait(journal.append(game, [f"{written}"]), 10)
        assert [int(entry.split()[0]) for entry in journal.entries(game)] == [*range(written + 1)]
        small_disk("remount,size=8m")
        journal.retry()
        assert isinstance(said.get(timeout=10), WritingResumed)
        assert journal.committed == journal.settled
    with Journal.open(path, notices=unexpected) as journal:
        assert [int(entry.split()[0]) for entry in journal.entries(game)] == [*range(written + 1)]
    assert written > 10


def test_a_game_on_a_full_small_disk_is_read_and_goes_on(
    small_disk: Callable[[str], Path], said: Said
) -> None:
    path = small_disk("size=512k") / "journal.sqlite3"
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
    fill(path.parent)
    with Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal:
        assert isinstance(said.get(timeout=10), InMemory)
        journal.append(game, ["two"])
        journal.flush(10)
        assert journal.entries(game) == ("one", "two")
        (path.parent / "rest").unlink()
        journal.retry()
        assert said.get(timeout=10) == WritingResumed(1)
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one", "two")


def test_a_read_only_disk_is_said_to_root_too(
    small_disk: Callable[[str], Path], said: Said
) -> None:
    path = small_disk("size=512k") / "journal.sqlite3"
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("{}", "now")
        journal.append(game, ["one"])
    small_disk("remount,ro")
    with Journal.open(path, notices=said.put, retry_s=NEVER_S) as journal:
        assert isinstance(said.get(timeout=10), InMemory)
        assert journal.entries(game) == ("one",)


def test_a_failure_that_no_disk_has_leaves_the_writer_at_work(path: Path, said: Said) -> None:
    class Store(sqlite3.Connection):
        def executemany(self, sql: str, records: Any, /) -> sqlite3.Cursor:
            if records:
                raise MemoryError("no memory is left")
            return super().executemany(sql, records)

    def connect(place: Path) -> sqlite3.Connection:
        return sqlite3.connect(place, isolation_level=None, check_same_thread=False, factory=Store)

    with Journal.open(path, notices=said.put, connect=connect, retry_s=NEVER_S) as journal:
        game = journal.begin("{}", "now")
        shown = journal.append(game, ["one"])

        assert journal.wait(shown, 10)
        assert journal.entries(game) == ("one",)
        assert said.get(timeout=10) == WritingFailed(path, "no memory is left")
