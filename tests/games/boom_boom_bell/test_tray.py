"""Stacks on the tray: four cards of one kind, one by one or spread out (D12, play.md)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.events import CardPlaced
from companion.core.steps import Verdict
from tests.games.boom_boom_bell.table import L, R, Sitting, four, playing

CLAIM_S = 3  # the claim window


def checked(seats: int = 2, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has finished and may show its stacks."""
    sit = playing(seats, **given)
    sit.finish(1)
    return sit


def both_show(*seats: int) -> Sitting:
    """Return a sitting of four in which these seats have rung and have a stack to show."""
    sit = playing(4, verify="rung")
    for seat in seats or (1, 2):
        sit.burst(1, seat)
    sit.wait(CLAIM_S + 1)  # nobody's button was pressed of late
    return sit


# One by one


def test_d12_four_cards_one_after_another_are_a_stack() -> None:
    sit = checked()
    shown = []
    for card in four(7):
        sit.tap(card)
        shown.append(sit.seen(1, "showing"))
    assert shown == [four(7)[:1], four(7)[:2], four(7)[:3], []]
    assert sit.rulings("stack_shown")[0]["picture"] == "picture-07"
    assert sit.seen(1, "shown") == ["picture-07"]


def test_d12_several_stacks_are_shown_one_after_another_up_to_all_of_them() -> None:
    sit = checked(4)
    for picture in (1, 2, 3):
        sit.show(*four(picture))
    assert sit.seen(1, "shown") == ["picture-01", "picture-02", "picture-03"]
    sit.tap("picture-04/1", refused="all_shown")
    sit.press(1, L)
    assert sit.each("points") == [1, 0, 0, 0]


def test_d12_a_card_that_does_not_fit_is_refused_and_the_stack_goes_on() -> None:
    sit = checked()
    sit.show(*four(1)[:2])
    sit.tap("picture-02/1", refused="not_of_the_stack")
    sit.show(*four(1)[2:])
    assert sit.seen(1, "shown") == ["picture-01"]


def test_d12_the_same_card_twice_is_refused() -> None:
    sit = checked()
    sit.tap("picture-01/1")
    sit.tap("picture-01/1", refused="twice_in_stack")
    sit.tap("picture-01/2")
    assert sit.seen(1, "showing") == ["picture-01/1", "picture-01/2"]


def test_d12_a_stack_that_was_shown_already_is_refused() -> None:
    sit = checked()
    sit.show(*four(1))
    sit.tap("picture-01/1", refused="shown_already")


def test_d1_an_award_card_belongs_to_no_stack() -> None:
    sit = checked()
    sit.tap("award/1", refused="award_card")


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("unknown/04A1B2C3", "unknown_card"),
        ("foreign/template", "foreign_card"),
        ("unclear/several", "unclear_card"),
        ("pay/1", "wrong_game_card"),
    ],
)
def test_a_strange_card_is_refused(card: str, reason: str) -> None:
    sit = checked()
    sit.tap(card, refused=reason)
    assert sit.seen(1, "showing") == []


def test_the_centre_reader_takes_no_stack_and_does_not_say_that_all_are_shown() -> None:
    sit = checked()
    sit.feed(CardPlaced("picture-01/1", "centre", at=sit.now), "not_waited_for")
    assert sit.seen(1, "showing") == []


def test_a_finisher_s_own_reader_serves_too_and_another_s_does_not() -> None:
    sit = checked()
    sit.tap("picture-01/1", "seat1")
    assert sit.seen(1, "showing") == ["picture-01/1"]
    sit.tap("picture-01/2", "seat2", refused="not_waited_for")


def test_an_unfinished_stack_is_finished_before_the_look_is_over() -> None:
    sit = checked()
    sit.tap("picture-01/1")
    assert sit.says(1) == [{"pass": True}]
    sit.hold(1, L, refused="stack_unfinished")
    sit.say(1, done=True, refused="stack_unfinished")
    sit.show(*four(1)[1:])
    sit.say(1, done=True)
    assert sit.each("points") == [1, 0]


def test_an_unfinished_stack_may_be_told_whole() -> None:
    sit = checked()
    sit.tap("picture-01/1")
    sit.say(1, stack=four(1))
    assert (sit.seen(1, "showing"), sit.seen(1, "shown")) == ([], ["picture-01"])


