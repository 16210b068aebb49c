"""How robots play Quick Draw: they see the offers, as lights and phones do, and use their hands.

A robot decides what to do; when and how well hands do it is the kit's. Chance comes from outside,
so that one seed is one evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.asks import Offer
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling

PHONES = 0.3  # how likely a seat plays on a phone
NERVES = 0.01  # how likely somebody cannot wait for the signal
GREED = 0.7  # how likely a winner prefers a prize to the sure point
QUICKEST_NS, SLOWEST_NS = 120_000_000, 450_000_000  # from the signal to letting go


class Robot:
    """Plays all seats, and draws real prizes from a shuffled pile."""

    def __init__(self, header: Header, manifest: Mapping[str, Any], chance: Chance) -> None:
        self._chance = chance
        self._has_phone = {seat: chance.random() < PHONES for seat in header.numbers}
        self._pile = list(manifest["cards"])
        chance.shuffle(self._pile)

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Take no notes: the offers say all that this game needs."""

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return one move for each seat that wants to do something now."""
        del now
        wanted: dict[int, list[Offer]] = {}
        for offer in offers:
            if not offer.optional and self._wants(offer):
                wanted.setdefault(offer.seat, []).append(offer)
        return tuple(self._move(self._chance.choice(own)) for own in wanted.values())

    def _wants(self, offer: Offer) -> bool:
        if offer.about == "wait":
            return self._chance.random() < NERVES
        if offer.about == "prize":
            is_greedy = bool(self._pile) and self._chance.random() < GREED
            return is_greedy or offer.gesture != "card"
        return True

    def _move(self, offer: Offer) -> Move:
        after = self._reaction() if offer.about == "draw" else 0
        if offer.gesture == "card":
            return Move(offer.seat, "card", after, card=self._pile.pop(), reader=offer.reader)
        if self._has_phone[offer.seat]:
            return Move(offer.seat, "say", after, say=offer.say)
        return Move(offer.seat, offer.gesture, after, offer.button)

    def _reaction(self) -> int:
        return QUICKEST_NS + self._chance.randrange(SLOWEST_NS - QUICKEST_NS)
