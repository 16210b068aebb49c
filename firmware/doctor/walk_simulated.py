"""The person who walks along a simulated kit: has hands for it, and sees what its pins do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from firmware.clock import NS_PER_MS, Clock
from firmware.mock.contacts import bouncing, rings
from firmware.mock.kit import SimulatedKit
from firmware.signals import CLOSED, OPEN

UID = "04A3C6CAE26180"
REACTION_NS, HELD_NS = 300 * NS_PER_MS, 120 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    """Does at once what it is asked for (`firmware.doctor.walk.Person`); `chance` bounces."""

    kit: SimulatedKit
    clock: Clock
    chance: Random
    told: Callable[[str], None]

    def presses(self, line: str, times: int) -> None:
        """Press a line, or ring it several times, with bounce."""
        self.told(f"(simulated) {line} is pressed {times} times." if times > 1 else _once(line))
        start_ns = self.clock.now_ns() + REACTION_NS
        if times > 1:
            self.kit.hands.edges(rings(line, times, start_ns, self.chance, per_s=3))
            return
        self.kit.hands.edges(bouncing(line, CLOSED, start_ns, self.chance))
        self.kit.hands.edges(bouncing(line, OPEN, start_ns + HELD_NS, self.chance))

    def lays(self, reader: str) -> None:
        """Lay a card on this reader, and on no other one."""
        self.told(f"(simulated) A card is laid on the reader {reader}.")
        for statistics in self.kit.readers.statistics():
            self.kit.lay(statistics.name, [UID] if statistics.name == reader else [])

    def sees(self, seat: int) -> bool:
        """Tell whether the pin of a seat's light is driven."""
        self.told(f"(simulated) The light of seat {seat} is looked at.")
        return self.kit.hands.light(seat)

    def hears(self) -> bool:
        """Tell whether the sounder's pin has sounded."""
        self.told("(simulated) Two tones are listened to.")
        return any(duty for _, duty in self.kit.hands.tone_history())


def _once(line: str) -> str:
    return f"(simulated) {line} is pressed."
