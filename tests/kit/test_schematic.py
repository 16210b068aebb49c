"""The schematic: made without KiCad, and checked by it where it is installed."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.board import Board, ReaderPins, shipped, shipped_names
from firmware.board_uses import pin_uses
from hardware.make.circuit import Contact, circuit, nets
from hardware.make.kicad.check import (
    differences,
    exported_nets,
    lacking,
    main,
    read_nets,
    rule_violations,
)
from hardware.make.kicad.schematic import PROJECT, files, sheet
from hardware.make.kicad.sexpr import Form, Quoted, parts_of, text_of, uuid_of, written

STANDARD = shipped("standard")
SHEET = f"{PROJECT}.kicad_sch"
kicad = pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is missing")


def put(board: Board, folder: Path) -> Path:
    for name, text in files(board).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@kicad
@pytest.mark.parametrize("name", shipped_names())
def test_kicad_finds_no_violation_and_the_netlist_is_the_pin_table(
    name: str, tmp_path: Path
) -> None:
    board = shipped(name)
    folder = put(board, tmp_path)

    assert rule_violations(folder) == ()
    assert differences(board, exported_nets(folder)) == ()


@kicad
def test_a_board_with_all_eight_readers_fits_on_its_sheet(tmp_path: Path) -> None:
    names = ("centre", "tray", *(f"seat{number}" for number in range(1, 7)))
    selects = (8, 7, 5, 6, 2, 3, 20, 21)
    readers = tuple(ReaderPins(n, pin, 2, None) for n, pin in zip(names, selects, strict=True))
    board = replace(shipped("two_seats"), readers=readers)
    folder = put(board, tmp_path)

    assert rule_violations(folder) == ()
    assert differences(board, exported_nets(folder)) == ()


@kicad
def test_a_wire_to_the_wrong_label_is_found_by_the_comparison(tmp_path: Path) -> None:
    folder = put(STANDARD, tmp_path)
    text = (folder / SHEET).read_text(encoding="utf-8")
    swapped = text.replace('global_label "1.left"', 'global_label "@"', 1)
    swapped = swapped.replace('global_label "1.right"', 'global_label "1.left"', 1)
    (folder / SHEET).write_text(swapped.replace('"@"', '"1.right"'), encoding="utf-8")
    found = differences(STANDARD, exported_nets(folder))

    assert rule_violations(folder) == ()  # KiCad alone does not see it
    assert "header pin 11: the pin table has 1.left, the schematic 1.right" in found
    assert "header pin 13: the pin table has 1.right, the schematic 1.left" in found


@kicad
def test_a_label_that_nothing_else_has_is_a_violation(tmp_path: Path) -> None:
    folder = put(STANDARD, tmp_path)
    text = (folder / SHEET).read_text(encoding="utf-8")
    (folder / SHEET).write_text(text.replace('global_label "bell"', 'global_label "bel"', 1))

    assert rule_violations(folder)
    assert any(
        line.startswith("net bel:") for line in differences(STANDARD, exported_nets(folder))
    )


@kicad
def test_the_command_says_what_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert capsys.readouterr().out == (
        "schematic: 0 faults; KiCad's rules, its netlist, 26 pins of the table\n"
    )


def test_the_command_says_why_nothing_was_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)

    assert main() == 0
    assert capsys.readouterr().out.startswith("schematic: not checked, KiCad 9 (kicad-cli) is not")


def netlist(found: dict[str, frozenset[Contact]]) -> str:
    """Write nets as KiCad does."""
    rows = "".join(
        f'<net name="{name}">'
        + "".join(f'<node ref="{node.reference}" pin="{node.number}"/>' for node in nodes)
        + "</net>"
        for name, nodes in found.items()
    )
    return f"<export><nets>{rows}</nets></export>"


def test_a_netlist_that_equals_the_circuit_has_no_differences() -> None:
    lone = {"unconnected-(J1-Pad2)": frozenset({Contact("J1", 2)})}
    own = {
        f"/{name}" if name.endswith("_out") else name: contacts
        for name, contacts in nets(circuit(STANDARD)).items()
    }

    assert differences(STANDARD, read_nets(netlist(own | lone))) == ()


def test_a_net_that_is_missing_or_too_many_is_named() -> None:
    own = dict(nets(circuit(STANDARD)))
    own["horn"] = own.pop("sounder")
    found = differences(STANDARD, own)

    assert found == (
        "net horn: the board file has no such net, the schematic J1.32 R81.1",
        "net sounder: the board file has J1.32 R81.1, the schematic no such net",
        "header pin 32: the pin table has sounder, the schematic horn",
    )


def test_every_label_of_the_header_is_one_of_the_pin_table() -> None:
    labels = {text_of(label) for label in parts_of(sheet(STANDARD), "global_label")}
    parts = {use.part.replace(" ", "_") for use in pin_uses(STANDARD)}

    assert labels == parts | {"GND", "3V3"}


@pytest.mark.parametrize("name", shipped_names())
def test_everything_sits_on_kicads_grid(name: str) -> None:
    drawn = sheet(shipped(name))
    points = [point for wire in parts_of(drawn, "wire") for point in parts_of(wire[1], "xy")]  # type: ignore[arg-type]
    places = [part for word in ("symbol", "no_connect") for part in parts_of(drawn, word)]
    numbers = [number for point in points for number in point[1:]]
    numbers += [number for part in places for number in parts_of(part, "at")[0][1:3]]

    assert len(points) > 40
    off = [number for number in numbers if round(float(number) / 1.27, 6) % 1]  # type: ignore[arg-type]
    assert off == []


def test_no_uuid_is_given_twice() -> None:
    found = re.findall(r'\(uuid "([^"]+)"\)', files(STANDARD)[SHEET])

    assert len(found) > 300
    assert len(set(found)) == len(found)


def test_the_project_opens_by_its_own_name() -> None:
    project = json.loads(files(STANDARD)[f"{PROJECT}.kicad_pro"])

    assert project["meta"]["filename"] == f"{PROJECT}.kicad_pro"
    assert "${KIPRJMOD}/ringmaster.kicad_sym" in files(STANDARD)["sym-lib-table"]


def test_the_picture_shows_every_part_by_its_reference() -> None:
    drawn = files(STANDARD)[f"{PROJECT}.svg"]

    for part in circuit(STANDARD):
        assert f">{part.reference}</text>" in drawn


def test_a_form_is_written_with_its_quotes_and_without_a_negative_nought() -> None:
    form: Form = ("at", -0.0, 1.27, Quoted('a "b"\\\n'))

    assert written(form) == '(at 0 1.27 "a \\"b\\"\\\\\\n")'


def test_a_uuid_is_the_same_for_the_same_thing_alone() -> None:
    assert uuid_of("R11", 1) == uuid_of("R11", 1) != uuid_of("R11", 2)
