"""wiring.md and the bill of materials say what the standard board says."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.board import shipped
from firmware.board_tables import MARKER, TABLES, bom, rewritten

ROOT = Path(__file__).parents[2]
CURE = "run: python -m firmware.board_tables --write wiring.md --bom hardware/bom.csv"


def test_wiring_md_is_up_to_date() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")

    assert text == rewritten(text, shipped("standard")), CURE


def test_wiring_md_shows_every_table() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")

    assert {found[2] for found in MARKER.finditer(text)} == set(TABLES)


def test_the_bill_of_materials_is_up_to_date() -> None:
    kept = (ROOT / "hardware" / "bom.csv").read_text(encoding="utf-8")

    assert kept == bom(shipped("standard")), CURE


def test_wiring_md_admits_that_nothing_was_built() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")

    assert "has been built on real hardware yet" in text


@pytest.mark.parametrize("name", ["harness", "enclosure", "pcb", "tag-sheets", "service"])
def test_every_hardware_folder_says_what_is_there(name: str) -> None:
    text = (ROOT / "hardware" / name / "README.md").read_text(encoding="utf-8")

    assert "Will hold" in text
    assert "Now: nothing" in text
