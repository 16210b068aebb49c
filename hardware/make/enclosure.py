"""The enclosure's parameters, made from a board and `dimensions.toml`, and the size of each part.

    python -m hardware.make.enclosure            # writes params.scad
    python -m hardware.make.enclosure --stl FOLDER --pictures

renders the parts too: STL files need OpenSCAD, pictures also xvfb-run. STL files are not kept:
each run orders their facets anew. With `--board NAME|FILE` they are another board's, and no file
that is kept changes.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware.board import Board, BoardError
from hardware.make.boards import board_of
from hardware.make.cables import Sheet, cables

FOLDER = Path(__file__).parents[1] / "enclosure"
DRAWN_FROM = FOLDER / "pictures.sha256"
PARTS = (
    "box",
    "lid",
    "seat_pad",
    "seat_hood",
    "bell_mount",
    "reader_tray",
    "card_frame",
    "antenna_spacer",
)
HEAD = "// Made by python -m hardware.make.enclosure from the board and dimensions.toml.\n"
GAP = 6  # between what lies in the box, and around it
TONGUE = 2.4
SPACER = (12, 3, 8)  # width, thickness, and how far it goes into a tray
SHOULDER = 20
ASSEMBLIES = ("seat",)  # drawn only, to show how parts go together
CAMERA = "0,0,0,58,0,28,0"  # from in front and above

Size = tuple[float, float, float]
Values = Mapping[str, float]


def values(board: Board) -> dict[str, float]:
    """Return every dimension as `table_key`, and what the board decides."""
    tables = tomllib.loads((FOLDER / "dimensions.toml").read_text(encoding="utf-8"))
    found = {
        f"{table}_{key}": value for table, keys in tables.items() for key, value in keys.items()
    }
    drawn = cables(board)
    ribbons = sum(cable.sheet is Sheet.READERS for cable in drawn)
    return found | {
        "seat_count": len(board.seats),
        "cable_count": len(drawn) - ribbons,
        "ribbon_count": ribbons,
        "has_sounder": board.sounder is not None,
        "has_own_bells": any(seat.bell is not None for seat in board.seats),
    }


def sizes(board: Board) -> dict[str, Size]:
    """Return how large each part is, in mm along x, y and z."""
    v = values(board)
    wall, floor = v["print_wall"], v["print_floor"]
    inner_x = v["junction_length"] + v["pi_length"] + 3 * GAP
    inner_y = v["junction_width"] + 2 * GAP
    outer = (inner_x + 2 * wall, inner_y + 2 * wall)
    pad, bell = pad_size(v), v["bell_diameter"] + 2 * (wall + v["print_play"])
    return {
        "box": (*outer, floor + v["pi_standoff"] + 1.6 + v["pi_height"] + GAP),
        "lid": (*outer, floor + (5 if v["has_sounder"] else 4)),
        "seat_pad": pad,
        "seat_hood": (pad[0] - 18 + TONGUE, 57, v["hood_height"] + floor),
        "bell_mount": (bell, bell, v["bell_height"]),
        "reader_tray": tray_size(v),
        "card_frame": (*tray_size(v)[:2], v["card_rim"]),
        "antenna_spacer": spacer_size(v),
    }


def pad_size(v: Values) -> Size:
    """Return a seat pad's size: room for two buttons under a hood, and the light behind it."""
    deep = 96 if v["has_own_bells"] else 84
    return (v["button_pitch"] + v["button_hole"] + 48, deep, v["print_floor"] + v["button_depth"])


def tray_size(v: Values) -> Size:
    """Return a reader tray's size: a card within its frame, and the free room below the module."""
    around = 2 * (v["print_wall"] + v["print_play"] + 4)
    deep = v["reader_window"] + v["reader_height"] + v["reader_to_metal"]
    return (v["card_length"] + around, v["card_width"] + around, deep)


def spacer_size(v: Values) -> Size:
    """Return the spacer's size: the gap between the trays, and a tab into each."""
    return (v["reader_antenna_gap"] + 2 * SPACER[2], SHOULDER, SPACER[1])


def params(board: Board) -> str:
    """Return params.scad."""
    v = values(board)
    names = {"print_wall": "wall", "print_floor": "floor_", "print_play": "play"}
    lines = [f"{names.get(name, name)} = {_scad(value)};" for name, value in v.items()]
    lines += [
        f"gap = {GAP};",
        f"hood_tongue = {TONGUE};",
        f"spacer_width = {SPACER[0]};",
        f"spacer_thickness = {SPACER[1]};",
        f"spacer_tab = {SPACER[2]};",
        f"seat_pad_size = {_scad(pad_size(v))};",
        f"reader_tray_size = {_scad(tray_size(v))};",
        f"spacer_size = {_scad(spacer_size(v))};",
    ]
    return HEAD + "".join(f"{line}\n" for line in lines)


def _scad(value: float | Sequence[float]) -> str:
    if isinstance(value, Sequence):
        return f"[{', '.join(_scad(one) for one in value)}]"
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"


def render(part: str, file: Path, *options: str, source: Path = FOLDER) -> None:
    """Render a part to a file, whose ending says what it becomes; raises RuntimeError."""
    command = ["openscad", "--hardwarnings", *options, "-o", str(file), f"{part}.scad"]
    if file.suffix == ".png":
        command = ["xvfb-run", "--auto-servernum", *command]
    ran = subprocess.run(  # noqa: S603 - our own words
        command, cwd=source, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"openscad cannot render {part}.scad:\n{ran.stderr}")


def picture(part: str, file: Path) -> None:
    """Draw a part, or an assembly, as PNG."""
    look = ("--camera", CAMERA, "--viewall", "--autocenter", "--imgsize=900,650", "--render")
    render(part, file, *look, "--colorscheme=Tomorrow")


def shapes_digest() -> str:
    """Return a digest of all shapes and parameters: pictures drawn from others are out of date."""
    digest = hashlib.sha256()
    for file in sorted(FOLDER.glob("*.scad")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"{digest.hexdigest()}\n"


def lacking(*tools: str) -> str:
    """Return which of these tools are not installed, or nothing."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return f"{', '.join(missing)} not installed" if missing else ""


def main(arguments: Sequence[str] | None = None) -> None:
    """Write params.scad, and whatever else was asked for."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make.enclosure", description=__doc__)
    parser.add_argument("--stl", type=Path, help="a folder for the files to print")
    parser.add_argument("--pictures", action="store_true", help="draw the parts anew")
    parser.add_argument("--board", help="a shipped board or a file; needs --stl")
    asked = parser.parse_args(arguments)
    if asked.board and (asked.pictures or not asked.stl):
        parser.error("--board needs --stl, and no --pictures: those kept are the standard's")
    try:
        board = board_of(asked.board or "standard")
    except BoardError as error:
        parser.error(str(error))
    if not asked.board:
        (FOLDER / "params.scad").write_text(params(board), encoding="utf-8")
    if asked.stl:
        render_all(board, asked.stl)
    if asked.pictures:
        for part in (*PARTS, *ASSEMBLIES):
            picture(part, FOLDER / f"{part}.png")
        DRAWN_FROM.write_text(shapes_digest(), encoding="ascii")


def render_all(board: Board, into: Path) -> None:
    """Render every part of a board's kit as STL; raises RuntimeError."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        for file in FOLDER.glob("*.scad"):
            shutil.copy(file, source)
        (source / "params.scad").write_text(params(board), encoding="utf-8")
        for part in PARTS:
            render(part, into.absolute() / f"{part}.stl", source=source)


if __name__ == "__main__":
    main()
