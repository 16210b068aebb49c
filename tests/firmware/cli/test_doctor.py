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


def test_a_walk_along_the_simulated_kit_needs_nobody() -> None:
    ran = ringmaster("doctor", "--mock", "--walk")

    assert ran.code == 0
    assert "         (simulated) 1.left is pressed.\nok       1.left: " in ran.out
    assert "ok       bell: 10 of 10 rings were counted" in ran.out
    assert "ok       card on tray: " in ran.out


def test_a_walk_asks_for_rings_tones_and_cards_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("PATIENCE_NS", "RINGING_NS"):
        monkeypatch.setattr(f"firmware.doctor.walk.{patience}", 1)
    with a_pi(MonotonicClock()) as (_pins, chips):
        monkeypatch.setenv("LG_WD", str(tmp_path))
        chips["centre"].field(["04A3C6CAE26180"])
        parts = [word for part in ("bell", "sounder", "tray") for word in ("--only", part)]
        ran = ringmaster("doctor", *parts, typed="n\n")

    assert "Ring the bell 10 times, about twice a second.\nERROR    bell: 0 of 10" in ran.out
    assert "Did you hear a high and a low tone? [Y/n]: n\nERROR    sounder" in ran.out
    assert "Lay a card on the reader tray, and none on another.\nERROR    card on" in ran.out


def test_a_walk_can_be_held_to_some_parts() -> None:
    ran = ringmaster("doctor", "--mock", "--only", "2", "--only", "bell", "--json")
    walked = [json.loads(row)["part"] for row in ran.out.splitlines()][4:]

    assert walked == ["2.light", "2.left", "2.right", "bell"]


def test_a_part_that_the_board_does_not_have_ends_with_2() -> None:
    ran = ringmaster("doctor", "--mock", "--board", "two_seats", "--only", "3")

    assert ran.code == 2
    assert ran.err == "--only 3: no such part (allowed: 1, 2, bell, sounder, centre)\n"


def test_a_walk_tells_beside_the_findings_where_those_are_json() -> None:
    ran = ringmaster("doctor", "--mock", "--walk", "--json")

    assert [json.loads(row)["state"] for row in ran.out.splitlines()] == ["ok"] * 26
    assert "(simulated) Two tones are listened to." in ran.err


def test_a_walk_asks_the_person_at_the_terminal_and_ends_with_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.doctor.walk.PATIENCE_NS", 1)
    with a_pi(MonotonicClock()):
        monkeypatch.setenv("LG_WD", str(tmp_path))
        ran = ringmaster("doctor", "--walk", typed="y\nn\n")

    assert "Is the light of seat 1 lit, and no other? [Y/n]: y\nok       1.light" in ran.out
    assert "Press LEFT of seat 1 and let it go.\nERROR    1.left: Nothing came" in ran.out
    assert "ERROR    2.light: It was not seen." in ran.out
    assert "warning  walk: It was stopped: 6 of 22 parts were walked." in ran.out
    assert ran.code == 1


def test_the_classic_libraries_are_looked_at_on_demand() -> None:
    ran = ringmaster("doctor", "--libraries", "classic")

    assert ran.code == 1
    assert "ERROR    RPi.GPIO: The library RPi.GPIO is not installed." in ran.out
    assert "ERROR    panel: the pin factory rpigpio does not work" in ran.out


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
