"""The rule check: each rule finds its fault, and the shipped boards have none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.board import (
    Board,
    Cables,
    Electrics,
    ExpanderPins,
    ReaderPins,
    SounderPins,
    Uses,
    shipped,
    shipped_names,
)
from firmware.board_check import Finding, Severity, findings
from firmware.board_uses import light_ma, low_level_v, pin_uses

STANDARD = shipped("standard")


def with_seat(board: Board, number: int, **pins: int) -> Board:
    seats = tuple(
        replace(seat, **pins) if seat.number == number else seat  # type: ignore[arg-type]
        for seat in board.seats
    )
    return replace(board, seats=seats)


def errors(board: Board) -> list[Finding]:
    return [finding for finding in findings(board) if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_board_is_clean(name: str) -> None:
    assert findings(shipped(name)) == ()


def test_a_pin_used_twice_is_an_error_that_names_both_parts() -> None:
    found = errors(with_seat(STANDARD, 2, left=17))

    assert [(finding.pin, finding.part) for finding in found] == [(17, "1.left and 2.left")]


def test_readers_may_share_a_reset_but_no_chip_select() -> None:
    both_on_ce0 = replace(STANDARD, readers=tuple(replace(r, select=8) for r in STANDARD.readers))

    assert [finding.part for finding in errors(both_on_ce0)] == ["centre select and tray select"]


@pytest.mark.parametrize(("pin", "text"), [(0, "EEPROM"), (1, "EEPROM"), (28, "no such pin")])
def test_a_pin_that_the_header_does_not_give_is_an_error(pin: int, text: str) -> None:
    found = errors(with_seat(STANDARD, 1, left=pin))

    assert len(found) == 1
    assert text in found[0].text
    assert found[0].cure == "move it to a pin from 2 to 27"


@pytest.mark.parametrize(
    ("uses", "pins"),
    [
        (Uses(console=True), [14, 15]),
        (Uses(i2c=True), [2, 3]),
        (Uses(one_wire=True), [4]),
        (Uses(audio=True), [12]),
    ],
)
def test_a_pin_that_the_pi_itself_uses_is_an_error(uses: Uses, pins: list[int]) -> None:
    found = errors(replace(STANDARD, uses=uses))

    assert [finding.pin for finding in found] == pins
    assert all("false" in finding.cure for finding in found)


def test_audio_leaves_a_sounder_on_a_pin_without_pwm_alone() -> None:
    board = replace(shipped("four_seats"), uses=Uses(audio=True), sounder=SounderPins(20))

    assert findings(board) == ()


@pytest.mark.parametrize("pin", [7, 8, 9, 10, 11])
def test_a_button_on_an_spi_pin_is_an_error(pin: int) -> None:
    board = with_seat(shipped("two_seats"), 1, left=pin)

    assert any("SPI" in finding.text and finding.pin == pin for finding in errors(board))


def test_without_readers_the_spi_pins_are_free() -> None:
    board = replace(with_seat(shipped("two_seats"), 1, left=9), readers=())

    assert findings(board) == ()


@pytest.mark.parametrize(
    ("board", "part"),
    [
        (with_seat(shipped("two_seats"), 1, light=5), "1.light"),
        (replace(shipped("two_seats"), sounder=SounderPins(6)), "sounder"),
        (
            replace(
                shipped("two_seats"),
                readers=tuple(replace(r, reset=5) for r in shipped("two_seats").readers),
            ),
            "centre reset",
        ),
        (
            replace(
                shipped("two_seats"),
                readers=tuple(replace(r, select=20) for r in shipped("two_seats").readers),
            ),
            "centre select",
        ),
    ],
)
def test_a_power_on_pull_against_the_part_is_a_warning(board: Board, part: str) -> None:
    found = findings(board)

    assert [(finding.part, finding.severity) for finding in found] == [(part, Severity.WARNING)]


def test_a_kilohm_in_series_on_bcm_2_leaves_1_18_v_and_is_an_error() -> None:
    board = replace(STANDARD, electrics=Electrics(button_series_ohm=1000))
    left6 = next(use for use in pin_uses(board) if use.part == "6.left")

    assert low_level_v(left6) == pytest.approx(1.18, abs=0.005)
    assert [finding.pin for finding in errors(board)] == [2, 3]


def test_the_bells_pull_up_counts_against_its_series_resistor() -> None:
    assert STANDARD.bell is not None
    board = replace(STANDARD, bell=replace(STANDARD.bell, series_ohm=1000))

    assert [finding.part for finding in errors(board)] == ["bell"]


def test_six_lights_take_16_6_ma() -> None:
    assert 6 * light_ma(STANDARD) == pytest.approx(16.6, abs=0.05)


def test_a_light_that_takes_more_than_a_pin_gives_is_an_error() -> None:
    board = replace(STANDARD, electrics=Electrics(light_series_ohm=68))

    assert [finding.text.split(" takes ")[0] for finding in errors(board)] == [
        "one light",
        "all lights take 114.7 mA, all pins together give 50 mA",
    ]


def test_lights_that_take_too_much_together_are_an_error() -> None:
    board = replace(STANDARD, electrics=Electrics(light_series_ohm=150))

    assert [finding.part for finding in errors(board)] == ["lights"]


def test_blue_lights_are_a_warning() -> None:
    found = findings(replace(STANDARD, electrics=Electrics(light_forward_v=3.0)))

    assert [finding.severity for finding in found] == [Severity.WARNING]


@pytest.mark.parametrize("ohm", [0, 200])
def test_a_button_on_bcm_14_needs_a_series_resistor_against_the_boot_console(ohm: int) -> None:
    found = errors(replace(STANDARD, electrics=Electrics(button_series_ohm=ohm)))

    assert [(finding.pin, finding.cure) for finding in found] == [
        (14, "put at least 206 ohm in series")
    ]


def test_a_light_on_bcm_14_is_a_warning() -> None:
    found = findings(with_seat(shipped("two_seats"), 1, light=14))

    assert [finding.pin for finding in found if finding.severity is Severity.WARNING] == [14]


def warnings(board: Board) -> list[str]:
    return [str(found) for found in findings(board) if found.severity is Severity.WARNING]


def with_readers(*readers: ReaderPins) -> Board:
    return replace(shipped("two_seats"), readers=readers)


def test_buttons_without_a_series_resistor_are_one_warning_that_names_them_all() -> None:
    board = replace(shipped("two_seats"), electrics=Electrics(button_series_ohm=0))

    assert warnings(board) == [
        (
            "warning: 1.left, 1.right, 1.bell, 2.left, 2.right, 2.bell: a program that drives the"
            " pin by mistake meets a pressed button as a short; put at least 206 ohm in series"
        )
    ]


@pytest.mark.parametrize("ohm", [0, 100, 205])
def test_a_sounder_without_a_series_resistor_is_a_warning(ohm: int) -> None:
    board = replace(shipped("two_seats"), sounder=SounderPins(12, series_ohm=ohm))

    assert [text.partition(":")[2].split(";")[0] for text in warnings(board)] == [
        " sounder: a sounder with a coil, put in by mistake, takes more than a pin gives"
    ]


def test_lights_and_a_coil_in_the_sounders_place_may_take_too_much_together() -> None:
    board = replace(STANDARD, electrics=Electrics(light_series_ohm=190))

    assert [text.split(",")[0] for text in warnings(board)] == [
        "warning: lights and sounder: all lights and a sounder with a coil take 51.1 mA"
    ]


def test_a_light_that_gets_next_to_no_current_is_a_warning() -> None:
    board = replace(STANDARD, electrics=Electrics(light_series_ohm=10_000))

    assert warnings(board) == [
        (
            "warning: lights: one light gets 0.13 mA, which barely glows; "
            "use a smaller electrics.light_series_ohm"
        )
    ]


@pytest.mark.parametrize(("pin", "name"), [(8, "CE0"), (7, "CE1")])
def test_a_chip_select_of_the_spi_driver_as_a_plain_pin_is_an_error(pin: int, name: str) -> None:
    found = errors(with_readers(ReaderPins("centre", select=pin, device=None, reset=25)))

    assert [(finding.pin, finding.cure) for finding in found] == [
        (pin, f'write select = "{name}"')
    ]


def test_a_reader_on_a_plain_pin_is_a_warning_that_says_it_will_not_be_polled() -> None:
    (text,) = warnings(with_readers(ReaderPins("seat1", select=5, device=None, reset=25)))

    assert "seat1 select (BCM 5)" in text
    assert "will not be polled" in text
    assert "use CE0 or CE1" in text


def test_a_device_past_ce1_is_a_warning_that_names_the_overlay_it_needs() -> None:
    (text,) = warnings(with_readers(ReaderPins("seat1", select=5, device=2, reset=25)))

    assert "spidev0.2 is not there without an overlay" in text
    assert "cs-gpios name BCM 5 at place 2" in text


def test_two_readers_on_one_device_are_an_error() -> None:
    one = ReaderPins("seat1", select=5, device=2, reset=25)
    found = errors(with_readers(one, replace(one, name="seat2", select=6)))

    assert [(finding.part, finding.text) for finding in found] == [
        ("seat1 select and seat2 select", "spidev0.2 is used 2 times")
    ]


def test_a_long_cable_asks_for_a_slow_bus() -> None:
    long = replace(STANDARD, cables=Cables(reader_cm=31))
    slow = tuple(replace(reader, speed_hz=500_000) for reader in STANDARD.readers)

    assert [text.split(";")[0] for text in warnings(long)] == [
        "warning: cable of centre and tray: 31 cm is long for a bus of 1 MHz and more"
    ]
    assert warnings(replace(long, readers=slow)) == []
    assert warnings(replace(STANDARD, cables=Cables(reader_cm=30))) == []


def test_errors_come_before_warnings() -> None:
    board = with_seat(with_seat(shipped("two_seats"), 1, light=5), 2, left=28)

    assert [finding.severity for finding in findings(board)] == ["error", "warning"]


def on_expander(**pins: int) -> Board:
    expander = ExpanderPins("a", "mcp23017", 0x20)
    board = with_seat(shipped("two_seats"), 2, **pins)
    seats = (board.seats[0], replace(board.seats[1], expander="a", bell=None))
    return replace(board, seats=seats, expanders=(expander,))


NOT_DRIVEN = "this version of the program does not drive expanders yet"


def test_a_seat_on_an_expander_is_checked_on_its_own_lines() -> None:
    found = findings(on_expander(left=0, right=0, light=2))

    assert [finding.text for finding in found] == [
        "line 0 of expander a is used 2 times",
        NOT_DRIVEN,
    ]


def test_a_seat_on_an_expander_is_a_warning_as_long_as_none_is_driven() -> None:
    found = findings(on_expander(left=0, right=1, light=7))

    assert [(finding.part, finding.text) for finding in found] == [("seat 2", NOT_DRIVEN)]


@pytest.mark.parametrize("line", [7, 15])
def test_a_button_on_a_line_that_later_expanders_have_for_outputs_is_a_warning(line: int) -> None:
    found = findings(on_expander(left=0, right=line, light=2))

    assert found[0].part == "2.right"
    assert f"line {line} of an MCP23017 is for outputs only" in found[0].text


def test_an_expander_needs_i2c_and_its_own_address() -> None:
    board = on_expander(left=0, right=1, light=2)
    twins = (*board.expanders, replace(board.expanders[0], name="b"))
    found = errors(replace(board, uses=Uses(), expanders=twins))

    assert [finding.text for finding in found] == [
        "an expander needs I2C1",
        "address 0x20 is used 2 times",
    ]


def test_a_finding_reads_as_one_line_with_its_cure() -> None:
    finding = findings(with_seat(STANDARD, 1, left=28))[0]

    assert str(finding) == (
        "error: 1.left (BCM 28): the 40-pin header has no such pin; move it to a pin from 2 to 27"
    )
