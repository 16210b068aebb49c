"""How robots place what nobody played: empty slots first, then the same colour (W16)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.robots import Move
from companion.games.wild_wild_pattern.box import PATTERNS
from companion.games.wild_wild_pattern.pattern import SLOTS, Faces
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_mind import Mind, about, say, tap
from companion.games.wild_wild_pattern.robot_numbers import Numbers
from companion.games.wild_wild_pattern.robot_places import Pile

WRONG_CARD, WRONG_SLOT = 0.02, 0.05


class Placing:
    """Plays the end of a turn."""

    def __init__(self, mind: Mind, cards: RobotCards, faces: Faces, numbers: Numbers) -> None:
        self._mind = mind
        self._cards = cards
        self._faces = faces
        self._numbers = numbers

    def place(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Place the own card: tap it, or tell it with its slot."""
        seat = about(offers, "place")[0].seat
        card = self._card(seat)
        if card is None:
            return (say(seat, drew=self._cards.at((Pile.ASIDE, seat))[-1]),)
        if self._mind.does("wrong card", seat, likely=WRONG_CARD):
            return (tap(seat, self._mind.chance.choice(self._cards.tops() or [card])),)
        if not self._mind.is_by_phone(seat):
            return (tap(seat, card),)
        slots = self.slots_for(card)
        if self._mind.does("wrong slot", seat, likely=WRONG_SLOT):
            slots = list(range(SLOTS))
        return (say(seat, place={"card": card, "slot": self._mind.chance.choice(slots)}),)

    def _card(self, seat: int) -> str | None:
        """Return the own card; a guess where that is in vain; None if there is but a Challenge."""
        card = self._cards.hand(seat)
        if card is None and self._cards.at((Pile.ASIDE, seat)):
            return None
        if card is None or self._mind.is_lost("place", seat):
            return self._mind.chance.choice(PATTERNS)
        return card

    def slots_for(self, card: str) -> list[int]:
        """Return the slots that a card may be placed on: empty ones, else its colour (W16)."""
        colour = self._faces[card].colour
        empty = self._cards.empty_slots()
        if empty:
            return empty
        wheel = self._cards.wheel
        same = [slot for slot in range(SLOTS) if self._faces[wheel[slot][-1]].colour == colour]
        return same or list(range(SLOTS))

    def slot(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Choose a slot: by phone, by presses for an empty one, or by the card that lies there."""
        asked = about(offers, "slot")
        seat = asked[0].seat
        told = [offer for offer in about(offers, "place") if offer.say is not None]
        if told and self._mind.is_by_phone(seat):
            return (self._mind.take(self._mind.chance.choice(told)),)
        if asked[0].gesture == "press":
            most = max(1, len(told))
            number = 1 + self._mind.chance.randrange(most)
            return self._numbers.tell(seat, "slot", number, most, now)
        if told and self._mind.is_lost("slot", seat):
            return (self._mind.take(self._mind.chance.choice(told)),)
        return (tap(seat, self._top(seat, told)),)

    def _top(self, seat: int, told: Sequence[Offer]) -> str:
        """Return the top card of a slot that is offered; rarely another one's."""
        wheel = self._cards.wheel
        slots = [offer.say["place"]["slot"] for offer in told if offer.say is not None]
        if not slots or self._mind.does("wrong top", seat, likely=WRONG_SLOT):
            slots = list(range(SLOTS))
        stack = wheel[self._mind.chance.choice(slots)]
        return stack[-1] if stack else self._mind.chance.choice(PATTERNS)
