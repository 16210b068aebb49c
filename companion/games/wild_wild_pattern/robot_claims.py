"""What robots find on the Wheel: claims that are right, and every kind that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.robots import Chance
from companion.games.wild_wild_pattern.claims import claims, judge, patterns
from companion.games.wild_wild_pattern.covering import covering_fault
from companion.games.wild_wild_pattern.pattern import (
    COLOURS,
    DIRECTIONS,
    OBJECTS,
    SLOTS,
    STATEMENTS,
    SUITS,
    Faces,
    Statement,
    Wheel,
)
from companion.games.wild_wild_pattern.verdicts import Verdict, Why

SILENT, CARDLESS = "silent", "cardless"  # does not speak in time; does not even lay the card
NO_OBJECT, TWO_OBJECTS = "claim_no_object", "claim_two_objects"
WRONGS = (*(why.value for why in Why), NO_OBJECT, TWO_OBJECTS, SILENT, CARDLESS)
SAMPLES = 60  # of claims that are looked at for one that is wrong in a certain way
PREFERS_MORE = 0.6  # how often the claim with the most repeats is preferred


@dataclass(frozen=True, slots=True)
class Meant:
    """Is a claim that a player means to make; `wrong` says on purpose in which way, or None.

    `occurrences` are what lies on the Wheel then; only a right claim has so many.
    """

    slot: int
    words: tuple[str, str, str]
    occurrences: int = 0
    wrong: str | None = None

    @property
    def is_by_suit(self) -> bool:
        """Tell whether a suit is claimed, not a colour."""
        return bool({*self.words} & {*SUITS})


class Finder:
    """Finds claims for a card; `judging` are the judge's options."""

    def __init__(self, faces: Faces, judging: Mapping[str, Any], chance: Chance) -> None:
        self._faces = faces
        self._judging = judging
        self._chance = chance

    def right(self, wheel: Wheel, card: str) -> Meant | None:
        """Return a claim that is right, or None."""
        found = claims(wheel, card, self._faces, self._judging)
        if not found:
            return None
        verdicts = [verdict for *_, verdict in found]
        most = max(len(verdict.occurrences) for verdict in verdicts)
        best = [verdict for verdict in verdicts if len(verdict.occurrences) == most]
        wild = [verdict for verdict in verdicts if verdict.is_wild]
        among = best if self._chance.random() < PREFERS_MORE else verdicts
        return _meant(self._chance.choice(wild or among))

    def tempting(self, wheel: Wheel, card: str) -> Meant | None:
        """Return a claim that holds, but not by the played card where it has to (W4), or None."""
        if not self._judging["require_participation"]:
            return None
        loose = {**self._judging, "require_participation": False}
        found = [
            verdict
            for slot, _, verdict in claims(wheel, card, self._faces, loose)
            if slot not in verdict.involved
        ]
        return _meant(self._chance.choice(found), Why.NOT_INVOLVED) if found else None

    def wrong(self, wheel: Wheel, card: str, kind: str) -> Meant:
        """Return a claim that is wrong in a way, or in another one where there is none such."""
        verdict = self._like(wheel, card, kind) if kind in tuple(Why) else None
        if verdict is not None:
            return _meant(verdict, verdict.why)
        return self._wordless(wheel, kind)

    def _wordless(self, wheel: Wheel, kind: str) -> Meant:
        """Return a claim that needs no look at the Wheel to be wrong."""
        full = [slot for slot, stack in enumerate(wheel) if stack] or [0]
        some = (self._chance.choice(OBJECTS), self._chance.choice(OBJECTS))
        if kind == NO_OBJECT:
            some = (self._chance.choice(COLOURS), self._chance.choice(SUITS))
        words = (self._chance.choice(DIRECTIONS), *some)
        is_known = kind in (NO_OBJECT, SILENT, CARDLESS)
        return Meant(self._chance.choice(full), words, wrong=kind if is_known else TWO_OBJECTS)

    def _like(self, wheel: Wheel, card: str, kind: str) -> Verdict | None:
        for slot, statement in self._some(wheel, card, kind):
            verdict = judge(wheel, card, slot, statement, self._faces, self._judging)
            if verdict.why == kind:
                return verdict
        return None

    def _some(self, wheel: Wheel, card: str, kind: str) -> list[tuple[int, Statement]]:
        """Return some claims to look at: of what lies there already, or any."""
        full = [
            slot for slot in range(SLOTS) if not covering_fault(wheel, card, slot, self._faces)
        ]
        among = STATEMENTS
        if kind == Why.ONLY_RESTATED:
            found = patterns(wheel, self._faces, self._judging)
            among = tuple(one.statement for one in found)
        if not full or not among:
            return []
        choice = self._chance.choice
        return [(choice(full), choice(among)) for _ in range(SAMPLES)]


def _meant(verdict: Verdict, wrong: str | None = None) -> Meant:
    count = len(verdict.occurrences)
    return Meant(verdict.slot, verdict.statement.words, count, wrong)
