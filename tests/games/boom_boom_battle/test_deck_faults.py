"""What no table can have entered rightly is told, all of it at once, each with its place."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.games.boom_boom_battle.deck import read_deck
from tests.games.boom_boom_battle.table import GAME

SHIPPED = GAME.manifest


def faults_of(**laid: Any) -> tuple[str, ...]:
    """Return the faults of the shipped deck with a header's laid over it."""
    with pytest.raises(FileFault) as caught:
        read_deck(SHIPPED, laid, "my deck")
    return caught.value.faults


def fault_of(**laid: Any) -> str:
    """Return the only fault."""
    (fault,) = faults_of(**laid)
    return fault


def without(part: str, name: str) -> tuple[str, ...]:
    """Return the faults of the shipped deck without one entry, and without counts."""
    shipped = deepcopy(dict(SHIPPED))
    del shipped[part][name], shipped["counts"]
    with pytest.raises(FileFault) as caught:
        read_deck(shipped, {})
    return caught.value.faults


# Cards


@pytest.mark.parametrize("name", ["rifle/1", "unlisted/2", "location/8"])
def test_a_card_that_is_not_there_is_a_fault(name: str) -> None:
    assert without("cards", name) == (
        f"cards.{name}: is missing; a card that the box lacks is of kind missing",
    )


def test_a_card_of_no_such_name_is_a_fault() -> None:
    fault = fault_of(cards={"rifle/7": {"kind": "rifle", "location": 1}}, counts={})
    assert fault.startswith("cards.rifle/7: no card of this game (allowed: a kind and its number")


def test_a_kind_that_is_none_is_a_fault() -> None:
    fault = fault_of(cards={"rifle/1": {"kind": "bazooka"}})
    assert fault.startswith("cards.rifle/1.kind: found 'bazooka' (allowed: rifle, shotgun, ")
    assert fault.endswith("unlisted, missing)")


@pytest.mark.parametrize("number", [0, None])
def test_an_action_card_has_a_location(number: int | None) -> None:
    shipped = deepcopy(dict(SHIPPED))
    if number is None:
        del shipped["cards"]["rifle/1"]["location"]
    else:
        shipped["cards"]["rifle/1"]["location"] = number
    with pytest.raises(FileFault) as caught:
        read_deck(shipped, {})
    assert caught.value.faults == (f"cards.rifle/1.location: found {number} (allowed: 1 to 8)",)


def test_a_location_goes_to_8() -> None:
    assert fault_of(cards={"rifle/1": {"location": 9}}).startswith("cards.rifle/1.location: ")


def test_a_vehicle_is_nowhere() -> None:
    assert fault_of(cards={"motorcycle/1": {"location": 3}}) == (
        "cards.motorcycle/1.location: found 3 (allowed: 0, a vehicle's)"
    )


def test_a_card_that_becomes_a_vehicle_is_nowhere() -> None:
    assert fault_of(cards={"unlisted/1": {"kind": "offroad"}}) == (
        "cards.unlisted/1.location: found 7 (allowed: 0, a vehicle's)"
    )
    laid = {"cards": {"unlisted/1": {"kind": "offroad", "location": 0}}}
    assert read_deck(SHIPPED, laid).number("unlisted/1") == 0


def test_a_card_that_is_not_there_needs_no_location() -> None:
    lost = {"kind": "missing", "location": 0}
    laid = {"cards": {"unlisted/1": lost, "unlisted/2": lost}}
    assert len(read_deck(SHIPPED, laid).actions) == 64


@pytest.mark.parametrize("field", ["colour", "object", "suit"])
@pytest.mark.parametrize("name", ["rifle/1", "location/2"])
def test_a_field_of_another_game_is_a_fault(name: str, field: str) -> None:
    assert fault_of(cards={name: {field: "red"}}) == (
        f"cards.{name}.{field}: no card of this game has one"
    )


# Locations


def test_each_number_stands_on_one_location_card() -> None:
    both = {"location/1": {"location": 2}, "location/2": {"location": 2}}
    assert fault_of(cards=both) == (
        "cards: location cards with numbers [2, 2, 3, 4, 5, 6, 7, 8] "
        "(allowed: each of 1 to 8 once)"
    )
    swapped = {"location/1": {"location": 2}, "location/2": {"location": 1}}
    assert read_deck(SHIPPED, {"cards": swapped}).flips["location/1"] == 2


def test_a_location_card_is_nothing_else() -> None:
    assert fault_of(cards={"location/1": {"kind": "missing"}}, counts={"missing": 1}) == (
        "cards.location/1.kind: found 'missing' (allowed: location)"
    )


