from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.events import HostDid, Restarted
from companion.core.header import Header
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.robots import Move
from companion.core.rulings import TakenBack
from companion.core.stamps import NS_PER_S
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_places import Pile
from tests.contract.test_robots import Hands
from tests.games.wild_wild_pattern.robot_tables import (
    GAME,
    MANIFEST,
    L,
    Sure,
    at_go,
    card,
    covering,
    hand,
    header,
    hear,
    number,
    only,
    robot,
)

MOST_TURNS = 6000
SHORT: dict[str, Any] = {"mode": "dead_or_alive", "clementine_seconds": 5}


class Table:
    """Is a table at which robots play, with real events on virtual time."""

    def __init__(self, seed: int, players: int = 2, **options: Any) -> None:
        self.seed = seed
        self.header: Header = header(players, **{**SHORT, **options})
        self.referee = Referee(GAME, self.header)
        self.at = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Let robots come to the table, who hear all that was ruled so far."""
        self.robot = Robot(self.header, MANIFEST, Random(self.seed))
        self.hands = Hands(self.referee, self.robot)
        self.hands._at = self.at
        self.hear()

    def hear(self) -> None:
        fresh = [one for one in self.referee.run.rulings if one.number > self.hands._heard]
        self.hands._heard = self.referee.run.next_number - 1
        self.robot.heard([one.ruling for one in fresh])

    def turn(self) -> None:
        self.hands.turn()
        self.at = self.hands._at

    def host(self, **act: Any) -> None:
        self.at += NS_PER_S
        self.hands._at = self.at
        self.referee.feed(HostDid(act, at=self.at))

    def play(self) -> None:
        """Play to the end."""
        for _ in range(MOST_TURNS):
            if self.referee.run.is_over or self.referee.run.failure:
                break
            self.turn()
        assert self.referee.run.failure is None
        assert self.referee.run.is_over

    def told(self) -> list[str]:
        return [str(one.ruling) for one in self.referee.run.rulings]


# Whole games


@pytest.mark.parametrize("seed", range(3))
def test_the_cards_of_the_robots_are_those_that_the_kit_knows(seed: int) -> None:
    table = Table(seed, players=3)
    compared = 0
    while not table.referee.run.is_over:
        table.turn()
        state, cards = table.referee.run.state, table.robot.cards
        assert GAME.count(state) is None
        if state.phase == "wait":
            compared += 1
            assert cards.wheel == state.wheel
            for seat, player in state.players.items():
                assert cards.at((Pile.WON, seat)) == player.won
                assert cards.at((Pile.HELD, seat)) == player.challenges
    assert compared > 5


def test_one_seed_is_one_evening() -> None:
    one, two, other = Table(4), Table(4), Table(5)
    for table in (one, two, other):
        table.play()
    assert one.told() == two.told() != other.told()


def test_a_game_ends_in_a_saloon_too() -> None:
    table = Table(6, mode="saloon")
    table.play()
    assert table.referee.run.state.winners


@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_however_often_it_is_taken_back(seed: int) -> None:
    table, chance = Table(seed), Random(seed)
    for _ in range(12):
        for _ in range(chance.randrange(25)):
            table.turn()
        steps = min(1 + chance.randrange(6), table.referee.steps())
        if table.referee.run.is_over or not steps:
            break
        table.host(undo=steps)
        table.host(resume=True)
        table.hear()
    table.play()


@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_after_restarts_that_nobody_remembers_the_cards_of(seed: int) -> None:
    table, chance = Table(seed), Random(seed)
    for _ in range(3):
        for _ in range(chance.randrange(40)):
            table.turn()
        if table.referee.run.is_over:
            break
        records = [one for one in table.referee.kept if isinstance(one, Record)]
        table.referee = Referee.restored(GAME, table.header, records)
        table.referee.feed(Restarted(at=table.at))
        table.host(resume=True)
        table.sit_down()
    table.play()


def test_a_game_ends_when_a_player_leaves_it() -> None:
    table = Table(1, players=3, mode="saloon")
    for _ in range(30):
        table.turn()
    table.host(adjust={"seat": 2, "alive": False})
    table.hear()
    table.play()


# After an undo


def test_the_card_that_was_placed_is_in_the_hand_again() -> None:
    made = at_go(Sure())
    own = hand(made, 1)
    assert only(made.moves([card(1, "place")], 0)).card == own
    hear(made, rulings.Placed(1, own, 0))
    made.moves([card(2, "place")], 0)
    hear(made, TakenBack(1))
    assert only(made.moves([card(1, "place")], 0)).card == own


def test_what_was_meant_before_an_undo_is_forgotten() -> None:
    made = covering(Sure())
    before = made._shots.meaning(1)
    hear(made, TakenBack(1))
    assert made._shots.meaning(1) is not before


def test_a_number_is_pressed_again_after_an_undo() -> None:
    made = covering(Sure())
    assert made.moves(number(1, "repeats"), 0)
    hear(made, TakenBack(1))
    assert made.moves(number(1, "repeats"), 1)


def test_while_nothing_is_asked_nothing_is_put_back() -> None:
    made = robot(Sure())
    hear(made, TakenBack(1))
    assert made.moves([], 0) == []
    assert made._steps_back == 1


# What is not known


def test_an_unknown_question_is_answered_as_it_is_offered() -> None:
    offer = Offer(2, "press", "new_question", {"yes": True}, button=L)
    moves: list[Move] = [m for seed in range(20) for m in robot(seed, 0.5).moves([offer], 0)]
    assert {move.gesture for move in moves} == {"press", "say"}


def test_nothing_is_done_where_nothing_must() -> None:
    assert robot().moves([Offer(1, "card", "unknown", reader="centre", optional=True)], 0) == []
