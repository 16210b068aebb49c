"""The robots of BOOM BOOM: they play with 66 real cards, each looking into its own hand alone.

They know what was ruled and what everybody sees; what a seat decides follows from that and its own
hand. Mostly they tell the truth. Chance comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.asks import Offer
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling, TakenBack
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_answering import Answering
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_choosing import Choosing
from companion.games.boom_boom_battle.robot_circle import Circle, Telling
from companion.games.boom_boom_battle.robot_declaring import Declaring
from companion.games.boom_boom_battle.robot_hearing import hear
from companion.games.boom_boom_battle.robot_laying import EXACT, MATCHING, Laying
from companion.games.boom_boom_battle.robot_mind import Mind
from companion.games.boom_boom_battle.robot_turn import Turn
from companion.games.boom_boom_battle.setting_up import set_up

PHONES = 0.4  # how likely a seat plays on a phone

Plan = Callable[[Sequence[Offer], int], Sequence[Move]]


class Robot:
    """Plays all seats; `phones` is how likely each of them plays on a phone."""

    def __init__(
        self,
        header: Header,
        manifest: Mapping[str, Any],
        chance: Chance,
        *,
        phones: float = PHONES,
    ) -> None:
        state = set_up(header, manifest)
        self._chance = chance
        self.cards = cards = RobotCards(state, chance)
        self._mind = mind = Mind(header.numbers, chance, phones, state.house.gap_ns)
        aiming = Aiming(mind, cards)
        choosing = Choosing(mind, cards, aiming)
        self._declaring = Declaring(mind, cards, aiming)
        self._turn = Turn(mind, cards, aiming, choosing, self._declaring)
        self._answering = Answering(mind, cards, aiming)
        self._laying = Laying(mind, cards, choosing)
        self._circle = Circle(mind, cards)
        self._telling = Telling(mind, cards)
        self._steps_back: int | None = None
        self._plans = self._answers()

    # What was ruled

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Move cards as it was ruled, and remember what counts."""
        for ruling in rulings:
            self._mind.notice()
            if isinstance(ruling, TakenBack):
                self._steps_back = ruling.steps
            self.cards.pack = hear(self.cards.pack, ruling, self._chance)
            for part in (self._turn, self._declaring, self._telling):
                part.hear(ruling)

    # What to do

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what hands do now; a question that is not known here is answered too."""
        self._look_back(offers)
        circled = self._laying.redraw(offers)
        if circled:
            return circled
        asked = {offer.about for offer in offers}
        for about, plan in self._plans.items():
            if about in asked:
                return plan(offers, now)
        known = [one for one in offers if not one.optional and (one.say or one.card)]
        return [self._mind.take(one) for one in known[:1]]

    def _look_back(self, offers: Sequence[Offer]) -> None:
        """Remember what is asked, and how the cards lie; after an undo, put cards back."""
        asked = frozenset((one.seat, one.gesture, one.about, one.button) for one in offers)
        if self._steps_back is not None and offers:
            self.cards.go_back(asked, self._steps_back)
            self._steps_back = None
        self.cards.remember(asked)

    def _answers(self) -> Mapping[str, Plan]:
        """Return what answers which question; the first one that is asked is answered."""
        answering, laying, circle = self._answering, self._laying, self._circle
        return {
            "draw": lambda offers, _now: self._telling.draw(offers),
            "location": lambda offers, _now: circle.location(offers),
            "passenger": lambda offers, _now: circle.passenger(offers),
            "equipment": lambda offers, _now: answering.equipment(offers),
            "block": lambda offers, _now: answering.block(offers),
            "counter": lambda offers, _now: answering.counter(offers),
            "hit": lambda offers, _now: answering.hit(offers),
            "hits": answering.hits,
            **dict.fromkeys(EXACT, lambda offers, _now: laying.exact(offers)),
            **dict.fromkeys(MATCHING, lambda offers, _now: laying.matching(offers)),
            "target": lambda offers, _now: self._declaring.target(offers),
            "aim": self._declaring.aim,
            "escape": lambda offers, _now: self._turn.escape(offers),
            "extra": lambda offers, _now: self._turn.act(offers),
            "turn": lambda offers, _now: self._turn.act(offers),
            "begin": lambda offers, _now: self._turn.begin(offers),
        }
