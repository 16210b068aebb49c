"""Devices with the classic libraries: gpiozero's RPi.GPIO factory and the mfrc522 package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.devices import Devices, Libraries, open_real, without_resets
from firmware.inbox import Change, Inbox
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.rpi_gpio import IN, SimulatedGpio
from firmware.panel.lights import Pattern
from firmware.signals import CLOSED, OPEN, ReaderFailed, TagGone, TagSeen
from tests.firmware.evenings import MS, S
from tests.firmware.pis import a_classic_pi

pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")

SEVEN_BYTES = "04A3C6CAE26180"
STANDARD = shipped("standard")
LEFT_1, RIGHT_6, LIGHT_1, BELL, SOUNDER, RESET = 17, 3, 26, 4, 12, 25


class Pi:
    """Holds a classic Pi's stand-ins, the kit that was opened on them, and its inbox."""

    def __init__(self, gpio: SimulatedGpio, chips: SimulatedReaders, clock: VirtualClock) -> None:
        self.gpio, self.chips, self.clock = gpio, chips, clock
        self.inbox: Inbox[Any] = Inbox(10 * MS, 25 * MS)

    def edge(self, pin: int, level: int, ns: int) -> None:
        self.clock.advance_to(ns)
        self.gpio.edge(pin, level)


@contextmanager
def opened(
    folder: Path, *, has_edges: bool = True, down: int = -1
) -> Iterator[tuple[Pi, Devices]]:
    clock = VirtualClock(S)
    with a_classic_pi(clock, has_edges=has_edges) as (gpio, chips):
        gpio.hold(down, CLOSED)
        pi = Pi(gpio, chips, clock)
        devices = open_real(STANDARD, clock, pi.inbox, folder, Libraries.CLASSIC)
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


def test_a_press_is_stamped_when_its_callback_runs(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, _):
        pi.edge(LEFT_1, CLOSED, 2 * S)
        pi.edge(RIGHT_6, CLOSED, 2 * S + 30 * MS)
        pi.edge(LEFT_1, OPEN, 2 * S + 90 * MS)
        found = pi.inbox.take(3 * S)

    assert found == [
        Change("1.left", CLOSED, 2 * S),
        Change("6.right", CLOSED, 2 * S + 30 * MS),
        Change("1.left", OPEN, 2 * S + 90 * MS),
    ]


def test_bounce_is_filtered_by_us_and_not_by_the_library(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, _):
        for ms, level in enumerate((CLOSED, OPEN, CLOSED, OPEN, CLOSED)):
            pi.edge(BELL, level, 2 * S + ms * MS)
        found = pi.inbox.take(3 * S)

    assert found == [Change("bell", CLOSED, 2 * S)]


def test_a_button_that_is_down_when_the_kit_starts_is_a_level_and_no_press(tmp_path: Path) -> None:
    with opened(tmp_path, down=LEFT_1) as (pi, _):
        found = pi.inbox.take(2 * S)

    assert found == []
    assert pi.inbox.levels()["1.left"] == CLOSED


def test_lights_and_tones_are_driven(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        devices.panel.lights.set(1, Pattern.ON, S)
        devices.panel.sounder.play("tick", S)
        devices.panel.tick(S)
        lit, pwm = pi.gpio.levels[LIGHT_1], pi.gpio.pwms[SOUNDER]
        tone = [pwm.is_running, pwm.hz, pwm.duty]
        devices.panel.tick(2 * S)
        after = pwm.duty

    assert lit == 1
    assert tone == [True, 1760, 50.0]
    assert after == 0


def test_the_mfrc522_package_reads_whole_uids_beside_gpiozero(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        pi.chips["tray"].field([SEVEN_BYTES])
        seen = polled(pi, devices)
        pi.chips["tray"].field([])
        gone = polled(pi, devices)

    assert [(one.reader, one.uid) for one in seen if isinstance(one, TagSeen)] == [
        ("tray", SEVEN_BYTES)
    ]
    assert [type(one) for one in gone] == [TagGone]
    assert not any(isinstance(one, ReaderFailed) for one in (*seen, *gone))


def test_the_package_drives_the_boards_reset_and_no_pin_of_a_button(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        polled(pi, devices, times=1)
        driven = dict(pi.gpio.levels)

    assert driven[RESET] == 1
    assert 15 not in driven  # what the package takes if nobody names a pin
    assert devices.findings() == ()


def test_closing_leaves_every_pin_an_input_and_the_readers_dark(tmp_path: Path) -> None:
    with opened(tmp_path) as (pi, devices):
        polled(pi, devices, times=1)
        devices.panel.lights.set(1, Pattern.ON, S)
        devices.panel.sounder.play("clementine", S)
        devices.panel.tick(S)
        devices.close()

        assert pi.gpio.levels == {}
        assert pi.gpio.pwms == {}
        assert pi.gpio.getmode() is None
        pi.gpio.setmode(pi.gpio.BCM)
        assert pi.gpio.gpio_function(LIGHT_1) == IN
    assert pi.inbox.take(9 * S) == []


def test_a_kernel_without_edges_names_every_line_and_lights_and_readers_work(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, has_edges=False) as (pi, devices):
        pi.chips["centre"].field([SEVEN_BYTES])
        seen = polled(pi, devices)
        devices.panel.lights.set(1, Pattern.ON, S)
        lit = pi.gpio.levels[LIGHT_1]
        findings = devices.findings()

    assert len(findings) == len(STANDARD.lines)
    assert {finding.state for finding in findings} == {"error"}
    assert all("use lgpio, or rpi-lgpio" in finding.cure for finding in findings)
    assert [one.reader for one in seen if isinstance(one, TagSeen)] == ["centre"]
    assert lit == 1


def test_the_panel_leaves_the_reset_pin_to_the_package() -> None:
    assert {reader.reset for reader in STANDARD.readers} == {RESET}
    assert {reader.reset for reader in without_resets(STANDARD).readers} == {None}
