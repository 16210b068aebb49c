"""The test vectors of the formal definition (3.4), literally."""

from __future__ import annotations

from companion.games.wild_wild_pattern.prizes import prize
from companion.games.wild_wild_pattern.verdicts import Why
from tests.games.wild_wild_pattern.wheels import judged, pairs

V2 = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
V5 = "R-GUN-c W-STAR-b W-DYN-c G-STAR-b R-SHOE-c W-BOTTLE-b G-WANTED-b B-BARREL-b"


def test_v1_a_counter_example_voids_the_claim() -> None:
    lying = "B-LOOT R-STAR B-GUN Y-BOTTLE W-DYN G-STAR R-SHOE G-WANTED"
    verdict = judged(lying, "Y-LOOT", 3, "AFTER B LOOT")
    assert verdict.why is Why.COUNTER_EXAMPLE
    assert verdict.counter_examples == pairs((0, 1))
    assert verdict.occurrences == pairs((2, 3))


def test_v2_two_occurrences_are_a_pattern_of_four_cards() -> None:
    verdict = judged(V2, "Y-LOOT", 5, "AFTER B LOOT")
    assert verdict.is_valid
    assert verdict.occurrences == pairs((0, 1), (4, 5))
    assert verdict.involved == (0, 1, 4, 5)
    assert not verdict.is_wild


def test_v3_an_occurrence_wraps_around() -> None:
    lying = "R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED B-GUN"
    verdict = judged(lying, "Y-LOOT", 4, "AFTER B LOOT")
    assert verdict.is_valid
    assert verdict.occurrences == pairs((3, 4), (7, 0))


def test_v4_a_pattern_that_was_there_is_only_restated() -> None:
    lying = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
    verdict = judged(lying, "W-LOOT", 7, "AFTER B LOOT")
    assert verdict.why is Why.ONLY_RESTATED
    assert verdict.before == verdict.occurrences == pairs((0, 1), (4, 5))


def test_v5_a_third_occurrence_makes_a_pattern_new() -> None:
    verdict = judged(V5, "R-STAR-b", 5, "BEFORE STAR coin")
    assert verdict.is_valid
    assert (len(verdict.before), len(verdict.occurrences)) == (2, 3)
    assert prize(verdict).among == ("white/bottle", "red/star")
    assert prize(verdict).is_fixed


def test_v5_a_third_occurrence_is_not_new_in_the_strict_sense() -> None:
    verdict = judged(V5, "R-STAR-b", 5, "BEFORE STAR coin", novelty="strict")
    assert verdict.why is Why.ONLY_RESTATED


def test_v6_all_eight_cards_are_the_wild_wild_pattern() -> None:
    lying = "B-GUN R-LOOT B-DYN Y-LOOT B-BARREL W-LOOT B-WANTED G-STAR"
    verdict = judged(lying, "G-LOOT", 7, "AFTER B LOOT")
    assert verdict.is_wild
    assert len(verdict.occurrences) == 4
    assert verdict.involved == (0, 1, 2, 3, 4, 5, 6, 7)


def test_v7_w4_covering_the_counter_example_makes_a_pattern_without_the_card() -> None:
    lying = "B-GUN R-LOOT B-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
    verdict = judged(lying, "W-DYN", 2, "AFTER B LOOT")
    assert verdict.is_valid
    assert verdict.before == verdict.occurrences == pairs((0, 1), (4, 5))
    assert 2 not in verdict.involved


def test_v8_one_occurrence_is_too_few() -> None:
    verdict = judged(V2, "R-DYN", 1, "AFTER Y STAR")
    assert verdict.why is Why.TOO_FEW
    assert verdict.occurrences == pairs((5, 6))
    assert verdict.needed == 2
