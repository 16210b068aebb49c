"""`ringmaster journal list|export|import`: past games as playthroughs, out and in."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.core.playthrough import Playthrough, read_prefix
from firmware.cli.reading import fail, read_text
from firmware.doors import ArchiveDoor
from firmware.journal import (
    Journal,
    JournalTooNew,
    JournalUnreadable,
    Listed,
    Reader,
    Stored,
)
from firmware.keeping import WallKeeper
from firmware.notice_board import NoticeBoard
from firmware.playback import Playback
from firmware.shelf import games
from firmware.state import (
    JOURNAL_NAME,
    StateFolder,
    StateLocked,
    place_of,
    write_text_atomically,
)

T = TypeVar("T")
STATE = click.option("--state", type=click.Path(path_type=Path, file_okay=False), default=None)


@click.group("journal")
def command() -> None:
    """List, export and import the games of the journal."""


class Past:
    """Reads the games of a state folder, beside a kit that may be writing to it."""

    def __init__(self, state: Path | None) -> None:
        self._path = place_of(state) / JOURNAL_NAME

    def games(self) -> Sequence[Listed]:
        """List games, newest first; tells of damage, and ends with 2 if nothing can be read."""
        found = self._read(Reader.games) or ()
        why = self._read(Reader.fault)
        if why:
            told = f"{self._path} is damaged ({why}); `ringmaster run` salvages what can be"
            if not found:
                fail(told)
            click.echo(told, err=True)
        return found

    def read(self, game: int) -> Stored | None:
        """Return a game, or None; ends the program as `games` does."""
        return self._read(lambda reader: reader.read(game))

    def _read(self, read: Callable[[Reader], T]) -> T | None:
        if not self._path.exists():
            return None
        try:
            return read(Reader(self._path))
        except (JournalTooNew, JournalUnreadable) as error:
            fail(str(error))
        except sqlite3.Error as error:
            fail(f"{self._path} cannot be read ({error})")


@command.command("list")
@STATE
def list_games(state: Path | None) -> None:
    """List the games, newest first."""
    listed = ArchiveDoor(Past(state)).games()
    if not listed:
        click.echo("No games yet.")
    for game in listed:
        names = ", ".join(game["seats"])
        won = ", ".join(game["seats"][seat - 1] for seat in game["winners"])
        end = f"won by {won}" if won else "ended" if game["over"] else "unfinished"
        click.echo(f"{game['id']:>4}  {game['began']}  {game['game']}  {names}  ({end})")


@command.command("export")
@click.argument("game", type=int, required=False)
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), default=None)
@STATE
def export_game(game: int | None, to: Path | None, state: Path | None) -> None:
    """Write GAME (its number; the newest without one) as a playthrough."""
    past = Past(state)
    newest = next((listed.id for listed in past.games()), 0)
    text = ArchiveDoor(past).export(newest if game is None else game)
    if text is None:
        which = "yet" if game is None else game
        fail(f"there is no game {which}; see: ringmaster journal list")
    if to is None:
        click.echo(text, nl=False)
        return
    try:
        write_text_atomically(to, text)
    except OSError as error:
        fail(f"{to}: {error.strerror}")


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--repair", is_flag=True, help="Take the longest valid prefix of a damaged file.")
@STATE
def import_game(file: Path, *, repair: bool, state: Path | None) -> None:
    """Play FILE through the simulated kit and keep its events as a game of the journal.

    An unfinished game is what `run` then takes up.
    """
    playthrough = _read(file, repair=repair)
    kept = _Kept()
    playback = Playback(playthrough, games(), kept)
    playback.play()
    number = _write(kept, state)
    end = "finished" if kept.summary is not None else "unfinished: `ringmaster run` takes it up"
    click.echo(f"Game {number}: {len(kept.bodies)} events kept ({end}).")


def _write(kept: _Kept, state: Path | None) -> int:
    """Write a game to the journal; returns its number, or ends the program with 2."""
    notices = NoticeBoard()
    try:
        with (
            StateFolder.open(
                state, notices=lambda one: notices.note("state folder", one)
            ) as place,
            Journal.open(
                place.journal, notices=lambda one: notices.note("journal", one)
            ) as journal,
        ):
            number = kept.write(WallKeeper(journal))
            journal.flush()
            why = journal.why_degraded
    except (StateLocked, JournalTooNew) as error:
        fail(str(error))
    for finding in notices.findings():
        click.echo(f"{finding.part}: {finding.text} {finding.cure}".rstrip(), err=True)
    if why:
        fail(f"the journal cannot be written: {why}")
    return number


def _read(file: Path, *, repair: bool) -> Playthrough:
    playthrough, faults = read_prefix(read_text(file), games())
    if playthrough is None or (faults and not repair):
        hint = "" if playthrough is None else "\n--repair takes what comes before the first fault"
        fail("\n".join(f"{file}: {fault}" for fault in faults) + hint)
    for fault in faults[:1]:
        click.echo(f"{file}: {fault}; only what comes before it was taken", err=True)
    return playthrough


@dataclass(slots=True)
class _Kept:
    """Keeps a game until it is known to be whole (`firmware.sitting.Keeper`)."""

    header: str = ""
    bodies: list[str] = field(default_factory=list)
    summary: str | None = None

    def begin(self, header: str) -> int:
        self.header = header
        return 1

    def append(self, game: int, bodies: Sequence[str]) -> int:
        del game
        self.bodies += bodies
        self.summary = None
        return 0

    def finish(self, game: int, summary: str) -> int:
        del game
        self.summary = summary
        return 0

    def write(self, keeper: Any) -> int:
        number: int = keeper.begin(self.header)
        keeper.append(number, self.bodies)
        if self.summary is not None:
            keeper.finish(number, self.summary)
        return number
