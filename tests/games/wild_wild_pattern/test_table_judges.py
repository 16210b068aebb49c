"""Without a phone: the opponents judge, and presses of the claimant tell the rest (play.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wild_wild_pattern.table import LOOT, MS, PAUSE, L, R, Sitting, named, shooting


def heard(seats: int, *, slot: int | None = 5, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has covered with the yellow loot, and spoken."""
    sit = shooting(seats, **given)
    sit.cover(1, "Y-LOOT", slot)
    return sit


def judged(votes: str, slot: int | None = 5) -> Sitting:
    """Let the opponents of seat 1 vote: `y` is LEFT, `n` is RIGHT."""
    sit = heard(len(votes) + 1, slot=slot)
    for seat, vote in enumerate(votes, 2):
        sit.press(seat, L if vote == "y" else R)
    return sit


@pytest.mark.parametrize("votes", ["y", "yy", "yn", "ny", "yyy", "yyn", "nyy", "yny"])
def test_accepted_where_no_more_than_half_reject(votes: str) -> None:
    sit = judged(votes)
    assert sit.rulings("claim_wrong") == []
    assert sit.waiting() == [(1, "press")]
    assert sit.view()["covering"]["votes"] == {
        str(seat): vote == "y" for seat, vote in enumerate(votes, 2)
    }


@pytest.mark.parametrize("votes", ["n", "nn", "nnn", "ynn", "nyn", "nny"])
def test_rejected_where_more_than_half_reject(votes: str) -> None:
    sit = judged(votes)
    wrong = sit.last("claim_wrong")
    assert (wrong["case"], wrong["seat"], wrong["words"]) == ("rejected", 1, "")
    assert sit.view()["claim"]["why"] == "rejected"
    assert sit.state.gone == ("yellow/loot",)


def test_a_rejected_claim_needs_no_covered_card() -> None:
    sit = judged("nn", slot=None)
    assert sit.last("claim_wrong")["case"] == "rejected"
    assert sit.view()["choosing"]["seat"] == 3


def test_an_accepted_one_waits_for_the_covered_card() -> None:
    sit = judged("yy", slot=None)
    assert sit.waiting() == [(1, "card")]
    sit.tap("Y-BOTTLE")
    assert sit.waiting() == [(1, "press")]


def test_every_opponent_judges_once() -> None:
    sit = heard(3)
    assert sit.says(2) == [{"done": True}, {"pass": True}]
    sit.press(2, R)
    sit.idle(2, L)
    assert (sit.says(2), sit.view()["covering"]["votes"]) == ([], {"2": False})
    sit.say(3, done=True)
    assert sit.phase == "claim"
    assert sit.rulings("claim_wrong") == []


def test_a_phone_and_the_host_judge_too() -> None:
    sit = heard(3)
    sit.passes(2)
    sit.passes(3, "host")
    assert sit.last("claim_wrong")["case"] == "rejected"


def test_the_claimant_does_not_judge() -> None:
    sit = heard(2)
    sit.idle(1)


def test_entered_words_come_before_the_votes() -> None:
    sit = heard(3)
    sit.press(2, R)
    sit.say(3, claim=list(LOOT))
    assert (sit.view()["claim"]["valid"], sit.view()["claim"]["statement"]) == (True, list(LOOT))


def test_once_words_are_entered_nobody_is_asked_to_judge() -> None:
    sit = heard(3, slot=None)
    sit.say(1, claim=list(LOOT))
    assert sit.waiting() == [(1, "card")]
    sit.idle(2)


def accepted(seats: int = 2, **given: Any) -> Sitting:
    sit = heard(seats, **given)
    for seat in range(2, seats + 1):
        sit.press(seat)
    return sit


def test_one_repeat_by_suit_wins_the_covered_card_at_once() -> None:
    sit = accepted()
    sit.presses(1, 1)
    sit.presses(1, 1)
    assert sit.won(1) == [named("Y-BOTTLE")]
    right = sit.last("claim_right")
    assert (right["occurrences"], right["case"], right["words"]) == (2, "table", "")
    told = sit.view()["claim"]
    assert (told["statement"], told["valid"], told["card"]) == (None, True, None)
    assert (sit.top(5), sit.depth(5)) == ("yellow/loot", 1)


