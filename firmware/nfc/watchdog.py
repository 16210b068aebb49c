"""One reader under watch: polled, restarted when it fails, and never in the table's way.

A poll that fails is a strike, and the chip is set up anew before the next one. Three strikes in a
row are a failure, told once; from then on it is tried at growing intervals, at most two seconds
apart, and it is back after five good polls in a row.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from firmware.clock import Clock
from firmware.nfc.bus import RegisterBus
from firmware.nfc.errors import NfcError, ReaderBusy
from firmware.nfc.inventory import Inventory
from firmware.nfc.mfrc522 import GENUINE, Mfrc522, Pause, name_of
from firmware.nfc.presence import Presence
from firmware.signals import ReaderBack, ReaderFailed, Signal

STRIKES = 3
GOOD_POLLS = 5
FIRST_RETRY_NS = 250_000_000
LAST_RETRY_NS = 2_000_000_000
SLOWEST_POLL_NS = 250_000_000  # sixteen tags in a field take less
TOO_SLOW = "a poll takes over 250 ms and holds up the table; check the wires and the system's load"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReaderPort:
    """Says how one reader is reached.

    `connect` opens its bus and may raise; `pause` lets time pass; `clock` times the polls.
    """

    name: str
    connect: Callable[[], RegisterBus]
    pause: Pause
    clock: Clock


@dataclass(frozen=True, slots=True)
class ReaderStatistics:
    """Tells how a reader has done so far; `why` is its last trouble, "" if there was none."""

    name: str
    polls: int
    failures: int
    starts: int
    transfers: int
    octets: int
    last_transfers: int
    version: int
    is_failed: bool
    why: str

    @property
    def version_name(self) -> str:
        """Return the chip's version in words."""
        return name_of(self.version)

    @property
    def is_genuine(self) -> bool:
        """Tell whether the version is one that NXP made; clones mostly work too."""
        return self.version in GENUINE


class WatchedReader:
    """Polls one reader; `keeps_field` leaves its field on between polls, if it is the only one."""

    def __init__(self, port: ReaderPort, *, keeps_field: bool) -> None:
        self.port = port
        self.presence = Presence(port.name)
        self.is_failed = False
        self.keeps_field = keeps_field
        self._bus: RegisterBus | None = None
        self._chip: Mfrc522 | None = None
        self._strikes = self._good = 0
        self._retry_ns: int | None = None
        self._polls = self._failures = self._starts = 0
        self._closed_transfers = self._closed_octets = self._last_transfers = 0
        self._version = 0
        self._why = ""

    def poll(self, ns: int) -> tuple[Signal, ...]:
        """Look once, unless it is not due after failures; never raises."""
        if self._retry_ns is not None and ns < self._retry_ns:
            return ()
        self._polls += 1
        before = self._transfers()
        began_ns = self.port.clock.now_ns()
        try:
            found = self._look()
        except Exception as error:  # noqa: BLE001 - whatever a reader does, the table plays on
            self._let_go(error)
            self.presence.failed()
            return self._strike(ns, cure_of(error))
        finally:
            self._last_transfers = self._transfers() - before
        signals = self.presence.saw(ns, found.uids, found.unclear)
        if self.port.clock.now_ns() - began_ns > SLOWEST_POLL_NS:
            return (*signals, *self._strike(ns, TOO_SLOW))
        if self._strikes or self.is_failed:
            return (*self._count_good(ns), *signals)
        return signals

    def use(self, act: Callable[[Mfrc522], T]) -> T:
        """Do something with the chip between polls; raises NfcError, or OSError of the bus."""
        chip = self._chip
        if chip is None:
            raise ReaderBusy(f"reader {self.port.name} does not answer now; {self._why}")
        try:
            return act(chip)
        finally:
            if not self.keeps_field:
                chip.field_off()

    def statistics(self) -> ReaderStatistics:
        """Return how it has done so far; may be called from any thread."""
        bus = self._bus
        return ReaderStatistics(
            name=self.port.name,
            polls=self._polls,
            failures=self._failures,
            starts=self._starts,
            transfers=self._transfers(),
            octets=self._closed_octets + (bus.octets if bus else 0),
            last_transfers=self._last_transfers,
            version=self._version,
            is_failed=self.is_failed,
            why=self._why,
        )

    def close(self) -> None:
        """Leave the field off and give the bus back; a reader that fails at it is left alone."""
        self._drop_chip()
        self._drop_bus()

    def _look(self) -> Inventory:
        chip = self._chip or self._start()
        found = chip.inventory()
        if not self.keeps_field:
            chip.field_off()
        return found

    def _start(self) -> Mfrc522:
        """Open the bus if need be, and set the chip up."""
        self._starts += 1
        if self._bus is None:
            self._bus = self.port.connect()
        chip = Mfrc522(self._bus, self.port.pause)
        chip.start()
        self._version = chip.version
        self._chip = chip
        return chip

    def _let_go(self, error: Exception) -> None:
        """Drop the chip, so that the next poll starts it; the bus too if it was to blame."""
        self._drop_chip()
        if not isinstance(error, NfcError):
            self._drop_bus()

    def _drop_chip(self) -> None:
        chip, self._chip = self._chip, None
        if chip is not None:
            with suppress(Exception):
                chip.field_off()

    def _drop_bus(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            self._closed_transfers += bus.transfers
            self._closed_octets += bus.octets
            with suppress(Exception):
                bus.close()

    def _strike(self, ns: int, why: str) -> tuple[Signal, ...]:
        """Count a bad poll; tell of the failure once."""
        self._failures += 1
        self._strikes += 1
        self._good = 0
        self._why = why
        if self._strikes < STRIKES:
            return ()
        tries = min(self._strikes - STRIKES, 8)
        self._retry_ns = ns + min(FIRST_RETRY_NS << tries, LAST_RETRY_NS)
        was_failed, self.is_failed = self.is_failed, True
        return () if was_failed else (ReaderFailed(self.port.name, why, ns),)

    def _count_good(self, ns: int) -> tuple[Signal, ...]:
        """Count a good poll after bad ones; tell when the reader is back."""
        self._good += 1
        self._retry_ns = None
        if self.is_failed and self._good < GOOD_POLLS:
            return ()
        was_failed, self.is_failed = self.is_failed, False
        self._strikes = 0
        return (ReaderBack(self.port.name, ns),) if was_failed else ()

    def _transfers(self) -> int:
        bus = self._bus
        return self._closed_transfers + (bus.transfers if bus else 0)


def cure_of(error: Exception) -> str:
    """Return one line for people: what is wrong with a reader, and what to do."""
    if isinstance(error, NfcError):
        return str(error)
    if isinstance(error, ImportError):
        return f"{error}; install the library, or choose another one for this reader"
    if isinstance(error, FileNotFoundError):
        return "the SPI device is not there; switch SPI on (raspi-config, Interface Options)"
    if isinstance(error, PermissionError):
        return "the SPI device may not be opened; add this user to the group spi"
    if isinstance(error, OSError):
        return f"the SPI bus fails ({error.strerror or error}); check that SPI is on and unused"
    return f"the reader's library fails ({type(error).__name__}: {error}); run doctor"