def test_an_unfinished_stack_is_gone_when_the_call_is_taken_back() -> None:
    sit = checked()
    sit.tap("picture-01/1")
    sit.press(1, R)
    assert sit.seen(1, "showing") == []


@pytest.mark.parametrize(
    ("given", "reason"),
    [({}, "shown_at_the_end"), ({"verify": "rung"}, "shown_when_rung")],
)
def test_a_card_that_nobody_is_asked_for_says_when_stacks_are_shown(
    given: dict[str, Any], reason: str
) -> None:
    sit = playing(2, **given)
    sit.tap("picture-01/1", refused=reason)


def test_only_the_finisher_s_phone_tells_a_stack() -> None:
    sit = checked()
    sit.say(2, stack=four(1), refused="being_checked")


def test_a_sole_wrong_card_that_was_taken_away_again_does_not_stand_in_the_way() -> None:
    sit = checked()
    sit.tap("picture-08/1")  # a slip, lifted again
    sit.show(*four(9))
    assert sit.seen(1, "shown") == ["picture-09"]


def test_a_wrong_card_that_still_lies_there_stands_in_the_way() -> None:
    sit = checked()
    sit.lay("picture-08/1")
    sit.tap("picture-09/1", refused="not_of_the_stack")
    assert sit.seen(1, "showing") == ["picture-08/1"]


def test_a_stack_that_was_begun_with_two_is_not_begun_anew() -> None:
    sit = checked()
    sit.show(*four(8)[:2])
    sit.tap("picture-09/1", refused="not_of_the_stack")


# Spread out


def test_d12_four_cards_spread_out_are_claimed_by_one_press() -> None:
    sit = both_show()
    for card in four(9):
        sit.lay(card)
    assert sit.referee.run.claimants() == (1, 2)
    assert sit.each("showing") == [[], [], [], []]
    sit.press(2)
    assert sit.each("stacks") == [0, 1, 0, 0]
    assert sit.rulings("stack_shown")[0]["seat"] == 2
    assert sit.referee.run.claimants() == ()


def test_d12_a_phone_claims_cards_that_lie_there() -> None:
    sit = both_show()
    for card in four(9):
        sit.lay(card)
    sit.say(1, mine=True)
    assert sit.each("stacks") == [1, 0, 0, 0]


def test_d12_of_five_cards_four_are_the_stack_and_the_fifth_is_refused() -> None:
    sit = both_show()
    for card in [*four(9), "picture-08/1"]:
        sit.lay(card)
    sit.press(2)
    assert sit.each("stacks") == [0, 1, 0, 0]
    assert sit.view()["refused"]["reason"] == "shown_when_rung"
    assert sit.each("showing") == [[], [], [], []]


def test_d12_a_card_of_another_kind_among_them_is_refused_and_the_others_lie() -> None:
    sit = both_show()
    for card in ["picture-09/1", "picture-08/1", "picture-09/2", "picture-09/3"]:
        sit.lay(card)
    sit.press(2)
    assert sit.view()["refused"]["reason"] == "not_of_the_stack"
    assert sit.seen(2, "showing") == ["picture-09/1", "picture-09/2", "picture-09/3"]
    sit.lay("picture-09/4")
    assert sit.each("stacks") == [0, 1, 0, 0]


def test_the_same_tag_twice_among_them_counts_once() -> None:
    sit = both_show()
    for card in ["picture-09/1", "picture-09/1", "picture-09/2"]:
        sit.lay(card)
    sit.press(2)
    assert sit.seen(2, "showing") == ["picture-09/1", "picture-09/2"]
    assert sit.view()["refused"]["reason"] == "twice_in_stack"


def test_where_all_of_them_are_refused_the_claim_is() -> None:
    sit = both_show()
    for number in (1, 2):
        sit.lay(f"award/{number}")
    sit.hold(2, refused="award_card")
    assert sit.view()["refused"]["seat"] == 2


def test_a_claim_is_no_hold_of_the_bell() -> None:
    sit = both_show()
    sit.lay("picture-09/1")
    sit.hold(2)
    assert sit.view()["bell"] is None


def test_cards_are_the_seat_s_whose_button_is_down() -> None:
    sit = both_show()
    sit.hold(2)
    sit.show(*four(9))
    assert sit.each("stacks") == [0, 1, 0, 0]


