"""The harness: drawn anew and compared, byte for byte, wherever graphviz and WireViz are."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from firmware.board import Cables, shipped, shipped_names
from hardware.make import harness
from hardware.make.bom import bom
from hardware.make.cables import Sheet, cables, cables_table, sheets
from hardware.make.written import harness_lists, harness_pictures
from tests.kit.kept import CURE, kept

STANDARD = shipped("standard")
draws = pytest.mark.skipif(
    bool(harness.lacking()), reason=harness.lacking() or "nothing is missing"
)


@pytest.mark.parametrize("name", harness_lists(STANDARD))
def test_every_list_of_the_harness_is_up_to_date(name: str) -> None:
    assert kept(name) == harness_lists(STANDARD)[name], CURE


@draws
def test_every_picture_of_the_harness_is_up_to_date() -> None:
    for name, drawn in harness_pictures(STANDARD).items():
        assert kept(name) == drawn, f"{name}: {CURE}"


@draws
def test_a_sheet_comes_out_the_same_twice() -> None:
    assert harness.picture(STANDARD, Sheet.READERS) == harness.picture(STANDARD, Sheet.READERS)


@draws
@pytest.mark.parametrize("name", shipped_names())
def test_each_sheet_shows_the_plug_the_cable_and_every_wire(name: str) -> None:
    board = shipped(name)
    for sheet in Sheet:
        drawing = ET.fromstring(harness.picture(board, sheet))  # noqa: S314 - we have drawn it
        texts = drawing.iter("{http://www.w3.org/2000/svg}text")
        words = [(text.text or "").strip() for text in texts]
        for cable in cables(board):
            if cable.sheet is sheet:
                assert {cable.name, cable.plug} <= set(words)
                for wire in cable.wires:
                    assert f"{wire.number}:{wire.colour}" in words
                    assert f"{wire.near.removesuffix(' 2')}: {wire.source}" in words


def test_a_board_without_readers_has_no_sheet_for_them() -> None:
    assert sheets(replace(STANDARD, readers=())) == (Sheet.SEATS, Sheet.BELL_AND_SOUNDER)
    assert sheets(STANDARD) == tuple(Sheet)


def test_a_list_names_every_plug_and_cable_and_leaves_nothing_blank() -> None:
    for sheet in Sheet:
        rows = list(csv.reader(harness.parts_list(STANDARD, sheet).splitlines(), delimiter="\t"))
        named = {name for row in rows[1:] for name in row[4].split(", ")}
        drawn = [cable for cable in cables(STANDARD) if cable.sheet is sheet]

        assert named == {cable.name for cable in drawn} | {cable.plug for cable in drawn}
        assert all(row[1] and row[2] for row in rows[1:])


def test_harness_and_parts_list_count_the_same_cables() -> None:
    listed = csv.DictReader(bom(STANDARD).splitlines())
    bought = [row for row in listed if row["part"] in {"cable", "ribbon"}]
    named = sorted(name for row in bought for name in row["for"].split())

    assert named == sorted(cable.name for cable in cables(STANDARD))


def test_lengths_are_those_of_the_board_file() -> None:
    board = replace(STANDARD, cables=Cables(seat_cm=200, reader_cm=15, bell_cm=70, sounder_cm=5))
    lengths = {cable.plug: cable.length_cm for cable in cables(board)}

    assert (lengths["J11"], lengths["J21"], lengths["J31"], lengths["J32"]) == (200, 15, 70, 5)
    assert "\t12\tm\tW11, W12" in harness.parts_list(board, Sheet.SEATS)


@pytest.mark.parametrize("name", shipped_names())
def test_no_colour_is_used_twice_in_a_cable(name: str) -> None:
    for cable in cables(shipped(name)):
        assert len({wire.colour for wire in cable.wires}) == len(cable.wires)


def test_red_is_for_3_3_v_alone() -> None:
    red = [wire for cable in cables(STANDARD) for wire in cable.wires if wire.colour == "red"]

    assert {wire.source for wire in red} == {"3.3 V"}


def test_the_table_of_wires_names_the_way_from_the_header() -> None:
    made = cables_table(STANDARD)

    assert (
        "| J11 | 2 LEFT | white | pin 11 (BCM 17) through R11 (330 ohm) | seat 1, pad: LEFT |"
        in made
    )
    assert "| J21 | 3 GND | orange | ground | reader centre, module: GND |" in made
    assert "| J21 | 5 GND 2 | green | ground | reader centre, module: GND |" in made
    assert (
        "| J31 | 2 BELL | white | pin 7 (BCM 4) through R71 (330 ohm) | bell, contact: BELL |"
        in made
    )
