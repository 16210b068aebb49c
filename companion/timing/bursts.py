"""Bursts: rings that belong together, counted once the gap after the last one has passed (D6).

A burst is made of stamps alone, so that a ring whose callback came late is counted where it
belongs, in whatever order the rings arrive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Burst:
    """Holds the stamps (ns) of rings that belong together, in order; never empty.

    The last ring is the moment of finishing (D21).
    """

    rings: tuple[int, ...]

    @property
    def first(self) -> int:
        """Return the stamp of the first ring."""
        return self.rings[0]

    @property
    def last(self) -> int:
        """Return the stamp of the last ring."""
        return self.rings[-1]

    @property
    def count(self) -> int:
        """Return how many rings it has."""
        return len(self.rings)

    def closes(self, gap: int) -> int:
        """Return when it closes (ns): an END, since a ring at exactly that stamp belongs."""
        return self.last + gap

    def takes(self, stamp: int, gap: int) -> bool:
        """Tell whether a ring at `stamp` belongs: at most `gap` from a ring that does."""
        return any(abs(stamp - ring) <= gap for ring in self.rings)

    def rung(self, stamp: int) -> Burst:
        """Return the burst with one more ring, at its place by stamp."""
        return Burst(tuple(sorted((*self.rings, stamp))))


def bursts(stamps: Iterable[int], gap: int) -> tuple[Burst, ...]:
    """Group rings into bursts: at most `gap` (ns) apart they belong together.

    The order in which the stamps come makes no difference.
    """
    found: list[Burst] = []
    for stamp in sorted(stamps):
        if found and stamp <= found[-1].closes(gap):
            found[-1] = found[-1].rung(stamp)
        else:
            found.append(Burst((stamp,)))
    return tuple(found)
