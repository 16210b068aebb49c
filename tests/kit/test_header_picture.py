"""The picture of the header: every pin, in words and in colour."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from firmware.board import load, shipped, shipped_names
from firmware.board_uses import HEADER_POSITIONS, pin_uses
from hardware.make.header import picture

SVG = "{http://www.w3.org/2000/svg}"


def words(text: str) -> list[str]:
    drawing = ET.fromstring(text)  # noqa: S314 - we have drawn it
    return [found.text or "" for found in drawing.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", shipped_names())
def test_every_position_and_every_use_is_named(name: str) -> None:
    board = shipped(name)
    found = words(picture(board))
    uses = {use.pin: use.part for use in pin_uses(board)}

    assert [str(position) for position in range(1, 41) if str(position) not in found] == []
    for pin in HEADER_POSITIONS:
        (said,) = [word for word in found if word.startswith(f"BCM {pin}: ")]
        wanted = uses.get(pin, "free")
        seat, dot, side = wanted.partition(".")
        assert said == f"BCM {pin}: " + (f"seat {seat} {side.upper()}" if dot else wanted)


def test_5_v_is_said_to_be_none_of_the_kits() -> None:
    assert words(picture(shipped("standard"))).count("5 V: not for this kit") == 2


def test_a_title_with_signs_of_its_own_stays_a_text() -> None:
    board = load(
        '[board]\ntitle = "<Jo & Co>"\n[seat.1]\nleft = 17\nright = 27\nlight = 26\n'
        "[seat.2]\nleft = 22\nright = 23\nlight = 16\n",
        "mine.toml",
    )

    assert words(picture(board))[0] == "<Jo & Co>"
