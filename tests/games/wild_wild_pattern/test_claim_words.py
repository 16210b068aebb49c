"""Claims as words: 224 statements, and a reason for everything that is none (3.4, W5, W6)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.wild_wild_pattern.pattern import (
    STATEMENTS,
    Face,
    Misread,
    Statement,
    read,
)


def test_there_are_224_statements_each_once() -> None:
    assert len(STATEMENTS) == len(set(STATEMENTS)) == 224


def test_every_statement_is_read_from_its_own_words() -> None:
    assert all(read(list(statement.words)) == statement for statement in STATEMENTS)


def test_a_claim_is_read_from_a_list_or_a_tuple() -> None:
    assert read(["after", "blue", "loot"]) == Statement("after", "blue", "loot")
    assert read(("before", "star", "coin")) == Statement("before", "star", "coin")


def test_w5_trigger_and_target_are_not_the_same_said_twice() -> None:
    assert read(["after", "blue", "loot"]) != read(["before", "loot", "blue"])


@pytest.mark.parametrize(
    ("words", "by_suit"),
    [
        (("after", "star", "coin"), True),
        (("before", "bullets", "wanted"), True),
        (("after", "star", "white"), False),
        (("before", "blue", "wanted"), False),
    ],
)
def test_an_object_is_paired_with_a_suit_or_with_a_colour(
    words: tuple[str, str, str], by_suit: bool
) -> None:
    assert Statement(*words).is_by_suit is by_suit


@pytest.mark.parametrize("words", [("gun", "loot"), ("loot", "loot")])
def test_w6_two_objects_are_a_wrong_claim(words: tuple[str, str]) -> None:
    assert read(["after", *words]) == Misread("claim_two_objects", words, is_claim=True)


@pytest.mark.parametrize(
    "words",
    [("blue", "coin"), ("bullets", "red"), ("blue", "grey"), ("coin", "bullets"), ("red", "red")],
)
def test_w6_no_object_is_a_wrong_claim(words: tuple[str, str]) -> None:
    assert read(["before", *words]) == Misread("claim_no_object", words, is_claim=True)


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        (["after", "green", "loot"], ("green",)),
        (["after", "blue", "boot"], ("boot",)),
        (["after", "Blue", ""], ("Blue", "")),
    ],
)
def test_an_unknown_word_is_named_and_is_no_claim(
    words: list[str], unknown: tuple[str, ...]
) -> None:
    assert read(words) == Misread("claim_word", unknown)


@pytest.mark.parametrize("direction", ["beside", "AFTER", "never", "blue"])
def test_a_wrong_direction_is_named_and_is_no_claim(direction: str) -> None:
    assert read([direction, "blue", "loot"]) == Misread("claim_direction", (direction,))


@pytest.mark.parametrize(
    "claim",
    [
        None,
        "after blue loot",
        "abc",
        [],
        ["after", "blue"],
        ["after", "blue", "loot", "loot"],
        ["after", "blue", 3],
        ["after", ["blue"], "loot"],
        {"after": 1, "blue": 2, "loot": 3},
    ],
)
def test_what_is_not_three_words_is_no_claim(claim: Any) -> None:
    assert read(claim) == Misread("claim_form")


@pytest.mark.parametrize(
    "words", [("after", "gun", "loot"), ("beside", "blue", "loot"), ("after", "blue", "boot")]
)
def test_no_statement_can_be_made_that_is_none(words: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match=r"claim_\w+: found '.*'; use `read`"):
        Statement(*words)


def test_a_card_says_its_colour_its_object_and_its_suit() -> None:
    assert Face("blue", "loot", "coin").words == ("blue", "loot", "coin")
