"""`enrol`: a box card by card, by typed numbers or taps; files out and in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.cli import enrol
from firmware.clock import MonotonicClock
from firmware.shelf import games
from firmware.signals import ReaderBack, ReaderFailed, TagSeen, TagsUnclear
from firmware.state import StateFolder
from tests.firmware.cli.command import Ran, ringmaster
from tests.firmware.pis import a_pi

GAME = "template"
CARDS = tuple(games()[GAME].manifest["cards"])


def uid(number: int) -> str:
    return f"04A3C6CAE2{number:04X}"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def typed(state: Path, *rows: str, words: tuple[str, ...] = ()) -> Ran:
    return ringmaster(
        "enrol", GAME, "--uids", "--state", state, *words, typed="\n".join(rows) + "\n"
    )


def box(state: Path, name: str = "1") -> dict[str, str]:
    file = state / "decks" / f"{GAME}-{name}.json"
    tags: dict[str, str] = json.loads(file.read_text())["tags"]
    return tags


def whole(first: int = 0) -> list[str]:
    return [uid(first + number) for number in range(len(CARDS))]


def test_each_typed_number_becomes_the_next_card_until_the_box_is_complete(state: Path) -> None:
    ran = typed(state, *whole(), uid(9999))

    assert ran.code == 0
    assert ran.out.startswith(f"Box 1 of {GAME}. ")
    assert f"Tap {CARDS[0]}" in ran.out
    assert f"  {uid(0)} is {CARDS[0]}" in ran.out
    assert "The box is complete." in ran.out
    assert ran.out.endswith(f"{len(CARDS)} tagged, 0 missing.\n")
    assert box(state) == dict(zip(whole(), CARDS, strict=True))


def test_a_box_that_was_left_is_gone_on_with_by_its_name(state: Path) -> None:
    first = typed(state, uid(1), "", "  ", words=("--box", "red"))
    second = typed(state, uid(2).lower(), words=("--box", "red"))

    assert first.out.endswith(f"1 tagged, {len(CARDS) - 1} missing.\n")
    assert f"{uid(2)} is {CARDS[1]}" in second.out
    assert list(box(state, "red").values()) == list(CARDS[:2])


def test_without_a_name_a_new_box_begins(state: Path) -> None:
    typed(state, uid(1))
    ran = typed(state, uid(1), uid(2))

    assert ran.out.startswith(f"Box 2 of {GAME}. ")
    assert f"{uid(1)}: That tag is {CARDS[0]} of box 1." in ran.out
    assert box(state, "2") == {uid(2): CARDS[0]}


@pytest.mark.parametrize("bad", ["08A3C6CA", "04A3", "no number", "04A3C6CAE2618X"])
def test_what_is_no_number_of_a_tag_changes_nothing(bad: str, state: Path) -> None:
    ran = typed(state, bad, uid(1))

    assert f"  {bad.upper()}: That tag has no number of its own" in ran.out
    assert box(state) == {uid(1): CARDS[0]}


def test_a_tag_twice_and_one_of_another_game_change_nothing(state: Path) -> None:
    ringmaster("enrol", "click_click_boom", "--uids", "--state", state, typed=f"{uid(7)}\n")
    ran = typed(state, uid(1), uid(1), uid(7))

    assert f"{uid(1)}: That tag is already {CARDS[0]} in this box." in ran.out
    assert f"{uid(7)}: That tag belongs to another game: click_click_boom." in ran.out
    assert box(state) == {uid(1): CARDS[0]}


def test_a_lost_card_gets_a_new_tag_in_the_only_box_that_there_is(state: Path) -> None:
    typed(state, *whole())
    ran = typed(state, uid(500), words=("--retag", CARDS[3]))

    assert ran.out.startswith(f"Box 1 of {GAME}. ")
    assert f"{uid(500)} is {CARDS[3]}" in ran.out
    assert uid(3) not in box(state)
    assert box(state)[uid(500)] == CARDS[3]
    assert len(box(state)) == len(CARDS)


def test_a_lost_card_needs_a_box_where_there_are_two_or_none(state: Path) -> None:
    none = typed(state, words=("--retag", CARDS[0]))
    typed(state, uid(1))
    typed(state, uid(2))
    two = typed(state, words=("--retag", CARDS[0]))
    named = typed(state, uid(3), words=("--retag", CARDS[0], "--box", "2"))

    assert (none.code, two.code, named.code) == (2, 2, 0)
    assert none.err == f"--retag needs --box (boxes of {GAME}: none yet)\n"
    assert two.err == f"--retag needs --box (boxes of {GAME}: 1, 2)\n"
    assert box(state, "2") == {uid(3): CARDS[0]}


def test_a_card_that_there_is_not_cannot_be_tagged_anew(state: Path) -> None:
    typed(state, uid(1))
    ran = typed(state, words=("--retag", "ace/1"))

    assert (ran.code, ran.err) == (2, "There is no card ace/1 in this game.\n")


def test_a_box_goes_out_and_into_another_kit(state: Path, tmp_path: Path) -> None:
    typed(state, *whole())
    file, other = tmp_path / "box.json", tmp_path / "other"
    out = ringmaster("enrol", GAME, "--export", file, "--state", state)
    back = ringmaster("enrol", GAME, "--import", file, "--state", other)

    assert (out.code, out.out) == (0, "")
    assert (back.code, back.out) == (0, f"{GAME}, box 1: {len(CARDS)} tags taken over.\n")
    assert box(other) == box(state)


def test_an_export_names_a_box_that_is_not_there_and_a_place_that_is_not_there(
    state: Path, tmp_path: Path
) -> None:
    none = ringmaster("enrol", GAME, "--export", tmp_path / "a.json", "--state", state)
    typed(state, uid(1))
    other = ringmaster(
        "enrol", GAME, "--export", tmp_path / "a.json", "--box", "9", "--state", state
    )
    place = tmp_path / "nowhere" / "a.json"
    nowhere = ringmaster("enrol", GAME, "--export", place, "--state", state)

    assert (none.code, other.code, nowhere.code) == (2, 2, 2)
    assert other.err == f"there is no box 9 of {GAME} on this kit\n"
    assert nowhere.err == f"{place}: No such file or directory\n"


def test_an_import_tells_every_fault_and_every_clash(state: Path, tmp_path: Path) -> None:
    typed(state, uid(1))
    wrong, clashing, foreign = (tmp_path / f"{name}.json" for name in ("a", "b", "c"))
    wrong.write_text('{"ringmaster_deck": 1, "game": "template", "tags": {"x": "ace/1"}}')
    clashing.write_text(
        json.dumps({"ringmaster_deck": 1, "game": GAME, "box": "2", "tags": {uid(1): CARDS[0]}})
    )
    foreign.write_text(
        json.dumps({"ringmaster_deck": 1, "game": "click_click_boom", "box": "1", "tags": {}})
    )
    runs = [
        ringmaster("enrol", GAME, "--import", file, "--state", state)
        for file in (wrong, clashing, foreign, tmp_path / "nowhere")
    ]

    assert [ran.code for ran in runs] == [2, 2, 2, 2]
    assert len(runs[0].err.splitlines()) == 2
    assert runs[1].err == f"{clashing}: That tag is {CARDS[0]} of box 1.\n"
    assert runs[2].err == f"{foreign}: this is a box of click_click_boom, not of {GAME}\n"
    assert "No such file or directory" in runs[3].err
    assert box(state) == {uid(1): CARDS[0]}


def test_a_faulty_box_in_the_folder_is_named_and_the_others_count(state: Path) -> None:
    typed(state, uid(1))
    (state / "decks" / "bad.json").write_text("{}")
    ran = typed(state, uid(2))

    assert ran.code == 0
    assert ran.err.startswith("bad.json: a deck map is an object")
    assert ran.out.startswith(f"Box 2 of {GAME}. ")


def test_a_wrong_game_a_blank_box_and_a_folder_in_use_end_with_2(state: Path) -> None:
    game = ringmaster("enrol", "chess", "--state", state)
    blank = typed(state, words=("--box", " "))
    with StateFolder.open(state, notices=lambda _notice: None):
        used = typed(state, uid(1))

    assert (game.code, blank.code, used.code) == (2, 2, 2)
    assert game.err.startswith("unknown game 'chess' (allowed: ")
    assert blank.err == "--box: a name is wanted\n"
    assert "another kit" in used.err


def test_a_folder_that_cannot_be_written_keeps_no_tags_and_says_so(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    ran = typed(in_the_way / "state", uid(1))

    assert ran.code == 2
    assert "the tags were not kept" in ran.err


# Taps


def test_without_a_pi_numbers_are_to_be_typed(state: Path) -> None:
    ran = ringmaster("enrol", GAME, "--state", state)

    assert ran.code == 2
    assert "type UIDs with --uids" in ran.err


def test_tags_that_are_tapped_on_a_reader_become_cards(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) > 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("firmware.cli.enrol.time", SimpleNamespace(sleep=nap))
    with a_pi(MonotonicClock()) as (_, chips):
        chips["tray"].field([uid(1), uid(2)])
        ran = ringmaster("enrol", GAME, "--state", state)

    assert ran.code == 0
    assert box(state) == {uid(1): CARDS[0], uid(2): CARDS[1]}
    assert ran.out.endswith(f"2 tagged, {len(CARDS) - 2} missing.\n")
    assert naps[0] == 0.05


def test_what_readers_tell_beside_tags_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    polls: Iterator[Any] = iter(
        [
            (TagsUnclear("centre", "several", 0), ReaderBack("tray", 0)),
            (ReaderFailed("tray", "no answer; check the wires", 0),),
            (TagSeen("centre", uid(1), 0),),
        ]
    )
    monkeypatch.setattr("firmware.cli.enrol.time", SimpleNamespace(sleep=lambda _seconds: None))
    found = enrol._polled(lambda _ns: next(polls), lambda: 0, 1)

    assert next(found) == uid(1)
    said = capsys.readouterr()
    assert "More than one tag" in said.out
    assert "no answer; check the wires" in said.err
