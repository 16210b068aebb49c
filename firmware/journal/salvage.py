"""Salvage: gets out of a damaged journal what can still be read, and puts the damaged one aside.

The files are only read, as bytes, into images in memory: the file alone, with the log as SQLite
would use it, and with every sound frame of the log. Each game's longest valid prefix wins.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.journal import store as form
from firmware.journal import wal
from firmware.journal.notices import Kept
from firmware.journal.record import ENTRY, Record
from firmware.state import sync_folder

SUFFIXES: Final = ("-wal", "-shm", "-journal", "")


@dataclass(frozen=True, slots=True)
class Salvage:
    """Holds what was read of each game, and the highest record number seen of it."""

    games: Mapping[int, tuple[Record, ...]] = field(default_factory=dict)
    highest: Mapping[int, int] = field(default_factory=dict)

    def kept(self) -> tuple[Kept, ...]:
        """Count, for each game seen, the entries kept and the records known to be lost."""
        return tuple(
            Kept(
                game,
                sum(record.kind == ENTRY for record in self.games.get(game, ())),
                self.lost(game),
            )
            for game in sorted(self.highest)
        )

    def lost(self, game: int) -> int:
        """Count the records of a game known to be lost."""
        return max(0, self.highest[game] + 1 - len(self.games.get(game, ())))

    def records(self) -> list[Record]:
        """List every record kept, in the order of the table."""
        return [record for game in sorted(self.games) for record in self.games[game]]


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a file that SQLite keeps beside a database."""
    return path.with_name(path.name + suffix)


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes, none if it does not exist; raises OSError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def read_log(path: Path) -> wal.Log:
    """Parse the log beside a journal; raises OSError."""
    return wal.parse(read_bytes(beside(path, "-wal")), form.PAGE_BYTES)


def salvage(path: Path, log: wal.Log) -> Salvage:
    """Read all that can be read of a journal and its log, changing neither; raises OSError."""
    pages = read_bytes(path)
    best = Salvage()
    for frames in {log.committed, log.sound, ()}:
        with closing(image_of(pages, frames)) as image:
            best = _longest(best, read_games(image))
    return best


def read_games(image: sqlite3.Connection) -> Salvage:
    """Read the longest valid prefix of every game in a store."""
    games, highest = {}, {}
    for game in form.game_numbers(image):
        records = tuple(form.records_of(image, game))
        last = max(form.highest_seq(image, game), len(records) - 1)
        if records:
            games[game] = records
        if last >= 0:
            highest[game] = last
    return Salvage(games, highest)


def image_of(pages: bytes, frames: tuple[wal.Frame, ...]) -> sqlite3.Connection:
    """Open a journal's pages in memory.

    Page 1 (file header and schema) is the same in every journal of this form, so a fresh one
    stands in for it, whether the old one is damaged or not.
    """
    image = wal.overlay(pages, frames, form.PAGE_BYTES)
    image.extend(bytes(-len(image) % form.PAGE_BYTES))
    first = bytearray(_fresh_pages()[: form.PAGE_BYTES])
    count = max(1, len(image) // form.PAGE_BYTES)
    first[28:32] = count.to_bytes(4, "big")  # size in pages (fileformat2, 1.3)
    image[: form.PAGE_BYTES] = first
    store = sqlite3.connect(":memory:", check_same_thread=False)
    store.deserialize(bytes(image))
    return store


def _fresh_pages() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        form.create(store)
        return store.serialize()


def _longest(one: Salvage, other: Salvage) -> Salvage:
    games = {
        game: max(one.games.get(game, ()), other.games.get(game, ()), key=len)
        for game in one.games.keys() | other.games.keys()
    }
    highest = {
        game: max(one.highest.get(game, -1), other.highest.get(game, -1))
        for game in one.highest.keys() | other.highest.keys()
    }
    return Salvage(games, highest)


def build(path: Path, salvaged: Salvage, connect: form.Connect) -> None:
    """Write a fresh journal with what was salvaged, complete or not at all, as `.salvaged`.

    Raises sqlite3.Error or OSError; the damaged files are untouched and nothing is left then.
    """
    partial = beside(path, ".salvaging")
    _remove(partial)
    try:
        store = connect(partial)
        try:
            form.create(store)
            form.write(store, salvaged.records())
            # Last, so that nothing is in the log when the file is renamed without it.
            store.execute("PRAGMA journal_mode = WAL")
        finally:
            store.close()
        partial.replace(beside(path, ".salvaged"))
        sync_folder(path.parent)
    except (sqlite3.Error, OSError):
        with suppress(OSError):
            _remove(partial)
        raise


def _remove(path: Path) -> None:
    for suffix in SUFFIXES:
        beside(path, suffix).unlink(missing_ok=True)


def swap(path: Path) -> tuple[Path, ...]:
    """Put a journal's files aside and the complete `.salvaged` one in their place.

    Returns the new names of the old files. Cut short at any point, it is finished by
    `finish_swap`, so the salvage is never lost. Raises OSError.
    """
    kept = []
    aside = _free_name(path)
    for suffix in SUFFIXES:
        old = beside(path, suffix)
        if not old.exists():
            continue
        if suffix == "-shm" or (suffix and not old.stat().st_size):
            old.unlink()  # SQLite's index of the log, or an empty log, tells nothing
        else:
            kept.append(old.rename(beside(aside, suffix)))
    beside(path, ".salvaged").rename(path)
    sync_folder(path.parent)
    return tuple(kept)


def finish_swap(path: Path) -> tuple[Path, ...]:
    """Finish a swap that was cut short, if there is one; raises OSError.

    Returns the files set aside, all of them if it was too late to tell which are new.
    """
    if not beside(path, ".salvaged").exists():
        return ()
    return swap(path) or tuple(sorted(path.parent.glob(f"{path.stem}-damaged-*")))


def _free_name(path: Path) -> Path:
    return next(name for name in _aside_names(path) if not _is_taken(name))


def _aside_names(path: Path) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")


def _is_taken(name: Path) -> bool:
    return any(beside(name, suffix).exists() for suffix in SUFFIXES)
