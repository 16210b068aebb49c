"""`board`: the shipped boards, and every fault of a file at once."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from firmware.board import shipped_names
from tests.firmware.cli.command import ringmaster

LEFT = "left = 'a'"
STANDARD = (resources.files("firmware") / "boards" / "standard.toml").read_text("utf-8")


def test_the_shipped_boards_are_listed() -> None:
    ran = ringmaster("board", "list")

    assert ran.code == 0
    assert [row.split()[0] for row in ran.out.splitlines()] == list(shipped_names())
    assert "6 seats; readers: centre, tray; gives back nothing" in ran.out
    assert "BCM 14, 15 (serial console)" in ran.out


def test_every_shipped_board_can_work() -> None:
    for name in shipped_names():
        ran = ringmaster("board", "check", name)
        assert ran.code == 0
        assert f"{name}: 0 errors, " in ran.out


def test_a_pin_that_is_used_twice_is_an_error_and_ends_with_1(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STANDARD.replace("right = 27", "right = 17"))
    ran = ringmaster("board", "check", file)

    assert ran.code == 1
    assert "17" in ran.out
    assert f"{file}: 1 errors, " in ran.out


def test_a_wrong_file_ends_with_2_and_every_fault_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    wrong = STANDARD.replace("left = 17", "left = 'a'").replace("poll_hz = 20", "poll_hz = 'fast'")
    file.write_text(wrong + "\n[wings]\nspan = 2\n")
    ran = ringmaster("board", "check", file)
    rows = ran.err.splitlines()

    assert ran.code == 2
    assert ran.out == ""
    assert len(rows) == 3
    assert all(row.startswith(f"{file}: ") for row in rows)
    lines = wrong.splitlines()
    assert any("'a'" in row and f"line {lines.index(LEFT) + 1}:" in row for row in rows)
    assert any("poll_hz" in row and "fast" in row for row in rows)
    assert any("wings" in row for row in rows)


def test_a_board_that_is_no_toml_not_there_or_not_text_ends_with_2(tmp_path: Path) -> None:
    torn, binary = tmp_path / "torn.toml", tmp_path / "binary.toml"
    torn.write_text("[board")
    binary.write_bytes(b"\xff\xfe")
    for board, told in (
        (torn, "TOML"),
        (binary, "not UTF-8"),
        (tmp_path / "nowhere.toml", "No such file or directory"),
        ("mega", "no such board (allowed: four_bells, four_seats, standard, two_seats, or a "),
    ):
        ran = ringmaster("board", "check", board)
        assert ran.code == 2
        assert told in ran.err
        assert str(board) in ran.err


def test_the_wiring_of_any_board_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STANDARD.replace("left = 17", "left = 17 # mine"))
    ran = ringmaster("board", "wiring", file)

    assert ran.code == 0
    assert ran.out.startswith("# Wiring: Standard kit: six seats, two readers\n")
    for title in ("Every pin", "Seats", "Readers", "Levels and currents", "config.txt"):
        assert f"\n## {title}\n\n" in ran.out
    assert "| 11 | 17 | 1.left | contact to ground through 330 ohm |" in ran.out


def test_the_lines_of_config_txt_are_printed_alone() -> None:
    ran = ringmaster("board", "config", "two_seats")

    assert ran.out.split() == [
        "dtparam=spi=on",
        "dtparam=audio=off",
        "enable_uart=1",
        "dtparam=i2c_arm=on",
        "dtparam=watchdog=on",
    ]
