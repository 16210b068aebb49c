"""wiring.md, parts list, header and schematic say what the standard board says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from firmware.board import shipped
from hardware.make.enclosure import ASSEMBLIES, PARTS
from hardware.make.written import MARKER, WIRING_TABLES, plain_files, rewritten
from tests.firmware.cli.command import ringmaster
from tests.kit.kept import CURE, ROOT, kept

STANDARD = shipped("standard")
WIRING = kept("wiring.md")


@pytest.mark.parametrize("name", plain_files(STANDARD))
def test_every_file_that_the_board_makes_is_up_to_date(name: str) -> None:
    assert kept(name) == plain_files(STANDARD)[name], CURE


def test_wiring_md_shows_every_table() -> None:
    assert {found[2] for found in MARKER.finditer(WIRING)} == set(WIRING_TABLES)


def test_only_what_is_between_markers_is_made_anew() -> None:
    text = "before\n<!-- table: config -->\nold\n<!-- end -->\nafter\n"
    made = rewritten(text, STANDARD)

    assert made.startswith("before\n<!-- table: config -->\n```\ndtparam=spi=on\n")
    assert made.endswith("```\n<!-- end -->\nafter\n")
    assert rewritten(made, STANDARD) == made


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="colours"):
        rewritten("<!-- table: colours -->\n<!-- end -->", STANDARD)


def test_wiring_md_admits_that_nothing_was_built() -> None:
    assert "has been built on real hardware yet" in WIRING


def test_every_picture_and_page_that_wiring_md_shows_is_there() -> None:
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)#][^)]*)\)", WIRING)]

    assert len(links) >= 5
    assert [link for link in links if not (ROOT / link).is_file()] == []


@pytest.mark.parametrize("part", [*PARTS, *ASSEMBLIES])
def test_wiring_md_shows_every_printed_part(part: str) -> None:
    assert f"](hardware/enclosure/{part}.png)" in WIRING


def test_every_jump_on_the_page_has_its_heading() -> None:
    headings = {_anchor(found) for found in re.findall(r"^#+ (.*)$", WIRING, re.MULTILINE)}
    jumps = re.findall(r"\]\(#([^)]+)\)", WIRING)

    assert jumps
    assert [jump for jump in jumps if jump not in headings] == []


def _anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def test_first_light_names_the_doctors_own_lines() -> None:
    ran = ringmaster("doctor", "--mock", "--walk", "--json")
    parts = {json.loads(row)["part"] for row in ran.out.splitlines()}
    steps = WIRING.split("## First light")[1].split("### ")[0].splitlines()
    rows = [row.split("|") for row in steps if re.match(r"\| [4-9] |\| 10 ", row)]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row[4])}

    assert len(rows) == 7
    assert {"1.left", "bell", "sounder", "reader tray", "card on centre"} <= named
    assert named <= parts


def test_the_resistors_and_plugs_that_the_page_names_are_those_of_the_circuit() -> None:
    said = set(re.findall(r"\b[RCD]\d\d\b", WIRING.split("<!-- table: cables -->")[0]))
    drawn = set(re.findall(r"\b[RCD]\d\d\b", kept("hardware/bom.csv")))

    assert said
    assert said <= drawn


@pytest.mark.parametrize("folder", ["harness", "pcb"])
def test_a_folder_says_of_each_file_what_it_is(folder: str) -> None:
    place = ROOT / "hardware" / folder
    told = (place / "README.md").read_text(encoding="utf-8")
    files = [file.name for file in place.iterdir() if file.suffix not in {".md", ".kicad_prl"}]

    assert files
    assert [name for name in files if f"`{name}`" not in told] == []


def test_every_folder_of_the_hardware_is_explained() -> None:
    told = kept("hardware/README.md")
    folders = [place for place in (ROOT / "hardware").iterdir() if _is_kept_folder(place)]

    assert [place.name for place in folders if f"`{place.name}/`" not in told] == []


def _is_kept_folder(place: Path) -> bool:
    return place.is_dir() and not place.name.startswith(("_", "."))
