"""The sheet: the header at the left, then a frame for each seat, reader, bell and sounder.

In a frame each contact of the plug is a row: the net's label, what is in series, the plug. Parts
that hang between two nets stand below.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from firmware.board import Board
from hardware.make.circuit import Kind, Part, circuit
from hardware.make.kicad import svg
from hardware.make.kicad.sexpr import NAMESPACE, Form, Quoted, uuid_of, written
from hardware.make.kicad.symbols import (
    LIBRARY,
    ROW,
    TWO_HALF,
    contact_at,
    font,
    library,
    one_of_each,
    properties,
    symbol,
    symbol_name,
)

PROJECT = "junction"
HEADER_AT = (76.2, 107.95)
COLUMNS_AT, COLUMN_WIDTH, FRAME_WIDTH = 139.7, 93.98, 88.9
TOP, BOTTOM = 25.4, 254.0
HEAD = 10.16  # of a frame, above its first row
LABEL_X, SERIES_X, PLUG_X = 30.48, 41.91, 76.2  # from the left of a frame
STUB, HANGING_STUB, LOCAL_STUB = 5.08, 2.54, 12.7
A3_COLUMNS = 3
NOTES_TOP = 195.58
NOTES = (
    "Buttons and bell: contact to GND. LED: long leg to LIGHT, short leg to GND.",
    "0 ohm: a piece of wire. Where a module holds MISO while it is not selected,",
    "a 74LVC1G125 takes its place: input at the plug, enable at the reader's select.",
    "Capacitors and clamp: as near to their plug as they go.",
    "3.3 V only. Nothing is fed from 5 V.",
)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """Names a group's parts and where its frame's top left corner lies."""

    parts: tuple[Part, ...]
    at: Point

    @property
    def plug(self) -> Part:
        """Return the plug of the group."""
        return next(part for part in self.parts if part.kind is Kind.PLUG)

    @property
    def height(self) -> float:
        """Return how tall the frame is."""
        return HEAD + ROW * (len(self.plug.nets) + len(hanging(self.parts)))


def files(board: Board) -> dict[str, str]:
    """Make every file of the KiCad project, by its name."""
    parts = circuit(board)
    drawn = sheet(board)
    row = f'(lib (name "{LIBRARY}")(type "KiCad")(uri "${{KIPRJMOD}}/{LIBRARY}.kicad_sym")'
    return {
        f"{PROJECT}.kicad_sch": written(drawn) + "\n",
        f"{PROJECT}.svg": svg.picture(drawn),
        f"{PROJECT}.kicad_pro": json.dumps(_project(), indent=2) + "\n",
        f"{LIBRARY}.kicad_sym": written(library(parts)) + "\n",
        "sym-lib-table": f'(sym_lib_table\n  (version 7)\n  {row}(options "")(descr ""))\n)\n',
    }


def _project() -> dict[str, object]:
    return {"meta": {"filename": f"{PROJECT}.kicad_pro", "version": 3}}


def sheet(board: Board) -> Form:
    """Draw the sheet as KiCad's form."""
    parts = circuit(board)
    frames = tuple(_frames(parts))
    columns = len({frame.at[0] for frame in frames})
    return (
        "kicad_sch",
        ("version", 20250114),
        ("generator", Quoted(LIBRARY)),
        ("generator_version", Quoted("9.0")),
        uuid_of(PROJECT),
        ("paper", Quoted("A3" if columns <= A3_COLUMNS else "A2")),
        _title(board),
        ("lib_symbols", *_embedded(parts)),
        *_header(parts[0]),
        *_notes(),
        *(form for frame in frames for form in _drawn(frame, parts[0])),
        ("sheet_instances", ("path", Quoted("/"), ("page", Quoted("1")))),
        ("embedded_fonts", "no"),
    )


def _title(board: Board) -> Form:
    return (
        "title_block",
        ("title", Quoted(f"Junction board: {board.title}")),
        ("company", Quoted("Ringmaster")),
        ("comment", 1, Quoted(f"Made from the board file {board.name}; do not edit by hand")),
        ("comment", 2, Quoted("Not manufactured, not tested")),
    )


def _embedded(parts: Sequence[Part]) -> Iterator[Form]:
    for part in one_of_each(parts):
        yield symbol(part, f"{LIBRARY}:{symbol_name(part)}")


