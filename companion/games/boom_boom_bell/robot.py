"""The robots of Boom Boom (2013): they exchange real cards in their heads, and ring what is true.

All play at once. What they do with buttons and bells is timed to the nanosecond, so that several
act in the same millisecond; some of it on purpose. Chance comes from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.asks import Offer
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling, TakenBack
from companion.core.stamps import NS_PER_MS
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.robot_bell import Ringing
from companion.games.boom_boom_bell.robot_cards import RobotCards
from companion.games.boom_boom_bell.robot_mind import Mind, is_asked, rings_due
from companion.games.boom_boom_bell.robot_play import Playing
from companion.games.boom_boom_bell.robot_tray import Showing
from companion.games.boom_boom_bell.state import set_up

PHONES = 0.35  # how likely a seat plays on a phone
CUTS_IN = 0.1  # how often somebody else rings for the round
IMPATIENT = 0.05  # how often somebody rings before GO
QUICK_NS, SLOW_NS = 500 * NS_PER_MS, 900 * NS_PER_MS  # between two exchanges of a player


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
        self._chance = chance
        self.cards = RobotCards(set_up(header, manifest).cards, chance)
        self._bell = Ringing(chance, header.options["ring_gap"])
        self._tray = Showing(self.cards, chance, header.options["verify"])
        self._minds = {seat: self._mind(seat, phones) for seat in header.numbers}
        self._playing = Playing(self._minds, self.cards, self._bell, self._tray, chance)
        self._is_check = False

    def _mind(self, seat: int, phones: float) -> Mind:
        has_phone = self._chance.random() < phones
        return Mind(seat, has_phone, self._bell.between(QUICK_NS, SLOW_NS))

    # What was ruled

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Remember what counts: what was dealt, who rang, and which stacks were shown."""
        for ruling in rulings:
            self._bell.notice()
            self._hear(ruling)

    def _hear(self, ruling: Ruling) -> None:
        match ruling:
            case rulings.Dealt(stacks=stacks) | rulings.TieRound(stacks=stacks):
                self._begin_round(stacks)
            case TakenBack():
                self._begin_round(None)  # what it knows of the round cannot be right
            case rulings.StackShown(seat=seat, picture=picture):
                self._tray.note(self._minds[seat], picture, is_check=self._is_check)
            case rulings.Finished():
                self._is_check = True
                self._tray.checked = set()
            case rulings.FalseCall(seat=seat):
                self._is_check = False
                self._minds[seat].begin_round()
            case rulings.NoStack(seat=seat):
                self._minds[seat].forget_stack()
            case _:
                self._hear_rings(ruling)

    def _begin_round(self, stacks: int | None) -> None:
        self._is_check = False
        self._tray.begin_round()
        self._playing.begin_round(stacks)

    def _hear_rings(self, ruling: Ruling) -> None:
        match ruling:
            case (
                rulings.MisRung(seat=seat)
                | rulings.StackRung(seat=seat)
                | rulings.ShowStack(seat=seat)
                | rulings.LastRung(seat=seat)
            ):
                self._minds[seat].note_rung()
            case rulings.NotCalled(seat=seat):
                self._minds[seat].has_planned_call = False
            case rulings.Stray():
                for mind in self._minds.values():
                    mind.note_stray()
            case _:
                pass

    # What to do

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what is under way, timed anew, and what else hands do now."""
        for mind in self._minds.values():
            mind.forget_done(now)
        own: dict[int, list[Offer]] = {}
        for offer in offers:
            own.setdefault(offer.seat, []).append(offer)
        leisurely = self._plan(own, now)
        timed = [move for mind in self._minds.values() for move in mind.timed(now)]
        return (*timed, *leisurely)

    def _plan(self, own: Mapping[int, Sequence[Offer]], now: int) -> Sequence[Move]:
        asked = {offer.about for offered in own.values() for offer in offered}
        if "start" in asked:
            return self._start(own, now)
        if "check" in asked:
            return self._look(own)
        is_playing = any(rings_due(offered) is not None for offered in own.values())
        if is_playing or asked & {"call", "show"}:
            return self._playing.moves(own, now)
        return self._wait(own, now)

    def _start(self, own: Mapping[int, Sequence[Offer]], now: int) -> Sequence[Move]:
        """Let go of everything; then one of those who may rings, or somebody who may not."""
        for seat, offered in own.items():
            if not self._minds[seat].is_busy(now):
                self._bell.let_go(self._minds[seat], offered, now)
        if not any(mind.is_busy(now) for mind in self._minds.values()):
            may = [seat for seat, o in own.items() if any(one.gesture == "ring" for one in o)]
            among = list(own) if self._chance.random() < CUTS_IN else may
            if among:  # else whoever may has to let go first
                self._bell.start(self._minds[self._chance.choice(among)], now)
        return ()

    def _look(self, own: Mapping[int, Sequence[Offer]]) -> Sequence[Move]:
        """Look at the finisher's stacks; its fingers leave bell and buttons alone."""
        seat = next(seat for seat, offered in own.items() if is_asked(offered, "check"))
        mind = self._minds[seat]
        mind.acts, mind.call_at = [], None
        return self._tray.look(mind, own[seat], self._playing.stacks)

    def _wait(self, own: Mapping[int, Sequence[Offer]], now: int) -> Sequence[Move]:
        """Wait for GO; somebody cannot."""
        free = [seat for seat in own if not self._minds[seat].is_busy(now)]
        if free and self._chance.random() < IMPATIENT:
            self._bell.start(self._minds[self._chance.choice(free)], now)
        return ()
