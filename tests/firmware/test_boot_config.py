"""config.txt: a board's lines stand between two markers, and nothing else is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.board import BoardError, Uses, shipped
from firmware.board_tables import config_lines
from firmware.boot_config import BEGIN, END, OFF, main, merged, without

STANDARD = shipped("standard")
SHIPPED = """\
# For more options see the documentation
#dtparam=spi=on
dtparam=audio=on
dtparam=i2c_arm=on
camera_auto_detect=1
[pi4]
enable_uart=1
arm_boost=1
[all]
dtoverlay=w1-gpio,gpiopin=4
dtoverlay=vc4-kms-v3d
"""


def test_the_boards_lines_come_last_and_for_every_model() -> None:
    lines = merged(SHIPPED, STANDARD).splitlines()
    begun = lines.index(BEGIN)

    assert lines[begun + 1] == "[all]"
    assert lines[begun + 2 : lines.index(END)] == list(config_lines(STANDARD))
    assert lines[-1] == END


def test_what_would_take_a_pin_from_the_board_is_turned_into_a_comment() -> None:
    off = [line for line in merged(SHIPPED, STANDARD).splitlines() if line.startswith(OFF)]

    assert [line.removeprefix(OFF) for line in off] == [
        "dtparam=audio=on",
        "dtparam=i2c_arm=on",
        "enable_uart=1",
        "dtoverlay=w1-gpio,gpiopin=4",
    ]


def test_what_has_nothing_to_do_with_the_board_stays() -> None:
    lines = merged(SHIPPED, STANDARD).splitlines()

    for kept in ("camera_auto_detect=1", "[pi4]", "arm_boost=1", "dtoverlay=vc4-kms-v3d"):
        assert kept in lines


def test_a_board_with_an_expander_keeps_i2c_and_1_wire() -> None:
    board = replace(STANDARD, uses=Uses(i2c=True, one_wire=True))
    text = merged("dtoverlay=w1-gpio\n", board)

    assert text.count("dtparam=i2c_arm=on") == 1
    assert f"{OFF}dtoverlay=w1-gpio" in text  # said once, in the block
    assert "\ndtoverlay=w1-gpio\n" in text


def test_doing_it_twice_is_doing_it_once() -> None:
    once = merged(SHIPPED, STANDARD)

    assert merged(once, STANDARD) == once


def test_another_board_takes_the_place_of_the_one_before() -> None:
    other = replace(STANDARD, uses=Uses(console=True))
    text = merged(merged(SHIPPED, STANDARD), other)

    assert text == merged(SHIPPED, other)
    assert text.count(BEGIN) == 1


@pytest.mark.parametrize("text", [SHIPPED, "", "dtparam=audio=on\n", "\n\n[all]\n"])
def test_taken_away_again_everything_is_as_it_was(text: str) -> None:
    assert without(merged(text, STANDARD)) == text


def test_the_command_says_whether_the_pi_has_to_be_started_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.txt"
    file.write_text(SHIPPED, encoding="utf-8")
    for arguments in ([], [], ["--remove"], ["--remove"]):
        main([*arguments, str(file)])

    assert capsys.readouterr().out.split() == ["changed", "same", "changed", "same"]
    assert file.read_text(encoding="utf-8") == SHIPPED
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_takes_a_board_of_ones_own(tmp_path: Path) -> None:
    file, board = tmp_path / "config.txt", tmp_path / "mine.toml"
    file.write_text("", encoding="utf-8")
    board.write_text("[board]\nseats = 9\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine\.toml"):
        main(["--board", str(board), str(file)])

    assert file.read_text(encoding="utf-8") == ""
