"""What must never be lost at a table: 13 coins and 6 cards a player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.click_click_boom.state import State, with_seat
from tests.games.click_click_boom.table import GAME, a_seat, a_state

TABLE = a_state(*(a_seat(number) for number in (1, 2, 3)))


def test_coins_may_lie_in_the_pot_and_cards_in_piles() -> None:
    state = replace(with_seat(TABLE, 1, coins=11), pot=2)
    piled = a_seat(2, unplayed=4, played=["pay", "boom"])
    assert GAME.count(replace(state, seats=(state.seat(1), piled, state.seat(3)))) is None


def test_in_quick_play_there_are_no_coins() -> None:
    assert GAME.count(a_state(a_seat(1, 0), a_seat(2, 0), variant="quick")) is None
    found = GAME.count(a_state(a_seat(1, 1), a_seat(2, 0), variant="quick"))
    assert found == "1 coins at a table of 2, which began with 0"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (replace(TABLE, pot=1), "40 coins at a table of 3, which began with 39"),
        (with_seat(TABLE, 2, coins=12), "38 coins at a table of 3, which began with 39"),
        (with_seat(TABLE, 3, unplayed=5), "17 cards at a table of 3, which began with 18"),
    ],
)
def test_coins_and_cards_that_are_gone_or_too_many_are_told(state: State, told: str) -> None:
    assert GAME.count(state) == told
