"""The box: 66 cards by the rulings' arithmetic, placeholders, and a table's own values."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.games.boom_boom_battle.box import LOCATIONS, NAMED, NUMBERS, VEHICLES, group
from companion.games.boom_boom_battle.deck import BattleDeck, read_deck
from tests.games.boom_boom_battle.table import GAME, Sitting, a_table, header

SHIPPED = GAME.manifest


def deck(**laid: Any) -> BattleDeck:
    return read_deck(SHIPPED, laid)


def every(*kinds: str) -> list[str]:
    """Return the shipped cards of these kinds."""
    return [name for name in SHIPPED["cards"] if name.partition("/")[0] in kinds]


def missing(*cards: str) -> dict[str, dict[str, str]]:
    return {card: {"kind": "missing"} for card in cards}


# The shipped box


def test_there_are_66_action_cards_and_8_locations() -> None:
    assert (len(deck().actions), len(deck().flips), len(deck().cards)) == (66, 8, 74)
    assert deck().warnings == ()


def test_the_named_cards_are_64_and_two_are_unlisted() -> None:
    assert sum(NAMED.values()) == 64
    assert len(deck().of_kind("unlisted")) == 2


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("rifle", 6),
        ("shotgun", 5),
        ("sniper", 6),
        ("smg", 6),
        ("handgun", 3),
        ("lmg", 6),
        ("grenade", 5),
        ("pan", 5),
        ("helmet", 3),
        ("vest", 3),
        ("flashbang", 4),
        ("smoke", 4),
        ("bandage", 3),
        ("first_aid", 1),
        ("motorcycle", 1),
        ("offroad", 1),
        ("desert_eagle", 1),
        ("dbs", 1),
    ],
)
def test_the_rulebook_s_headings_count_the_cards(kind: str, count: int) -> None:
    assert len(deck().of_kind(kind)) == count


def test_eight_cards_bear_each_number_and_vehicles_bear_none() -> None:
    numbers = Counter(deck().number(card) for card in deck().actions)
    assert numbers == dict.fromkeys(NUMBERS, 8) | {0: 2}
    assert [deck().number(f"{vehicle}/1") for vehicle in VEHICLES] == [0, 0]


def test_each_number_stands_on_one_location() -> None:
    assert sorted(deck().flips.values()) == list(NUMBERS)


@pytest.mark.parametrize(
    ("kind", "draw"),
    [
        ("rifle", "on_hit"),
        ("shotgun", "on_hit"),
        ("sniper", "on_hit"),
        ("smg", "on_hit"),
        ("handgun", "always"),
        ("desert_eagle", "always"),
        ("bandage", "always"),
        ("first_aid", "always"),
    ],
)
def test_what_the_text_says_of_drawing(kind: str, draw: str) -> None:
    assert deck().kinds[kind].draw == draw


@pytest.mark.parametrize(
    ("kind", "aim", "hit"),
    [
        ("rifle", 2, 2),
        ("shotgun", 3, 1),
        ("sniper", 1, 3),
        ("smg", 2, 1),
        ("handgun", 2, 1),
        ("lmg", 3, 0),
        ("grenade", 2, 0),
        ("desert_eagle", 2, 2),
        ("dbs", 2, 1),
        ("pan", 0, 2),
    ],
)
def test_the_placeholders_are_the_rulings(kind: str, aim: int, hit: int) -> None:
    assert (deck().kinds[kind].aim, deck().kinds[kind].hit) == (aim, hit)


def test_kinds_are_grouped_by_type_never_by_colour() -> None:
    groups = Counter(group(deck().kind(card)) for card in deck().actions)
    assert groups == {
        "attack": 44,
        "equipment": 6,
        "rescue": 4,
        "distraction": 8,
        "vehicle": 2,
        "unlisted": 2,
    }


# What is to be entered


def test_what_the_text_does_not_fix_is_to_be_entered() -> None:
    told = deck().to_enter
    assert (told.numbers, told.flips, told.unlisted) == (64, 8, 2)
    assert set(told.kinds) == set(NAMED) - {"bandage", "first_aid"}


def test_what_was_entered_is_not_asked_for_any_more() -> None:
    told = deck(
        cards={
            "rifle/1": {"location": 4, "verified": True},
            "location/1": {"verified": True},
            "unlisted/1": {"kind": "rifle", "location": 2, "verified": True},
        },
        kinds={"rifle": {"aim": 1, "verified": True}},
    ).to_enter
    assert (told.numbers, told.flips, told.unlisted) == (62, 7, 1)
    assert "rifle" not in told.kinds


def test_the_host_alone_reads_what_is_to_be_entered() -> None:
    sit = Sitting(2)
    told = sit.view("host")["to_enter"]
    assert told["numbers"] == 64
    assert "dbs" in told["kinds"]
    assert "to_enter" not in sit.view()
    assert "warnings" not in sit.view(1)


# A table's own box


def test_values_are_laid_over_the_shipped_ones() -> None:
    laid = deck(cards={"rifle/1": {"location": 4}}, kinds={"rifle": {"aim": 1}})
    assert (laid.number("rifle/1"), laid.kinds["rifle"].aim, laid.kinds["rifle"].hit) == (4, 1, 2)
    assert laid.number("rifle/2") == deck().number("rifle/2")


def test_an_unlisted_card_is_given_a_kind() -> None:
    laid = deck(cards={"unlisted/1": {"kind": "rifle"}, "unlisted/2": {"kind": "bandage"}})
    assert (len(laid.of_kind("rifle")), len(laid.of_kind("bandage"))) == (7, 4)
    assert laid.of_kind("unlisted") == ()


def test_a_card_that_was_given_a_kind_is_played_as_that() -> None:
    sit = a_table(3, hands={1: 3}, deck={"cards": {"unlisted/1": {"kind": "bandage"}}})
    sit.play(1, "unlisted/1")
    assert sit.hand(1) == 4


def test_64_cards_are_played_with_a_warning() -> None:
    laid = deck(cards=missing("unlisted/1", "unlisted/2"))
    assert laid.warnings == ("64 action cards; the box says 66",)
    assert (len(laid.actions), laid.to_enter.unlisted) == (64, 0)
    sit = Sitting(2, deck={"cards": missing("unlisted/1", "unlisted/2")})
    assert sit.view("host")["warnings"] == ["64 action cards; the box says 66"]
    assert sit.piles()[1] == 44


def test_another_number_is_an_error_unless_it_is_stated() -> None:
    with pytest.raises(FileFault) as caught:
        deck(cards=missing("unlisted/1"))
    (fault,) = caught.value.faults
    assert fault == (
        "cards: found 65 action cards (allowed: 66, or 64 with a warning; another number only "
        "where counts.missing states how many are not there)"
    )
    stated = deck(cards=missing("unlisted/1"), counts={"missing": 1})
    assert stated.warnings == ("65 action cards; the box says 66",)


def test_a_wrong_count_of_what_is_missing_is_an_error() -> None:
    with pytest.raises(FileFault) as caught:
        deck(cards=missing("unlisted/1"), counts={"missing": 2})
    assert caught.value.faults == ("counts.missing: found 2, but 1 cards are of this kind",)


def test_counts_are_checked_where_no_kind_changes() -> None:
    with pytest.raises(FileFault) as caught:
        deck(counts={"rifle": 7})
    assert caught.value.faults == ("counts.rifle: found 7, but 6 cards are of this kind",)


def test_a_missing_card_is_unknown_at_the_table() -> None:
    gone = missing("unlisted/1", "unlisted/2")
    sit = a_table(2, deck={"cards": gone})
    sit.escape(1, "unlisted/1", refused="no_action_card")
    sit.tap("unlisted/1", refused="wrong_game_card")
    assert "unlisted/1" not in sit.state.deck.cards


def test_too_few_cards_for_the_table_are_an_error() -> None:
    gone = every("rifle", "smg", "lmg", "pan", "sniper")
    laid = {"cards": missing(*gone), "counts": {"missing": 29}}
    with pytest.raises(FileFault) as caught:
        GAME.set_up(header(6, deck=laid), SHIPPED)
    assert caught.value.faults == ("cards: found 37, too few for 6 players",)
    assert GAME.set_up(header(3, deck=laid), SHIPPED).remaining == 7


def test_just_enough_cards_leave_no_remaining_deck() -> None:
    gone = [*every("rifle", "smg", "lmg"), *every("pan")[:3], *every("sniper")[:1]]
    laid = {"cards": missing(*gone), "counts": {"missing": 22}}
    assert GAME.set_up(header(6, deck=laid), SHIPPED).remaining == 0


def test_reading_a_deck_changes_nothing_of_the_shipped_one() -> None:
    before = deepcopy(dict(SHIPPED))
    deck(cards={"rifle/1": {"location": 4}}, kinds={"rifle": {"aim": 1}})
    assert dict(SHIPPED) == before


def test_every_location_is_named() -> None:
    places = "village desert forest grassland hospital mountain base tunnel"
    assert " ".join(LOCATIONS.values()) == places
