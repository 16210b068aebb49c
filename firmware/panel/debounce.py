"""Debounce: which raw edges of a line are presses and releases, and when each one began.

A level counts when it has stood for the stable time, pressed or released alike. What counts is
stamped with the first edge of its transition: the first edge after the line last stood still.
So the contact's bounce never moves a stamp, and a glitch that falls back before it has stood is
nothing. A lock-out after the first edge would not do: the bounce of a release is a new first
edge once the lock-out is over.

Everything here is a pure function of edges in order of their stamps; `firmware.panel.trace`
brings them into that order, and `firmware.panel.muting` leaves out what no hand has made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from firmware.signals import OPEN


@dataclass(frozen=True, slots=True)
class Step:
    """Tells that a line's level changed for good: to `level`, at `ns`, the first edge."""

    level: int
    ns: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Holds what is known of a line after its last edge.

    `accepted` is the level that counts, `raw` the level after the last edge, `since_ns` that
    edge's stamp, and `begun_ns` the first edge of a transition that is not decided yet, or None.
    A line starts open and still.
    """

    accepted: int = OPEN
    raw: int = OPEN
    since_ns: int = 0
    begun_ns: int | None = None


def told(standing: Standing, level: int, ns: int, stable_ns: int) -> tuple[Standing, Step | None]:
    """Take in the line's next edge; return what is known now, and the step it completed.

    An edge to the level that the line already has tells nothing (its forerunner was lost).
    """
    if level == standing.raw:
        return standing, None
    standing, step = stood(standing, ns, stable_ns)
    begun = ns if standing.begun_ns is None else standing.begun_ns
    return replace(standing, raw=level, since_ns=ns, begun_ns=begun), step


def stood(standing: Standing, until_ns: int, stable_ns: int) -> tuple[Standing, Step | None]:
    """Let the line's level stand until `until_ns`; return what is known, and the step it makes."""
    if standing.begun_ns is None or until_ns - standing.since_ns < stable_ns:
        return standing, None
    is_step = standing.raw != standing.accepted
    step = Step(standing.raw, standing.begun_ns) if is_step else None
    return replace(standing, accepted=standing.raw, begun_ns=None), step


def grouped(edges: Iterable[tuple[int, int]]) -> Iterable[tuple[int, Sequence[int]]]:
    """Return edges, given as (ns, level) in any order, as the levels of each stamp, in order."""
    groups: dict[int, list[int]] = {}
    for ns, level in sorted(edges):
        groups.setdefault(ns, []).append(level)
    return groups.items()


def merged(levels: Iterable[int], before: int) -> int:
    """Return the level after edges of one line that share a stamp, whatever order they are in.

    Edges alternate, so as many closings as openings leave the line as it was `before`; no time
    passed in between, so nothing stood.
    """
    balance = sum(1 if level == OPEN else -1 for level in levels)
    if balance == 0:
        return before
    return OPEN if balance > 0 else 1 - OPEN


def steps(
    edges: Iterable[tuple[int, int]], until_ns: int, stable_ns: int, start: Standing | None = None
) -> tuple[Standing, tuple[Step, ...]]:
    """Debounce a whole trace: edges as (ns, level) in any order, the line watched to `until_ns`.

    Returns what is known at the end, and all steps in order.
    """
    standing, found = start or Standing(), []
    for ns, levels in grouped(edges):
        standing, step = told(standing, merged(levels, standing.raw), ns, stable_ns)
        found.append(step)
    standing, step = stood(standing, until_ns, stable_ns)
    found.append(step)
    return standing, tuple(step for step in found if step is not None)
