"""The printed cards of Wild Wild Pattern: 55 identities, which the rulebook fixes."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.wild_wild_pattern.pattern import COLOURS, OBJECTS

PATTERNS = tuple(f"{colour}/{thing}" for colour in COLOURS for thing in OBJECTS)
CHALLENGES = (
    "challenge/one-card",
    "challenge/piano-player",
    "challenge/hands-up",
    "challenge/trade",
    "challenge/dollar",
    "challenge/50c",
    "challenge/10c",
)
BANK_CARDS = tuple(f"bank/{number}" for number in range(1, 8))
CLEMENTINE = "clementine"
KINDS: Mapping[str, tuple[str, ...]] = {
    "pattern": PATTERNS,
    "challenge": CHALLENGES,
    "bank": BANK_CARDS,
    "clementine": (CLEMENTINE,),
}
CARDS: Mapping[str, str] = {card: kind for kind, cards in KINDS.items() for card in cards}
WITH_TEXT = (*CHALLENGES, *BANK_CARDS, CLEMENTINE)