def test_cards_are_the_seat_s_who_pressed_last_within_the_claim_window() -> None:
    sit = both_show()
    sit.press(1)
    sit.press(2)
    sit.wait(CLAIM_S - 0.1)
    sit.show(*four(9))
    assert sit.each("stacks") == [0, 1, 0, 0]


def test_cards_of_the_only_seat_that_has_a_stack_to_show_are_its_own() -> None:
    sit = both_show(3)
    sit.show(*four(9))
    assert sit.each("stacks") == [0, 0, 1, 0]


def test_cards_go_on_the_stack_that_their_picture_has_begun() -> None:
    sit = both_show()
    sit.hold(1)
    sit.tap("picture-01/1")
    sit.let_go(1)
    sit.hold(2)
    sit.tap("picture-02/1")
    for number in (2, 3, 4):
        sit.tap(f"picture-01/{number}")
        sit.tap(f"picture-02/{number}")
    assert sit.each("stacks") == [1, 1, 0, 0]
    assert sit.each("shown")[:2] == [["picture-01"], ["picture-02"]]


def test_cards_on_two_readers_are_not_claimed_together() -> None:
    sit = both_show()
    sit.lay("picture-09/1")
    record, _ = sit.referee.feed(CardPlaced("picture-09/2", "centre", at=sit.now))
    assert record.verdict is Verdict.REFUSED
    assert sit.referee.run.claimants() == (1, 2)


def test_a_card_on_two_readers_is_refused() -> None:
    sit = both_show()
    sit.lay("picture-09/1")
    sit.lay("picture-09/1", "centre", refused="two_places")


def test_when_nobody_has_a_stack_to_show_any_more_nobody_is_asked_whose_cards_lie_there() -> None:
    sit = both_show()
    sit.lay("picture-09/1")
    sit.passes(1)
    sit.passes(2)
    assert sit.referee.run.claimants() == ()
    sit.hold(2)
    assert sit.view()["bell"] == 2


# Told on a phone


def test_a_card_lies_in_one_stack_only() -> None:
    sit = both_show(2)
    sit.tap("picture-09/1")
    sit.complete(1, 0)
    for rings in (1, 2):
        sit.say(1, ring=rings)
        sit.say(1, stack=four(rings))
    sit.finish(1)
    assert (sit.phase, sit.seen(2, "showing")) == ("check", ["picture-09/1"])
    sit.referee.feed(CardPlaced("picture-09/1", "tray", at=sit.now))
    assert [laid for laid in sit.each("showing") if laid] == [["picture-09/1"]]


def test_d12_a_card_laid_again_is_whose_button_was_pressed_last() -> None:
    sit = both_show(1, 2)
    sit.press(2)
    sit.tap("picture-09/1")
    assert sit.seen(2, "showing") == ["picture-09/1"]
    sit.press(1)
    sit.tap("picture-09/1")
    assert sit.each("showing") == [["picture-09/1"], [], [], []]


def test_d12_who_tells_its_stack_gets_back_a_card_that_was_taken_for_another_s() -> None:
    sit = playing(4, verify="rung")
    for seat in (1, 2):
        sit.burst(1, seat)
    sit.press(2)  # of those who show a stack, seat 2 has pressed last
    sit.tap("picture-09/1")  # seat 1 lays its card all the same, and takes it off again
    assert sit.seen(2, "showing") == ["picture-09/1"]
    sit.say(1, stack=four(9))
    assert sit.each("stacks") == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["picture-01/1", "picture-01/2", "picture-01/3", "picture-02/4"], "not_of_the_stack"),
        (["picture-01/1", "picture-01/2", "picture-01/3", "picture-01/3"], "twice_in_stack"),
        (["picture-01/1", "picture-01/2", "picture-01/3", "pay/1"], "wrong_game_card"),
        (["award/1", "award/2", "award/3", "award/4"], "award_card"),
        (four(2), "shown_already"),
    ],
)
def test_a_told_stack_must_be_four_of_one_kind(cards: list[str], reason: str) -> None:
    sit = checked()
    sit.say(1, stack=four(2))
    before = sit.state
    sit.say(1, stack=cards, refused=reason)
    assert sit.state == before
