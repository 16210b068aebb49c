"""Store: the journal's SQLite file, its form, and how it is opened, read and written.

SQLite's WAL mode with `synchronous=FULL`: a committed transaction is in the file and synced.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from firmware.journal.record import Record, valid_prefix

FORM: Final = 1
APPLICATION: Final = 0x524D4A31  # "RMJ1"
PAGE_BYTES: Final = 4096
WAL_PAGES: Final = (
    256  # a start after a crash checks the whole WAL; 1 MB takes little even on a Zero
)
BUSY_TIMEOUT_S: Final = 2.0
MOST_BAD_STEPS: Final = 256
MOST_GAMES: Final = 1 << 40  # a higher number is damage

# Changing this changes page 1, which a salvage puts in the place of a damaged one.
FORM_TABLE: Final = """
CREATE TABLE form(
    one INTEGER PRIMARY KEY, version INTEGER NOT NULL, openings INTEGER NOT NULL
) STRICT
"""
RECORDS_TABLE: Final = """
CREATE TABLE records(
    game INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    checksum BLOB NOT NULL, PRIMARY KEY(game, seq)
) STRICT, WITHOUT ROWID
"""
COLUMNS: Final = "SELECT game, seq, kind, body, checksum FROM records"
INSERT: Final = "INSERT INTO records VALUES (?, ?, ?, ?, ?)"
UPSERT: Final = (
    f"{INSERT} ON CONFLICT(game, seq) DO UPDATE SET"
    " kind = excluded.kind, body = excluded.body, checksum = excluded.checksum"
)

# Primary result codes that speak of the place, not of what is in the file (sqlite.org/rescode).
PLACE_CODES: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)

Connect = Callable[[Path], sqlite3.Connection]


class JournalTooNew(RuntimeError):
    """Refuses a journal that a newer version wrote; it is left as it is."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a file for writing, to be used by one thread, creating an empty one if need be."""
    return sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing file for reading; its close never moves the WAL into the file."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, check_same_thread=False)


def speaks_of_the_place(error: sqlite3.Error) -> bool:
    """Return whether an error is about the disk or its rights rather than about the content."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF) in PLACE_CODES


def create(store: sqlite3.Connection) -> None:
    """Give an empty file the journal's form."""
    store.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    store.execute(f"PRAGMA application_id = {APPLICATION}")
    store.execute(f"PRAGMA user_version = {FORM}")
    store.execute(FORM_TABLE)
    store.execute(RECORDS_TABLE)
    store.execute("INSERT INTO form VALUES (1, ?, 0)", (FORM,))


def set_modes(store: sqlite3.Connection) -> None:
    """Set the modes in which a commit is durable."""
    store.execute("PRAGMA journal_mode = WAL")
    store.execute("PRAGMA synchronous = FULL")
    store.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
    store.execute(f"PRAGMA journal_size_limit = {2 * WAL_PAGES * PAGE_BYTES}")


def open_for_writing(path: Path, connect: Connect) -> sqlite3.Connection:
    """Open a journal and prove with one real commit that it can be written.

    Raises sqlite3.Error when it cannot; nothing stays open then.
    """
    store = connect(path)
    try:
        set_modes(store)
        store.execute("UPDATE form SET openings = openings + 1")
    except sqlite3.Error:
        close(store)
        raise
    return store


def close(store: sqlite3.Connection) -> None:
    """Close a store, whatever state a failure has left it in."""
    with suppress(sqlite3.Error):
        store.close()


def write(store: sqlite3.Connection, records: Sequence[Record], statement: str = INSERT) -> None:
    """Write records in one durable transaction; raises sqlite3.Error and then wrote nothing."""
    store.execute("BEGIN IMMEDIATE")
    try:
        store.executemany(statement, records)
        store.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            store.execute("ROLLBACK")
        raise


def rewrite(store: sqlite3.Connection, records: Sequence[Record]) -> None:
    """Write records of which some may have reached the file in spite of an error.

    After a failed sync the system may believe that the WAL's pages are safe, so all is written
    again and moved out of the WAL.
    """
    write(store, records, UPSERT)
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def refuse_newer(store: sqlite3.Connection) -> None:
    """Raise JournalTooNew for a newer form.

    The form stands twice in the file, so that a damaged number is not taken for a newer one.
    """
    version = store.execute("PRAGMA user_version").fetchone()[0]
    if version > FORM and store.execute("SELECT version FROM form").fetchone() == (version,):
        raise JournalTooNew(
            f"the journal has form {version}, this version reads up to {FORM}; "
            "use the newer version, or give --state another folder"
        )


def fault(store: sqlite3.Connection) -> str | None:
    """Return what is wrong with a file's form, or None; raises sqlite3.Error for worse."""
    if store.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        return "it is not a journal"
    version = store.execute("PRAGMA user_version").fetchone()[0]
    if version != FORM or store.execute("SELECT version FROM form").fetchone() != (FORM,):
        return "its form is unknown"
    found_sql = store.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")
    tables = {str(sql).strip() for (sql,) in found_sql}
    if tables != {FORM_TABLE.strip(), RECORDS_TABLE.strip()}:
        return "its tables are not a journal's"
    found = store.execute("PRAGMA quick_check(1)").fetchone()[0]
    return None if found == "ok" else str(found)


def readable(rows: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield rows up to the first that SQLite cannot read."""
    with suppress(sqlite3.Error):
        yield from rows


def records_of(store: sqlite3.Connection, game: int) -> Iterator[Record]:
    """Yield the longest valid prefix of a game, as far as SQLite can read it."""
    try:
        rows = store.execute(f"{COLUMNS} WHERE game = ? ORDER BY seq", (game,))
    except sqlite3.Error:
        return
    yield from valid_prefix(game, readable(rows))


def highest_seq(store: sqlite3.Connection, game: int) -> int:
    """Return the highest number among a game's records, -1 if none can be read."""
    try:
        found = store.execute("SELECT max(seq) FROM records WHERE game = ?", (game,)).fetchone()[0]
    except sqlite3.Error:
        return -1
    return found if isinstance(found, int) else -1


def newest_game(store: sqlite3.Connection) -> int:
    """Return the highest game number, 0 if there is none; raises sqlite3.Error."""
    return int(store.execute("SELECT max(game) FROM records").fetchone()[0] or 0)


def game_numbers(store: sqlite3.Connection) -> Iterator[int]:
    """Yield the numbers of all games, upwards.

    Where a page on the way is damaged it steps on by one and yields numbers that may not exist.
    """
    last, bad = 0, 0
    while bad < MOST_BAD_STEPS and last < MOST_GAMES:
        try:
            row = _next_game(store, last)
        except sqlite3.Error:
            bad += 1
            row = (last + 1,)
        if row is None:
            return
        last = row[0]
        yield last


def _next_game(store: sqlite3.Connection, last: int) -> tuple[int] | None:
    sql = "SELECT game FROM records WHERE game > ? ORDER BY game LIMIT 1"
    row = store.execute(sql, (last,)).fetchone()
    if row is None or not isinstance(row[0], int) or row[0] <= last:
        return None
    return (row[0],)


def ends_of(store: sqlite3.Connection, game: int) -> list[Record]:
    """Return a game's first record and its last, unchecked; fewer if they cannot be read."""
    ends = []
    sql = f"{COLUMNS} WHERE game = ? ORDER BY seq"
    for order in ("ASC", "DESC"):
        try:
            row = store.execute(f"{sql} {order} LIMIT 1", (game,)).fetchone()
        except sqlite3.Error:
            continue
        if row is not None:
            ends.append(Record(*row))
    return ends
