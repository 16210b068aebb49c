"""The board file: what it says, and every fault at once with its place."""

from __future__ import annotations

import pytest

from firmware.board import (
    Board,
    BoardError,
    Cables,
    Line,
    ReaderPins,
    SeatPins,
    SounderPins,
    load,
    shipped,
    shipped_names,
)

SEATS = """
[seat.1]
left = 17
right = 27
light = 26
[seat.2]
left = 22
right = 23
light = 16
"""


def faults_of(text: str) -> list[str]:
    with pytest.raises(BoardError) as caught:
        load(text, "mine.toml")
    return [str(fault) for fault in caught.value.faults]


def test_the_standard_board_has_six_seats_a_bell_a_sounder_and_two_readers() -> None:
    board = shipped("standard")

    assert [seat.number for seat in board.seats] == [1, 2, 3, 4, 5, 6]
    assert board.seats[2] == SeatPins(number=3, left=24, right=13, light=18)
    assert board.readers == (
        ReaderPins("centre", select=8, device=0, reset=25),
        ReaderPins("tray", select=7, device=1, reset=25),
    )
    assert board.bell is not None
    assert board.bell.pin == 4
    assert board.sounder is not None
    assert board.sounder.pin == 12


def test_the_standard_board_uses_every_pin_of_the_header_once() -> None:
    board = shipped("standard")
    seats = [pin for seat in board.seats for pin in (seat.left, seat.right, seat.light)]

    assert sorted([*seats, 4, 12, 25, 7, 8, 9, 10, 11]) == list(range(2, 28))


@pytest.mark.parametrize(("name", "seats"), [("four_seats", 4), ("two_seats", 2)])
def test_the_smaller_boards_have_fewer_seats(name: str, seats: int) -> None:
    assert len(shipped(name).seats) == seats


def test_times_are_given_in_milliseconds_and_held_in_nanoseconds() -> None:
    tunables = shipped("standard").tunables

    assert (tunables.debounce_ns, tunables.hold_back_ns) == (10_000_000, 25_000_000)


def test_lines_are_named_as_edges_name_them() -> None:
    board = shipped("two_seats")

    assert board.lines == (
        Line("1.left", 17),
        Line("1.right", 27),
        Line("1.bell", 24),
        Line("2.left", 22),
        Line("2.right", 23),
        Line("2.bell", 13),
        Line("bell", 4),
    )


def test_a_board_without_bell_sounder_and_readers_is_a_board() -> None:
    board = load(SEATS, "mine.toml")

    assert (board.bell, board.sounder, board.readers, board.title) == (None, None, (), "mine.toml")


def test_every_fault_is_reported_with_its_line_what_was_found_and_what_is_allowed() -> None:
    text = "[board]\naudio = 3\nspeed = 1\n[tunables]\nhold_back_ms = 26\n" + SEATS.replace(
        "left = 17", 'left = "x"'
    ).replace("light = 16\n", "")

    assert faults_of(text) == [
        "line 2: board.audio: found 3; allowed is true or false",
        (
            "line 3: board.speed: found an unknown key; allowed is one of title, console, i2c, "
            "one_wire, audio"
        ),
        "line 5: tunables.hold_back_ms: found 26; allowed is a whole number from 0 to 25",
        "line 8: seat.1.left: found 'x'; allowed is a BCM pin number",
        "line 11: seat.2.light: found nothing; allowed is a BCM pin number",
    ]


def test_the_error_names_the_file_before_each_fault() -> None:
    with pytest.raises(BoardError, match=r"^mine.toml: line 1: bel: found an unknown key"):
        load("bel = 4\n" + SEATS, "mine.toml")


