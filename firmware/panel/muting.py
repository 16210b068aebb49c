"""Muting: which steps of a line no hand has made; they are not told until it has calmed down.

A broken contact presses and rings by itself. Two things give it away, and make it *unruly*:

- it closes more often than people can: `MOST_CLOSINGS` times and once more, and between the first
  and the last of these it was at rest for less than `RESTED_NS` in all;
- it takes longer than `CRACKLE_NS` to come to rest, closed or open.

A closing that makes a line unruly is not told, nor is any later one until the line was at rest
for more than `CALM_NS` with nothing unruly in between, be that in silence or at the speed of
hands. What is not told still counts in the first rule: who goes on so fast stays muted. An opening
is told if the closing before it was. So what is down for the table always comes up, and what went
down unheard, though it may be held now, does not.

Time is counted by the line's own clock, which runs while the line is at rest: the stamp less all
the time from the first edges of its transitions to their last. Bounce takes little from it, and a
contact that shakes has hardly any, however few of its levels stand long enough to be a step.

The first `MOST_CLOSINGS` rings of a broken bell are told: nothing tells them from a fast hand's,
and to wait and see would hold back every good ring for as long.

All this is a pure function of the edges in order of their stamps, as `firmware.panel.debounce` is,
which it builds on. What is kept of a line does not grow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware.clock import NS_PER_MS
from firmware.panel import debounce
from firmware.panel.debounce import Standing, Step
from firmware.signals import CLOSED, OPEN

# Nobody rings or presses more than about 12 times a second. A burst of up to 12 is never muted by
# itself, however fast it is; a longer one is judged by the rest that it leaves the contact. 12 a
# second that bounce for 6 ms down and up leave 71 ms each, 8 a second leave 85 even with 20 ms;
# the slowest contact that is surely broken, 15 a second, leaves 67. The bound is 70 ms a gap.
MOST_CLOSINGS = 12
RESTED_NS = MOST_CLOSINGS * 70 * NS_PER_MS
# Bounce is over within 20 ms even in a worn contact. This is how long the inbox lets others wait
# for a line: what comes to rest later would be told out of its turn, by minutes perhaps.
CRACKLE_NS = 250 * NS_PER_MS
# Longer than `RESTED_NS`, so that a pause within a spell of crackling does not end it; short
# enough that who has mended the contact does not find the bell dead.
CALM_NS = 2000 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class Contact:
    """Holds what is known of a line after its last edge.

    `restless_ns` is how long its transitions took in all. `closings` are its last closings, told
    or not, and `unruly_ns` when it was unruly last, both by its own clock. `closed_ns` is the
    stamp since which it stands closed; `is_unheard` says that this closing was not told.
    """

    standing: Standing
    restless_ns: int = 0
    closings: tuple[int, ...] = ()
    unruly_ns: int | None = None
    closed_ns: int | None = None
    is_unheard: bool = False

    @property
    def level(self) -> int:
        """Return the level that was told."""
        return OPEN if self.is_unheard else self.standing.accepted

    @property
    def muted_until_ns(self) -> int | None:
        """Return the stamp up to which a closing is not told, or None if all are.

        An undecided transition is going to put it off by the time that it takes.
        """
        return None if self.unruly_ns is None else self.unruly_ns + CALM_NS + self.restless_ns

    @property
    def awaited_ns(self) -> int | None:
        """Return the first edge of an undecided transition that may yet be told, or None."""
        begun_ns = self.standing.begun_ns
        if begun_ns is None:
            return None
        is_closing = self.standing.accepted == OPEN
        is_for_nothing = self.is_muted(begun_ns) if is_closing else self.is_unheard
        return None if is_for_nothing else begun_ns

    def is_muted(self, ns: int) -> bool:
        """Tell whether a closing that begins at `ns`, after the last transition, is not told."""
        until_ns = self.muted_until_ns
        return until_ns is not None and min(ns, self.standing.begun_ns or ns) <= until_ns


STILL = Contact(Standing())  # a line of which nothing was heard


def at_boot(level: int, ns: int) -> Contact:
    """Return a contact that has been at `level` from the start, which was at `ns`."""
    standing = Standing(accepted=level, raw=level)
    return Contact(standing, closed_ns=ns if level == CLOSED else None)


def told(contact: Contact, level: int, ns: int, stable_ns: int) -> tuple[Contact, Step | None]:
    """Take in the line's next edge; return what is known now, and the step to be told."""
    if level == contact.standing.raw:
        return contact, None
    contact, step = stood(contact, ns, stable_ns)
    standing, _ = debounce.told(contact.standing, level, ns, stable_ns)
    return replace(contact, standing=standing), step


def stood(contact: Contact, until_ns: int, stable_ns: int) -> tuple[Contact, Step | None]:
    """Let the line's level stand until `until_ns`; return what is known, and the step to be told.

    A transition that ends at the level where it began makes no step, but takes its time.
    """
    before = contact.standing
    standing, step = debounce.stood(before, until_ns, stable_ns)
    if before.begun_ns is None or standing.begun_ns is not None:
        return contact, None
    took_ns, clock_ns = before.since_ns - before.begun_ns, before.begun_ns - contact.restless_ns
    is_closing = step is not None and step.level == CLOSED
    is_unruly = took_ns > CRACKLE_NS or (is_closing and _is_hasty(contact.closings, clock_ns))
    is_believed = not (is_unruly or contact.is_muted(before.begun_ns))
    is_told = is_believed if is_closing else not contact.is_unheard
    after = replace(
        contact,
        standing=standing,
        restless_ns=contact.restless_ns + took_ns,
        unruly_ns=clock_ns if is_unruly else contact.unruly_ns,
    )
    if step is None:
        return after, None
    return _stepped(after, step, clock_ns, is_told=is_told), step if is_told else None


def _is_hasty(closings: tuple[int, ...], clock_ns: int) -> bool:
    """Tell whether one more closing is one more than hands make in that time."""
    return len(closings) == MOST_CLOSINGS and clock_ns - closings[0] < RESTED_NS


def _stepped(contact: Contact, step: Step, clock_ns: int, *, is_told: bool) -> Contact:
    if step.level == OPEN:
        return replace(contact, closed_ns=None, is_unheard=False)
    closings = (*contact.closings, clock_ns)[-MOST_CLOSINGS:]
    return replace(contact, closings=closings, closed_ns=step.ns, is_unheard=not is_told)


def steps(
    edges: Iterable[tuple[int, int]], until_ns: int, stable_ns: int, start: Contact = STILL
) -> tuple[Contact, tuple[Step, ...]]:
    """Judge a whole trace: edges as (ns, level) in any order, the line watched to `until_ns`.

    Returns what is known at the end, and all steps to be told, in order.
    """
    contact, found = start, list[Step | None]()
    for ns, levels in debounce.grouped(edges):
        level = debounce.merged(levels, contact.standing.raw)
        contact, step = told(contact, level, ns, stable_ns)
        found.append(step)
    contact, step = stood(contact, until_ns, stable_ns)
    found.append(step)
    return contact, tuple(step for step in found if step is not None)
