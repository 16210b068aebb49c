"""`python -m hardware.make`: writes tables, parts list, pictures and schematic anew.

`--into FOLDER` writes them elsewhere, and `--board NAME|FILE` takes another board; wiring.md is
then that of the repository with the other board's tables.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware.board import Board, BoardError
from firmware.board_check import Severity, findings
from hardware.make import harness
from hardware.make.boards import board_of
from hardware.make.written import ROOT, harness_lists, harness_pictures, plain_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Write every file; return 1 for a board that cannot work."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make", description=__doc__)
    parser.add_argument("--board", help="a shipped board or a file; the standard one without it")
    parser.add_argument("--into", type=Path, default=ROOT, help="the folder to write into")
    asked = parser.parse_args(arguments)
    if asked.board and asked.into == ROOT:
        parser.error("--board needs --into: the files kept here are those of the standard board")
    try:
        board = board_of(asked.board or "standard")
    except BoardError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    wrong = [found for found in findings(board) if found.severity is Severity.ERROR]
    for finding in wrong:
        sys.stderr.write(f"{finding}\n")
    if not wrong:
        _write(asked.into, {**plain_files(board), **_harness(board)})
    return int(bool(wrong))


def _harness(board: Board) -> dict[str, str]:
    try:
        lists = harness_lists(board)
    except ImportError:
        sys.stderr.write("no harness: WireViz is not installed (pip install wireviz)\n")
        return {}
    if why := harness.lacking():
        sys.stderr.write(f"no pictures of the harness: {why}\n")
        return lists
    return {**lists, **harness_pictures(board)}


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{file.relative_to(folder)}\n")


if __name__ == "__main__":
    raise SystemExit(main())
