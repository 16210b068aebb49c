"""The header of a game: who sits where, which game, which options, who begins.

It is the first line of a playthrough and of every journal. Names come from people and are
hostile until cleaned.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.lines import is_uid
from companion.core.options import COMMON, Option, Options, read_options

FORM = 1  # the version of the text form
LONGEST_NAME = 16
KEYS = ("ringmaster", "game", "seats", "options", "first", "seed", "deck", "tags")
SEAT_KEYS = ("name", "character", "team")


@dataclass(frozen=True, slots=True)
class SeatSetting:
    """Holds what the header says of one seat."""

    name: str
    character: str | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """Holds a game's set-up; `options` has every option's value, durations in ns.

    `deck` is laid over the shipped manifest; `tags` maps UIDs to cards where a file brings
    its own; `given` is the header as it came.
    """

    game: str
    seats: tuple[SeatSetting, ...]
    options: Options = field(hash=False)
    first: int | None = None
    seed: int | None = None
    deck: Mapping[str, Any] = field(default_factory=dict, hash=False)
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    given: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the seat numbers, clockwise from 1."""
        return tuple(range(1, len(self.seats) + 1))


def clean_name(text: str) -> str:
    """Return a name fit for every screen: no control or direction marks, at most 16 characters."""
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def read_header(
    given: Any, games: Mapping[str, tuple[Sequence[Option], tuple[int, int]]]
) -> tuple[Header | None, tuple[str, ...]]:
    """Read a header; return it, or None, and every fault.

    `games` tells each game's own options and its least and most players.
    """
    if not isinstance(given, Mapping) or "ringmaster" not in given:
        return None, ('the first line is the header: {"ringmaster": 1, "game": ..., ...}',)
    faults = [
        f"unknown key {key!r} in the header (allowed: {', '.join(KEYS)})"
        for key in given
        if key not in KEYS
    ]
    faults += _form_faults(given["ringmaster"])
    game = given.get("game")
    if not isinstance(game, str) or game not in games:
        faults.append(f"game: found {game!r} (allowed: {', '.join(sorted(games))})")
        return None, tuple(faults)
    declared, players = games[game]
    seats = _read_seats(given.get("seats"), players, faults)
    options, wrong = read_options((*COMMON, *declared), given.get("options", {}))
    faults += wrong
    first = _read_whole(given, "first", 1, len(seats), faults)
    seed = _read_whole(given, "seed", 0, 2**63, faults)
    for key in ("deck", "tags"):
        if not isinstance(given.get(key, {}), Mapping):
            faults.append(f"{key}: an object is wanted, not {given[key]!r}")
    faults += _tag_faults(given.get("tags", {}))
    if faults:
        return None, tuple(faults)
    deck, tags = given.get("deck", {}), given.get("tags", {})
    return Header(game, seats, options, first, seed, deck, tags, dict(given)), ()


def _tag_faults(tags: Any) -> list[str]:
    if not isinstance(tags, Mapping):
        return []  # said already
    return [
        f"tags: found {uid!r}: {card!r} (allowed: a UID of 8, 14 or 20 capital hex digits: a card)"
        for uid, card in tags.items()
        if not is_uid(uid) or not isinstance(card, str)
    ]


def _form_faults(form: Any) -> list[str]:
    if isinstance(form, bool) or not isinstance(form, int) or form < 1:
        return [f"ringmaster: found {form!r} (allowed: {FORM}, the version of the form)"]
    if form > FORM:
        return [f"ringmaster: form {form} is newer than this program's, which reads up to {FORM}"]
    return []


def _read_seats(
    given: Any, players: tuple[int, int], faults: list[str]
) -> tuple[SeatSetting, ...]:
    least, most = players
    if not isinstance(given, (list, tuple)):
        faults.append(f"seats: a list of names is wanted, not {given!r}")
        return ()
    if not least <= len(given) <= most:
        faults.append(f"seats: found {len(given)} (allowed: {least} to {most} players)")
    return tuple(_read_seat(number, seat, faults) for number, seat in enumerate(given, 1))


def _read_seat(number: int, given: Any, faults: list[str]) -> SeatSetting:
    seat = {"name": given} if isinstance(given, str) else given
    if not isinstance(seat, Mapping):
        faults.append(f"seats.{number}: a name or an object is wanted, not {given!r}")
        return SeatSetting("")
    for key, value in seat.items():
        if key not in SEAT_KEYS:
            faults.append(f"seats.{number}: unknown key {key!r} (allowed: {', '.join(SEAT_KEYS)})")
        elif not isinstance(value, str):
            faults.append(f"seats.{number}.{key}: a text is wanted, not {value!r}")
    name = seat.get("name")
    cleaned = clean_name(name) if isinstance(name, str) else ""
    if not cleaned:
        faults.append(f"seats.{number}: a name is wanted, found {name!r}")
    return SeatSetting(cleaned, seat.get("character"), seat.get("team"))


def _read_whole(
    given: Mapping[str, Any], key: str, least: int, most: int, faults: list[str]
) -> int | None:
    value = given.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        faults.append(f"{key}: found {value!r} (allowed: a whole number from {least} to {most})")
        return None
    return value
