"""The form of what phones say and hosts do, as JSON objects of one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.lines.kinds import SayFault

HOST_KEYS = ("start", "first", "pause", "resume", "undo", "adjust", "replace", "end")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


CORRECTIONS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("coins", "money", "points", "hand"), (_is_whole, "a whole number")),
    "cards": (_are_texts, "a list of cards"),
    "alive": (lambda value: isinstance(value, bool), "true or false"),
}
ADJUST_KEYS = ("seat", *CORRECTIONS)

COMMON_SAYS: Mapping[str, Callable[[Any], bool]] = {
    "done": lambda value: value is True,
    "pass": lambda value: value is True,
    "let_go": lambda value: value is True,
    "mine": lambda value: value is True,
    "drew": lambda value: isinstance(value, str),
    "side": lambda value: value in ("left", "right"),
    "ring": lambda value: isinstance(value, int) and value is not True and 1 <= value <= 99,
}


def say_fault(say: Mapping[str, Any], game: SayFault) -> str | None:
    """Return what is wrong with the form of a `say`, or None."""
    if not say:
        return "something must be said besides the seat"
    if len(say) == 1:
        key, value = next(iter(say.items()))
        if key in COMMON_SAYS:
            return None if COMMON_SAYS[key](value) else f"{key}: found {value!r}"
    return game(say)


def host_fault(act: Any, seats: int) -> str | None:
    """Return what is wrong with the form of a host's act, or None."""
    if not isinstance(act, Mapping) or len(act) != 1:
        return f"an object with one key is wanted, not {act!r}"
    key, value = next(iter(act.items()))
    if key not in HOST_KEYS:
        return f"unknown act {key!r} (allowed: {', '.join(HOST_KEYS)})"
    if key in ("start", "pause", "resume", "end"):
        return None if value is True else f"{key}: found {value!r} (allowed: true)"
    if key == "first":
        return seat_fault(value, seats)
    if key == "undo":
        is_whole = isinstance(value, int) and value is not True and 1 <= value <= 1_000_000
        return None if is_whole else f"undo: a number of steps from 1 on is wanted, not {value!r}"
    return _change_fault(key, value, seats)


def _change_fault(key: str, value: Any, seats: int) -> str | None:
    if not isinstance(value, Mapping):
        return f"{key}: an object with a seat is wanted, not {value!r}"
    allowed = ("seat", "name") if key == "replace" else ADJUST_KEYS
    for name in value:
        if name not in allowed:
            return f"{key}: unknown key {name!r} (allowed: {', '.join(allowed)})"
    if key == "replace" and not isinstance(value.get("name"), str):
        return f"replace.name: a name is wanted, not {value.get('name')!r}"
    return seat_fault(value.get("seat"), seats) or (
        _correction_fault(value) if key == "adjust" else None
    )


def _correction_fault(change: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the values of an `adjust`, or None."""
    if len(change) == 1:
        return f"adjust: something to correct is wanted ({', '.join(CORRECTIONS)})"
    for name, value in change.items():
        is_right, wanted = CORRECTIONS.get(name, (lambda _: True, ""))
        if not is_right(value):
            return f"adjust.{name}: {wanted} is wanted, not {value!r}"
    return None


def seat_fault(value: Any, seats: int) -> str | None:
    """Return what is wrong with a seat of the table, or None."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= seats:
        return f"seat: found {value!r} (allowed: 1 to {seats})"
    return None
