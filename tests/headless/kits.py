"""Whole kits in this process, on loopback and real time: the table runs beside the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.core.header import Header
from companion.core.playthrough import header_of
from firmware.board import shipped
from firmware.journal import Journal
from firmware.running import Kit, Settings

PATIENCE_S = 20.0
LOOK_S = 0.002
GIVEN: dict[str, Any] = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
}


def header(kit: Kit, **change: Any) -> Header:
    """Return a header for a kit."""
    read, faults = header_of({**GIVEN, **change}, kit.games)
    assert read is not None, faults
    return read


def settings(folder: Path, **change: Any) -> Settings:
    """Return settings of a simulated kit that serves any free port."""
    given: dict[str, Any] = {"is_simulated": True, "port": 0, **change}
    return Settings(shipped("standard"), folder, **given)


@contextmanager
def opened(folder: Path, **change: Any) -> Iterator[Kit]:
    """Open a kit that does not run."""
    kit = Kit(settings(folder, **change))
    try:
        yield kit
    finally:
        kit.close()


@contextmanager
def running(kit: Kit, *, serves: bool = False) -> Iterator[Kit]:
    """Let a kit run on a thread of its own; close it at the end."""
    if serves:
        kit.start()
    else:
        kit.publisher.start()
        kit.readers.start()
    thread = threading.Thread(target=kit.run, name="table under test")
    thread.start()
    try:
        yield kit
    finally:
        kit.stop()
        thread.join(PATIENCE_S)
        kit.close()


@contextmanager
def playing(folder: Path, **change: Any) -> Iterator[Kit]:
    """Run a kit with a game of three on its table, resumed if there is one."""
    kit = Kit(settings(folder, **change))
    if not kit.resume():
        kit.sitting.begin(header(kit))
    with running(kit):
        yield kit


def until(is_so: Callable[[], bool], what: str = "") -> None:
    """Wait until something is so; fails when patience ends."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(LOOK_S)


def shown(kit: Kit, audience: str = "public") -> Mapping[str, Any]:
    """Return what phones see now."""
    return kit.hub.latest(audience).view


def journal_of(folder: Path, *bodies: str, header: str, summary: str | None = None) -> None:
    """Write a game to a folder's journal, as an earlier kit left it."""
    folder.mkdir(exist_ok=True)
    with Journal.open(folder / "journal.sqlite3", notices=lambda _notice: None) as journal:
        game = journal.begin(header, "2026-01-01T20:00:00+00:00")
        journal.append(game, bodies)
        if summary is not None:
            journal.finish(game, summary)
