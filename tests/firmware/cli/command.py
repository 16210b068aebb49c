"""Runs `ringmaster` in this process, with its output and exit code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from firmware.cli import main


@dataclass(frozen=True)
class Ran:
    """Holds what a command printed and how it ended."""

    code: int
    out: str
    err: str


def ringmaster(*arguments: str | Path, typed: str = "") -> Ran:
    """Run a command; an exception that it did not mean is raised here."""
    result: Any = CliRunner().invoke(main, [str(one) for one in arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)
