"""The cables of a kit: from each plug of the junction board to what it serves, wire by wire."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.board import Board
from firmware.board_tables import table
from hardware.make.circuit import GROUND, SUPPLY, Kind, Part, circuit

CORES = ("black", "white", "green", "yellow", "blue")
# The order of a rainbow ribbon: its second wire, red, is the one for 3.3 V.
RIBBON = ("brown", "red", "orange", "yellow", "green", "blue", "violet", "grey")
MODULE = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")


class Sheet(StrEnum):
    """Names the three sheets of the harness."""

    READERS = "readers"
    SEATS = "seats"
    BELL_AND_SOUNDER = "bell-and-sounder"


@dataclass(frozen=True, slots=True)
class Wire:
    """Names a wire: its contact at the plug and at the far end, its colour, and whence it comes.

    `source` is the way from the header: the pin and what is in series, or the rail.
    """

    number: int
    colour: str
    near: str
    far: str
    source: str


@dataclass(frozen=True, slots=True)
class Cable:
    """Names a cable from a plug to a far end, whose contacts are `far_contacts` in order."""

    name: str
    plug: str
    sheet: Sheet
    far_end: str
    far_contacts: tuple[str, ...]
    length_cm: int
    wires: tuple[Wire, ...]


def cables(board: Board) -> tuple[Cable, ...]:
    """List a board's cables, in the order of the plugs."""
    parts = circuit(board)
    return tuple(_cable(board, parts, part) for part in parts if part.kind is Kind.PLUG)


def sheets(board: Board) -> tuple[Sheet, ...]:
    """List the sheets that a board has any cable for."""
    drawn = {cable.sheet for cable in cables(board)}
    return tuple(sheet for sheet in Sheet if sheet in drawn)


def cables_table(board: Board) -> str:
    """Make the table of every wire of every cable."""
    rows = [
        (cable.plug, f"{wire.number} {wire.near}", wire.colour, wire.source, _goes_to(cable, wire))
        for cable in cables(board)
        for wire in cable.wires
    ]
    return table(("plug", "contact", "wire", "from", "to"), rows)


def _goes_to(cable: Cable, wire: Wire) -> str:
    return f"{cable.far_end}: {wire.far}"


def _cable(board: Board, parts: tuple[Part, ...], plug: Part) -> Cable:
    sheet, far_end, length = _kind(board, plug)
    is_reader = sheet is Sheet.READERS
    colours = RIBBON if is_reader else CORES
    far = MODULE if is_reader else plug.names
    wires = tuple(
        Wire(number, colours[number - 1], name, name.removesuffix(" 2"), _source(parts, net))
        for number, (name, net) in enumerate(zip(plug.names, plug.nets, strict=True), start=1)
    )
    return Cable(f"W{plug.reference[1:]}", plug.reference, sheet, far_end, far, length, wires)


def _kind(board: Board, plug: Part) -> tuple[Sheet, str, int]:
    lengths = board.cables
    if plug.group.startswith("seat"):
        return Sheet.SEATS, f"{plug.group}, pad", lengths.seat_cm
    if plug.group.startswith("reader"):
        return Sheet.READERS, f"{plug.group}, module", lengths.reader_cm
    is_bell = plug.group == "bell"
    far_end = "bell, contact" if is_bell else "sounder, piezo"
    return Sheet.BELL_AND_SOUNDER, far_end, lengths.bell_cm if is_bell else lengths.sounder_cm


def _source(parts: tuple[Part, ...], net: str | None) -> str:
    if net in {GROUND, SUPPLY}:
        return "ground" if net == GROUND else "3.3 V"
    between = next(
        (part for part in parts if part.kind is Kind.RESISTOR and part.nets[1] == net), None
    )
    pin = _pin(parts, between.nets[0] if between else net)
    return f"{pin} through {between.reference} ({between.value})" if between else pin


def _pin(parts: tuple[Part, ...], net: str | None) -> str:
    header = parts[0]
    position = header.nets.index(net) + 1
    return f"pin {position} ({header.names[position - 1]})"
