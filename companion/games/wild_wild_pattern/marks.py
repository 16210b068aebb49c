"""Which slots show a word, as bit masks, so that a card's 1,792 claims are judged in a moment.

Bit n is slot n. Slots are numbered clockwise, so a turn of the Wheel is a rotation of the bits,
and wrapping around needs no thought. An empty slot shows nothing: its bit is in no mask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.wild_wild_pattern.pattern import SLOTS, STEPS, WORDS, Faces, Statement

EVERY_SLOT = (1 << SLOTS) - 1


@dataclass(frozen=True, slots=True)
class Marks:
    """Holds the slots that show each word, and those with the word beside them.

    `beside` is keyed by direction and word: the slots after, or before, which the word lies.
    """

    shown: Mapping[str, int]
    beside: Mapping[tuple[str, str], int]

    def occurrences(self, statement: Statement) -> int:
        """Return the slots with the trigger whose neighbour has the target."""
        beside = self.beside[statement.direction, statement.target]
        return self.shown[statement.trigger] & beside

    def counter_examples(self, statement: Statement) -> int:
        """Return the slots with the trigger whose neighbour lacks the target, or is empty."""
        beside = self.beside[statement.direction, statement.target]
        return self.shown[statement.trigger] & ~beside


def marks(tops: Sequence[str | None], faces: Faces) -> Marks:
    """Return what the top cards of the Wheel show."""
    shown = dict.fromkeys(WORDS, 0)
    for slot, card in enumerate(tops):
        for word in faces[card].words if card is not None else ():
            shown[word] |= 1 << slot
    beside = {
        (direction, word): turned(mask, -step)
        for direction, step in STEPS.items()
        for word, mask in shown.items()
    }
    return Marks(shown, beside)


def turned(mask: int, steps: int) -> int:
    """Return a mask with every slot moved clockwise by some steps."""
    left = steps % SLOTS
    return (mask << left | mask >> (SLOTS - left)) & EVERY_SLOT


def involved(occurrences: int, step: int) -> int:
    """Return both slots of every occurrence: the triggers' and their targets'."""
    return occurrences | turned(occurrences, step)


def slots(mask: int) -> tuple[int, ...]:
    """Return the slots of a mask, clockwise from slot 0."""
    return tuple(slot for slot in range(SLOTS) if mask >> slot & 1)