def test_two_repeats_by_suit_win_the_played_card_too() -> None:
    sit = accepted()
    sit.presses(1, 2)
    sit.presses(1, 1)
    assert sit.won(1) == [named("Y-BOTTLE"), named("Y-LOOT")]
    assert sit.view()["claim"]["prize"] == sit.won(1)


def test_one_repeat_by_colour_wins_any_card_but_the_played_one() -> None:
    sit = accepted()
    sit.presses(1, 1)
    sit.presses(1, 2)
    assert sit.view()["choosing"]["count"] == 1
    sit.tap("Y-LOOT", "tray", refused="prize_not_the_played")
    sit.take("G-BARREL")
    assert sit.won(1) == [named("G-BARREL")]


def test_three_repeats_by_colour_win_any_two() -> None:
    sit = accepted()
    sit.presses(1, 3)
    sit.presses(1, 2)
    assert sit.view()["choosing"]["count"] == 2
    sit.take("Y-LOOT", "G-BARREL")
    assert sit.won(1) == [named("Y-LOOT"), named("G-BARREL")]


def test_a_wrong_number_is_asked_again() -> None:
    sit = accepted()
    sit.presses(1, 8)
    wrong = sit.last("no_such_number")
    assert (wrong["seat"], wrong["presses"], wrong["most"]) == (1, 8, 7)
    sit.presses(1, 1)
    sit.presses(1, 3)
    assert (sit.last("no_such_number")["presses"], sit.last("no_such_number")["most"]) == (3, 2)
    sit.presses(1, 1)
    assert sit.won(1) == [named("Y-BOTTLE")]


def test_a_number_is_closed_by_a_pause() -> None:
    sit = accepted()
    sit.press(1)
    sit.press(1, at=sit.now + PAUSE)  # at its very end
    sit.until(sit.now + PAUSE)
    sit.press(1)
    sit.until(sit.now + PAUSE + MS)
    assert sit.last("claim_right")["occurrences"] == 3


def test_only_the_claimant_tells_the_number() -> None:
    sit = accepted(3)
    sit.idle(2)
    sit.idle(3)


def test_an_undo_takes_one_press_back_and_the_pause_runs_whole() -> None:
    sit = accepted()
    sit.press(1)
    sit.press(1, at=sit.now + 700 * MS)
    sit.host(undo=1, at=sit.now + 700 * MS)
    sit.host(resume=True)
    sit.until(sit.now + PAUSE - MS)
    sit.press(1)
    sit.until(sit.now + PAUSE)
    sit.presses(1, 1)
    assert sit.last("claim_right")["occurrences"] == 3


def test_a_challenge_card_is_tapped_while_the_table_judges() -> None:
    sit = heard(3)
    sit.tap("challenge/trade", "seat3")
    sit.press(2)
    sit.press(3)
    sit.tap("challenge/dollar", "seat2")
    assert sit.player(3).challenges == ("challenge/trade",)
    assert sit.player(2).challenges == ("challenge/dollar",)
    sit.presses(1, 1)
    sit.presses(1, 1)
    assert sit.won(1) == [named("Y-BOTTLE")]


def test_a_vote_of_somebody_who_leaves_stands_and_nobody_waits_for_the_others() -> None:
    sit = heard(4)
    sit.press(2, L)
    sit.press(3, R)
    sit.leave(4)
    assert sit.waiting() == [(1, "press")]


@pytest.mark.parametrize("presses", [0, 1])
def test_words_that_are_entered_after_the_votes_are_judged_by_the_kit(presses: int) -> None:
    sit = judged("yy")
    if presses:
        sit.presses(1, presses)
    sit.say(2, claim=["after", "blue", "loot"])
    assert sit.view()["claim"]["statement"] == ["after", "blue", "loot"]
    assert sit.rulings("claim_right", "claim_wrong")
