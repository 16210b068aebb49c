"""A notation for Wheels, as in the rulings: `B-GUN R-STAR-b . W-DYN>G-SHOE`.

A card is colour, object and, where it matters, suit (`c` coin, the default, or `b` bullets); `.`
is an empty slot; a stack has its top card last. A claim is `AFTER B LOOT` or `BEFORE STAR coin`.
"""

from __future__ import annotations

from typing import Any

from companion.games.wild_wild_pattern.claims import judge
from companion.games.wild_wild_pattern.pattern import (
    COLOURS,
    OBJECTS,
    Face,
    Faces,
    Statement,
    Wheel,
    read,
)
from companion.games.wild_wild_pattern.verdicts import Pair, Verdict

SHORT = {
    **{colour[0].upper(): colour for colour in COLOURS},
    "SHOE": "horseshoe",
    "DYN": "dynamite",
    "c": "coin",
    "b": "bullets",
}
DEFAULTS: dict[str, Any] = {
    "min_occurrences": 2,
    "novelty": "adds_occurrence",
    "require_participation": False,
}


def word(text: str) -> str:
    return SHORT.get(text, text.lower())


def face(text: str) -> Face:
    colour, thing, *suit = map(word, text.split("-"))
    return Face(colour, thing, *suit or ("coin",))


def card(text: str) -> str:
    return f"{face(text).colour}/{face(text).object}"


def wheel(text: str) -> Wheel:
    return tuple(
        () if stack == "." else tuple(map(card, stack.split(">"))) for stack in text.split()
    )


def faces(*texts: str) -> Faces:
    """Return all forty faces; the cards in the texts have the suits written there."""
    plain = {
        f"{colour}/{thing}": Face(colour, thing, "coin") for colour in COLOURS for thing in OBJECTS
    }
    written = (one for text in texts for one in text.replace(">", " ").split() if one != ".")
    return {**plain, **{card(one): face(one) for one in written}}


def claim(text: str) -> Statement:
    statement = read([word(part) for part in text.split()])
    assert isinstance(statement, Statement), statement
    return statement


def judged(lying: str, play: str, slot: int, said: str, **options: Any) -> Verdict:
    """Judge a claim, all in the notation."""
    return judge(
        wheel(lying), card(play), slot, claim(said), faces(lying, play), DEFAULTS | options
    )


def pairs(*slots: tuple[int, int]) -> tuple[Pair, ...]:
    return tuple(Pair(*both) for both in slots)
