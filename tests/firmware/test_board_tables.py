"""Tables for people: made from the board, between markers."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from firmware.board import Uses, shipped
from firmware.board_tables import (
    HEADER_POSITIONS,
    bom,
    config_table,
    main,
    pins_table,
    readers_table,
    rewritten,
    seats_table,
)

STANDARD = shipped("standard")
TWO = shipped("two_seats")


def test_header_positions_are_those_of_the_40_pin_header() -> None:
    header = PiBoardInfo.from_revision(0x902120).headers["J8"].pins

    for bcm, position in HEADER_POSITIONS.items():
        assert header[position].name == f"GPIO{bcm}"
    assert sorted(HEADER_POSITIONS) == list(range(2, 28))


def test_the_pins_table_has_a_row_for_each_pin_in_use() -> None:
    rows = pins_table(STANDARD).splitlines()[2:]

    assert len(rows) == 26
    assert rows[0] == "| 3 | 2 | 6.left | contact to ground through 330 ohm |"
    assert "| 7 | 4 | bell | contact to ground through 330 ohm, 2200 ohm to 3.3 V |" in rows


def test_the_seats_table_shows_a_seats_own_bell() -> None:
    assert seats_table(TWO).splitlines()[2] == (
        "| 1 | pin 11 (BCM 17) | pin 13 (BCM 27) | pin 37 (BCM 26) | pin 18 (BCM 24) |"
    )


def test_readers_differ_only_in_their_select() -> None:
    rows = [row.strip("| ").split(" | ") for row in readers_table(STANDARD).splitlines()[2:]]

    assert [row[0] for row in rows if row[1] != row[2]] == ["SDA (SS)"]


def test_config_txt_follows_the_boards_uses() -> None:
    board = replace(TWO, uses=Uses(console=True, i2c=True, one_wire=True, audio=True), readers=())

    assert config_table(board).split() == [
        "```",
        "dtparam=audio=on",
        "enable_uart=1",
        "dtparam=i2c_arm=on",
        "dtoverlay=w1-gpio",
        "dtparam=watchdog=on",
        "```",
    ]


def test_the_bill_of_materials_counts_what_the_board_has() -> None:
    rows = list(csv.DictReader(bom(STANDARD).splitlines()))
    counts = {(row["part"], row["for"]): int(row["count"]) for row in rows}

    assert counts["push button", "LEFT and RIGHT of each seat"] == 12
    assert counts["LED", "lights"] == 6
    assert counts["MFRC522 module", "readers: centre, tray"] == 2


def test_a_board_without_bell_sounder_and_readers_needs_none_of_their_parts() -> None:
    bare = replace(TWO, bell=None, sounder=None, readers=())
    parts = [row["part"] for row in csv.DictReader(bom(bare).splitlines())]

    assert parts == ["Raspberry Pi", "push button", "resistor", "LED", "resistor"]


def test_only_what_is_between_markers_is_made_anew() -> None:
    text = "before\n<!-- table: config -->\nold\n<!-- end -->\nafter\n"
    made = rewritten(text, STANDARD)

    assert made.startswith("before\n<!-- table: config -->\n```\ndtparam=spi=on\n")
    assert made.endswith("```\n<!-- end -->\nafter\n")
    assert rewritten(made, STANDARD) == made


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="colours"):
        rewritten("<!-- table: colours -->\n<!-- end -->", STANDARD)


def test_the_command_writes_both_files_from_any_board(tmp_path: Path) -> None:
    board, text, parts = (tmp_path / name for name in ("mine.toml", "wiring.md", "bom.csv"))
    board.write_text(
        "[seat.1]\nleft = 17\nright = 27\nlight = 26\n"
        "[seat.2]\nleft = 22\nright = 23\nlight = 16\n",
        encoding="utf-8",
    )
    text.write_text("<!-- table: seats -->\n<!-- end -->\n", encoding="utf-8")
    main(["--board", str(board), "--write", str(text), "--bom", str(parts)])

    assert text.read_text(encoding="utf-8").count("BCM") == 6
    assert "push button,normally open,4," in parts.read_text(encoding="utf-8")


def test_the_command_without_files_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main([])

    assert list(tmp_path.iterdir()) == []
