"""Signals: what the devices of the kit reported, stamped where it happened.

Stamps are integer nanoseconds of the kit's monotonic clock. A signal says nothing about the game;
`firmware.translate` gives it a meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

CLOSED = 0  # pressed, rung: the line is pulled to ground
OPEN = 1


@dataclass(frozen=True, slots=True)
class Edge:
    """Reports one raw edge of a line, bounce included.

    `line` is a button (`2.left`), the shared bell (`bell`) or a seat's own bell (`2.bell`);
    `level` is `CLOSED` or `OPEN`, the level after the edge.
    """

    line: str
    level: int
    ns: int


@dataclass(frozen=True, slots=True)
class TagSeen:
    """Reports that a tag was placed on a reader; `uid` is the whole UID in capital hex."""

    reader: str
    uid: str
    ns: int


@dataclass(frozen=True, slots=True)
class TagGone:
    """Reports that a tag has left a reader, confirmed by several polls."""

    reader: str
    uid: str
    ns: int


@dataclass(frozen=True, slots=True)
class TagsUnclear:
    """Reports that something is in the field that cannot be told apart or must not be used.

    `why` is `several` (more than one tag, not separable) or `random_uid` (a UID that changes at
    every power-up, ISO 14443-3A: single size, first byte 08).
    """

    reader: str
    why: str
    ns: int


@dataclass(frozen=True, slots=True)
class ReaderFailed:
    """Reports that a reader stopped answering; `why` is one line for people, with the cure."""

    reader: str
    why: str
    ns: int


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """Reports that a reader that had failed answers again."""

    reader: str
    ns: int


Signal = Edge | TagSeen | TagGone | TagsUnclear | ReaderFailed | ReaderBack


class EdgeTaker(Protocol):
    """Takes edges, from any thread: the table's inbox, or the doctor's log."""

    def put(self, edge: Edge, arrived_ns: int, /) -> None:
        """Take in an edge that arrived at `arrived_ns`."""
        ...
