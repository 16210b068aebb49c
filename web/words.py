"""Words: how names of the wire are shown to people; the scripts know the same few rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from web.ports import Json

# What a page draws in a place of its own; every other plain value becomes a line of its kind.
VIEW_DRAWN = (
    *("game", "title", "phase", "over", "winners", "waiting", "margin_ms", "seats", "fouls"),
    *("refused", "options", "rulings", "cues", "paused", "pot", "first_player", "token"),
    *("question", "notices", "at", "you", "offers", "v", "t", "turn", "shootout", "showdown"),
)
SEAT_DRAWN = ("name", "character", "coins", "alive", "played")
YOU_DRAWN = ("seat", "offers")


def words(name: object) -> str:
    """Turn `late_after` into `Late after`, true into `yes`, 2.50 into `2.5`."""
    match name:
        case None:
            return "–"
        case bool():
            return "yes" if name else "no"
        case float():
            return f"{name:g}"
        case _:
            text = re.sub(r"[_\-/]+", " ", str(name)).strip()
            return text[:1].upper() + text[1:]


def slug(name: object) -> str:
    """Turn any name into one that is safe as a part of a class: `boom/3` into `boom`."""
    return re.sub(r"[^a-z0-9]+", "-", str(name).split("/", maxsplit=1)[0].lower()).strip("-")


def facts(values: Json, drawn: Sequence[str]) -> list[tuple[str, str]]:
    """List what a view holds beyond what the page draws: (label, value), plain values only.

    What is false is not worth a word on a board.
    """
    return [
        (words(key), shown)
        for key, value in values.items()
        if key not in drawn and (shown := _shown(value)) is not None
    ]


def _shown(value: object) -> str | None:
    match value:
        case None | False:
            return None
        case str() | bool() | int() | float():
            return words(value)
        case list() if value and all(isinstance(item, str | int | float) for item in value):
            return ", ".join(words(item) for item in value)
        case _:
            return None


def names_of(view: Json, numbers: Sequence[int]) -> str:
    """Return the names of seats as people say them: `Ann, Bo and Cy`."""
    seats = view.get("seats") or {}
    names = [str((seats.get(str(n)) or {}).get("name") or f"seat {n}") for n in numbers]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def verdict(view: Json) -> str:
    """Return the line that ends a game, or nothing while it runs."""
    if not view.get("over"):
        return ""
    winners = list(view.get("winners") or ())
    if not winners:
        return "The game is over."
    return f"{names_of(view, winners)} win{'s' if len(winners) == 1 else ''}!"


def asked(view: Json) -> list[dict[str, Any]]:
    """List what the table waits for, each with a sentence, and each sentence once.

    What may be done in two ways, or by anybody, waits more than once with the same words.
    """
    lines: dict[str, dict[str, Any]] = {}
    for wait in view.get("waiting") or ():
        if isinstance(wait, Mapping):
            text = wait.get("text") or _asked(view, wait)
            lines.setdefault(text, {**wait, "text": text})
    return list(lines.values())


def _asked(view: Json, wait: Json) -> str:
    return f"waiting for {names_of(view, [wait['seat']])}: {words(wait.get('gesture')).lower()}"


def plain_fault(text: str) -> str:
    """Turn the places of a header's faults into words: `seats.2.name: …` into `Seat 2: …`."""
    text = re.sub(r"\bseats\.(\d+)(?:\.\w+)?: ", r"Seat \1: ", text)
    return re.sub(r"\boptions\.(\w+): ", lambda place: f"{words(place[1])}: ", text)


def by_kind(cards: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Group cards (`boom/3`) by their kind, in the order they come."""
    kinds: dict[str, list[str]] = {}
    for card in cards:
        kinds.setdefault(card.split("/", maxsplit=1)[0], []).append(card)
    return list(kinds.items())
