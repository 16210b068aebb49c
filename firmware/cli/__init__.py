"""The command line: `ringmaster run`, `play`, `journal`, `board`, `enrol`, `doctor`, and on.

Exit codes: 0 all is well, 1 an expectation or a check failed, 2 the input is not valid.
Each command imports what it needs when it runs, so that every one of them starts fast.
"""

from __future__ import annotations

import importlib
from typing import Any

import click

COMMANDS = {
    "run": "firmware.cli.run",
    "play": "firmware.cli.play",
    "journal": "firmware.cli.journal",
    "board": "firmware.cli.board",
    "enrol": "firmware.cli.enrol",
    "doctor": "firmware.cli.doctor",
    "bundle": "firmware.cli.bundle",
    "bench": "firmware.cli.bench",
}


class LazyGroup(click.Group):
    """Loads a command's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order that a newcomer meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of that name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: Any = importlib.import_module(COMMANDS[cmd_name]).command
        return command if isinstance(command, click.Command) else None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ringmaster")
def main() -> None:
    """Referee real tabletop games: cards, buttons, a bell, and fair timing."""
