"""The form of what phones say: anything else never reaches the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.wild_wild_pattern.acts import say_fault
from tests.games.wild_wild_pattern.table import GAME

LAID = {"card": "blue/loot", "slot": 3}
TRADE = {"card": "challenge/trade", "give": "red/star", "take": "blue/gun", "from": 2}


@pytest.mark.parametrize(
    "say",
    [
        {"cover": LAID},
        {"place": {**LAID, "slot": 7}},
        {"claim": ["after", "blue", "loot"]},
        {"click": "blue/loot"},
        {"take": ["red/star"]},
        {"take": ["red/star", "blue/gun"]},
        {"challenge": TRADE},
        {"challenge": {"card": "challenge/dollar"}},
    ],
)
def test_what_can_be_said(say: dict[str, Any]) -> None:
    assert say_fault(say) is None


@pytest.mark.parametrize(
    ("say", "allowed"),
    [
        ({"cover": "blue/loot"}, "a card, and a slot from 0 to 7"),
        ({"cover": {"card": "blue/loot"}}, "a card, and a slot from 0 to 7"),
        ({"cover": {**LAID, "slot": 8}}, "a card, and a slot from 0 to 7"),
        ({"cover": {**LAID, "slot": -1}}, "a card, and a slot from 0 to 7"),
        ({"cover": {**LAID, "slot": True}}, "a card, and a slot from 0 to 7"),
        ({"place": {**LAID, "card": 3}}, "a card, and a slot from 0 to 7"),
        ({"claim": "after"}, "direction, trigger and target, three words"),
        ({"claim": ["after", "blue"]}, "direction, trigger and target, three words"),
        ({"claim": ["after", "blue", 3]}, "direction, trigger and target, three words"),
        ({"click": 3}, "a card"),
        ({"take": "red/star"}, "a list of one or two cards"),
        ({"take": []}, "a list of one or two cards"),
        ({"take": ["a", "b", "c"]}, "a list of one or two cards"),
        ({"take": [3]}, "a list of one or two cards"),
        ({"challenge": "challenge/dollar"}, "card, and where it needs them"),
        ({"challenge": {"take": "blue/gun"}}, "card, and where it needs them"),
        ({"challenge": {**TRADE, "from": "Bo"}}, "card, and where it needs them"),
        ({"challenge": {**TRADE, "from": True}}, "card, and where it needs them"),
        ({"challenge": {**TRADE, "give": 3}}, "card, and where it needs them"),
        ({"challenge": {**TRADE, "why": "so"}}, "card, and where it needs them"),
        ({"sing": True}, "one of cover, place, claim, click, take, challenge"),
        ({"cover": LAID, "click": "blue/loot"}, "one of cover, place"),
    ],
)
def test_what_cannot(say: dict[str, Any], allowed: str) -> None:
    fault = say_fault(say)
    assert fault is not None
    assert f"allowed: {allowed}" in fault


def test_the_game_asks_for_the_form_there() -> None:
    assert GAME.say_fault({"click": "blue/loot"}) is None
