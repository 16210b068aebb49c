"""Reader: reads games from an open store, and from the file of a kit that is running elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from firmware.journal import store as form
from firmware.journal.record import (
    BEGIN,
    FINISH,
    Listed,
    Record,
    Stored,
    assemble,
    valid_prefix,
)


class JournalUnreadable(RuntimeError):
    """Refuses a file that cannot be opened as a journal; starting the kit salvages it."""


class Reader:
    """Reads a journal without ever changing it, while a kit may be writing to it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def games(self) -> tuple[Listed, ...]:
        """List all games, newest first; raises JournalUnreadable, JournalTooNew."""
        with closing(self._open()) as store:
            return list_games(store, {})

    def read(self, game: int) -> Stored | None:
        """Return a game's longest valid prefix, None if there is none; raises as `games` does."""
        with closing(self._open()) as store:
            return read_game(store, game, ())

    def fault(self) -> str | None:
        """Return what is wrong with the file, or None; raises as `games`, and sqlite3.Error."""
        with closing(self._open()) as store:
            try:
                return form.fault(store)
            except sqlite3.DatabaseError as error:
                if form.speaks_of_the_place(error):
                    raise
                return str(error)

    def _open(self) -> sqlite3.Connection:
        store = None
        try:
            store = form.connect_for_reading(self._path)
            form.refuse_newer(store)
        except (sqlite3.Error, form.JournalTooNew) as error:
            if store is not None:
                form.close(store)
            if isinstance(error, form.JournalTooNew):
                raise
            raise JournalUnreadable(
                f"{self._path} cannot be read as a journal ({error}); "
                "a kit started on its folder salvages what can be"
            ) from error
        return store


def read_game(
    store: sqlite3.Connection, game: int, memory: Sequence[Record], lost: int = 0
) -> Stored | None:
    """Return a game's longest valid prefix: what is stored, then what is only in memory.

    `lost` counts records that an earlier salvage is known to have lost.
    """
    records = list(form.records_of(store, game))
    highest = form.highest_seq(store, game)
    if memory:
        later = [record for record in memory if record.seq >= len(records)]
        records = list(valid_prefix(game, [*records, *later]))
    return assemble(records, max(highest, len(records) - 1 + lost))


def list_games(
    store: sqlite3.Connection, memory: Mapping[int, Sequence[Record]]
) -> tuple[Listed, ...]:
    """List all games, newest first, by their first and last records."""
    found = {game: form.ends_of(store, game) for game in form.game_numbers(store)}
    for game, records in memory.items():
        found[game] = [*found.get(game, ()), *records]
    newest_first = (found[game] for game in sorted(found, reverse=True))
    return tuple(_listed(ends) for ends in newest_first if ends and ends[0].kind == BEGIN)


def _listed(ends: Sequence[Record]) -> Listed:
    first, last = ends[0], ends[-1]
    wall, _, header = first.body.partition("\n")
    return Listed(first.game, wall, header, last.body if last.kind == FINISH else None)
