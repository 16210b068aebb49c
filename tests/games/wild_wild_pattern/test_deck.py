"""The shipped deck, what a table lays over it, and what it still has to enter."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.cards.manifest import BankLine, Condition
from companion.games.wild_wild_pattern.bank import pay
from companion.games.wild_wild_pattern.deck import PatternDeck, ToEnter, read_deck, to_enter
from companion.games.wild_wild_pattern.pattern import COLOURS, OBJECTS, Face
from firmware import shelf

SHIPPED = shelf.manifest("wild_wild_pattern")
KNOWN_SUITS = {
    "yellow/star": "coin",
    "white/star": "bullets",
    "blue/gun": "bullets",
    "yellow/loot": "bullets",
}


def deck(**laid: Any) -> PatternDeck:
    """Return the shipped deck with parts of a header's laid over it."""
    return read_deck(SHIPPED, laid)


def test_the_shipped_deck_has_the_55_cards_of_the_box() -> None:
    kinds = Counter(card["kind"] for card in SHIPPED["cards"].values())
    assert kinds == SHIPPED["counts"]
    assert kinds == {"pattern": 40, "challenge": 7, "bank": 7, "clementine": 1}
    assert deck().cards == SHIPPED["cards"].keys()


def test_every_colour_object_pair_is_there_once() -> None:
    pairs = Counter((face.colour, face.object) for face in deck().faces.values())
    assert pairs == {(colour, thing): 1 for colour in COLOURS for thing in OBJECTS}


def test_the_suits_of_the_rulebook_s_examples_are_verified_and_no_others() -> None:
    found = deck()
    assert {card: found.faces[card].suit for card in KNOWN_SUITS} == KNOWN_SUITS
    assert set(found.guessed) == found.faces.keys() - KNOWN_SUITS


def test_placeholder_suits_are_balanced() -> None:
    faces = deck().faces.values()
    coins = [face for face in faces if face.suit == "coin"]
    assert Counter(face.colour for face in coins) == dict.fromkeys(COLOURS, 4)
    assert set(Counter(face.object for face in coins).values()) == {2, 3}


def test_the_bank_has_the_two_lines_that_the_rulebook_names() -> None:
    lines = {line.name: line.conditions for line in deck().bank}
    assert lines["1 of a Suit"] == (Condition("suit", same=1),)
    assert lines["3 same Color"] == (Condition("colour", same=3),)


def test_the_bank_has_lines_of_every_sort_and_wild_ones() -> None:
    conditions = [one for line in deck().bank for one in line.conditions]
    assert {one.feature for one in conditions} == {"suit", "colour", "object"}
    assert any(one.different for one in conditions)
    assert any(line.wild for line in deck().bank)


def test_prizes_can_be_paid_in_coins() -> None:
    assert all(line.prize % 10 == 0 for line in deck().bank)


def test_a_hand_of_the_shipped_deck_is_paid_by_the_shipped_bank() -> None:
    found = deck()
    payout = pay(list(found.faces)[:5], found.bank, found.faces, pay_per_match=False)
    assert payout.is_wild  # five red cards


def test_challenges_have_texts() -> None:
    assert deck().text("challenge/dollar") == "The Bank gives you one dollar."


def test_a_text_that_nobody_entered_is_empty() -> None:
    assert deck().text("clementine") == ""
    assert deck().text("red/gun") == ""


def test_a_header_s_suit_is_laid_over_the_shipped_one() -> None:
    found = deck(cards={"red/gun": {"suit": "bullets"}})
    assert found.faces["red/gun"] == Face("red", "gun", "bullets")


def test_a_header_s_bank_replaces_the_shipped_one() -> None:
    found = deck(bank=[{"name": "Pair", "feature": "object", "same": 2, "prize": 30}])
    assert found.bank == (BankLine("Pair", (Condition("object", same=2),), 30),)


def test_w47_no_target_has_lines_by_default() -> None:
    assert deck().targets == {f"bank/{number}": () for number in range(1, 8)}


# What a table still has to enter


def test_to_enter_names_36_suits() -> None:
    assert len(to_enter(deck()).suits) == 36


def test_to_enter_names_every_line_every_target_and_the_texts_that_nobody_knows() -> None:
    found = to_enter(deck())
    targets = tuple(f"bank/{number}" for number in range(1, 8))
    assert found.bank == tuple(line.name for line in deck().bank)
    assert found.targets == targets
    assert found.texts == (*targets, "clementine")


def test_what_was_verified_is_no_longer_to_be_entered() -> None:
    line = {"name": "Pair", "feature": "object", "same": 2, "prize": 30}
    found = to_enter(
        deck(
            cards={"red/gun": {"suit": "coin", "verified": True}},
            bank=[line, {**line, "name": "Guess", "verified": False}],
            targets={"bank/1": [line], "bank/2": [line, {**line, "name": "x", "verified": False}]},
            texts={"clementine": "Oh my darling."},
            verified={"texts": ["clementine"]},
        )
    )
    assert "red/gun" not in found.suits
    assert found.bank == ("Guess",)
    assert found.targets[:2] == ("bank/2", "bank/3")
    assert "clementine" not in found.texts
    assert "challenge/trade" in found.texts


def test_a_text_that_a_file_leaves_out_is_to_be_entered() -> None:
    shipped = {key: part for key, part in SHIPPED.items() if key not in ("texts", "verified")}
    assert len(to_enter(read_deck(shipped, {})).texts) == 15


def test_to_enter_is_shown_in_groups() -> None:
    shown = to_enter(deck()).to_json()
    assert {group: len(names) for group, names in shown.items()} == {
        "suits": 36,
        "bank": len(deck().bank),
        "targets": 7,
        "texts": 8,
    }


@pytest.mark.parametrize("group", ["suits", "bank", "targets", "texts"])
def test_a_box_is_entered_once_no_group_is_left(group: str) -> None:
    assert ToEnter().is_empty
    assert not ToEnter(**{group: ("x",)}).is_empty
