"""The end of a turn: unplayed cards are placed, and empty slots are filled (W16, W17, W48)."""

from __future__ import annotations

import pytest

from tests.games.wild_wild_pattern.table import (
    LOOT,
    PAUSE,
    S,
    Sitting,
    at_ready,
    named,
    shooting,
)

# The plain Wheel: B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED
WRONG = ("after", "grey", "gun")


def placing(*taken: str, seats: int = 3) -> Sitting:
    """Return a sitting after seat 1's wrong claim: the opponents took these cards."""
    sit = shooting(seats)
    sit.claim(1, "Y-LOOT", 5, *WRONG)
    sit.take(*taken)
    return sit


def test_w16_placing_starts_clockwise_of_who_ended_the_turn() -> None:
    sit = placing("B-GUN", "R-LOOT", "W-DYN", seats=4)
    order = []
    for card, slot in (("R-GUN", 0), ("R-DYN", 1), ("R-SHOE", 2)):
        order.append(sit.view()["placing"])
        sit.place(order[-1], card, slot)
    assert order == [2, 3, 4]


def test_w16_after_a_win_at_another_seat() -> None:
    sit = shooting(4)
    sit.claim(3, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    assert sit.view()["placing"] == 4
    sit.place(4, "R-GUN", 6)
    assert sit.view()["placing"] == 1


def test_w16_the_stopper_of_clementine_places_the_own_card_last() -> None:
    sit = shooting(3)
    sit.click(1, "Y-LOOT")
    sit.press(2)
    sit.press(2)
    sit.tap("Y-BOTTLE")
    sit.say(2, claim=list(LOOT))
    sit.take("R-STAR")
    assert sit.view()["placing"] == 3
    sit.place(3, "R-GUN", 6)
    assert sit.view()["placing"] == 2  # the clicker has no card


def test_w16_after_a_click_that_nobody_used_the_clicker_s_left_begins() -> None:
    sit = shooting(3)
    sit.click(3, "Y-LOOT")
    sit.wait(12)
    sit.take("R-STAR")
    assert sit.view()["placing"] == 1


def test_w16_who_is_out_places_nothing() -> None:
    sit = shooting(4, out=(2,), mode="dead_or_alive")
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    assert sit.view()["placing"] == 3


# Priorities


def test_w16_an_empty_slot_comes_first() -> None:
    sit = placing("B-GUN", "R-LOOT")
    sit.say(2, place={"card": "red/gun", "slot": 6}, refused="place_empty_first")
    sit.place(2, "R-GUN", 1)
    assert (sit.last("placed")["seat"], sit.last("placed")["slot"]) == (2, 1)
    assert sit.last("placed")["cite"] == "W16"


def test_w16_several_empty_slots_are_chosen_by_presses_clockwise_from_slot_0() -> None:
    sit = placing("B-GUN", "W-DYN", "G-WANTED", seats=4)
    sit.tap("R-GUN")
    assert {seat for seat, _ in sit.waiting()} == {2}
    sit.presses(2, 2)
    assert (sit.top(2), sit.view()["placing"]) == ("red/gun", 3)
    sit.tap("R-DYN")
    sit.presses(3, 2)
    assert sit.top(7) == "red/dynamite"


def test_w16_a_wrong_number_is_asked_again() -> None:
    sit = placing("B-GUN", "W-DYN")
    sit.tap("R-GUN")
    sit.presses(2, 3)
    wrong = sit.last("no_such_number")
    assert (wrong["seat"], wrong["presses"], wrong["most"]) == (2, 3, 2)
    sit.presses(2, 1)
    assert sit.top(0) == "red/gun"


def test_w16_one_empty_slot_left_is_taken_at_once() -> None:
    sit = placing("B-GUN", "W-DYN")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    sit.tap("R-DYN")
    assert (sit.top(2), sit.phase) == ("red/dynamite", "ready")


def test_w16_without_an_empty_slot_the_same_colour_is_covered() -> None:
    sit = placing("B-GUN", seats=2)
    sit.tap("R-GUN")  # one empty slot
    assert sit.phase == "ready"
    sit.wait(1)
    sit.go()
    sit.click(1, "Y-GUN")
    sit.wait(12)
    sit.take("G-WANTED")
    sit.tap("W-GUN")
    assert sit.top(7) == "white/gun"


def full(seats: int = 3) -> Sitting:
    """Return a sitting in which seat 2 places, and the Wheel has no empty slot."""
    lying = "B-GUN>R-DYN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
    sit = shooting(seats, lying)
    sit.claim(1, "Y-LOOT", 5, *("after", "grey", "gun"))
    sit.take("R-DYN")
    if seats == 3:
        sit.take("B-GUN")
        sit.place(2, "W-SHOE", 0)
    return sit


def test_w16_a_card_of_the_same_colour_is_chosen_by_what_it_covers() -> None:
    sit = full()
    sit.tap("R-GUN")  # red lies on 1 and 6
    assert sit.says(3) == [
        {"place": {"card": "red/gun", "slot": 1}},
        {"place": {"card": "red/gun", "slot": 6}},
    ]
    sit.tap("W-DYN", refused="place_same_colour")
    sit.tap("Y-LOOT", refused="not_on_top")
    sit.idle(3)
    sit.tap("R-STAR")
    assert (sit.top(6), sit.depth(6)) == ("red/gun", 2)


def test_w16_a_phone_places_by_the_same_priorities() -> None:
    sit = full()
    sit.say(3, place={"card": "red/gun", "slot": 2}, refused="place_same_colour")
    sit.say(2, place={"card": "red/gun", "slot": 1}, refused="not_waited_for")
    sit.say(3, by="host", place={"card": "red/gun", "slot": 1})
    assert sit.top(1) == "red/gun"


def test_w16_the_only_one_of_its_colour_is_covered_at_once() -> None:
    sit = full()
    sit.tap("B-STAR")
    assert sit.top(4) == "blue/star"


def test_w16_without_its_colour_a_card_may_be_placed_anywhere() -> None:
    lying = "B-GUN>B-DYN R-LOOT R-DYN G-BARREL B-SHOE R-BOTTLE R-STAR G-WANTED"
    sit = shooting(2, lying)
    sit.claim(1, "Y-LOOT", 5, *WRONG)
    sit.take("B-DYN")
    sit.tap("W-GUN")
    assert len(sit.says(2)) == 8
    sit.tap("G-WANTED")
    assert (sit.top(7), sit.depth(7)) == ("white/gun", 2)


def test_no_claim_is_made_by_placing() -> None:
    sit = placing("Y-BOTTLE", seats=2)
    sit.tap("W-LOOT")  # a loot after both blue cards, as a claim would want
    assert (sit.phase, sit.rulings("claim_right")) == ("ready", [])


def test_a_phone_may_tell_another_card_than_the_tapped_one() -> None:
    sit = full()
    sit.tap("R-GUN")
    sit.place(3, "B-STAR", 4)
    assert (sit.top(4), sit.last("placed")["card"]) == ("blue/star", "blue/star")


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("W-SHOE", "card_in_wheel"),
        ("R-DYN", "card_won"),
        ("Y-LOOT", "card_out_of_play"),
        ("clementine", "no_pattern_card"),
    ],
)
def test_a_card_that_cannot_be_in_a_hand_is_refused(card: str, reason: str) -> None:
    sit = full()
    sit.tap(card, refused=reason)
    sit.say(3, place={"card": named(card), "slot": 3}, refused=reason)