def test_a_board_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="TOML"):
        load("[seat", "mine.toml")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "seat: found no seats; allowed is seats 1, 2 and on without a gap"),
        (SEATS.replace("seat.2", "seat.3"), "seat: found seats 1, 3; allowed is seats 1, 2"),
        (SEATS + "[seat.7]\n", "line 10: seat.7: found an unknown key"),
        (SEATS + "[bell]\n", "line 10: bell.pin: found nothing; allowed is a BCM pin number"),
        ("bell = 4\n" + SEATS, "line 1: bell: found 4; allowed is a table"),
        (SEATS + '[reader.centre]\nselect = "CE2"\n', "found 'CE2'; allowed is CE0, CE1 or a BCM"),
        (SEATS + "[reader.middle]\nselect = 8\n", "reader.middle: found an unknown key"),
        ("[electrics]\nlight_forward_v = true\n" + SEATS, "found True; allowed is 0.0 to 5.0"),
        ("[electrics]\nlight_forward_v = 9\n" + SEATS, "found 9; allowed is 0.0 to 5.0"),
        ("[board]\ntitle = 1\n" + SEATS, "board.title: found 1; allowed is a text"),
        ("[tunables]\npoll_hz = true\n" + SEATS, "tunables.poll_hz: found True"),
        (SEATS + "[cables]\nseat_cm = 0\n", "cables.seat_cm: found 0; allowed is a whole number"),
        (SEATS + "[cables]\nlamp_cm = 9\n", "cables.lamp_cm: found an unknown key"),
        (
            SEATS + "[reader.seat1]\nselect = 5\ndevice = 1\n",
            "device: found 1; allowed is a whole",
        ),
        (
            SEATS + '[reader.seat1]\nselect = "CE1"\ndevice = 2\n',
            "device: found 2; allowed is nothing: CE1 has its own device",
        ),
        (SEATS + 'expander = "a"\n', "seat.2.expander: found 'a'; allowed is nothing"),
        (SEATS + '[expander.a]\nkind = "x"\naddress = 32\n', "found 'x'; allowed is mcp23017"),
        ('[board]\ntitle = "a\\nb"\n' + SEATS, r"found 'a\nb'; allowed is a text of one line"),
    ],
)
def test_a_wrong_value_is_named(text: str, fault: str) -> None:
    assert any(fault in found for found in faults_of(text))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("9" * 400, "999..."),
        ("0x" + "f" * 9_000, "a number too long"),
        (f"'{'x' * 9_000}'", "x..."),
    ],
    ids=["decimals", "hexadecimals", "letters"],
)
@pytest.mark.parametrize("key", ["electrics.light_forward_v", "bell.pin", "board.console"])
def test_a_value_without_end_is_named_in_short(key: str, value: str, shown: str) -> None:
    found = faults_of(f"{key} = {value}\n")

    told = next((fault for fault in found if f"{key}: found " in fault), "")
    assert shown in told
    assert len(told) < 200


@pytest.mark.parametrize(
    "value", ["9" * 6_000, "[" * 20_000 + "]" * 20_000], ids=["digits", "brackets"]
)
def test_a_value_that_no_reader_of_toml_can_take_is_a_fault_of_the_file(value: str) -> None:
    (fault,) = faults_of(f"x = {value}\n{SEATS}")

    assert fault.startswith("file: found ")


def test_a_key_that_would_steer_the_terminal_is_shown_without_its_signs() -> None:
    (fault,) = faults_of(f'"\\u001b[31mred" = 1\n{SEATS}')

    assert fault.startswith("\ufffd[31mred: found an unknown key")


def test_a_reader_may_be_selected_by_a_plain_pin_and_need_no_reset() -> None:
    board = load(SEATS + "[reader.seat2]\nselect = 5\nspeed_hz = 500000\n", "mine.toml")

    assert board.readers == (ReaderPins("seat2", 5, None, None, 500_000),)


def test_a_reader_may_be_a_device_that_an_overlay_of_ones_own_makes() -> None:
    board = load(SEATS + "[reader.seat2]\nselect = 5\ndevice = 2\n", "mine.toml")

    assert board.readers == (ReaderPins("seat2", select=5, device=2, reset=None),)


def test_lengths_of_cables_and_the_sounders_resistor_have_usual_values() -> None:
    board = load(SEATS + "[sounder]\npin = 12\n[cables]\nbell_cm = 60\n", "mine.toml")

    assert board.sounder == SounderPins(12, series_ohm=330)
    assert board.cables == Cables(seat_cm=150, reader_cm=25, bell_cm=60, sounder_cm=20)


def test_a_seat_on_an_expander_has_lines_of_the_expander_and_none_of_the_header() -> None:
    board = load(
        SEATS.replace("left = 22", 'left = 0\nexpander = "a"')
        .replace("right = 23", "right = 1")
        .replace("light = 16", "light = 2")
        + '[expander.a]\nkind = "mcp23017"\naddress = 0x20\n',
        "mine.toml",
    )

    assert board.seats[1].expander == "a"
    assert [line.name for line in board.lines] == ["1.left", "1.right"]


def test_an_expander_has_sixteen_lines() -> None:
    text = SEATS + 'expander = "a"\n[expander.a]\nkind = "mcp23017"\naddress = 0x20\n'

    assert any(
        "seat.2.left: found 22; allowed is a whole number from 0 to 15" in fault
        for fault in faults_of(text)
    )


def test_an_unknown_shipped_board_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BoardError, match="four_seats, standard, two_seats"):
        shipped("huge")


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_board_loads(name: str) -> None:
    assert isinstance(shipped(name), Board)
