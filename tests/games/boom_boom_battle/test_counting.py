"""The count of all cards says what is gone, or lies where it cannot (invariants, 2.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.boom_boom_battle.piles import count
from companion.games.boom_boom_battle.state import Lying, State, with_player
from tests.games.boom_boom_battle.table import a_state


def known(hand: str = "rifle/1 pan/1") -> State:
    return a_state(2, hands={1: hand, 2: "smg/1"}, options={"hands": "tracked"})


def test_nothing_is_lost_after_the_deal() -> None:
    assert count(a_state(4)) is None
    assert count(known()) is None


def test_a_lost_card_is_told_with_where_all_are() -> None:
    state = replace(a_state(2, front={1: "vest/1"}, discard="pan/1"), draw=3)
    assert count(state) == (
        "65 cards, not 66: 16 in hands, 1 in front, 1 lie face up, 3 to draw, 44 remain"
    )


def test_a_card_too_many_is_told() -> None:
    state = a_state(2)
    told = count(replace(state, remaining=state.remaining + 1))
    assert told is not None
    assert told.startswith("67 cards, not 66: ")


@pytest.mark.parametrize("part", ["discard", "out", "played"])
def test_a_known_card_in_two_places_is_told(part: str) -> None:
    state = known()
    twice: dict[str, Any] = {part: ("rifle/1",)}
    state = replace(state, remaining=state.remaining - 1, **twice)
    assert count(state) == "rifle/1 in two places"


def test_more_known_cards_than_a_hand_has_are_told() -> None:
    state = known()
    state = with_player(state, 1, hand=1)
    told = count(replace(state, remaining=state.remaining + 1))
    assert told == "seat 1 has 1 cards, of which 2 are known"


def test_a_hand_of_less_than_nothing_is_told() -> None:
    state = a_state(2, hands={1: 0})
    state = with_player(state, 1, hand=-1)
    told = count(replace(state, remaining=state.remaining + 1))
    assert told == "seat 1 has -1 cards, of which 0 are known"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("motorcycle/1 offroad/1", "two vehicles"),
        ("vest/1 vest/2", "vest"),
        ("smoke/1 smoke/2 flashbang/1 flashbang/2", "flashbang, smoke"),
    ],
)
def test_two_of_one_name_in_front_are_told(cards: str, told: str) -> None:
    state = a_state(2)
    lying = tuple(Lying(card, 0) for card in cards.split())
    state = replace(with_player(state, 2, front=lying), remaining=state.remaining - len(lying))
    assert count(state) == f"seat 2 has {told} in front"


def test_no_attack_is_in_progress_between_turns() -> None:
    with pytest.raises(LookupError, match="no attack"):
        _ = a_state(2).fight
