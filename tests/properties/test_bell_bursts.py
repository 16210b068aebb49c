"""A burst is counted exactly, ring for ring, however its contact bounces and whoever presses.

Every trace is an evening of its own at the simulated kit: a player holds a button and rings the
shared bell, or just rings the own one, while others wait for the bell, tap their buttons and ring
bells of their own. Callbacks come as late as the hold-back allows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random

from companion.games.boom_boom_bell.rulings import LastRung, MisRung, StackRung
from firmware.board import shipped
from firmware.mock.contacts import bouncing
from firmware.signals import CLOSED, OPEN
from firmware.sitting import Ears
from tests.firmware.evenings import MS, Evening, S

TRACES = int(os.environ.get("RINGMASTER_BELL_TRACES", "100"))
BOARD = shipped("four_bells")
HOLD_BACK = BOARD.tunables.hold_back_ns
SEATS = (1, 2, 3, 4)
GAP = 800 * MS  # what the shipped options allow between two rings of a burst (D6)
MOST_RINGS = 6  # of two players' last stack
APART = (150 * MS, 400 * MS)  # from one ring to the next
BEGINS = 2 * S  # well after the ring that starts the round


class Hands:
    """Plans what hands do at an evening, each contact bouncing for up to 6 ms."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.evening = Evening(4, board=BOARD, game="boom_boom_bell", first=1)
        self.evening.host(start=True)
        self.evening.sitting.ears = Ears()  # nobody looks: the views take a third of the time
        self._most_late = chance.choice((0, HOLD_BACK))

    def touch(self, line: str, down: int, up: int) -> None:
        """Close a contact at one stamp and open it at another."""
        for level, at in ((CLOSED, down), (OPEN, up)):
            for edge in bouncing(line, level, at, self.chance):
                late = self.chance.randrange(self._most_late + 1)
                self.evening.edge(line, edge.level, edge.ns, late)

    def ring(self, line: str, count: int, at: int) -> int:
        """Ring so many times from a stamp on, as irregularly as people do; return the last."""
        for number in range(count):
            at += self.chance.randrange(*APART) if number else 0
            self.touch(line, at, at + self.chance.randrange(40 * MS, 110 * MS))
        return at

    def burst(self, seat: int, count: int, at: int) -> int:
        """Hold a button, ring the shared bell and let go; return when."""
        first = at + self.chance.randrange(30 * MS, 500 * MS)
        let_go = self.ring("bell", count, first) + self.chance.randrange(1, 400 * MS)
        self.touch(f"{seat}.left", at, let_go)
        return let_go

    def tap(self, seat: int, at: int, until: int) -> None:
        """Press a button in vain, for a moment or for long."""
        down = self.chance.randrange(at + 1, until)
        self.touch(f"{seat}.left", down, self.chance.randrange(down + 40 * MS, until + S))

    def rings(self) -> int:
        """Draw a number of rings."""
        return self.chance.randint(1, MOST_RINGS)

    def counted(self) -> dict[int, list[int]]:
        """Let everything pass; return the count of every burst that was judged, by seat."""
        self.evening.until(BEGINS + 12 * S)
        found: dict[int, list[int]] = {}
        for one in self.evening.run.rulings:
            if isinstance(one.ruling, LastRung | MisRung | StackRung):
                found.setdefault(one.ruling.seat, []).append(one.ruling.rings)
        return found


def one_on_the_shared_bell(hands: Hands) -> dict[int, list[int]]:
    """Let one ring the shared bell, and each of the others do something else or nothing."""
    ringer, *others = hands.chance.sample(SEATS, 4)
    due = {ringer: [hands.rings()]}
    until = hands.burst(ringer, due[ringer][0], BEGINS)
    for seat in others:
        does = hands.chance.choice(("nothing", "tap", "ring"))
        if does == "tap":
            hands.tap(seat, BEGINS, until)
        elif does == "ring":
            due |= own_bell(hands, seat, hands.chance.randrange(BEGINS, until))
    return due


def two_by_turns_on_the_shared_bell(hands: Hands) -> dict[int, list[int]]:
    """Let two ring the one bell, the second, who held on, right after the first let go."""
    first, second, other = hands.chance.sample(SEATS, 3)
    due = {first: [hands.rings()], second: [hands.rings()]}
    let_go = hands.burst(first, due[first][0], BEGINS)
    last = hands.ring("bell", due[second][0], let_go + hands.chance.randrange(1, S) + 120 * MS)
    hands.touch(f"{second}.left", hands.chance.randrange(BEGINS + 1, let_go), last + 50 * MS)
    return due | own_bell(hands, other, hands.chance.randrange(BEGINS, last))


def one_after_another(hands: Hands) -> dict[int, list[int]]:
    """Let one ring two bursts that are just more than a gap apart."""
    seat = hands.chance.choice(SEATS)
    counts = [hands.rings(), hands.rings()]
    last = hands.ring(f"{seat}.bell", counts[0], BEGINS)
    hands.ring(f"{seat}.bell", counts[1], last + GAP + 1)
    return {seat: counts}


def own_bell(hands: Hands, seat: int, at: int) -> dict[int, list[int]]:
    """Let a seat ring the bell of its own."""
    count = hands.rings()
    hands.ring(f"{seat}.bell", count, at)
    return {seat: [count]}


WAYS = (one_on_the_shared_bell, two_by_turns_on_the_shared_bell, one_after_another)


def miscounted(seeds: Iterable[int]) -> list[tuple[int, object, object]]:
    """Play a trace for every seed; return those that were not counted exactly."""
    wrong: list[tuple[int, object, object]] = []
    for seed in seeds:
        hands = Hands(Random(seed))
        due = WAYS[seed % len(WAYS)](hands)
        found = hands.counted()
        if found != due:
            wrong.append((seed, due, found))
    return wrong


def test_bursts_that_bounce_are_counted_exactly() -> None:
    assert miscounted(range(TRACES)) == []
