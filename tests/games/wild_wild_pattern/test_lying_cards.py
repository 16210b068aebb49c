"""The Wheel as it lies: around, both ways, over gaps, in stacks (3.4, W10, W16)."""

from __future__ import annotations

import pytest

from companion.games.wild_wild_pattern.claims import judge
from companion.games.wild_wild_pattern.covering import cover, covering_fault, tops, without
from companion.games.wild_wild_pattern.verdicts import Why
from tests.games.wild_wild_pattern.wheels import (
    DEFAULTS,
    card,
    claim,
    faces,
    judged,
    pairs,
    wheel,
)

LOOTS = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"


def rotated(text: str, steps: int) -> str:
    cards = text.split()
    return " ".join(cards[-steps:] + cards[:-steps])


@pytest.mark.parametrize("steps", range(8))
def test_a_pattern_is_the_same_wherever_the_wheel_begins(steps: int) -> None:
    verdict = judged(rotated(LOOTS, steps), "Y-LOOT", (5 + steps) % 8, "AFTER B LOOT")
    slots = [(0 + steps) % 8, (4 + steps) % 8]
    assert verdict.is_valid
    assert {pair.slot for pair in verdict.occurrences} == set(slots)
    assert all(pair.neighbour == (pair.slot + 1) % 8 for pair in verdict.occurrences)


def test_before_wraps_around_from_slot_0_to_slot_7() -> None:
    lying = "R-LOOT W-DYN B-SHOE Y-BOTTLE R-STAR G-WANTED W-GUN B-GUN"
    verdict = judged(lying, "G-LOOT", 3, "BEFORE LOOT B")
    assert verdict.is_valid
    assert verdict.occurrences == pairs((0, 7), (3, 2))


def test_w5_after_and_before_are_judged_separately() -> None:
    lying = "B-GUN R-LOOT W-LOOT G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
    assert judged(lying, "Y-LOOT", 5, "AFTER B LOOT").is_valid
    other = judged(lying, "Y-LOOT", 5, "BEFORE LOOT B")
    assert other.counter_examples == pairs((2, 1))


def test_after_is_clockwise_not_the_other_way_round() -> None:
    assert judged(LOOTS, "Y-LOOT", 5, "BEFORE B LOOT").counter_examples == pairs((0, 7), (4, 3))


def test_one_card_may_be_trigger_and_target_at_once() -> None:
    lying = "B-GUN B-LOOT Y-LOOT G-BARREL R-SHOE Y-BOTTLE R-STAR G-WANTED"
    verdict = judged(lying, "R-LOOT", 3, "AFTER B LOOT")
    assert verdict.occurrences == pairs((0, 1), (1, 2))
    assert verdict.involved == (0, 1, 2)


# Empty slots


def test_a_trigger_beside_an_empty_slot_is_a_counter_example() -> None:
    lying = "B-GUN . W-DYN G-BARREL B-SHOE Y-BOTTLE B-STAR R-LOOT"
    verdict = judged(lying, "Y-LOOT", 5, "AFTER B LOOT")
    assert verdict.why is Why.COUNTER_EXAMPLE
    assert verdict.counter_examples == pairs((0, 1))
    assert tops(verdict.wheel)[1] is None


def test_an_empty_slot_is_no_trigger() -> None:
    lying = "B-GUN R-LOOT . . B-SHOE Y-BOTTLE . ."
    assert judged(lying, "Y-LOOT", 5, "AFTER B LOOT").occurrences == pairs((0, 1), (4, 5))


def test_a_gap_is_not_jumped_over() -> None:
    lying = "B-GUN . R-LOOT G-BARREL B-SHOE Y-BOTTLE . ."
    assert judged(lying, "Y-LOOT", 5, "AFTER B LOOT").counter_examples == pairs((0, 1))


# Stacks


def test_w10_only_the_top_card_of_a_stack_counts() -> None:
    lying = "B-GUN W-SHOE>R-LOOT B-STAR>W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
    assert judged(lying, "Y-LOOT", 5, "AFTER B LOOT").occurrences == pairs((0, 1), (4, 5))


def test_w10_the_covered_card_is_the_one_right_below() -> None:
    lying = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE W-GUN>Y-BOTTLE R-STAR G-WANTED"
    verdict = judged(lying, "Y-LOOT", 5, "AFTER B LOOT")
    assert verdict.covered == "yellow/bottle"
    assert verdict.wheel[5] == ("white/gun", "yellow/bottle", "yellow/loot")


def test_w10_a_card_that_leaves_exposes_what_lay_under_it() -> None:
    lying = wheel("B-GUN>R-LOOT W-DYN . . . . . .")
    assert tops(without(lying, ["red/loot", "white/dynamite"])) == ("blue/gun", *[None] * 7)


def test_the_wheel_before_is_left_as_it_was() -> None:
    lying = wheel(LOOTS)
    covered = cover(lying, "yellow/loot", 5)
    assert lying == wheel(LOOTS)
    assert covered[:5] + covered[6:] == lying[:5] + lying[6:]


# What may not cover


@pytest.mark.parametrize(
    ("play", "slot", "fault"),
    [
        ("Y-LOOT", 0, None),
        ("Y-LOOT", 2, "slot_empty"),
        ("Y-LOOT", 8, "no_such_slot"),
        ("Y-LOOT", -1, "no_such_slot"),
        ("R-STAR", 0, "card_in_wheel"),
        ("W-GUN", 0, "card_in_wheel"),
    ],
)
def test_covering_needs_a_card_from_outside_and_one_below(
    play: str, slot: int, fault: str | None
) -> None:
    lying = wheel("B-GUN R-LOOT . G-BARREL B-SHOE W-GUN>Y-BOTTLE R-STAR G-WANTED")
    assert covering_fault(lying, card(play), slot, faces()) == fault


def test_a_challenge_card_covers_nothing() -> None:
    assert covering_fault(wheel(LOOTS), "challenge/trade", 0, faces()) == "no_pattern_card"


def test_a_covering_that_cannot_be_is_not_judged() -> None:
    with pytest.raises(ValueError, match="slot_empty: 'yellow/loot' cannot cover slot 1"):
        judged("B-GUN . . . . . . .", "Y-LOOT", 1, "AFTER B LOOT")
    with pytest.raises(ValueError, match="card_in_wheel"):
        judge(wheel(LOOTS), "blue/gun", 0, claim("AFTER B LOOT"), faces(), DEFAULTS)
