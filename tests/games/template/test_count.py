"""Every prize is before one player at most, and every round has given one prize or point."""

from __future__ import annotations

import pytest

from companion.core.game import Game
from companion.games.template.state import State, with_player
from tests.games.template.tables import GAME, Kit


def in_round_2() -> State:
    """Return the state after seat 1 took the gold and the second round began."""
    kit = Kit()
    kit.win(1)
    kit.tap("gold/1")
    kit.hold(1)
    assert kit.state.round == 2
    return kit.state


def test_a_prize_and_a_point_are_both_a_round_s() -> None:
    kit = Kit(rounds=2)
    kit.win(1)
    assert GAME.count(kit.state) is None
    kit.tap("gold/1")
    kit.win(2)
    kit.press(2)
    assert kit.referee.run.is_over
    assert GAME.count(kit.state) is None


def test_a_prize_before_two_players_is_told() -> None:
    doubled = with_player(in_round_2(), 2, prizes=("gold/1",))
    assert GAME.count(doubled) == (
        "gold/1, gold/1: each prize of the deck lies before one player at most"
    )


def test_a_prize_of_no_deck_is_told() -> None:
    strange = with_player(in_round_2(), 1, prizes=("ace/1",))
    assert str(GAME.count(strange)).startswith("ace/1: ")


@pytest.mark.parametrize(("prizes", "points", "won"), [((), 0, 0), (("gold/1",), 2, 3)])
def test_prizes_that_no_round_gave_or_that_are_gone_are_told(
    prizes: tuple[str, ...], points: int, won: int
) -> None:
    state = with_player(in_round_2(), 1, prizes=prizes, points=points)
    assert GAME.count(state) == f"{won} prizes and sure points were won by round 2"


def test_a_game_that_counts_nothing_has_lost_nothing() -> None:
    bare = {name: getattr(GAME, name) for name in Game.__slots__ if name != "count"}
    game: Game[State] = Game(**bare)
    assert game.count(in_round_2()) is None
