"""Lines: the one text form of what happens, as JSON objects, read and written exactly.

Table events become `TableEvent`s here. Signals (`edge`, `field`, `fault`) and what only a
playthrough has (`expect`, `wall`, a bare `at`) become values that `firmware` plays through the
simulated kit. An unknown key is a fault that says which, never ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, assert_never

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Happened,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.stamps import from_seconds, to_decimal

READERS = ("centre", "tray", *(f"seat{number}" for number in range(1, 7)))
FAULTS = (
    "silent",
    "zero",
    "ones",
    "noise",
    "brownout",
    "slow",
    "error",
    "version",
    "flicker",
    "none",
)
FAULT_KEYS = {
    "noise": ("rate",),
    "slow": ("seconds",),
    "version": ("value",),
    "flicker": ("every", "length"),
}
HOST_KEYS = ("start", "first", "pause", "resume", "undo", "adjust", "replace", "end")
ADJUST_KEYS = ("seat", "coins", "money", "points", "hand", "cards", "alive")


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """Is a raw edge for the simulated panel; `arrives` is when its callback runs."""

    at: int
    line: str
    level: int
    arrives: int


@dataclass(frozen=True, slots=True)
class FieldLine:
    """Gives all tags in a reader's field from now on, as UIDs in capital hex."""

    at: int
    reader: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Breaks or mends a reader."""

    at: int
    reader: str
    kind: str
    how: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ExpectLine:
    """Compares values of the public view, by dotted path."""

    at: int
    values: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True)
class WallLine:
    """Moves the wall clock by so many ns; nothing at the table may notice."""

    at: int
    by: int


Line = TableEvent | EdgeLine | FieldLine | FaultLine | ExpectLine | WallLine
SayFault = Callable[[Mapping[str, Any]], str | None]


class LineFault(ValueError):
    """Says what is wrong with one line: what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Holds what lines of one game may name: its seats, its cards and its `say`s."""

    seats: int
    cards: frozenset[str]
    say_fault: SayFault


def read_line(given: Any, words: Vocabulary) -> Line:
    """Read one line after the header; raises LineFault."""
    if not isinstance(given, Mapping):
        raise LineFault(f"a JSON object is wanted, not {given!r}")
    if "at" not in given:
        raise LineFault('every line has "at", the seconds since the game began')
    at = _seconds(given["at"], "at")
    kinds = [kind for kind in READ if kind in given]
    if len(kinds) > 1:
        raise LineFault(f"a line is one thing, not {' and '.join(kinds)}")
    kind = kinds[0] if kinds else "at"
    reads, also = READ[kind] if kinds else (_time, ())
    for key in given:
        if key not in ("at", kind, *also):
            allowed = ", ".join((*READ, *also) if kind == "at" else ("at", kind, *also))
            raise LineFault(f"unknown key {key!r} (allowed: {allowed})")
    line = reads(at, given, words)
    return replace(line, late=_late(given, at)) if isinstance(line, Happened) else line


def _time(at: int, given: Mapping[str, Any], words: Vocabulary) -> Woke:
    del given, words
    return Woke(at=at)


def _press(at: int, given: Mapping[str, Any], words: Vocabulary) -> Pressed:
    seat, side = _button(given["press"], words)
    return Pressed(seat, side, at=at)


def _release(at: int, given: Mapping[str, Any], words: Vocabulary) -> Released:
    seat, side = _button(given["release"], words)
    return Released(seat, side, at=at)


def _ring(at: int, given: Mapping[str, Any], words: Vocabulary) -> Rang:
    return Rang(_bell(given["ring"], words), at=at)


def _card(at: int, given: Mapping[str, Any], words: Vocabulary) -> CardPlaced:
    card = _known_card(given["card"], words)
    return CardPlaced(card, _reader(given, words), at=at)


def _lift(at: int, given: Mapping[str, Any], words: Vocabulary) -> CardLifted:
    return CardLifted(_known_card(given["lift"], words), _reader(given, words), at=at)


def _say(at: int, given: Mapping[str, Any], words: Vocabulary) -> Said:
    say = given["say"]
    if not isinstance(say, Mapping):
        raise LineFault(f"say: an object is wanted, not {say!r}")
    seat = _seat(say.get("seat"), words, "say.seat")
    act = {key: value for key, value in say.items() if key != "seat"}
    fault = say_fault(act, words.say_fault)
    if fault:
        raise LineFault(f"say: {fault}")
    by = given.get("by", "phone")
    if by not in ("phone", "host"):
        raise LineFault(f"by: found {by!r} (allowed: phone, host)")
    question = given.get("question")
    if question is not None and not isinstance(question, str):
        raise LineFault(f"question: a text is wanted, not {question!r}")
    return Said(seat, act, by, question, at=at)


def _host(at: int, given: Mapping[str, Any], words: Vocabulary) -> HostDid:
    act = given["host"]
    fault = host_fault(act, words.seats)
    if fault:
        raise LineFault(f"host: {fault}")
    return HostDid(act, at=at)


def _restart(at: int, given: Mapping[str, Any], words: Vocabulary) -> Restarted:
    down = given["restart"]
    if not isinstance(down, (list, tuple)):
        raise LineFault(f"restart: a list of closed lines is wanted, not {down!r}")
    return Restarted(tuple(_line(line, words) for line in down), at=at)


def _edge(at: int, given: Mapping[str, Any], words: Vocabulary) -> EdgeLine:
    level = given.get("level")
    if isinstance(level, bool) or not isinstance(level, int) or level not in (0, 1):
        raise LineFault(f"level: found {level!r} (allowed: 0 closed, 1 open)")
    arrives = _seconds(given.get("arrives", given["at"]), "arrives")
    if arrives < at:
        raise LineFault("arrives: a callback cannot run before its edge")
    return EdgeLine(at, _line(given["edge"], words), level, arrives)


def _field(at: int, given: Mapping[str, Any], words: Vocabulary) -> FieldLine:
    reader = _reader({"reader": given["field"]}, words)
    tags = given.get("tags")
    if not isinstance(tags, (list, tuple)) or not all(is_uid(tag) for tag in tags):
        raise LineFault(f"tags: a list of UIDs (8, 14 or 20 capital hex digits), not {tags!r}")
    return FieldLine(at, reader, tuple(tags))


def _fault(at: int, given: Mapping[str, Any], words: Vocabulary) -> FaultLine:
    reader = _reader({"reader": given["fault"]}, words)
    kind = given.get("kind")
    if kind not in FAULTS:
        raise LineFault(f"kind: found {kind!r} (allowed: {', '.join(FAULTS)})")
    how = {key: value for key, value in given.items() if key not in ("at", "fault", "kind")}
    for key, value in how.items():
        if key not in FAULT_KEYS.get(kind, ()):
            allowed = ", ".join(FAULT_KEYS.get(kind, ())) or "nothing more"
            raise LineFault(f"unknown key {key!r} for {kind} (allowed: {allowed})")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            raise LineFault(f"{key}: a number of 0 or more is wanted, not {value!r}")
    return FaultLine(at, reader, kind, how)


def _expect(at: int, given: Mapping[str, Any], words: Vocabulary) -> ExpectLine:
    del words
    values = given["expect"]
    if not isinstance(values, Mapping) or not values:
        raise LineFault(f"expect: an object of paths and values is wanted, not {values!r}")
    return ExpectLine(at, values)


def _wall(at: int, given: Mapping[str, Any], words: Vocabulary) -> WallLine:
    del words
    by = given["wall"]
    if isinstance(by, (int, float, Decimal)) and by < 0:
        return WallLine(at, -_seconds(-by, "wall"))
    return WallLine(at, _seconds(by, "wall"))


Reads = Callable[[int, Mapping[str, Any], Vocabulary], Line]
READ: Mapping[str, tuple[Reads, tuple[str, ...]]] = {
    "press": (_press, ("stamped",)),
    "release": (_release, ("stamped",)),
    "ring": (_ring, ("stamped",)),
    "card": (_card, ("reader", "stamped")),
    "lift": (_lift, ("reader", "stamped")),
    "say": (_say, ("by", "question", "stamped")),
    "host": (_host, ("stamped",)),
    "restart": (_restart, ("stamped",)),
    "edge": (_edge, ("level", "arrives")),
    "field": (_field, ("tags",)),
    "fault": (_fault, ("kind", "rate", "seconds", "value", "every", "length")),
    "expect": (_expect, ()),
    "wall": (_wall, ()),
}

COMMON_SAYS: Mapping[str, Callable[[Any], bool]] = {
    "done": lambda value: value is True,
    "pass": lambda value: value is True,
    "let_go": lambda value: value is True,
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
        return _seat_fault(value, seats)
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
    return _seat_fault(value.get("seat"), seats)


def _seat_fault(value: Any, seats: int) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= seats:
        return f"seat: found {value!r} (allowed: 1 to {seats})"
    return None


def _seconds(value: Any, key: str) -> int:
    try:
        return from_seconds(value)
    except ValueError as error:
        raise LineFault(f"{key}: {error}") from None


def _late(given: Mapping[str, Any], at: int) -> int | None:
    if "stamped" not in given:
        return None
    stamped = _seconds(given["stamped"], "stamped")
    if stamped > at:
        raise LineFault("stamped: the true stamp of a late edge is earlier than its place")
    return stamped


def _seat(value: Any, words: Vocabulary, key: str) -> int:
    fault = _seat_fault(value, words.seats)
    if fault:
        raise LineFault(f"{key}: {fault}")
    return int(value)


def _button(value: Any, words: Vocabulary) -> tuple[int, Side]:
    line = _line(value, words)
    seat, _, side = line.partition(".")
    if side not in ("left", "right"):
        raise LineFault(f"a button is wanted (1.left to {words.seats}.right), not {value!r}")
    return int(seat), Side(side)


def _bell(value: Any, words: Vocabulary) -> int | None:
    line = _line(value, words)
    if line == "bell":
        return None
    seat, _, what = line.partition(".")
    if what != "bell":
        raise LineFault(f"a bell is wanted (bell, 1.bell to {words.seats}.bell), not {value!r}")
    return int(seat)


def _line(value: Any, words: Vocabulary) -> str:
    allowed = f"bell, or 1 to {words.seats} with .left, .right or .bell"
    if value == "bell":
        return "bell"
    if isinstance(value, str):
        seat, _, what = value.partition(".")
        known = seat in {str(number) for number in range(1, words.seats + 1)}
        if known and what in ("left", "right", "bell"):
            return value
    raise LineFault(f"unknown line {value!r} (allowed: {allowed})")


def _reader(given: Mapping[str, Any], words: Vocabulary) -> str:
    reader = given.get("reader")
    allowed = READERS[: 2 + words.seats]
    if reader not in allowed:
        raise LineFault(f"reader: found {reader!r} (allowed: {', '.join(allowed)})")
    return str(reader)


def _known_card(value: Any, words: Vocabulary) -> str:
    is_strange = isinstance(value, str) and value.partition("/")[0] in STRANGE_CARDS
    if not is_strange and (not isinstance(value, str) or value not in words.cards):
        raise LineFault(f"unknown card {value!r} (the game's manifest lists them)")
    return str(value)


STRANGE_CARDS = ("unknown", "foreign", "unclear")


def is_uid(value: Any) -> bool:
    """Tell whether a value is a UID: 4, 7 or 10 bytes in capital hex."""
    return (
        isinstance(value, str)
        and len(value) in (8, 14, 20)
        and all(char in "0123456789ABCDEF" for char in value)
    )


def write_line(event: TableEvent) -> str:
    """Write a table event as its line; times are exact decimals."""
    head = f'{{"at": {to_decimal(event.at)}'
    if event.late is not None:
        head += f', "stamped": {to_decimal(event.late)}'
    rest = "".join(
        f", {json.dumps(key)}: {_text(value)}" for key, value in _written(event).items()
    )
    return f"{head}{rest}}}"


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as only a hostile phone sends it
        return json.dumps(value)
    return text


def _written(event: TableEvent) -> dict[str, Any]:
    match event:
        case Pressed(seat=seat, side=side):
            return {"press": f"{seat}.{side.value}"}
        case Released(seat=seat, side=side):
            return {"release": f"{seat}.{side.value}"}
        case Rang(bell=bell):
            return {"ring": "bell" if bell is None else f"{bell}.bell"}
        case CardPlaced(card=card, reader=reader):
            return {"card": card, "reader": reader}
        case CardLifted(card=card, reader=reader):
            return {"lift": card, "reader": reader}
        case Said(seat=seat, say=say, by=by, question=question):
            also = {} if by == "phone" else {"by": by}
            asked = {} if question is None else {"question": question}
            return {"say": {"seat": seat, **say}, **also, **asked}
        case HostDid(act=act):
            return {"host": dict(act)}
        case Restarted(down=down):
            return {"restart": list(down)}
        case Woke():
            return {}
        case _:
            assert_never(event)
