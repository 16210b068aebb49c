"""How robots take their turns: they tap a card, or tell it on a phone, or escape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_choosing import Choosing, Flight, Meant
from companion.games.boom_boom_battle.robot_declaring import Declaring
from companion.games.boom_boom_battle.robot_mind import Mind, about, press, say, seats, tap
from companion.games.boom_boom_battle.state import Play

BEGINS_WITH_IT = 0.3  # how often whoever begins tells its first action at once
PARTLY = 0.3  # how often a phone first tells less than all
LOOKS = 0.02  # how often a card is looked up before
WRONG_CARD = 0.02  # how often a card is tapped that cannot be played
IN_VAIN = 8  # attempts after which anything is tried


class Turn:
    """Plays from the begin of a turn until a card is declared, or somebody has escaped."""

    def __init__(
        self,
        mind: Mind,
        cards: RobotCards,
        aiming: Aiming,
        choosing: Choosing,
        declaring: Declaring,
    ) -> None:
        self._mind = mind
        self._cards = cards
        self._aiming = aiming
        self._choosing = choosing
        self._declaring = declaring
        self._flight: Flight | None = None
        self._laid: tuple[str, ...] = ()

    def hear(self, ruling: Ruling) -> None:
        """Forget what was meant once it is done, or taken back."""
        match ruling:
            case rulings.TurnBegan() | rulings.ExtraAction() | rulings.Escaped():
                self._flight, self._laid = None, ()
            case _:
                pass

    # Who begins

    def begin(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let somebody begin, with a button, or with its first action on a phone."""
        seat = self._mind.chance.choice(seats(about(offers, "begin")))
        if self._mind.does("begins with it", likely=BEGINS_WITH_IT):
            told = self._told(seat, self._choosing.choose(seat, is_extra=False))
            if told is not None:
                return (told,)
        asked = [offer for offer in about(offers, "begin") if offer.seat == seat]
        return (self._mind.take(asked[0]),)

    # A card, or an escape

    def act(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Play a card, or escape; in an extra action perhaps neither."""
        asked = about(offers, "turn", "extra")
        seat, is_extra = asked[0].seat, asked[0].about == "extra"
        if self._mind.is_lost("act", seat, most=IN_VAIN):
            return (self._anything(seat),)
        if self._mind.does("look", seat, likely=LOOKS):
            return (tap(seat, self._mind.chance.choice(self._known(seat)), "tray"),)
        if self._mind.does("wrong card", seat, likely=WRONG_CARD) and self._cards.state.discard:
            return (tap(seat, self._cards.state.discard[-1]),)
        return (self._do(asked, seat, self._choosing.choose(seat, is_extra=is_extra)),)

    def _do(self, asked: Sequence[Offer], seat: int, meant: Meant) -> Move:
        self._flight, self._laid = None, ()
        if meant is None:
            stops = [one for one in asked if one.button is Side.LEFT or _is_pass(one)]
            return self._mind.take(stops[0]) if stops else press(seat, Side.RIGHT)
        if self._mind.is_by_phone(seat):
            return self._told(seat, meant) or press(seat, Side.RIGHT)
        if isinstance(meant, Flight):
            self._flight = meant
            return press(seat, Side.RIGHT)
        self._declaring.mean(meant)
        return tap(seat, meant.card)

    def _told(self, seat: int, meant: Meant) -> Move | None:
        """Tell an action on a phone, all of it or only the card; None where there is none."""
        if isinstance(meant, Flight):
            return say(seat, escape=list(meant.cards))
        if meant is None:
            return None
        self._declaring.mean(meant)
        form = self._declaring.form(meant)
        return say(seat, play={"card": meant.card} if self._mind.rolls(PARTLY) else form)

    def _known(self, seat: int) -> list[str]:
        """Return cards that may be looked up: own ones, and one that lies face up."""
        state = self._cards.state
        return [*self._cards.hand(seat), *state.discard[-1:], "location/1"]

    def _anything(self, seat: int) -> Move:
        """Try any card: what was taken to be in the hand is not, after a correction perhaps."""
        card = self._mind.chance.choice(self._cards.everything)
        if self._mind.rolls(0.5):
            return say(seat, escape=[card])
        self._declaring.mean(Play(seat, card))
        return tap(seat, card)

    # Escape on the tray

    def escape(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Lay the cards on the tray, one after another; a button ends it."""
        asked = about(offers, "escape")
        seat = asked[0].seat
        flight = self._flight or Flight(seat, ())
        left = [card for card in flight.cards if card not in self._laid]
        if not left or self._mind.is_lost("escape", seat):
            ends = [one for one in asked if one.gesture == "press"]
            return (self._mind.take(self._mind.chance.choice(ends)),)
        self._laid = (*self._laid, left[0])
        return (tap(seat, left[0], "tray"),)


def _is_pass(offer: Offer) -> bool:
    said: Any = offer.say or {}
    return "pass" in said
