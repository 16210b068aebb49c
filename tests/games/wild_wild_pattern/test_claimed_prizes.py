"""What a valid claim wins, and choices that are not it (3.2, W10, W11, W12, W43, W44)."""

from __future__ import annotations

import pytest

from companion.games.wild_wild_pattern.covering import tops
from companion.games.wild_wild_pattern.prizes import Prize, card_fault, prize, prize_fault, take
from companion.games.wild_wild_pattern.verdicts import Verdict
from tests.games.wild_wild_pattern.wheels import card, judged

ONE = "R-GUN R-LOOT W-DYN G-BARREL B-SHOE W-GUN>Y-BOTTLE R-STAR G-WANTED"
TWO = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE W-GUN>Y-BOTTLE R-STAR G-WANTED"
THREE = "B-GUN R-LOOT B-DYN G-LOOT B-SHOE W-GUN>Y-BOTTLE R-STAR G-WANTED"
STARS = "R-GUN-c G-STAR-b W-DYN-c Y-STAR-b R-SHOE-c G-DYN>W-BOTTLE-b G-WANTED-b B-BARREL-b"


def cards(text: str) -> tuple[str, ...]:
    return tuple(map(card, text.split()))


def colour(lying: str, needed: int = 2) -> Verdict:
    return judged(lying, "Y-LOOT", 5, "AFTER B LOOT", min_occurrences=needed)


def suit(needed: int = 2) -> Verdict:
    return judged(STARS, "W-STAR-b", 5, "BEFORE STAR coin", min_occurrences=needed)


def small_suit(needed: int = 2) -> Verdict:
    lying = STARS.replace("Y-STAR-b", "Y-GUN-b")
    return judged(lying, "W-STAR-b", 5, "BEFORE STAR coin", min_occurrences=needed)


# What is won


def test_two_by_colour_win_any_top_card_but_the_played_one() -> None:
    won = prize(colour(TWO))
    assert won == Prize(1, cards("B-GUN R-LOOT W-DYN G-BARREL B-SHOE R-STAR G-WANTED"))
    assert not won.is_fixed


def test_w11_three_by_colour_win_any_two_top_cards() -> None:
    won = prize(colour(THREE))
    assert won == Prize(2, cards("B-GUN R-LOOT B-DYN G-LOOT B-SHOE Y-LOOT R-STAR G-WANTED"))
    assert not won.is_fixed


def test_two_by_suit_win_the_covered_card() -> None:
    assert prize(small_suit()) == Prize(1, cards("W-BOTTLE"))
    assert prize(small_suit()).is_fixed


def test_w11_three_by_suit_win_the_covered_and_the_played_card() -> None:
    assert prize(suit()) == Prize(2, cards("W-BOTTLE W-STAR"))
    assert prize(suit()).is_fixed


@pytest.mark.parametrize(("lying", "count"), [(ONE, 1), (TWO, 1), (THREE, 2)])
def test_w43_one_occurrence_pays_as_two_do(lying: str, count: int) -> None:
    verdict = colour(lying, needed=1)
    assert verdict.is_valid
    assert prize(verdict).count == count
    assert ("yellow/loot" in prize(verdict).among) is (count == 2)


def test_a_pattern_of_three_is_paid_as_three_where_three_are_needed() -> None:
    assert prize(colour(THREE, needed=3)).count == prize(suit(needed=3)).count == 2


def test_an_empty_slot_offers_nothing() -> None:
    won = prize(judged("B-GUN R-LOOT . . B-SHOE Y-STAR . .", "Y-LOOT", 5, "AFTER B LOOT"))
    assert won.among == cards("B-GUN R-LOOT B-SHOE")


def test_a_claim_that_is_not_valid_wins_nothing() -> None:
    with pytest.raises(ValueError, match="wins nothing: too_few"):
        prize(colour(ONE))


# What is chosen


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ("G-WANTED", None),
        ("", "prize_too_few"),
        ("G-WANTED R-STAR", "prize_too_many"),
        ("Y-LOOT", "prize_not_the_played"),
        ("Y-BOTTLE", "prize_buried"),
        ("W-GUN", "prize_buried"),
        ("R-GUN", "prize_not_in_wheel"),
    ],
)
def test_the_smaller_prize_by_colour_is_one_top_card(chosen: str, fault: str | None) -> None:
    assert prize_fault(colour(TWO), cards(chosen)) == fault


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ("G-WANTED B-GUN", None),
        ("Y-LOOT B-GUN", None),
        ("G-WANTED", "prize_too_few"),
        ("G-WANTED G-WANTED", "prize_card_twice"),
        ("G-WANTED B-GUN R-LOOT", "prize_too_many"),
        ("R-GUN", "prize_not_in_wheel"),
    ],
)
def test_the_larger_prize_by_colour_is_two_top_cards(chosen: str, fault: str | None) -> None:
    assert prize_fault(colour(THREE), cards(chosen)) == fault


def test_w44_a_card_that_the_first_one_uncovers_cannot_be_the_second() -> None:
    assert prize_fault(colour(THREE), cards("Y-LOOT Y-BOTTLE")) == "prize_buried"


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ("W-BOTTLE W-STAR", None),
        ("W-STAR W-BOTTLE", None),
        ("W-BOTTLE", "prize_too_few"),
        ("W-BOTTLE R-GUN", "prize_fixed"),
        ("G-DYN", "prize_fixed"),
    ],
)
def test_w11_the_larger_prize_by_suit_is_fixed(chosen: str, fault: str | None) -> None:
    assert prize_fault(suit(), cards(chosen)) == fault


def test_the_smaller_prize_by_suit_is_fixed() -> None:
    assert prize_fault(small_suit(), cards("W-BOTTLE")) is None
    assert prize_fault(small_suit(), cards("W-STAR")) == "prize_fixed"


def test_cards_are_judged_one_by_one_as_they_are_tapped() -> None:
    verdict = colour(THREE)
    assert card_fault(verdict, (), "blue/gun") is None
    assert card_fault(verdict, ("blue/gun",), "blue/gun") == "prize_card_twice"
    assert card_fault(verdict, ("blue/gun",), "yellow/loot") is None
    assert card_fault(verdict, ("blue/gun", "yellow/loot"), "red/loot") == "prize_too_many"


# What is left


def test_w10_winning_the_covered_card_leaves_the_played_one_on_what_was_below() -> None:
    left = take(small_suit(), cards("W-BOTTLE"))
    assert left[5] == cards("G-DYN W-STAR")


def test_w10_winning_both_exposes_what_was_under_them() -> None:
    assert tops(take(suit(), cards("W-BOTTLE W-STAR")))[5] == "grey/dynamite"


def test_w10_a_slot_is_empty_only_when_its_stack_is() -> None:
    left = take(colour(THREE), cards("Y-LOOT B-GUN"))
    assert tops(left)[0] is None
    assert tops(left)[5] == "yellow/bottle"


def test_what_is_not_the_prize_is_not_taken() -> None:
    with pytest.raises(ValueError, match="prize_too_few: found 'grey/wanted'"):
        take(colour(THREE), cards("G-WANTED"))
