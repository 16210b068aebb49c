"""Decks: the owner's boxes as files; a faulty one is named and the others count."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards.deck_map import Box
from firmware.decks import file_name, read_decks, write_deck

CARDS = {"ccb": ("pay/1", "boom/1"), "bell": ("award/1",)}
ONE, TWO = "04A3C6CAE26180", "04A3C6CAE26181"


def test_a_folder_that_is_not_there_holds_no_boxes(tmp_path: Path) -> None:
    decks, faults = read_decks(tmp_path / "decks", CARDS)

    assert (decks.boxes, faults) == ((), ())


def test_boxes_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    boxes = [Box("ccb", "Café 2", {ONE: "pay/1"}), Box("bell", "1", {TWO: "award/1"})]
    for box in boxes:
        write_deck(tmp_path / "decks", box)
    decks, faults = read_decks(tmp_path / "decks", CARDS)

    assert faults == ()
    assert {box.name: dict(box.tags) for box in decks.boxes} == {
        "Café 2": {ONE: "pay/1"},
        "1": {TWO: "award/1"},
    }


def test_a_box_is_written_over_its_earlier_state_and_nobody_else_may_read_the_folder(
    tmp_path: Path,
) -> None:
    first = write_deck(tmp_path / "decks", Box("ccb", "1", {ONE: "pay/1"}))
    second = write_deck(tmp_path / "decks", Box("ccb", "1", {ONE: "boom/1"}))

    assert first == second == tmp_path / "decks" / "ccb-1.json"
    assert first.parent.stat().st_mode & 0o077 == 0
    assert read_decks(tmp_path / "decks", CARDS)[0].card(ONE, "ccb") == "boom/1"


def test_a_faulty_file_is_named_and_the_others_count(tmp_path: Path) -> None:
    write_deck(tmp_path, Box("ccb", "1", {ONE: "pay/1"}))
    (tmp_path / "bad.json").write_text('{"ringmaster_deck": 2, "game": "ccb", "tags": {"x": "y"}}')
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "note.txt").write_text("no deck")
    decks, faults = read_decks(tmp_path, CARDS)

    assert decks.card(ONE, "ccb") == "pay/1"
    assert [fault.split(":")[0] for fault in faults] == [
        "bad.json",
        "bad.json",
        "bad.json",
        "binary.json",
        "folder.json",
    ]


def test_a_tag_in_two_boxes_is_named(tmp_path: Path) -> None:
    write_deck(tmp_path, Box("ccb", "1", {ONE: "pay/1"}))
    write_deck(tmp_path, Box("ccb", "2", {ONE: "boom/1", TWO: "pay/1"}))
    _, faults = read_decks(tmp_path, CARDS)

    assert faults == (f"ccb-2.json: tag {ONE} is in ccb 1 too",)


@pytest.mark.parametrize(("name", "part"), [("1", "1"), ("Red-2", "Red-2")])
def test_a_plain_name_stays_as_it_is(name: str, part: str) -> None:
    assert file_name(name) == part


@given(st.text(min_size=1), st.text(min_size=1))
def test_no_two_names_share_a_file_and_none_leaves_the_folder(one: str, other: str) -> None:
    names = {file_name(one), file_name(other)}

    assert len(names) == len({one, other})
    assert all(set(name) <= PLAIN and len(name) < 60 for name in names)


PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


@pytest.mark.parametrize(
    "pair", [("a b", "a-b"), ("../x", "---x"), ("é", "è"), ("x" * 50, "x" * 51)]
)
def test_names_that_look_alike_as_files_are_kept_apart(
    pair: tuple[str, str], tmp_path: Path
) -> None:
    for number, name in enumerate(pair):
        write_deck(tmp_path, Box("ccb", name, {f"04A3C6CAE2618{number}": "pay/1"}))

    assert {box.name for box in read_decks(tmp_path, CARDS)[0].boxes} == set(pair)


def test_a_file_whose_name_is_no_text_is_named_as_pages_can_show_it(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.json")).write_bytes(b"{}")
    _, faults = read_decks(tmp_path, {})

    assert faults[0].encode().startswith(b"?.json: ")
