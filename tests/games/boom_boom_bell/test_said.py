"""What phones say: its form, and what is offered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.lines import say_fault
from tests.games.boom_boom_bell.table import GAME, Sitting, four, playing


@pytest.mark.parametrize(
    "say",
    [
        {"ring": 1},
        {"ring": 99},
        {"boom_boom": True},
        {"stack": four(1)},
        {"stack": tuple(four(1))},
    ],
    ids=str,
)
def test_what_a_phone_may_say(say: dict[str, Any]) -> None:
    assert say_fault(say, GAME.say_fault) is None


@pytest.mark.parametrize(
    "say",
    [
        {"ring": 0},
        {"ring": -1},
        {"ring": True},
        {"ring": "2"},
        {"ring": 2, "seat": 1},
        {"boom_boom": False},
        {"boom_boom": 1},
        {"boom_boom": "yes"},
        {"boom_boom": True, "ring": 3},
        {"stack": four(1)[:3]},
        {"stack": [*four(1), "picture-02/1"]},
        {"stack": "picture-01/1"},
        {"stack": [1, 2, 3, 4]},
        {"stack": None},
        {"stack": dict.fromkeys(four(1), 1)},
        {"stack": four(1), "done": True},
        {"show": "pay"},
        {},
    ],
    ids=str,
)
def test_a_wrong_form_is_told(say: dict[str, Any]) -> None:
    assert say_fault(say, GAME.say_fault)


def test_a_wrong_form_says_what_was_found_and_what_is_allowed() -> None:
    assert GAME.say_fault({"stack": ["a"]}) == "stack: found ['a'] (allowed: a list of 4 cards)"
    assert GAME.say_fault({"cry": True}) == (
        "found {'cry': True} (allowed: boom_boom: true, or stack: 4 cards)"
    )


def test_a_phone_is_offered_what_would_be_right() -> None:
    sit = playing(2, stacks=(2,))
    assert sit.says(1) == [{"ring": 3}]


@pytest.mark.parametrize("stacks", [0, 2])
def test_a_phone_s_button_says_how_often_to_ring(stacks: int) -> None:
    sit = playing(3, stacks=(stacks,))
    offers = sit.view(1)["you"]["offers"]
    assert [one["label"] for one in offers if one["say"]] == [f"Ring {stacks + 1}"]


def test_the_host_says_everything_for_a_seat() -> None:
    sit = playing(2)
    for rings in range(1, 7):
        sit.say(1, "host", ring=rings)
    sit.cry(1, "host")
    sit.say(1, "host", stack=four(1))
    sit.say(1, "host", done=True)
    assert sit.each("points") == [1, 0]


@pytest.mark.parametrize("say", [{"done": True}, {"pass": True}, {"drew": "picture-01/1"}])
def test_what_play_does_not_wait_for_is_refused(say: dict[str, Any]) -> None:
    playing(2).say(1, refused="not_waited_for", **say)


def test_a_stack_is_told_only_where_one_is_shown() -> None:
    playing(2).say(1, stack=four(1), refused="not_waited_for")


def test_a_hold_of_the_panel_is_let_go_by_the_panel_or_the_host() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.say(1, let_go=True, refused="held_elsewhere")
    sit.say(1, side="right", refused="held_elsewhere")
    sit.say(1, "host", let_go=True)
    assert sit.view()["bell"] is None


def test_letting_go_of_nothing_changes_nothing() -> None:
    sit = playing(2)
    before = sit.state
    sit.say(1, let_go=True)
    assert sit.state == before


def test_every_audience_sees_the_same() -> None:
    sit = playing(2, stacks=(2, 1))
    sit.hold(1)
    seen = [sit.view(who)["seats"] for who in ("public", "host", 1, 2)]
    assert all(one == seen[0] for one in seen)


def test_a_burst_that_is_told_late_is_no_start_of_the_next_round() -> None:
    sit = Sitting(first=1)
    sit.say(1, ring=3, refused="round_over")
    assert sit.phase == "start"
    sit.say(1, ring=1)
    assert sit.phase == "play"
