"""Fields: readers of a manifest's values that note a fault with its place and read on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

IDENTITY = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)?")
# What turns a line around on every screen: embeddings, overrides and isolates.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
RESERVED = ("unknown", "foreign", "unclear")  # what a reader says of a tag that is no card here


def is_identity(name: str) -> bool:
    """Tell whether a name can be a card's: `kind/number`, `colour/object` or one word."""
    return bool(IDENTITY.fullmatch(name)) and name.partition("/")[0] not in RESERVED


def is_shown(text: str) -> bool:
    """Tell whether every screen can show a text as it is: no control or direction characters."""
    return all(
        char in "\n\t" or (unicodedata.category(char) not in {"Cc", "Cs"} and char not in TURNING)
        for char in text
    )


@dataclass(slots=True)
class Faults:
    """Collects the faults of one file while it is read."""

    found: list[str] = field(default_factory=list)


class Place:
    """Is one table of a file, with where it stands; every reader returns a usable value."""

    def __init__(self, path: str, given: Any, faults: Faults) -> None:
        self.path = path
        self._faults = faults
        self.given: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
        if not isinstance(given, Mapping):
            self.fault("", f"a table is wanted, not {given!r}")

    def fault(self, key: str, what: str) -> None:
        """Note a fault of a key, or of the whole table where the key is empty."""
        self._faults.found.append(f"{self._at(key) or 'the file'}: {what}")

    def _at(self, key: str) -> str:
        return ".".join(part for part in (self.path, key) if part)

    def only(self, allowed: Sequence[str]) -> None:
        """Note every key that is not allowed."""
        for key in self.given:
            if key not in allowed:
                self.fault(str(key), f"unknown key (allowed: {', '.join(allowed)})")

    def part(self, key: str) -> Place:
        """Return a table in this one; an empty one where there is none."""
        return Place(self._at(key), self.given.get(key, {}), self._faults)

    def parts(self, key: str, most: int) -> tuple[Place, ...]:
        """Return a list of tables in this one, counted from 1.

        More than `most` are a fault, and are not read.
        """
        given = self.given.get(key, [])
        if not isinstance(given, (list, tuple)):
            self.fault(key, f"a list is wanted, not {given!r}")
            return ()
        if len(given) > most:
            self.fault(key, f"found {len(given)} (allowed: up to {most})")
        return tuple(
            Place(f"{self._at(key)}.{number}", one, self._faults)
            for number, one in enumerate(given[:most], 1)
        )

    def text(self, key: str, default: str | None = None, *, may_be_empty: bool = False) -> str:
        """Return a text; an empty one is a fault unless it may be."""
        value = self.given.get(key, default)
        if isinstance(value, str) and not is_shown(value):
            self.fault(key, f"found {value!r} (allowed: a text without control characters)")
            return ""
        if isinstance(value, str) and (value.strip() or may_be_empty):
            return value
        self.fault(key, f"a text is wanted, not {value!r}")
        return ""

    def optional(self, key: str) -> str | None:
        """Return a text, or None where there is none."""
        return self.text(key) if key in self.given else None

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.given.get(key)
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self.fault(key, f"a list of names is wanted, not {value!r}")
        return ()

    def one_of(self, key: str, allowed: Sequence[str]) -> str:
        """Return one of a few words."""
        value = self.given.get(key)
        if isinstance(value, str) and value in allowed:
            return value
        self.fault(key, f"found {value!r} (allowed: {', '.join(allowed)})")
        return allowed[0]

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number between two bounds."""
        value = self.given.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.fault(key, f"found {value!r} (allowed: a whole number from {least} to {most})")
        return least

    def switch(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self.given.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(key, f"found {value!r} (allowed: true, false)")
        return default
