"""A running kit's journal can be read by another program, which never changes it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.journal import (
    Journal,
    JournalNotice,
    JournalTooNew,
    JournalUnreadable,
    Listed,
    Reader,
    Stored,
)


def unexpected(notice: JournalNotice) -> None:
    raise AssertionError(notice.text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def test_a_running_kit_s_games_can_be_read(path: Path) -> None:
    with Journal.open(path, notices=unexpected) as journal:
        game = journal.begin("header", "now")
        journal.append(game, ["one"])
        journal.flush(10)
        reader = Reader(path)
        assert reader.games() == (Listed(game, "now", "header", None),)
        assert reader.read(game) == Stored(game, "now", "header", ("one",), None, 0)
        assert reader.read(7) is None
        journal.append(game, ["two"])
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("one", "two")


def test_a_missing_journal_is_not_created(path: Path) -> None:
    with pytest.raises(JournalUnreadable, match="unable to open"):
        Reader(path).games()
    assert not path.exists()


def test_a_damaged_journal_is_left_to_the_kit(path: Path) -> None:
    path.write_bytes(b"not a database at all\n" * 300)
    with pytest.raises(JournalUnreadable, match="salvages what can be"):
        Reader(path).games()
    assert path.read_bytes() == b"not a database at all\n" * 300


def test_a_newer_journal_is_refused(path: Path) -> None:
    Journal.open(path, notices=unexpected).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA user_version = 2")
        store.execute("UPDATE form SET version = 2")
    with pytest.raises(JournalTooNew):
        Reader(path).games()
