"""How robots claim in time: they lay the card and speak, and some forget to."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.robots import Move
from companion.core.stamps import NS_PER_MS
from companion.games.wild_wild_pattern.box import PATTERNS
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_claims import CARDLESS, SILENT
from companion.games.wild_wild_pattern.robot_judging import Judging
from companion.games.wild_wild_pattern.robot_mind import Mind, about, say, tap
from companion.games.wild_wild_pattern.robot_shots import Shots

AT_ONCE = 0.4  # how often the claim is entered in place of a button
LAYS_WRONG = 0.03  # how often another card is tapped first
LAYS_BY_PHONE = 0.5
SHOWS_FIRST = 0.25  # how often the covered card is shown before it is spoken

LAY_NS = (200 * NS_PER_MS, 600 * NS_PER_MS)
SPEAK_NS = (150 * NS_PER_MS, 500 * NS_PER_MS)


class Claiming:
    """Plays from the first edge until the claimant has spoken."""

    def __init__(self, mind: Mind, cards: RobotCards, shots: Shots, judging: Judging) -> None:
        self._mind = mind
        self._cards = cards
        self._shots = shots
        self._judging = judging

    def lay(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Lay the played card, unless that is forgotten."""
        seat = about(offers, "lay")[0].seat
        meant = self._shots.meaning(seat)
        if meant.wrong == CARDLESS:
            return ()
        after = self._mind.due("lay", seat, now=now, least=LAY_NS[0], most=LAY_NS[1])
        card = self._card(seat)
        if self._mind.does("wrong card", seat, likely=LAYS_WRONG):
            wrong = self._mind.chance.choice(self._cards.tops() or [card])
            return (tap(seat, wrong, "centre", after),)
        if self._mind.is_by_phone(seat) and self._mind.rolls(LAYS_BY_PHONE):
            return (say(seat, after, cover={"card": card, "slot": meant.slot}),)
        return (tap(seat, card, "centre", after),)

    def _card(self, seat: int) -> str:
        card = self._cards.hand(seat)
        if card is None or self._mind.is_lost("lay", seat):
            return self._mind.chance.choice(PATTERNS)
        return card

    def speak(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Speak, and say so with a button, or enter the words at once."""
        offer = about(offers, "spoken")[0]
        seat, meant = offer.seat, self._shots.meaning(offer.seat)
        if meant.wrong == SILENT:
            return ()
        after = self._mind.due("speak", seat, now=now, least=SPEAK_NS[0], most=SPEAK_NS[1])
        if self._mind.does("shows first", seat, likely=SHOWS_FIRST):
            return (self._judging.show(seat, meant, after),)
        teller = self._judging.teller(seat, offers)
        if teller is not None and self._mind.is_set("at once", seat, likely=AT_ONCE):
            return (say(teller, after, claim=list(meant.words)),)
        return (self._mind.either(offer, after),)
