"""Typed reading of a board's tables that collects every fault instead of stopping at the first.

Each method returns a value of the right type whatever it finds; a wrong one is noted in `faults`
with its place and line, and replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LONGEST_SHOWN = 80
_TABLE = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\-\"']+)\s*=")


@dataclass(frozen=True, slots=True)
class Fault:
    """Tells one fault of a file: its place (`seat.2.left`), its line if known, found, allowed."""

    place: str
    line: int | None
    found: str
    allowed: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        told = f"{where}{self.place}: found {self.found}; allowed is {self.allowed}"
        # A key is anybody's words, and may hold a terminal's control codes.
        return "".join(char if char.isprintable() else "\ufffd" for char in told)


def line_numbers(text: str) -> dict[str, int]:
    """Find the line of each table and key of a TOML text, by dotted name.

    Knows headers and `key = value` lines, which is all that a board file needs; a name written
    in another way (an inline table) is not found.
    """
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _plain(header[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(f"{table}.{_plain(key[1])}".lstrip("."), number)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[\s\"']", "", name)


class Reading:
    """Reads values out of tables and collects the faults found on the way."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self._lines = line_numbers(text)

    def fault(self, place: str, found: str, allowed: str) -> None:
        """Note a fault; its line is the place's own, or else that of the table it is in."""
        line = self._lines.get(place) or self._lines.get(place.rpartition(".")[0])
        self.faults.append(Fault(place, line, found, allowed))

    def only(self, table: Mapping[str, object], place: str, known: Iterable[str]) -> None:
        """Note every key of a table that is not one of `known`."""
        names = tuple(known)
        for key in table:
            if key not in names:
                allowed = "one of " + ", ".join(names) if names else "nothing here"
                self.fault(f"{place}.{key}".lstrip("."), "an unknown key", allowed)

    def table(
        self, tables: Mapping[str, object], place: str, known: Iterable[str]
    ) -> dict[str, object]:
        """Return the table at `place`, empty when absent; notes its unknown keys."""
        found = tables.get(_key(place), {})
        if not isinstance(found, dict):
            self.fault(place, _shown(found), "a table")
            return {}
        self.only(found, place, known)
        return found

    def number(
        self, table: Mapping[str, object], place: str, allowed: range, default: int | None = None
    ) -> int:
        """Return a whole number in `allowed`; without a `default` it must be there."""
        found = table.get(_key(place), default)
        if type(found) is int and found in allowed:
            return found
        self.fault(place, _shown(found), _span(allowed))
        return allowed.start

    def optional(self, table: Mapping[str, object], place: str, allowed: range) -> int | None:
        """Return a whole number in `allowed`, or None when the key is absent."""
        return self.number(table, place, allowed) if _key(place) in table else None

    def decimal(
        self, table: Mapping[str, object], place: str, allowed: tuple[float, float], default: float
    ) -> float:
        """Return a number between the two bounds of `allowed`, both included."""
        found = table.get(_key(place), default)
        if (
            isinstance(found, int | float)
            and not isinstance(found, bool)
            and allowed[0] <= found <= allowed[1]
        ):
            return float(found)
        self.fault(place, _shown(found), f"{allowed[0]} to {allowed[1]}")
        return default

    def flag(self, table: Mapping[str, object], place: str, *, default: bool) -> bool:
        """Return true or false."""
        found = table.get(_key(place), default)
        if isinstance(found, bool):
            return found
        self.fault(place, _shown(found), "true or false")
        return default

    def text(self, table: Mapping[str, object], place: str, default: str) -> str:
        """Return a text of one line."""
        found = table.get(_key(place), default)
        if isinstance(found, str) and (found.isprintable() or found == default):
            return found
        self.fault(place, _shown(found), "a text of one line")
        return default

    def choice(self, table: Mapping[str, object], place: str, allowed: tuple[str, ...]) -> str:
        """Return one of the texts in `allowed`."""
        found = table.get(_key(place))
        if isinstance(found, str) and found in allowed:
            return found
        self.fault(place, _shown(found), " or ".join(allowed) or "nothing: there is none to name")
        return ""

    def pin_or_name(
        self, table: Mapping[str, object], place: str, names: Mapping[str, int]
    ) -> int:
        """Return a pin, given by its number or by one of `names`."""
        found = table.get(_key(place))
        if type(found) is int:
            return found
        if isinstance(found, str) and found in names:
            return names[found]
        self.fault(place, _shown(found), f"{', '.join(names)} or a BCM pin number")
        return -1


def _key(place: str) -> str:
    return place.rpartition(".")[2]


def _shown(found: object) -> str:
    if found is None:
        return "nothing"
    try:
        text = repr(found)
    except (ValueError, RecursionError):  # hexadecimal digits may be more than decimal ones
        return "a number too long to show"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _span(allowed: range) -> str:
    huge = len(allowed) > 1_000_000 and allowed.start < 0
    return "a BCM pin number" if huge else f"a whole number from {allowed[0]} to {allowed[-1]}"
