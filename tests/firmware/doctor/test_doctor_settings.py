"""The doctor's look at config.txt: every overlay and parameter that takes a pin of the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.board import shipped
from firmware.doctor.settings import look_at_settings, read
from firmware.notice_board import Finding
from tests.firmware.doctor.hosts import a_host, put

STANDARD, FOUR = shipped("standard"), shipped("four_seats")
WELL = "dtparam=spi=on\ndtparam=audio=off\nenable_uart=0\ndtparam=watchdog=on\n"


def found(root: Path, config: str, board: str = "standard", cmdline: str = "") -> list[Finding]:
    put(root, "boot/firmware/config.txt", config)
    host = a_host(root)
    put(root, "proc/cmdline", cmdline)
    return list(look_at_settings(host, shipped(board)))


def test_the_settings_of_wiring_md_take_no_pin(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, WELL)

    assert finding.state == "ok"
    assert finding.text == "/boot/firmware/config.txt takes no pin of the board."


def test_without_a_config_txt_nothing_is_said(tmp_path: Path) -> None:
    assert look_at_settings(a_host(tmp_path), STANDARD) == ()


def test_the_old_place_of_config_txt_is_known(tmp_path: Path) -> None:
    put(tmp_path, "boot/config.txt", "dtoverlay=w1-gpio\n")

    assert [one.state for one in look_at_settings(a_host(tmp_path), STANDARD)] == ["error"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("dtoverlay=w1-gpio", "dtoverlay=w1-gpio takes pin 4 from bell."),
        ("dtoverlay=w1-gpio,gpiopin=17", "dtoverlay=w1-gpio,gpiopin=17 takes pin 17 from 1.left."),
        ("dtoverlay=gpio-ir", "dtoverlay=gpio-ir takes pin 18 from 3.light."),
        ("dtoverlay=gpio-shutdown", "dtoverlay=gpio-shutdown takes pin 3 from 6.right."),
        ("dtoverlay=spi1-3cs", "dtoverlay=spi1-3cs takes pin 16 from 2.light."),
        ("dtparam=i2c_arm=on", "dtparam=i2c_arm=on takes pin 2 from 6.left."),
        ("dtparam=spi=on,i2c_arm=on", "dtparam=i2c_arm=on takes pin 2 from 6.left."),
        ("dtparam=i2c_arm", "dtparam=i2c_arm=on takes pin 2 from 6.left."),
        ("dtparam=i2s=on", "dtparam=i2s=on takes pin 18 from 3.light."),
        ("enable_uart=1", "enable_uart=1 takes pin 14 from 5.left."),
        ("dtoverlay=spi0-0cs", "dtoverlay=spi0-0cs leaves too few chip selects for the readers."),
        ("dtoverlay=spi0-1cs", "dtoverlay=spi0-1cs leaves too few chip selects for the readers."),
        ("dtoverlay=spi0-2cs,cs1_pin=5", "dtoverlay=spi0-2cs,cs1_pin=5 moves the readers'"),
    ],
)
def test_a_setting_that_takes_a_pin_is_named_with_its_cure(
    tmp_path: Path, line: str, text: str
) -> None:
    (finding,) = found(tmp_path, f"{WELL}{line}  # why not\n")

    assert (finding.part, finding.state) == ("config.txt", "error")
    assert finding.text.startswith(text)
    assert finding.cure == "Take this line out of config.txt and restart the Pi."


def test_analogue_audio_is_only_a_warning_since_not_every_model_has_it(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "dtparam=audio=on\n")

    assert (finding.state, finding.text) == (
        "warning",
        "dtparam=audio=on takes pin 12 from sounder.",
    )


@pytest.mark.parametrize(
    "line",
    [
        "# dtoverlay=w1-gpio",
        "[none]\ndtoverlay=w1-gpio\n[all]",
        "[pi5]\ndtoverlay=w1-gpio",
        "dtoverlay=w1-gpio,gpiopin=1",
        "dtoverlay=w1-gpio,gpiopin=many",
        "dtoverlay=vc4-kms-v3d",
        "dtoverlay=spi0-2cs",
        "dtparam=i2c_arm=on\ndtparam=i2c_arm=off",
        "dtoverlay",
        "= =",
    ],
)
def test_what_takes_no_pin_or_does_not_count_is_no_finding(tmp_path: Path, line: str) -> None:
    assert [one.state for one in found(tmp_path, f"{WELL}{line}\n")] == ["ok"]


def test_a_board_that_leaves_pins_free_does_not_mind_who_takes_them(tmp_path: Path) -> None:
    config = "dtparam=i2c_arm=on\nenable_uart=1\n"

    assert [one.state for one in found(tmp_path, config, "four_seats")] == ["ok"]
    assert {one.state for one in found(tmp_path, config)} == {"error"}


def test_one_reader_needs_one_select(tmp_path: Path) -> None:
    put(tmp_path, "boot/config.txt", "dtoverlay=spi0-1cs\n")
    board = replace(STANDARD, readers=STANDARD.readers[:1])

    assert [one.state for one in look_at_settings(a_host(tmp_path), board)] == ["ok"]


def test_a_console_on_the_buttons_of_seat_5_is_named(tmp_path: Path) -> None:
    cmdline = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait"
    (finding,) = found(tmp_path, WELL, cmdline=cmdline)

    assert finding.state == "error"
    assert "console=serial0,115200) has the pins of 5.left and 5.right" in finding.text
    assert "raspi-config" in finding.cure
    assert [one.state for one in found(tmp_path, WELL, "four_seats", cmdline)] == ["ok"]


def test_settings_are_read_as_the_firmware_reads_them() -> None:
    text = (
        "[pi4]\narm_boost=1\n[all]\nenable_uart=0\nenable_uart=1\ndtoverlay=a,b=1\ndtoverlay=a\n"
    )

    assert [str(one) for one in read(text)] == ["enable_uart=1", "dtoverlay=a,b=1", "dtoverlay=a"]
