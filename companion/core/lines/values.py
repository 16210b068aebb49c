"""The values of lines: times, seats, buttons, readers, cards; each fault says what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.events import Side
from companion.core.lines.acts import seat_fault
from companion.core.lines.kinds import READERS, STRANGE_CARDS, LineFault, Vocabulary
from companion.core.stamps import from_seconds


def seconds_of(value: Any, key: str) -> int:
    """Read seconds as ns; raises LineFault."""
    try:
        return from_seconds(value)
    except ValueError as error:
        raise LineFault(f"{key}: {error}") from None


def late_of(given: Mapping[str, Any], at: int) -> int | None:
    """Read a late event's true stamp, or None; raises LineFault."""
    if "stamped" not in given:
        return None
    stamped = seconds_of(given["stamped"], "stamped")
    if stamped > at:
        raise LineFault("stamped: the true stamp of a late edge is earlier than its place")
    return stamped


def seat_of(value: Any, words: Vocabulary, key: str) -> int:
    """Read a seat of the table; raises LineFault."""
    fault = seat_fault(value, words.seats)
    if fault:
        raise LineFault(f"{key}: {fault}")
    return int(value)


def button_of(value: Any, words: Vocabulary) -> tuple[int, Side]:
    """Read a button (`2.left`); raises LineFault."""
    line = line_of(value, words)
    seat, _, side = line.partition(".")
    if side not in ("left", "right"):
        raise LineFault(f"a button is wanted (1.left to {words.seats}.right), not {value!r}")
    return int(seat), Side(side)


def bell_of(value: Any, words: Vocabulary) -> int | None:
    """Read a bell: a seat's own, or None for the shared one; raises LineFault."""
    line = line_of(value, words)
    if line == "bell":
        return None
    seat, _, what = line.partition(".")
    if what != "bell":
        raise LineFault(f"a bell is wanted (bell, 1.bell to {words.seats}.bell), not {value!r}")
    return int(seat)


def line_of(value: Any, words: Vocabulary) -> str:
    """Read the name of a line; raises LineFault."""
    allowed = f"bell, or 1 to {words.seats} with .left, .right or .bell"
    if value == "bell":
        return "bell"
    if isinstance(value, str):
        seat, _, what = value.partition(".")
        known = seat in {str(number) for number in range(1, words.seats + 1)}
        if known and what in ("left", "right", "bell"):
            return value
    raise LineFault(f"unknown line {value!r} (allowed: {allowed})")


def reader_of(given: Mapping[str, Any], words: Vocabulary) -> str:
    """Read the name of a reader; raises LineFault."""
    reader = given.get("reader")
    allowed = READERS[: 2 + words.seats]
    if reader not in allowed:
        raise LineFault(f"reader: found {reader!r} (allowed: {', '.join(allowed)})")
    return str(reader)


def card_of(value: Any, words: Vocabulary) -> str:
    """Read a card of the game, or a strange one; raises LineFault."""
    is_strange = isinstance(value, str) and value.partition("/")[0] in STRANGE_CARDS
    if not is_strange and (not isinstance(value, str) or value not in words.cards):
        raise LineFault(f"unknown card {value!r} (the game's manifest lists them)")
    return str(value)


def is_uid(value: Any) -> bool:
    """Tell whether a value is a UID: 4, 7 or 10 bytes in capital hex."""
    return (
        isinstance(value, str)
        and len(value) in (8, 14, 20)
        and all(char in "0123456789ABCDEF" for char in value)
    )
