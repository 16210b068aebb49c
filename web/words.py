"""Words: how names of the wire are shown to people; the scripts know the same few rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from web.ports import Json

EMPTY: Mapping[str, str] = MappingProxyType({})
WAITING_FOR = "waiting for "


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


def money(cents: int) -> str:
    """Turn cents into dollars: 120 into `$1.20`."""
    return f"${cents / 100:.2f}"


def slug(name: object) -> str:
    """Turn any name into one that is safe as a part of a class: `boom/3` into `boom`."""
    return re.sub(r"[^a-z0-9]+", "-", str(name).split("/", maxsplit=1)[0].lower()).strip("-")


def facts(
    values: Json, drawn: Sequence[str], labels: Mapping[str, str] = EMPTY
) -> list[tuple[str, str]]:
    """List what a view holds beyond what the page draws: (label, value), plain values only.

    What is false is not worth a word on a board. `labels` has keys that need other words.
    """
    return [
        (labels.get(key) or words(key), shown)
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


def names_of(view: Json, numbers: Sequence[int], last: str = "and") -> str:
    """Return the names of seats as people say them: `Ann, Bo and Cy`."""
    names = [_name(view, number) for number in numbers]
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def _name(view: Json, number: int) -> str:
    seats = view.get("seats") or {}
    return str((seats.get(str(number)) or {}).get("name") or f"seat {number}")


def verdict(view: Json) -> str:
    """Return the line that ends a game, or nothing while it runs."""
    if not view.get("over"):
        return ""
    winners = list(view.get("winners") or ())
    if not winners:
        return "The game is over."
    return f"{names_of(view, winners)} win{'s' if len(winners) == 1 else ''}!"


def asked(view: Json) -> list[dict[str, Any]]:
    """List what the table waits for, each sentence once, with all whom it waits for in it.

    What may be done in two ways, or by anybody, waits more than once with the same words; what
    many shall do, with the same words but for a name. A ring is wanted of one of them only.
    """
    lines: dict[tuple[Any, ...], list[Json]] = {}
    for wait in view.get("waiting") or ():
        if isinstance(wait, Mapping):
            lines.setdefault(_sameness(view, wait), []).append(wait)
    said: dict[tuple[Any, ...], dict[str, Any]] = {}
    for waits in lines.values():
        text = _together(view, waits)
        said.setdefault((text, waits[0].get("until")), {**waits[0], "text": text})
    return list(said.values())


def _sameness(view: Json, wait: Json) -> tuple[Any, ...]:
    text, rest = _text(view, wait), _after_name(view, wait)
    return (text,) if rest is None else (rest, wait.get("gesture"), wait.get("until"))


def _together(view: Json, waits: Sequence[Json]) -> str:
    text, rest = _text(view, waits[0]), _after_name(view, waits[0])
    if rest is None:
        return text
    seats = list(dict.fromkeys(wait.get("seat") or 0 for wait in waits))
    names = names_of(view, seats, "or" if waits[0].get("gesture") == "ring" else "and")
    return f"{text[: len(WAITING_FOR)]}{names}{rest}"


def _after_name(view: Json, wait: Json) -> str | None:
    """Return what a sentence says after `waiting for` and the seat's name, if it begins so."""
    text, start = _text(view, wait), WAITING_FOR + _name(view, wait.get("seat") or 0)
    return text[len(start) :] if text.lower().startswith(start.lower()) else None


def _text(view: Json, wait: Json) -> str:
    start = WAITING_FOR + _name(view, wait.get("seat") or 0)
    return str(wait.get("text") or f"{start}: {words(wait.get('gesture')).lower()}")


def counted(number: object, noun: str) -> str:
    """Turn a number and one of what it counts into words: `3 points`."""
    return f"{words(number)} {noun}{'' if number == 1 else 's'}"


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
