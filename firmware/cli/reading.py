"""Reading for the command line: files as text, and the one way to end with a message."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

BYTE_ORDER_MARK = "\ufeff"
LONGEST_FILE = 64 * 1024 * 1024


def read_text(file: Path) -> str:
    """Return a file's text (`-` is standard input); ends the program with 2 if it has none."""
    try:
        if str(file) == "-":
            return sys.stdin.read(LONGEST_FILE)
        with file.open("rb") as source:  # by size alone a device or a pipe would never end
            found = source.read(LONGEST_FILE + 1)
        if len(found) > LONGEST_FILE:
            fail(f"{file}: longer than {LONGEST_FILE // 2**20} MiB")
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        fail(f"{file}: not UTF-8 (byte {error.start})")
    except OSError as error:
        fail(f"{file}: {error.strerror or error}")
    if text.startswith(BYTE_ORDER_MARK):
        fail(f"{file}: line 1: begins with a byte order mark; save it as UTF-8 without one")
    return text


def fail(message: str) -> NoReturn:
    """End the program with 2 and a message."""
    click.echo(message, err=True)
    raise SystemExit(2)
