"""The judge once more, written plainly from the definition (3.4) to be compared with the other.

Nothing is shared with the game but the faces of the cards; everything is looked up card by card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.wild_wild_pattern.pattern import Faces, Wheel

OBJECTS = ["gun", "loot", "star", "bottle", "horseshoe", "dynamite", "barrel", "wanted"]
OTHERS = ["red", "blue", "yellow", "grey", "white", "coin", "bullets"]
Words = tuple[str, str, str]
Slots = list[tuple[int, int]]


@dataclass
class Plain:
    """Is what the plain judge says."""

    why: str | None
    occurrences: Slots
    before: Slots
    counter_examples: Slots
    involved: set[int]
    is_wild: bool


def every_statement() -> Iterator[Words]:
    for thing in OBJECTS:
        for other in OTHERS:
            for direction in ("before", "after"):
                yield direction, thing, other
                yield direction, other, thing


def shows(wheel: Wheel, slot: int, word: str, faces: Faces) -> bool:
    if len(wheel[slot]) == 0:
        return False
    top = faces[wheel[slot][-1]]
    return word == top.colour or word == top.object or word == top.suit  # noqa: PLR1714


def neighbour(slot: int, direction: str) -> int:
    if direction == "after":
        return 0 if slot == 7 else slot + 1
    return 7 if slot == 0 else slot - 1


def look(wheel: Wheel, words: Words, faces: Faces) -> tuple[Slots, Slots]:
    """Return the occurrences and the counter-examples."""
    direction, trigger, target = words
    good, bad = [], []
    for slot in range(8):
        if shows(wheel, slot, trigger, faces):
            beside = neighbour(slot, direction)
            if shows(wheel, beside, target, faces):
                good.append((slot, beside))
            else:
                bad.append((slot, beside))
    return good, bad


def is_pattern(wheel: Wheel, words: Words, faces: Faces, options: Any) -> bool:
    good, bad = look(wheel, words, faces)
    return not bad and len(good) >= options["min_occurrences"]


def judge(wheel: Wheel, card: str, slot: int, words: Words, faces: Faces, options: Any) -> Plain:
    stacks = [list(stack) for stack in wheel]
    stacks[slot].append(card)
    covered = tuple(tuple(stack) for stack in stacks)
    before, _ = look(wheel, words, faces)
    good, bad = look(covered, words, faces)
    involved = set()
    for trigger, target in good:
        involved.add(trigger)
        involved.add(target)
    is_new = not is_pattern(wheel, words, faces, options)
    if options["novelty"] == "adds_occurrence" and len(good) > len(before):
        is_new = True
    why = None
    if options["require_participation"] and slot not in involved:
        why = "not_involved"
    if not is_new:
        why = "only_restated"
    if len(good) < options["min_occurrences"]:
        why = "too_few"
    if bad:
        why = "counter_example"
    return Plain(why, good, before, bad, involved, why is None and len(involved) == 8)


def claims(wheel: Wheel, card: str, faces: Faces, options: Any) -> set[tuple[int, Words]]:
    legal = set()
    for slot in range(8):
        if len(wheel[slot]) == 0:
            continue
        for words in every_statement():
            if judge(wheel, card, slot, words, faces, options).why is None:
                legal.add((slot, words))
    return legal


def patterns(wheel: Wheel, faces: Faces, options: Any) -> set[Words]:
    return {words for words in every_statement() if is_pattern(wheel, words, faces, options)}


def prizes(
    wheel: Wheel, card: str, slot: int, words: Words, occurrences: int
) -> set[frozenset[str]]:
    """Return every set of cards that a valid claim may take (3.2)."""
    covered = wheel[slot][-1]
    if "coin" in words or "bullets" in words:
        return {frozenset([covered, card] if occurrences > 2 else [covered])}
    others = [wheel[other][-1] for other in range(8) if other != slot and len(wheel[other]) > 0]
    lying = [card, *others]
    if occurrences > 2:
        return {frozenset([one, two]) for one in lying for two in lying if one != two}
    return {frozenset([one]) for one in lying if one != card}
