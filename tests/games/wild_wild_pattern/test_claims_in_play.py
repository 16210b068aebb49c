"""Claims as they are judged in play: right, new, and why not (W2 to W7, W40, W43)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.wild_wild_pattern.game import one_turn
from tests.games.wild_wild_pattern.table import (
    LOOT,
    S,
    Sitting,
    a_state,
    at_ready,
    named,
    shooting,
    suits,
)

STARS = "R-GUN-c W-STAR-b W-DYN-c G-STAR-b R-SHOE-c W-BOTTLE-b G-WANTED-b B-BARREL-b"
RESTATED = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
WILD = "B-GUN R-LOOT B-DYN Y-LOOT B-BARREL W-LOOT B-WANTED G-STAR"
REPAIRED = "B-GUN R-LOOT B-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"


def claim(lying: str, card: str, slot: int, *words: str, **given: Any) -> Sitting:
    """Let seat 1 of three claim on a Wheel; suits are those that are written."""
    is_suited = "-c" in lying or "-b" in lying
    sit = shooting(3, lying, deck=suits(lying, card) if is_suited else None, **given)
    sit.claim(1, card, slot, *words)
    return sit


def test_w2_two_occurrences_are_a_pattern_repeated_once() -> None:
    sit = claim("B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED", "Y-LOOT", 5, *LOOT)
    assert sit.last("claim_right")["case"] == "smaller"
    told = sit.view()["claim"]
    assert (told["valid"], told["occurrences"], told["why"]) == (True, 2, None)
    assert (told["pairs"], told["involved"]) == ([[0, 1], [4, 5]], [0, 1, 4, 5])
    assert (told["card"], told["slot"]) == ("yellow/loot", 5)
    assert sit.top(5) == "yellow/loot"


def test_w2_one_occurrence_is_too_few() -> None:
    sit = claim(
        "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED",
        *("R-DYN", 1, "after", "yellow", "star"),
    )
    assert (sit.last("claim_wrong")["case"], sit.last("claim_wrong")["cite"]) == ("too_few", "W2")
    assert sit.view()["claim"]["occurrences"] == 1


def test_w43_with_one_occurrence_allowed_it_pays_as_two_do() -> None:
    sit = claim(
        "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED",
        *("Y-WANTED", 7, "after", "star", "yellow"),
        min_occurrences=1,
    )
    right = sit.last("claim_right")
    assert (right["occurrences"], right["case"]) == (1, "smaller")
    assert sit.view()["choosing"]["count"] == 1
    assert "yellow/wanted" not in sit.view()["choosing"]["among"]


def test_w2_three_may_be_asked_for() -> None:
    sit = claim(
        "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED",
        *("Y-LOOT", 5, *LOOT),
        min_occurrences=3,
    )
    assert sit.view()["claim"]["why"] == "too_few"


def test_w3_a_pattern_that_only_is_said_again_is_wrong() -> None:
    sit = claim(RESTATED, "W-LOOT", 7, *LOOT)
    wrong = sit.last("claim_wrong")
    assert (wrong["case"], wrong["cite"], wrong["occurrences"]) == ("only_restated", "W3", 2)


def test_w3_an_occurrence_more_makes_it_new_unless_the_table_is_strict() -> None:
    sit = claim(STARS, "R-STAR-b", 5, "before", "star", "coin")
    assert (sit.view()["claim"]["valid"], sit.view()["claim"]["occurrences"]) == (True, 3)
    sit = claim(STARS, "R-STAR-b", 5, "before", "star", "coin", novelty="strict")
    assert sit.view()["claim"]["why"] == "only_restated"


def test_w4_the_played_card_need_not_be_in_the_pattern() -> None:
    sit = claim(REPAIRED, "W-DYN", 2, *LOOT)
    assert (sit.view()["claim"]["valid"], sit.view()["claim"]["involved"]) == (True, [0, 1, 4, 5])
    sit = claim(REPAIRED, "W-DYN", 2, *LOOT, require_participation=True)
    assert (sit.view()["claim"]["why"], sit.last("claim_wrong")["cite"]) == ("not_involved", "W4")


def test_w5_after_and_before_are_different_claims() -> None:
    # AFTER every blue a loot holds twice; BEFORE every loot a blue does not: loot on 7, no blue.
    lying = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR W-LOOT"
    assert claim(lying, "Y-LOOT", 5, *LOOT).view()["claim"]["valid"]
    told = claim(lying, "Y-LOOT", 5, "before", "loot", "blue").view()["claim"]
    assert (told["why"], told["counter_examples"]) == ("counter_example", [[7, 6]])


def test_a_counter_example_is_shown_with_its_cards() -> None:
    lying = "B-LOOT R-STAR B-GUN Y-BOTTLE W-DYN G-STAR R-SHOE G-WANTED"
    sit = claim(lying, "Y-LOOT", 3, *LOOT)
    wrong = sit.last("claim_wrong")
    assert (wrong["case"], wrong["slot"], wrong["neighbour"]) == ("counter_example", 0, 1)
    assert wrong["cards"] == "blue/loot and red/star after it"
    assert sit.view()["claim"]["counter_examples"] == [[0, 1]]


def test_a_counter_example_at_an_empty_slot() -> None:
    # Not reached in play, where empty slots are filled before GO: a claim beside one is broken.
    lying = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE B-STAR ."
    sit = Sitting(state=a_state(3, lying), flow=one_turn)
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    wrong = sit.last("claim_wrong")
    assert (wrong["slot"], wrong["neighbour"]) == (6, 7)
    assert wrong["cards"] == "blue/star and an empty slot after it"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["after", "loot", "gun"], "claim_two_objects"),
        (["before", "blue", "coin"], "claim_no_object"),
        (["after", "red", "white"], "claim_no_object"),
    ],
)
def test_w6_a_forbidden_claim_is_a_wrong_claim(words: list[str], reason: str) -> None:
    sit = shooting()
    sit.cover(1, "Y-LOOT")
    sit.say(1, claim=words)
    assert (sit.last("claim_wrong")["case"], sit.last("claim_wrong")["cite"]) == (reason, "W6")
    assert sit.view()["claim"]["statement"] == words
    assert sit.state.gone == ("yellow/loot",)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["after", "blue", "cow"], "claim_word"),
        (["never", "blue", "loot"], "claim_direction"),
        (["after", "Blue", "loot"], "claim_word"),
    ],
)
def test_w6_words_that_say_nothing_are_only_entered_again(words: list[str], reason: str) -> None:
    sit = shooting()
    sit.cover(1, "Y-LOOT", 5)
    sit.say(1, claim=words, refused=reason)
    assert sit.phase == "claim"
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_w7_the_kit_counts_the_repeats() -> None:
    sit = claim("B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED", "Y-LOOT", 6, *LOOT)
    right = sit.last("claim_right")
    assert (right["occurrences"], right["case"]) == (3, "larger")
    assert right["words"] == "AFTER every blue there is always loot"


def test_w40_all_eight_cards_end_the_game_at_once() -> None:
    sit = claim(WILD, "G-LOOT", 7, *LOOT)
    assert sit.last("wild_wild_pattern")["cite"] == "W40"
    assert sit.state.winners == (1,)
    assert sit.view()["over"]
    assert sit.rulings("card_won") == []


@pytest.mark.parametrize("mode", ["saloon", "dead_or_alive"])
def test_w40_a_wild_wild_pattern_wins_in_any_mode(mode: str) -> None:
    sit = Sitting(2, mode=mode)
    sit.deal(WILD)
    sit.adjust(1, money=500)
    sit.go()
    sit.claim(2, "G-LOOT", 7, *LOOT)
    assert (sit.view()["over"], sit.view()["winners"], sit.phase) == (True, [2], "over")
    assert sit.last("won")["seats"] == [2]


def test_a_wild_wild_pattern_that_only_is_said_again_is_none() -> None:
    sit = claim(WILD.replace("G-STAR", "G-LOOT"), "Y-STAR", 3, *LOOT)
    assert sit.view()["claim"]["why"] == "counter_example"
    assert not sit.view()["over"]


def test_a_claim_goes_when_the_next_turn_begins() -> None:
    sit = at_ready(2)
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.tap("R-GUN")  # fills the empty slot
    assert sit.view()["claim"]["prize"] == [named("R-STAR")]
    sit.wait(1)
    sit.go()
    assert (sit.view()["claim"], sit.view()["turn"]) == (None, 2)
    assert sit.now > S
