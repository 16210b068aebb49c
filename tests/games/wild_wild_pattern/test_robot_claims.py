from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.wild_wild_pattern.claims import judge
from companion.games.wild_wild_pattern.pattern import Misread, Statement, Wheel, read
from companion.games.wild_wild_pattern.robot_claims import (
    CARDLESS,
    NO_OBJECT,
    SILENT,
    TWO_OBJECTS,
    WRONGS,
    Finder,
    Meant,
)
from tests.games.wild_wild_pattern.wheels import DEFAULTS, card, faces, wheel

FACES = faces()
RESTATED = wheel("B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED")  # V4
V7 = wheel("B-GUN R-LOOT B-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED")
WILD = wheel("B-GUN R-LOOT B-DYN Y-LOOT B-BARREL W-LOOT B-WANTED G-STAR")  # V6
NOTHING: Wheel = ((),) * 8


def finder(seed: int = 1, **options: Any) -> Finder:
    return Finder(FACES, {**DEFAULTS, **options}, Random(seed))


def why(meant: Meant, laid: str, lying: Wheel, **options: Any) -> str | None:
    statement = read(meant.words)
    if isinstance(statement, Misread):
        return statement.reason
    return judge(lying, laid, meant.slot, statement, FACES, {**DEFAULTS, **options}).why


def found(laid: str, lying: Wheel) -> list[Meant]:
    return [meant for seed in range(40) if (meant := finder(seed).right(lying, laid))]


def test_what_is_taken_for_right_is_right() -> None:
    for meant in found(card("W-LOOT"), RESTATED):
        assert why(meant, card("W-LOOT"), RESTATED) is None
        assert meant.occurrences >= 2
        assert meant.wrong is None


def test_more_repeats_are_preferred_and_not_always_taken() -> None:
    counts = [meant.occurrences for meant in found(card("W-LOOT"), RESTATED)]
    most = max(counts)
    assert len(counts) / 2 < counts.count(most) < len(counts)


def test_w40_nobody_lets_a_wild_wild_pattern_pass() -> None:
    assert {meant.occurrences for meant in found(card("G-LOOT"), WILD)} == {4}
    assert {meant.slot for meant in found(card("G-LOOT"), WILD)} == {7}


def test_where_there_is_no_claim_none_is_found() -> None:
    assert finder().right(NOTHING, card("G-LOOT")) is None


def test_a_suit_is_told_from_a_colour() -> None:
    assert Meant(0, ("after", "gun", "coin")).is_by_suit
    assert not Meant(0, ("after", "gun", "red")).is_by_suit


@pytest.mark.parametrize("kind", ["counter_example", "too_few", "only_restated"])
@pytest.mark.parametrize("seed", range(5))
def test_a_claim_is_wrong_in_the_way_that_was_wanted(kind: str, seed: int) -> None:
    meant = finder(seed).wrong(RESTATED, card("W-LOOT"), kind)
    assert meant.wrong == kind == why(meant, card("W-LOOT"), RESTATED)


def test_w4_a_card_that_is_not_involved_is_found_too() -> None:
    options = {"require_participation": True}
    meant = [
        finder(seed, **options).wrong(V7, card("W-DYN"), "not_involved") for seed in range(80)
    ]
    true = [why(one, card("W-DYN"), V7, **options) for one in meant]
    assert "not_involved" in true
    assert true == [one.wrong for one in meant]


def test_w4_a_claim_that_the_card_has_no_part_in_is_tempting_where_it_must_have_one() -> None:
    options = {"require_participation": True}
    meant = finder(**options).tempting(V7, card("W-DYN"))
    assert meant is not None
    assert meant.wrong == why(meant, card("W-DYN"), V7, **options) == "not_involved"
    assert finder(**options).tempting(NOTHING, card("W-DYN")) is None


def test_w4_elsewhere_such_a_claim_is_simply_right() -> None:
    assert finder().tempting(V7, card("W-DYN")) is None


@pytest.mark.parametrize("kind", [NO_OBJECT, TWO_OBJECTS])
def test_w6_forbidden_claims_name_no_object_or_two(kind: str) -> None:
    assert why(finder().wrong(RESTATED, card("W-LOOT"), kind), card("W-LOOT"), RESTATED) == kind


@pytest.mark.parametrize("kind", [SILENT, CARDLESS])
def test_who_is_too_late_would_be_wrong_anyway(kind: str) -> None:
    meant = finder().wrong(RESTATED, card("W-LOOT"), kind)
    assert meant.wrong == kind
    assert isinstance(read(meant.words), (Misread, Statement))


@pytest.mark.parametrize("kind", WRONGS)
def test_on_an_empty_wheel_a_claim_is_wrong_all_the_same(kind: str) -> None:
    meant = finder().wrong(NOTHING, card("W-LOOT"), kind)
    assert (meant.wrong is None, meant.slot) == (False, 0)


def test_a_card_that_lies_there_already_covers_nothing() -> None:
    meant = finder().wrong(RESTATED, card("R-LOOT"), "too_few")
    assert meant.wrong == TWO_OBJECTS
