"""Kills: `kill -9` at random moments of a running game, and what the restarted program shows.

A client follows the public board. After each kill the program starts on the same folder; every
ruling that the client had been shown must be in its journal, word for word, the table must wait
as the journal says, and the host can undo.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
import threading
import time
import urllib.error
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from companion.core.events import HostDid, Restarted
from companion.core.playthrough import header_of
from companion.core.referee import Referee
from firmware.bench.figures import Figure
from firmware.bench.program import Program
from firmware.bodies import read_bodies
from firmware.journal import Reader, Stored
from firmware.shelf import games
from firmware.state import JOURNAL_NAME

FOLLOW_S = 0.01
LONGEST_GAME_S = 3.0
Asked = tuple[str, list[tuple[int, str]]]  # the phase, and whom the table waits for with what
SPEED = 25  # games of robots, faster than people play
PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class Killed:
    """Tells of one kill: rulings shown, and every fault found after the restart."""

    shown: int
    faults: tuple[str, ...]


@dataclass(slots=True)
class Follower:
    """Follows the public board as a phone does, and remembers every ruling that it was shown."""

    program: Program
    shown: dict[int, str] = field(default_factory=dict)
    last: Mapping[str, Any] = field(default_factory=dict)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def follow(self) -> None:
        """Follow until the program is gone."""
        with contextlib.suppress(OSError, ValueError, HTTPException):
            while not self._stopping.wait(FOLLOW_S):
                self.last = self.program.view()
                self.shown.update(
                    (ruling["number"], ruling["text"]) for ruling in self.last["rulings"]
                )

    def stop(self) -> None:
        """Stop following."""
        self._stopping.set()


def kill_at_random(folder: Path, chance: Random, seed: int) -> Killed:
    """Run the demo, kill it at a random moment, restart it, and look."""
    program = Program(folder, ["--speed", str(SPEED), "--seed", str(seed)])
    program.start()
    follower = Follower(program)
    thread = threading.Thread(target=follower.follow, name="follower")
    thread.start()
    time.sleep(chance.random() * LONGEST_GAME_S)
    program.kill()
    follower.stop()
    thread.join()
    game = newest_game(folder)
    again = Program(folder, ["--no-robots"])  # nobody touches the table while it is looked at
    again.start()
    try:
        faults = (*_lost(follower.shown, _stored(game)), *_wrong_after(again, follower, game))
    finally:
        again.stop()
    return Killed(len(follower.shown), faults)


def newest_game(folder: Path) -> Stored | None:
    """Return the newest game of the journal, as the next start finds it."""
    reader = Reader(folder / JOURNAL_NAME)
    return reader.read(max((listed.id for listed in reader.games()), default=0))


def _stored(game: Stored | None) -> dict[int, str]:
    bodies = game.bodies if game else ()
    rulings = [ruling for body in bodies for ruling in json.loads(body)["rulings"]]
    return {ruling["number"]: ruling["text"] for ruling in rulings}


def asked(game: Stored) -> Asked:
    """Return what the table waits for after a replay of the journal, once the host resumes it."""
    known = games()
    header, faults = header_of(json.loads(game.header), known)
    if header is None:
        raise ValueError("; ".join(faults))
    records, _ = read_bodies(game.bodies, known[header.game], header)
    referee = Referee.restored(known[header.game], header, records)
    at = max((record.event.at for record in records), default=0)
    if not referee.run.is_over:
        referee.feed(Restarted(at=at))
        referee.feed(HostDid({"resume": True}, at=at))
    return _asked(referee.view("public"))


def _asked(view: Mapping[str, Any]) -> Asked:
    return view["phase"], [(wait["seat"], wait["gesture"]) for wait in view["waiting"]]


def _lost(shown: Mapping[int, str], stored: Mapping[int, str]) -> list[str]:
    # What a game rules before its first event follows from the header, and is in no record.
    first = min(stored, default=0)
    return [
        f"ruling {number} was shown as {text!r}, the journal has {stored.get(number)!r}"
        for number, text in shown.items()
        if number >= first and stored.get(number) != text
    ]


def _wrong_after(program: Program, follower: Follower, game: Stored | None) -> list[str]:
    faults = []
    view = program.view()
    texts = {ruling["number"]: ruling["text"] for ruling in view["rulings"]}
    oldest = min(texts, default=0)
    faults += [
        f"ruling {number} was shown as {text!r}, after the restart it is {texts.get(number)!r}"
        for number, text in follower.shown.items()
        if number >= oldest and texts.get(number) != text
    ]
    if not view["over"] and not view["paused"]:
        faults.append("the restarted game is not paused")
    if game is None or view["over"]:
        return faults
    program.be_host()
    return [*faults, *_wrong_ask(program, asked(game)), *_wrong_undo(program, view)]


def _wrong_ask(program: Program, wanted: Asked) -> list[str]:
    program.host({"resume": True})
    _goes_on(program)
    found = _asked(program.view())
    return [] if found == wanted else [f"the table waits for {found}, the journal for {wanted}"]


def _wrong_undo(program: Program, view: Mapping[str, Any]) -> list[str]:
    """Undo one step, if there is one; after it the game goes on when the host resumes."""
    try:
        undone = program.host({"undo": 1})
        resumed = program.host({"resume": True})
    except urllib.error.HTTPError as error:
        answer = error.read().decode()
        return [] if "nothing_to_undo" in answer else [f"undo or resume failed: {answer}"]
    goes_on = undone.get("taken") and resumed.get("taken") and _goes_on(program)
    return [] if goes_on else [f"after undo and resume: {undone}, {resumed}, {view['phase']}"]


def _goes_on(program: Program) -> bool:
    """Tell whether the game is seen to go on; phones see it a moment after the answer."""
    patience = time.monotonic() + PATIENCE_S
    while program.view()["paused"]:
        if time.monotonic() > patience:
            return False
        time.sleep(FOLLOW_S)
    return True


def kills(times: int, seed: int = 1, jobs: int = 2) -> tuple[Killed, ...]:
    """Kill as often as asked, each time a game of its own, some of them at once."""

    def kill(number: int) -> Killed:
        with tempfile.TemporaryDirectory() as folder:
            return kill_at_random(Path(folder), Random(f"{seed} {number}"), number)

    with ThreadPoolExecutor(jobs) as pool:
        return tuple(pool.map(kill, range(times)))


def figures(killed: Sequence[Killed]) -> Sequence[Figure]:
    """Return what the kills told."""
    how = (
        f"{len(killed)} robots' games at {SPEED} times the speed, "
        f"kill -9 within {LONGEST_GAME_S} s"
    )
    shown = sum(one.shown for one in killed)
    faults = sum(len(one.faults) for one in killed)
    return [
        Figure("rulings shown before the kills", shown, "", how),
        Figure("faults after the restarts", faults, "", how, "0"),
    ]
