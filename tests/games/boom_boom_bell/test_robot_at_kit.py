"""Robots at the simulated kit: whole matches through pins and tags, on every board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from companion.core.events import HostDid, Rang
from companion.core.header import Header
from companion.core.robots import Chance, Robot
from companion.core.rulings import Ruling
from companion.games.boom_boom_bell import robot
from firmware.clock import NS_PER_S
from firmware.items import Told
from firmware.soak import Plan, Soak, deck_of
from tests.games.boom_boom_bell.table import GAME

GAMES = {GAME.slug: GAME}
DECKS = deck_of(GAMES)


class Known:
    """Makes robots that can be found again; `phones` is how likely each seat has one."""

    def __init__(self, phones: float = robot.PHONES) -> None:
        self.phones = phones
        self.made: robot.Robot | None = None

    def __call__(self, header: Header, manifest: Mapping[str, Any], chance: Chance) -> Robot:
        self.made = robot.Robot(header, manifest, chance, phones=self.phones)
        return self.made


def table(seed: int, players: int, known: Known | None = None, **given: Any) -> Soak:
    """Return a table at which robots play a match of one point, if no options say otherwise."""
    options = {"points": 1, **given.pop("options", {})}
    plan = Plan(seed, players, GAME.slug, options, robot=known, **given)
    return Soak(plan, GAMES, DECKS)


def events(soak: Soak) -> list[Any]:
    assert soak.sitting.played is not None
    kept = soak.sitting.played.referee.kept
    return [one.event for one in kept if hasattr(one, "event")]


def ruled(soak: Soak) -> Sequence[Ruling]:
    return [one.ruling for one in soak.run.rulings]


@pytest.mark.parametrize(
    ("players", "board"),
    [(2, "two_seats"), (3, "four_seats"), (4, "four_bells"), (4, "standard")],
)
@pytest.mark.parametrize("verify", ["off", "final", "rung"])
def test_a_match_ends_on_every_board(players: int, board: str, verify: str) -> None:
    soak = table(1, players, board=board, options={"verify": verify})
    assert soak.play().winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d18_rounds_that_end_in_a_tie_are_played_out(players: int) -> None:
    options = {"goal": "rounds", "rounds": players, "verify": "off"}
    assert table(2, players, options=options).play().winners


def test_cards_are_conserved_in_the_robots_heads() -> None:
    known = Known()
    soak = table(4, 3, known)
    soak.begin()
    while not soak.run.is_over:
        soak.step()
        assert known.made is not None
        assert known.made.cards.gone() is None


def test_d10_bells_of_one_s_own_and_the_shared_one_are_rung_side_by_side() -> None:
    bells: set[int | None] = set()
    for seed in range(1, 4):
        soak = table(seed, 4, Known(phones=0), board="four_bells", options={"points": 2})
        soak.play()
        bells |= {one.bell for one in events(soak) if isinstance(one, Rang)}
    assert bells >= {None, 1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(3))
def test_a_match_ends_though_the_host_takes_steps_back(seed: int) -> None:
    """Undo now and then: what the robots had in mind is wrong then, and they play on."""
    soak, chance = table(seed, 3, options={"points": 2, "verify": "rung"}), Random(seed)
    soak.begin()
    for _ in range(4):
        until_ns = soak.clock.now_ns() + 15 * NS_PER_S
        while soak.clock.now_ns() < until_ns and not soak.run.is_over:
            soak.step()
        for act in ({"undo": 1 + chance.randrange(8)}, {"resume": True}):
            now_ns = soak.clock.now_ns()
            soak.sitting.inbox.put(Told(now_ns, HostDid(act, at=now_ns)), now_ns)
            soak.step()
    while not soak.run.is_over:
        soak.step()
    assert "taken_back" in {ruling.kind for ruling in ruled(soak)}
