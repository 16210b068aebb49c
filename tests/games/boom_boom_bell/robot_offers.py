"""What robots of Boom Boom (2013) are offered in tests, and a chance that lets nobody slip."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.robot import Robot
from tests.games.boom_boom_bell.table import GAME, four, header

L, R = Side.LEFT, Side.RIGHT
NEVER = 9  # stacks that nobody has
DEALT = {2: rulings.Dealt(1, 6), 3: rulings.Dealt(1, 4), 4: rulings.Dealt(1, 3)}


class Steady(Random):
    """Is a chance that lets nobody slip: every roll comes out the same, unless it is given."""

    def __init__(self, roll: float = 0.9, *rolls: float) -> None:
        super().__init__(1)
        self.roll = roll
        self.rolls = list(rolls)

    def random(self) -> float:
        return self.rolls.pop(0) if self.rolls else self.roll

    def getrandbits(self, k: int, /) -> int:
        return k * 0


def robot(
    chance: Random | None = None, players: int = 2, phones: float = 0, **options: Any
) -> Robot:
    given = header(players, **options)
    made = Robot(given, GAME.manifest, chance or Steady(), phones=phones)
    made.heard((DEALT[players],))
    return made


def free(*seats: int, about: str = "ring") -> list[Offer]:
    return [Offer(seat, "hold", about, button=s, optional=True) for seat in seats for s in Side]


def holding(seat: int, side: Side = L, about: str = "ring") -> Offer:
    return Offer(seat, "let_go", about, {"let_go": True}, button=side, optional=True)


def due(seat: int, rings: int, gesture: str = "say") -> Offer:
    return Offer(seat, gesture, "ring", {"ring": rings}, optional=True)


def starts(*seats: int) -> list[Offer]:
    return [Offer(seat, "ring", "start", {"ring": 1}) for seat in seats]


def called_for(seat: int) -> Offer:
    return Offer(seat, "say", "call", {"boom_boom": True})


def shows(*seats: int) -> list[Offer]:
    cards = [Offer(seat, "card", "show", reader="tray", optional=True) for seat in seats]
    says = [Offer(seat, "say", "show", {"pass": True}, optional=True) for seat in seats]
    return [*cards, *says]


def asks(seat: int, *, may_end: bool = True) -> list[Offer]:
    done = Offer(seat, "press", "check", {"done": True}, button=L)
    no = Offer(seat, "press", "check", {"pass": True}, button=R)
    return [done, no] if may_end else [no]


def gestures(moves: Sequence[Move]) -> list[str]:
    return [move.gesture for move in moves]


def at(made: Robot, offers: Sequence[Offer], now: int) -> list[tuple[int, Move]]:
    """Return the moves with their moments, in order."""
    moves = made.moves(offers, now)
    return sorted(((now + move.after, move) for move in moves), key=lambda one: one[0])


def with_stacks(made: Robot, seats: Sequence[int] = (1, 2), complete: int = 6) -> Robot:
    """Return a robot in whose round everybody has so many complete stacks.

    The rest are no stacks, and nothing is exchanged: all that lies on the board is for a guest.
    """
    made.moves([*free(*seats), *(due(seat, NEVER) for seat in seats)], 0)
    pictures = iter(range(1, 14))
    for seat in seats:
        whole = [four(next(pictures)) for _ in range(complete)]
        rest = len(made.cards.stacks[seat]) - complete
        made.cards.stacks[seat] = [*whole, *(["award/1", *four(13)[:3]] for _ in range(rest))]
    made.cards.board, made.cards._aims = ["picture-13/4"], {"picture-13": (9, 0)}
    return made
