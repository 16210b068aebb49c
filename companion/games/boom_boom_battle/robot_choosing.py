"""How robots choose what to do in a turn: sensibly, mostly, so that games come to an end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.boom_boom_battle.attacks import patients
from companion.games.boom_boom_battle.box import (
    ATTACKS,
    EQUIPMENT,
    FRONT,
    RESCUES,
    UNLISTED,
    VEHICLES,
)
from companion.games.boom_boom_battle.legal import card_fault, choices, wants_target
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_mind import Mind
from companion.games.boom_boom_battle.setting_up import HANDS
from companion.games.boom_boom_battle.state import Play

LAST_CARD = 4.0  # what an escape is worth with the last card, which a miss would cost
ESCAPES, STOPS = 1.0, 1.0
WEIGHTS = {"pan": 2.5, "grenade": 2.0, "dbs": 4.0, "handgun": 1.0, "desert_eagle": 1.0}
ATTACK, VEHICLE, ARMOUR, DISTRACTION = 3.0, 2.5, 2.0, 1.5
NEEDED, FULL = 4.0, 0.6  # a rescue, where there is room for its cards and where there is not
POINTLESS = 0.05  # what only others could be given
SURE = 6.0  # how much better an attack is that Tunnel makes sure
REVIVAL = 20.0  # a rescue that brings a mate back
SAVED = 0.1  # a rescue that may bring one back under Hospital
CAUTIOUS, CAUTION = 0.2, 0.25  # how many tables are, and what attacks are worth there


@dataclass(frozen=True, slots=True)
class Flight:
    """Is an escape with one or two cards."""

    seat: int
    cards: tuple[str, ...]


Meant = Play | Flight | None  # None ends the turn, where another action is offered


class Choosing:
    """Chooses a seat's action by its own hand, and by what everybody knows."""

    def __init__(self, mind: Mind, cards: RobotCards, aiming: Aiming) -> None:
        self._mind = mind
        self._cards = cards
        self._aiming = aiming
        self._boldness = CAUTION if mind.rolls(CAUTIOUS) or cards.state.house.revives else 1.0

    def choose(self, seat: int, *, is_extra: bool) -> Meant:
        """Choose a card to play, or to escape; with an extra action perhaps neither."""
        playable = [card for card in self._cards.hand(seat) if self.can_play(seat, card)]
        ways: list[tuple[str | None, float]] = [
            (card, self._weight(seat, card)) for card in playable
        ]
        flight = self._flight(seat)
        if flight.cards:
            ways.append(("escape", self._escape_weight(seat)))
        if is_extra or not ways:
            ways.append((None, STOPS))
        way = self._mind.weighed(ways)
        if way is None or way == "escape":
            return None if way is None else flight
        return self._aiming.play(seat, way)

    def can_play(self, seat: int, card: str) -> bool:
        """Tell whether a seat can play a card of its hand, on somebody."""
        state = self._cards.state
        kind = state.deck.kind(card)
        is_idle = wants_target(kind) and not choices(state, seat, kind)
        return card_fault(state, seat, card) is None and not is_idle

    # What it is worth

    def _weight(self, seat: int, card: str) -> float:
        state = self._cards.state
        kind = state.deck.kind(card)
        if kind in ATTACKS:
            sure = SURE if self._aiming.partner(seat, card) is not None else 1.0
            return WEIGHTS.get(kind, ATTACK) * sure * self._boldness
        if kind in RESCUES:
            return self._rescue_weight(seat)
        first = next(iter(choices(state, seat, kind)), None)
        if kind in FRONT and kind != "flashbang" and first != seat:
            return POINTLESS
        if kind in VEHICLES:
            return VEHICLE
        return ARMOUR if kind in EQUIPMENT else DISTRACTION

    def _rescue_weight(self, seat: int) -> float:
        state = self._cards.state
        limit = HANDS[len(state.seats)]
        who = patients(state, seat)
        if any(state.players[one].is_out for one in who):
            return REVIVAL
        if state.house.revives and state.house.mode == "death_match":
            return SAVED
        hands = [state.players[one].hand for one in who]
        return NEEDED if min(hands) < limit - 1 else FULL

    def _escape_weight(self, seat: int) -> float:
        state = self._cards.state
        hand = self._cards.hand(seat)
        if state.effect == "grassland":
            return POINTLESS if len(hand) == 1 else ESCAPES / 4
        return LAST_CARD if len(hand) == 1 else ESCAPES

    # Escape

    def _flight(self, seat: int) -> Flight:
        state, hand = self._cards.state, self._cards.hand(seat)
        free = [card for card in hand if card not in self._cards.circled(seat)]
        free = self.least_wanted(free)
        one = state.effect == "grassland" or self._mind.rolls(0.5)
        return Flight(seat, tuple(free[: 1 if one else 2]))

    def least_wanted(self, cards: Sequence[str]) -> list[str]:
        """Return cards with those first that a player gives away most easily."""
        state = self._cards.state
        kept = {"pan", "dbs", "desert_eagle", "first_aid", "bandage"}

        def worth(card: str) -> float:
            kind = state.deck.kind(card)
            return (kind in kept) - (kind == UNLISTED) + self._mind.chance.random()

        return sorted(cards, key=worth)
