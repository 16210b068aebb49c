"""Records: the rows of a journal, chained by checksums so that a damaged one ends the prefix.

A game is a gapless run of records: number 0 begins it (wall time and header), entries follow, a
last one finishes it. Each check covers its record and the check before it, so whatever passes is a
prefix of what was written, whichever pages a disk mixed up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple

BEGIN: Final = "begin"
ENTRY: Final = "entry"
FINISH: Final = "finish"
CHECK_BYTES: Final = 8


class Record(NamedTuple):
    """Holds one row, in the order of the table's columns (a tuple, as SQLite takes it)."""

    game: int
    seq: int
    kind: str
    body: str
    check: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """Holds the longest valid prefix of a game.

    `bodies` are its entries, the first has number 1; `summary` is None while the game is not
    finished; `lost` counts the records known to have been behind the prefix (a lower bound).
    """

    id: int
    wall: str
    header: str
    bodies: tuple[str, ...]
    summary: str | None
    lost: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Holds a game's line in a list; `summary` is None while the game is not finished."""

    id: int
    wall: str
    header: str
    summary: str | None


def root(game: int) -> bytes:
    """Return the check before a game's first record, so that no record fits another game."""
    return b"game %d" % game


def check(previous: bytes, seq: int, kind: str, body: str) -> bytes:
    """Return the check of a record after `previous`; raises UnicodeEncodeError for surrogates."""
    text = f"{seq} {kind}\n{body}".encode()
    return blake2b(text, key=previous, digest_size=CHECK_BYTES).digest()


def chained(game: int, after: Record | None, parts: Sequence[tuple[str, str]]) -> list[Record]:
    """Return records of (kind, body) that follow `after`, or begin the game when it is None."""
    seq, last = (after.seq + 1, after.check) if after else (0, root(game))
    records = []
    for number, (kind, body) in enumerate(parts, seq):
        last = check(last, number, kind, body)
        records.append(Record(game, number, kind, body, last))
    return records


def valid_prefix(game: int, rows: Iterable[Sequence[Any]]) -> Iterator[Record]:
    """Yield rows (as stored, in order) as records, up to the first that does not fit."""
    last = root(game)
    for seq, row in enumerate(rows):
        record = Record(*row)
        if record.game != game or record.seq != seq or not isinstance(record.body, str):
            return
        last = check(last, seq, record.kind, record.body)
        if last != record.check:
            return
        yield record


def assemble(records: Sequence[Record], highest: int) -> Stored | None:
    """Return a game made of its valid records, or None when even its header is missing.

    `highest` is the last record's number known to have been written.
    """
    if not records:
        return None
    first, last = records[0], records[-1]
    wall, _, header = first.body.partition("\n")
    return Stored(
        id=first.game,
        wall=wall,
        header=header,
        bodies=tuple(record.body for record in records if record.kind == ENTRY),
        summary=last.body if last.kind == FINISH else None,
        lost=max(0, highest - last.seq),
    )
