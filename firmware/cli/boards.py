"""Boards for the command line: a shipped one by its name, or a file."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.board import Board, BoardError, load, shipped, shipped_names
from firmware.cli.reading import fail, read_text

# Where the kit is installed as a service, its settings name the board for every command.
board_option = click.option(
    "--board",
    "board_name",
    default="standard",
    show_default=True,
    envvar="RINGMASTER_BOARD",
    show_envvar=True,
)


def board_of(name: str) -> Board:
    """Return a board by its shipped name or its file; ends the program with 2 if it is wrong."""
    try:
        if name in shipped_names():
            return shipped(name)
        if not name.endswith(".toml"):
            known = ", ".join(shipped_names())
            fail(f"--board {name}: no such board (allowed: {known}, or a .toml file)")
        return load(read_text(Path(name)), name)
    except BoardError as error:
        fail(str(error))
