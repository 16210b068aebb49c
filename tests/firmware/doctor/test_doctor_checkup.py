"""The check-up of a kit that runs: what the host's health page shows of the doctor's findings."""

from __future__ import annotations

import importlib
from contextlib import closing
from pathlib import Path

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.devices import Devices, Libraries, open_real, open_simulated
from firmware.doctor.checkup import Checkup
from firmware.inbox import Inbox
from firmware.mock.lgpio import FakeLgpio
from firmware.notice_board import Finding, NoticeBoard
from tests.firmware.doctor.hosts import a_host, by_part, put
from tests.firmware.evenings import MS, S
from tests.firmware.pis import a_pi

STANDARD = shipped("standard")


def polled(devices: Devices, clock: VirtualClock, times: int = 8) -> None:
    for _ in range(times):
        clock.advance(50 * MS)
        devices.readers.poll(clock.now_ns())


def test_a_simulated_kit_is_asked_for_its_board_and_devices_alone() -> None:
    clock = VirtualClock(S)
    devices = open_simulated(STANDARD, clock, Inbox(0, 0))
    checkup = Checkup(STANDARD, devices, Libraries.CURRENT)
    before = by_part(checkup.findings())
    polled(devices, clock)
    after = by_part(checkup.findings())
    devices.close()

    assert list(before) == ["board standard", "panel", "reader centre", "reader tray"]
    assert before["reader tray"].text == "It was not polled yet."
    assert after["reader tray"].text == "MFRC522 version 2.0; 11 transfers a poll."


def test_a_reader_that_fails_meanwhile_is_told_without_touching_it() -> None:
    clock = VirtualClock(S)
    devices = open_simulated(STANDARD, clock, Inbox(0, 0))
    assert devices.simulated is not None
    devices.simulated.fault("tray", "zero", {})
    devices.simulated.fault("centre", "version", {"value": 0x88})
    polled(devices, clock)
    transfers = [one.transfers for one in devices.readers.statistics()]
    found = by_part(Checkup(STANDARD, devices, Libraries.CURRENT).findings())

    assert found["reader tray"].state == "error"
    assert "ringmaster doctor" in found["reader tray"].cure
    assert found["reader centre"].state == "warning"
    assert [one.transfers for one in devices.readers.statistics()] == transfers
    devices.close()


def checked(root: Path, pins: FakeLgpio, clock: VirtualClock) -> dict[str, Finding]:
    devices = open_real(STANDARD, clock, Inbox(0, 0), root)
    with closing(devices):
        polled(devices, clock)
        claimed = sorted(pin for pin, line in pins.lines.items() if line.is_claimed)
        host = a_host(root, load=importlib.import_module)
        found = by_part(Checkup(STANDARD, devices, Libraries.CURRENT, host).findings())
        assert len(claimed) >= 20
        assert sorted(pin for pin, line in pins.lines.items() if line.is_claimed) == claimed
    return found


def test_a_running_pi_is_well_and_keeps_its_pins(tmp_path: Path) -> None:
    clock = VirtualClock(S)
    with a_pi(clock) as (pins, _chips):
        found = checked(tmp_path, pins, clock)

    assert {one.state for one in found.values()} == {"ok"}
    assert {"lgpio", "gpiochip", "groups", "board standard", "panel", "reader tray"} <= set(found)
    assert "lines" not in found  # the kit itself holds them


def test_a_running_pi_tells_a_busy_pin_and_a_wrong_setting(tmp_path: Path) -> None:
    put(tmp_path, "boot/firmware/config.txt", "dtoverlay=w1-gpio\n")
    clock = VirtualClock(S)
    with a_pi(clock, {4: "onewire@4"}) as (pins, _chips):
        found = checked(tmp_path, pins, clock)

    assert [part for part, one in found.items() if one.state == "error"] == [
        "config.txt",
        "pin 4 (bell)",
    ]


def test_what_a_check_up_finds_is_for_the_host_and_not_for_the_board() -> None:
    notices = NoticeBoard()
    clone = Finding("reader tray", "warning", "A clone.", "Try a few tags.")
    notices.examine(lambda: (clone,))

    assert notices.checkup() == [clone.to_json()]
    assert notices.troubles() == notices.report() == []
