"""Mountain: whoever chooses a player has to choose one with the most cards (B48)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.attacks import targets
from tests.games.boom_boom_battle.boxes import armed
from tests.games.boom_boom_battle.table import Sitting

HANDS = {1: "rifle/1 pan/1 lmg/1 grenade/1 flashbang/1", 2: 3, 3: 5, 4: 5}


def mountain(**given: Any) -> Sitting:
    return armed(4, **{"hands": HANDS, "place": "mountain", "mode": "free_for_all", **given})


@pytest.mark.parametrize("card", ["rifle/1", "pan/1"])
def test_b48_firearms_and_pans_choose_among_those_with_the_most_cards(card: str) -> None:
    sit = mountain()
    numbers = [] if card == "pan/1" else [4]
    sit.play(1, card, 2, numbers, refused="target_mountain")
    sit.play(1, card, 4, numbers)
    assert sit.view()["attack"]["target"] == 4


def test_b48_the_lights_offer_only_those() -> None:
    sit = mountain()
    sit.tap("rifle/1")
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [3, 4]
    assert sit.view()["legal"]["kinds"]["rifle"]["targets"] == [3, 4]


def test_a_sole_player_with_the_most_cards_is_taken_without_a_question() -> None:
    sit = mountain(hands={**HANDS, 4: 4})
    sit.tap("rifle/1")
    assert sit.phase == "aim"
    assert sit.view()["attack"]["target"] == 3


def test_b48_the_attackers_own_hand_does_not_count() -> None:
    hands = {1: "rifle/1 " + " ".join(f"pan/{n}" for n in range(1, 6)), 2: 2, 3: 1, 4: 1}
    sit = mountain(hands=hands)
    sit.tap("rifle/1")
    assert sit.view()["attack"]["target"] == 2


def test_b48_the_most_cards_are_counted_among_opponents() -> None:
    sit = mountain(mode="duel", hands={1: "rifle/1 pan/1", 2: 3, 3: 8, 4: 2})
    assert targets(sit.state, 1, "rifle") == (2,)
    assert targets(sit.state, 1, "lmg") == (2, 4)
    sit.play(1, "rifle/1", 4, [4], refused="target_mountain")
    sit.play(1, "rifle/1", 3, [4], refused="target_mate")


def test_mountain_binds_no_flashbang() -> None:
    sit = mountain()
    sit.play(1, "flashbang/1", 2)
    assert sit.front(2) == ["flashbang/1"]


@pytest.mark.parametrize("card", ["lmg/1", "grenade/1"])
def test_b48_what_attacks_all_is_not_bound(card: str) -> None:
    sit = mountain()
    sit.play(1, card, numbers=[4])
    assert {seat for seat, _ in sit.waiting()} >= {2, 3, 4}


def test_without_mountain_any_opponent_may_be_chosen() -> None:
    assert targets(mountain(place="").state, 1, "rifle") == (2, 3, 4)
    assert targets(mountain(place="").state, 3, "pan") == (4, 1, 2)


def test_nobody_is_left_to_choose_for_who_is_alone() -> None:
    assert targets(mountain(gone=(2, 3, 4)).state, 1, "rifle") == ()
