"""Robots of BOOM BOOM at tables: whole games on virtual time, and what their heads hold."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import HostDid, Restarted, Side
from companion.core.header import Header
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_S
from companion.games.boom_boom_battle.robot import Robot
from companion.games.boom_boom_battle.state import State
from tests.contract.test_robots import Hands
from tests.games.boom_boom_battle.table import GAME, header

T = TypeVar("T")
MOST_TURNS = 8000
L, R = Side.LEFT, Side.RIGHT


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


class Evening:
    """Is a table at which robots play, with real events on virtual time."""

    def __init__(
        self, seed: int, seats: int = 2, deck: dict[str, Any] | None = None, **options: Any
    ) -> None:
        self.seed = seed
        self.header: Header = header(seats, first=None, deck=deck, **options)
        self.referee = Referee(GAME, self.header)
        self.at = 0
        self.sit_down()

    @property
    def state(self) -> State:
        return self.referee.run.state

    @property
    def is_over(self) -> bool:
        assert self.referee.run.failure is None
        return self.referee.run.is_over

    @property
    def ruled(self) -> list[Ruling]:
        return [one.ruling for one in self.referee.run.rulings]

    def sit_down(self) -> None:
        """Let robots come to the table, who hear all that was ruled so far."""
        self.robot = Robot(self.header, GAME.manifest, Random(self.seed))
        self.hands = Hands(self.referee, self.robot)
        self.hands._at = self.at
        self.hear()

    def hear(self) -> None:
        """Let the robots hear what the host made happen."""
        fresh = [one for one in self.referee.run.rulings if one.number > self.hands._heard]
        self.hands._heard = self.referee.run.next_number - 1
        self.robot.heard([one.ruling for one in fresh])

    def turn(self) -> None:
        self.hands.turn()
        self.at = self.hands._at
        assert GAME.count(self.state) is None

    def turns(self, number: int) -> None:
        for _ in range(number):
            if not self.is_over:
                self.turn()

    def play(self) -> None:
        """Play to the end."""
        self.turns(MOST_TURNS)
        assert self.is_over

    def host(self, **act: Any) -> None:
        self.at += NS_PER_S
        self.hands._at = self.at
        self.referee.feed(HostDid(act, at=self.at))
        self.hear()

    def restart(self) -> None:
        """Restart the kit: other robots come, who know no card but those that were told."""
        records = [one for one in self.referee.kept if isinstance(one, Record)]
        self.referee = Referee.restored(GAME, self.header, records)
        self.referee.feed(Restarted(at=self.at))
        self.sit_down()
        self.host(resume=True)


def robot(chance: Chance | int = 1, seats: int = 2, phones: float = 0, **options: Any) -> Robot:
    """Return a robot after the deal; with a number that is the seed of its chance."""
    source = Random(chance) if isinstance(chance, int) else chance
    return Robot(header(seats, first=None, **options), GAME.manifest, source, phones=phones)


def differing(evening: Evening) -> list[str]:
    """Say where the robots' cards do not lie as the kit knows them."""
    state, cards = evening.state, evening.robot.cards
    seen = cards.state
    differ = [
        name
        for name in ("draw", "remaining", "circled", "flipped", "turn", "effect")
        if getattr(state, name) != getattr(seen, name)
    ]
    for seat, player in state.players.items():
        own = cards.hand(seat)
        is_same = player.hand == len(own) and set(player.cards) <= set(own)
        is_same &= player.is_out == seen.players[seat].is_out
        differ += [] if is_same and state.front_of(seat) == seen.front_of(seat) else [str(seat)]
    return differ


# Offers


def card(seat: int, about: str, reader: str | None = "centre") -> Offer:
    return Offer(seat, "card", about, reader=reader)


def only(moves: Sequence[Move]) -> Move:
    assert len(moves) == 1, moves
    return moves[0]
