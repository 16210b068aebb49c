"""Boards for the makers: a shipped one by its name, or a file."""

from __future__ import annotations

from pathlib import Path

from firmware.board import Board, BoardError, load, shipped, shipped_names
from firmware.board_reading import Fault


def board_of(name: str) -> Board:
    """Return a board by its shipped name or its file; raises BoardError."""
    if name in shipped_names():
        return shipped(name)
    file = Path(name)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fault = Fault("file", None, str(error), "a shipped board, or a file in UTF-8")
        raise BoardError(name, (fault,)) from error
    return load(text, file.stem)
