"""The judge's options (W2, W3, W4, W43), and which of several reasons is told."""

from __future__ import annotations

import pytest

from companion.games.wild_wild_pattern.verdicts import Why
from tests.games.wild_wild_pattern.wheels import judged, pairs

ONE = "R-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
TWO = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
THREE = "B-GUN R-LOOT B-DYN G-LOOT B-SHOE Y-BOTTLE R-STAR G-WANTED"
THERE = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
HALF = "R-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
REMOVED = "B-GUN R-LOOT B-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"


@pytest.mark.parametrize(
    ("lying", "needed", "why"),
    [
        (ONE, 1, None),
        (ONE, 2, Why.TOO_FEW),
        (ONE, 3, Why.TOO_FEW),
        (TWO, 1, None),
        (TWO, 2, None),
        (TWO, 3, Why.TOO_FEW),
        (THREE, 1, None),
        (THREE, 2, None),
        (THREE, 3, None),
    ],
)
def test_w2_so_many_occurrences_make_a_pattern(lying: str, needed: int, why: Why | None) -> None:
    verdict = judged(lying, "Y-LOOT", 5, "AFTER B LOOT", min_occurrences=needed)
    assert verdict.why is why
    assert verdict.needed == needed


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_w2_what_nothing_shows_is_never_a_pattern(needed: int) -> None:
    lying = "R-GUN R-LOOT W-DYN G-BARREL R-SHOE Y-BOTTLE R-STAR G-WANTED"
    verdict = judged(lying, "Y-LOOT", 5, "AFTER B LOOT", min_occurrences=needed)
    assert verdict.why is Why.TOO_FEW
    assert verdict.occurrences == ()
    assert verdict.involved == ()


@pytest.mark.parametrize(
    ("needed", "novelty", "why"),
    [
        (1, "adds_occurrence", None),
        (1, "strict", Why.ONLY_RESTATED),
        (2, "adds_occurrence", None),
        (2, "strict", None),
    ],
)
def test_w3_what_lay_there_was_a_pattern_only_if_it_had_enough(
    needed: int, novelty: str, why: Why | None
) -> None:
    verdict = judged(HALF, "B-BARREL", 0, "AFTER B LOOT", min_occurrences=needed, novelty=novelty)
    assert verdict.why is why
    assert verdict.before == pairs((4, 5))


def test_w3_another_card_in_the_same_occurrence_is_not_new() -> None:
    verdict = judged(THERE, "W-LOOT", 5, "AFTER B LOOT")
    assert verdict.why is Why.ONLY_RESTATED
    assert verdict.occurrences == verdict.before == pairs((0, 1), (4, 5))


@pytest.mark.parametrize("novelty", ["adds_occurrence", "strict"])
def test_w3_a_pattern_that_a_counter_example_broke_is_new_again(novelty: str) -> None:
    assert judged(REMOVED, "W-DYN", 2, "AFTER B LOOT", novelty=novelty).is_valid


def test_w4_by_option_the_played_card_must_be_in_the_pattern() -> None:
    verdict = judged(REMOVED, "W-DYN", 2, "AFTER B LOOT", require_participation=True)
    assert verdict.why is Why.NOT_INVOLVED


@pytest.mark.parametrize(
    ("lying", "play", "slot"),
    [(TWO, "Y-LOOT", 5), ("R-GUN R-LOOT W-DYN G-DYN B-SHOE Y-LOOT W-STAR W-GUN", "B-GUN", 0)],
)
def test_w4_a_trigger_and_a_target_are_both_in_the_pattern(
    lying: str, play: str, slot: int
) -> None:
    assert judged(lying, play, slot, "AFTER B LOOT", require_participation=True).is_valid


@pytest.mark.parametrize(
    ("lying", "play", "slot", "why"),
    [
        # A counter-example, and too few, and not involved.
        ("B-GUN R-SHOE W-DYN G-DYN R-STAR . . .", "W-STAR", 3, Why.COUNTER_EXAMPLE),
        # Too few, and not involved.
        ("B-GUN R-LOOT W-DYN G-DYN R-STAR . . .", "W-STAR", 3, Why.TOO_FEW),
        # Only restated, and not involved.
        (THERE, "W-LOOT", 7, Why.ONLY_RESTATED),
    ],
)
def test_of_several_reasons_the_most_telling_is_told(
    lying: str, play: str, slot: int, why: Why
) -> None:
    verdict = judged(lying, play, slot, "AFTER B LOOT", require_participation=True)
    assert verdict.why is why


def test_counter_examples_come_clockwise_from_the_covered_slot() -> None:
    lying = "B-GUN R-SHOE B-DYN G-DYN R-STAR B-STAR W-DYN W-GUN"
    verdict = judged(lying, "B-SHOE", 4, "AFTER B LOOT")
    assert verdict.counter_examples == pairs((4, 5), (5, 6), (0, 1), (2, 3))
    other = judged(lying, "B-SHOE", 4, "BEFORE B LOOT")
    assert other.counter_examples == pairs((4, 3), (5, 4), (0, 7), (2, 1))


@pytest.mark.parametrize(
    ("play", "slot", "why"),
    [("B-STAR", 0, Why.ONLY_RESTATED), ("B-LOOT", 7, Why.COUNTER_EXAMPLE)],
)
def test_w40_what_is_not_valid_is_no_wild_wild_pattern(play: str, slot: int, why: Why) -> None:
    lying = "B-GUN R-LOOT B-DYN Y-LOOT B-BARREL W-LOOT B-WANTED G-LOOT"
    verdict = judged(lying, play, slot, "AFTER B LOOT")
    assert verdict.why is why
    assert len(verdict.involved) == 8
    assert not verdict.is_wild
