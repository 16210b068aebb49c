"""A whole kit on the libraries of a Pi: faults are named with cures, and the rest plays."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.board import shipped
from firmware.clock import MonotonicClock
from firmware.devices import Libraries
from firmware.running import Kit, Settings
from tests.firmware.pis import a_classic_pi, a_pi
from tests.headless.kits import header, running, shown, until

LEFT_1, LIGHT_1, LIGHT_2, SOUNDER = 17, 26, 16, 12
STANDARD = shipped("standard")


def turn_ended(kit: Kit) -> bool:
    return any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"])


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_a_turn_is_played_over_the_classic_libraries(tmp_path: Path) -> None:
    with a_classic_pi(MonotonicClock()) as (gpio, chips):
        kit = Kit(Settings(STANDARD, tmp_path, port=0, libraries=Libraries.CLASSIC))
        kit.sitting.begin(header(kit))
        with running(kit):
            until(lambda: gpio.levels.get(LIGHT_1) == 1, "the first seat's light")
            gpio.edge(LEFT_1, 0)
            until(lambda: turn_ended(kit), "the turn's end")
            until(lambda: gpio.levels.get(LIGHT_2) == 1, "the second seat's light")
            chips["centre"].field(["04A3C6CAE26180"])
            until(lambda: (shown(kit)["refused"] or {}).get("reason") == "unknown_card")
            kit.devices.panel.sounder.play("clementine", kit.clock.now_ns())
            kit.loop.wake()
            until(lambda: SOUNDER in gpio.pwms and gpio.pwms[SOUNDER].duty > 0, "a tone")
            chips["tray"].fault("silent")
            until(lambda: "tray" in shown(kit)["readers_failed"])
            found = {one["part"]: one["state"] for one in kit.notices.checkup()}
        assert gpio.levels == {}

    assert found["reader tray"] == "error"
    assert found["reader centre"] == found["panel"] == found["board standard"] == "ok"


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_a_kernel_without_edges_is_named_and_the_phones_play_on(tmp_path: Path) -> None:
    with a_classic_pi(MonotonicClock(), has_edges=False):
        kit = Kit(Settings(STANDARD, tmp_path, port=0, libraries=Libraries.CLASSIC))
        kit.sitting.begin(header(kit))
        with running(kit):
            answer = kit.door().say(1, {"done": True}, question=None, by="phone")
            until(lambda: turn_ended(kit), "the turn's end")
            cures = {notice["cure"] for notice in shown(kit)["notices"]}

    assert answer.taken
    assert any("use lgpio, or rpi-lgpio" in cure for cure in cures)


def raising(error: OSError) -> Callable[[object, int, int], None]:
    def opens(_self: object, _bus: int, _device: int) -> None:
        raise error

    return opens


@pytest.mark.parametrize(
    ("error", "cure"),
    [
        (FileNotFoundError(2, "No such file or directory"), "switch SPI on"),
        (PermissionError(13, "Permission denied"), "group spi"),
        (OSError(16, "Device or resource busy"), "SPI is on and unused"),
    ],
)
def test_readers_that_cannot_be_opened_are_named_and_the_panel_plays(
    tmp_path: Path, error: OSError, cure: str
) -> None:
    with a_pi(MonotonicClock()) as (pins, _chips):
        sys.modules["spidev"].SpiDev.open = raising(error)
        kit = Kit(Settings(STANDARD, tmp_path, port=0))
        kit.sitting.begin(header(kit))
        with running(kit):
            until(lambda: len(shown(kit).get("readers_failed", ())) == 2, "both readers")
            pins.edge(LEFT_1, 0, time.monotonic_ns())
            until(lambda: turn_ended(kit), "the turn's end")
            notices = {one["part"]: one["text"] for one in shown(kit)["notices"]}

    assert set(notices) == {"reader centre", "reader tray"}
    assert all(cure in text for text in notices.values())


def test_what_the_doctor_sees_of_a_running_kit_is_for_the_host(tmp_path: Path) -> None:
    with a_pi(MonotonicClock()) as (_pins, chips):
        chips["tray"].fault("version", value=0x12)
        kit = Kit(Settings(STANDARD, tmp_path, port=0))
        kit.sitting.begin(header(kit))
        with running(kit):
            until(lambda: all(one.polls for one in kit.devices.readers.statistics()))
            found = {one["part"]: one for one in kit.notices.checkup()}
            shown_to_all = shown(kit)["notices"]

    assert found["reader tray"]["state"] == "warning"
    assert "replace it" in found["reader tray"]["cure"]
    assert found["lgpio"]["state"] == "ok"
    assert shown_to_all == []
