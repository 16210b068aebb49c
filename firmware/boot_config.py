"""Boot configuration: the lines of config.txt that a board needs, kept between two markers.

    python -m firmware.boot_config --board standard /boot/firmware/config.txt

puts them there, `--remove` takes them away again. Lines elsewhere in the file that would take a
pin from the board are turned into comments, and come back with `--remove`. Prints `changed` or
`same`: after a change the Pi has to be started anew.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from firmware.board import Board, load, shipped, shipped_names
from firmware.board_tables import config_lines

BEGIN = "# ringmaster: begin (made from the board file by firmware.boot_config)"
END = "# ringmaster: end"
OFF = "# ringmaster: off: "
BLOCK = re.compile(rf"\n?^{re.escape(BEGIN)}$.*?^{re.escape(END)}$\n?", re.DOTALL | re.MULTILINE)
SETTING = re.compile(r"^\s*((?:dtparam|dtoverlay)=[a-z0-9_-]+|[a-z0-9_]+)\s*(?:=|,|$)")


def merged(text: str, board: Board) -> str:
    """Return a config.txt with the board's lines, and without what contradicts them."""
    lines = config_lines(board)
    unwanted = {_setting(line) for line in lines} | _taking_pins(board)
    kept = [
        OFF + line if _setting(line) in unwanted else line for line in without(text).splitlines()
    ]
    # [all], because what stands before may be for one model of Pi only.
    return "\n".join([*kept, "", BEGIN, "[all]", *lines, END, ""])


def without(text: str) -> str:
    """Return a config.txt as it was before `merged`."""
    lines = BLOCK.sub("", text).splitlines()
    return "".join(f"{line.removeprefix(OFF)}\n" for line in lines)


def _setting(line: str) -> str:
    found = SETTING.match(line)
    return found[1] if found else ""


def _taking_pins(board: Board) -> set[str]:
    """Return the settings that would take pins which the board gives to seats or bell."""
    uses = board.uses
    return {
        name
        for name, is_used in (
            ("dtparam=i2c_arm", uses.i2c),
            ("dtparam=i2c", uses.i2c),
            ("dtoverlay=w1-gpio", uses.one_wire),
        )
        if not is_used
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Rewrite the config.txt named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m firmware.boot_config", description=__doc__)
    parser.add_argument("--board", default="standard", help="a shipped board, or a file")
    parser.add_argument("--remove", action="store_true", help="take the lines away again")
    parser.add_argument("file", type=Path, help="the Pi's config.txt")
    asked = parser.parse_args(arguments)
    before = asked.file.read_text(encoding="utf-8")
    after = without(before) if asked.remove else merged(before, _board(asked.board))
    if after != before:
        _write(asked.file, after)
    print("same" if after == before else "changed")  # noqa: T201 - the installer reads it


def _board(name: str) -> Board:
    if name in shipped_names():
        return shipped(name)
    return load(Path(name).read_text(encoding="utf-8"), name)


def _write(file: Path, text: str) -> None:
    """Write so that a cut leaves the old file or the new one: a Pi without it does not start."""
    partial = file.with_name(f"{file.name}.new")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


if __name__ == "__main__":
    main()
