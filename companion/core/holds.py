"""Holds: which seat holds which side, and what made the hold.

A hold is a fact of the table, not an answer: it outlives the question that saw it begin. Only the
source that made it ends it (the panel, or that phone); the host may end a stuck one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.events import Side

PANEL = "panel"
PHONE = "phone"
HOST = "host"


@dataclass(frozen=True, slots=True)
class Hold:
    """Holds a committed side, its source and the game time of its stamp."""

    side: Side
    source: str
    at: int


class Holds:
    """Keeps the holds of all seats; the one mutable fact that outlives an Ask."""

    def __init__(self) -> None:
        self._holds: dict[int, Hold] = {}

    def __contains__(self, seat: int) -> bool:
        return seat in self._holds

    def of(self, seat: int) -> Hold | None:
        """Return a seat's hold, or None."""
        return self._holds.get(seat)

    def sides(self) -> Mapping[int, Side]:
        """Return the side that each holding seat holds."""
        return {seat: hold.side for seat, hold in self._holds.items()}

    def take(self, seat: int, hold: Hold) -> None:
        """Note that a seat holds."""
        self._holds[seat] = hold

    def drop(self, seat: int) -> None:
        """Forget a seat's hold, if there is one."""
        self._holds.pop(seat, None)

    def all(self) -> Mapping[int, Hold]:
        """Return every hold by seat, as it is now."""
        return dict(self._holds)

    def put_back(self, holds: Mapping[int, Hold]) -> None:
        """Let exactly these holds be there again."""
        self._holds = dict(holds)

    def void(self) -> None:
        """Forget all holds: each must be made afresh (C48)."""
        self._holds.clear()

    def drop_released(self, down: Iterable[str]) -> tuple[int, ...]:
        """Forget the panel's holds whose button is not among `down`; return their seats."""
        closed = set(down)
        gone = tuple(
            seat
            for seat, hold in self._holds.items()
            if hold.source == PANEL and f"{seat}.{hold.side.value}" not in closed
        )
        for seat in gone:
            self.drop(seat)
        return gone
