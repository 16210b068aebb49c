"""The bill of materials: how many of each part, a typical one, and what may replace it.

Counts come from the circuit and the cables of a board; the words are those of `parts.toml`.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any

from firmware.board import Board
from firmware.board_tables import table
from hardware.make.cables import Cable, Sheet, cables
from hardware.make.circuit import Kind, Part, circuit

HEAD = ("part", "value", "count", "for", "typical part", "what may replace it", "note")
CHOICE = ("typical", "instead", "note")
Row = tuple[str, ...]


def bom(board: Board) -> str:
    """Make the bill of materials as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows((HEAD, *rows(board)))
    return text.getvalue()


def bom_table(board: Board) -> str:
    """Make the table of what to buy, leaving out which part is which."""
    wanted = [(count, part, value, *rest) for part, value, count, _, *rest in rows(board)]
    return table(("count", "part", "value", *HEAD[4:]), wanted)


def rows(board: Board) -> tuple[Row, ...]:
    """List what the kit of a board needs, in the order of `HEAD`."""
    words = tomllib.loads(
        (resources.files("hardware.make") / "parts.toml").read_text(encoding="utf-8")
    )
    drawn = cables(board)
    return (
        *_bought(words["bought"], board),
        *_alike(words, map(_small_part, _small(circuit(board)))),
        *_alike(words, map(_plug, drawn)),
        *_alike(words, map(_cable, drawn)),
    )


def _bought(bought: Iterable[Mapping[str, Any]], board: Board) -> Iterator[Row]:
    counts = _counts(board)
    names = {
        "light_v": str(board.electrics.light_forward_v),
        "readers": ", ".join(reader.name for reader in board.readers),
    }
    for part in bought:
        count = counts[part["each"]] * part.get("times", 1)
        if count:
            value, why = (part[key].format_map(names) for key in ("value", "for"))
            yield part["part"], value, str(count), why, *_chosen(part)


def _counts(board: Board) -> Mapping[str, int]:
    seats = [seat for seat in board.seats if not seat.expander]
    return {
        "kit": 1,
        "seat": len(seats),
        "own bell": sum(seat.bell is not None for seat in seats),
        "bell": int(board.bell is not None),
        "reader": len(board.readers),
        "sounder": int(board.sounder is not None),
    }


def _small(parts: Iterable[Part]) -> Iterator[Part]:
    return (part for part in parts if part.kind not in {Kind.HEADER, Kind.PLUG})


def _small_part(part: Part) -> tuple[str, str, str]:
    return part.kind.value, part.value, part.reference


def _plug(cable: Cable) -> tuple[str, str, str]:
    return "plug", f"{len(cable.wires)}-way, with its socket", cable.plug


def _cable(cable: Cable) -> tuple[str, str, str]:
    kind = "ribbon" if cable.sheet is Sheet.READERS else "cable"
    return kind, f"{len(cable.wires)} wires, {cable.length_cm} cm", cable.name


def _alike(words: Mapping[str, Any], parts: Iterable[tuple[str, str, str]]) -> Iterator[Row]:
    """Make one row of all parts of a kind and value; each comes as kind, value, reference."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, value, reference in parts:
        found[kind, value].append(reference)
    for (kind, value), references in found.items():
        choice = words[kind].get(value, words[kind].get("*"))
        yield kind, value, str(len(references)), " ".join(references), *_chosen(choice)


def _chosen(choice: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(choice.get(key, "") for key in CHOICE)
