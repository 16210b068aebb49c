"""Devices: pins and readers of a board, opened by the code of a Pi on stand-in libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.board import Board, shipped
from firmware.clock import VirtualClock
from firmware.devices import Devices, open_real, open_simulated
from firmware.inbox import Change, Inbox
from firmware.items import Item
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.lgpio import FakeLgpio
from firmware.nfc.bus import SPI_HZ
from firmware.panel.lights import Pattern
from firmware.panel.pins import PanelError
from firmware.signals import CLOSED, OPEN, ReaderFailed, TagGone, TagSeen
from tests.firmware.evenings import MS, S
from tests.firmware.pis import a_pi

UID, OTHER = "04A3C6CAE26180", "04A3C6CAE26181"
STANDARD = shipped("standard")
LEFT_1, LIGHT_1, BELL, SOUNDER, RESET = 17, 26, 4, 12, 25


class Pi:
    """Holds a Pi's stand-ins, and the inbox of the kit that was opened on them."""

    def __init__(self, pins: FakeLgpio, chips: SimulatedReaders, clock: VirtualClock) -> None:
        self.pins, self.chips, self.clock = pins, chips, clock
        self.inbox: Inbox[Item] = Inbox(10 * MS, 25 * MS)


@contextmanager
def opened(
    folder: Path, *, board: Board = STANDARD, busy: tuple[int, ...] = (), down: int | None = None
) -> Iterator[tuple[Pi, Devices]]:
    clock = VirtualClock(S)
    with a_pi(clock, busy) as (pins, chips):
        if down is not None:
            pins.hold(down, 0)
        pi = Pi(pins, chips, clock)
        devices = open_real(board, clock, pi.inbox, folder)
        try:
            yield pi, devices
        finally:
            devices.close()


def polled(pi: Pi, devices: Devices, times: int = 20) -> list[Any]:
    found: list[Any] = []
    for _ in range(times):
        pi.clock.advance(50 * MS)
        found += devices.readers.poll(pi.clock.now_ns())
    return found


def test_a_press_on_a_pi_comes_with_the_kernels_stamp(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, _):
        pi.pins.edge(LEFT_1, 0, 2 * S + 7)
        pi.pins.edge(BELL, 0, 2 * S + 3)
        pi.pins.edge(BELL, 1, 2 * S + 90 * MS)
        found = pi.inbox.take(3 * S)

    assert found == [
        Change("bell", CLOSED, 2 * S + 3),
        Change("1.left", CLOSED, 2 * S + 7),
        Change("bell", OPEN, 2 * S + 90 * MS),
    ]


def test_a_button_that_is_down_when_the_kit_starts_is_a_level_and_no_press(tmp_path: Path) -> None:
    with opened(tmp_path, down=LEFT_1) as (pi, _):
        found = pi.inbox.take(2 * S)

    assert found == []
    assert pi.inbox.levels()["1.left"] == CLOSED


