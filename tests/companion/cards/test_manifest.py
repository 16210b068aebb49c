from __future__ import annotations

from typing import Any

import pytest

from companion.cards.manifest import (
    CARD_KEYS,
    BankLine,
    Card,
    Condition,
    Kind,
    Text,
    overlay,
    read_manifest,
    unverified,
)
from companion.core.errors import FileFault

DECK: dict[str, Any] = {
    "cards": {
        "rifle/1": {"kind": "rifle", "location": 3, "verified": False},
        "rifle/2": {"kind": "rifle"},
        "blue/loot": {"kind": "pattern", "colour": "blue", "object": "loot", "suit": "coin"},
        "bank/1": {},
        "clementine": {"kind": "clementine"},
    },
    "kinds": {"rifle": {"aim": 2, "hit": 1, "draw": "on_hit", "verified": False}},
    "bank": [
        {"name": "Three of a suit", "feature": "suit", "same": 3, "prize": 60},
        {
            "name": "Coins and colours",
            "all": [
                {"feature": "suit", "same": 2, "value": "coin"},
                {"feature": "colour", "different": 4},
            ],
            "prize": 100,
            "verified": False,
        },
        {"name": "Wild", "feature": "object", "different": 5, "wild": True},
    ],
    "targets": {
        "bank/1": [
            {"name": "Pair", "feature": "object", "same": 2, "prize": 25, "verified": False}
        ]
    },
    "counts": {"rifle": 2},
    "texts": {"village": "Everybody may look.", "desert": ""},
}


def with_part(**parts: Any) -> dict[str, Any]:
    return {**DECK, **parts}


def faults_of(given: Any) -> tuple[str, ...]:
    with pytest.raises(FileFault) as caught:
        read_manifest(given, "deck.toml")
    return caught.value.faults


def test_a_card_has_its_fields() -> None:
    cards = read_manifest(DECK).cards
    assert cards["rifle/1"] == Card("rifle/1", "rifle", location=3, verified=False)
    assert cards["blue/loot"] == Card("blue/loot", "pattern", "blue", "loot", "coin")


def test_a_card_without_a_kind_has_the_first_part_of_its_name() -> None:
    assert read_manifest(DECK).cards["bank/1"].kind == "bank"


def test_cards_of_a_kind_come_in_the_order_of_the_manifest() -> None:
    assert read_manifest(DECK).of_kind("rifle") == ("rifle/1", "rifle/2")


def test_a_kind_has_its_numbers() -> None:
    assert read_manifest(DECK).kinds == {"rifle": Kind("rifle", 2, 1, "on_hit", verified=False)}


def test_a_bank_line_has_one_condition_or_several() -> None:
    suit, both, wild = read_manifest(DECK).bank
    assert suit == BankLine("Three of a suit", (Condition("suit", same=3),), 60)
    assert both.conditions == (
        Condition("suit", same=2, value="coin"),
        Condition("colour", different=4),
    )
    assert (wild.wild, wild.prize) == (True, 0)


def test_targets_are_more_lines_for_their_holders() -> None:
    (line,) = read_manifest(DECK).targets["bank/1"]
    assert line == BankLine("Pair", (Condition("object", same=2),), 25, verified=False)


def test_what_a_table_still_has_to_enter_is_listed_by_its_place() -> None:
    assert unverified(read_manifest(DECK)) == (
        "cards.rifle/1",
        "kinds.rifle",
        "bank.2",
        "targets.bank/1.1",
        "texts.desert",
    )


def test_where_verified_texts_are_listed_the_others_are_still_to_be_checked() -> None:
    texts = read_manifest(with_part(verified={"texts": ["desert"]})).texts
    assert texts == {
        "village": Text("Everybody may look.", verified=False),
        "desert": Text("", verified=False),
    }


def test_a_list_that_is_too_long_is_not_read_to_its_end() -> None:
    faults = faults_of(with_part(bank=[[]] * 10_000))
    assert not any(fault.startswith("bank.41:") for fault in faults)
    assert any(fault.startswith("bank.40:") for fault in faults)


def test_a_text_may_have_lines_and_any_script() -> None:
    given = "Zwei Zeilen:\n\u05d0\u200f \U0001f920\u200d"
    assert read_manifest(with_part(texts={"a": given})).texts["a"].text == given


def test_a_header_s_deck_is_laid_over_key_by_key_and_lists_replace() -> None:
    laid = overlay(
        DECK, {"cards": {"rifle/1": {"location": 5}}, "bank": [], "texts": {"forest": "Trees."}}
    )
    deck = read_manifest(laid)
    assert deck.cards["rifle/1"] == Card("rifle/1", "rifle", location=5, verified=False)
    assert len(deck.cards) == len(DECK["cards"])
    assert deck.bank == ()
    assert list(deck.texts) == ["village", "desert", "forest"]


