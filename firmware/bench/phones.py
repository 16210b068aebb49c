"""Phones: many event streams at once, each of which must see every ruling exactly once."""

from __future__ import annotations

import contextlib
import multiprocessing
import selectors
import socket
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.playthrough import header_of
from firmware.bench.figures import Figure, quantile
from firmware.board import shipped
from firmware.cli.run import free_port
from firmware.clock import NS_PER_MS
from firmware.running import Kit, Settings
from web.frames import RulingTally, read_events
from web.ports import Limits

# Always the same game: only so can the figures of two versions be compared.
HEADER = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
}
PATIENCE_S = 20.0
BEFORE = 2  # rulings of the set-up: who begins, and the shootout


@dataclass(slots=True)
class Phone:
    """Reads one event stream, and counts rulings as a page does."""

    port: int
    tally: RulingTally = field(default_factory=RulingTally)
    seen: list[tuple[int, float, int]] = field(default_factory=list)  # number, at, when (ns)
    ended: bool = False
    _socket: socket.socket = field(init=False)
    _chunks: list[tuple[int, bytes]] = field(default_factory=list)
    _when: int = 0

    def __post_init__(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self.port), 10)
        self._socket.sendall(
            f"GET /events?view=public HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode()
        )
        self._socket.settimeout(0)

    def fileno(self) -> int:
        """Return the socket's descriptor, for a selector."""
        return self._socket.fileno()

    def read(self) -> None:
        """Take what has come; note the rulings that are new."""
        chunk = self._socket.recv(262_144)
        if not chunk:
            self.ended = True
            return
        self._chunks.append((time.monotonic_ns(), chunk))

    def count(self) -> None:
        """Count the rulings of everything that was read, and when each came."""
        for event in read_events(self._replayed()):
            if event.kind == "state":
                fresh = self.tally.fresh(event.payload)
                self.seen += [(one["number"], one["at"], self._when) for one in fresh]

    def _replayed(self) -> Iterator[bytes]:
        """Give the chunks again, each with the moment at which it came."""
        for when, chunk in self._chunks:
            self._when = when
            yield chunk

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


@dataclass(frozen=True, slots=True)
class Followed:
    """Holds what one phone was told: each ruling's number, moment and arrival; and a clean end."""

    seen: tuple[tuple[int, float, int], ...]
    ended: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """Tells what all phones saw: rulings made, lost and doubled, and how a stop went."""

    phones: int
    rulings: int
    lost: int
    doubled: int
    stop_s: float
    clean_ends: int
    are_pins_released: bool
    latencies_ms: tuple[float, ...] = ()

    def figures(self) -> Sequence[Figure]:
        """Return the figures."""
        how = f"{self.phones} event streams of another process on loopback, {self.rulings} rulings"
        beside = f"{how}, from its stamp, the inbox's hold-back of 25 ms included"
        return [
            Figure("rulings lost on all phones", self.lost, "", how, "0"),
            Figure("rulings doubled on all phones", self.doubled, "", how, "0"),
            Figure("ruling to phone, median", quantile(self.latencies_ms, 0.5), "ms", beside),
            Figure("ruling to phone, p99", quantile(self.latencies_ms, 0.99), "ms", beside),
            Figure("stop with these streams", self.stop_s, "s", how, "under 2 s"),
            Figure("pins released after it", float(self.are_pins_released), "", how, "1"),
        ]


def watch(phones: int = 50, seconds: float = 10.0, rate: float = 20.0) -> Seen:
    """Let `phones` watch a kit that rules `rate` times a second, then stop it under them.

    The phones are a process of their own, so that they take no time from the kit's.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as elsewhere,
    ):
        kit = _kit(Path(folder), phones)
        thread = threading.Thread(target=kit.run, name="table")
        thread.start()
        watched = elsewhere.submit(follow, kit.settings.port, phones, seconds + PATIENCE_S)
        _wait_for_phones(kit, phones)
        rulings = _rule(kit, seconds, rate)
        time.sleep(0.5)
        began = time.monotonic()
        kit.stop()
        thread.join()
        kit.close()
        stop_s = time.monotonic() - began
        return _seen(watched.result(PATIENCE_S), rulings, stop_s, kit)


def _wait_for_phones(kit: Kit, phones: int) -> None:
    """Wait until every phone follows; raises TimeoutError if some never do."""
    patience = time.monotonic() + PATIENCE_S
    while kit.hub.counts().waiting < phones:
        if time.monotonic() > patience:
            raise TimeoutError(f"of {phones} phones {kit.hub.counts().waiting} follow")
        time.sleep(0.05)


def follow(port: int, phones: int, most_s: float) -> tuple[Followed, ...]:
    """Follow the board with so many phones until the kit hangs up, at most `most_s` seconds."""
    watchers = [Phone(port) for _ in range(phones)]
    _read_all(watchers, time.monotonic() + most_s)
    for phone in watchers:
        phone.count()
        phone.close()
    return tuple(Followed(tuple(phone.seen), phone.ended) for phone in watchers)


def _kit(folder: Path, phones: int) -> Kit:
    limits = Limits(streams=phones + 10, streams_per_address=phones + 10)
    settings = Settings(
        shipped("standard"), folder, is_simulated=True, port=free_port(), limits=limits
    )
    kit = Kit(settings)
    header, faults = header_of(HEADER, kit.games)
    if header is None:
        raise ValueError("; ".join(faults))
    kit.sitting.begin(header)
    kit.start()
    return kit


def _rule(kit: Kit, seconds: float, rate: float) -> tuple[int, ...]:
    """Correct a balance to and fro, a ruling each; return the numbers of the rulings made."""
    door = kit.door()
    began = time.monotonic()
    for count in range(int(seconds * rate)):
        pause = began + count / rate - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        door.host({"adjust": {"seat": 1, "coins": 1 if count % 2 == 0 else -1}})
    played = kit.sitting.played
    if played is None:
        return ()
    return tuple(numbered.number for numbered in played.referee.run.rulings)


def _read_all(phones: Sequence[Phone], until_s: float) -> None:
    with selectors.DefaultSelector() as selector:
        for phone in phones:
            selector.register(phone, selectors.EVENT_READ)
        while selector.get_map() and time.monotonic() < until_s:
            for key, _ in selector.select(0.1):
                _read_one(selector, key.fileobj)


def _read_one(selector: selectors.BaseSelector, phone: Any) -> None:
    with contextlib.suppress(BlockingIOError):
        phone.read()
    if phone.ended:
        selector.unregister(phone)


def _seen(phones: Sequence[Followed], rulings: tuple[int, ...], stop_s: float, kit: Kit) -> Seen:
    began_ns = kit.sitting.played.began_ns if kit.sitting.played else 0
    numbers = [[number for number, _, _ in phone.seen] for phone in phones]
    # What was ruled before the phones came has no latency; every phone was there for the rest.
    first = len(rulings) and rulings[0] + BEFORE
    return Seen(
        phones=len(phones),
        rulings=len(rulings),
        lost=sum(len(set(rulings) - set(seen)) for seen in numbers),
        doubled=sum(len(seen) - len(set(seen)) for seen in numbers),
        stop_s=stop_s,
        clean_ends=sum(phone.ended for phone in phones),
        are_pins_released=are_released(kit),
        latencies_ms=tuple(
            (when - began_ns) / NS_PER_MS - at * 1000
            for phone in phones
            for number, at, when in phone.seen
            if number >= first
        ),
    )


def are_released(kit: Kit) -> bool:
    """Tell whether every pin of a simulated kit was given back."""
    simulated = kit.devices.simulated
    return simulated is not None and simulated.hands.all_released()
