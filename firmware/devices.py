"""Devices: opens a board's panel and readers, real or simulated, as one value to close."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from firmware.board import Board, ReaderPins
from firmware.clock import NS_PER_S, Clock
from firmware.mock.kit import SimulatedKit
from firmware.nfc.bus import Mfrc522PackageBus, open_mfrc522_package, open_spidev
from firmware.nfc.readers import Readers, sleep_ns
from firmware.nfc.watchdog import ReaderPort
from firmware.notice_board import Finding
from firmware.panel.panel import Panel
from firmware.panel.pins import Factory, factory
from firmware.signals import EdgeTaker

SPI_BUS = 0
RESET = 25  # BCM; the package drives a pin in any case, so it is one that nothing else uses
SELECTS = "Wire it to CE0 or CE1: the kernel's spidev drives no other chip select."


class Libraries(StrEnum):
    """Names the libraries that reach a Pi's pins and readers.

    `current` is lgpio and spidev; `classic` is RPi.GPIO and the mfrc522 package, for those who
    want them: stamps are taken in the callback then, and order within a millisecond is no promise.
    """

    CURRENT = "current"
    CLASSIC = "classic"


@dataclass(slots=True)
class Devices:
    """Holds the opened devices; `simulated` is the kit's simulation, where it is one."""

    panel: Panel
    readers: Readers
    simulated: SimulatedKit | None = None
    _extra: Sequence[Finding] = field(default_factory=tuple)

    def findings(self) -> tuple[Finding, ...]:
        """Name every pin that could not be claimed, with its cure."""
        pins = tuple(
            Finding(f"pin {fault.pin} ({fault.part})", "error", fault.reason, fault.cure)
            for fault in self.panel.faults
        )
        return (*pins, *self._extra)

    def close(self) -> None:
        """Leave fields off, lights and sounder off, and every pin released."""
        self.readers.close()
        self.panel.close()


def open_simulated(board: Board, clock: Clock, inbox: EdgeTaker) -> Devices:
    """Open a simulated kit."""
    kit = SimulatedKit(board, clock, inbox, interval_ns=NS_PER_S // board.tunables.poll_hz)
    return Devices(kit.panel, kit.readers, kit)


def open_real(
    board: Board,
    clock: Clock,
    inbox: EdgeTaker,
    run_folder: Path,
    libraries: Libraries = Libraries.CURRENT,
) -> Devices:
    """Open a Pi's pins and readers; what cannot be opened is named, and the rest works.

    `run_folder` takes lgpio's notification pipe, which it else writes where the program stands.
    Raises PanelError if the pin library cannot be had at all.
    """
    os.environ.setdefault("LG_WD", str(run_folder))
    is_classic = libraries is Libraries.CLASSIC
    shown = without_resets(board) if is_classic else board
    panel = Panel(shown, pin_factory(libraries), inbox.put, clock)
    panel.power_readers(on=True)
    extra: list[Finding] = []
    connected = _package_port if is_classic else _spidev_port(extra)
    ports = tuple(
        connected(reader, clock)
        for reader in board.readers
        if connected is not None and reader.device is not None
    )
    extra += [
        Finding(f"reader {reader.name}", "error", f"Its select is GPIO {reader.select}.", SELECTS)
        for reader in board.readers
        if reader.device is None
    ]
    readers = Readers(ports, clock, interval_ns=NS_PER_S // board.tunables.poll_hz)
    return Devices(panel, readers, None, tuple(extra))


def pin_factory(libraries: Libraries) -> Factory:
    """Return gpiozero's factory over these libraries; raises PinsUnavailable with the cure."""
    return factory("rpigpio" if libraries is Libraries.CLASSIC else "lgpio")


def without_resets(board: Board) -> Board:
    """Return the board for a library that drives the readers' reset pin itself."""
    return replace(board, readers=tuple(replace(one, reset=None) for one in board.readers))


def _package_port(reader: ReaderPins, clock: Clock) -> ReaderPort:
    """Return how a reader is reached through the mfrc522 package.

    Its reset pin is in RPi.GPIO's numbering mode, which gpiozero has made BCM or is made so here.
    """

    def connect() -> Mfrc522PackageBus:
        gpio: Any = importlib.import_module("RPi.GPIO")
        gpio.setmode(gpio.BCM)
        return open_mfrc522_package(
            SPI_BUS, reader.device or 0, pin_rst=reader.reset or RESET, speed_hz=reader.speed_hz
        )

    return ReaderPort(reader.name, connect, sleep_ns, clock)


def _spidev_port(findings: list[Finding]) -> Callable[[ReaderPins, Clock], ReaderPort] | None:
    """Return how readers are reached through spidev; None, and a finding, without the library."""
    try:
        importlib.import_module("spidev")
    except ImportError:
        cure = "Install python3-spidev, and make the environment with --system-site-packages."
        findings.append(Finding("readers", "error", "The library spidev is not installed.", cure))
        return None
    return reader_port


def reader_port(reader: ReaderPins, clock: Clock) -> ReaderPort:
    """Return how one reader of a board is reached through spidev."""
    connect = partial(open_spidev, SPI_BUS, reader.device or 0, reader.speed_hz)
    return ReaderPort(reader.name, connect, sleep_ns, clock)
