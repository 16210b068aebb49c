"""The contract: tests here run over every game that is found, without any list.

A test that asks for `game` runs once a game; one that asks for `played` once a game and seed.
"""

from __future__ import annotations

from functools import cache

import pytest

from firmware import shelf
from tests.contract.players import Played, play

SEEDS = range(4)
GAMES = shelf.games()


@cache
def a_game(slug: str, seed: int) -> Played:
    return play(GAMES[slug], seed)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(GAMES.values()), ids=list(GAMES))
    if "played" in metafunc.fixturenames:
        pairs = [(slug, seed) for slug in GAMES for seed in SEEDS]
        ids = [f"{slug}-{seed}" for slug, seed in pairs]
        metafunc.parametrize("played", pairs, ids=ids, indirect=True)


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Played:
    """A whole game as the generic player played it; made once for all tests."""
    slug, seed = request.param
    return a_game(slug, seed)
