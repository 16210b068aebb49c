"""A killed kit finds every entry that it had been told was committed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.journal import Journal, JournalNotice, TornTail

KILLS = int(os.environ.get("RINGMASTER_JOURNAL_KILLS", "10"))
ROOT = Path(__file__).parents[2]

# Appends entries "0", "1", ... to the unfinished game, says how many are committed, and now and
# then ends the game and begins the next one.
PROGRAM = """
import os, random, sys
from pathlib import Path
from firmware.journal import Journal

rng = random.Random(int(sys.argv[2]))
known = {}

def say(ticket):
    game, count = known[ticket]
    os.write(1, b"%d %d\\n" % (game, count))

with Journal.open(Path(sys.argv[1]), notices=lambda notice: None) as journal:
    journal.listen(say)
    found = journal.unfinished()
    game, count = (found.id, len(found.bodies)) if found else (0, 0)
    ticket = 0
    while True:
        if game == 0 or rng.random() < 0.01:
            if game:
                ticket += 1
                known[ticket] = game, count
                journal.finish(game, "over")
            ticket += 1
            known[ticket] = journal._next_game, 0
            game, count = journal.begin("{}", "now"), 0
        first, count = count, count + rng.randint(1, 5)
        entries = [f"{number} " + "x" * rng.randrange(300) for number in range(first, count)]
        ticket += 1
        known[ticket] = game, count
        assert journal.append(game, entries) == ticket
        if rng.random() < 0.7:
            journal.wait(ticket)
"""


@contextmanager
def running(path: Path, seed: int) -> Iterator[subprocess.Popen[bytes]]:
    program = [sys.executable, "-c", PROGRAM, str(path), str(seed)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def committed_until_killed(path: Path, rng: random.Random) -> dict[int, int]:
    """Kill the program at a random moment and return the entries of each game it had told of."""
    with running(path, rng.randrange(1_000_000)) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(rng.randint(1, 120))]
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    told = (line.split() for line in lines if line.endswith(b"\n"))
    return {int(game): int(count) for game, count in told}


def only_a_torn_tail(notice: JournalNotice) -> None:
    assert isinstance(notice, TornTail), notice.text


@pytest.mark.soak
def test_all_that_was_told_committed_is_there_after_a_kill(tmp_path: Path) -> None:
    rng = random.Random(2)
    told: dict[int, int] = {}
    for kill in range(KILLS):
        told |= committed_until_killed(tmp_path / "journal.sqlite3", rng)
        with Journal.open(tmp_path / "journal.sqlite3", notices=only_a_torn_tail) as journal:
            assert journal.check() == ()
            for game, count in told.items():
                numbers = [int(entry.split()[0]) for entry in journal.entries(game)]
                assert numbers == list(range(len(numbers))), (kill, game)
                assert len(numbers) >= count, (kill, game)
    assert sum(told.values()) > KILLS
