"""Frames: one view, encoded once, as the bytes that every phone of an audience gets.

Also the other end: a reader of event streams, for tests and load benches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from web.ports import Json

IDLE_VIEW: Json = {
    "game": None,
    "phase": "idle",
    "over": False,
    "winners": [],
    "waiting": [],
    "seats": {},
    "rulings": [],
    "cues": [],
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Holds a view and its encodings; version and bytes are one object, so they never disagree.

    `tag` is `<epoch>-<version>`; `core` is the JSON without the moment it was made at, to tell
    whether anything has changed; `body` is the whole JSON, `event` the same as a stream event.
    """

    version: int
    tag: str
    view: Json
    core: str
    body: bytes
    event: bytes


def dumps(value: object) -> str:
    """Encode compact JSON; raises ValueError for NaN and infinities."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def core_of(view: Json) -> str:
    """Encode a view without its `at`, which moves even when nothing happens."""
    return dumps({key: value for key, value in view.items() if key != "at"})


def make_frame(view: Json, core: str, *, epoch: str, version: int, now_ms: float) -> Frame:
    """Build a frame; the page finds `v` (version) and `t` (server's monotonic ms) in it.

    The core is spliced, not encoded again: 2 kB of JSON cost more than the copy.
    """
    tail = {"v": version, "t": round(now_ms, 3)}
    if "at" in view:
        tail = {"at": view["at"], **tail}
    body = f"{core[:-1]}{',' if core != '{}' else ''}{dumps(tail)[1:]}".encode()
    tag = f"{epoch}-{version}"
    return Frame(version, tag, view, core, body, _event("state", body, tag))


def heartbeat(now_ms: float) -> bytes:
    """Build the event that tells a page that the stream lives; scripts never see comments."""
    return _event("hb", dumps({"now_ms": round(now_ms, 3)}).encode())


def farewell(why: str) -> bytes:
    """Build the last event of a stream that may not go on (`gone`: the seat was freed)."""
    return _event("gone", dumps({"why": why}).encode())


def retry_after(ms: int) -> bytes:
    """Build the line that tells a browser how long to wait before it reconnects."""
    return f"retry: {ms}\n\n".encode()


def _event(kind: str, body: bytes, tag: str | None = None) -> bytes:
    head = f"id: {tag}\n" if tag is not None else ""
    return b"".join((head.encode(), f"event: {kind}\ndata: ".encode(), body, b"\n\n"))


@dataclass(frozen=True, slots=True)
class Event:
    """Holds one event as a client read it."""

    kind: str
    tag: str | None
    payload: Mapping[str, Any]


def read_events(chunks: Iterable[bytes]) -> Iterator[Event]:
    """Parse a stream's bytes, however they were cut, into events; skips what has no data."""
    pending = b""
    for chunk in chunks:
        pending += chunk
        *blocks, pending = pending.split(b"\n\n")
        yield from (event for block in blocks if (event := _parsed(block)) is not None)


def _parsed(block: bytes) -> Event | None:
    fields = dict(line.split(": ", 1) for line in block.decode().splitlines() if ": " in line)
    if "data" not in fields:
        return None
    return Event(fields.get("event", "message"), fields.get("id"), json.loads(fields["data"]))


class RulingTally:
    """Counts rulings as a phone shows them: each number once, whatever frames were skipped."""

    def __init__(self) -> None:
        self.last = 0
        self.lost = 0

    def fresh(self, view: Json) -> tuple[Json, ...]:
        """Return the rulings not seen before, oldest first; counts numbers that are missing."""
        new = tuple(r for r in view.get("rulings", ()) if r["number"] > self.last)
        for ruling in new:
            if self.last:
                self.lost += ruling["number"] - self.last - 1
            self.last = ruling["number"]
        return new
