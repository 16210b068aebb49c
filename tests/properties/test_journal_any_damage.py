"""Any cut, tear or zeroing of a journal's files leaves prefixes, and a journal that works."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.journal import Damaged, Journal, JournalNotice, TornTail

DAMAGES = int(os.environ.get("RINGMASTER_JOURNAL_DAMAGES", "300"))
NAME = "journal.sqlite3"
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a fresh folder with a random name is made in it


@dataclass(frozen=True, slots=True)
class Written:
    """Holds the bytes of a running journal's files and what was written to it."""

    files: Mapping[str, bytes]
    games: Mapping[int, tuple[str, ...]]


@pytest.fixture(scope="module")
def room() -> Iterator[Path]:
    """Give a folder in memory where there is one: what is damaged here is bytes, not a disk."""
    place = MEMORY_DISK if os.access(MEMORY_DISK, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="ringmaster-damage-", dir=place) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def written(room: Path) -> Written:
    """Write games of which some are in the file, some in both, the newest in the log alone."""
    path = room / NAME
    rng = random.Random(5)
    games: dict[int, tuple[str, ...]] = {}
    with Journal.open(path, notices=unexpected) as journal:
        for number in range(1, 6):
            game = journal.begin(f'{{"game": {number}}}', "2024-05-01T20:00:00")
            bodies = tuple(f"{number}.{n} " + "x" * rng.randrange(400) for n in range(40))
            for at in range(0, len(bodies), 20):
                journal.wait(journal.append(game, bodies[at : at + 20]))
            games[game] = bodies
            if number < 5:
                journal.finish(game, '{"over": true}')
            if number in {2, 4}:
                checkpoint(path)
        files = {
            suffix: path.with_name(NAME + suffix).read_bytes() for suffix in ("", "-wal", "-shm")
        }
    return Written(files, games)


def unexpected(notice: JournalNotice) -> None:
    raise AssertionError(notice.text)


def checkpoint(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA wal_checkpoint(PASSIVE)")


def cut(rng: random.Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content))]


def zero(rng: random.Random, content: bytes) -> bytes:
    return patched(rng, content, bytes(rng.choice((1, 16, 512, 4096, 20_000))))


def tear(rng: random.Random, content: bytes) -> bytes:
    return patched(rng, content, rng.randbytes(rng.choice((1, 4, 16, 512, 4096, 20_000))))


def zero_block(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content)) // 4096 * 4096
    return content[:at] + bytes(4096) + content[at + 4096 :]


def zero_rest(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes(len(content) - at)


def patched(rng: random.Random, content: bytes, patch: bytes) -> bytes:
    at = rng.randrange(len(content))
    return (content[:at] + patch + content[at + len(patch) :])[: len(content)]


WAYS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    cut,
    zero,
    tear,
    zero_block,
    zero_rest,
)
# What happens to a kit's card: either file, or both; the shared index is only ever rebuilt.
TARGETS = (("",), ("-wal",), ("", "-wal"), ("", "-wal", "-shm"))


def damage(written: Written, path: Path, rng: random.Random) -> bool:
    """Damage a copy; return whether the log was cut, which may look like an earlier crash."""
    files, is_log_cut = dict(written.files), False
    for target in rng.choice(TARGETS):
        way = rng.choice(WAYS)
        files[target] = way(rng, files[target])
        is_log_cut |= way is cut and target == "-wal"
    for suffix, content in files.items():
        path.with_name(path.name + suffix).write_bytes(content)
    return is_log_cut


def test_any_damage_leaves_prefixes_and_a_journal_that_works(written: Written, room: Path) -> None:
    for seed in range(DAMAGES):
        folder = room / str(seed)
        folder.mkdir()
        is_log_cut = damage(written, folder / NAME, random.Random(seed))
        hold_the_promises(written, folder / NAME, seed, is_log_cut)


def hold_the_promises(written: Written, path: Path, seed: int, is_log_cut: bool) -> None:
    notices: list[JournalNotice] = []
    with Journal.open(path, notices=notices.append) as journal:
        known = {each.game for each in journal.check()}
        found = {game: journal.entries(game) for game in written.games}
        for game, bodies in found.items():
            assert bodies == written.games[game][: len(bodies)], (seed, game)
            is_whole = bodies == written.games[game]
            assert is_whole or notices or game in known or is_log_cut, (seed, game)
        assert not journal.degraded, (seed, journal.why_degraded)
        game = journal.begin("{}", "now")
        assert game not in written.games or not found[game], seed
        assert journal.wait(journal.append(game, ["new"]), 10), seed
    with Journal.open(path, notices=unexpected) as journal:
        assert journal.entries(game) == ("new",), seed
        again = {game: journal.entries(game) for game in written.games if found[game]}
    assert again == {game: bodies for game, bodies in found.items() if bodies}, seed
    names_what_is_set_aside(notices, path, seed)


def names_what_is_set_aside(notices: list[JournalNotice], path: Path, seed: int) -> None:
    """Check that what was set aside is named and nothing else was left behind."""
    assert all(isinstance(notice, Damaged | TornTail) for notice in notices), (seed, notices)
    kept = {file for notice in notices if isinstance(notice, Damaged) for file in notice.set_aside}
    assert kept == {file for file in path.parent.iterdir() if "damaged" in file.name}, seed
    assert len(list(path.parent.iterdir())) == len(kept) + 1, seed
