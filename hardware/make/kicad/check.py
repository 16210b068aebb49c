"""KiCad's own word on the schematic: its electrical rules, and its netlist against the pin table.

`python -m hardware.make.kicad.check` looks at the files in `hardware/pcb`; it needs `kicad-cli` of
KiCad 9.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

from firmware.board import Board, shipped
from firmware.board_uses import HEADER_POSITIONS, pin_uses
from hardware.make.circuit import HEADER, Contact, circuit, net_name, nets
from hardware.make.kicad.schematic import PROJECT

FOLDER = Path(__file__).parents[2] / "pcb"
OLDEST = 9
Nets = Mapping[str, frozenset[Contact]]


def lacking() -> str:
    """Say why the schematic cannot be checked here, empty if it can."""
    if shutil.which("kicad-cli") is None:
        return f"KiCad {OLDEST} (kicad-cli) is not installed: see hardware/pcb/README.md"
    version = _kicad("version").strip()
    is_old = int(version.partition(".")[0]) < OLDEST
    return f"KiCad {version} is older than {OLDEST}" if is_old else ""


def rule_violations(folder: Path = FOLDER) -> tuple[str, ...]:
    """Run KiCad's electrical rules check, warnings and all; return each violation in a line."""
    with tempfile.TemporaryDirectory() as made:
        report = Path(made, "erc.rpt")
        _kicad("sch", "erc", "--severity-all", f"--output={report}", _sheet(folder))
        return tuple(
            re.findall(r"^\[\w+\]: .*$", report.read_text(encoding="utf-8"), re.MULTILINE)
        )


def exported_nets(folder: Path = FOLDER) -> Nets:
    """Let KiCad export the netlist and read it: the contacts of each net."""
    with tempfile.TemporaryDirectory() as made:
        exported = Path(made, "netlist.xml")
        asked = "--format=kicadxml", f"--output={exported}"
        _kicad("sch", "export", "netlist", *asked, _sheet(folder))
        return read_nets(exported.read_text(encoding="utf-8"))


def read_nets(text: str) -> Nets:
    """Read KiCad's netlist in XML; contacts that hang on nothing are left out."""
    found = {}
    for net in ET.fromstring(text).iter("net"):  # noqa: S314 - our own KiCad wrote it
        contacts = frozenset(
            Contact(node.get("ref", ""), int(node.get("pin", ""))) for node in net.iter("node")
        )
        if not net.get("name", "").startswith("unconnected-"):
            found[net.get("name", "").removeprefix("/")] = contacts
    return found


def differences(board: Board, found: Nets) -> tuple[str, ...]:
    """Say where a netlist differs from the circuit of a board, and from its pin table."""
    wanted = nets(circuit(board))
    return (
        *(
            f"net {name}: the board file has {_shown(wanted.get(name))},"
            f" the schematic {_shown(found.get(name))}"
            for name in sorted({*wanted, *found})
            if wanted.get(name) != found.get(name)
        ),
        *_differences_of_the_header(board, found),
    )


def _differences_of_the_header(board: Board, found: Nets) -> tuple[str, ...]:
    at = {contact: name for name, contacts in found.items() for contact in contacts}
    table = {HEADER_POSITIONS[use.pin]: net_name(use.part) for use in pin_uses(board)}
    return tuple(
        f"header pin {position}: the pin table has {net}, the schematic {at.get(contact)}"
        for position, net in sorted(table.items())
        if at.get(contact := Contact(HEADER, position)) != net
    )


def _shown(contacts: frozenset[Contact] | None) -> str:
    if contacts is None:
        return "no such net"
    return " ".join(f"{contact.reference}.{contact.number}" for contact in sorted(contacts))


def _sheet(folder: Path) -> str:
    return str(folder / f"{PROJECT}.kicad_sch")


def _kicad(*asked: str) -> str:
    command = ["kicad-cli", *asked]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return ran.stdout


def main() -> int:
    """Check and say what was found; return 0 if all is well or nothing could be checked."""
    if why := lacking():
        sys.stdout.write(f"schematic: not checked, {why}\n")
        return 0
    board = shipped("standard")
    wrong = (*rule_violations(), *differences(board, exported_nets()))
    for line in wrong:
        sys.stdout.write(f"{line}\n")
    count = len(pin_uses(board))
    sys.stdout.write(
        f"schematic: {len(wrong)} faults; KiCad's rules, its netlist, {count} pins of the table\n"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
