"""What no table can have entered rightly is told, all of it at once, each with its place."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.games.wild_wild_pattern.deck import read_deck
from firmware import shelf

SHIPPED = shelf.manifest("wild_wild_pattern")


def faults_of(**laid: Any) -> tuple[str, ...]:
    """Return the faults of the shipped deck with a header's laid over it."""
    with pytest.raises(FileFault) as caught:
        read_deck(SHIPPED, laid, "my deck")
    return caught.value.faults


def accepted(**laid: Any) -> bool:
    """Tell whether the deck is read; the faults of one that is not are raised."""
    return bool(read_deck(SHIPPED, laid).cards)


def fault_of(**laid: Any) -> str:
    """Return the only fault."""
    (fault,) = faults_of(**laid)
    return fault


def line(**keys: Any) -> dict[str, Any]:
    return {"name": "Line", "prize": 10, **keys}


def line_fault(**keys: Any) -> str:
    """Return the only fault of a Bank of this single line."""
    return fault_of(bank=[line(**keys)])


def together(*conditions: dict[str, Any]) -> str:
    """Return the only fault of a line with several conditions."""
    return line_fault(all=list(conditions))


# Cards


def test_a_missing_card_is_a_fault() -> None:
    shipped = deepcopy(dict(SHIPPED))
    del shipped["cards"]["blue/loot"], shipped["counts"]
    with pytest.raises(FileFault) as caught:
        read_deck(shipped, {})
    assert caught.value.faults == ("cards.blue/loot: is missing; the box has it",)


def test_a_card_of_no_such_pair_is_a_fault() -> None:
    fault = fault_of(cards={"green/loot": {"kind": "pattern"}}, counts={"pattern": 41})
    assert fault.startswith("cards.green/loot: no card of this game (allowed: colour/object, ")


def test_a_pair_that_is_there_twice_is_a_fault() -> None:
    assert fault_of(cards={"red/gun": {"colour": "blue"}}) == (
        "cards.red/gun.colour: found 'blue' (allowed: red)"
    )
    assert fault_of(cards={"red/gun": {"object": "loot"}}) == (
        "cards.red/gun.object: found 'loot' (allowed: gun)"
    )


def test_a_suit_that_there_is_not_is_a_fault() -> None:
    assert fault_of(cards={"red/gun": {"suit": "gold"}}) == (
        "cards.red/gun.suit: found 'gold' (allowed: coin, bullets)"
    )


def test_a_pattern_card_needs_its_suit() -> None:
    shipped = deepcopy(dict(SHIPPED))
    del shipped["cards"]["red/gun"]["suit"]
    with pytest.raises(FileFault, match=r"cards\.red/gun\.suit: found None"):
        read_deck(shipped, {})


@pytest.mark.parametrize(
    ("card", "kind", "allowed"),
    [
        ("red/gun", "challenge", "pattern"),
        ("challenge/trade", "pattern", "challenge"),
        ("bank/7", "clementine", "bank"),
        ("clementine", "bank", "clementine"),
    ],
)
def test_a_card_of_another_kind_is_a_fault(card: str, kind: str, allowed: str) -> None:
    faults = faults_of(cards={card: {"kind": kind}})
    assert any(fault.startswith("counts.") for fault in faults)  # the manifest's own check
    shipped = {key: part for key, part in SHIPPED.items() if key != "counts"}
    with pytest.raises(FileFault) as caught:
        read_deck(shipped, {"cards": {card: {"kind": kind}}})
    assert caught.value.faults == (f"cards.{card}.kind: found {kind!r} (allowed: {allowed})",)


@pytest.mark.parametrize(
    ("card", "key", "value", "kind"),
    [
        ("red/gun", "location", 3, "pattern"),
        ("challenge/trade", "suit", "coin", "challenge"),
        ("bank/1", "colour", "red", "bank"),
        ("clementine", "object", "gun", "clementine"),
    ],
)
def test_what_a_card_does_not_have_is_a_fault(card: str, key: str, value: Any, kind: str) -> None:
    assert fault_of(cards={card: {key: value}}) == (
        f"cards.{card}.{key}: found {value!r} (no {kind} card has one)"
    )


