"""Tables for people: made from the board, between markers."""

from __future__ import annotations

from dataclasses import replace

from gpiozero.pins.pi import PiBoardInfo

from firmware.board import Uses, shipped
from firmware.board_tables import (
    builds_table,
    config_lines,
    config_table,
    currents_table,
    pins_table,
    readers_table,
    seats_table,
)
from firmware.board_uses import (
    EEPROM_POSITIONS,
    FIVE_VOLTS,
    GROUNDS,
    HEADER_POSITIONS,
    SUPPLIES,
)

STANDARD = shipped("standard")
TWO = shipped("two_seats")


def test_header_positions_are_those_of_the_40_pin_header() -> None:
    header = PiBoardInfo.from_revision(0x902120).headers["J8"].pins

    for bcm, position in HEADER_POSITIONS.items():
        assert header[position].name == f"GPIO{bcm}"
    assert sorted(HEADER_POSITIONS) == list(range(2, 28))
    assert {header[position].name for position in GROUNDS} == {"GND"}
    assert {header[position].name for position in SUPPLIES} == {"3V3"}
    assert {header[position].name for position in FIVE_VOLTS} == {"5V"}
    positions = *HEADER_POSITIONS.values(), *GROUNDS, *SUPPLIES, *FIVE_VOLTS, *EEPROM_POSITIONS
    assert sorted(positions) == list(range(1, 41))


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


def test_config_lines_are_those_of_the_table() -> None:
    assert config_table(STANDARD).splitlines()[1:-1] == list(config_lines(STANDARD))


def test_a_reader_without_a_reset_pin_has_it_at_3_3_v() -> None:
    board = replace(TWO, readers=tuple(replace(reader, reset=None) for reader in TWO.readers))

    assert "| RST | 3.3 V |" in readers_table(board)


def test_the_currents_name_the_worst_low_level_and_what_all_readers_take() -> None:
    made = currents_table(STANDARD)

    assert "| highest low level (6.left, BCM 2) | 0.51 V | 0.8 V |" in made
    assert "| 2 readers, one field on at a time | 133 mA |" in made


def test_a_board_with_nothing_but_an_expander_has_no_currents_to_tell() -> None:
    seats = tuple(replace(seat, expander="a") for seat in TWO.seats)
    bare = replace(TWO, seats=seats, bell=None, sounder=None, readers=())

    assert len(currents_table(bare).splitlines()) == 4


def test_every_shipped_build_says_what_it_gives_back() -> None:
    made = builds_table(STANDARD)

    assert (
        "| `standard` | Standard kit: six seats, two readers | nothing: every pin is taken |"
        in made
    )
    assert "BCM 2, 3 (I2C1); BCM 14, 15 (serial console); BCM 20, 21 (plain pins) |" in made
