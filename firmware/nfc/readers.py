"""All readers of the kit: polled in turn, one field on at a time, each under its own watch."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from firmware.clock import NS_PER_S, Clock
from firmware.nfc.mfrc522 import Mfrc522
from firmware.nfc.tag_text import read_text, write_text
from firmware.nfc.watchdog import ReaderPort, ReaderStatistics, WatchedReader
from firmware.signals import Signal

INTERVAL_NS = 50_000_000
T = TypeVar("T")


def sleep_ns(ns: int) -> None:
    """Let so much real time pass: the pause of a reader on a Pi."""
    time.sleep(ns / NS_PER_S)


class Readers:
    """Polls several readers that may share a bus; synchronous, so that it works on virtual time.

    Polls come at least `interval_ns` apart. The field of a reader is on only during its own turn;
    a single reader keeps it on.
    """

    def __init__(
        self, ports: Sequence[ReaderPort], clock: Clock, *, interval_ns: int = INTERVAL_NS
    ) -> None:
        self.interval_ns = interval_ns
        self._clock = clock
        self._readers = tuple(WatchedReader(port, keeps_field=len(ports) == 1) for port in ports)

    def add(self, port: ReaderPort) -> None:
        """Poll one more reader from now on; from then on no field is kept between polls."""
        for reader in self._readers:
            reader.keeps_field = False
        keeps_field = not self._readers
        self._readers = (*self._readers, WatchedReader(port, keeps_field=keeps_field))

    def poll(self, now_ns: int) -> tuple[Signal, ...]:
        """Poll each reader once, in turn; never raises.

        Signals carry the time at which their reader's turn began.
        """
        signals: tuple[Signal, ...] = ()
        for reader in self._readers:
            signals += reader.poll(max(now_ns, self._clock.now_ns()))
        return signals

    def present(self, name: str) -> frozenset[str]:
        """Return the UIDs that count as lying on a reader; raises KeyError without that reader."""
        return self._reader(name).presence.uids

    def read_text(self, name: str, uid: str) -> str:
        """Return the text on a tag; raises NfcError (no such tag or text), KeyError or OSError."""
        return self._reader(name).use(lambda chip: read_text(chip, uid))

    def write_text(self, name: str, uid: str, text: str) -> None:
        """Write a text to a tag; raises NfcError, KeyError, OSError, or ValueError if too long."""
        self._reader(name).use(lambda chip: write_text(chip, uid, text))

    def use(self, name: str, act: Callable[[Mfrc522], T]) -> T:
        """Do something with a chip between polls; raises NfcError, KeyError or OSError."""
        return self._reader(name).use(act)

    def port(self, name: str) -> ReaderPort:
        """Return how a reader is reached; raises KeyError without that reader."""
        return self._reader(name).port

    def statistics(self) -> tuple[ReaderStatistics, ...]:
        """Return how each reader has done so far."""
        return tuple(reader.statistics() for reader in self._readers)

    def close(self) -> None:
        """Leave all fields off and give the buses back; never raises."""
        for reader in self._readers:
            reader.close()

    def _reader(self, name: str) -> WatchedReader:
        for reader in self._readers:
            if reader.port.name == name:
                return reader
        names = ", ".join(reader.port.name for reader in self._readers) or "none"
        raise KeyError(f"the kit has no reader {name!r}; it has {names}")
