"""`doctor`: on the simulated kit with each fault, and on a machine that is no Pi."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware.clock import MonotonicClock
from tests.firmware.cli.command import ringmaster
from tests.firmware.pis import a_pi

BROKEN = ("silent", "zero", "ones", "noise", "brownout", "slow", "error", "version")


def test_a_simulated_kit_is_well() -> None:
    ran = ringmaster("doctor", "--mock")

    assert ran.code == 0
    assert "ok       reader centre: MFRC522 version 2.0; 11 transfers a poll." in ran.out
    assert "ERROR" not in ran.out


@pytest.mark.parametrize("kind", BROKEN)
def test_each_fault_of_a_reader_is_named_with_its_cure_and_ends_with_1(kind: str) -> None:
    ran = ringmaster("doctor", "--mock", "--fault", f"centre={kind}")
    rows = ran.out.splitlines()
    (place,) = [number for number, row in enumerate(rows) if row.startswith("ERROR")]

    assert ran.code == 1
    assert rows[place].startswith("ERROR    reader centre: ")
    assert rows[place + 1].startswith("         -> ")
    assert "ok       reader tray" in ran.out


@pytest.mark.parametrize("kind", ["none", "flicker"])
def test_what_hurts_no_reader_is_no_error(kind: str) -> None:
    assert ringmaster("doctor", "--mock", "--fault", f"tray={kind}").code == 0


def test_findings_are_json_lines_on_demand() -> None:
    ran = ringmaster("doctor", "--mock", "--json", "--fault", "tray=zero")
    found = [json.loads(row) for row in ran.out.splitlines()]

    assert ran.code == 1
    assert [one["part"] for one in found if one["state"] == "error"] == ["reader tray"]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("centre", "READER=KIND is wanted (kinds: silent, zero,"),
        ("centre=broken", "READER=KIND is wanted"),
        ("attic=silent", "the kit has no reader 'attic'; it has centre, tray,"),
    ],
)
def test_a_wrong_fault_ends_with_2(fault: str, told: str) -> None:
    ran = ringmaster("doctor", "--mock", "--fault", fault)

    assert ran.code == 2
    assert f"--fault {fault}: " in ran.err
    assert told in ran.err


def test_a_fault_without_a_simulated_kit_ends_with_2() -> None:
    ran = ringmaster("doctor", "--fault", "centre=silent")

    assert ran.code == 2
    assert ran.err == "--fault breaks a simulated reader; it needs --mock\n"


def test_a_machine_without_pins_is_told_what_it_lacks_and_ends_with_1() -> None:
    ran = ringmaster("doctor")

    assert ran.code == 1
    assert "ERROR    panel: the pin factory lgpio does not work" in ran.out
    assert "Use --mock off a Pi." in ran.out


def test_the_devices_of_a_pi_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_pi(MonotonicClock(), busy=(17,)):
        monkeypatch.setenv("LG_WD", str(tmp_path))
        ran = ringmaster("doctor")

    assert "ERROR    pin 17 (1.left): " in ran.out
    assert "ok       reader tray: MFRC522 version 2.0" in ran.out
    assert "ok       lgpio: lgpio is installed." in ran.out
