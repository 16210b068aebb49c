"""Opening: decides what to do with the files at a journal's place, so that a kit always starts.

Healthy: used. Damaged: salvaged, set aside, written anew. Not to be written: read into memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.journal import salvage as rescue
from firmware.journal import store as form
from firmware.journal.notices import Damaged, InMemory, JournalNotice, TornTail
from firmware.journal.record import Record
from firmware.state import reason

Notices = Callable[[JournalNotice], None]
MISSING: Final = "its file is missing or empty"


class Place:
    """Reaches the journal's file, once it has been examined and, where need be, built anew.

    `read` is the newest record that was read into memory when the place could not be reached:
    what is written later must follow it.
    """

    def __init__(self, path: Path, connect: form.Connect, notices: Notices) -> None:
        self.path = path
        self.salvaged: rescue.Salvage | None = None
        self.why = ""
        self.read: Record | None = None
        self._connect = connect
        self._notices = notices
        self._is_examined = False
        self._is_late = False

    def reach(self) -> sqlite3.Connection:
        """Return an open journal that has just been written to.

        Raises sqlite3.Error or OSError when that cannot be had, JournalTooNew for a newer form.
        """
        if self._is_examined:
            return self._open()
        self._examine()
        store = self._open()
        if self._is_late and newest_record(store) != self.read:
            form.close(store)
            raise OSError("it holds games that were not read at the start; start the kit again")
        self._is_examined = True
        return store

    def _open(self) -> sqlite3.Connection:
        if self.salvaged is not None:
            rescue.build(self.path, self.salvaged, self._connect)
            set_aside = rescue.swap(self.path)
            if set_aside:
                self._notices(Damaged(self.why, set_aside, self.salvaged.kept()))
            self.salvaged = None
        return form.open_for_writing(self.path, self._connect)

    def _examine(self) -> None:
        """Find out what is there; raises sqlite3.Error or OSError where the place is at fault."""
        left = rescue.finish_swap(self.path)
        if left:
            self._notices(Damaged("a salvage was cut short and is finished now", left, ()))
        if is_empty(self.path):
            # SQLite would delete a log without its file, so it must not see this.
            self._rebuild(MISSING, rescue.salvage(self.path, rescue.read_log(self.path)))
            return
        log = rescue.read_log(self.path)
        why = damage(self.path)
        if why:
            self._rebuild(why, rescue.salvage(self.path, log))
        elif log.is_torn:
            self._examine_torn(rescue.salvage(self.path, log))

    def _examine_torn(self, salvaged: rescue.Salvage) -> None:
        """Rebuild when the log holds more than SQLite would use, else only say it is torn."""
        with closing(form.connect_for_reading(self.path)) as store:
            used = rescue.read_games(store)
        if salvaged.games != used.games:
            self._rebuild("its log is torn in the middle", salvaged)
        elif not self._is_late:
            self._notices(TornTail(self.path))

    def _rebuild(self, why: str, salvaged: rescue.Salvage) -> None:
        self.why, self.salvaged = why, salvaged

    def go_on_in_memory(self, read: Record | None) -> None:
        """Note what was read, for the time when the place can be reached after all."""
        self.read, self._is_late = read, True


@dataclass(frozen=True, slots=True)
class Opened:
    """Holds an opened journal: its connection, or what could be read and why there is none."""

    place: Place
    store: sqlite3.Connection | None
    past: sqlite3.Connection | None
    why: str
    last: Record | None
    next_game: int
    lost: Mapping[int, int] = field(default_factory=dict)


def open_journal(path: Path, connect: form.Connect, notices: Notices) -> Opened:
    """Open the journal at `path`; raises JournalTooNew and nothing else."""
    lost: dict[int, int] = {}

    def tell(notice: JournalNotice) -> None:
        if isinstance(notice, Damaged):
            lost.update({each.game: each.lost for each in notice.games})
        notices(notice)

    place = Place(path, connect, tell)
    try:
        store = place.reach()
    except (sqlite3.Error, OSError) as error:
        return _in_memory(place, why_of(error), notices)
    last = newest_record(store)
    newest = last.game if last else 0
    return Opened(place, store, None, "", last, max([newest, *lost]) + 1, lost)


def why_of(error: Exception) -> str:
    """Return an error's reason in a few words."""
    text = reason(error) if isinstance(error, OSError) else str(error)
    return text or type(error).__name__


def is_empty(path: Path) -> bool:
    """Return whether a file is missing or has no bytes; raises OSError."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True


def newest_record(store: sqlite3.Connection) -> Record | None:
    """Return the last record of the newest game, unchecked, or None."""
    ends = form.ends_of(store, form.newest_game(store))
    return ends[-1] if ends else None


def damage(path: Path) -> str | None:
    """Return what is wrong with a journal's files, or None; raises JournalTooNew.

    The whole file's structure and the newest game's chain are checked; older games' chains are
    checked when they are read. Raises sqlite3.Error when the place, not the content, is at fault.
    """
    try:
        with closing(form.connect_for_reading(path)) as store:
            form.refuse_newer(store)
            return form.fault(store) or _broken_chain(store)
    except sqlite3.Error as error:
        if form.speaks_of_the_place(error):
            raise
        return str(error)


def _broken_chain(store: sqlite3.Connection) -> str | None:
    game = form.newest_game(store)
    count = sum(1 for _ in form.records_of(store, game))
    if count == form.highest_seq(store, game) + 1:
        return None
    return f"record {count} of game {game} does not fit its checksum"


def _in_memory(place: Place, why: str, notices: Notices) -> Opened:
    """Read what is there into memory, as far as it can be read at all."""
    salvaged = place.salvaged or _readable(place.path)
    if place.salvaged and place.salvaged.highest:
        notices(Damaged(place.why, (), salvaged.kept()))
    notices(InMemory(place.path, why))
    past = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    form.create(past)
    form.write(past, salvaged.records())
    last = newest_record(past)
    place.go_on_in_memory(last)
    lost = {game: salvaged.lost(game) for game in salvaged.highest}
    return Opened(place, None, past, why, last, max([0, *salvaged.games, *lost]) + 1, lost)


def _readable(path: Path) -> rescue.Salvage:
    try:
        return rescue.salvage(path, rescue.read_log(path))
    except OSError:
        return rescue.Salvage()
