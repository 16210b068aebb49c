from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.game import Game
from companion.core.referee import Referee
from companion.core.robots import Move, Robot
from companion.core.stamps import NS_PER_MS
from tests.contract.players import some_header

LEISURE_NS = 100 * NS_PER_MS
IDLE_NS = 500 * NS_PER_MS
MOST_TURNS = 5000


@pytest.mark.parametrize("seed", range(4))
def test_robots_play_a_whole_game_to_its_end(game: Game[Any], seed: int) -> None:
    if game.robot is None:
        pytest.skip("this game has no robot")
    referee = Referee(game, some_header(game, seed))
    play = Hands(referee, game.robot(referee.run.header, game.manifest, Random(seed)))
    for _ in range(MOST_TURNS):
        if referee.run.is_over or referee.run.failure:
            break
        play.turn()
    assert referee.run.failure is None
    assert referee.run.is_over


class Hands:
    """Carries a robot's moves out as table events, one after another, on virtual time."""

    def __init__(self, referee: Referee[Any], robot: Robot) -> None:
        self._referee = referee
        self._robot = robot
        self._at = 0
        self._heard = 0

    def turn(self) -> None:
        """Ask the robot, and let happen what it wants until something is ruled."""
        run = self._referee.run
        moves = self._robot.moves(run.offers(), self._at)
        if run.claimants():
            moves = [Move(run.claimants()[0], "press", 0, button=Side.LEFT)]
        begun = self._at
        for move in sorted(moves, key=lambda move: move.after or LEISURE_NS):
            self._at = max(self._at, begun + (move.after or LEISURE_NS))
            acts = (Woke(at=self._at), *self._acts(move))
            if sum(self._feed(one) for one in acts):  # a press is let go of whatever is ruled
                return
        if not moves:
            self._at += IDLE_NS
            self._feed(Woke(at=self._at))

    def _feed(self, event: TableEvent) -> bool:
        """Feed an event; tell whether anything was ruled."""
        self._referee.feed(event)
        rulings = self._referee.run.rulings
        fresh = [one.ruling for one in rulings if one.number > self._heard]
        self._heard = rulings[-1].number if rulings else 0
        if fresh:
            self._robot.heard(fresh)
        return bool(fresh)

    def _acts(self, move: Move) -> list[TableEvent]:
        seat, side, at = move.seat, move.button or Side.LEFT, self._at
        press, release = Pressed(seat, side, at=at), Released(seat, side, at=at)
        is_down = f"{seat}.{side.value}" in self._referee.run.down()
        match move.gesture:
            case "say":
                return [Said(seat, move.say or {}, at=at)]
            case "card":
                card, reader = move.card or "", move.reader or "centre"
                return [CardPlaced(card, reader, at=at), CardLifted(card, reader, at=at)]
            case "ring":
                return [Rang(seat, at=at)]
            case "let_go":
                return [release]
            case "hold":
                return [release, press] if is_down else [press]
            case _:
                return [release, press, release] if is_down else [press, release]
