"""The support bundle: one zip that tells a maintainer what a kit is and what happened on it.

It holds versions, the board, what the doctor sees, the last game as a playthrough, a list of the
others, and the log. No key, PIN, code or cookie goes in, and nobody's name; see
`firmware.bundle_names`.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from firmware.board import Board
from firmware.bundle_names import Names, nameless_game, names_of
from firmware.export import export
from firmware.journal import Reader, Stored
from firmware.notice_board import Finding
from firmware.state import JOURNAL_NAME, LOCK_NAME

FORM: Final = 1  # the version of the bundle's form
MANIFEST: Final = "manifest.json"
GAME: Final = "game.jsonl"
ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the manifest tells when it was made
READ_ME: Final = """\
A support bundle of Ringmaster.

versions.json  the program, the machine and the libraries
board.json     the pin table
config.txt     the Pi's own settings that touch pins
doctor.jsonl   what `ringmaster doctor` sees, a finding a line
journal.json   the games of the journal, without who played
game.jsonl     the last game: `ringmaster play BUNDLE.zip` replays it
log.txt        what the kit said lately

Players are called by their seats. Keys, PINs, codes and cookies were left out. Look through it
before you send it: nobody else has.
"""


@dataclass(frozen=True, slots=True)
class Past:
    """Holds what a journal tells: its games, newest first, the last one, and what is wrong."""

    games: Sequence[Stored] = ()
    fault: str | None = None

    def last(self, number: int | None) -> Stored | None:
        """Return the game of this number, or the newest one; None if there is none."""
        found = (game for game in self.games if number is None or game.id == number)
        return next(found, None)


def read_past(place: Path) -> Past:
    """Read the journal of a state folder without changing it; never raises."""
    path = place / JOURNAL_NAME
    games: list[Stored] = []
    try:
        if not path.exists():
            return Past()
        reader = Reader(path)
        for listed in reader.games():
            stored = reader.read(listed.id)
            if stored is not None:
                games.append(stored)
        return Past(tuple(games), reader.fault())
    except Exception as error:  # noqa: BLE001 - a damaged journal is what a bundle is made for
        return Past(tuple(games), f"{type(error).__name__}: {error}")


def is_in_use(place: Path) -> bool:
    """Tell whether a kit runs on a state folder; changes nothing there."""
    try:
        lock = os.open(place / LOCK_NAME, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(lock)
    return False


@dataclass(frozen=True, slots=True)
class Told:
    """Holds all that goes into a bundle, with names and secrets still in it."""

    versions: Mapping[str, Any]
    board: Board
    settings: Sequence[str]
    findings: Sequence[Finding]
    past: Past
    log: str
    secrets: Sequence[str] = ()  # texts that must not be in it
    game: int | None = None  # the newest one if None


def files_of(told: Told) -> dict[str, str]:
    """Return a bundle's files by their names, without names of people and without secrets."""
    last = told.past.last(told.game)
    names = Names(names_of(last), names_of(*told.past.games), told.secrets)
    game = None if last is None else nameless_game(last, names)
    files = {
        "README.txt": READ_ME,
        "versions.json": _json(told.versions),
        "board.json": _json(_board(told.board, names)),
        "config.txt": "".join(f"{row}\n" for row in told.settings),
        "doctor.jsonl": "".join(_finding(one, names) for one in told.findings),
        "journal.json": _json(_journal(told.past, names)),
        "log.txt": names.log(told.log),
    }
    if last is not None and game is not None:
        files[GAME] = export(*game)
    about = {"ringmaster_bundle": FORM, "made": datetime.now(UTC).isoformat(timespec="seconds")}
    about |= {"game": last.id if last else None, "files": sorted(files)}
    return {MANIFEST: _json(about), **files}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _board(board: Board, names: Names) -> dict[str, Any]:
    """Return a board; its title and the name of its file are its owner's words."""
    return {**asdict(board), "name": names.text(board.name), "title": names.text(board.title)}


def _finding(finding: Finding, names: Names) -> str:
    """Return a finding's line; the doctor knows no players, but he tells where files lie."""
    clean = {key: names.place(value) for key, value in finding.to_json().items()}
    return json.dumps(clean, ensure_ascii=False) + "\n"


def _journal(past: Past, names: Names) -> dict[str, Any]:
    fault = None if past.fault is None else names.text(past.fault)
    return {"fault": fault, "games": [_listed(game) for game in past.games]}


def _listed(game: Stored) -> dict[str, Any]:
    """Return a game's line; a header that cannot be read tells nothing."""
    header, summary = _read(game.header), _read(game.summary or "{}")
    return {
        "id": game.id,
        "began": game.wall,
        "game": header.get("game"),
        "options": header.get("options", {}),
        "seats": len(header["seats"]) if isinstance(header.get("seats"), list) else None,
        "events": len(game.bodies),
        "lost": game.lost,
        "over": game.summary is not None,
        "winners": summary.get("winners", []),
    }


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def zipped(files: Mapping[str, str]) -> bytes:
    """Return files as one zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            bundle.writestr(entry, text.encode("utf-8", "replace"))
    return out.getvalue()


def write(path: Path, files: Mapping[str, str]) -> None:
    """Write a bundle that only its owner can read; raises OSError, and FileExistsError first."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(zipped(files))
    except OSError:
        path.unlink(missing_ok=True)
        raise


def secrets_of(paths: Iterable[Path]) -> tuple[str, ...]:
    """Return the texts of secret files, so that they can be kept out; unreadable ones are none."""
    found = []
    for path in paths:
        try:
            found.append(path.read_text(encoding="utf-8", errors="replace").strip())
        except OSError:
            continue
    return tuple(text for text in found if text)
