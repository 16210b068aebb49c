"""The bill of materials: counts follow the board, and every part can be bought or replaced."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace

import pytest

from firmware.board import Board, Electrics, shipped, shipped_names
from hardware.make.bom import HEAD, bom, bom_table
from hardware.make.circuit import Kind, circuit

STANDARD = shipped("standard")
TWO = shipped("two_seats")


def rows(board: Board) -> list[dict[str, str]]:
    return list(csv.DictReader(bom(board).splitlines()))


def counts(board: Board) -> Mapping[tuple[str, str], int]:
    return {(row["part"], row["value"]): int(row["count"]) for row in rows(board)}


def test_the_standard_kit_needs_so_many_of_each() -> None:
    found = counts(STANDARD)

    assert found["push button", "normally open"] == 12
    assert found["LED", "5 mm, about 2.0 V"] == 6
    assert found["MFRC522 module", "SPI, 3.3 V, 13.56 MHz"] == 2
    assert found["resistor", "330 ohm"] == 14  # twelve buttons, the bell, the sounder
    assert found["resistor", "470 ohm"] == 6
    assert found["plug", "4-way, with its socket"] == 6
    assert found["cable", "4 wires, 150 cm"] == 6


def test_bell_buttons_of_the_seats_are_counted_apart() -> None:
    buttons = {row["for"]: row["count"] for row in rows(TWO) if row["part"] == "push button"}

    assert buttons == {"LEFT and RIGHT of each seat": "4", "bell button of a seat": "2"}


@pytest.mark.parametrize("name", shipped_names())
def test_every_small_part_of_the_circuit_is_counted_once(name: str) -> None:
    board = shipped(name)
    listed = " ".join(row["for"] for row in rows(board)).split()
    small = [one.reference for one in circuit(board) if one.kind not in {Kind.HEADER, Kind.PLUG}]

    assert sorted(word for word in listed if word in small) == sorted(small)


@pytest.mark.parametrize("name", shipped_names())
def test_every_part_has_a_count_a_typical_choice_and_one_to_replace_it(name: str) -> None:
    for row in rows(shipped(name)):
        assert all(row[key] for key in HEAD[:-1]), row
        assert int(row["count"]) > 0


def test_other_resistors_are_those_of_the_board_file() -> None:
    board = replace(STANDARD, electrics=Electrics(light_series_ohm=560))

    assert counts(board)["resistor", "560 ohm"] == 6


def test_a_board_without_bell_sounder_and_readers_needs_none_of_their_parts() -> None:
    bare = replace(TWO, bell=None, sounder=None, readers=())
    parts = {row["part"] for row in rows(bare)}

    assert parts.isdisjoint({"desk bell", "MFRC522 module", "piezo sounder", "capacitor", "clamp"})
    assert {"push button", "LED", "resistor"} <= parts


def test_the_table_to_buy_from_says_the_same_as_the_list() -> None:
    assert len(bom_table(STANDARD).splitlines()) == len(rows(STANDARD)) + 2
    assert "| 12 | push button | normally open | 24 mm snap-in arcade button |" in bom_table(
        STANDARD
    )
