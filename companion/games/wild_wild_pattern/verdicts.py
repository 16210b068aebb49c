"""What the judge finds: where a statement holds, where it is broken, and why a claim is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.wild_wild_pattern.pattern import SLOTS, Statement, Wheel


class Why(StrEnum):
    """Says why a claim is not valid; of several reasons the first of these is told.

    A counter-example comes first because everybody can see it lie there. Then what is missing;
    then what was there already; then the option, which only the played card is about.
    """

    COUNTER_EXAMPLE = "counter_example"
    TOO_FEW = "too_few"
    ONLY_RESTATED = "only_restated"
    NOT_INVOLVED = "not_involved"


@dataclass(frozen=True, slots=True)
class Pair:
    """Is a trigger's slot and the slot beside it that a statement speaks of."""

    slot: int
    neighbour: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """Is a statement that holds always on a Wheel, and where it does, by trigger slot."""

    statement: Statement
    occurrences: tuple[Pair, ...]

    @property
    def involved(self) -> tuple[int, ...]:
        """Return the slots of all cards in the pattern, each once, clockwise from slot 0."""
        return _involved(self.occurrences)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is what the judge says of a claim: `why` is None if it is valid.

    `wheel` is the Wheel with `card` laid on `covered` in `slot`. `occurrences` are those on it,
    `before` those that were there without the card, both by trigger slot; `needed` is how many
    make a pattern. `counter_examples` are what breaks the claim, clockwise from the covered
    slot, where all eyes are; the neighbour of one may be an empty slot.
    """

    statement: Statement
    card: str
    slot: int
    covered: str
    wheel: Wheel
    occurrences: tuple[Pair, ...]
    before: tuple[Pair, ...]
    counter_examples: tuple[Pair, ...]
    needed: int
    why: Why | None

    @property
    def is_valid(self) -> bool:
        """Tell whether the claim is right: a pattern, and a new one."""
        return self.why is None

    @property
    def involved(self) -> tuple[int, ...]:
        """Return the slots of all cards in an occurrence, each once, clockwise from slot 0."""
        return _involved(self.occurrences)

    @property
    def is_wild(self) -> bool:
        """Tell whether this is the Wild Wild Pattern: valid, with all eight cards (W40)."""
        return self.is_valid and len(self.involved) == SLOTS


def _involved(occurrences: tuple[Pair, ...]) -> tuple[int, ...]:
    return tuple(sorted({slot for one in occurrences for slot in (one.slot, one.neighbour)}))
