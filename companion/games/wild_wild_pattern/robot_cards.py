"""The cards of a table that robots play: 47 real ones, and where each of them lies.

Cards move as hands move them, and as it was ruled. What is ruled of a card that lies elsewhere,
after an undo or a correction, is made true by exchanging two: none is lost, none is there twice.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.core.robots import Chance
from companion.games.wild_wild_pattern.box import CHALLENGES, PATTERNS
from companion.games.wild_wild_pattern.pattern import SLOTS, Wheel
from companion.games.wild_wild_pattern.robot_places import (
    DECK,
    GONE,
    PLAYED,
    Moment,
    Pile,
    Piles,
    Place,
)

MOST_MOMENTS = 200  # that are remembered


class RobotCards:
    """Holds where every card lies."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._piles: Piles = {DECK: (*PATTERNS, *CHALLENGES)}
        self._moments: list[Moment] = []

    # Where cards lie

    def at(self, place: Place) -> tuple[str, ...]:
        """Return the cards of a place, the top one last."""
        return self._piles.get(place, ())

    def place_of(self, card: str) -> Place:
        """Return where a card lies; raises KeyError for one that is none of the 47."""
        for place, cards in self._piles.items():
            if card in cards:
                return place
        raise KeyError(card)

    def hand(self, seat: int) -> str | None:
        """Return the card that a seat has drawn, or None."""
        cards = self.at((Pile.HAND, seat))
        return cards[-1] if cards else None

    @property
    def played(self) -> str | None:
        """Return the card that covers or was clicked, or None."""
        cards = self.at(PLAYED)
        return cards[-1] if cards else None

    @property
    def wheel(self) -> Wheel:
        """Return the Wheel as it lies."""
        return tuple(self.at((Pile.SLOT, slot)) for slot in range(SLOTS))

    def tops(self) -> list[str]:
        """Return the cards that lie on top of a slot."""
        return [stack[-1] for stack in self.wheel if stack]

    def empty_slots(self) -> list[int]:
        """Return the empty slots, clockwise."""
        return [slot for slot, stack in enumerate(self.wheel) if not stack]

    def seats(self) -> list[int]:
        """Return the seats before which cards lie face up."""
        return sorted({seat for pile, seat in self._piles if pile in (Pile.WON, Pile.HELD)})

    def slot_of(self, card: str) -> int | None:
        """Return the slot in whose stack a card lies, or None."""
        pile, slot = self.place_of(card)
        return slot if pile is Pile.SLOT else None

    # How they move

    def move(self, card: str, to: Place) -> None:
        """Lay a card on top of a place."""
        place = self.place_of(card)
        left = {**self._piles, place: tuple(one for one in self._piles[place] if one != card)}
        self._piles = {**left, to: (*left.get(to, ()), card)}

    def fetch(self, card: str, to: Place) -> None:
        """Let a card lie at a place: what lies there on top takes its place, if it came there."""
        place, others = self.place_of(card), self.at(to)
        if place == to:
            return
        if not others:
            self.move(card, to)
            return
        turned = {card: others[-1], others[-1]: card}
        for one in (place, to):
            cards = tuple(turned.get(name, name) for name in self._piles[one])
            self._piles = {**self._piles, one: cards}

    def shuffle(self, but: Collection[Pile] = ()) -> None:
        """Shuffle all cards into a new deck, but what lies in some piles."""
        kept = {place: cards for place, cards in self._piles.items() if place[0] in but}
        deck = [c for place, cards in self._piles.items() if place not in kept for c in cards]
        self._chance.shuffle(deck)
        self._piles = {**kept, DECK: tuple(deck)}

    def next(self) -> str | None:
        """Return the deck's next card, or None."""
        return self.at(DECK)[-1] if self.at(DECK) else None

    def lay(self, card: str) -> None:
        """Lay a card into the first empty slot; a Challenge is sent away (W17)."""
        empty = self.empty_slots()
        is_away = card in CHALLENGES or not empty
        self.move(card, GONE if is_away else (Pile.SLOT, empty[0]))

    def draw(self, seat: int) -> None:
        """Draw a card, face down, for a seat that has none."""
        card = self.next()
        if card is not None and self.hand(seat) is None:
            self.move(card, (Pile.HAND, seat))

    def look(self, seat: int) -> None:
        """Let a seat look at its card: Challenges are laid aside, and others drawn (W19)."""
        while (card := self.hand(seat)) in CHALLENGES:
            self.move(str(card), (Pile.ASIDE, seat))
            self.draw(seat)

    def look_all(self) -> None:
        """Let everybody look at the card that was drawn."""
        for seat in [seat for pile, seat in self._piles if pile is Pile.HAND]:
            self.look(seat)

    # What was before

    def remember(self, asked: Any) -> None:
        """Remember how the cards lie now, and what is asked."""
        moment = Moment(asked, self._piles)
        if not self._moments or self._moments[-1] != moment:
            self._moments = [*self._moments[1 - MOST_MOMENTS :], moment]

    def go_back(self, asked: Any, steps: int) -> None:
        """Put cards back as they lay about so many steps ago, when the same was asked."""
        wanted = len(self._moments) - 1 - steps
        fitting = [at for at, moment in enumerate(self._moments) if moment.asked == asked]
        if fitting:
            at = min(fitting, key=lambda at: (abs(at - wanted), -at))
            self._piles = self._moments[at].piles
            self._moments = self._moments[: at + 1]

    def all(self) -> tuple[str, ...]:
        """Return every card, place by place."""
        return tuple(card for cards in self._piles.values() for card in cards)
