"""Printed values: entered once, checked by the game, and laid over every header."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.printed import LONGEST_FAULT, MOST_FAULTS, PrintedValues
from firmware.shelf import games

GAMES = games()
PATTERN = "wild_wild_pattern"
SUIT = {"cards": {"red/gun": {"suit": "coin", "verified": True}}}


def values(folder: Path) -> PrintedValues:
    return PrintedValues(folder / "printed", GAMES)


def test_what_is_entered_is_kept_for_the_next_start(tmp_path: Path) -> None:
    assert values(tmp_path).keep(PATTERN, SUIT).taken
    again = values(tmp_path)
    assert again.entered(PATTERN) == SUIT
    assert again.faults() == ()


def test_the_deck_shows_what_was_entered_and_what_is_missing(tmp_path: Path) -> None:
    kept = values(tmp_path)
    before = kept.deck(PATTERN)
    kept.keep(PATTERN, SUIT)
    after = kept.deck(PATTERN)
    assert before is not None
    assert after is not None
    assert "cards.red/gun" in before["unverified"]
    assert "cards.red/gun" not in after["unverified"]
    assert after["deck"]["cards"]["red/gun"]["suit"] == "coin"
    assert after["deck"]["cards"]["red/gun"]["colour"] == "red"
    assert after["entered"] == SUIT
    assert after["shipped"] == before["deck"]


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"cards": {"red/gun": {"suit": "hearts"}}}, "red/gun"),
        ({"bank": [{"name": "X", "feature": "suit", "same": 6, "prize": 5}]}, "bank"),
        ({"what": 1}, "what"),
        ([], "an object"),
    ],
)
def test_what_the_game_refuses_changes_nothing(tmp_path: Path, entered: Any, said: str) -> None:
    kept = values(tmp_path)
    kept.keep(PATTERN, SUIT)
    answer = kept.keep(PATTERN, entered)
    assert (answer.taken, answer.reason) == (False, "bad_deck")
    assert said in answer.text
    assert values(tmp_path).entered(PATTERN) == SUIT


def test_every_fault_of_a_refusal_stands_by_itself(tmp_path: Path) -> None:
    line = {"name": "X", "feature": "suit", "same": 6, "prize": 0}
    answer = values(tmp_path).keep(PATTERN, {"bank": [line]})
    assert [fault.partition(": ")[0] for fault in answer.faults] == ["bank.1.prize", "bank.1.same"]
    assert answer.text == "; ".join(answer.faults)


def test_a_refusal_is_never_longer_than_can_be_shown(tmp_path: Path) -> None:
    cards = {f"new/{number}": {"suit": 1} for number in range(300)}
    answer = values(tmp_path).keep(PATTERN, {"cards": {**cards, "red/gun": {"x" * 500: 1}}})
    assert len(answer.faults) == MOST_FAULTS + 1
    assert answer.faults[-1] == "and 201 more"
    assert max(map(len, answer.faults)) == LONGEST_FAULT


def test_nothing_takes_back_whatever_was_entered(tmp_path: Path) -> None:
    kept = values(tmp_path)
    kept.keep(PATTERN, SUIT)
    assert kept.keep(PATTERN, {}).taken
    assert values(tmp_path).entered(PATTERN) == {}


def test_a_game_that_is_played_again_has_what_is_entered_now(tmp_path: Path) -> None:
    kept = values(tmp_path)
    kept.keep(PATTERN, SUIT)
    begun = kept.laid_over({"game": PATTERN, "seed": 3})
    kept.keep(PATTERN, {"texts": {"bank/1": "Stars"}})
    again = {"game": PATTERN, "seed": 3, "deck": {"texts": {"bank/1": "Stars"}}}
    assert kept.anew(begun) == again


def test_a_header_is_laid_over_what_was_entered(tmp_path: Path) -> None:
    kept = values(tmp_path)
    kept.keep(PATTERN, SUIT)
    own = {"cards": {"red/gun": {"suit": "bullets"}, "red/loot": {"suit": "coin"}}}
    laid = kept.laid_over({"game": PATTERN, "deck": own})
    assert laid["deck"]["cards"]["red/gun"] == {"suit": "bullets", "verified": True}
    assert laid["deck"]["cards"]["red/loot"] == {"suit": "coin"}
    assert kept.laid_over({"game": PATTERN})["deck"] == SUIT
    assert kept.laid_over({"game": "template"}) == {"game": "template"}
    assert kept.laid_over({"game": PATTERN, "deck": 7}) == {"game": PATTERN, "deck": 7}


def test_a_game_that_there_is_not_has_no_values(tmp_path: Path) -> None:
    kept = values(tmp_path)
    assert kept.deck("chess") is None
    assert kept.keep("chess", {}).reason == "no_game"


@pytest.mark.parametrize("text", ["{", '{"what": 1}', "[" * 100_000, '"\\ud800"'])
def test_a_damaged_file_is_named_and_left_out(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "printed"
    folder.mkdir()
    (folder / f"{PATTERN}.json").write_text(text, encoding="utf-8")
    kept = values(tmp_path)
    assert kept.entered(PATTERN) == {}
    assert all(fault.startswith(f"{PATTERN}.json: ") for fault in kept.faults())
    assert kept.faults()


def test_a_folder_that_cannot_be_written_keeps_values_for_this_evening(tmp_path: Path) -> None:
    (tmp_path / "printed").write_text("a file where the folder should be")
    kept = values(tmp_path)
    answer = kept.keep(PATTERN, SUIT)
    assert (answer.taken, answer.reason) == (True, "not_kept")
    assert kept.entered(PATTERN) == SUIT


def test_the_file_is_json_that_people_can_read(tmp_path: Path) -> None:
    values(tmp_path).keep(PATTERN, SUIT)
    text = (tmp_path / "printed" / f"{PATTERN}.json").read_text(encoding="utf-8")
    assert json.loads(text) == SUIT
    assert len(text.splitlines()) > 3