def test_counts_are_those_of_the_box() -> None:
    assert fault_of(counts={"pattern": 39}).startswith("counts.pattern: found 39, but 40 cards")
    assert fault_of(counts={"rifle": 0}) == (
        "counts.rifle: no such name (allowed: pattern, challenge, bank, clementine)"
    )


def test_kinds_of_other_games_are_a_fault() -> None:
    rifle = {"aim": 1, "hit": 1, "draw": "none"}
    assert fault_of(kinds={"rifle": rifle}).startswith("kinds.rifle: ")


def test_a_text_of_no_card_is_a_fault() -> None:
    assert fault_of(texts={"trade": "Swap."}).startswith("texts.trade: no such name (allowed: ")


def test_a_target_of_a_card_that_is_none_is_a_fault() -> None:
    assert fault_of(targets={"red/gun": []}) == (
        "targets.red/gun: no such name "
        "(allowed: bank/1, bank/2, bank/3, bank/4, bank/5, bank/6, bank/7)"
    )


# Lines, one condition at a time


def test_a_value_of_another_feature_is_a_fault() -> None:
    assert line_fault(feature="colour", same=2, value="gun") == (
        "bank.1.value: found 'gun' (allowed: red, blue, yellow, grey, white)"
    )


def test_a_condition_that_wants_both_same_and_different_is_a_fault() -> None:
    assert "`same` or `different`" in line_fault(feature="colour", same=2, different=2)


@pytest.mark.parametrize("feature", ["suit", "colour", "object"])
def test_w34_more_than_five_of_a_value_are_never_paid(feature: str) -> None:
    assert line_fault(feature=feature, same=6) == (
        "bank.1.same: found 6 (allowed: 0 to 5; more than five cards are never paid)"
    )


def test_no_more_of_a_value_than_the_deck_has() -> None:
    patterns = [name for name, card in SHIPPED["cards"].items() if card["kind"] == "pattern"]
    coins = {
        name: {"suit": "coin" if number < 3 else "bullets"} for number, name in enumerate(patterns)
    }
    assert fault_of(cards=coins, bank=[line(feature="suit", same=4, value="coin")]) == (
        "bank.1.same: found 4 (allowed: 0 to 3; so many cards show coin)"
    )
    assert accepted(cards=coins, bank=[line(feature="suit", same=4)])
    assert accepted(cards=coins, bank=[line(feature="suit", same=3, value="coin")])


@pytest.mark.parametrize(
    ("feature", "different", "allowed"),
    [
        ("suit", 3, "0 to 2; there is no other suit"),
        ("suit", 6, "0 to 2; more than five cards are never paid"),
        ("colour", 6, "0 to 5; more than five cards are never paid"),
        ("object", 6, "0 to 5; more than five cards are never paid"),
    ],
)
def test_no_more_different_values_than_there_are(
    feature: str, different: int, allowed: str
) -> None:
    assert line_fault(feature=feature, different=different) == (
        f"bank.1.different: found {different} (allowed: {allowed})"
    )


@pytest.mark.parametrize(
    "keys",
    [
        {"feature": "suit", "same": 5},
        {"feature": "suit", "different": 2},
        {"feature": "colour", "same": 5, "value": "grey"},
        {"feature": "colour", "different": 5},
        {"feature": "object", "same": 5},
        {"feature": "object", "different": 0},
    ],
)
def test_the_most_extreme_lines_that_can_be_met_are_accepted(keys: dict[str, Any]) -> None:
    assert accepted(bank=[line(**keys)])


# Several conditions


