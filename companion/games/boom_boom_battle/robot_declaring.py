"""How robots declare: whom a card is played on, and where, by lights and rings or on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.legal import wants_numbers
from companion.games.boom_boom_battle.robot_aiming import BLUNDER, Aiming
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_mind import Mind, about, press, say, tap
from companion.games.boom_boom_battle.state import Play

TAKES_BACK = 0.015  # how often a card is taken back once it lies there
IN_VAIN = 10  # steps without a ruling after which a phone is taken
RINGS_BY_PHONE = 0.5  # how often a phone tells the numbers as rings, one after another


class Declaring:
    """Tells what a play still lacks: in a turn, in DBS's second shot, in a counterattack."""

    def __init__(self, mind: Mind, cards: RobotCards, aiming: Aiming) -> None:
        self._mind = mind
        self._cards = cards
        self._aiming = aiming
        self._key = "play"
        self._meant: Play | None = None
        self._rung: tuple[int, ...] = ()
        self._is_paired = False

    def hear(self, ruling: Ruling) -> None:
        """Note which play is declared next, and that a number that was rung does not count."""
        match ruling:
            case rulings.TurnBegan() | rulings.ExtraAction() | rulings.TakenBackPlay():
                self._key = "play"
                self._forget()
            case rulings.Played(seat=seat, card=card):
                fight = self._cards.state.attack
                is_dbs = self._cards.state.deck.kind(card) == "dbs"
                self._key = "shot" if is_dbs else "play"
                self._forget()
                if is_dbs and fight is not None:
                    self._meant = self._aiming.play(seat, card, fight.play.target)
            case rulings.Countered(seat=seat, card=card, by=by):
                self._key = "react"
                self._forget()
                self._meant = self._aiming.play(seat, card, by)
            case rulings.NotAimed(rung=number):
                self._rung = tuple(one for one in self._rung if one != number)
                self._drop(number)
            case _:
                pass

    def _forget(self) -> None:
        self._meant, self._rung, self._is_paired = None, (), False

    def _drop(self, number: int) -> None:
        """Leave a number out that cannot be aimed at; one told twice counts once."""
        meant = self._meant
        if meant is not None:
            left = tuple(dict.fromkeys(one for one in meant.numbers if one != number))
            self._meant = replace(meant, numbers=left)

    def mean(self, play: Play) -> None:
        """Note what a seat is about to play."""
        self._forget()
        self._key, self._meant = "play", self._slipped(play)
        self._cards.mean(play)

    def _slipped(self, play: Play) -> Play:
        kind = self._cards.state.deck.kind(play.card)
        if play.numbers and self._mind.rolls(BLUNDER):
            return replace(play, numbers=self._aiming.wrong(kind, play.numbers))
        return play

    def form(self, play: Play) -> dict[str, Any]:
        """Return a play as a phone says it, under the key that is asked for now."""
        told: dict[str, Any] = {} if self._key == "shot" else {"card": play.card}
        if play.target is not None and self._key != "react":
            told["target"] = play.target
        if play.numbers:
            told["numbers"] = list(play.numbers)
        if play.partner is not None and self._key != "shot":
            told["with"] = play.partner
        return told

    # The target

    def target(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Choose a player by the lights, or on a phone."""
        asked = about(offers, "target")
        seat = asked[0].seat
        among = [_target_of(offer) for offer in asked if offer.say is not None]
        play = self._play(seat)
        if play.target not in among or self._key == "shot":
            play = replace(play, target=self._aiming.weakest(among))
            self._meant = play
        if self._mind.is_by_phone(seat):
            return (self._tell(play),)
        return self._pair(play) or self._lights(seat, among.index(play.target or among[0]))

    def _lights(self, seat: int, steps: int) -> Sequence[Move]:
        return (*(press(seat, Side.LEFT) for _ in range(steps)), press(seat, Side.RIGHT))

    def _play(self, seat: int) -> Play:
        """Return what is meant; what nobody meant, after a restart perhaps, is made up."""
        if self._meant is None or self._meant.by != seat:
            draft = self._cards.state.draft
            card = draft.card if draft else next(iter(self._cards.state.deck.actions))
            self._meant = self._aiming.play(seat, card)
        return self._meant

    # The numbers

    def aim(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Ring the numbers one after another, then end the list; or tell them on a phone."""
        seat = about(offers, "aim")[0].seat
        if self._mind.is_closing(seat, now):
            return ()
        play = self._aimed(seat)
        back = [offer for offer in about(offers, "back") if offer.seat == seat]
        if back and self._mind.does("back", seat, likely=TAKES_BACK):
            return (self._back(back[0]),)
        if self._mind.is_lost("aim", seat, most=IN_VAIN) or (
            not self._rung and self._mind.is_by_phone(seat)
        ):
            return self._by_phone(play)
        return self._pair(play) or self._ring(play, now)

    def _back(self, offer: Offer) -> Move:
        """Take the card back: with a button while no number was rung, or on a phone."""
        is_told = bool(self._rung) or self._mind.is_by_phone(offer.seat)
        return self._mind.take(offer) if is_told else press(offer.seat, Side.LEFT)

    def _aimed(self, seat: int) -> Play:
        """Return what is meant, with numbers where a pair came to nothing."""
        play = self._play(seat)
        kind = self._cards.state.deck.kind(play.card)
        if self._is_paired or (wants_numbers(play, kind) and not play.numbers):
            play = replace(play, partner=None, numbers=self._aiming.numbers(seat, kind))
            self._meant, self._is_paired = play, False
        return play

    def _by_phone(self, play: Play) -> Sequence[Move]:
        if play.partner is None and self._mind.rolls(RINGS_BY_PHONE) and play.numbers:
            left = [number for number in play.numbers if number not in self._rung]
            if left and left[0] > 0:
                self._rung = (*self._rung, left[0])
                return (say(play.by, ring=left[0]),)
        return (self._tell(play),)

    def _tell(self, play: Play) -> Move:
        move = say(play.by, **{self._key: self.form(play)})
        kind = self._cards.state.deck.kind(play.card)
        if play.numbers:  # should they be refused, others are told
            self._meant = replace(play, numbers=self._aiming.numbers(play.by, kind))
        return move

    def _pair(self, play: Play) -> Sequence[Move]:
        """Tap the second card of the name, once."""
        if play.partner is None or self._is_paired:
            return ()
        self._is_paired = True
        return (tap(play.by, play.partner),)

    def _ring(self, play: Play, now: int) -> Sequence[Move]:
        left = [number for number in play.numbers if number not in self._rung and number > 0]
        again = [number for number in play.numbers if play.numbers.count(number) > 1]
        if again and again[0] in self._rung:  # a number twice, by mistake
            self._meant = replace(play, numbers=tuple(dict.fromkeys(play.numbers)))
            left = again[:1]
        if not left:
            return (press(play.by, self._mind.chance.choice(tuple(Side))),)
        self._rung = (*self._rung, left[0])
        return self._mind.number(Move(play.by, "ring", 0), left[0], now)


def _target_of(offer: Offer) -> int:
    """Return whom an offered choice means."""
    told: Any = next(iter((offer.say or {}).values()))
    return int(told["target"])
