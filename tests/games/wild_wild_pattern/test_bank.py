"""But how does the Bank pay? Exact counts, each line alone on the whole hand (W34 to W36, W47)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards.manifest import BankLine, Condition
from companion.games.wild_wild_pattern.bank import LineResult, Payout, pay
from companion.games.wild_wild_pattern.deck import read_deck
from companion.games.wild_wild_pattern.pattern import Face
from firmware import shelf

FACES = {
    f"{colour}/{thing}": Face(colour, thing, suit)
    for colour, thing, suit in (
        ("red", "gun", "coin"),
        ("red", "star", "coin"),
        ("red", "loot", "coin"),
        ("blue", "gun", "bullets"),
        ("blue", "star", "bullets"),
        ("blue", "loot", "bullets"),
        ("blue", "bottle", "bullets"),
        ("white", "gun", "coin"),
        ("grey", "star", "bullets"),
    )
}
ONE_OF_A_SUIT = BankLine("1 of a Suit", (Condition("suit", same=1),), 20)
THREE_SAME_COLOUR = BankLine("3 same Color", (Condition("colour", same=3),), 40)
THREE_COINS = BankLine("3 Coins", (Condition("suit", same=3, value="coin"),), 30)
TWO_OBJECTS = BankLine("2 different Objects", (Condition("object", different=2),), 50)
WILD = BankLine("Wild", (Condition("object", same=3),), 0, wild=True)


def line(*conditions: Condition, prize: int = 10) -> BankLine:
    return BankLine("Some line", conditions, prize)


def hand(text: str) -> list[str]:
    """Read a hand such as `red gun, blue star`."""
    return [card.strip().replace(" ", "/") for card in text.split(",") if card.strip()]


def paid(text: str, *lines: BankLine, per_match: bool = False) -> Payout:
    return pay(hand(text), lines, FACES, pay_per_match=per_match)


def only(text: str, one: BankLine, *, per_match: bool = False) -> LineResult:
    (result,) = paid(text, one, per_match=per_match).lines
    return result


def broken(text: str, one: BankLine) -> dict[str, Any]:
    check = only(text, one).broken
    assert check is not None
    return check.to_json()


def test_w35_a_count_that_is_met_exactly_is_paid() -> None:
    assert paid("red gun, red star, red loot", THREE_SAME_COLOUR).total == 40


@pytest.mark.parametrize(
    "text", ["red gun, red star", "blue gun, blue star, blue loot, blue bottle"]
)
def test_w35_one_card_less_or_more_is_not_paid(text: str) -> None:
    assert paid(text, THREE_SAME_COLOUR).total == 0


def test_w35_the_rulebook_s_one_of_a_suit_is_not_paid_for_two() -> None:
    assert paid("red gun, blue star, blue gun", ONE_OF_A_SUIT).total == 20
    assert paid("red gun, red star, blue star, blue gun", ONE_OF_A_SUIT).total == 0


def test_w35_a_line_may_ask_for_one_value() -> None:
    assert paid("red gun, red star, white gun, blue gun", THREE_COINS).total == 30
    assert paid("blue gun, blue star, blue loot", THREE_COINS).total == 0


def test_w35_different_counts_the_values_held() -> None:
    assert paid("red gun, blue gun, grey star", TWO_OBJECTS).total == 50
    assert paid("red gun, blue gun", TWO_OBJECTS).total == 0
    assert paid("red gun, red star, red loot", TWO_OBJECTS).total == 0


def test_w35_cards_serve_several_lines() -> None:
    lines = (THREE_SAME_COLOUR, THREE_COINS, ONE_OF_A_SUIT)
    result = paid("red gun, red star, red loot, blue gun", *lines)
    assert [one.prize for one in result.lines] == [40, 30, 20]
    assert result.total == 90


def test_w35_lines_come_from_top_to_bottom_met_or_not() -> None:
    result = paid("red gun, red star", THREE_SAME_COLOUR, TWO_OBJECTS)
    assert [(one.name, one.is_met) for one in result.lines] == [
        ("3 same Color", False),
        ("2 different Objects", True),
    ]


def test_w35_a_line_met_twice_pays_once() -> None:
    result = only("red gun, blue gun", ONE_OF_A_SUIT)
    assert (result.times, result.prize) == (2, 20)


def test_w35_with_pay_per_match_a_line_met_twice_pays_twice() -> None:
    result = only("red gun, blue gun", ONE_OF_A_SUIT, per_match=True)
    assert (result.times, result.prize) == (2, 40)


def test_w35_a_missed_line_pays_nothing_per_match_either() -> None:
    assert only("red gun, red star", ONE_OF_A_SUIT, per_match=True).prize == 0


def test_w35_all_conditions_must_hold() -> None:
    both = line(Condition("colour", same=2), Condition("object", same=2))
    assert paid("red gun, red star, blue gun", both).total == 10
    assert paid("red gun, red star, blue loot", both).total == 0
    assert paid("red gun, blue gun, grey star", both).total == 0


def test_w35_conditions_are_met_together_as_often_as_the_rarest() -> None:
    both = line(Condition("suit", same=2), Condition("object", same=2))
    # Two coins and two bullets, but only one pair of objects.
    result = only("red gun, red star, blue gun, blue loot", both, per_match=True)
    assert (result.times, result.prize) == (1, 10)


def test_the_cards_that_met_a_line_are_told() -> None:
    assert only("blue gun, red star, red gun, red loot", THREE_SAME_COLOUR).cards == (
        "red/star",
        "red/gun",
        "red/loot",
    )


def test_cards_of_several_conditions_are_told_once_each() -> None:
    both = line(Condition("colour", same=2), Condition("object", same=2))
    assert only("grey star, red loot, red gun, blue gun", both).cards == (
        "red/loot",
        "red/gun",
        "blue/gun",
    )


def test_the_count_that_broke_a_line_is_told() -> None:
    # "4 blue cards, exactly 3 wanted", though one red card is there as well.
    assert broken("red gun, blue gun, blue star, blue loot, blue bottle", THREE_SAME_COLOUR) == {
        "feature": "colour",
        "counted": "same",
        "wanted": 3,
        "held": 4,
        "values": ["blue"],
        "cards": ["blue/gun", "blue/star", "blue/loot", "blue/bottle"],
    }


def test_of_two_counts_equally_near_the_greater_is_told() -> None:
    two = line(Condition("colour", same=2))
    assert broken("grey star, red gun, red star, red loot", two)["values"] == ["red"]


def test_the_broken_count_of_one_value_is_told() -> None:
    found = broken("red gun, white gun, blue gun", THREE_COINS)
    assert (found["values"], found["held"], found["wanted"]) == (["coin"], 2, 3)


def test_the_broken_count_of_different_values_is_told() -> None:
    found = broken("red gun, red star, red loot", TWO_OBJECTS)
    assert (found["counted"], found["held"], found["wanted"]) == ("different", 3, 2)
    assert found["values"] == ["gun", "loot", "star"]


def test_the_first_broken_condition_of_several_is_told_with_its_cards() -> None:
    both = line(
        Condition("suit", same=1), Condition("colour", same=2), Condition("object", same=2)
    )
    result = only("red gun, blue star", both)
    assert result.broken is not None
    assert result.broken.feature == "colour"
    assert result.cards == ("red/gun",)


def test_a_met_line_has_no_broken_count() -> None:
    assert only("red gun", ONE_OF_A_SUIT).to_json() == {
        "line": "1 of a Suit",
        "met": True,
        "times": 1,
        "prize": 20,
        "wild": False,
        "cards": ["red/gun"],
        "broken": None,
    }


def test_a_missed_line_shows_its_broken_count() -> None:
    shown = only("", ONE_OF_A_SUIT).to_json()
    assert (shown["met"], shown["times"], shown["prize"], shown["cards"]) == (False, 0, 0, [])
    assert shown["broken"]["held"] == 0


def test_a_payment_shows_its_lines_and_their_total() -> None:
    result = paid("red gun", ONE_OF_A_SUIT, WILD)
    assert result.to_json() == {
        "total": 20,
        "wild": False,
        "turned_away": False,
        "lines": [one.to_json() for one in result.lines],
    }


# Fewer than five cards, and none (W36)


@pytest.mark.parametrize("one", [ONE_OF_A_SUIT, THREE_SAME_COLOUR, TWO_OBJECTS, WILD])
def test_w36_no_cards_are_paid_nothing(one: BankLine) -> None:
    result = paid("", one)
    assert (result.total, result.is_paid, result.is_wild) == (0, False, False)
    assert not result.is_turned_away


@pytest.mark.parametrize(
    "condition",
    [
        Condition("suit", same=0),
        Condition("suit", same=0, value="coin"),
        Condition("object", different=0),
    ],
)
def test_w36_no_cards_are_paid_by_a_line_that_says_so(condition: Condition) -> None:
    assert paid("", line(condition)).total == 10


def test_none_of_a_value_is_an_exact_count_too() -> None:
    no_coins = line(Condition("suit", same=0, value="coin"))
    assert paid("blue gun", no_coins).total == 10
    assert paid("blue gun, red gun", no_coins).total == 0
    assert paid("blue gun, red gun", line(Condition("suit", same=0))).total == 0


def test_w36_one_card_goes_to_the_bank_as_well() -> None:
    assert paid("grey star", ONE_OF_A_SUIT).is_paid


# More than five cards (W34)


def test_w34_five_cards_are_paid() -> None:
    result = paid("red gun, red star, red loot, blue gun, blue star", THREE_SAME_COLOUR)
    assert (result.total, result.is_turned_away) == (40, False)


def test_w34_more_than_five_cards_are_paid_nothing_not_even_a_wild_combination() -> None:
    text = "red gun, blue gun, white gun, red star, blue loot, red loot"
    assert paid(text[: text.rindex(",")], WILD).is_wild
    result = paid(text, WILD, THREE_SAME_COLOUR)
    assert result == Payout((), is_turned_away=True)
    assert (result.total, result.is_paid, result.is_wild) == (0, False, False)


# Wild combinations (W37) and payments (W45)


def test_w37_a_wild_line_that_is_met_makes_a_wild_combination() -> None:
    assert paid("red gun, blue gun, white gun", WILD).is_wild
    assert not paid("red gun, blue gun", WILD).is_wild


def test_a_met_line_that_is_not_wild_makes_none() -> None:
    assert not paid("red gun", ONE_OF_A_SUIT, WILD).is_wild


def test_w45_a_wild_combination_without_a_prize_is_no_payment() -> None:
    assert not paid("red gun, blue gun, white gun", WILD).is_paid


# A Target is one more set of lines (W47)


def test_w47_a_target_is_one_more_set_of_lines_for_its_holder_alone() -> None:
    target = {"name": "Guns", "feature": "object", "same": 2, "value": "gun", "prize": 70}
    shipped = shelf.manifest("wild_wild_pattern")
    deck = read_deck(shipped, {"bank": [], "targets": {"bank/2": [target]}})
    guns = ["red/gun", "blue/gun"]
    assert pay(guns, deck.lines_for("bank/2"), deck.faces, pay_per_match=False).total == 70
    assert pay(guns, deck.lines_for("bank/1"), deck.faces, pay_per_match=False).total == 0
    assert pay(guns, deck.lines_for(None), deck.faces, pay_per_match=False).total == 0


def test_w47_a_target_s_lines_come_after_the_bank_s() -> None:
    target = {"name": "Guns", "feature": "object", "same": 2, "value": "gun", "prize": 70}
    deck = read_deck(shelf.manifest("wild_wild_pattern"), {"targets": {"bank/2": [target]}})
    assert [one.name for one in deck.lines_for("bank/2")] == [
        *(one.name for one in deck.bank),
        "Guns",
    ]
