"""How robots reveal: they let go when they have heard SHOOT, and show the committed card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.asks import Offer
from companion.core.options import Options
from companion.core.robots import Move
from companion.games.click_click_boom.robot_cards import RobotCards
from companion.games.click_click_boom.robot_mind import Mind, kind_name, says_of

LEAST_NS = 1  # a move that is due at once; 0 would be at leisure
QUICKEST_NS, SLOWEST_NS = 20_000_000, 300_000_000  # from SHOOT to letting go
TARDY_NS = 1_000_000_000
EARLY, LATE, FORGETS = 0.015, 0.015, 0.005  # how often somebody lets go so
EARLY_TAPS = 0.005


class Revealing:
    """Plays the countdown and the reveal."""

    def __init__(self, mind: Mind, cards: RobotCards, options: Options) -> None:
        self._mind = mind
        self._cards = cards
        self._options = options

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Let go at SHOOT, then show the cards in turn order; on phones all at once."""
        notes = self._mind.notes
        if notes.shoot is None:
            count = self._options["lead"] + 3 * self._options["beat"]
            notes.shoot = now + (count if notes.is_counting else 0)
        self._mind.note_sides(offers)
        letting = [
            self._mind.let_go(offer, max(LEAST_NS, at - now))
            for offer in offers
            if offer.gesture == "let_go"
            and (at := self._lets_go_at(offer.seat, notes.shoot)) is not None
        ]
        if notes.is_counting:
            return (*letting, *self._early_taps(offers))
        waiting = {move.seat for move in letting}
        return (*letting, *self._shows([o for o in offers if o.seat not in waiting]))

    def _lets_go_at(self, seat: int, shoot: int) -> int | None:
        """Decide once when a seat lets go; seldom too early, too late, or only with the card."""
        letting = self._mind.notes.letting
        if seat not in letting:
            letting[seat] = self._moment(shoot)
        return letting[seat]

    def _moment(self, shoot: int) -> int | None:
        late_after: int = self._options["late_after"]
        roll = self._mind.chance.random()
        if roll < EARLY:
            return shoot - self._mind.between(QUICKEST_NS, self._options["lead"])
        if roll < EARLY + LATE:
            return shoot + late_after + self._mind.between(QUICKEST_NS, TARDY_NS)
        if roll < EARLY + LATE + FORGETS:
            return None
        return shoot + self._mind.between(QUICKEST_NS, min(SLOWEST_NS, late_after // 2))

    def _early_taps(self, offers: Sequence[Offer]) -> list[Move]:
        return [
            Move(offer.seat, "card", 0, card=card, reader=offer.reader)
            for offer in offers
            if _is_shared(offer)
            and (card := self._committed(offer.seat))
            and self._mind.rolls("early tap", 0, EARLY_TAPS)
        ]

    def _shows(self, offers: Sequence[Offer]) -> list[Move]:
        seats = dict.fromkeys(offer.seat for offer in offers if offer.about == "reveal")
        moves = [self._show([one for one in offers if one.seat == seat], seat) for seat in seats]
        return [move for move in moves if move is not None]

    def _show(self, own: Sequence[Offer], seat: int) -> Move | None:
        """Tap the card when the lights lead here, or tell it by phone at any time."""
        card = self._committed(seat)
        tap = next((offer for offer in own if _is_shared(offer)), None)
        is_by_phone = self._mind.once(
            "shows by phone", seat, partial(self._mind.is_by_phone, seat)
        )
        if tap is None and not is_by_phone:
            return None
        if card is None or self._mind.is_lost("show", seat):
            return self._mind.take(self._mind.chance.choice(says_of(own, seat)))
        if tap is None or is_by_phone:
            return Move(seat, "say", 0, say={"show": kind_name(card)})
        return Move(seat, "card", 0, card=card, reader=tap.reader)

    def _committed(self, seat: int) -> str | None:
        """Return the card on the committed side; Brandon's word goes before the hold (C32)."""
        notes = self._mind.notes
        side = notes.forced.get(seat, notes.sides.get(seat))
        return self._cards.lots[seat].laid.get(side) if side else None


def _is_shared(offer: Offer) -> bool:
    """Tell whether an offer is for a card on the reader that everybody shares."""
    return offer.gesture == "card" and offer.reader == "centre"
