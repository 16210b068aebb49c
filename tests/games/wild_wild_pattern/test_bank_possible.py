"""Which lines any hand can meet: the search agrees with a look at every hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from companion.cards.manifest import Condition
from companion.games.wild_wild_pattern.bank import VALUES
from companion.games.wild_wild_pattern.pattern import COLOURS, OBJECTS, SUITS, Face, Faces
from companion.games.wild_wild_pattern.possible import is_possible

FACES = {
    f"{colour}/{thing}": Face(colour, thing, SUITS[(row + column) % 2])
    for row, colour in enumerate(COLOURS)
    for column, thing in enumerate(OBJECTS)
}
ALL_COINS_ARE_RED = {
    name: Face(face.colour, face.object, "coin" if face.colour == "red" else "bullets")
    for name, face in FACES.items()
}


def looked_up(conditions: Sequence[Condition], faces: Faces) -> bool:
    """Look at every hand of up to five cards."""
    return any(
        all(_is_met(condition, hand) for condition in conditions)
        for size in range(6)
        for hand in combinations(faces.values(), size)
    )


def _is_met(condition: Condition, hand: Sequence[Face]) -> bool:
    seen = [getattr(face, condition.feature) for face in hand]
    if condition.different is not None:
        return len(set(seen)) == condition.different
    values = VALUES[condition.feature] if condition.value is None else (condition.value,)
    return any(seen.count(value) == condition.same for value in values)


POSSIBLE = [
    (Condition("colour", same=3), Condition("colour", same=2)),
    (Condition("colour", same=5), Condition("object", different=5)),
    (Condition("colour", same=4), Condition("object", same=2)),
    (Condition("colour", different=5), Condition("object", same=5)),
    (Condition("suit", same=5, value="coin"), Condition("colour", different=5)),
    (Condition("suit", same=0), Condition("colour", same=0), Condition("object", same=0)),
    (Condition("object", different=0),),
    (
        Condition("colour", different=3),
        Condition("object", different=3),
        Condition("suit", same=1),
    ),
]
IMPOSSIBLE = [
    (Condition("suit", same=1, value="coin"), Condition("suit", same=2, value="coin")),
    (Condition("colour", same=3, value="red"), Condition("colour", same=3, value="blue")),
    (Condition("colour", same=5), Condition("object", same=2)),
    (Condition("colour", same=4), Condition("object", different=3)),
    (Condition("object", same=3), Condition("colour", different=2)),
    (Condition("suit", same=4), Condition("suit", same=2)),
    (
        Condition("suit", different=1),
        Condition("suit", same=1, value="coin"),
        Condition("suit", same=2, value="bullets"),
    ),
    (Condition("colour", different=0), Condition("suit", same=1)),
    (
        Condition("object", different=5),
        Condition("colour", same=3),
        Condition("colour", same=1, value="red"),
        Condition("colour", same=2, value="blue"),
    ),
]


@pytest.mark.parametrize("conditions", POSSIBLE)
def test_what_some_hand_meets_is_possible(conditions: tuple[Condition, ...]) -> None:
    assert is_possible(conditions, FACES)


@pytest.mark.parametrize("conditions", IMPOSSIBLE)
def test_what_no_hand_meets_is_not(conditions: tuple[Condition, ...]) -> None:
    assert not is_possible(conditions, FACES)


def test_it_is_the_table_s_own_deck_that_counts() -> None:
    conditions = (
        Condition("suit", same=1, value="coin"),
        Condition("colour", same=0, value="red"),
    )
    assert is_possible(conditions, FACES)
    assert not is_possible(conditions, ALL_COINS_ARE_RED)


def _some_conditions(random: Random) -> tuple[Condition, ...]:
    return tuple(_some_condition(random) for _ in range(random.randint(1, 3)))


def _some_condition(random: Random) -> Condition:
    feature = random.choice(sorted(VALUES))
    if random.random() < 0.4:
        return Condition(feature, different=random.randint(0, 4))
    value = random.choice((None, *VALUES[feature]))
    return Condition(feature, same=random.randint(0, 4), value=value)


@pytest.mark.parametrize("seed", range(40))
def test_the_search_agrees_with_a_look_at_every_hand(seed: int) -> None:
    # A smaller deck, so that every hand can be looked at: any ten cards.
    random = Random(seed)
    cards = random.sample(sorted(FACES), 10)
    faces = {card: FACES[card] for card in cards}
    for _ in range(5):
        conditions = _some_conditions(random)
        assert is_possible(conditions, faces) == looked_up(conditions, faces), conditions
