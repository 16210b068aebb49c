"""Playthroughs: a header and lines in time order, read from text with every fault placed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import isinf
from typing import Any

from companion.core.errors import FileFault
from companion.core.game import Game
from companion.core.header import Header, read_header
from companion.core.lines import Line, LineFault, Vocabulary, read_line
from companion.core.stamps import to_decimal

TIMES = ("at", "arrives", "stamped", "wall")  # kept as exact decimals
DEEPEST = 32  # levels of lists and objects in a line
MOST_FAULTS = 20  # a file that is no playthrough at all is not listed line by line


@dataclass(frozen=True, slots=True)
class Placed:
    """Holds a line with its number in the file."""

    number: int
    line: Line


@dataclass(frozen=True, slots=True)
class Playthrough:
    """Holds a whole file: the game's header and everything that happens."""

    header: Header
    lines: tuple[Placed, ...]


def read_playthrough(text: str, name: str, games: Mapping[str, Game[Any]]) -> Playthrough:
    """Read a playthrough; raises FileFault with every fault and its line."""
    playthrough, faults = read_prefix(text, games)
    if playthrough is None or faults:
        raise FileFault(name, faults)
    return playthrough


def read_prefix(
    text: str, games: Mapping[str, Game[Any]]
) -> tuple[Playthrough | None, tuple[str, ...]]:
    """Read a playthrough up to its first fault, which ends the longest valid prefix.

    Returns the prefix, or None if not even the header can be read, and every fault.
    """
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    if not rows:
        return None, ("line 1: the file is empty; its first line is the header",)
    header, faults = _header(rows[0][1], games)
    if header is None:
        return None, tuple(f"line {rows[0][0]}: {fault}" for fault in faults)
    words = vocabulary(games[header.game], header)
    placed: list[Placed] = []
    found: list[str] = []
    last = 0
    for number, row in rows[1:]:
        try:
            line = _in_order(read_line(read_json(row), words), last)
        except LineFault as error:
            found.append(f"line {number}: {error}")
            if len(found) == MOST_FAULTS:
                break
            continue
        last = line.at
        if not found:
            placed.append(Placed(number, line))
    return Playthrough(header, tuple(placed)), tuple(found)


def _in_order(line: Line, last: int) -> Line:
    if line.at < last:
        found, before = to_decimal(line.at), to_decimal(last)
        raise LineFault(f"at: {found} is earlier than the line before, {before}")
    return line


def vocabulary(game: Game[Any], header: Header) -> Vocabulary:
    """Return what a game's lines may name."""
    own = header.deck.get("cards", {})
    return Vocabulary(
        len(header.seats), frozenset({*game.manifest["cards"], *own}), game.say_fault
    )


def _header(row: str, games: Mapping[str, Game[Any]]) -> tuple[Header | None, tuple[str, ...]]:
    try:
        given = read_json(row)
    except LineFault as error:
        return None, (str(error),)
    return header_of(given, games)


def header_of(given: Any, games: Mapping[str, Game[Any]]) -> tuple[Header | None, tuple[str, ...]]:
    """Read a header and try it on its game; return it, or None, and every fault."""
    known = {slug: (game.options, game.players) for slug, game in games.items()}
    header, faults = read_header(given, known)
    if header is None:
        return None, faults
    game = games[header.game]
    try:
        game.set_up(header, game.manifest)
    except FileFault as error:
        return None, error.faults
    faults = _tag_faults(header, vocabulary(game, header).cards)
    return (None, faults) if faults else (header, ())


def _tag_faults(header: Header, cards: frozenset[str]) -> tuple[str, ...]:
    taken: dict[str, str] = {}
    faults: list[str] = []
    for uid, card in header.tags.items():
        if card not in cards:
            faults.append(f"tags.{uid}: unknown card {card!r} (the game's manifest lists them)")
        elif card in taken:
            faults.append(f"tags.{uid}: {card} has another tag already ({taken[card]})")
        taken.setdefault(card, uid)
    return tuple(faults)


def read_json(row: str) -> Any:
    """Read one row as JSON, its times as exact decimals; raises LineFault."""
    try:
        given = json.loads(
            row, parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        raise LineFault(f"not valid JSON (column {error.colno}: {error.msg})") from None
    except RecursionError:
        raise LineFault(f"lists and objects go {DEEPEST} deep at most") from None
    except ValueError as error:
        raise LineFault(str(error)) from None
    if not isinstance(given, dict):
        return _floats(given, DEEPEST)
    return {
        key: value if key in TIMES and isinstance(value, Decimal) else _floats(value, DEEPEST)
        for key, value in given.items()
    }


def _floats(value: Any, deepest: int) -> Any:
    """Turn decimals into floats, where exactness is not the point; bound size and depth."""
    if deepest == 0:
        raise LineFault(f"lists and objects go {DEEPEST} deep at most")
    if isinstance(value, Decimal):
        return _float(value)
    if isinstance(value, list):
        return [_floats(part, deepest - 1) for part in value]
    if isinstance(value, dict):
        return {key: _floats(part, deepest - 1) for key, part in value.items()}
    return value


def _float(value: Decimal) -> float:
    number = float(value)
    if isinf(number):
        raise LineFault(f"a number of such a size is not wanted: {value}")
    return number


def _no_number(name: str) -> None:
    raise ValueError(f"not valid JSON ({name} is no number)")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} is given twice")
        found[key] = value
    return found