def test_lights_and_sounder_of_a_pi_do_what_they_are_told(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        devices.panel.lights.set(1, Pattern.ON, S)
        devices.panel.sounder.play("tick", S)
        devices.panel.tick(S)
        lit, tone = pi.pins.lines[LIGHT_1].level, pi.pins.lines[SOUNDER].pwm
        devices.panel.tick(2 * S)
        after = pi.pins.lines[SOUNDER].pwm

    assert (lit, tone) == (1, (1760, 50.0))
    assert after in (None, (1760, 0.0))


def test_readers_are_powered_when_the_kit_starts_and_dark_when_it_ends(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        on = pi.pins.lines[RESET].level
        devices.close()

    assert (on, pi.pins.lines[RESET].level) == (1, 0)
    assert not pi.pins.is_open


def test_tags_on_a_pi_are_read_through_spidev_at_the_boards_speed(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        pi.chips["tray"].field([UID])
        seen = polled(pi, devices)
        pi.chips["tray"].field([])
        gone = polled(pi, devices)
        names = [one.name for one in devices.readers.statistics()]

    assert [(one.reader, one.uid) for one in seen if isinstance(one, TagSeen)] == [("tray", UID)]
    assert [type(one) for one in gone] == [TagGone]
    assert names == ["centre", "tray"]
    assert STANDARD.readers[0].speed_hz == SPI_HZ


def test_two_tags_on_one_reader_of_a_pi_are_told_apart(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        pi.chips["tray"].field([UID, OTHER])
        seen = polled(pi, devices, times=2)

    assert {one.uid for one in seen if isinstance(one, TagSeen)} == {UID, OTHER}


def test_a_pin_that_is_busy_is_named_with_its_cure_and_the_rest_plays(tmp_path: Path) -> None:
    with opened(tmp_path, busy=(LEFT_1,)) as (pi, devices):
        pi.pins.edge(27, 0, 2 * S)
        found = pi.inbox.take(3 * S)
        (finding,) = devices.findings()

    assert finding.part == "pin 17 (1.left)"
    assert finding.state == "error"
    assert "busy" in finding.text
    assert "gpioinfo" in finding.cure
    assert found == [Change("1.right", CLOSED, 2 * S)]


def test_a_reader_that_is_broken_fails_and_the_other_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        pi.chips["centre"].fault("silent")
        pi.chips["tray"].field([UID])
        found = polled(pi, devices)

    assert [one.reader for one in found if isinstance(one, ReaderFailed)] == ["centre"]
    assert [one.reader for one in found if isinstance(one, TagSeen)] == ["tray"]


def test_without_spidev_the_panel_works_and_the_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = VirtualClock(S)
    with a_pi(clock) as (pins, chips):
        monkeypatch.setitem(sys.modules, "spidev", None)
        pi = Pi(pins, chips, clock)
        devices = open_real(STANDARD, clock, pi.inbox, tmp_path)
        findings = devices.findings()
        polls = devices.readers.poll(2 * S)
        pins.edge(LEFT_1, 0, 2 * S)
        pressed = pi.inbox.take(3 * S)
        devices.close()

    assert [(one.part, one.state) for one in findings] == [("readers", "error")]
    assert "python3-spidev" in findings[0].cure
    assert polls == ()
    assert pressed == [Change("1.left", CLOSED, 2 * S)]


def test_a_reader_on_another_chip_select_is_named_and_the_rest_plays(tmp_path: Path) -> None:
    centre, tray = STANDARD.readers
    board = replace(STANDARD, readers=(centre, replace(tray, select=16, device=None)))
    with opened(tmp_path, board=board) as (pi, devices):
        pi.chips["centre"].field([UID])
        seen = polled(pi, devices)
        (finding,) = devices.findings()

    assert (finding.part, finding.state) == ("reader tray", "error")
    assert "GPIO 16" in finding.text
    assert "CE0 or CE1" in finding.cure
    assert [one.reader for one in seen if isinstance(one, TagSeen)] == ["centre"]


def test_lgpio_gets_the_run_folder_for_its_pipe_unless_somebody_chose_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path):
        assert os.environ["LG_WD"] == str(tmp_path)
    with a_pi(VirtualClock(S)):
        monkeypatch.setenv("LG_WD", "/chosen")
        open_real(STANDARD, VirtualClock(S), Inbox(0, 0), tmp_path).close()
        assert os.environ["LG_WD"] == "/chosen"


def test_without_a_pin_library_there_is_a_panel_error_with_its_cure(tmp_path: Path) -> None:
    with pytest.raises(PanelError, match="install python3-lgpio"):
        open_real(STANDARD, VirtualClock(S), Inbox(0, 0), tmp_path)


def test_a_simulated_kit_is_opened_on_the_boards_interval() -> None:
    board = replace(STANDARD, tunables=replace(STANDARD.tunables, poll_hz=10))
    devices = open_simulated(board, VirtualClock(S), Inbox(0, 0))

    assert devices.readers.interval_ns == 100 * MS
    assert devices.findings() == ()
    assert devices.simulated is not None
    devices.close()
    assert devices.simulated.hands.all_released()
