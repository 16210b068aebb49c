"""Bell turn: whose the one shared bell is, when several players want to ring it at once (D10).

The first seat that holds a button owns the bell until it lets go, or until it has not rung for
the whole patience; then the next one that still holds owns it. So nobody's rings are ever counted
for somebody else, and nobody keeps the bell by doing nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.stamps import NS_PER_MS

PATIENCE_NS = 1500 * NS_PER_MS  # without a ring (D10)


@dataclass(frozen=True, slots=True)
class Tenure:
    """Holds who owned the bell, and from when until when (ns); both ends are inclusive."""

    seat: int
    since: int
    until: int

    def covers(self, stamp: int) -> bool:
        """Tell whether the bell was this seat's at a stamp."""
        return self.since <= stamp <= self.until


@dataclass(frozen=True, slots=True)
class BellTurn:
    """Holds the seats that hold a button, the bell's owner first.

    `queue` has each seat after the stamp (ns) of its hold, in order; `since` is when the first of
    them became the owner, `rung` its last ring, or None; `before` is the owner before.
    """

    queue: tuple[tuple[int, int], ...] = ()
    since: int = 0
    rung: int | None = None
    before: Tenure | None = None

    @property
    def owner(self) -> int | None:
        """Return the seat whose bell it is, or None."""
        return self.queue[0][1] if self.queue else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats that hold and have to wait, in their turn."""
        return tuple(seat for _, seat in self.queue[1:])

    @property
    def lapses(self) -> int | None:
        """Return when the owner loses the bell (ns): an END, since a ring at that stamp counts."""
        return max(self.since, self.rung or 0) + PATIENCE_NS if self.queue else None

    def held(self, seat: int, stamp: int) -> BellTurn:
        """Return the turn after a seat began to hold: earlier holds first, then lower seats.

        Whoever has rung already keeps the bell, whatever earlier hold is told late.
        """
        if any(holder == seat for _, holder in self.queue):
            return self
        settled = 0 if self.rung is None else 1
        behind = sorted((*self.queue[settled:], (stamp, seat)))
        queue = (*self.queue[:settled], *behind)
        if queue[:1] == self.queue[:1]:
            return replace(self, queue=queue)
        return BellTurn(queue, stamp, None, self.before)

    def let_go(self, seat: int, stamp: int) -> BellTurn:
        """Return the turn after a seat let go; a ring at that very stamp is still its own."""
        queue = tuple(hold for hold in self.queue if hold[1] != seat)
        if seat != self.owner:
            return replace(self, queue=queue)
        return BellTurn(queue, stamp, None, Tenure(seat, self.since, stamp))

    def lost(self, seat: int, stamp: int) -> BellTurn:
        """Return the turn after a hold was gone by a stamp: a ring then is not its own."""
        turn = self.let_go(seat, stamp)
        if seat != self.owner:
            return turn
        return replace(turn, before=Tenure(seat, self.since, stamp - 1))

    def lapsed(self, stamp: int) -> BellTurn:
        """Return the turn after the owner has not rung for too long; its hold counts no more."""
        return self if self.owner is None else self.let_go(self.owner, stamp)

    def rings(self, stamp: int) -> tuple[BellTurn, int | None]:
        """Return the turn after a ring of the shared bell, and whose ring it is, or None."""
        if self.before is not None and self.before.covers(stamp):
            return self, self.before.seat
        if self.owner is None or stamp < self.since:
            return self, None
        return replace(self, rung=max(self.rung or 0, stamp)), self.owner
