"""Names and secrets of a bundle: a player is told by the seat, and nothing opens a door.

A name is replaced wherever it stands as a word of its own, in each way in which JSON, a log or an
address may write it. A line of a game that cannot be rewritten ends the game: it is left out with
all that follows, rather than told.
"""

from __future__ import annotations

import getpass
import json
import re
import socket
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from companion.core.header import clean_name
from firmware.journal import Stored

HIDDEN: Final = "******"
SOMEBODY: Final = "somebody"
QR_ROW: Final = re.compile(r"^.*[\u2580-\u259f].*$\n?", re.MULTILINE)
SECRETS: Final = (
    (re.compile(r"\bPIN\b[^\n\d]{0,12}\d{4,}"), f"PIN {HIDDEN}"),
    (re.compile(r"(?i)\b(passw\w*|passphrase)[ :=]+\S+"), rf"\1 {HIDDEN}"),
    (re.compile(r"/j/[^\s\"'<>]+"), f"/j/{HIDDEN}"),
    (re.compile(r"\b[0-9a-fA-F]{32,}\b"), HIDDEN),
    (re.compile(r"(?i)\b(set-)?cookie\b[^\n]*"), f"cookie {HIDDEN}"),
    (
        re.compile(r"(?i)\b(rm_\w+|ringmaster[_-]?\w*|session|secret\w*|psk)=\S+"),
        rf"\1={HIDDEN}",
    ),
)
SHORTEST_SECRET: Final = 4


def seat_name(seat: int) -> str:
    """Return what a player is called in a bundle."""
    return f"Seat {seat}"


def names_of(*games: Stored | None) -> dict[str, int]:
    """Return who sat where in these games: the names of headers and of players who came later."""
    found: dict[str, int] = {}
    for game in games:
        if game is not None:
            for name, seat in _names(game):
                found.setdefault(name, seat)
    return found


def _names(game: Stored) -> Iterator[tuple[str, int]]:
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        for seat, given in enumerate(json.loads(game.header)["seats"], 1):
            yield from _spellings(given if isinstance(given, str) else given["name"], seat)
    for body in game.bodies:
        replaced = _replaced(body)
        if replaced is not None:
            yield from _spellings(replaced["name"], replaced["seat"])


def _spellings(name: object, seat: object) -> Iterator[tuple[str, int]]:
    """Yield a name as it was given, as it is shown, and as others may write it."""
    if not isinstance(name, str) or not isinstance(seat, int):
        return
    for form in ("NFC", "NFD"):
        for spelt in (name, clean_name(name)):
            plain = unicodedata.normalize(form, spelt).strip()
            escaped = json.dumps(plain)[1:-1], json.dumps(plain, ensure_ascii=False)[1:-1]
            addressed = quote(plain, errors="replace")
            yield from ((one, seat) for one in (plain, *escaped, addressed) if one)


def _replaced(body: str) -> dict[str, Any] | None:
    """Return the act of a record that replaces a player, or None if it is another one."""
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        act = json.loads(json.loads(body)["line"])["host"]["replace"]
        return act if isinstance(act, dict) else None
    return None


class Names:
    """Takes names and secrets out of a text; `last` names the seats of the last game."""

    def __init__(
        self, last: Mapping[str, int], all_games: Mapping[str, int], secrets: Sequence[str] = ()
    ) -> None:
        self._seats = dict.fromkeys(all_games, SOMEBODY)
        self._seats |= {name: seat_name(seat) for name, seat in last.items()}
        self._names = _words(self._seats)
        self._places = _places()
        self._secrets = [text for text in secrets if len(text) >= SHORTEST_SECRET]

    def place(self, text: str) -> str:
        """Return a text without secrets, and without what tells whose machine it is."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for pattern, shown in (*SECRETS, *self._places):
            text = pattern.sub(shown, text)
        return text

    def text(self, text: str) -> str:
        """Return a text without any of that, and without names."""
        text = self.place(text)
        if self._names is not None:
            text = self._names.sub(lambda found: self._seats[found[0]], text)
        return text

    def log(self, text: str) -> str:
        """Return a log without all that, and without the QR codes that let phones join."""
        return self.text(QR_ROW.sub("", text))


def _words(seats: Mapping[str, str]) -> re.Pattern[str] | None:
    """Return what finds any of the names as whole words, the longest first."""
    names = sorted(seats, key=len, reverse=True)
    if not names:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")


def _places() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what tells whose machine it is, with what stands there instead."""
    homes = {"/home/" + user for user in _users()}
    with suppress(RuntimeError, OSError):
        homes.add(str(Path.home()))
    host = socket.gethostname()
    found = [(home, "~") for home in sorted(homes, key=len, reverse=True) if len(home) > 1]
    if host not in {"", "localhost", "ringmaster"}:
        found.append((host, "kit"))
    return tuple((re.compile(rf"{re.escape(place)}(?!\w)"), shown) for place, shown in found)


def _users() -> set[str]:
    with suppress(Exception):  # no such user, no such variable: each system has its own error
        return {getpass.getuser()}
    return set()


def nameless_game(game: Stored, names: Names) -> tuple[str, tuple[str, ...]] | None:
    """Return a game's header and bodies with seats for names; None without a readable header."""
    try:
        header = json.loads(game.header)
        header["seats"] = [_seated(given, seat) for seat, given in enumerate(header["seats"], 1)]
        texts = header.get("deck", {}).get("texts", {})
        header.get("deck", {}).update(_clean(texts, names))
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return None
    bodies: list[str] = []
    for body in game.bodies:
        clean = _nameless_body(body)
        if clean is None:
            break
        bodies.append(clean)
    return json.dumps(header, ensure_ascii=False), tuple(bodies)


def _clean(texts: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return the texts that a table has entered from its own box, in the owner's words."""
    if not texts:
        return {}
    clean = {
        key: names.text(text) if isinstance(text, str) else text for key, text in texts.items()
    }
    return {"texts": clean}


def _seated(given: Any, seat: int) -> Any:
    if isinstance(given, str):
        return seat_name(seat)
    return {**given, "name": seat_name(seat)}


def _nameless_body(body: str) -> str | None:
    """Return a record whose line names nobody; None if it cannot be rewritten.

    The line's text is kept but for the name, so that its times stay exact.
    """
    try:
        line = json.loads(body)["line"]
        act = json.loads(line).get("host", {})
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return None
    if not isinstance(act, dict):
        return None
    if "replace" not in act:
        return json.dumps({"line": line}, ensure_ascii=False)
    replaced = act["replace"]
    if not isinstance(replaced, dict) or not isinstance(replaced.get("seat"), int):
        return None
    if not isinstance(replaced.get("name"), str):
        return None
    if not clean_name(replaced["name"]):
        return json.dumps({"line": line}, ensure_ascii=False)  # refused, and names nobody
    return _renamed(line, replaced)


def _renamed(line: str, replaced: Mapping[str, Any]) -> str | None:
    wanted = seat_name(replaced["seat"])
    for ascii_only in (False, True):
        literal = re.escape(json.dumps(replaced["name"], ensure_ascii=ascii_only))
        clean, count = re.subn(rf'("name"\s*:\s*){literal}', rf'\g<1>"{wanted}"', line)
        if count == 1 and json.loads(clean)["host"]["replace"]["name"] == wanted:
            return json.dumps({"line": clean}, ensure_ascii=False)
    return None
