"""How robots shrink the circle, and tell the cards that they drew where the kit knows hands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_mind import Mind, about, leads, press, say, seats, tap

READERS = ("centre", "tray")
FLIPPED_BY_PHONE = 0.3
FLIPPED_TWICE = 0.03  # how often a location is tapped that lies there already
TAKES_ALONG = 0.85
ONE_BY_ONE = 0.3  # how often a phone names drawn cards one after another
DEALT_ON_READER = 0.1  # how often a whole hand is tapped, and not told on a phone


class Circle:
    """Flips locations, and chooses who rides along."""

    def __init__(self, mind: Mind, cards: RobotCards) -> None:
        self._mind = mind
        self._cards = cards

    def location(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Flip the next location: whoever ended the turn taps it, or anybody tells it."""
        asked = about(offers, "location")
        card = self._next(asked)
        if leads(asked, "location") is None or self._mind.rolls(FLIPPED_BY_PHONE):
            return (say(self._mind.chance.choice(seats(asked)), location=card),)
        seat = leads(asked, "location") or 1
        return (tap(seat, card, self._mind.chance.choice(READERS)),)

    def _next(self, asked: Sequence[Offer]) -> str:
        flipped, left = self._cards.state.flipped, self._cards.pack.locations
        if flipped and self._mind.does("flipped twice", likely=FLIPPED_TWICE):
            return self._mind.chance.choice(flipped)
        if not left or self._mind.is_lost("location"):
            told = [str(offer.say["location"]) for offer in asked if offer.say]
            return self._mind.chance.choice(told or list(left))
        return left[0]

    def passenger(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Take a player along, or nobody; by lights oneself means nobody."""
        asked = about(offers, "passenger")
        seat = asked[0].seat
        among = [int(o.say["passenger"]) for o in asked if o.say and "passenger" in o.say]
        others = [other for other in among if other != seat]
        takes = bool(others) and self._mind.rolls(TAKES_ALONG)
        chosen = self._mind.chance.choice(others) if takes else seat
        if self._mind.is_by_phone(seat):
            return (say(seat, passenger=chosen) if takes else say(seat, **{"pass": True}),)
        steps = among.index(chosen)
        return (*(press(seat, Side.LEFT) for _ in range(steps)), press(seat, Side.RIGHT))


class Telling:
    """Tells the kit each card that came (`tracked`), face down on a reader or on a phone."""

    def __init__(self, mind: Mind, cards: RobotCards) -> None:
        self._mind = mind
        self._cards = cards
        self._told: dict[int, set[str]] = {}

    def hear(self, ruling: Ruling) -> None:
        """Forget what has left a hand: it has to be told when it comes again."""
        del ruling
        for seat, told in self._told.items():
            told.intersection_update(self._cards.state.players[seat].cards)

    def draw(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let everybody tell what it drew; on a shared reader whom the lights lead."""
        asked = about(offers, "draw")
        lead = leads(asked, "draw")
        return [self._tell(seat, is_lead=seat == lead) for seat in seats(asked)]

    def _tell(self, seat: int, *, is_lead: bool) -> Move:
        hand, told = self._cards.hand(seat), self._told.setdefault(seat, set())
        if self._mind.is_lost("draw", seat, most=3 * len(hand)):
            return say(
                seat, draw=[self._mind.chance.choice(sorted(self._cards.state.deck.actions))]
            )
        if told.issuperset(hand):
            told.clear()  # something was not taken: all of it once more, card by card
            self._mind.once("again", seat, roll=lambda: True)
        left = [card for card in hand if card not in told]
        is_again = self._mind.once("again", seat, roll=lambda: False)
        return self._one(seat, left, told, is_lead=is_lead, is_again=is_again)

    def _one(
        self, seat: int, left: Sequence[str], told: set[str], *, is_lead: bool, is_again: bool
    ) -> Move:
        is_deal = len(left) > 2 and not self._mind.once(
            "deals", seat, roll=lambda: self._mind.rolls(DEALT_ON_READER)
        )
        if is_lead and not is_again and not is_deal and not self._mind.is_by_phone(seat):
            told.add(left[0])
            return tap(seat, left[0], self._mind.chance.choice(READERS))
        is_single = is_again or self._mind.rolls(ONE_BY_ONE)
        cards = left[:1] if is_single else list(left)
        told.update(cards)
        return say(seat, draw=cards)
