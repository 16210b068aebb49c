"""How robots tell of what comes by itself: a Challenge that was drawn, a Target that was dealt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_MS
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import BANK_CARDS
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_mind import Mind, about, press, say, seats, tap
from companion.games.wild_wild_pattern.robot_places import Pile

TELLS = 0.4  # how often a Challenge that was drawn is told, each time that it can be
TELLS_TARGET = 0.25  # of the seats, in a manche
TAPS = 0.6  # how often it is tapped where it can be
READERS = ("centre", "tray")
SOON_NS = (50 * NS_PER_MS, 500 * NS_PER_MS)


class Asides:
    """Tells of cards that come by themselves: drawn Challenges, and now and then a Target."""

    def __init__(self, mind: Mind, cards: RobotCards, players: Sequence[int]) -> None:
        self._mind = mind
        self._cards = cards
        self._players = tuple(players)
        self._targets: dict[int, str] = {}

    def hear(self, ruling: Ruling) -> None:
        """Deal Target cards with a manche; now and then two players misread theirs."""
        match ruling:
            case rulings.MancheBegun():
                targets = list(BANK_CARDS)
                self._mind.chance.shuffle(targets)
                tellers = [seat for seat in self._players if self._mind.rolls(TELLS_TARGET)]
                self._targets = {seat: self._mind.chance.choice(targets[:3]) for seat in tellers}
            case _:
                pass

    def must(self) -> Sequence[Move]:
        """Tell a Challenge at once, where the deck has nothing else to go on with."""
        told = [(seat, card) for seat in self._players for card in self._own(seat)]
        return [say(seat, drew=card) for seat, card in told[:1]]

    def moves(self, offers: Sequence[Offer], *, is_quick: bool = False) -> list[Move]:
        """Tell some, by phone or with a tap; only with a moment of their own if it `is_quick`."""
        taps = [one for one in about(offers, "drew") if one.gesture == "card"]
        playing = [seat for seat in seats(offers) if seat in self._players]
        return [
            move
            for seat in playing
            for card in (*self._own(seat), *self._target(seat))
            if self._wants(seat, is_quick=is_quick) and not self._mind.is_lost("drew", card)
            for move in self._tell(seat, card, taps, is_quick=is_quick)
        ][:2]

    def _wants(self, seat: int, *, is_quick: bool) -> bool:
        # Whoever has no other card can do nothing else.
        return (is_quick and self._cards.hand(seat) is None) or self._mind.rolls(TELLS)

    def _own(self, seat: int) -> tuple[str, ...]:
        return self._cards.at((Pile.ASIDE, seat))

    def _target(self, seat: int) -> tuple[str, ...]:
        return (self._targets[seat],) if seat in self._targets else ()

    def _tell(
        self, seat: int, card: str, taps: Sequence[Offer], *, is_quick: bool
    ) -> Sequence[Move]:
        can_tap = any(one.among is None or card in one.among for one in taps)
        if can_tap and self._mind.rolls(TAPS):
            # The own button says before whom a card lies that anybody may lay.
            return (press(seat, Side.LEFT), tap(seat, card, self._mind.chance.choice(READERS)))
        self._targets = {one: held for one, held in self._targets.items() if held != card}
        after = self._mind.between(*SOON_NS) if is_quick else 0
        return (say(seat, after, drew=card),)
