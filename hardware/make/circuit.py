"""The circuit of a kit: the parts of the junction board, and the net of each contact.

The junction board sits between the Pi's header and the cables: it carries every resistor, the
bell's protection, and a plug for each cable. Parts list, harness and schematic all ask here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware.board import SPI0_PINS, Board, ReaderPins, SeatPins, seat_lines
from firmware.board_uses import (
    EEPROM_POSITIONS,
    FIVE_VOLTS,
    GROUNDS,
    HEADER_POSITIONS,
    SUPPLIES,
    pin_uses,
)

GROUND, SUPPLY = "GND", "3V3"
HEADER = "J1"
MISO, MOSI, SCLK = SPI0_PINS


class Kind(StrEnum):
    """Tells what a part of the junction board is."""

    HEADER = "header"
    PLUG = "plug"
    RESISTOR = "resistor"
    CAPACITOR = "capacitor"
    CLAMP = "clamp"


@dataclass(frozen=True, slots=True)
class Part:
    """Names a part by its reference, its group, and the net of each contact, in order.

    A net of None is a contact left open. `names` says what stands beside each contact.
    """

    reference: str
    kind: Kind
    value: str
    group: str
    nets: tuple[str | None, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Contact:
    """Names one contact of a part; contacts count from 1."""

    reference: str
    number: int


def circuit(board: Board) -> tuple[Part, ...]:
    """List every part of the junction board: header, then seats, readers, bell and sounder."""
    return (
        _header(board),
        *(part for seat in board.seats if not seat.expander for part in _seat(board, seat)),
        *(
            part
            for at, reader in enumerate(board.readers, 1)
            for part in _reader(board, at, reader)
        ),
        *_bell(board),
        *_sounder(board),
    )


def nets(parts: tuple[Part, ...]) -> Mapping[str, frozenset[Contact]]:
    """Return the contacts of each net."""
    found: dict[str, set[Contact]] = defaultdict(set)
    for part in parts:
        for number, net in enumerate(part.nets, start=1):
            if net is not None:
                found[net].add(Contact(part.reference, number))
    return {net: frozenset(contacts) for net, contacts in found.items()}


def net_name(part: str) -> str:
    """Return the net of a part of the pin table, such as `1.left` or `readers_MISO`."""
    return part.replace(" ", "_")


def header_names() -> tuple[str, ...]:
    """Return what stands beside each of the header's 40 pins, from pin 1 on."""
    names = {position: f"BCM {pin}" for pin, position in HEADER_POSITIONS.items()}
    names |= dict.fromkeys(GROUNDS, GROUND) | dict.fromkeys(SUPPLIES, SUPPLY)
    names |= dict.fromkeys(FIVE_VOLTS, "5V")
    names |= dict(zip(EEPROM_POSITIONS, ("ID_SD", "ID_SC"), strict=True))
    return tuple(names[position] for position in range(1, 41))


def _header(board: Board) -> Part:
    found = dict.fromkeys(GROUNDS, GROUND) | dict.fromkeys(SUPPLIES, SUPPLY)
    for use in pin_uses(board):
        found[HEADER_POSITIONS[use.pin]] = net_name(use.part)
    contacts = tuple(found.get(position) for position in range(1, 41))
    return Part(HEADER, Kind.HEADER, "Raspberry Pi", "header", contacts, header_names())


def _seat(board: Board, seat: SeatPins) -> Iterator[Part]:
    group, ohms = f"seat {seat.number}", board.electrics
    lines = [(line.name, ohms.button_series_ohm) for line in seat_lines(seat)]
    lines.insert(2, (f"{seat.number}.light", ohms.light_series_ohm))
    for at, (name, ohm) in enumerate(lines, start=1):
        yield _series(f"R{seat.number}{at}", group, name, ohm)
    plug = (GROUND, *(_out(name) for name, _ in lines))
    names = (GROUND, *(name.partition(".")[2].upper() for name, _ in lines))
    yield Part(f"J1{seat.number}", Kind.PLUG, group, group, plug, names)


def _reader(board: Board, at: int, reader: ReaderPins) -> Iterator[Part]:
    group = f"reader {reader.name}"
    uses = {use.pin: net_name(use.part) for use in pin_uses(board)}
    miso = f"{reader.name}_MISO"
    # Some clones hold MISO while they are not selected; a buffer takes the place of this link.
    yield Part(f"R9{at}", Kind.RESISTOR, "0 ohm", group, (uses[MISO], miso))
    yield Part(f"C{89 + 2 * at}", Kind.CAPACITOR, "10 uF", group, (SUPPLY, GROUND))
    yield Part(f"C{90 + 2 * at}", Kind.CAPACITOR, "100 nF", group, (SUPPLY, GROUND))
    # Both neighbours of SCK in the ribbon are quiet: ground on one side, ground on the other.
    contacts = {
        "RST": SUPPLY if reader.reset is None else uses[reader.reset],
        "3.3V": SUPPLY,
        "GND": GROUND,
        "SCK": uses[SCLK],
        "GND 2": GROUND,
        "MOSI": uses[MOSI],
        "MISO": miso,
        "SDA": uses[reader.select],
    }
    plug = tuple(contacts.values())
    yield Part(f"J2{at}", Kind.PLUG, group, group, plug, tuple(contacts))


def _bell(board: Board) -> Iterator[Part]:
    if (bell := board.bell) is None:
        return
    yield _series("R71", "bell", "bell", bell.series_ohm)
    yield Part("R72", Kind.RESISTOR, f"{bell.pull_up_ohm} ohm", "bell", (SUPPLY, _out("bell")))
    yield Part("C71", Kind.CAPACITOR, "10 nF", "bell", (_out("bell"), GROUND))
    yield Part("D71", Kind.CLAMP, "3.3 V TVS", "bell", (_out("bell"), GROUND))
    yield Part("J31", Kind.PLUG, "bell", "bell", (GROUND, _out("bell")), (GROUND, "BELL"))


def _sounder(board: Board) -> Iterator[Part]:
    if board.sounder is None:
        return
    yield _series("R81", "sounder", "sounder", board.sounder.series_ohm)
    plug = (GROUND, _out("sounder"))
    yield Part("J32", Kind.PLUG, "sounder", "sounder", plug, (GROUND, "TONE"))


def _series(reference: str, group: str, part: str, ohm: int) -> Part:
    value, contacts = f"{ohm} ohm", (net_name(part), _out(part))
    return Part(reference, Kind.RESISTOR, value, group, contacts)


def _out(part: str) -> str:
    return f"{net_name(part)}_out"
