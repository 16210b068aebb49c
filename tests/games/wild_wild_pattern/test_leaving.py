"""Somebody leaves the table, or comes back, at any moment of a turn."""

from __future__ import annotations

import pytest

from tests.games.wild_wild_pattern.table import LOOT, SPEAK, R, S, Sitting, claimed, shooting


def test_while_holding_the_others_go_on() -> None:
    sit = Sitting(3)
    sit.deal()
    for seat in (1, 2, 3):
        sit.hold(seat)
    sit.leave(2)
    sit.wait(2)
    assert (sit.phase, sit.view()["deck"], sit.player(2).has_card) == ("shootout", 37, False)


def test_a_hidden_card_goes_out_of_play_unseen() -> None:
    sit = shooting(3)
    sit.leave(2)
    assert (sit.state.unseen, sit.player(2).has_card) == (1, False)
    assert not sit.view()["seats"]["2"]["alive"]


def test_who_comes_back_has_what_it_won_but_no_card_of_this_turn() -> None:
    sit = shooting(3, won={2: "R-GUN"})
    sit.leave(2)
    sit.adjust(2, alive=True)
    assert (sit.player(2).has_card, sit.won(2)) == (False, ["red/gun"])
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    assert sit.view()["placing"] == 3


def test_the_claimant_before_the_card() -> None:
    sit = shooting(3)
    sit.press(1)
    sit.until(sit.now)
    sit.leave(1)
    sit.until(sit.now + SPEAK)
    assert sit.rulings("too_late", "claim_wrong") == []
    assert (sit.state.unseen, sit.last("card_discarded")["card"]) == (1, None)
    assert sit.view()["placing"] == 2


def test_the_claimant_after_the_card() -> None:
    sit = shooting(3)
    sit.press(1)
    sit.tap("Y-LOOT")
    sit.leave(1)
    sit.until(sit.now + SPEAK)
    assert (sit.rulings("too_late"), sit.state.gone) == ([], ("yellow/loot",))
    assert (sit.state.unseen, sit.view()["placing"]) == (0, 2)


@pytest.mark.parametrize("words", [True, False])
def test_the_claimant_while_the_claim_is_entered(words: bool) -> None:
    sit = shooting(4)
    sit.cover(1, "Y-LOOT", None if words else 5)
    if words:
        sit.say(2, claim=list(LOOT))
    else:
        sit.press(2)
    sit.leave(1)
    assert (sit.phase, sit.view()["placing"]) == ("place", 2)
    assert (sit.state.gone, sit.rulings("claim_right", "claim_wrong")) == (("yellow/loot",), [])


@pytest.mark.parametrize("numbers", [0, 1])
def test_the_claimant_while_it_tells_a_number(numbers: int) -> None:
    sit = shooting(3)
    sit.cover(1, "Y-LOOT", 5)
    sit.press(2)
    sit.press(3)
    for _ in range(numbers):
        sit.presses(1, 1)
    sit.press(1)
    sit.leave(1)
    assert (sit.phase, sit.view()["placing"], sit.state.gone) == ("place", 2, ("yellow/loot",))


def test_the_last_one_who_has_not_judged() -> None:
    sit = shooting(4)
    sit.cover(1, "Y-LOOT", 5)
    sit.press(2, R)
    sit.press(3, R)
    sit.leave(4)
    assert sit.last("claim_wrong")["case"] == "rejected"
    assert sit.view()["choosing"]["seat"] == 3


def test_the_winner_before_it_takes_its_prize() -> None:
    sit = claimed(3)
    sit.leave(1)
    assert (sit.phase, sit.view()["placing"], sit.won(1)) == ("place", 2, [])
    assert sit.view()["choosing"] is None
    sit = shooting(3, "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED")
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("W-DYN")
    sit.leave(1)
    assert (sit.won(1), sit.top(2)) == ([], "white/dynamite")


def test_one_who_is_to_take_a_penalty_card() -> None:
    sit = shooting(4)
    sit.claim(1, "Y-LOOT", 5, "after", "grey", "gun")
    sit.leave(3)  # not its turn yet
    assert sit.view()["choosing"]["seat"] == 4
    sit.leave(4)
    assert sit.view()["choosing"]["seat"] == 2
    sit.take("R-STAR")
    assert (sit.won(2), sit.won(3), sit.won(4)) == (["red/star"], [], [])


# Left alone


def test_whoever_is_left_alone_has_won_while_the_wheel_is_laid() -> None:
    sit = Sitting(2)
    sit.tap("B-GUN")
    sit.leave(1)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])
    assert sit.rulings("wheel_laid") == []


def test_whoever_is_left_alone_has_won_before_go() -> None:
    sit = Sitting(3)
    sit.deal()
    sit.hold(3)
    sit.leave(1)
    assert not sit.view()["over"]
    sit.leave(2)
    assert (sit.view()["over"], sit.view()["winners"], sit.last("won")["seats"]) == (
        True,
        [3],
        [3],
    )


def whole(seats: int = 2) -> Sitting:
    sit = Sitting(seats)
    sit.deal()
    sit.go()
    return sit


def test_whoever_is_left_alone_has_won_in_the_shootout() -> None:
    sit = whole()
    sit.leave(1)
    assert sit.view()["winners"] == [2]


def test_whoever_is_left_alone_has_won_while_it_waits_for_a_window() -> None:
    sit = whole()
    sit.press(1)
    sit.until(sit.now)
    sit.leave(1)
    sit.until(sit.now + SPEAK)
    assert sit.view()["winners"] == [2]
    sit = whole()
    sit.press(1)
    sit.until(sit.now)
    sit.leave(2)
    sit.until(sit.now + SPEAK)
    assert (sit.view()["winners"], sit.rulings("too_late")) == ([1], [])


def test_whoever_is_left_alone_has_won_while_a_prize_is_taken() -> None:
    sit = whole()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.leave(2)
    assert (sit.view()["winners"], sit.won(1)) == ([1], [])


def test_whoever_is_left_alone_has_won_while_cards_are_placed_and_refilled() -> None:
    sit = whole()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.leave(2)
    assert sit.view()["winners"] == [1]
    sit = Sitting(2)
    sit.deal("B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED")
    sit.go()
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    assert sit.phase == "refill"
    sit.leave(1)
    assert (sit.view()["winners"], sit.rulings("reshuffled")) == ([2], [])


def test_whoever_is_left_alone_has_won_in_the_second_before_go() -> None:
    sit = Sitting(2)
    sit.deal()
    sit.hold(1)
    sit.hold(2)
    sit.leave(1)
    sit.until(sit.now + 2 * S)
    assert sit.view()["winners"] == [2]


def test_when_all_have_left_nobody_has_won() -> None:
    sit = whole()
    sit.press(1)
    sit.until(sit.now)
    sit.leave(1)
    sit.leave(2)
    sit.until(sit.now + SPEAK)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [])


def test_dead_or_alive_who_leaves_is_not_counted_at_the_bank() -> None:
    sit = Sitting(3, mode="dead_or_alive")
    sit.deal()
    sit.adjust(1, cards=["red/gun", "white/gun", "yellow/gun", "grey/gun"])
    sit.go()
    sit.leave(3)
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    assert [one["seat"] for one in sit.rulings("bank_pays")] == [1, 2]
