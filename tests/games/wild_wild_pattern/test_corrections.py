"""What the host corrects: money, cards, and who plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.wild_wild_pattern import rules
from companion.games.wild_wild_pattern.state import with_player
from tests.games.wild_wild_pattern.table import Sitting, at_ready, shooting


def test_money_is_added_in_cents() -> None:
    sit = at_ready(money={2: 40})
    sit.adjust(2, money=15)
    sit.adjust(2, money=-55)
    assert (sit.player(2).money, sit.state.paid) == (0, 0)
    sit.adjust(1, money=120)
    assert sit.view()["seats"]["1"]["money"] == 120


def test_cards_are_what_lies_before_a_seat_from_now_on() -> None:
    sit = at_ready(won={1: "R-GUN"})
    deck = sit.view()["deck"]
    sit.adjust(1, cards=["white/gun", "challenge/trade"])
    seat = sit.view()["seats"]["1"]
    assert (seat["won"], seat["challenges"]) == (["white/gun"], ["challenge/trade"])
    assert (sit.state.gone, sit.view()["deck"]) == (("red/gun",), deck - 2)


def test_a_card_out_of_play_is_given_back_without_the_deck() -> None:
    sit = at_ready(won={1: "R-GUN W-GUN"})
    sit.adjust(1, cards=["white/gun"])
    deck = sit.view()["deck"]
    sit.adjust(2, cards=["red/gun"])
    assert (sit.won(2), sit.state.gone, sit.view()["deck"]) == (["red/gun"], (), deck)


def test_a_card_given_is_no_longer_in_anybody_s_hand() -> None:
    sit = shooting()
    sit.adjust(2, cards=["yellow/loot"])
    sit.press(1)
    sit.tap("Y-LOOT", refused="card_won")


@pytest.mark.parametrize(
    "change",
    [
        {"money": -1},
        {"money": "10"},
        {"money": True},
        {"alive": 1},
        {"hand": 3},
        {"points": 1},
        {"cards": "red/gun"},
        {"cards": [1]},
        {"cards": ["red/gun", "red/gun"]},
        {"cards": ["red/loot"]},  # lies in the Wheel
        {"cards": ["grey/gun"]},  # won by another seat
        {"cards": ["challenge/dollar"]},  # laid aside by another seat
        {"cards": ["bank/1"]},
        {"cards": ["clementine"]},
        {"cards": ["cow/loot"]},
        {"cards": [f"yellow/{thing}" for thing in ("gun", "loot", "star", "barrel", "wanted")]
         + [f"white/{thing}" for thing in ("gun", "loot", "star")]},  # eight, never to be won
        {"money": 5, "cards": ["red/loot"]},
    ],
)  # fmt: skip
def test_a_correction_that_cannot_be_is_refused(change: dict[str, Any]) -> None:
    sit = at_ready(won={2: "G-GUN"}, challenges={2: ["dollar"]})
    sit.adjust(1, refused="bad_adjustment", **change)


def test_a_card_that_is_being_played_cannot_be_given() -> None:
    sit = shooting()
    sit.press(1)
    sit.tap("Y-LOOT")
    sit.adjust(2, refused="bad_adjustment", cards=["yellow/loot"])
    sit = shooting()
    sit.click(1, "Y-LOOT")
    sit.adjust(2, refused="bad_adjustment", cards=["yellow/loot"])


def test_no_more_cards_than_the_deck_has() -> None:
    sit = at_ready(3, left=3)
    sit.adjust(
        1, refused="bad_adjustment", cards=["red/gun", "white/gun", "yellow/gun", "grey/gun"]
    )
    sit.adjust(1, cards=["red/gun"])
    assert sit.phase == "ready"


def test_seven_cards_before_everybody_leave_enough_for_a_new_wheel() -> None:
    sit = at_ready(4)
    for seat, colour in enumerate(("red", "white", "yellow", "grey"), 1):
        lying = {card for stack in sit.state.wheel for card in stack}
        own = [card for card in sit.state.deck.faces if card.startswith(colour)]
        free = [card for card in own if card not in lying]
        others = [card for card in sit.state.deck.faces if card.startswith("blue")]
        spare = [card for card in others if card not in lying]
        sit.adjust(seat, cards=(free + spare[seat - 1 : seat])[:7])
    sit.go()
    assert sit.phase == "shootout"


def test_who_was_out_by_mistake_plays_again() -> None:
    sit = at_ready(4, out=(4,), mode="dead_or_alive")
    sit.adjust(4, alive=True)
    assert sit.view()["seats"]["4"]["alive"]
    sit.leave(4)
    sit.leave(4)  # nothing new
    assert not sit.view()["seats"]["4"]["alive"]


def test_a_correction_names_no_card() -> None:
    sit = at_ready()
    sit.adjust(1, cards=["white/gun", "challenge/trade"], money=5)
    told = sit.last("corrected")
    assert "white" not in str(told)


def test_a_challenge_told_in_a_race_is_noted_once_whatever_is_corrected_meanwhile() -> None:
    sit = shooting()
    sit.say(2, drew="challenge/trade")
    sit.adjust(1, money=5)
    sit.adjust(2, cards=[])
    assert len(sit.rulings("laid_aside")) == 1
    assert (sit.player(2).challenges, sit.state.gone) == ((), ("challenge/trade",))


def test_the_count_says_what_is_gone() -> None:
    state = at_ready(won={1: "R-GUN"}).state
    assert rules.count(state) is None
    assert rules.count(replace(state, left=state.left - 1)) == "46 cards of 47"
    twice = with_player(state, 2, won=("red/gun",))
    assert rules.count(twice) == "in two places: red/gun"
    richer = with_player(state, 2, money=10)
    assert rules.count(richer) == "10 cents before the players, 0 paid"


def test_an_undo_takes_a_correction_back() -> None:
    sit = at_ready()
    sit.adjust(1, money=120)
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.player(1).money == 0


def test_the_referee_comes_back_from_its_records() -> None:
    sit = Sitting(3)
    sit.deal()
    sit.go()
    sit.press(2)
    sit.tap("Y-LOOT")
    sit.adjust(1, money=10)
    sit.restart()
    again = type(sit.referee).restored(sit.game, sit.header, tuple(sit.records))
    assert (again.view("host"), again.differs_at) == (sit.referee.view("host"), None)
