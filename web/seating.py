"""Seating: which phone sits where, and the code that lets a phone choose a seat.

A seat is one phone's until it leaves or the host frees it: two phones on one seat would let a
neighbour look over its owner's shoulder. Codes change with every game.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from web.ports import Json, SeatingStore

CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"  # none looks like another, on paper or read aloud
CODE_LENGTH = 4


@dataclass(frozen=True, slots=True)
class SeatPass:
    """Names a seat of one game, as held by one phone; `epoch` ends when the host frees it."""

    game: str
    seat: int
    epoch: int


@dataclass(frozen=True, slots=True)
class _Round:
    game: str
    code: str
    epochs: Mapping[int, int] = field(default_factory=dict)
    taken: frozenset[int] = frozenset()


class Seating:
    """Hands out passes for seats and says whether one still holds."""

    def __init__(self, store: SeatingStore | None = None) -> None:
        self._store = store
        self._lock = threading.Lock()
        loaded = store.load() if store is not None else None
        self._round = (_read(loaded) if loaded is not None else None) or _new_round()
        self._save()

    @property
    def code(self) -> str:
        """Tell the code that joins this game."""
        return self._round.code

    def is_code(self, code: str) -> bool:
        """Tell whether `code` joins this game; upper and lower case are one."""
        return secrets.compare_digest(code.upper().encode(), self._round.code.encode())

    def is_taken(self, seat: int) -> bool:
        """Tell whether a phone holds this seat."""
        return seat in self._round.taken

    def take(self, seat: int) -> SeatPass | None:
        """Give the seat to a phone, or None if another one holds it."""
        with self._lock:
            now = self._round
            if seat in now.taken:
                return None
            self._change(replace(now, taken=now.taken | {seat}))
            return SeatPass(now.game, seat, now.epochs.get(seat, 0))

    def holds(self, held: SeatPass) -> bool:
        """Tell whether a pass is of this game and was not ended."""
        now = self._round
        return (
            held.game == now.game
            and held.seat in now.taken
            and held.epoch == now.epochs.get(held.seat, 0)
        )

    def free(self, seat: int) -> None:
        """End the pass of a seat, whoever holds it."""
        with self._lock:
            now = self._round
            epochs = {**now.epochs, seat: now.epochs.get(seat, 0) + 1}
            self._change(replace(now, epochs=epochs, taken=now.taken - {seat}))

    def rotate(self) -> None:
        """Begin a new game: all passes end, and a new code joins."""
        with self._lock:
            self._change(_new_round())

    def new_code(self) -> None:
        """Change the code alone; phones that sit keep their seats."""
        with self._lock:
            self._change(replace(self._round, code=_new_code()))

    def _change(self, now: _Round) -> None:
        self._round = now
        self._save()

    def _save(self) -> None:
        if self._store is not None:
            now = self._round
            epochs = {str(seat): epoch for seat, epoch in now.epochs.items()}
            taken = sorted(now.taken)
            self._store.save(
                {"game": now.game, "code": now.code, "epochs": epochs, "taken": taken}
            )


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _new_round() -> _Round:
    return _Round(secrets.token_hex(4), _new_code())


def _read(kept: Json) -> _Round | None:
    """Read what was saved; None if it is not what we wrote (a damaged file frees all seats)."""
    try:
        epochs = {int(seat): int(epoch) for seat, epoch in kept["epochs"].items()}
        taken = frozenset(int(seat) for seat in kept["taken"])
        return _Round(str(kept["game"]), str(kept["code"]), epochs, taken)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
