"""A damaged journal is salvaged, set aside and written anew, and the host is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware.journal import Damaged, Journal, JournalNotice, Kept, TornTail, salvage, store

PAGE = 4096
FRAME = PAGE + 24


def unexpected(notice: JournalNotice) -> None:
    raise AssertionError(notice.text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def said() -> list[JournalNotice]:
    return []


def write_games(path: Path, *, games: int = 3, entries: int = 40) -> None:
    """Write games 1.. of equal length; all but the last are finished."""
    with Journal.open(path, notices=unexpected) as journal:
        for number in range(1, games + 1):
            game = journal.begin(f"header {number}", "now")
            journal.append(game, bodies(number, entries))
            if number < games:
                journal.finish(game, "over")


def bodies(game: int, count: int) -> tuple[str, ...]:
    return tuple(f"{game}.{number} " + "x" * 200 for number in range(count))


def write_and_kill(path: Path, batches: int) -> None:
    """Write one game in commits of ten entries and leave the files as a kill would."""
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("header 1", "now")
        for batch in range(batches):
            journal.wait(journal.append(game, bodies(1, 10 * batches)[10 * batch :][:10]), 10)
        files = {file: file.read_bytes() for file in path.parent.iterdir()}
    for file, content in files.items():
        file.write_bytes(content)


def change(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


def patch(path: Path, at: int, patch: bytes) -> None:
    content = path.read_bytes()
    assert len(content) >= at + len(patch)
    path.write_bytes(content[:at] + patch + content[at + len(patch) :])


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def test_an_altered_entry_ends_the_prefix_of_the_running_game(
    path: Path, said: list[JournalNotice]
) -> None:
    write_games(path)
    change(path, b"3.20 xxx", b"3.20 yxx")
    with Journal.open(path, notices=said.append) as journal:
        found = journal.unfinished()
        assert found is not None
        assert (found.bodies, found.lost) == (bodies(3, 20), 20)
        assert journal.entries(1) == bodies(1, 40)
        journal.append(3, ["more"])
        journal.flush(10)
        again = journal.read(3)
        assert again is not None
        assert (again.bodies[20:], again.lost) == (("more",), 20)
    (notice,) = said
    aside = path.with_name("journal-damaged-1.sqlite3")
    assert notice == Damaged(
        "record 21 of game 3 does not fit its checksum",
        (aside,),
        (Kept(1, 40, 0), Kept(2, 40, 0), Kept(3, 20, 20)),
    )
    assert notice.text == (
        "The journal was damaged (record 21 of game 3 does not fit its checksum); "
        "games saved whole: 2; game 3: 20 entries kept, at least 20 lost."
    )
    assert notice.cure == f"The damaged files are kept as {aside}."
    assert b"3.20 yxx" in aside.read_bytes()


def test_an_altered_entry_of_an_older_game_is_found_by_a_check(path: Path) -> None:
    write_games(path)
    change(path, b"1.20 xxx", b"1.20 yxx")
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.check() == (Kept(1, 20, 21),)  # 20 entries and the end
        assert journal.entries(1) == bodies(1, 20)
        assert journal.entries(2) == bodies(2, 40)


def test_an_entry_that_was_moved_to_another_game_does_not_fit(path: Path) -> None:
    write_games(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM records WHERE game = 1 AND seq >= 5")
        file.execute("UPDATE records SET game = 1 WHERE game = 2 AND seq = 5")
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(1) == bodies(1, 4)


def test_a_zeroed_first_page_loses_nothing(path: Path, said: list[JournalNotice]) -> None:
    write_games(path)
    patch(path, 0, bytes(PAGE))
    with Journal.open(path, notices=said.append) as journal:
        assert [journal.entries(game) for game in (1, 2, 3)] == [bodies(n, 40) for n in (1, 2, 3)]
        assert [each.summary for each in journal.games()] == [None, "over", "over"]
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert notice.why == "file is not a database"
    assert [each.lost for each in notice.games] == [0, 0, 0]


def test_a_damaged_page_costs_only_the_games_on_it(path: Path, said: list[JournalNotice]) -> None:
    write_games(path, games=8)
    at = path.read_bytes().index(b"4.20 ") // PAGE * PAGE
    patch(path, at, b"\xff" * PAGE)
    with Journal.open(path, notices=said.append) as journal:
        found = {game: journal.entries(game) for game in range(1, 9)}
        assert len(found[4]) < 40
        for game, entries in found.items():
            assert entries == bodies(game, 40)[: len(entries)]
        assert sum(len(entries) == 40 for entries in found.values()) >= 6
        assert journal.begin("new", "now") == 9
    assert isinstance(said[0], Damaged)
    assert {each.game for each in said[0].games if each.lost} <= {3, 4, 5}


def test_a_lost_page_on_the_way_to_all_games_does_not_stop_the_start(
    path: Path, said: list[JournalNotice]
) -> None:
    write_games(path, games=8)
    with closing(sqlite3.connect(path)) as file:
        root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'records'").fetchone()
    patch(path, (root[0] - 1) * PAGE, bytes(PAGE))
    with Journal.open(path, notices=said.append) as journal:
        assert journal.games() == ()
        assert journal.entries(1) == ()
    assert isinstance(said[0], Damaged)


@pytest.mark.parametrize("content", [b"", b"x", b"not a database at all\n" * 300])
def test_a_file_that_is_no_journal_is_set_aside(
    path: Path, content: bytes, said: list[JournalNotice]
) -> None:
    path.write_bytes(content)
    with Journal.open(path, notices=said.append) as journal:
        game = journal.begin("{}", "now")
    with Journal.open(path, notices=unexpected) as journal:
        assert [each.id for each in journal.games()] == [game]
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert [file.read_bytes() for file in notice.set_aside] == [content]


def test_a_stranger_s_store_is_set_aside_whole(path: Path, said: list[JournalNotice]) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE cats(name)")
        file.execute("INSERT INTO cats VALUES ('Tom')")
    Journal.open(path, notices=said.append).close()
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert notice.why == "it is not a journal"
    with closing(sqlite3.connect(notice.set_aside[0])) as file:
        assert file.execute("SELECT name FROM cats").fetchone() == ("Tom",)


@pytest.mark.parametrize("version", [0, 2, 0x7FFFFFFF])
def test_a_damaged_number_of_the_form_is_not_taken_for_a_newer_one(
    path: Path, version: int, said: list[JournalNotice]
) -> None:
    write_games(path)
    patch(path, 60, version.to_bytes(4, "big"))
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(3) == bodies(3, 40)
    assert isinstance(said[0], Damaged)
    assert said[0].why == "its form is unknown"


def test_damaged_files_are_numbered(path: Path) -> None:
    kept: list[JournalNotice] = []
    for _ in range(3):
        path.write_bytes(b"damaged")
        Journal.open(path, notices=kept.append).close()
    names = [file.name for each in kept if isinstance(each, Damaged) for file in each.set_aside]
    assert names == [f"journal-damaged-{number}.sqlite3" for number in (1, 2, 3)]


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_log_without_its_file_is_salvaged(
    path: Path, is_missing: bool, said: list[JournalNotice]
) -> None:
    """SQLite would delete the log of a missing or empty file."""
    write_and_kill(path, batches=5)
    path.write_bytes(b"")
    if is_missing:
        path.unlink()
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 50)
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert notice.why == "its file is missing or empty"
    aside = path.with_name("journal-damaged-1.sqlite3")
    assert notice.set_aside == ((log_of(aside),) if is_missing else (log_of(aside), aside))


def test_a_log_cut_in_its_last_frame_costs_the_last_commit(
    path: Path, said: list[JournalNotice]
) -> None:
    write_and_kill(path, batches=5)
    log = log_of(path)
    log.write_bytes(log.read_bytes()[:-1])
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 40)
    assert said == [TornTail(path)]
    assert "had not finished" in said[0].text
    assert "last acts" in said[0].cure


def test_a_frame_torn_in_the_middle_of_the_log_costs_nothing_when_a_newer_one_has_its_page(
    path: Path, said: list[JournalNotice]
) -> None:
    """SQLite alone would stop at the torn frame and forget the commits after it."""
    write_and_kill(path, batches=5)
    with closing(store.connect_for_reading(path)) as file:
        assert store.highest_seq(file, 1) == 50
    patch(log_of(path), 32 + FRAME + 100, b"torn")
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 50)
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert notice.why == "its log is torn in the middle"


def test_old_frames_of_a_torn_log_do_not_hide_a_newer_file(
    path: Path, said: list[JournalNotice]
) -> None:
    """A log that was moved into the file and then torn would take SQLite back in time."""
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("header 1", "now")
        for body in bodies(1, 5):
            journal.wait(journal.append(game, [body]), 10)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")
        files = {file: file.read_bytes() for file in path.parent.iterdir()}
    for file, content in files.items():
        file.write_bytes(content)
    log = log_of(path)
    log.write_bytes(log.read_bytes()[: 32 + 3 * FRAME + 10])
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 5)
    assert isinstance(said[0], Damaged)


@pytest.mark.parametrize("at", [0, 3, 8, 12, 16, 24])
def test_a_log_with_a_damaged_header_is_salvaged(
    path: Path, at: int, said: list[JournalNotice]
) -> None:
    write_and_kill(path, batches=5)
    content = log_of(path).read_bytes()
    patch(log_of(path), at, bytes([content[at] ^ 0x55]))
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 50)
    assert isinstance(said[0], Damaged)


@pytest.mark.parametrize("size", [40, 512, FRAME])
def test_a_log_whose_beginning_is_zeroed_is_salvaged(
    path: Path, size: int, said: list[JournalNotice]
) -> None:
    write_and_kill(path, batches=5)
    patch(log_of(path), 0, bytes(size))
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 50)
    assert isinstance(said[0], Damaged)


def test_a_log_shorter_than_its_header_is_told(path: Path, said: list[JournalNotice]) -> None:
    write_and_kill(path, batches=1)
    log_of(path).write_bytes(b"short")
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == ()
    assert said == [TornTail(path)]


def test_frames_of_an_older_run_of_the_log_are_no_damage(path: Path) -> None:
    """SQLite writes a log that was moved into the file again from its beginning."""
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("header 1", "now")
        for body in bodies(1, 20):
            journal.wait(journal.append(game, [body]), 10)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(RESTART)")
        length = log_of(path).stat().st_size
        journal.wait(journal.append(game, ["after"]), 10)
        assert log_of(path).stat().st_size == length
        files = {file: file.read_bytes() for file in path.parent.iterdir()}
    for file, content in files.items():
        file.write_bytes(content)
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == (*bodies(1, 20), "after")


def test_sqlite_and_the_salvage_read_the_same_of_a_sound_log(path: Path) -> None:
    write_and_kill(path, batches=5)
    log = salvage.read_log(path)
    assert not log.is_torn
    assert log.committed == log.sound
    with closing(store.connect_for_reading(path)) as file:
        assert salvage.salvage(path, log).games == salvage.read_games(file).games


class Interrupted(Exception):
    """Stands for the kill of the program at a rename."""


@pytest.mark.parametrize("renames", range(3))
def test_a_swap_cut_short_is_finished_at_the_next_start(
    path: Path, renames: int, monkeypatch: pytest.MonkeyPatch, said: list[JournalNotice]
) -> None:
    write_and_kill(path, batches=5)
    patch(path, 0, bytes(PAGE))
    patch(log_of(path), 32 + FRAME + 100, b"torn")
    left = [renames]
    monkeypatch.setattr(Path, "rename", cut_after(left))
    with suppress(Interrupted):
        Journal.open(path, notices=said.append)
    assert left == [-1]
    monkeypatch.undo()
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 50)
    names = sorted(file.name for file in path.parent.iterdir())
    assert names[-1] == path.name
    assert len(names) == 3
    (notice,) = said
    assert isinstance(notice, Damaged)
    assert "cut short" in notice.why


def cut_after(left: list[int]) -> Callable[[Path, Path], Path]:
    rename = Path.rename

    def cut(old: Path, new: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise Interrupted
        return rename(old, new)

    return cut


def test_what_a_cut_short_build_left_is_cleared_away(path: Path) -> None:
    path.with_name(path.name + ".salvaging").write_bytes(b"half of it")
    path.with_name(path.name + ".salvaging-journal").write_bytes(b"half of it")
    Journal.open(path, notices=unexpected).close()
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END",
        "CREATE TABLE more(one)",
        "ALTER TABLE records RENAME COLUMN body TO text",
    ],
)
def test_a_journal_with_other_tables_is_salvaged_without_them(
    path: Path, change: str, said: list[JournalNotice]
) -> None:
    write_games(path, games=1)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute(change)
        opened.commit()
    with Journal.open(path, notices=said.append) as journal:
        assert journal.entries(1) == bodies(1, 40)
        journal.append(1, ["one more"])
        assert journal.flush(10)
        assert journal.entries(1)[-1] == "one more"

    (notice,) = said
    assert isinstance(notice, Damaged)
    assert "tables" in notice.why


def test_a_store_of_other_types_is_set_aside(path: Path, said: list[JournalNotice]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute(f"PRAGMA application_id = {store.APPLICATION}")
        opened.execute(f"PRAGMA user_version = {store.FORM}")
        opened.execute("CREATE TABLE form(one, version, openings)")
        opened.execute("INSERT INTO form VALUES (1, ?, 0)", (store.FORM,))
        opened.execute("CREATE TABLE records(game, seq, kind, body, checksum)")
        opened.execute("INSERT INTO records VALUES ('no number', 'x', NULL, x'ff', 3.5)")
    with Journal.open(path, notices=said.append) as journal:
        assert journal.games() == ()

    assert [type(notice) for notice in said] == [Damaged]
