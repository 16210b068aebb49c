"""The kinds of lines: signals and what only a playthrough has; the words that they may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.events import TableEvent

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
FAULT_BOUNDS: Mapping[str, tuple[float, float]] = {
    "rate": (0, 1),
    "seconds": (0, 3600),
    "value": (0, 255),
    "every": (1, 1000),
    "length": (1, 1000),
}
WHOLE = ("value", "every", "length")
STRANGE_CARDS = ("unknown", "foreign", "unclear")
SayFault = Callable[[Mapping[str, Any]], str | None]


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


class LineFault(ValueError):
    """Says what is wrong with one line: what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Holds what lines of one game may name: its seats, its cards and its `say`s."""

    seats: int
    cards: frozenset[str]
    say_fault: SayFault
