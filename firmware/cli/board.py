"""`ringmaster board list|check|wiring|config`: pin tables, their rules, and what follows."""

from __future__ import annotations

import click

from firmware.board import shipped_names
from firmware.board_check import Severity, findings
from firmware.board_spare import given_back
from firmware.board_tables import TABLES, config_lines
from firmware.cli.boards import board_of

WIRING = {
    "pins": "Every pin",
    "seats": "Seats",
    "readers": "Readers",
    "currents": "Levels and currents",
    "config": "config.txt",
}


@click.group("board")
def command() -> None:
    """Check the pin table of a kit, and print its wiring."""


@command.command("list")
def list_boards() -> None:
    """List the boards that come with the program, and what each gives back."""
    for name in shipped_names():
        board = board_of(name)
        readers = ", ".join(reader.name for reader in board.readers)
        spare = "; ".join(map(str, given_back(board))) or "nothing: every pin is taken"
        click.echo(f"{name:<12} {len(board.seats)} seats; readers: {readers}; gives back {spare}")


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


@command.command("wiring")
@click.argument("board", default="standard")
def wiring(board: str) -> None:
    """Print the wiring tables of BOARD (a shipped name or a .toml file) as Markdown."""
    read = board_of(board)
    click.echo(f"# Wiring: {read.title}")
    for name, title in WIRING.items():
        click.echo(f"\n## {title}\n\n{TABLES[name](read)}", nl=False)


@command.command("config")
@click.argument("board", default="standard")
def config(board: str) -> None:
    """Print the lines of config.txt that BOARD (a shipped name or a .toml file) needs."""
    for line in config_lines(board_of(board)):
        click.echo(line)
