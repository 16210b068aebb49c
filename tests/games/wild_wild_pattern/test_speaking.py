"""From LEFT to the claim: two windows, and what is entered without haste (W8, W50)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wild_wild_pattern.table import (
    LOOT,
    MS,
    NS,
    SPEAK,
    R,
    S,
    Sitting,
    shooting,
)

LEFT = 5 * S  # when seat 1 covers


def covering(seats: int = 3, **given: Any) -> Sitting:
    sit = shooting(seats, **given)
    sit.press(1, at=LEFT)
    return sit


def spoken(seats: int = 3, **given: Any) -> Sitting:
    sit = covering(seats, **given)
    sit.tap("Y-LOOT", at=LEFT + S)
    sit.press(1, at=LEFT + 2 * S)
    return sit


def test_w50_the_time_to_lay_the_card_runs_from_left() -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + SPEAK)
    assert (sit.last("card_laid")["card"], sit.rulings("too_late")) == ("yellow/loot", [])
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + SPEAK + NS, refused="not_waited_for")
    assert (sit.last("too_late")["seat"], sit.last("too_late")["ns"]) == (1, LEFT + SPEAK)


def test_w50_the_time_to_speak_runs_from_the_tap() -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + 4 * S)
    sit.press(1, at=LEFT + 4 * S + SPEAK)
    assert (sit.phase, sit.last("spoken")["seat"]) == ("claim", 1)
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + 4 * S)
    sit.until(LEFT + 4 * S + SPEAK + NS)
    assert (sit.last("too_late")["ns"], sit.rulings("spoken")) == (LEFT + 4 * S + SPEAK, [])


def test_w8_the_window_is_an_option() -> None:
    sit = covering(speak_seconds=2)
    sit.until(LEFT + 2 * S + NS)
    assert sit.last("too_late")["ns"] == LEFT + 2 * S


def test_w50_the_window_is_in_the_view() -> None:
    sit = covering()
    sit.until(LEFT)
    assert sit.view()["waiting"][0]["until"] == 10
    sit.tap("Y-LOOT", at=LEFT + S)
    assert sit.view()["waiting"][0]["until"] == 11


def test_w50_missed_before_the_card_the_unseen_card_goes_out_of_play() -> None:
    sit = covering()
    sit.until(LEFT + SPEAK + NS)
    assert sit.last("card_discarded")["card"] is None
    assert (sit.state.unseen, sit.player(1).has_card, sit.state.gone) == (1, False, ())
    assert sit.view()["claim"]["why"] == "too_late"
    assert sit.view()["choosing"]["seat"] == 3


def test_w50_missed_after_the_card_that_card_goes_out_of_play() -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + S)
    sit.until(LEFT + S + SPEAK + NS)
    assert (sit.state.gone, sit.state.unseen) == (("yellow/loot",), 0)
    assert sit.last("card_discarded")["card"] == "yellow/loot"


def test_w8_what_was_spoken_is_entered_without_haste() -> None:
    sit = spoken()
    sit.wait(3600)
    sit.tap("Y-BOTTLE")
    sit.wait(3600)
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_the_slot_before_the_words_and_the_words_before_the_slot() -> None:
    sit = spoken()
    sit.tap("Y-BOTTLE")
    assert sit.view()["covering"]["slot"] == 5
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]
    sit = spoken()
    sit.say(1, claim=list(LOOT))
    assert sit.phase == "claim"
    sit.tap("Y-BOTTLE")
    assert sit.view()["claim"]["valid"]


def test_the_covered_card_may_be_shown_while_speaking() -> None:
    sit = covering()
    sit.tap("Y-LOOT")
    sit.tap("Y-BOTTLE")
    assert (sit.phase, sit.view()["covering"]["slot"]) == ("cover", 5)
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_showing_the_covered_card_gives_no_more_time_to_speak() -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + S)
    sit.tap("Y-BOTTLE", at=LEFT + 5 * S)
    sit.until(LEFT + S + SPEAK + NS)
    assert sit.last("too_late")["ns"] == LEFT + S + SPEAK


def test_the_entered_claim_is_spoken_in_time() -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + S)
    sit.say(1, claim=list(LOOT), at=LEFT + S + SPEAK)
    sit.wait(60)
    assert (sit.phase, sit.rulings("too_late")) == ("claim", [])


def test_a_slot_may_be_told_again_until_the_claim_is_judged() -> None:
    sit = spoken()
    sit.tap("R-STAR")
    sit.say(1, cover={"card": "yellow/loot", "slot": 5})
    sit.say(1, claim=list(LOOT))
    assert (sit.view()["claim"]["slot"], sit.view()["claim"]["valid"]) == (5, True)


def test_words_may_be_entered_again_until_the_slot_is_known() -> None:
    sit = spoken()
    sit.say(1, claim=["before", "blue", "loot"])
    sit.say(2, claim=list(LOOT))
    sit.tap("Y-BOTTLE")
    assert sit.view()["claim"]["statement"] == list(LOOT)


@pytest.mark.parametrize(("seat", "by"), [(1, "phone"), (2, "phone"), (3, "phone"), (1, "host")])
def test_the_claim_is_entered_on_anybody_s_phone_or_by_the_host(seat: int, by: str) -> None:
    sit = spoken()
    sit.tap("Y-BOTTLE")
    sit.say(seat, by, claim=list(LOOT))
    assert (sit.view()["claim"]["seat"], sit.view()["claim"]["valid"]) == (1, True)


def test_a_phone_lays_the_card_with_its_slot() -> None:
    sit = covering()
    sit.say(1, cover={"card": "yellow/loot", "slot": 5})
    assert sit.view()["covering"]["slot"] == 5
    sit.say(1, done=True)
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_a_whole_cover_by_phone_has_its_time_from_the_press() -> None:
    sit = shooting()
    sit.say(1, cover={"card": "yellow/loot", "slot": 5}, at=LEFT)
    sit.say(1, done=True, at=LEFT + SPEAK)
    assert sit.phase == "claim"


def test_another_card_than_the_played_one_is_refused() -> None:
    sit = spoken()
    sit.say(1, cover={"card": "yellow/gun", "slot": 5}, refused="not_that_card")
    sit.tap("Y-GUN", refused="not_on_top")
    sit.tap("Y-LOOT", refused="not_on_top")


def test_a_card_that_cannot_be_played_is_refused() -> None:
    sit = covering(won={3: "W-GUN"}, challenges={3: ["trade"]})
    sit.tap("W-GUN", refused="card_won")
    sit.tap("R-STAR", refused="card_in_wheel")
    sit.tap("clementine", refused="no_pattern_card")
    sit.tap("challenge/trade", refused="no_pattern_card")
    sit.say(1, cover={"card": "yellow/loot", "slot": 5})
    assert sit.phase == "cover"


def test_the_played_card_is_laid_on_the_centre_or_the_own_reader_alone() -> None:
    sit = covering()
    sit.tap("Y-LOOT", "tray", refused="not_waited_for")
    sit.tap("Y-LOOT", "seat2", refused="not_waited_for")
    sit.tap("Y-LOOT", "seat1")
    assert sit.view()["covering"]["card"] == "yellow/loot"


def test_a_pause_keeps_what_was_left_of_the_time() -> None:
    sit = covering()
    sit.host(pause=True, at=LEFT + 3 * S)
    sit.host(resume=True, at=LEFT + 60 * S)
    sit.tap("Y-LOOT", at=LEFT + 62 * S)
    sit.host(pause=True, at=LEFT + 63 * S)
    sit.host(resume=True, at=LEFT + 100 * S)
    sit.until(LEFT + 104 * S - NS)
    assert sit.rulings("too_late") == []
    sit.until(LEFT + 104 * S)
    assert len(sit.rulings("too_late")) == 1


@pytest.mark.parametrize("cut", ["restart", "undo"])
def test_after_a_restart_or_an_undo_the_time_to_lay_runs_whole(cut: str) -> None:
    sit = covering()
    sit.say(2, drew="challenge/trade", at=LEFT + 3 * S)
    if cut == "restart":
        sit.restart()
    else:
        sit.host(undo=1)
    sit.host(resume=True, at=LEFT + 10 * S)
    sit.tap("Y-LOOT", at=LEFT + 10 * S + SPEAK)
    assert sit.rulings("too_late") == []
    assert sit.view()["covering"]["card"] == "yellow/loot"


@pytest.mark.parametrize("cut", ["restart", "undo"])
def test_after_a_restart_or_an_undo_the_time_to_speak_runs_whole(cut: str) -> None:
    sit = covering()
    sit.tap("Y-LOOT", at=LEFT + 3 * S)
    sit.tap("Y-BOTTLE", at=LEFT + 7 * S)
    if cut == "restart":
        sit.restart()
    else:
        sit.host(undo=1)
    sit.host(resume=True, at=LEFT + 10 * S)
    sit.press(1, at=LEFT + 10 * S + SPEAK)
    assert (sit.rulings("too_late"), sit.phase) == ([], "claim")


def test_an_undo_in_the_claim_takes_back_what_was_entered_last() -> None:
    sit = spoken()
    sit.tap("R-STAR")
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.view()["covering"]["slot"] is None
    sit.tap("Y-BOTTLE")
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_only_the_claimant_s_button_says_that_it_has_spoken() -> None:
    sit = covering()
    sit.tap("Y-LOOT")
    sit.press(2)
    sit.say(2, done=True, refused="not_waited_for")
    assert sit.phase == "cover"
    sit.press(1, R)
    assert sit.phase == "claim"


def test_a_challenge_card_is_tapped_while_somebody_covers() -> None:
    sit = covering()
    sit.wait(4)
    sit.tap("challenge/trade", "seat2")
    assert sit.player(2).challenges == ("challenge/trade",)
    sit.tap("Y-LOOT", at=LEFT + SPEAK)
    assert sit.rulings("too_late") == []
    sit.tap("challenge/dollar", "seat3", at=LEFT + SPEAK + MS)
    assert sit.player(3).challenges == ("challenge/dollar",)
