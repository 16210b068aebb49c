"""Tells which Bank lines any hand at all can meet, so that a table hears of an impossible one.

A line is judged exactly, by a search over real hands: a rule of thumb would let some impossible
lines pass, or turn a good one down. There are 760,099 hands of up to five of 40 cards, too many
to look at. But a line only counts values, and most hands count alike; and a hand that no further
card can bring to the counts is left at once. So nearly every line takes a few milliseconds; one
on all three features that only an odd spread of suits rules out may take half a second.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from operator import add

from companion.cards.manifest import Condition
from companion.games.wild_wild_pattern.bank import (
    MOST_PAID_CARDS,
    Counts,
    count,
    times_met,
)
from companion.games.wild_wild_pattern.pattern import Faces

Held = tuple[Counts, ...]  # a hand, as the features of a line count it


def is_possible(conditions: Sequence[Condition], faces: Faces) -> bool:
    """Tell whether some hand of up to five of these cards meets all conditions at once (W34)."""
    features = tuple(dict.fromkeys(condition.feature for condition in conditions))
    cards = [tuple(count([face], feature) for feature in features) for face in faces.values()]
    return any(
        _is_dealt(
            cards, _fitting({name: _goals(size, name, conditions, faces) for name in features})
        )
        for size in range(MOST_PAID_CARDS + 1)
    )


def _goals(
    size: int, feature: str, conditions: Sequence[Condition], faces: Faces
) -> frozenset[Counts]:
    """Return the counts of so many cards that meet all conditions on one feature."""
    asked = [condition for condition in conditions if condition.feature == feature]
    return frozenset(
        counts
        for counts in _splits(size, count(faces.values(), feature))
        if all(times_met(condition, counts) for condition in asked)
    )


def _splits(size: int, there: Counts) -> Iterator[Counts]:
    """Yield every way to split a number of cards over the values of which there are so many."""
    if not there:
        if size == 0:
            yield ()
        return
    for first in range(min(size, there[0]) + 1):
        for rest in _splits(size - first, there[1:]):
            yield (first, *rest)


def _fitting(goals: Mapping[str, frozenset[Counts]]) -> tuple[frozenset[Counts], ...]:
    """Return the goals without those colours that go with no wanted objects, and the reverse.

    Cards of one colour have different objects, and the other way round. Nothing is lost by this,
    but without it four of a colour among three objects are sought for long.
    """
    if not {"colour", "object"} <= goals.keys():
        return tuple(goals.values())
    kept = dict(goals)
    for mine, other in (("colour", "object"), ("object", "colour")):
        shapes = {_shape(counts) for counts in kept[other]}
        kept[mine] = frozenset(
            counts
            for counts in kept[mine]
            for most, values in (_shape(counts),)
            if any(most <= others and top <= values for top, others in shapes)
        )
    return tuple(kept.values())


def _shape(counts: Counts) -> tuple[int, int]:
    """Return the most cards of one value, and how many values there are."""
    return max(counts), sum(number > 0 for number in counts)


def _is_dealt(cards: Sequence[Held], goals: Sequence[frozenset[Counts]]) -> bool:
    """Tell whether some of the cards count up to a goal in every feature at once."""
    if not all(goals):
        return False
    on_the_way = [_with_parts(goal) for goal in goals]
    nothing: Held = tuple((0,) * len(next(iter(goal))) for goal in goals)
    open_hands = [(0, nothing)]
    seen = set(open_hands)
    while open_hands:
        at, held = open_hands.pop()
        if _are_in(held, goals):
            return True
        if at == len(cards):
            continue
        grown = tuple(map(_plus, held, cards[at]))
        for hand in ((at + 1, held), (at + 1, grown)):  # the last one is looked at next
            if hand not in seen and _are_in(hand[1], on_the_way):
                seen.add(hand)
                open_hands.append(hand)
    return False


def _are_in(held: Held, wanted: Sequence[Container[Counts]]) -> bool:
    return all(counts in each for counts, each in zip(held, wanted, strict=True))


def _plus(counts: Counts, more: Counts) -> Counts:
    return tuple(map(add, counts, more))


def _with_parts(goals: frozenset[Counts]) -> frozenset[Counts]:
    """Return the goals, and all counts that more cards can bring to one of them."""
    parts, newest = set(goals), set(goals)
    while newest:
        newest = {
            (*counts[:at], number - 1, *counts[at + 1 :])
            for counts in newest
            for at, number in enumerate(counts)
            if number
        }
        parts |= newest
    return frozenset(parts)
