"""Moments: the Asks that time or an interruption answers, beside those that people answer."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.asks import (
    Answered,
    Ask,
    Deadline,
    Due,
    NotMine,
    Offer,
    Offered,
    Open,
    Scene,
)
from companion.core.events import TableEvent


@dataclass(frozen=True, slots=True)
class Reached:
    """Answers that a moment has come (game time, ns)."""

    at: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Answers that the table was interrupted: `pause`, `resume`, `undo`, `restart` or `adjust`."""

    why: str


@dataclass(frozen=True, slots=True)
class Until(Ask[Reached]):
    """Waits for a moment; a START comes before the acts of its own stamp, an END after them."""

    ns: int
    kind: Due

    def opens(self, scene: Scene) -> Open[Reached]:
        """Open on a fixed moment."""
        del scene
        return _OpenUntil(Deadline(self.ns, self.kind))


class _OpenUntil(Open[Reached]):
    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def offer(self, event: TableEvent) -> Offered[Reached]:
        del event
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return ()

    def due(self) -> Deadline | None:
        return self._deadline

    def lapse(self, deadline: Deadline) -> Offered[Reached]:
        return Answered(Reached(deadline.ns))


@dataclass(frozen=True, slots=True)
class Interruption(Ask[Interrupted]):
    """Waits for a pause, an undo's landing or a restart, where a game must answer one (C49).

    `of` are the words of those that must be answered; nothing changes at the others. A game that
    must look again at what the host corrected (`adjust`) asks for that too.
    """

    of: tuple[str, ...] = ("pause", "resume", "undo", "restart")

    def opens(self, scene: Scene) -> Open[Interrupted]:
        """Open for whatever interrupts."""
        del scene
        return _OpenInterruption(self.of)


class _OpenInterruption(Open[Interrupted]):
    def __init__(self, of: tuple[str, ...]) -> None:
        self._of = of

    def offer(self, event: TableEvent) -> Offered[Interrupted]:
        del event
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return ()

    def interrupt(self, why: str, now: int) -> Offered[Interrupted]:
        del now
        return Answered(Interrupted(why)) if why in self._of else NotMine()