def test_a_card_that_the_host_gives_away_while_it_is_placed_is_asked_for_again() -> None:
    sit = full()
    sit.tap("R-GUN")
    sit.adjust(2, cards=["red/gun"])
    sit.tap("R-STAR")
    assert (sit.top(6), sit.view()["placing"]) == ("red/star", 3)
    sit.tap("R-GUN", refused="card_won")
    sit.tap("B-STAR")
    assert sit.phase == "ready"


def test_a_challenge_is_tapped_while_a_slot_is_chosen() -> None:
    sit = full()
    sit.tap("R-GUN")
    sit.tap("challenge/trade", "seat2")
    sit.tap("R-STAR")
    assert (sit.top(6), sit.player(2).challenges) == ("red/gun", ("challenge/trade",))


@pytest.mark.parametrize("taps", [0, 1])
def test_when_who_places_leaves_the_next_one_is_asked(taps: int) -> None:
    sit = placing("B-GUN", "R-LOOT", "W-DYN", seats=4)
    if taps:
        sit.tap("R-GUN")
        sit.press(2)
    sit.leave(2)
    assert (sit.view()["placing"], sit.state.unseen) == (3, 1)


def test_an_undo_takes_a_placing_back() -> None:
    sit = placing("B-GUN", "R-LOOT")
    sit.place(2, "R-GUN", 1)
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.top(1), sit.view()["placing"]) == (None, 2)


