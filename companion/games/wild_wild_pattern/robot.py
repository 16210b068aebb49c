"""The robots of Wild Wild Pattern: they play with 47 real cards, and mostly see what lies there.

They know what the lights and phones show, what was ruled, and what everybody at the table sees:
the Wheel, and what lies before the players. Of hidden cards each knows its own. Chance comes from
outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.cards.manifest import overlay, read_manifest
from companion.core.asks import Offer
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling, TakenBack
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.deck_faults import faces_of
from companion.games.wild_wild_pattern.robot_asides import Asides
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_claiming import Claiming
from companion.games.wild_wild_pattern.robot_claims import Finder
from companion.games.wild_wild_pattern.robot_hearing import hear
from companion.games.wild_wild_pattern.robot_judging import Judging
from companion.games.wild_wild_pattern.robot_mind import Mind
from companion.games.wild_wild_pattern.robot_numbers import Numbers
from companion.games.wild_wild_pattern.robot_placing import Placing
from companion.games.wild_wild_pattern.robot_ready import Ready
from companion.games.wild_wild_pattern.robot_shooting import Shooting
from companion.games.wild_wild_pattern.robot_shots import Shots
from companion.games.wild_wild_pattern.robot_taking import Paying, Taking

PHONES = 0.35  # how likely a seat plays on a phone

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
        deck = read_manifest(overlay(manifest, header.deck), header.game)
        faces, options = faces_of(deck), header.options
        self.cards = RobotCards(chance)
        self._mind = mind = Mind(header.numbers, chance, phones)
        self._numbers = Numbers(mind, options["ring_gap"])
        self._ready = Ready(mind, self.cards)
        finder = Finder(faces, options, chance)
        self._shots = Shots(mind, self.cards, finder)
        self._shooting = Shooting(mind, self.cards, self._shots, options["tie_window"])
        self._judging = Judging(mind, self.cards, self._shots, self._numbers)
        self._claiming = Claiming(mind, self.cards, self._shots, self._judging)
        pays = Paying(deck.bank, faces, pays_per_match=options["pay_per_match"])
        self._taking = Taking(mind, self.cards, pays)
        self._placing = Placing(mind, self.cards, faces, self._numbers)
        self._asides = Asides(mind, self.cards, header.numbers)
        self._steps_back: int | None = None

    # What was ruled

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Move cards as it was ruled, and remember what counts."""
        for ruling in rulings:
            self._mind.notice()
            self._hear(ruling)

    def _hear(self, ruling: Ruling) -> None:
        match ruling:
            case TakenBack(steps=steps):
                self._steps_back = steps
                self._shots.forget()
                self._numbers.forget()
            case rulings.Drawn():
                self._mind.begin_turn()
            case _:
                pass
        self._ready.hear(ruling)
        self._judging.hear(ruling)  # before the card leaves the place where it covers
        hear(self.cards, ruling)
        for part in (self._shooting, self._taking, self._asides):
            part.hear(ruling)

    # What to do

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what hands do now; a question that is not known here is answered too."""
        self._look_back(offers)
        asked = {offer.about for offer in offers}
        for about, plan in self._plans().items():
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

    def _plans(self) -> Mapping[str, Plan]:
        """Return what answers which question; the first one that is asked is answered."""
        return {
            "deal": lambda offers, _now: self._deal(offers),
            "ready": lambda offers, _now: self._beside(offers, self._ready.ready),
            "wait": lambda offers, _now: self._ready.wait(offers),
            "shoot": self._shoot,
            "lay": self._claiming.lay,
            "spoken": self._claiming.speak,
            "covered": lambda offers, _now: self._judging.judge(offers),
            "repeats": self._judging.repeats,
            "pairing": self._judging.pairing,
            "click": lambda offers, _now: self._shooting.click(offers),
            "stop": self._shooting.stop,
            "take": lambda offers, _now: self._beside(offers, self._taking.take),
            "challenge": lambda offers, _now: self._beside(offers, self._taking.challenge),
            "give": lambda offers, _now: self._taking.choose(offers),
            "steal": lambda offers, _now: self._taking.choose(offers),
            "slot": self._placing.slot,
            "place": lambda offers, _now: self._beside(offers, self._placing.place),
        }

    def _beside(
        self, offers: Sequence[Offer], plan: Callable[[Sequence[Offer]], Sequence[Move]]
    ) -> Sequence[Move]:
        """Tell of cards that came by themselves, beside what is asked."""
        return (*self._asides.moves(offers), *plan(offers))

    def _deal(self, offers: Sequence[Offer]) -> Sequence[Move]:
        told = [] if self.cards.next() else self._asides.must()
        return told or self._ready.deal(offers)

    def _shoot(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        shots = self._shooting.shoot(offers, now)
        return (*self._asides.moves(offers, is_quick=True), *shots)
