"""The doctor: what a machine, a board and its devices lack, each with one line of cure."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.devices import Devices, open_simulated
from firmware.doctor import (
    Host,
    look_at_board,
    look_at_devices,
    look_at_machine,
    owners_of,
    severity,
)
from firmware.inbox import Inbox
from firmware.notice_board import Finding
from firmware.panel.panel import PinFault
from tests.firmware.evenings import MS, S


def no_module(name: str) -> object:
    raise ImportError(name)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """Return a machine on which all is well."""
    spi = tmp_path / "spidev0.0"
    spi.touch()
    chip = tmp_path / "chips" / "gpiochip0"
    chip.mkdir(parents=True)
    (chip / "label").write_text("pinctrl-bcm2835\n")
    monkeypatch.setenv("LG_WD", str(tmp_path))
    lgpio = SimpleNamespace(gpiochip_open=None)
    return Host((spi,), chip.parent, lambda: ["rpi-lgpio"], lambda _name: lgpio)


def found(host: Host) -> dict[str, Finding]:
    return {finding.part: finding for finding in look_at_machine(host)}


def test_a_machine_on_which_all_is_well_has_no_error(host: Host) -> None:
    findings = look_at_machine(host)

    assert {finding.state for finding in findings} == {"ok"}
    assert severity(findings) == 0
    assert "pinctrl-bcm2835" in found(host)["gpiochip"].text
    assert "owned by rpi-lgpio" in found(host)["RPi.GPIO"].text


def test_two_owners_of_one_import_package_are_an_error(host: Host) -> None:
    both = replace(host, owners=lambda: ["rpi-lgpio", "RPi.GPIO", "something"])

    assert found(both)["RPi.GPIO"].state == "error"
    assert "RPi.GPIO and rpi-lgpio both install" in found(both)["RPi.GPIO"].text
    assert "pip uninstall" in found(both)["RPi.GPIO"].cure


def test_nobody_need_own_that_package(host: Host) -> None:
    nobody = replace(host, owners=list)

    assert found(nobody)["RPi.GPIO"].text.endswith("owned by nobody.")
    assert found(nobody)["RPi.GPIO"].state == "ok"


def cannot_start(name: str) -> object:
    raise OSError(f"{name}: no pipe")


@pytest.mark.parametrize(
    ("load", "text", "cure"),
    [
        (no_module, "not installed", "apt install python3-lgpio"),
        (cannot_start, "cannot start: lgpio: no pipe", "LG_WD"),
        (ModuleType, "an empty package", "apt install python3-lgpio"),
    ],
)
def test_what_is_wrong_with_lgpio_is_told_apart(
    host: Host, load: object, text: str, cure: str
) -> None:
    finding = found(replace(host, load=load))["lgpio"]  # type: ignore[arg-type]

    assert finding.state == "error"
    assert text in finding.text
    assert cure in finding.cure


def test_a_missing_spi_device_and_one_without_rights_are_told_apart(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "spidev0.1"
    spi = replace(host, spi=(*host.spi, missing))
    assert "dtparam=spi=on" in found(spi)[str(missing)].cure
    monkeypatch.setattr("os.access", lambda *_given: False)

    assert "group spi" in found(host)[str(host.spi[0])].cure
    assert severity(look_at_machine(host)) == 1


def test_a_machine_without_pins_is_told_of_the_simulated_kit(host: Host, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for chips in (tmp_path / "nowhere", empty):
        finding = found(replace(host, chips=chips))["gpiochip"]
        assert (finding.state, finding.cure) == ("error", "Use --mock off a Pi.")


def test_a_pin_controller_without_a_label_goes_by_its_name(host: Host) -> None:
    (host.chips / "gpiochip1").mkdir()

    assert found(host)["gpiochip"].text == "Pin controllers: pinctrl-bcm2835, gpiochip1."


def test_lgpios_pipe_needs_a_folder_that_can_be_written(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", "/nowhere/at/all")

    assert found(host)["lgpio's pipe"].state == "error"
    assert "/nowhere/at/all" in found(host)["lgpio's pipe"].text


def test_the_owners_of_a_package_are_read_from_what_is_installed() -> None:
    assert "pytest" in owners_of("pytest")
    assert owners_of("no_such_package_anywhere") == ()
    assert Host().load("sys") is sys
    assert isinstance(Host().owners(), list | tuple)


# Board and devices


def test_a_board_that_breaks_a_rule_is_told_with_its_cure() -> None:
    board = shipped("standard")
    assert [finding.state for finding in look_at_board(board)] == ["ok"]
    first, *others = board.seats
    twice = replace(board, seats=(replace(first, right=first.left), *others))

    findings = look_at_board(twice)
    assert severity(findings) == 1
    assert any(finding.part.startswith("board standard: ") for finding in findings)
    assert all(finding.cure for finding in findings)


def looked_at(devices: Devices, clock: VirtualClock, polls: int = 8) -> dict[str, Finding]:
    def now_ns() -> int:
        clock.advance(50 * MS)
        return clock.now_ns()

    return {one.part: one for one in look_at_devices(devices, now_ns, polls)}


def test_devices_that_work_are_said_to_with_what_a_poll_takes() -> None:
    clock = VirtualClock(S)
    devices = open_simulated(shipped("standard"), clock, Inbox(0, 0))
    findings = looked_at(devices, clock)
    devices.close()

    assert {one.state for one in findings.values()} == {"ok"}
    assert findings["reader centre"].text == "MFRC522 version 2.0; 11 transfers a poll."
    assert findings["panel"].text == "Every pin of the board was claimed."


def test_a_clone_is_told_as_a_warning_with_advice() -> None:
    clock = VirtualClock(S)
    devices = open_simulated(shipped("standard"), clock, Inbox(0, 0))
    assert devices.simulated is not None
    devices.simulated.fault("tray", "version", {"value": 0x12})
    findings = looked_at(devices, clock)
    devices.close()

    assert findings["reader centre"].state == "ok"
    assert findings["reader tray"].state == "warning"
    assert "try a few tags" in findings["reader tray"].cure


def test_a_broken_reader_and_a_busy_pin_are_named() -> None:
    clock = VirtualClock(S)
    devices = open_simulated(shipped("standard"), clock, Inbox(0, 0))
    assert devices.simulated is not None
    devices.simulated.fault("tray", "zero", {})
    devices.panel._faults.append(PinFault("1.left", 17, "GPIO busy", "stop it"))
    findings = looked_at(devices, clock)
    devices.close()

    assert findings["reader tray"].state == "error"
    assert findings["pin 17 (1.left)"].cure == "stop it"
    assert "panel" not in findings
    assert severity(tuple(findings.values())) == 1
