"""Keeping: where the records of a game go; the journal, or nowhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from firmware.journal.journal import Journal


class Keeper(Protocol):
    """Keeps records; the journal, or nothing."""

    def begin(self, header: str) -> int:
        """Begin a game; return its number."""
        ...

    def append(self, game: int, bodies: Sequence[str]) -> int:
        """Add records; return the ticket."""
        ...

    def finish(self, game: int, summary: str) -> int:
        """Finish a game; return the ticket."""
        ...


class NoKeeper:
    """Keeps nothing: for `play` and tests without a journal."""

    def begin(self, header: str) -> int:
        """Return 1."""
        del header
        return 1

    def append(self, game: int, bodies: Sequence[str]) -> int:
        """Return 0."""
        del game, bodies
        return 0

    def finish(self, game: int, summary: str) -> int:
        """Return 0."""
        del game, summary
        return 0


class WallKeeper:
    """Gives the journal's games the wall clock's time, the only place where it is used."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def begin(self, header: str) -> int:
        """Begin a game now."""
        wall = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        return self._journal.begin(header, wall)

    def append(self, game: int, bodies: Sequence[str]) -> int:
        """Add records."""
        return self._journal.append(game, bodies)

    def finish(self, game: int, summary: str) -> int:
        """Finish a game."""
        return self._journal.finish(game, summary)
