"""How robots answer an attack: hit or missed, a card at another's turn, helmet or vest."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.games.boom_boom_battle.attacks import counters
from companion.games.boom_boom_battle.box import COUNTERS
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_mind import Mind, about, press, say, seats, tap
from companion.games.boom_boom_battle.state import Attack

PASS = {"pass": True}

LIES = 0.03  # how often an answer is not true (B66)
MISCOUNTS = 0.06  # how often more is pressed than can have hit
REACTS = 0.85  # how often a card that may be played at another's turn is
WAITS = 0.02  # how often a window is left to end by itself
PARTLY = 0.4  # how often a phone tells the card alone
WRONG_REACTION = 0.02


class Answering:
    """Plays at others' turns, by the own hand and what was declared."""

    def __init__(self, mind: Mind, cards: RobotCards, aiming: Aiming) -> None:
        self._mind = mind
        self._cards = cards
        self._aiming = aiming

    # Hit or missed

    def hit(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let everybody who is asked say whether it was hit."""
        return [self._hit(seat) for seat in seats(about(offers, "hit"))]

    def _hit(self, seat: int) -> Move:
        hits = self._met(seat)
        is_hit = bool(hits) != self._lies(seat)
        if not self._mind.is_by_phone(seat):
            return press(seat, Side.LEFT if is_hit else Side.RIGHT)
        is_counted = is_hit and self._fight_kind() == "grenade" and hits > 0
        if is_counted and self._mind.rolls(0.5):
            return say(seat, hit=hits)
        return say(seat, hit=is_hit) if is_hit or self._mind.rolls(0.5) else say(seat, **PASS)

    def hits(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Let everybody who is asked tell how much hit it: LEFT so many times, RIGHT for none."""
        return [
            move
            for seat in seats(about(offers, "hits"))
            if not self._mind.is_closing(seat, now)
            for move in self._hits(seat, now)
        ]

    def _hits(self, seat: int, now: int) -> Sequence[Move]:
        hits = self._met(seat)
        if self._lies(seat):
            hits = hits - 1 if hits else 1
        if self._mind.does("miscounts", seat, likely=MISCOUNTS):
            hits = self._most(seat) + 1
        if self._mind.is_by_phone(seat):
            return (say(seat, hit=hits if hits or self._mind.rolls(0.5) else False),)
        if hits:
            return self._mind.number(press(seat, Side.LEFT), hits, now)
        return (press(seat, Side.RIGHT),)

    def _met(self, seat: int) -> int:
        """Return how much hits a hand: numbers of an LMG, cards of anything else."""
        fight, number = self._cards.state.attack, self._cards.state.deck.number
        numbers = fight.play.numbers if fight else ()
        met = [number(card) for card in self._cards.hand(seat) if number(card) in numbers]
        return len(set(met)) if self._fight_kind() == "lmg" else len(met)

    def _most(self, seat: int) -> int:
        fight, hand = self._cards.state.attack, len(self._cards.hand(seat))
        is_lmg = fight is not None and fight.kind == "lmg"
        return min(hand, len(fight.play.numbers)) if fight and is_lmg else hand

    def _lies(self, seat: int) -> bool:
        return self._mind.once("lies", seat, roll=lambda: self._mind.rolls(LIES))

    def _fight_kind(self) -> str | None:
        fight = self._cards.state.attack
        return None if fight is None else fight.kind

    # A card at another's turn

    def block(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Block a pan with a pan, or pass."""
        waiting = self._in_window(offers, "block")
        return [move for seat in waiting for move in self._react(seat, ("pan",))]

    def counter(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let everybody who can strike back do so, or pass."""
        fight, waiting = self._cards.state.attack, self._in_window(offers, "counter")
        is_alone = len(waiting) == 1
        return [
            move
            for seat in waiting
            for move in self._react(seat, self._allowed(fight, seat), is_alone=is_alone)
        ]

    def _in_window(self, offers: Sequence[Offer], about_: str) -> list[int]:
        waiting = self._mind.once("window", roll=lambda: self._mind.rolls(WAITS))
        return [] if waiting else seats(about(offers, about_))

    def _allowed(self, fight: Attack | None, seat: int) -> Sequence[str]:
        return counters(self._cards.state, fight, seat) if fight is not None else COUNTERS

    def _react(self, seat: int, kinds: Sequence[str], *, is_alone: bool = True) -> Sequence[Move]:
        kind = self._cards.state.deck.kind
        circled = self._cards.circled(seat)
        hand = [card for card in self._cards.hand(seat) if card not in circled]
        able = [card for card in hand if kind(card) in kinds]
        unable = [card for card in hand if card not in able]
        if unable and self._mind.does("wrong reaction", seat, likely=WRONG_REACTION):
            return self._tap(seat, self._mind.chance.choice(unable), is_alone=is_alone)
        reacts = self._mind.once("reacts", seat, roll=lambda: self._mind.rolls(REACTS))
        if not (able and reacts) or self._mind.is_lost("react", seat):
            is_by_phone = self._mind.is_by_phone(seat)
            return (say(seat, **PASS) if is_by_phone else press(seat, Side.RIGHT),)
        return self._strike(seat, able[0], is_alone=is_alone)

    def _tap(self, seat: int, card: str, *, is_alone: bool) -> Sequence[Move]:
        """Tap a card; where several may, the own button says before whose it is."""
        return (tap(seat, card),) if is_alone else (press(seat, Side.LEFT), tap(seat, card))

    def _strike(self, seat: int, card: str, *, is_alone: bool) -> Sequence[Move]:
        fight = self._cards.state.attack
        play = self._aiming.play(seat, card, fight.by if fight else seat)
        if not self._mind.is_by_phone(seat):
            self._cards.lay(seat, (card,))
            return self._tap(seat, card, is_alone=is_alone)
        told: dict[str, object] = {"card": card}
        if play.partner is not None:
            told["with"] = play.partner
        elif play.numbers and not self._mind.rolls(PARTLY):
            told["numbers"] = list(play.numbers)
        self._cards.lay(seat, (card, *(() if play.partner is None else (play.partner,))))
        return (say(seat, react=told),)

    # Equipment

    def equipment(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Choose between helmet and vest: with a button, the card itself, or on a phone."""
        asked = about(offers, "equipment")
        presses = [offer for offer in asked if offer.gesture == "press"]
        cards = [card for offer in asked for card in sorted(offer.among or ())]
        if cards and self._mind.rolls(0.3):
            return (tap(asked[0].seat, self._mind.chance.choice(cards)),)
        return (self._mind.take(self._mind.chance.choice(presses)),)
