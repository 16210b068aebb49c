"""How robots take what they won: cards for the Bank's best lines; and how they use Challenges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.manifest import BankLine
from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.bank import pay
from companion.games.wild_wild_pattern.pattern import Faces
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_mind import Mind, about, press, say, tap
from companion.games.wild_wild_pattern.robot_places import Pile

BEST = 0.85  # how often the card is taken for which the Bank pays most
WILD_CENTS = 1000  # for a Wild combination, which wins the game
FORBIDDEN = 0.05  # how often a card is tried that may not be taken
BOTH = 0.5  # how often both cards of a prize are told at once
KEEPS = 0.3  # how often a Challenge is kept
WRONG_TARGET = 0.08  # how often a Challenge is tried on a card that it cannot work on
OTHER_ONE = 0.04  # how often a choice is taken back
READERS = ("centre", "tray")


@dataclass(frozen=True, slots=True)
class Paying:
    """Tells what the Bank's lines would make of a hand."""

    lines: Sequence[BankLine]
    faces: Faces
    pays_per_match: bool

    def worth(self, hand: Sequence[str]) -> int:
        """Return the cents that a hand is worth to somebody who wants to win."""
        paid = pay(hand, self.lines, self.faces, self.pays_per_match)
        return paid.total + WILD_CENTS * paid.is_wild


class Taking:
    """Plays from the judgement to the placing."""

    def __init__(self, mind: Mind, cards: RobotCards, bank: Paying) -> None:
        self._mind = mind
        self._cards = cards
        self._bank = bank
        self._is_double = False
        self._use: Mapping[str, Any] = {}

    def hear(self, ruling: Ruling) -> None:
        """Note whether a prize may be of two cards."""
        match ruling:
            case rulings.ClaimRight(occurrences=occurrences):
                self._is_double = occurrences > 2
            case rulings.ClaimWrong() | rulings.NobodyStopped():
                self._is_double = False
            case _:
                pass

    # Prizes

    def take(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Take a card, or both at once by phone; now and then try one that may not be taken."""
        asked = about(offers, "take")
        seat = asked[0].seat
        if self._mind.does("forbidden", seat, likely=FORBIDDEN):
            return (self._forbidden(seat),)
        among = [card for offer in asked if offer.say for card in offer.say["take"]]
        first = self._best(seat, among)
        if not self._mind.is_by_phone(seat) and not self._mind.is_lost("take", seat):
            return (tap(seat, first, "tray"),)
        if self._is_double and len(among) > 1 and self._mind.rolls(BOTH):
            second = self._best(seat, [card for card in among if card != first])
            return (say(seat, take=[first, second]),)
        return (say(seat, take=[first]),)

    def _best(self, seat: int, among: Sequence[str]) -> str:
        """Return the card for which the Bank would pay most, mostly."""
        if not self._mind.rolls(BEST):
            return self._mind.chance.choice(among)
        won = self._cards.at((Pile.WON, seat))
        worth = {card: self._bank.worth((*won, card)) for card in among}
        most = max(worth.values())
        return self._mind.chance.choice([card for card in among if worth[card] == most])

    def _forbidden(self, seat: int) -> Move:
        """Try the card that covers, one that lies under another, or the own one; by phone two."""
        stacks = [stack for stack in self._cards.wheel if len(stack) > 1]
        buried = [card for stack in stacks for card in stack[:-1]]
        tops = [stack[-1] for stack in stacks]
        hand = self._cards.hand(seat)
        some = [*buried, *tops, *([hand] if hand else [])] or list(self._cards.tops())
        card = self._mind.chance.choice(some)
        if self._mind.is_by_phone(seat):
            return say(seat, take=[card, self._mind.chance.choice(some)])
        return tap(seat, card, "tray")

    # Challenges

    def challenge(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Keep it, tell its use by phone, or tap it and then what it is for."""
        asked = about(offers, "challenge")
        seat = asked[0].seat
        uses = [
            offer.say["challenge"] for offer in asked if offer.say and "challenge" in offer.say
        ]
        if not uses or self._mind.is_set("keeps", seat, likely=KEEPS):
            keep = next(offer for offer in asked if offer.button is Side.RIGHT)
            return (self._mind.take(keep),)
        self._use = self._mind.chance.choice(uses)
        if self._mind.does("wrong challenge", seat, likely=WRONG_TARGET):
            return (self._wrong_challenge(seat),)
        if self._mind.is_by_phone(seat) or self._mind.is_lost("challenge", seat):
            return (say(seat, challenge=dict(self._use)),)
        return (self._tap(seat, self._use["card"]),)

    def _wrong_challenge(self, seat: int) -> Move:
        """Try an opponent's card, one without effect, a card that is none, or half a use."""
        if self._mind.is_by_phone(seat):
            half = {"card": self._use["card"], "take": self._mind.chance.choice(self._anything())}
            return say(seat, challenge=half)
        return self._tap(seat, self._mind.chance.choice(self._anything()))

    def choose(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Tap the own card to give, or the one to take; rarely another one, or none after all."""
        asked = about(offers, "give", "steal")
        seat, question = asked[0].seat, asked[0].about
        wanted = self._use.get("give" if question == "give" else "take")
        is_in_vain = self._mind.is_lost(question, seat, most=2)
        if wanted is None or is_in_vain or self._mind.does("other one", seat, likely=OTHER_ONE):
            return (press(seat, Side.RIGHT),)
        if self._mind.does("wrong target", question, seat, likely=WRONG_TARGET):
            return (self._tap(seat, self._mind.chance.choice(self._anything())),)
        return (self._tap(seat, str(wanted)),)

    def _tap(self, seat: int, card: str) -> Move:
        return tap(seat, card, self._mind.chance.choice(READERS))

    def _anything(self) -> list[str]:
        """Return what lies face up on the table."""
        seats = self._cards.seats()
        rows = [self._cards.at((pile, s)) for s in seats for pile in (Pile.WON, Pile.HELD)]
        return [*self._cards.tops(), *(card for row in rows for card in row)]
