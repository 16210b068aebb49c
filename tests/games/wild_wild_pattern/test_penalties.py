"""A wrong claim: its card is gone, and every opponent takes one (W13 to W15, W29)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wild_wild_pattern.table import S, Sitting, named, shooting

WRONG = ("after", "grey", "gun")  # no grey card of the plain Wheel has a gun after it


def wrong(seats: int, seat: int = 1, **given: Any) -> Sitting:
    sit = shooting(seats, **given)
    sit.claim(seat, "Y-LOOT", 5, *WRONG)
    return sit


@pytest.mark.parametrize(
    ("seats", "seat", "order"),
    [
        (2, 1, [2]),
        (2, 2, [1]),
        (3, 1, [3, 2]),
        (3, 2, [1, 3]),
        (4, 1, [4, 3, 2]),
        (4, 3, [2, 1, 4]),
    ],
)
def test_w13_opponents_take_one_each_from_the_claimant_s_right_on(
    seats: int, seat: int, order: list[int]
) -> None:
    sit = wrong(seats, seat)
    took = []
    for card in ("R-STAR", "G-WANTED", "B-GUN")[: seats - 1]:
        took.append(sit.view()["choosing"]["seat"])
        assert sit.view()["choosing"]["count"] == 1
        sit.take(card)
    assert took == order
    assert [one["seat"] for one in sit.rulings("card_won")] == order
    assert {one["cite"] for one in sit.rulings("card_won")} == {"W13"}
    assert sit.won(order[0]) == [named("R-STAR")]


def test_w13_the_played_card_is_discarded_before_anybody_takes() -> None:
    sit = wrong(3)
    discarded = sit.last("card_discarded")
    assert (discarded["seat"], discarded["card"]) == (1, "yellow/loot")
    assert sit.top(5) == "yellow/bottle"
    assert "yellow/bottle" in sit.view()["choosing"]["among"]
    sit.tap("Y-LOOT", "tray", refused="prize_not_in_wheel")


def test_w13_the_penalty_is_mandatory() -> None:
    sit = wrong(2)
    sit.passes(2, refused="not_waited_for")
    sit.wait(3600)
    assert sit.view()["choosing"]["seat"] == 2


def test_w13_a_card_of_the_next_one_s_choice_is_not_waited_for() -> None:
    sit = wrong(3)
    sit.say(2, take=["red/star"], refused="not_waited_for")
    sit.say(3, take=["red/star"])
    sit.say(2, take=["red/star"], refused="prize_not_in_wheel")
    sit.say(2, take=["blue/gun"])
    assert (sit.won(2), sit.won(3)) == (["blue/gun"], ["red/star"])


def test_w13_who_is_out_takes_nothing() -> None:
    sit = wrong(4, 1, out=(4,), mode="dead_or_alive")
    assert sit.view()["choosing"]["seat"] == 3
    sit.take("R-STAR")
    sit.take("B-GUN")
    assert sit.won(4) == []


def test_w13_numbers_fit_n_cards_leave_and_n_come_in() -> None:
    # The discard leaves n - 1 cards to go, and n - 1 unplayed cards come in.
    sit = wrong(4)
    for card in ("R-STAR", "G-WANTED", "B-GUN"):
        sit.take(card)
    assert sit.view()["placing"] == 2
    sit.place(2, "W-GUN", 7)
    sit.place(3, "W-LOOT", 0)
    sit.place(4, "W-STAR", 6)
    assert (sit.phase, sit.view()["deck"]) == ("ready", 35)


def test_w14_a_penalty_card_activates_no_challenge() -> None:
    sit = wrong(2, challenges={2: ["dollar"]})
    sit.take("R-STAR")
    assert (sit.phase, sit.view()["seats"]["2"]["money"]) == ("place", 0)


def test_w15_a_fourth_card_by_a_penalty_plays_on_and_a_fifth_ends_the_manche() -> None:
    sit = wrong(2, won={2: "R-GUN W-GUN Y-GUN"})
    sit.take("R-STAR")
    assert sit.phase == "place"
    sit = wrong(2, won={2: "R-GUN W-GUN Y-GUN G-GUN"})
    sit.take("R-STAR")
    assert sit.view()["over"]  # the turns of this manche
    assert len(sit.won(2)) == 5


def test_w13_a_wheel_without_stacks_is_enough_for_everybody() -> None:
    lying = "B-GUN>R-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
    sit = shooting(4, lying)
    sit.claim(2, "Y-LOOT", 0, *WRONG)
    assert sit.top(0) == "red/gun"
    sit.take("R-GUN", "B-GUN")  # what the first one uncovers is there for the next
    assert (sit.top(0), sit.won(1), sit.won(4)) == (None, ["red/gun"], ["blue/gun"])
    sit.take("R-LOOT")
    assert [sit.top(slot) for slot in range(3)] == [None, None, "white/dynamite"]


def click_wrong(seats: int = 3) -> Sitting:
    """Let seat 2 click, and seat 1 stop Clementine with a wrong claim."""
    sit = shooting(seats)
    sit.click(2, "Y-LOOT")
    sit.press(1)
    sit.press(1)
    sit.tap("Y-BOTTLE")
    sit.say(1, claim=list(WRONG))
    return sit


def test_w29_after_clementine_the_clicker_takes_one_too() -> None:
    sit = click_wrong()
    assert sit.state.gone == ("yellow/loot",)
    assert sit.view()["choosing"]["seat"] == 3
    sit.take("R-STAR")
    assert sit.view()["choosing"]["seat"] == 2
    sit.take("B-GUN")
    assert (sit.won(1), sit.won(2), sit.won(3)) == ([], ["blue/gun"], ["red/star"])
    assert (sit.phase, sit.view()["clementine"]) == ("place", None)


def test_w29_the_wrong_claimant_keeps_the_own_card_and_places_it() -> None:
    sit = click_wrong()
    sit.take("R-STAR", "B-GUN")
    assert [seat["has_card"] for seat in sit.view()["seats"].values()] == [True, False, True]
    assert sit.view()["placing"] == 3  # clockwise after seat 1; seat 2 has none


def test_w50_who_runs_out_of_time_with_a_clicked_card_pays_too() -> None:
    sit = shooting(2)
    sit.click(2, "Y-LOOT")
    sit.press(1)
    sit.until(sit.now + 5 * S + 1)
    assert (sit.last("too_late")["seat"], sit.state.gone) == (1, ("yellow/loot",))
    assert sit.view()["choosing"]["seat"] == 2
    assert sit.player(1).has_card
