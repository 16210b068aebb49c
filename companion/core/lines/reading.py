"""Reading: one line of the text form as a table event or a signal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

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
    Woke,
)
from companion.core.lines.acts import host_fault, say_fault
from companion.core.lines.kinds import (
    FAULT_BOUNDS,
    FAULT_KEYS,
    FAULTS,
    WHOLE,
    EdgeLine,
    ExpectLine,
    FaultLine,
    FieldLine,
    Line,
    LineFault,
    Vocabulary,
    WallLine,
)
from companion.core.lines.values import (
    bell_of,
    button_of,
    card_of,
    is_uid,
    late_of,
    line_of,
    reader_of,
    seat_of,
    seconds_of,
)


def read_line(given: Any, words: Vocabulary) -> Line:
    """Read one line after the header; raises LineFault."""
    if not isinstance(given, Mapping):
        raise LineFault(f"a JSON object is wanted, not {given!r}")
    if "at" not in given:
        raise LineFault('every line has "at", the seconds since the game began')
    at = seconds_of(given["at"], "at")
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
    return replace(line, late=late_of(given, at)) if isinstance(line, Happened) else line


def _time(at: int, given: Mapping[str, Any], words: Vocabulary) -> Woke:
    del given, words
    return Woke(at=at)


def _press(at: int, given: Mapping[str, Any], words: Vocabulary) -> Pressed:
    seat, side = button_of(given["press"], words)
    return Pressed(seat, side, at=at)


def _release(at: int, given: Mapping[str, Any], words: Vocabulary) -> Released:
    seat, side = button_of(given["release"], words)
    return Released(seat, side, at=at)


def _ring(at: int, given: Mapping[str, Any], words: Vocabulary) -> Rang:
    return Rang(bell_of(given["ring"], words), at=at)


def _card(at: int, given: Mapping[str, Any], words: Vocabulary) -> CardPlaced:
    card = card_of(given["card"], words)
    return CardPlaced(card, reader_of(given, words), at=at)


def _lift(at: int, given: Mapping[str, Any], words: Vocabulary) -> CardLifted:
    return CardLifted(card_of(given["lift"], words), reader_of(given, words), at=at)


def _say(at: int, given: Mapping[str, Any], words: Vocabulary) -> Said:
    say = given["say"]
    if not isinstance(say, Mapping):
        raise LineFault(f"say: an object is wanted, not {say!r}")
    seat = seat_of(say.get("seat"), words, "say.seat")
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
    return Restarted(tuple(line_of(line, words) for line in down), at=at)


def _edge(at: int, given: Mapping[str, Any], words: Vocabulary) -> EdgeLine:
    level = given.get("level")
    if isinstance(level, bool) or not isinstance(level, int) or level not in (0, 1):
        raise LineFault(f"level: found {level!r} (allowed: 0 closed, 1 open)")
    arrives = seconds_of(given.get("arrives", given["at"]), "arrives")
    if arrives < at:
        raise LineFault("arrives: a callback cannot run before its edge")
    return EdgeLine(at, line_of(given["edge"], words), level, arrives)


def _field(at: int, given: Mapping[str, Any], words: Vocabulary) -> FieldLine:
    reader = reader_of({"reader": given["field"]}, words)
    tags = given.get("tags")
    if not isinstance(tags, (list, tuple)) or not all(is_uid(tag) for tag in tags):
        raise LineFault(f"tags: a list of UIDs (8, 14 or 20 capital hex digits), not {tags!r}")
    return FieldLine(at, reader, tuple(tags))


def _fault(at: int, given: Mapping[str, Any], words: Vocabulary) -> FaultLine:
    reader = reader_of({"reader": given["fault"]}, words)
    kind = given.get("kind")
    if kind not in FAULTS:
        raise LineFault(f"kind: found {kind!r} (allowed: {', '.join(FAULTS)})")
    how = {key: value for key, value in given.items() if key not in ("at", "fault", "kind")}
    for key, value in how.items():
        if key not in FAULT_KEYS.get(kind, ()):
            allowed = ", ".join(FAULT_KEYS.get(kind, ())) or "nothing more"
            raise LineFault(f"unknown key {key!r} for {kind} (allowed: {allowed})")
        if not _is_within(key, value):
            least, most = FAULT_BOUNDS[key]
            raise LineFault(f"{key}: found {value!r} (allowed: {least} to {most})")
    if how.get("length", 1) > how.get("every", 2):
        raise LineFault(f"length: found {how['length']!r} (allowed: at most `every`)")
    return FaultLine(at, reader, kind, how)


def _is_within(key: str, value: Any) -> bool:
    """Tell whether a fault's number is in its bounds, and whole if it counts something."""
    kinds = (int,) if key in WHOLE else (int, float)
    least, most = FAULT_BOUNDS[key]
    return not isinstance(value, bool) and isinstance(value, kinds) and least <= value <= most


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
        # A decimal's minus would round it, or overflow on a hostile exponent.
        back = by.copy_negate() if isinstance(by, Decimal) else -by
        return WallLine(at, -seconds_of(back, "wall"))
    return WallLine(at, seconds_of(by, "wall"))


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
