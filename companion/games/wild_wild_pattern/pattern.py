"""What a Pattern card shows, and what a claim says of the Wheel: one of 224 statements (3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SLOTS = 8
COLOURS = ("red", "blue", "yellow", "grey", "white")
OBJECTS = ("gun", "loot", "star", "bottle", "horseshoe", "dynamite", "barrel", "wanted")
SUITS = ("coin", "bullets")
WORDS = (*COLOURS, *OBJECTS, *SUITS)  # no word is in two features: a word alone tells its own
STEPS = {"after": 1, "before": -1}  # slots are numbered clockwise
DIRECTIONS = tuple(STEPS)

Wheel = tuple[tuple[str, ...], ...]  # eight stacks of cards, the top card last; () is empty


@dataclass(frozen=True, slots=True)
class Face:
    """Is what a Pattern card shows; its identity is `colour/object`."""

    colour: str
    object: str
    suit: str

    @property
    def words(self) -> tuple[str, str, str]:
        """Return everything that can be said of the card."""
        return (self.colour, self.object, self.suit)


Faces = Mapping[str, Face]  # of every Pattern card, by its identity


@dataclass(frozen=True, slots=True)
class Misread:
    """Says why words are no statement; `words` are the ones at fault.

    `is_claim` tells a claim that the rules forbid, which is a wrong claim (W6), from words that
    say nothing at all, which are only to be entered again.
    """

    reason: str
    words: tuple[str, ...] = ()
    is_claim: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """Says that always, `after` or `before` every card with `trigger`, there is `target`.

    Exactly one of the two words is an object. Raises ValueError for anything else.
    """

    direction: str
    trigger: str
    target: str

    def __post_init__(self) -> None:
        fault = _fault(*self.words)
        if fault is not None:
            found = ", ".join(self.words)
            raise ValueError(f"{fault.reason}: found {found!r}; use `read` for what people say")

    @property
    def words(self) -> tuple[str, str, str]:
        """Return the statement as it goes over the wire."""
        return (self.direction, self.trigger, self.target)

    @property
    def is_by_suit(self) -> bool:
        """Tell whether the object is paired with a suit, not with a colour (3.2)."""
        return self.trigger in SUITS or self.target in SUITS

    @property
    def step(self) -> int:
        """Return how far clockwise of a trigger its target must lie, in slots."""
        return STEPS[self.direction]


def read(claim: Any) -> Statement | Misread:
    """Read a claim such as `["after", "blue", "loot"]`; the first fault in the order of speech."""
    is_three = isinstance(claim, (list, tuple)) and len(claim) == 3
    if not is_three or not all(isinstance(word, str) for word in claim):
        return Misread("claim_form")
    direction, trigger, target = claim
    return _fault(direction, trigger, target) or Statement(direction, trigger, target)


def _fault(direction: str, trigger: str, target: str) -> Misread | None:
    if direction not in DIRECTIONS:
        return Misread("claim_direction", (direction,))
    unknown = tuple(word for word in (trigger, target) if word not in WORDS)
    if unknown:
        return Misread("claim_word", unknown)
    match (trigger in OBJECTS) + (target in OBJECTS):
        case 0:
            return Misread("claim_no_object", (trigger, target), is_claim=True)
        case 2:
            return Misread("claim_two_objects", (trigger, target), is_claim=True)
        case _:
            return None


STATEMENTS = tuple(
    Statement(direction, trigger, target)
    for direction in DIRECTIONS
    for trigger in WORDS
    for target in WORDS
    if (trigger in OBJECTS) != (target in OBJECTS)
)
