"""The form of what phones say in BOOM BOOM, and acts that no question asks for."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.acts import FORMS, LATE, say_fault
from companion.games.boom_boom_battle.words import SENTENCES
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import GAME, MS, R

RIFLE = {"card": "rifle/1"}


@pytest.mark.parametrize(
    "say",
    [
        {"play": RIFLE},
        {"play": {**RIFLE, "target": 2, "numbers": [4, 7], "with": "rifle/2"}},
        {"play": {**RIFLE, "numbers": []}},
        {"play": {**RIFLE, "numbers": (4, 0, 99)}},
        {"escape": ["pan/1"]},
        {"escape": []},
        {"shot": {"target": 3, "numbers": [5]}},
        {"shot": {"numbers": [5]}},
        {"shot": {"target": 3}},
        {"hit": True},
        {"hit": False},
        {"hit": 2},
        {"redraw": "pan/1"},
        {"discard": ["vest/1", "smg/2"]},
        {"react": {"card": "handgun/1", "numbers": [3]}},
        {"react": {"card": "handgun/1", "with": "handgun/2"}},
        {"draw": ["rifle/3"]},
        {"keep": "rifle/3"},
        {"location": "location/4"},
        {"passenger": 3},
    ],
)
def test_what_phones_say(say: dict[str, Any]) -> None:
    assert say_fault(say) is None


@pytest.mark.parametrize(
    "say",
    [
        {"play": "rifle/1"},
        {"play": {}},
        {"play": {"card": 1}},
        {"play": {**RIFLE, "with": 2}},
        {"play": {**RIFLE, "target": "2"}},
        {"play": {**RIFLE, "target": True}},
        {"play": {**RIFLE, "target": -1}},
        {"play": {**RIFLE, "numbers": 4}},
        {"play": {**RIFLE, "numbers": ["4"]}},
        {"play": {**RIFLE, "numbers": [True]}},
        {"play": {**RIFLE, "numbers": [1] * 10}},
        {"play": {**RIFLE, "loudly": True}},
        {"escape": "pan/1"},
        {"escape": [1]},
        {"escape": ["pan/1"] * 100},
        {"shot": {}},
        {"shot": [5]},
        {"shot": {"card": "dbs/1"}},
        {"shot": {"target": None}},
        {"shot": {"numbers": "5"}},
        {"hit": "yes"},
        {"hit": -1},
        {"hit": 100},
        {"hit": 1.0},
        {"redraw": ["pan/1"]},
        {"discard": "vest/1"},
        {"react": "handgun/1"},
        {"react": {"numbers": [3]}},
        {"react": {"card": "handgun/1", "target": 1}},
        {"draw": {"rifle/3": True}},
        {"keep": None},
        {"location": 4},
        {"passenger": "3"},
        {"passenger": True},
    ],
)
def test_another_form_is_told_with_what_was_found(say: dict[str, Any]) -> None:
    fault = say_fault(say)
    assert fault is not None
    key, value = next(iter(say.items()))
    assert fault.startswith(f"{key}: found {value!r} (allowed: ")


@pytest.mark.parametrize(
    "say", [{"shoot": True}, {"hit": True, "discard": []}, {"play": RIFLE, "escape": []}]
)
def test_an_unknown_word_or_two_acts_at_once_are_told_with_what_is_allowed(
    say: dict[str, Any],
) -> None:
    fault = GAME.say_fault(say)
    assert fault is not None
    assert fault.startswith(f"found {say!r} (allowed: one of play, escape, shot, hit, ")


def test_every_word_has_its_refusal_outside_its_time() -> None:
    assert LATE.keys() == FORMS.keys()
    assert {f"refused/{reason}" for reason in LATE.values()} <= SENTENCES.keys()


@pytest.mark.parametrize(
    ("seat", "say", "why"),
    [
        (1, {"react": {"card": "handgun/1"}}, "no_window"),
        (1, {"hit": True}, "no_attack"),
        (1, {"shot": {"numbers": [4]}}, "no_shot"),
        (1, {"discard": ["rifle/1"]}, "no_discard"),
        (2, {"play": RIFLE}, "not_your_turn"),
        (2, {"escape": ["pan/1"]}, "not_your_turn"),
        (1, {"location": "location/1"}, "no_phase"),
        (1, {"passenger": 2}, "no_phase"),
        (1, {"draw": ["rifle/1"]}, "no_draw"),
        (1, {"keep": "rifle/1"}, "no_draw"),
        (1, {"redraw": "rifle/1"}, "not_circled"),
        (1, {"done": True}, "not_waited_for"),
    ],
)
def test_an_act_that_no_question_asks_for_is_refused(
    seat: int, say: dict[str, Any], why: str
) -> None:
    armed(3).say(seat, refused=why, **say)


def test_a_press_that_no_question_asks_for_is_refused() -> None:
    armed(3).press(2, R, refused="not_waited_for")


# Escape by the tray


def test_a_button_takes_an_empty_escape_back() -> None:
    sit = armed(3)
    sit.press(1, R)
    assert sit.phase == "escape"
    sit.press(1, R)
    assert (sit.phase, sit.hand(1)) == ("turn", 8)


@pytest.mark.parametrize("cards", [[], ["pan/1"]])
def test_a_phones_pass_takes_an_escape_back_at_any_time(cards: list[str]) -> None:
    sit = armed(3)
    sit.press(1, R)
    sit.tray(*cards)
    sit.passes(1)
    assert (sit.phase, sit.hand(1), sit.state.discard) == ("turn", 8, ())


def test_a_button_ends_an_escape_with_one_card() -> None:
    sit = armed(3)
    sit.press(1, R)
    sit.tray("pan/1")
    assert sit.view()["escaping"] == ["pan/1"]
    sit.press(1)
    assert sit.last("escaped")["cards"] == ["pan/1"]


def test_two_cards_on_the_tray_end_an_escape() -> None:
    sit = armed(3)
    sit.press(1, R)
    sit.tray("pan/1")
    sit.tray("pan/1", refused="card_repeated")
    sit.tray("pan/2")
    assert sit.last("escaped")["cards"] == ["pan/1", "pan/2"]


def test_a_phone_completes_an_escape_that_the_panel_began() -> None:
    sit = armed(3)
    sit.press(1, R)
    sit.tray("pan/1")
    sit.escape(1, "pan/1", "pan/2")
    assert sit.last("escaped")["cards"] == ["pan/1", "pan/2"]


def test_an_escape_with_a_card_that_lies_open_is_refused() -> None:
    sit = armed(3, discard="pan/5")
    sit.escape(1, "pan/1", "pan/5", refused="card_discard")
    assert sit.hand(1) == 8


def test_an_escape_without_cards_on_a_phone_is_what_right_says() -> None:
    sit = armed(3)
    sit.escape(1)
    assert sit.phase == "escape"
    sit.escape(1, refused="escape_count")


def test_a_card_that_a_correction_took_meanwhile_is_not_escaped_with() -> None:
    sit = known(3, hands={1: "pan/1 pan/2"}, mode="free_for_all")
    sit.press(1, R)
    sit.tray("pan/1")
    sit.adjust(1, cards=["pan/2", "pan/3"])
    sit.press(1)
    assert (sit.phase, sit.cards(1)) == ("turn", {"pan/2", "pan/3"})


def test_who_leaves_while_escaping_has_not_escaped() -> None:
    sit = armed(3)
    sit.press(1, R)
    sit.tray("pan/1")
    sit.leave(1)
    assert not sit.rulings("escaped")
    assert sit.last("turn_began")["seat"] == 2


def test_who_leaves_at_their_own_turn_ends_it() -> None:
    sit = armed(3)
    sit.leave(1)
    assert sit.last("turn_began")["seat"] == 2


def test_no_such_seat_can_be_chosen() -> None:
    sit = armed(3, hands={1: "rifle/1 bandage/1 vest/1"})
    for card, numbers in (("rifle/1", [4]), ("bandage/1", []), ("vest/1", [])):
        sit.play(1, card, 9, numbers, refused="no_such_seat")
    assert sit.now == 3 * MS


def test_there_is_no_fight_where_nobody_attacks() -> None:
    with pytest.raises(LookupError, match="no attack"):
        _ = armed(3).state.fight
