"""The harness, drawn by WireViz on three sheets, with a list of what each sheet needs.

The list needs WireViz alone; the picture needs graphviz too. Both come out the same, byte for
byte, wherever the same versions run: graphviz sees one font only, which is where it is not stable.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware.board import Board
from hardware.make.cables import RIBBON, Cable, Sheet, Wire, cables

FONT = "DejaVu Sans"
FONT_FILE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
FONTS = "<fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir></fontconfig>"
# What a browser without that font may take, of nearly the same width.
FALLBACK = f"{FONT},Verdana,sans-serif"
CODES = {
    "black": "BK", "white": "WH", "green": "GN", "yellow": "YE", "blue": "BU",
    "brown": "BN", "red": "RD", "orange": "OG", "violet": "VT", "grey": "GY",
}  # fmt: skip
TITLES = {
    Sheet.READERS: "Cables of the readers",
    Sheet.SEATS: "Cables of the seats",
    Sheet.BELL_AND_SOUNDER: "Cables of bell and sounder",
}
NOTES = {
    "pad": "buttons: their contact to GND\nLED: long leg to LIGHT, short leg to GND",
    "module": "SCK lies between two grounds\nIRQ stays open; 3.3 V only",
    "contact": "isolated from the brass",
    "piezo": "a passive one",
}


def lacking() -> str:
    """Say what is missing to draw the pictures, empty if nothing is."""
    if shutil.which("dot") is None:
        return "graphviz (dot) is not installed: apt install graphviz"
    return "" if FONT_FILE.is_file() else f"no {FONT_FILE}: apt install fonts-dejavu-core"


def picture(board: Board, sheet: Sheet) -> str:
    """Draw one sheet as SVG; raises CalledProcessError if graphviz fails."""
    source = _without_echoes(board, sheet, _harness(board, sheet).graph.source)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, FONT_FILE.name).symlink_to(FONT_FILE)
        fonts = Path(folder, "fonts.conf")
        fonts.write_text(FONTS.format(folder=folder), encoding="utf-8")
        drawn = subprocess.run(  # noqa: S603 - our own drawing
            [str(shutil.which("dot")), "-Tsvg"],
            input=source,
            capture_output=True,
            check=True,
            text=True,
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
        )
    return drawn.stdout.replace(f'font-family="{FONT}"', f'font-family="{FALLBACK}"')


def parts_list(board: Board, sheet: Sheet) -> str:
    """List the plugs and cables of one sheet as tab-separated text."""
    from wireviz.wv_bom import bom_list  # noqa: PLC0415

    rows: Sequence[Sequence[Any]] = bom_list(_harness(board, sheet).bom())
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def _without_echoes(board: Board, sheet: Sheet, source: str) -> str:
    """Leave out what WireViz says again inside a cable: the names of both its ends."""
    for cable in cables(board):
        if cable.sheet is sheet:
            for wire in cable.wires:
                near = f"{cable.plug}:{wire.number}:{_near(wire)}"
                far = f"{_far_name(cable)}:{_far_number(cable, wire)}:{wire.far}"
                for echo in (near, far):
                    source = source.replace(f"<td>{echo}</td>", "<td></td>")
    return source


def _harness(board: Board, sheet: Sheet) -> Any:
    # Loaded here: all else in this package works without WireViz.
    from wireviz.wireviz import parse  # noqa: PLC0415

    # graphviz stacks from below.
    drawn = [cable for cable in reversed(cables(board)) if cable.sheet is sheet]
    return parse(_source(drawn, sheet), return_types="harness")


def _source(drawn: Sequence[Cable], sheet: Sheet) -> dict[str, Any]:
    return {
        "metadata": {"title": TITLES[sheet]},
        "options": {"fontname": FONT, "color_mode": "full"},
        "connectors": {name: end for cable in drawn for name, end in _ends(cable).items()},
        "cables": {cable.name: _cable(cable) for cable in drawn},
        "connections": [_connection(cable) for cable in drawn],
    }


def _ends(cable: Cable) -> dict[str, Any]:
    count = len(cable.wires)
    plug = {
        "type": f"{count}-way plug on the junction board",
        "pinlabels": [_near(wire) for wire in cable.wires],
        "show_pincount": False,
    }
    kind = cable.far_end.partition(", ")[2]
    far = {
        "type": f"{kind}, {len(cable.far_contacts)} contacts",
        "pinlabels": list(cable.far_contacts),
        "notes": NOTES[kind],
        "show_pincount": False,
        "ignore_in_bom": True,
    }
    return {cable.plug: plug, _far_name(cable): far}


def _cable(cable: Cable) -> dict[str, Any]:
    is_ribbon = cable.wires[0].colour == RIBBON[0]
    return {
        "type": "ribbon" if is_ribbon else "flexible cable",
        "colors": [CODES[wire.colour] for wire in cable.wires],
        "length": cable.length_cm / 100,
    }


def _connection(cable: Cable) -> list[dict[str, list[int]]]:
    numbers = [wire.number for wire in cable.wires]
    far = [_far_number(cable, wire) for wire in cable.wires]
    return [{cable.plug: numbers}, {cable.name: numbers}, {_far_name(cable): far}]


def _near(wire: Wire) -> str:
    return f"{wire.near.removesuffix(' 2')}: {wire.source}"


def _far_number(cable: Cable, wire: Wire) -> int:
    return cable.far_contacts.index(wire.far) + 1


def _far_name(cable: Cable) -> str:
    return cable.far_end.partition(",")[0].upper()