def test_laying_over_leaves_the_shipped_deck_as_it_was() -> None:
    before = str(DECK)
    overlay(DECK, {"cards": {"rifle/1": {"location": 5}}})
    assert str(DECK) == before


def test_a_table_can_replace_a_value_and_a_value_a_table() -> None:
    assert overlay({"a": {"b": 1}, "c": 2}, {"a": 3, "c": {"d": 4}}) == {"a": 3, "c": {"d": 4}}


def test_all_faults_are_told_at_once_each_with_its_place() -> None:
    faults = faults_of(
        {
            "cards": {"Pay 1": {}, "pay/2": {"kind": 7, "locaton": 1}, "pay/3": []},
            "kinds": {"rifle": {"aim": 9, "draw": "never"}},
            "bank": [{"feature": "size", "same": 2}],
            "counts": {"pay": 9},
            "prizes": {},
        }
    )
    assert faults == (
        "prizes: unknown key (allowed: cards, kinds, bank, targets, counts, texts, verified)",
        "cards.Pay 1: an identity like pay/1 is wanted, in small letters",
        f"cards.pay/2.locaton: unknown key (allowed: {', '.join(CARD_KEYS)})",
        "cards.pay/2.kind: a text is wanted, not 7",
        "cards.pay/3: a table is wanted, not []",
        "kinds.rifle.aim: found 9 (allowed: a whole number from 0 to 8)",
        "kinds.rifle.hit: found None (allowed: a whole number from 0 to 99)",
        "kinds.rifle.draw: found 'never' (allowed: always, on_hit, none)",
        "bank.1.name: a text is wanted, not None",
        "bank.1.feature: found 'size' (allowed: suit, colour, object)",
        "bank.1.prize: found None (allowed: a whole number from 0 to 1000000)",
        "counts.pay: found 9, but 1 cards are of this kind",
    )


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"cards": {}}, "cards: a deck has cards"),
        ({"cards": 3}, "cards: a table is wanted, not 3"),
        (
            {"cards": {"unknown/1": {}}},
            "cards.unknown/1: an identity like pay/1 is wanted, in small letters",
        ),
        ({"cards": {"a": {"verified": "no"}}}, "cards.a.verified: found 'no' (allowed: true, "),
        ({"cards": {"a": {"location": True}}}, "cards.a.location: found True (allowed: a whole"),
        ({"cards": {"a": {"suit": " "}}}, "cards.a.suit: a text is wanted, not ' '"),
        ({"bank": {}}, "bank: a list is wanted, not {}"),
        ({"bank": [{}] * 41}, "bank: found 41 (allowed: up to 40)"),
        ({"bank": [{"all": [{}] * 9}]}, "bank.1.all: found 9 (allowed: up to 8)"),
        (
            {"texts": {"a": "\x1b[2J"}},
            "texts.a: found '\\x1b[2J' (allowed: a text without control",
        ),
        ({"bank": [{"name": "\u202e"}]}, "bank.1.name: found '\\u202e' (allowed: a text without"),
        ({"bank": [{"all": []}]}, "bank.1.all: one condition or more is wanted"),
        (
            {"bank": [{"all": [], "same": 2}]},
            "bank.1.same: stands inside the conditions of `all`, not beside it",
        ),
        (
            {"bank": [{"all": [{"prize": 3}]}]},
            "bank.1.all.1.prize: unknown key (allowed: feature, same, different, value)",
        ),
        (
            {"bank": [{"feature": "suit", "same": 1, "different": 1}]},
            "bank.1: either `same` or `different` is wanted, and not both",
        ),
        (
            {"bank": [{"feature": "suit", "different": 1, "value": "coin"}]},
            "bank.1.value: only goes with `same`",
        ),
        ({"targets": {"bank/2": []}}, "targets.bank/2: no such card (allowed: bank/1)"),
        ({"targets": {"bonk/2": []}}, "targets.bonk/2: no such card"),
        ({"texts": {"village": 3}}, "texts.village: a text is wanted, not 3"),
        ({"verified": {"texts": "all"}}, "verified.texts: a list of names is wanted, not 'all'"),
        ({"verified": {"texts": ["moon"]}}, "verified.texts: no such text 'moon'"),
        ({"verified": {"cards": []}}, "verified.cards: unknown key (allowed: texts)"),
    ],
)
def test_a_fault_says_what_was_found_and_what_is_allowed(part: dict[str, Any], fault: str) -> None:
    assert any(found.startswith(fault) for found in faults_of(with_part(**part)))


def test_the_error_names_the_file_in_every_line() -> None:
    with pytest.raises(FileFault, match=r"^my deck: cards: a deck has cards$"):
        read_manifest({}, "my deck")
