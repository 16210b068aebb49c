"""The command line: help, versions, and wrong words, each answered in one message."""

from __future__ import annotations

import subprocess
import sys

import pytest

from firmware.cli import COMMANDS
from tests.firmware.cli.command import ringmaster

LEAVES = [
    ("run",),
    ("play",),
    ("journal",),
    ("journal", "list"),
    ("journal", "export"),
    ("journal", "import"),
    ("board",),
    ("board", "check"),
    ("board", "list"),
    ("enrol",),
    ("doctor",),
    ("bundle",),
    ("bench",),
    ("bench", "soak"),
    ("bench", "kills"),
    ("bench", "phones"),
]


def test_the_help_lists_every_command_with_a_sentence() -> None:
    ran = ringmaster("--help")

    assert ran.code == 0
    rows = {row.split()[0]: row for row in ran.out.partition("Commands:")[2].splitlines() if row}
    assert list(rows) == list(COMMANDS)
    assert all(len(row.split()) > 3 for row in rows.values())


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_has_a_help_of_its_own(words: tuple[str, ...]) -> None:
    ran = ringmaster(*words, "-h")

    assert ran.code == 0
    assert f"Usage: main {' '.join(words)}" in ran.out
    assert ran.out.splitlines()[2].strip()


def test_the_version_is_told() -> None:
    ran = ringmaster("--version")

    assert ran.code == 0
    assert "0.1.0" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fly",), "No such command 'fly'"),
        (("run", "--wings"), "No such option"),
        (("play",), "Missing argument 'FILE'"),
        (("journal", "burn"), "No such command 'burn'"),
        (("journal", "export", "seven"), "'seven' is not a valid integer"),
        (("bench", "soak", "--games", "0"), "not in the range x>=1"),
        (("bench", "phones", "--rate", "many"), "'many' is not a valid float"),
    ],
)
def test_a_wrong_word_is_told_and_ends_with_2(words: tuple[str, ...], told: str) -> None:
    ran = ringmaster(*words)

    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""


def test_the_package_is_the_command_too() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "firmware.cli", "board", "list"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ran.stdout.startswith("four_bells")
