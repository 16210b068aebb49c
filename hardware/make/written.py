"""Every file that is made from the board, by its place in the repository."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware.board import Board
from firmware.board_tables import TABLES
from hardware.make import harness, header
from hardware.make.bom import bom, bom_table
from hardware.make.cables import Sheet, cables_table, sheets
from hardware.make.kicad import schematic

ROOT = Path(__file__).parents[2]
WIRING = "wiring.md"
MARKER = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
WIRING_TABLES: Mapping[str, Callable[[Board], str]] = {
    **TABLES,
    "buy": bom_table,
    "cables": cables_table,
}


def plain_files(board: Board) -> dict[str, str]:
    """Make all that needs Python alone; wiring.md is read, and its tables made anew."""
    wiring = (ROOT / WIRING).read_text(encoding="utf-8")
    return {
        WIRING: rewritten(wiring, board),
        "hardware/bom.csv": bom(board),
        "hardware/harness/header.svg": header.picture(board),
        **{f"hardware/pcb/{name}": text for name, text in schematic.files(board).items()},
    }


def harness_lists(board: Board) -> dict[str, str]:
    """Make the harness's lists, which need WireViz."""
    return {_of_harness(sheet, "tsv"): harness.parts_list(board, sheet) for sheet in sheets(board)}


def harness_pictures(board: Board) -> dict[str, str]:
    """Make the harness's pictures, which need WireViz and graphviz."""
    return {_of_harness(sheet, "svg"): harness.picture(board, sheet) for sheet in sheets(board)}


def rewritten(text: str, board: Board) -> str:
    """Return a text with each table between markers made anew; KeyError for an unknown one."""
    return MARKER.sub(lambda found: f"{found[1]}{WIRING_TABLES[found[2]](board)}{found[3]}", text)


def _of_harness(sheet: Sheet, ending: str) -> str:
    return f"hardware/harness/{sheet.value}.{ending}"
