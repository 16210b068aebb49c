"""How robots break ties: with their real unplayed and hidden cards, and with a drawn Click."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.games.click_click_boom.robot_cards import RobotCards
from companion.games.click_click_boom.robot_mind import LOST, Mind, kind_name, says_of
from companion.games.click_click_boom.state import Kind

TELLS = 0.3  # how often a card that was drawn is told by phone


class TieBreaking:
    """Plays the tie-break chain (C23)."""

    def __init__(self, mind: Mind, cards: RobotCards) -> None:
        self._mind = mind
        self._cards = cards
        self._shown: set[str] = set()
        self._click: int | None = None

    def draw(self, seats: Sequence[int]) -> None:
        """Deal the tied the BOOMs and the one Click of the last step."""
        self._click = self._mind.chance.choice(seats)

    def show_unplayed(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Show the unplayed cards one by one, or tell their kinds; one player after another."""
        seat = offers[0].seat
        hand = self._cards.lots[seat].hand
        left = [card for card in hand if card not in self._shown]
        if self._mind.is_lost("unplayed", seat, len(hand) + LOST):
            return (self._guess(offers, seat),)
        is_by_phone = self._mind.once(
            "tells by phone", seat, partial(self._mind.is_by_phone, seat)
        )
        if is_by_phone or not left:
            names = [kind_name(card) for card in hand]
            kinds = [kind.value for kind in reversed(Kind) for _ in range(names.count(kind))]
            return (Move(seat, "say", 0, say={"unplayed": kinds}),)
        self._shown.add(left[0])
        return _claimed(offers, seat, left[0])

    def turn_up(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Turn up what Carla laid face down."""
        seat = offers[0].seat
        hidden = self._cards.lots[seat].hidden
        if not hidden or self._mind.is_lost("turn up", seat):
            return (self._guess(offers, seat),)
        if self._mind.is_by_phone(seat):
            return (Move(seat, "say", 0, say={"show": kind_name(hidden[0])}),)
        return _claimed(offers, seat, hidden[0])

    def pick(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Press once the own card is picked."""
        return self._mind.done([offer for offer in offers if offer.about == "pick_one"])

    def show_click(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let who has the Click press, or somebody tell by phone what was drawn."""
        presses = [offer for offer in offers if offer.about == "has_click"]
        if self._mind.chance.random() < TELLS:
            seat = self._mind.chance.choice([offer.seat for offer in presses])
            drawn = "click" if seat == self._click else "boom"
            return (Move(seat, "say", 0, say={"drawn": drawn}),)
        return self._mind.done([one for one in presses if one.seat == self._click] or presses)

    def _guess(self, offers: Sequence[Offer], seat: int) -> Move:
        return self._mind.take(self._mind.chance.choice(says_of(offers, seat)))


def _claimed(offers: Sequence[Offer], seat: int, card: str) -> Sequence[Move]:
    """Tap a card; where several are asked for one, the own button first says whose it is."""
    tap = Move(seat, "card", 0, card=card, reader="centre")
    is_shared = len({offer.seat for offer in offers if offer.gesture == "card"}) > 1
    return (Move(seat, "press", 0, button=Side.LEFT), tap) if is_shared else (tap,)
