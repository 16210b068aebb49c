"""Devices with the classic libraries: mfrc522 reaches the readers, RPi.GPIO the pins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.devices import Libraries, open_real, without_resets
from firmware.inbox import Inbox
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.pins import SimulatedFactory
from firmware.mock.spi_libraries import simulated_libraries
from firmware.signals import TagSeen

SEVEN_BYTES = "04A3C6CAE26180"
MS = 1_000_000


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_the_mfrc522_package_reads_the_same_uids_as_our_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = VirtualClock(1_000 * MS)
    chips = SimulatedReaders(("centre", "tray"), clock)
    kinds: list[str] = []

    def factory(kind: str) -> Any:
        kinds.append(kind)
        return SimulatedFactory(clock)

    monkeypatch.setattr("firmware.devices.factory", factory)
    monkeypatch.setattr("firmware.devices.sleep_ns", lambda _ns: None)
    with simulated_libraries(chips.chips):
        board = shipped("standard")
        devices = open_real(board, clock, Inbox(0, 0), tmp_path, Libraries.CLASSIC)
        chips["tray"].field([SEVEN_BYTES])
        found: list[Any] = []
        for _ in range(10):
            clock.advance(50 * MS)
            found += devices.readers.poll(clock.now_ns())
        devices.close()
    assert kinds == ["rpigpio"]
    assert [(one.reader, one.uid) for one in found if isinstance(one, TagSeen)] == [
        ("tray", SEVEN_BYTES)
    ]


def test_the_panel_leaves_the_reset_pin_to_the_package() -> None:
    assert {reader.reset for reader in shipped("standard").readers} == {25}
    assert {reader.reset for reader in without_resets(shipped("standard")).readers} == {None}