def test_a_fault_of_one_of_several_conditions_has_its_place() -> None:
    assert together(
        {"feature": "suit", "same": 2}, {"feature": "object", "same": 1, "value": "red"}
    ).startswith("bank.1.all.2.value: found 'red' (allowed: gun, loot, ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Exactly one and exactly two of the same value.
        (
            {"feature": "suit", "same": 1, "value": "coin"},
            {"feature": "suit", "same": 2, "value": "coin"},
        ),
        # More than five cards in total.
        (
            {"feature": "colour", "same": 3, "value": "red"},
            {"feature": "colour", "same": 3, "value": "blue"},
        ),
        ({"feature": "suit", "same": 4}, {"feature": "suit", "same": 2}),
        # Every pair is there once, so five of a colour are five different objects.
        ({"feature": "colour", "same": 5}, {"feature": "object", "same": 2}),
    ],
)
def test_conditions_that_never_hold_together_are_a_fault(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert together(one, other).startswith("bank.1: no hand of up to 5 cards meets this; ")


def test_a_condition_said_twice_is_a_fault() -> None:
    pair = {"feature": "colour", "same": 2}
    assert together(pair, {"feature": "suit", "same": 2}, pair) == (
        "bank.1.all.3: says the same as bank.1.all.1, and adds nothing"
    )


# Prizes, names, places


def test_a_line_that_is_worth_nothing_is_a_fault_unless_it_is_wild() -> None:
    keys = {"feature": "suit", "same": 1, "prize": 0}
    assert line_fault(**keys).startswith("bank.1.prize: found 0 (allowed: ")
    assert accepted(bank=[line(**keys, wild=True)])


def test_two_lines_of_one_name_are_a_fault() -> None:
    same = [line(feature="suit", same=number) for number in (1, 2)]
    assert fault_of(bank=same) == "bank.2.name: 'Line' is the name of bank.1 already"


def test_a_third_line_of_one_name_is_told_of_the_first() -> None:
    same = [line(feature="suit", same=number) for number in (1, 2, 3)]
    assert faults_of(bank=same)[1] == "bank.3.name: 'Line' is the name of bank.1 already"


def test_w47_a_target_s_lines_are_checked_as_the_bank_s() -> None:
    targets = {"bank/3": [line(feature="suit", same=1), line(feature="suit", same=6)]}
    assert faults_of(targets=targets) == (
        "targets.bank/3.2.name: 'Line' is the name of targets.bank/3.1 already",
        "targets.bank/3.2.same: found 6 (allowed: 0 to 5; more than five cards are never paid)",
    )


def test_a_target_may_have_a_line_of_the_same_name_as_the_bank() -> None:
    one = line(feature="suit", same=1)
    assert accepted(bank=[one], targets={"bank/1": [one], "bank/2": [one]})


def test_all_faults_are_told_at_once() -> None:
    faults = faults_of(
        cards={"red/gun": {"suit": "gold"}, "bank/1": {"suit": "coin"}},
        texts={"trade": "Swap."},
        bank=[line(feature="suit", same=6, prize=0), line(feature="suit", same=1, value="red")],
        targets={"bank/2": [line(feature="object", different=7)]},
    )
    assert [fault.partition(":")[0] for fault in faults] == [
        "cards.red/gun.suit",
        "cards.bank/1.suit",
        "texts.trade",
        "bank.1.prize",
        "bank.1.same",
        "bank.2.name",
        "bank.2.value",
        "targets.bank/2.1.different",
    ]


def test_a_deck_that_is_wrong_is_not_blamed_on_its_lines() -> None:
    # Whether a hand can meet the line hangs on the card whose suit is wrong.
    bank = [line(feature="suit", different=2)]
    assert fault_of(cards={"red/gun": {"suit": "gold"}}, bank=bank).startswith("cards.red/gun.")


def test_the_file_is_named() -> None:
    with pytest.raises(FileFault, match=r"^my deck: bank\.1\.same: "):
        read_deck(SHIPPED, {"bank": [line(feature="suit", same=9)]}, "my deck")
