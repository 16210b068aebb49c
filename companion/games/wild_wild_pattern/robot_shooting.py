"""How robots shoot: who has found a pattern covers, who has not clicks, some stop Clementine."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_MS, NS_PER_S
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_mind import (
    LEAST_NS,
    Mind,
    about,
    press,
    say,
    seats,
    tap,
)
from companion.games.wild_wild_pattern.robot_shots import Shot, Shots

FINDS, FINDS_CLICKED = 0.6, 0.45  # how often a claim that there is is found
MISCLAIMS, MISCLAIMS_CLICKED = 0.09, 0.06
STOPS_EARLY = 0.12  # how often somebody stops Clementine before she begins
AT_HER_END = 0.15  # how often it is in her last instant

COVER_NS = (400 * NS_PER_MS, 2500 * NS_PER_MS)
CLICK_NS = (2 * NS_PER_S, 5 * NS_PER_S)
WITHOUT_CARD_NS = (60 * NS_PER_S, 90 * NS_PER_S)
STOP_NS = (200 * NS_PER_MS, 4500 * NS_PER_MS)
EARLY_NS = (LEAST_NS, 400 * NS_PER_MS)


class Shooting:
    """Plays from GO to the first edge, and Clementine; acts up to `tie_window` (ns) apart tie."""

    def __init__(self, mind: Mind, cards: RobotCards, shots: Shots, tie_window: int) -> None:
        self._mind = mind
        self._cards = cards
        self._shots = shots
        self._tie_window = tie_window

    def hear(self, ruling: Ruling) -> None:
        """Forget who meant to shoot when the shooting begins, or begins anew."""
        match ruling:
            case rulings.Together(seats=tied):
                self._shots.forget(*tied)
            case rulings.Drawn() | rulings.Clementine():
                self._shots.forget()
            case _:
                pass

    # After GO

    def shoot(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Look at the cards, and be quick."""
        runners = seats(about(offers, "shoot"))
        self._shots.plan({seat: self._decide(seat, now) for seat in self._shots.fresh(runners)})
        return self._shots.next(runners, now)

    def _decide(self, seat: int, now: int) -> Shot:
        self._cards.draw(seat)
        self._cards.look(seat)
        card = self._cards.hand(seat)
        if card is None:  # the deck had none: there is nothing to do but to tell a Challenge
            return Shot(now + self._mind.between(*WITHOUT_CARD_NS), Side.RIGHT)
        meant = self._shots.find(card, FINDS, MISCLAIMS)
        if meant is None:
            at = now + self._mind.between(*CLICK_NS)
            return Shot(at, Side.RIGHT, self._shots.said(seat, Side.RIGHT, {"click": card}))
        at = now + self._mind.between(*COVER_NS)
        return Shot(at, Side.LEFT, self._shots.cover(seat, card, meant))

    # Clementine

    def click(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let the clicker lay its card, while somebody cannot wait for Clementine (W51)."""
        offer = about(offers, "click")[0]
        card = self._cards.hand(offer.seat)
        if card is None or self._mind.is_lost("click", offer.seat):
            card = self._cards.next() or self._mind.chance.choice(self._cards.all())
        early = [
            press(seat, Side.LEFT, self._mind.between(*EARLY_NS))
            for seat in seats(about(offers, "stop"))
            if self._mind.does("stops early", seat, likely=STOPS_EARLY)
        ]
        if self._mind.is_by_phone(offer.seat):
            return (*early, say(offer.seat, click=card))
        return (*early, tap(offer.seat, card))

    def stop(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Let opponents look at the clicked card, and stop Clementine when they can use it."""
        asked = about(offers, "stop")
        fresh = self._shots.fresh(seats(asked))
        self._shots.plan({seat: self._stop(seat, asked[0].until, now) for seat in fresh})
        return self._shots.next(seats(asked), now)

    def _stop(self, seat: int, end: int | None, now: int) -> Shot | None:
        card = self._cards.played
        if card is None:
            return None
        found = self._shots.find(card, FINDS_CLICKED, MISCLAIMS_CLICKED)
        if found is None:
            return None
        at = now + self._mind.between(*STOP_NS)
        if end is not None and self._mind.rolls(AT_HER_END):
            at = end - self._tie_window  # a tie may still come to light after her end
        return Shot(
            at, self._mind.chance.choice(tuple(Side)), self._shots.cover(seat, card, found)
        )