# Kinds


def test_what_a_kind_does_is_wanted() -> None:
    assert without("kinds", "rifle") == ("kinds.rifle: is missing; what this kind does is wanted",)


@pytest.mark.parametrize("name", ["bazooka", "unlisted", "location"])
def test_no_other_kind_does_anything(name: str) -> None:
    fault = fault_of(kinds={name: {"aim": 1, "hit": 1, "draw": "none"}})
    assert fault.startswith(f"kinds.{name}: no such kind (allowed: rifle, ")


@pytest.mark.parametrize("kind", ["rifle", "lmg", "grenade", "dbs"])
def test_what_aims_has_a_range(kind: str) -> None:
    assert fault_of(kinds={kind: {"aim": 0}}) == (
        f"kinds.{kind}.aim: found 0 (allowed: 1 to 8 numbers)"
    )


@pytest.mark.parametrize("kind", ["pan", "vest", "bandage", "motorcycle"])
def test_what_does_not_aim_has_none(kind: str) -> None:
    assert fault_of(kinds={kind: {"aim": 2}}) == (
        f"kinds.{kind}.aim: found 2 (allowed: 0, it aims at no number)"
    )


@pytest.mark.parametrize("kind", ["rifle", "pan", "desert_eagle"])
def test_what_hits_one_player_costs_cards(kind: str) -> None:
    assert (
        fault_of(kinds={kind: {"hit": 0}}) == f"kinds.{kind}.hit: found 0 (allowed: 1 to 99 cards)"
    )


@pytest.mark.parametrize("kind", ["vest", "bandage", "smoke"])
def test_what_has_no_damage_printed_costs_by_rule(kind: str) -> None:
    assert fault_of(kinds={kind: {"hit": 2}}) == (
        f"kinds.{kind}.hit: found 2 (allowed: 0, no damage is printed)"
    )


@pytest.mark.parametrize("kind", ["vest", "bandage", "offroad"])
def test_what_hits_nobody_has_no_bull_s_eye(kind: str) -> None:
    assert fault_of(kinds={kind: {"draw": "on_hit"}}) == (
        f"kinds.{kind}.draw: found 'on_hit' (allowed: always, none; it hits nobody)"
    )


# Other parts


def test_counts_are_of_kinds() -> None:
    assert fault_of(counts={"bazooka": 0}) == (
        "counts.bazooka: no such name (allowed: rifle, shotgun, sniper, smg, handgun, lmg, "
        "grenade, pan, helmet, vest, flashbang, smoke, bandage, first_aid, motorcycle, offroad, "
        "desert_eagle, dbs, unlisted, missing, location)"
    )


def test_texts_are_of_kinds_and_locations() -> None:
    fault = fault_of(texts={"bazooka": "Boom."})
    assert fault.startswith("texts.bazooka: no such name (allowed: rifle, ")
    assert fault.endswith("location/8)")


def test_there_is_no_bank_and_no_target() -> None:
    line = {"name": "Line", "feature": "suit", "same": 2, "prize": 10}
    assert fault_of(bank=[line]) == "bank: this game has no Bank"
    assert fault_of(targets={"rifle/1": [line]}) == (
        "targets.rifle/1: no such name (allowed: none)"
    )


# All at once


def test_all_faults_are_told_at_once_each_with_its_place() -> None:
    faults = faults_of(
        cards={"rifle/1": {"location": 0, "suit": "coin"}, "dbs/1": {"kind": "bazooka"}},
        kinds={"pan": {"aim": 1, "draw": "on_hit"}, "vest": {"hit": 1}},
        texts={"dice": "x"},
    )
    assert [fault.partition(":")[0] for fault in faults] == [
        "cards.rifle/1.location",
        "cards.rifle/1.suit",
        "cards.dbs/1.kind",
        "kinds.pan.aim",
        "kinds.vest.hit",
        "texts.dice",
    ]


def test_faults_of_form_come_before_all_others() -> None:
    faults = faults_of(cards={"rifle/1": {"location": "one"}, "pan/1": {"location": 0}})
    assert len(faults) == 1
    assert faults[0].startswith("cards.rifle/1.location: ")
    assert faults_of(cards=[])
    assert faults_of(cards={"rifle/1": "one"})


def test_a_fault_is_told_under_the_deck_s_name() -> None:
    with pytest.raises(FileFault, match="my deck"):
        read_deck(SHIPPED, {"kinds": {"rifle": {"aim": 0}}}, "my deck")
