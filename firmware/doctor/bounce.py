"""Bounce: how long a contact takes to come to rest, from its raw edges, as figures and bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware.clock import NS_PER_MS
from firmware.panel.debounce import steps
from firmware.signals import CLOSED, Edge

CLASSES_MS = (1, 2, 5, 10, 20)  # a bounce up to so long; what is longer has a class of its own
WIDEST_BAR = 30


@dataclass(frozen=True, slots=True)
class Bounce:
    """Holds what a contact did: closings that count, and how long each transition took in ns."""

    rings: int
    lengths_ns: tuple[int, ...]

    @property
    def longest_ns(self) -> int:
        """Return the longest transition."""
        return max(self.lengths_ns, default=0)


def bounce_of(edges: Iterable[Edge], stable_ns: int, until_ns: int) -> Bounce:
    """Measure one line's edges; a transition ends where a level stands for the stable time."""
    stamps = sorted(edge.ns for edge in edges)
    lengths = tuple(run[-1] - run[0] for run in _runs(stamps, stable_ns))
    _, found = steps(((edge.ns, edge.level) for edge in edges), until_ns, stable_ns)
    return Bounce(sum(step.level == CLOSED for step in found), lengths)


def _runs(stamps: Sequence[int], stable_ns: int) -> list[list[int]]:
    runs: list[list[int]] = []
    for ns in stamps:
        if runs and ns - runs[-1][-1] < stable_ns:
            runs[-1].append(ns)
        else:
            runs.append([ns])
    return runs


def histogram(bounce: Bounce) -> tuple[tuple[str, int], ...]:
    """Return how many transitions fall into each class that has any, shortest first."""
    counts = Counter(_class_of(ns) for ns in bounce.lengths_ns)
    return tuple((_named(place), counts[place]) for place in sorted(counts))


def _class_of(ns: int) -> int:
    if not ns:
        return -1
    limits = (place for place, ms in enumerate(CLASSES_MS) if ns <= ms * NS_PER_MS)
    return next(limits, len(CLASSES_MS))


def _named(place: int) -> str:
    if place < 0:
        return "none"
    if place == len(CLASSES_MS):
        return f"over {CLASSES_MS[-1]} ms"
    return f"up to {CLASSES_MS[place]} ms"


def bars(bounce: Bounce) -> tuple[str, ...]:
    """Draw the histogram, a line a class."""
    rows = histogram(bounce)
    most = max((count for _, count in rows), default=1)
    return tuple(
        f"{name:>10}  {'#' * -(-count * WIDEST_BAR // most)} {count}" for name, count in rows
    )
