"""The places where the cards of robots lie, and moments that remember how they lay."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple


class Pile(StrEnum):
    """Names where a card can lie; Challenges are `aside` until they are told, then `held`."""

    DECK = "deck"
    SLOT = "slot"
    HAND = "hand"
    ASIDE = "aside"
    PLAYED = "played"
    WON = "won"
    HELD = "held"
    GONE = "gone"


Place = tuple[Pile, int]  # with the number of the slot or the seat; 0 where there is but one
DECK: Place = (Pile.DECK, 0)
PLAYED: Place = (Pile.PLAYED, 0)
GONE: Place = (Pile.GONE, 0)

Piles = dict[Place, tuple[str, ...]]  # the top card is the last one


class Moment(NamedTuple):
    """Holds what was asked at a moment, and where the cards lay."""

    asked: Any
    piles: Piles
