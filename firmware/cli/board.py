"""`ringmaster board list|check`: the shipped boards, and every rule of a board's pins."""

from __future__ import annotations

import click

from firmware.board import shipped_names
from firmware.board_check import Severity, findings
from firmware.cli.boards import board_of


@click.group("board")
def command() -> None:
    """Check the pin table of a kit."""


@command.command("list")
def list_boards() -> None:
    """List the boards that come with the program."""
    for name in shipped_names():
        board = board_of(name)
        readers = ", ".join(reader.name for reader in board.readers)
        click.echo(f"{name:<12} {len(board.seats)} seats; readers: {readers}")


@command.command("check")
@click.argument("board", default="standard")
def check(board: str) -> None:
    """Check BOARD (a shipped name or a .toml file); exits with 1 if it cannot work."""
    found = findings(board_of(board))
    for finding in found:
        click.echo(str(finding))
    errors = sum(finding.severity is Severity.ERROR for finding in found)
    click.echo(f"{board}: {errors} errors, {len(found) - errors} warnings")
    if errors:
        raise SystemExit(1)
