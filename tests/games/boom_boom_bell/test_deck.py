"""The deck: 13 pictures of four cards and four awards, and how they are dealt (D1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.core.header import read_header
from companion.games.boom_boom_bell.state import State
from tests.games.boom_boom_bell.table import GAME, Sitting, header


def set_up(deck: Mapping[str, Any]) -> State:
    return GAME.set_up(header(deck=deck), GAME.manifest)


def test_d1_the_deck_has_13_pictures_of_four_and_four_awards() -> None:
    cards = Counter(card.partition("/")[0] for card in GAME.manifest["cards"])
    assert cards == {**{f"picture-{number:02}": 4 for number in range(1, 14)}, "award": 4}
    assert GAME.cards(Sitting().state) == frozenset(GAME.manifest["cards"])


@pytest.mark.parametrize(("players", "stacks"), [(2, 6), (3, 4), (4, 3)])
def test_d1_all_but_four_cards_and_the_awards_are_dealt_in_stacks_of_four(
    players: int, stacks: int
) -> None:
    sit = Sitting(players)
    assert players * stacks * 4 + 4 == 13 * 4
    assert sit.view()["stacks_each"] == stacks
    assert sit.rulings("dealt")[0]["stacks"] == stacks


def kinds(first: str, kind: str) -> dict[str, Any]:
    return {f"{first}/{number}": {"kind": kind} for number in range(1, 5)}


@pytest.mark.parametrize(
    ("cards", "counts", "fault"),
    [
        (
            {"picture-01/1": {"kind": "picture-02"}},
            {"picture-01": 3, "picture-02": 5},
            r"found 5 of picture-02 \(allowed: 4\).*found 3 of picture-01 \(allowed: 4\)",
        ),
        (kinds("more", "more"), {}, "found 14 pictures"),
        (kinds("award", "more"), {"award": 0}, "found 14 pictures"),
        (kinds("picture-13", "award"), {"picture-13": 0, "award": 8}, "found 12 pictures"),
    ],
)
def test_d1_a_deck_that_is_not_13_times_4_and_awards_is_refused(
    cards: dict[str, Any], counts: dict[str, int], fault: str
) -> None:
    with pytest.raises(FileFault, match=f"(?s){fault}"):
        set_up({"cards": cards, "counts": counts})


def test_d1_pictures_may_be_named_by_the_table_but_not_renamed() -> None:
    assert set_up({"texts": {"picture-01": "A red fish"}}).cards["picture-01/1"] == "picture-01"


def test_d1_no_card_of_this_game_is_anybodys_secret() -> None:
    assert GAME.private_cards(Sitting().state) == frozenset()


@pytest.mark.parametrize(("players", "can_play"), [(1, False), (2, True), (4, True), (5, False)])
def test_two_to_four_can_play(players: int, can_play: bool) -> None:
    raw = {
        "ringmaster": 1,
        "game": GAME.slug,
        "seats": [f"P{number}" for number in range(players)],
    }
    read, faults = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert (read is not None, not faults) == (can_play, can_play)
