"""Robots of Wild Wild Pattern at a table of offers: what is asked, by whom, in short words."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.header import Header, read_header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling
from companion.games.wild_wild_pattern import game, rulings
from companion.games.wild_wild_pattern.box import BANK_CARDS, CHALLENGES
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_places import PLAYED, Pile
from firmware.shelf import manifest

T = TypeVar("T")

MANIFEST = manifest("wild_wild_pattern")
GAME = game(MANIFEST)
L, R = Side.LEFT, Side.RIGHT
BEGUN = rulings.MancheBegun(1, None)


class Sure:
    """Is a source of chance that always gives the same: 0 lets everything rare happen."""

    def __init__(self, number: float = 0.999) -> None:
        self.number = number

    def random(self) -> float:
        return self.number

    def randrange(self, stop: int, /) -> int:
        return int(self.number * stop)

    def choice(self, among: Sequence[T]) -> T:
        return among[self.randrange(len(among))]

    def shuffle(self, things: MutableSequence[Any]) -> None:
        Random(1).shuffle(things)


def header(players: int = 3, **options: Any) -> Header:
    given = {
        "ringmaster": 1,
        "game": "wild_wild_pattern",
        "seats": ["Ann", "Bo", "Cy", "Di"][:players],
        "options": options,
    }
    read, faults = read_header(given, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def robot(chance: Chance | int = 1, phones: float = 0, players: int = 3, **options: Any) -> Robot:
    """Return a robot at the begin of a manche; with a number that is the seed of its chance."""
    source = Random(chance) if isinstance(chance, int) else chance
    made = Robot(header(players, **options), MANIFEST, source, phones=phones)
    made.heard([BEGUN])
    return made


def lay_wheel(made: Robot) -> Robot:
    """Let the dealer lay the whole Wheel, and everybody hear of it."""
    while len(made.cards.tops()) < 7 or made.cards.next() in CHALLENGES:
        (move,) = made.moves(DEAL, 0)
        if move.card in CHALLENGES:
            made.heard([rulings.SentAway(move.card)])
    made.moves(DEAL, 0)
    made.heard([rulings.WheelLaid()])
    return made


def at_go(chance: Chance | int = 1, phones: float = 0, **how: Any) -> Robot:
    """Return a robot whose players have drawn, at GO."""
    made = lay_wheel(robot(chance, phones, **how))
    made.moves(ready(1, 2, 3), 0)
    made.heard([rulings.Drawn(1)])
    return made


def covering(chance: Chance | int = 1, phones: float = 0, **how: Any) -> Robot:
    """Return a robot whose seat 1 has laid its card to cover."""
    made = at_go(chance, phones, **how)
    made.moves(shoot(1, 2, 3), 0)
    made.heard([rulings.CardLaid(1, hand(made, 1))])
    return made


def hand(made: Robot, seat: int) -> str:
    card = made.cards.hand(seat)
    assert card is not None
    return card


def give(made: Robot, card: str, seat: int, pile: Pile = Pile.WON) -> None:
    """Lay a card before a seat."""
    made.cards.move(card, (pile, seat))


def play(made: Robot, card: str) -> None:
    """Let a card be the one that covers."""
    made.cards.move(card, PLAYED)


def hear(made: Robot, *heard: Ruling) -> None:
    made.heard(heard)


def answers(moves: Sequence[Move]) -> list[Move]:
    """Return the moves that are not for cards which came by themselves."""
    aside = {*CHALLENGES, *BANK_CARDS}
    return [move for move in moves if "drew" not in (move.say or ()) and move.card not in aside]


def only(moves: Sequence[Move]) -> Move:
    (move,) = moves
    return move


# Offers

DEAL = [Offer(1, "card", "deal", reader="centre")]


def ready(*missing: int, held: Sequence[int] = ()) -> list[Offer]:
    holds = [
        Offer(seat, "hold", "ready", {"side": side.value}, button=side)
        for seat in missing
        for side in Side
    ]
    return [*holds, *(held_by(seat, "ready") for seat in held)]


def held_by(seat: int, about: str) -> Offer:
    return Offer(seat, "let_go", about, {"let_go": True}, button=L, optional=about == "ready")


def shoot(*seats: int) -> list[Offer]:
    return [
        Offer(seat, "press", "shoot", {"side": side.value}, button=side)
        for seat in seats
        for side in Side
    ]


def stop(*seats: int, until: int | None = None) -> list[Offer]:
    says = {"side": "left"}
    return [Offer(seat, "press", "stop", says, button=L, until=until) for seat in seats]


def card(seat: int, about: str, reader: str | None = "centre") -> Offer:
    return Offer(seat, "card", about, reader=reader)


def spoken(seat: int) -> list[Offer]:
    done = Offer(seat, "press", "spoken", {"done": True}, button=L)
    return [done, card(seat, "covered"), *drew(1, 2, 3)]


def judge(claimant: int, *voters: int) -> list[Offer]:
    return [card(claimant, "covered"), *(one for seat in voters for one in vote(seat))]


def vote(seat: int) -> list[Offer]:
    yes = Offer(seat, "press", "accept", {"done": True}, button=L)
    return [yes, Offer(seat, "press", "accept", {"pass": True}, button=R)]


def number(seat: int, about: str) -> list[Offer]:
    return [Offer(seat, "press", about, button=side) for side in Side]


def take(seat: int, *among: str) -> list[Offer]:
    says = [Offer(seat, "say", "take", {"take": [one]}) for one in among]
    return [card(seat, "take", "tray"), *says]


def challenge(seat: int, *uses: dict[str, Any]) -> list[Offer]:
    says = [Offer(seat, "say", "challenge", {"challenge": use}) for use in uses]
    return [card(seat, "challenge", None), *says, keep(seat, "challenge")]


def keep(seat: int, about: str) -> Offer:
    return Offer(seat, "press", about, {"pass": True}, button=R)


def drew(*seats: int) -> list[Offer]:
    among = frozenset((*CHALLENGES, *BANK_CARDS))
    return [Offer(seat, "card", "drew", optional=True, among=among) for seat in seats]
