"""The doctor's look at a machine: libraries, devices, groups, pins and supply, with cures."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from firmware.board import shipped
from firmware.devices import Libraries
from firmware.doctor import severity
from firmware.doctor.host import (
    Host,
    groups_in_force,
    groups_written,
    may_use,
    owners_of,
)
from firmware.doctor.libraries import look_at_libraries, look_at_pipe, pipe_somewhere
from firmware.doctor.machine import (
    look_at_chips,
    look_at_groups,
    look_at_lines,
    look_at_spi,
    look_at_supply,
)
from firmware.mock.lgpio import FakeLgpio
from firmware.notice_board import Finding
from tests.firmware.doctor.hosts import a_host, by_part, loads, put

STANDARD = shipped("standard")


def libraries(host: Host, kind: Libraries = Libraries.CURRENT) -> dict[str, Finding]:
    return by_part(look_at_libraries(host, kind))


# Libraries


def test_libraries_that_are_there_are_well(tmp_path: Path) -> None:
    host = a_host(tmp_path)
    for kind in Libraries:
        found = look_at_libraries(host, kind)
        assert severity(found) == 0
        assert {finding.state for finding in found} == {"ok"}
    assert "owned by rpi-lgpio" in libraries(host)["RPi.GPIO"].text


@pytest.mark.parametrize(
    ("kind", "state"), [(Libraries.CURRENT, "warning"), (Libraries.CLASSIC, "error")]
)
def test_two_owners_of_one_import_package_are_named(
    tmp_path: Path, kind: Libraries, state: str
) -> None:
    host = a_host(tmp_path, owners=lambda _package: ["rpi-lgpio", "RPi.GPIO", "something"])
    finding = next(one for one in look_at_libraries(host, kind) if one.part == "RPi.GPIO")

    assert finding.state == state
    assert "RPi.GPIO and rpi-lgpio both install RPi" in finding.text
    assert finding.cure.startswith("pip uninstall RPi.GPIO rpi-lgpio")


def test_nobody_need_own_that_package(tmp_path: Path) -> None:
    finding = libraries(a_host(tmp_path, owners=lambda _package: ()))["RPi.GPIO"]

    assert finding.state == "ok"
    assert finding.text.endswith("owned by nobody.")


@pytest.mark.parametrize(
    ("lgpio", "text", "cure"),
    [
        (ImportError("lgpio"), "not installed", "apt install python3-lgpio"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "cannot start", "LG_WD"),
        (ModuleType("lgpio"), "an empty package", "apt install python3-lgpio"),
    ],
)
def test_what_is_wrong_with_lgpio_is_told_apart(
    tmp_path: Path, lgpio: object, text: str, cure: str
) -> None:
    finding = libraries(a_host(tmp_path, load=loads(lgpio=lgpio)))["lgpio"]

    assert finding.state == "error"
    assert text in finding.text
    assert cure in finding.cure


def test_a_missing_spidev_is_named(tmp_path: Path) -> None:
    finding = libraries(a_host(tmp_path, load=loads(spidev=ImportError())))["spidev"]

    assert (finding.state, finding.text) == ("error", "The library spidev is not installed.")
    assert "python3-spidev" in finding.cure


@pytest.mark.parametrize("fault", [ImportError("none"), RuntimeError("only on a Raspberry Pi!")])
@pytest.mark.parametrize("module", ["RPi_GPIO", "mfrc522"])
def test_classic_libraries_that_cannot_be_had_are_named(
    tmp_path: Path, module: str, fault: Exception
) -> None:
    host = a_host(tmp_path, load=loads(**{module: fault}))
    errors = [one for one in look_at_libraries(host, Libraries.CLASSIC) if one.state == "error"]

    assert [one.part for one in errors] == [module.replace("_", ".")]
    assert all(one.cure for one in errors)


# lgpio's pipe


def test_lgpios_pipe_needs_a_folder_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    assert look_at_pipe().state == "ok"
    monkeypatch.setenv("LG_WD", "/nowhere/at/all")
    finding = look_at_pipe()

    assert finding.state == "error"
    assert "/nowhere/at/all" in finding.text
    assert "under /run" in finding.cure


def test_an_unwritable_working_folder_is_a_warning_since_the_kit_has_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    assert look_at_pipe().state == "ok"
    monkeypatch.setattr("os.access", lambda *_given: False)

    assert look_at_pipe().state == "warning"
    assert "LG_WD" in look_at_pipe().cure


def test_lgpio_gets_a_folder_only_while_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    with pipe_somewhere() as folder:
        assert os.environ["LG_WD"] == folder
    assert "LG_WD" not in os.environ
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with pipe_somewhere():
        assert os.environ["LG_WD"] == str(tmp_path)
    assert os.environ["LG_WD"] == str(tmp_path)


# Device files and groups


def test_spi_devices_of_the_boards_readers_are_looked_at(tmp_path: Path) -> None:
    host = a_host(tmp_path)
    one_reader = replace(STANDARD, readers=STANDARD.readers[:1])

    assert [one.part for one in look_at_spi(host, STANDARD)] == [
        "/dev/spidev0.0",
        "/dev/spidev0.1",
    ]
    assert {one.state for one in look_at_spi(host, STANDARD)} == {"ok"}
    assert len(look_at_spi(host, one_reader)) == 1
    assert look_at_spi(host, replace(STANDARD, readers=())) == ()


def test_spi_that_is_off_and_a_select_that_an_overlay_took_are_told_apart(tmp_path: Path) -> None:
    host = a_host(tmp_path)
    (tmp_path / "dev/spidev0.1").unlink()
    (tray,) = [one for one in look_at_spi(host, STANDARD) if one.state == "error"]
    (tmp_path / "dev/spidev0.0").unlink()
    off = look_at_spi(host, STANDARD)

    assert tray.part == "/dev/spidev0.1"
    assert "overlay" in tray.cure
    assert all("dtparam=spi=on" in one.cure for one in off)


def test_devices_without_rights_name_the_group(tmp_path: Path) -> None:
    host = a_host(tmp_path, may_use=lambda _path: False)

    assert all("usermod -aG spi" in one.cure for one in look_at_spi(host, STANDARD))
    (chip,) = look_at_chips(host)
    assert (chip.state, chip.text) == ("error", "The pins may not be used.")
    assert "usermod -aG gpio" in chip.cure


def test_a_group_that_is_missing_and_one_that_waits_for_a_login_are_told_apart(
    tmp_path: Path,
) -> None:
    host = a_host(
        tmp_path, groups=lambda: frozenset({"audio"}), groups_later=lambda: frozenset({"spi"})
    )
    gpio, spi = look_at_groups(host)

    assert (gpio.state, spi.state) == ("warning", "warning")
    assert "usermod -aG gpio" in gpio.cure
    assert "not in this login" in spi.text
    assert "Log in again" in spi.cure
    assert [one.state for one in look_at_groups(a_host(tmp_path))] == ["ok"]


# Pins


def test_a_machine_without_pins_is_told_of_the_simulated_kit(tmp_path: Path) -> None:
    (finding,) = look_at_chips(Host(tmp_path))

    assert (finding.state, finding.cure) == ("error", "Use --mock off a Pi.")


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_is_known_by_its_label(tmp_path: Path, label: str) -> None:
    fake = FakeLgpio(label=label)
    (finding,) = look_at_chips(a_host(tmp_path, load=loads(lgpio=fake)))

    assert (finding.state, finding.text) == ("ok", f"Pin controllers: {label} on gpiochip0.")
    assert not fake.is_open


def test_pins_that_are_no_pis_are_refused(tmp_path: Path) -> None:
    fake = FakeLgpio(label="INT34C5:00")
    (finding,) = look_at_chips(a_host(tmp_path, load=loads(lgpio=fake)))

    assert finding.state == "error"
    assert "INT34C5:00 on gpiochip0" in finding.text
    assert "--mock" in finding.cure


def test_a_header_that_gpiozero_does_not_open_is_an_error(tmp_path: Path) -> None:
    put(tmp_path, "dev/gpiochip7")
    fake = FakeLgpio(chip=7)
    (finding,) = look_at_chips(a_host(tmp_path, load=loads(lgpio=fake)))

    assert finding.state == "error"
    assert "pinctrl-bcm2835 on gpiochip7" in finding.text


def test_without_lgpio_no_label_is_told_and_nothing_is_claimed_of_the_lines(
    tmp_path: Path,
) -> None:
    host = a_host(tmp_path, load=loads(lgpio=ImportError()))

    assert [one.text for one in look_at_chips(host)] == [
        "Pin controllers: gpiochip0, which tell no label."
    ]
    assert look_at_lines(host, STANDARD) == ()


def lines(root: Path, busy: dict[int, str]) -> list[Finding]:
    fake = FakeLgpio(busy)
    found = list(look_at_lines(a_host(root, load=loads(lgpio=fake)), STANDARD))
    assert not any(line.is_claimed for line in fake.lines.values())
    return found


def test_pins_that_nobody_holds_are_well_and_so_is_spi_with_its_selects(tmp_path: Path) -> None:
    for busy in ({}, {7: "spi0 CS1", 8: "spi0 CS0"}, {1: "somebody"}):
        (finding,) = lines(tmp_path, busy)
        assert (finding.part, finding.state) == ("lines", "ok")


@pytest.mark.parametrize(
    ("pin", "user", "part", "cure"),
    [
        (17, "lg", "pin 17 (1.left)", "a kit that runs already"),
        (4, "onewire@4", "pin 4 (bell)", "dtoverlay=w1-gpio"),
        (18, "spi1 CS0", "pin 18 (3.light)", "the overlay of SPI1"),
        (25, "spi0 CS0", "pin 25 (centre and tray reset)", "moves SPI0's chip selects"),
        (8, "gpiomon", "pin 8 (centre select)", "gpioinfo"),
    ],
)
def test_a_pin_that_somebody_holds_is_named_with_him_and_how_to_get_it_back(
    tmp_path: Path, pin: int, user: str, part: str, cure: str
) -> None:
    (finding,) = lines(tmp_path, {pin: user})

    assert (finding.part, finding.state) == (part, "error")
    assert finding.text == f"{user} holds this pin."
    assert cure in finding.cure


# Supply


def test_a_supply_that_is_too_low_is_a_warning(tmp_path: Path) -> None:
    host = a_host(tmp_path)
    assert look_at_supply(host) == ()
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert [one.state for one in look_at_supply(host)] == ["ok"]
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    (finding,) = look_at_supply(host)

    assert (finding.state, finding.text) == ("warning", "The Pi's 5 V are too low.")
    assert finding.cure


# The host itself


def test_the_host_asks_the_machine_that_it_runs_on() -> None:
    host = Host()

    assert "pytest" in owners_of("pytest")
    assert owners_of("no_such_package_anywhere") == ()
    assert host.load("sys") is sys
    assert host.text("no/such/file") is None
    assert may_use(Path("/dev/null"))
    assert isinstance(groups_in_force() | groups_written(), frozenset)


def test_groups_are_those_of_the_process_unless_it_is_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert groups_in_force() == {"gpio", "spi"}
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("os.getgroups", lambda: [0, 987_654_321])

    assert groups_in_force() >= {"root"}
    assert not groups_in_force() & {"gpio", "spi"}


def test_a_user_that_the_machine_does_not_know_is_in_no_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 987_654_321)

    assert groups_written() == frozenset()
