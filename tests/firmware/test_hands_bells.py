"""Hands at bells: one's own button where there is one, the shared bell, and how fast both ring."""

from __future__ import annotations

import pytest

from companion.core.events import Rang, Side
from companion.core.robots import Move
from firmware.clock import NS_PER_MS
from tests.firmware.test_robots import Scene

SIX_A_SECOND_NS = 167 * NS_PER_MS


def ring(seat: int, after: int = 1, side: Side | None = None) -> Move:
    return Move(seat, "ring", after, button=side)


@pytest.mark.parametrize(
    ("board", "bell"), [("standard", None), ("four_seats", None), ("four_bells", 2)]
)
def test_a_seat_rings_its_own_bell_button_where_the_board_has_one(
    board: str, bell: int | None
) -> None:
    (rang,) = Scene((ring(2),), board=board).events(Rang)
    assert rang.bell == bell


def test_d10_a_ring_that_a_held_button_claims_is_of_the_shared_bell() -> None:
    (rang,) = Scene((ring(2, side=Side.RIGHT),), board="four_bells").events(Rang)
    assert rang.bell is None


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("board", ["standard", "four_bells"])
def test_six_rings_a_second_keep_their_moments(board: str, seed: int) -> None:
    stamps = [1 + number * SIX_A_SECOND_NS for number in range(6)]
    scene = Scene(tuple(ring(1, ns) for ns in stamps), board=board, seed=seed)
    began = scene.script.asked[0]
    assert [rang.at - began for rang in scene.events(Rang)] == stamps


def test_two_seats_ring_their_own_bells_at_one_moment() -> None:
    scene = Scene((ring(1, 1_000), ring(2, 1_000), ring(3, 2_000)), board="four_bells")
    first, second, third = scene.events(Rang)
    assert {first.bell, second.bell} == {1, 2}
    assert first.at == second.at == third.at - 1_000
