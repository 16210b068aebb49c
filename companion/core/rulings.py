"""Rulings: what the rules decided, as types with values; never sentences.

Sentences are made at the rim from one catalogue (`companion.core.texts`), so that a phone, the
log and another language say the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Ruling:
    """Is the base of everything that the rules decide; `cite` is its ruling number, if any.

    Fields are plain values. By convention `seat`, `to`, `by` and `other` hold seat numbers and
    `seats` a tuple of them; the catalogue turns these into names.
    """

    CITE: ClassVar[str] = ""

    @property
    def cite(self) -> str:
        """Return the number of the ruling that this follows, if any."""
        return self.CITE

    @property
    def kind(self) -> str:
        """Return the ruling's wire name: its type's name in snake case."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    def values(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {field.name: plain(getattr(self, field.name)) for field in fields(self)}


def plain(value: Any) -> Any:
    """Turn enums and tuples of a ruling's or view's fields into JSON values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class Foul(Ruling):
    """Rules that an act came outside its window; `ms` is exact to the stamp, None where open.

    `ruled_by` is the game's ruling for this kind of foul.
    """

    seat: int
    foul: str
    ms: float | None
    ruled_by: str = ""

    @property
    def cite(self) -> str:
        """Return the game's own ruling."""
        return self.ruled_by

    def values(self) -> dict[str, Any]:
        """Return the fields as JSON values; the ruling's number is told as `cite`."""
        return {"seat": self.seat, "foul": self.foul, "ms": self.ms}


@dataclass(frozen=True, slots=True)
class Corrected(Ruling):
    """Rules that the host corrected a balance, a card or a life."""

    seat: int
    change: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replaced(Ruling):
    """Rules that another person plays on at a seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Paused(Ruling):
    """Rules that the host paused the game; its time stands still."""


@dataclass(frozen=True, slots=True)
class Resumed(Ruling):
    """Rules that the game goes on."""


@dataclass(frozen=True, slots=True)
class TakenBack(Ruling):
    """Rules that the last steps were undone; the game is paused until the host resumes."""

    steps: int


@dataclass(frozen=True, slots=True)
class BegunAnew(Ruling):
    """Rules that the program restarted; the game is paused until the host resumes."""

    CITE: ClassVar[str] = "C48"


@dataclass(frozen=True, slots=True)
class Ended(Ruling):
    """Rules that the host ended the game before its end."""


@dataclass(frozen=True, slots=True)
class Failed(Ruling):
    """Rules that the game's own code failed: only the host acts, and undo rescues."""

    why: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """Holds a ruling with the number that phones know it by, and its game time in ns."""

    number: int
    at: int
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """Return `number`, `ruling`, `cite` and the ruling's values."""
        return {
            "number": self.number,
            "ruling": self.ruling.kind,
            "cite": self.ruling.cite,
            **self.ruling.values(),
        }