def test_a_pause_within_the_presses_keeps_what_was_left_of_theirs() -> None:
    sit = placing("B-GUN", "W-DYN")
    sit.tap("R-GUN")
    sit.press(2, at=20 * S)
    sit.host(pause=True, at=20 * S + PAUSE // 2)
    sit.host(resume=True, at=60 * S)
    sit.press(2, at=60 * S + PAUSE // 2)
    sit.until(60 * S + PAUSE // 2 + PAUSE)
    assert sit.top(2) == "red/gun"


# Refills


def refilling() -> Sitting:
    """Return a sitting in which two cards of seat 1's prize have left two slots empty."""
    sit = shooting(2, "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED")
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.tap("R-GUN")
    sit.presses(2, 2)
    return sit


def test_w17_slots_that_are_still_empty_are_filled_from_the_deck() -> None:
    sit = refilling()
    assert (sit.phase, sit.waiting(), sit.top(1)) == ("refill", [(1, "card")], None)
    deck = sit.view()["deck"]
    sit.tap("Y-DYN")
    filled = sit.last("filled")
    assert (filled["card"], filled["slot"], filled["cite"]) == ("yellow/dynamite", 1, "W17")
    assert (sit.phase, sit.view()["deck"]) == ("ready", deck - 1)


def test_w17_a_challenge_drawn_for_a_slot_is_removed_and_replaced() -> None:
    sit = refilling()
    deck = sit.view()["deck"]
    sit.tap("challenge/trade")
    assert (sit.phase, sit.last("sent_away")["card"]) == ("refill", "challenge/trade")
    sit.place(1, "Y-DYN", 1)
    assert (sit.phase, sit.view()["deck"]) == ("ready", deck - 2)
    assert sit.state.gone == ("challenge/trade",)


def test_w48_several_slots_are_filled_clockwise_from_slot_0() -> None:
    sit = at_ready(2, "B-GUN . W-DYN B-STAR . B-SHOE Y-BOTTLE .")
    sit.go()
    sit.claim(1, "Y-LOOT", 6, *WRONG)
    sit.take("B-GUN")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    assert sit.phase == "refill"
    sit.say(1, place={"card": "red/loot", "slot": 4}, refused="refill_clockwise")
    sit.say(1, place={"card": "red/loot", "slot": 6}, refused="place_empty_first")
    for card in ("R-LOOT", "R-DYN", "R-SHOE"):
        sit.tap(card)
    assert [(one["card"], one["slot"]) for one in sit.rulings("filled")] == [
        ("red/loot", 1),
        ("red/dynamite", 4),
        ("red/horseshoe", 7),
    ]


def test_the_dealer_fills_the_slots_and_when_it_has_left_the_next_one() -> None:
    sit = refilling()
    assert sit.waiting() == [(1, "card")]
    sit = shooting(3, "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED", dealer=2)
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.leave(3)
    sit.tap("R-GUN")
    sit.presses(2, 1)
    assert sit.waiting() == [(2, "card")]


def test_when_the_dealer_leaves_while_the_wheel_is_laid_the_next_seat_goes_on() -> None:
    sit = Sitting(3, first=3)
    sit.tap("B-GUN")
    sit.leave(3)
    assert sit.waiting() == [(1, "card")]
    sit.tap("R-LOOT")
    assert sit.top(1) == "red/loot"
