"""How robots get ready: they lay the Wheel, draw a card each, and hold until GO."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_MS
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import CHALLENGES, PATTERNS
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_mind import Mind, about, say, seats, tap

EARLY = 0.012  # how often somebody lets go before GO, or before everybody holds
WRONG_CARD = 0.01  # how often a card is laid that lies there already
EARLY_NS = (1, 300 * NS_PER_MS)


class Ready:
    """Plays from the Wheel to GO."""

    def __init__(self, mind: Mind, cards: RobotCards) -> None:
        self._mind = mind
        self._cards = cards
        self._is_first_wheel = False  # nothing is ruled of the cards that make a whole Wheel
        self._laid: str | None = None
        self._is_held_by_phone: dict[int, bool] = {}

    def hear(self, ruling: Ruling) -> None:
        """Note which Wheel is laid; what was not seen to be laid may be still in the hand."""
        match ruling:
            case rulings.MancheBegun() | rulings.Reshuffled():
                self._is_first_wheel, self._laid = True, None
            case rulings.SentAway() | rulings.Filled():
                self._laid = None
            case rulings.WheelLaid():
                self._lay()
                self._is_first_wheel = False
            case _:
                self._laid = None

    # The Wheel

    def deal(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let the dealer tap the deck's next card, or tell it by phone."""
        self._lay()
        offer = about(offers, "deal")[0]
        card = self._next(offer.seat)
        if self._is_first_wheel:
            self._laid = card
        if card not in CHALLENGES and self._mind.is_by_phone(offer.seat):
            slot = (self._cards.empty_slots() or [0])[0]
            return (say(offer.seat, place={"card": card, "slot": slot}),)
        return (tap(offer.seat, card),)

    def _lay(self) -> None:
        """Take it that the card of the last move lies where it was meant to."""
        laid, self._laid = self._laid, None
        if laid is not None:
            self._cards.lay(laid)

    def _next(self, seat: int) -> str:
        card = self._cards.next()
        if card is None or self._mind.is_lost("deal", card, seat):
            return self._mind.chance.choice(PATTERNS)
        tops = self._cards.tops()
        is_wrong = bool(tops) and not self._is_first_wheel and self._mind.rolls(WRONG_CARD)
        return self._mind.chance.choice(tops) if is_wrong else card

    # Ready

    def ready(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Draw a card each, face down, and hold; somebody lets go again."""
        asked = about(offers, "ready")
        for seat in seats(asked):
            self._cards.draw(seat)
        missing = seats([offer for offer in asked if offer.gesture == "hold"])
        return (*(self._hold(asked, seat) for seat in missing), *self._let_go(asked))

    def _hold(self, offers: Sequence[Offer], seat: int) -> Move:
        mine = [offer for offer in offers if offer.seat == seat and offer.gesture == "hold"]
        move = self._mind.take(self._mind.chance.choice(mine))
        self._is_held_by_phone[seat] = move.gesture == "say"
        return move

    def wait(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Wait for GO; somebody cannot."""
        return self._let_go(about(offers, "wait"))

    def _let_go(self, offers: Sequence[Offer]) -> list[Move]:
        return [
            self._let_one_go(offer)
            for offer in offers
            if offer.gesture == "let_go"
            and self._mind.does("early", offer.about, offer.seat, likely=EARLY)
        ]

    def _let_one_go(self, offer: Offer) -> Move:
        after = self._mind.between(*EARLY_NS)
        if self._is_held_by_phone.get(offer.seat, False):
            return say(offer.seat, after, let_go=True)
        return Move(offer.seat, "let_go", after, button=offer.button)
