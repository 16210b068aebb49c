"""WAL: reads SQLite's write-ahead log as bytes, so that a damaged one tells what it still holds.

SQLite stops at the first frame that does not fit, and a file beside it that cannot be written may
not even be opened. The format is sqlite.org/fileformat2, "The Write-Ahead Log".
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
MAGIC_LITTLE: Final = 0x377F0682
MAGIC_BIG: Final = 0x377F0683
WORD: Final = 0xFFFFFFFF

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """Holds one page as the log has it; `commits` marks the last of a transaction."""

    page: int
    commits: bool
    content: bytes


@dataclass(frozen=True, slots=True)
class Log:
    """Tells what a log holds.

    `committed` are the frames that SQLite would use; `sound` are all whose own checksum fits the
    one stored before it, wherever they stand; `is_torn` says that something else is there which
    neither a rolled-back nor an older log explains.
    """

    committed: tuple[Frame, ...] = ()
    sound: tuple[Frame, ...] = ()
    is_torn: bool = False


@dataclass(frozen=True, slots=True)
class _Header:
    """Holds a log's header: struct byte order of its sums, salts, and how often it restarted."""

    order: str
    sums: Sums
    salts: Sums
    checkpoints: int
    is_sound: bool


def checksum(order: str, start: Sums, content: bytes) -> Sums:
    """Return SQLite's running checksum of `content` (a multiple of 8 bytes)."""
    first, second = start
    for even, odd in struct.iter_unpack(f"{order}2I", content):
        first = (first + even + second) & WORD
        second = (second + odd + first) & WORD
    return first, second


def parse(log: bytes, page_bytes: int) -> Log:
    """Return what a log of pages of `page_bytes` holds; never raises."""
    if len(log) < HEADER_BYTES:
        return Log(is_torn=bool(log))
    head = _header(log, page_bytes)
    size = FRAME_HEADER_BYTES + page_bytes
    frames = range(HEADER_BYTES, len(log) - size + 1, size)
    if not head.is_sound and frames:
        # SQLite uses nothing of a log without its header; the frames may be sound all the same.
        head = replace(head, salts=_salts(log, frames))
    return _walk(log, page_bytes, frames, head)


def _salts(log: bytes, frames: range) -> Sums:
    """Return the first salts that two neighbours share, or the first frame's.

    What tore the header may have torn the first frames too, and left zeros there.
    """
    found: list[Sums] = [struct.unpack_from(">2I", log, offset + 8) for offset in frames]
    shared = (one for one, other in pairwise(found) if one == other and any(one))
    return next(shared, found[0])


def _header(log: bytes, page_bytes: int) -> _Header:
    magic, _, size, checkpoints, salt1, salt2, *sums = struct.unpack_from(">8I", log)
    native = ">" if sys.byteorder == "big" else "<"
    order = {MAGIC_LITTLE: "<", MAGIC_BIG: ">"}.get(magic)
    found = checksum(order or native, (0, 0), log[:24])
    is_sound = order is not None and size == page_bytes and found == tuple(sums)
    return _Header(order or native, (sums[0], sums[1]), (salt1, salt2), checkpoints, is_sound)


def _walk(log: bytes, page_bytes: int, frames: range, head: _Header) -> Log:
    """Check every frame against the sum stored before it."""
    sound: list[Frame] = []
    committed = 0
    chain_holds, is_torn, before = head.is_sound, not head.is_sound, head.sums
    for offset in frames:
        page, size, salt1, salt2, *sums = struct.unpack_from(">6I", log, offset)
        start = offset + FRAME_HEADER_BYTES
        content = log[start : start + page_bytes]
        is_current = (salt1, salt2) == head.salts
        expected = tuple(sums)
        fits = is_current and expected == checksum(
            head.order, before, log[offset : offset + 8] + content
        )
        # A frame of an older run of the log is no damage; one of this run behind it is.
        is_torn |= not (fits and chain_holds) and not _is_older((salt1, salt2), head)
        chain_holds &= fits
        if fits:
            sound.append(Frame(page, size > 0, content))
        if chain_holds and size:
            committed = len(sound)
        before = (sums[0], sums[1])
    ends_within = chain_holds and (len(log) - HEADER_BYTES) % frames.step > 0
    return Log(tuple(sound[:committed]), tuple(sound), is_torn or ends_within)


def _is_older(salts: Sums, head: _Header) -> bool:
    """Return whether salts are those of an earlier run of the same log.

    Each restart of a log adds one to the first salt, so an older frame lies a few below.
    """
    return 0 < (head.salts[0] - salts[0]) & WORD <= head.checkpoints


def overlay(pages: bytes, frames: Iterable[Frame], page_bytes: int) -> bytearray:
    """Return a file's pages with the newest version of each page from a log laid over them."""
    image = bytearray(pages)
    for frame in frames:
        end = frame.page * page_bytes
        if len(image) < end:
            image.extend(bytes(end - len(image)))
        image[end - page_bytes : end] = frame.content
    return image
