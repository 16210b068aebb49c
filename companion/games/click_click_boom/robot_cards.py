"""The cards of a table that robots play: real identities in hands, on the table and in piles.

Cards move only as hands move them: by what was ruled, and by chance where nobody may look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.events import Side
from companion.core.robots import Chance

HAND = {"pay": 3, "stolen": 2, "boom": 1}
QUICK_CLICKS = 5


@dataclass(slots=True)
class Lot:
    """Holds one player's cards; `laid` has the picks by side, `side` the one that was turned up.

    `hidden` are the cards that Carla laid face down.
    """

    hand: list[str] = field(default_factory=list)
    laid: dict[Side, str] = field(default_factory=dict)
    side: Side | None = None
    is_same: bool = False
    pile: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    def all(self) -> tuple[str, ...]:
        """Return every card of the lot."""
        return (*self.hand, *self.laid.values(), *self.pile, *self.hidden)


class RobotCards:
    """Holds where every card lies."""

    def __init__(
        self, seats: Sequence[int], cards: Mapping[str, Any], chance: Chance, *, is_quick: bool
    ) -> None:
        self.lots = {seat: Lot() for seat in seats}
        self._box = {
            kind: [card for card, fields in cards.items() if fields["kind"] == kind]
            for kind in HAND
        }
        self._chance = chance
        self._is_quick = is_quick

    def deal(self) -> None:
        """Deal every seat six cards: 3 Pay, 2 Stolen and a BOOM; in Quick Play any five Clicks."""
        stacks = {kind: self._shuffled(cards) for kind, cards in self._box.items()}
        clicks = self._shuffled([*stacks["pay"], *stacks["stolen"]])
        for seat in self.lots:
            if self._is_quick:
                hand = [stacks["boom"].pop(), *(clicks.pop() for _ in range(QUICK_CLICKS))]
            else:
                hand = [stacks[kind].pop() for kind, count in HAND.items() for _ in range(count)]
            self.lots[seat] = Lot(self._shuffled(hand))

    def lay_out(self, seat: int, *, is_same: bool) -> None:
        """Let two cards be picked from the back of a hand.

        With `is_same` both neighbours picked the left one, and the right one is the player's.
        """
        lot = self.lots[seat]
        if lot.laid or len(lot.hand) < len(Side):
            return
        lot.laid = {side: self._draw(lot) for side in Side}
        lot.is_same = is_same

    def turn_up(self, seat: int, side: Side) -> None:
        """Note which card was revealed."""
        self.lots[seat].side = side

    def put_back(self, seat: int) -> None:
        """Let Carla take the BOOM into the hand and lay a random card of it face down (C28)."""
        lot = self.lots[seat]
        if lot.side is not None and lot.side in lot.laid:
            lot.hand.append(lot.laid.pop(lot.side))
            lot.hidden.append(self._draw(lot))

    def swap(self, seat: int, other: int) -> None:
        """Let two players swap hands; what lies on the table stays (C35)."""
        mine, theirs = self.lots[seat], self.lots[other]
        mine.hand, theirs.hand = self._shuffled(theirs.hand), self._shuffled(mine.hand)

    def clear(self) -> None:
        """Bring revealed cards to the piles, and the others back to the hands (C11, C14)."""
        for lot in self.lots.values():
            for side, card in lot.laid.items():
                (lot.pile if side is lot.side else lot.hand).append(card)
            lot.laid, lot.side, lot.is_same = {}, None, False

    def pass_on(self, givers: Sequence[int], to: Side) -> None:
        """Pass a card of everybody's to the next giver: the one not turned up, or any (C14)."""
        around = sorted(givers)
        step = 1 if to is Side.LEFT else -1
        given = {seat: self._give(self.lots[seat]) for seat in around}
        for place, seat in enumerate(around):
            to_seat = around[(place + step) % len(around)]
            self.lots[to_seat].hand += given[seat]
            self._chance.shuffle(self.lots[to_seat].hand)

    def _give(self, lot: Lot) -> list[str]:
        if not lot.hand:
            return []
        # The card that was not turned up came back last.
        return [lot.hand.pop() if self._chance.random() < 0.5 else self._draw(lot)]

    def _draw(self, lot: Lot) -> str:
        return lot.hand.pop(self._chance.randrange(len(lot.hand)))

    def _shuffled(self, cards: Sequence[str]) -> list[str]:
        shuffled = list(cards)
        self._chance.shuffle(shuffled)
        return shuffled
