"""Simulated contacts: the raw edges of a press or a release that bounces.

Sources of chance are passed in, so that a trace is the same for the same seed.
"""

from __future__ import annotations

from random import Random

from firmware.clock import NS_PER_MS, NS_PER_S
from firmware.signals import CLOSED, OPEN, Edge

BOUNCE_NS = 6 * NS_PER_MS


def bouncing(
    line: str, level: int, ns: int, chance: Random, bounce_ns: int = BOUNCE_NS
) -> tuple[Edge, ...]:
    """Return the edges of a contact that goes to `level` at `ns` and bounces up to `bounce_ns`.

    The first edge is at `ns` exactly, the last one no later than `ns + bounce_ns`; in between the
    contact opens and closes zero to six times at random stamps.
    """
    bounces = min(chance.randrange(7), bounce_ns // 2)
    later = sorted(chance.sample(range(1, bounce_ns + 1), 2 * bounces)) if bounces else []
    levels = (1 - level, level) * bounces
    first = Edge(line, level, ns)
    return (first, *(Edge(line, to, ns + at) for at, to in zip(later, levels, strict=True)))


def rings(
    line: str, count: int, ns: int, chance: Random, *, per_s: float = 5, bounce_ns: int = BOUNCE_NS
) -> tuple[Edge, ...]:
    """Return the edges of `count` rings, `per_s` a second from `ns` on, each bouncing twice.

    A ring is held for 30 to 60 % of its share of time.
    """
    period_ns = round(NS_PER_S / per_s)
    edges: list[Edge] = []
    for number in range(count):
        start_ns = ns + number * period_ns
        held_ns = chance.randrange(period_ns * 3 // 10, period_ns * 6 // 10)
        edges += bouncing(line, CLOSED, start_ns, chance, bounce_ns)
        edges += bouncing(line, OPEN, start_ns + held_ns, chance, bounce_ns)
    return tuple(edges)