def hanging(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts of a group that are not in series with a contact of its plug."""
    plug = next(part for part in parts if part.kind is Kind.PLUG)
    in_series = {part for net in plug.nets if (part := _series(parts, net))}
    return tuple(part for part in parts if part is not plug and part not in in_series)


def _series(parts: Sequence[Part], net: str | None) -> Part | None:
    resistors = (part for part in parts if part.kind is Kind.RESISTOR)
    return next((part for part in resistors if part.nets[1] == net), None)


def _frames(parts: Sequence[Part]) -> Iterator[Frame]:
    x, y = COLUMNS_AT, TOP
    for _, group in groupby(parts[1:], key=lambda part: part.group):
        frame = Frame(tuple(group), (x, y))
        if y + frame.height > BOTTOM:
            x, y = x + COLUMN_WIDTH, TOP
            frame = Frame(frame.parts, (x, y))
        y += frame.height + ROW / 2
        yield frame


def _header(header: Part) -> Iterator[Form]:
    yield from _placed(header, HEADER_AT)
    for number, net in enumerate(header.nets, start=1):
        x, y = _plus(HEADER_AT, contact_at(header, number))
        if net is None:
            yield "no_connect", ("at", x, y), uuid_of("no connect", number)
        else:
            end = x + (-STUB if x < HEADER_AT[0] else STUB)
            yield from _global(net, (x, y), (end, y))


def _notes() -> Iterator[Form]:
    for at, note in enumerate(NOTES):
        yield _text(note, (25.4, NOTES_TOP + at * ROW), 1.5)


def _drawn(frame: Frame, header: Part) -> Iterator[Form]:
    x, y = frame.at
    plug_at = (x + PLUG_X, y + HEAD)
    yield _rectangle(frame)
    yield _text(frame.plug.group, (x + 2.54, y + 2.54))
    yield from _placed(frame.plug, plug_at)
    for number, net in enumerate(frame.plug.nets, start=1):
        yield from _row(frame, str(net), _plus(plug_at, contact_at(frame.plug, number)))
    for at, part in enumerate(hanging(frame.parts), start=len(frame.plug.nets)):
        yield from _across(part, (x + SERIES_X, y + HEAD + at * ROW), header)


def _row(frame: Frame, net: str, contact: Point) -> Iterator[Form]:
    """Draw a contact's way to the header, with what is in series."""
    end = (frame.at[0] + LABEL_X, contact[1])
    series = _series(frame.parts, net)
    if series is None:
        yield from _global(net, contact, end)
        return
    middle = (frame.at[0] + SERIES_X, contact[1])
    yield from _placed(series, middle)
    yield from _global(str(series.nets[0]), (middle[0] - TWO_HALF, middle[1]), end)
    yield from _local(net, contact, (middle[0] + TWO_HALF, middle[1]))


def _across(part: Part, middle: Point, header: Part) -> Iterator[Form]:
    """Draw a part that hangs between two nets."""
    yield from _placed(part, middle)
    for net, side in zip(map(str, part.nets), (-1, 1), strict=True):
        contact = (middle[0] + side * TWO_HALF, middle[1])
        if net in header.nets:
            yield from _global(net, contact, (contact[0] + side * HANGING_STUB, contact[1]))
        else:
            yield from _local(net, contact, (contact[0] + side * LOCAL_STUB, contact[1]))


def _placed(part: Part, at: Point) -> Iterator[Form]:
    yield (
        "symbol",
        ("lib_id", Quoted(f"{LIBRARY}:{symbol_name(part)}")),
        ("at", *at, 0),
        ("unit", 1),
        ("exclude_from_sim", "no"),
        ("in_bom", "yes"),
        ("on_board", "yes"),
        ("dnp", "no"),
        uuid_of(part.reference),
        *properties(part, part.reference, part.value, at),
        *(
            ("pin", Quoted(str(number)), uuid_of(part.reference, number))
            for number in range(1, len(part.nets) + 1)
        ),
        _instance(part),
    )


def _instance(part: Part) -> Form:
    path = f"/{uuid.uuid5(NAMESPACE, PROJECT)}"
    placed = "path", Quoted(path), ("reference", Quoted(part.reference)), ("unit", 1)
    return "instances", ("project", Quoted(PROJECT), placed)


def _global(net: str, contact: Point, end: Point) -> Iterator[Form]:
    """Lead a contact to a label that holds on the whole sheet."""
    yield _wire(contact, end)
    angle, side = (180, "right") if end[0] < contact[0] else (0, "left")
    yield (
        "global_label",
        Quoted(net),
        ("shape", "passive"),
        ("at", *end, angle),
        ("effects", font(), ("justify", side)),
        uuid_of("label", net, contact),
    )


def _local(net: str, contact: Point, end: Point) -> Iterator[Form]:
    """Lead a contact to the end of a wire that has the net's name above it."""
    yield _wire(contact, end)
    side = "left" if end[0] < contact[0] else "right"
    effects: Form = ("effects", font(1.0), ("justify", side, "bottom"))
    yield "label", Quoted(net), ("at", *end, 0), effects, uuid_of("label", net, contact)


def _wire(start: Point, end: Point) -> Form:
    points: Form = ("pts", ("xy", *start), ("xy", *end))
    return "wire", points, ("stroke", ("width", 0), ("type", "default")), uuid_of(start, end)


def _rectangle(frame: Frame) -> Form:
    corner = _plus(frame.at, (FRAME_WIDTH, frame.height))
    stroke: Form = ("stroke", ("width", 0.15), ("type", "dash"))
    fill: Form = ("fill", ("type", "none"))
    return "rectangle", ("start", *frame.at), ("end", *corner), stroke, fill, uuid_of(frame.at)


def _text(words: str, at: Point, size: float = 2.0) -> Form:
    effects: Form = ("effects", font(size), ("justify", "left"))
    return "text", Quoted(words), ("exclude_from_sim", "no"), ("at", *at, 0), effects, uuid_of(at)


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]
