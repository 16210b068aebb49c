"""The symbols of the schematic, our own: header, plugs, resistor, capacitor, clamp.

Lengths are millimetres, as KiCad has them; y goes up in a symbol and down on a sheet. Every
contact sits on the 1.27 mm grid, rows are 5.08 mm apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.make.circuit import GROUND, SUPPLY, Kind, Part
from hardware.make.kicad.sexpr import Form, Quoted

LIBRARY = "ringmaster"
ROW = 5.08
PIN = 2.54
HEADER_HALF, PLUG_HALF = 15.24, 7.62
TWO_HALF = 8.89  # of a part with two contacts, from its middle to a contact
BODY_HALF = TWO_HALF - PIN
HEADER_ROWS = 20
STROKE: Form = ("stroke", ("width", 0.254), ("type", "default"))
NO_FILL: Form = ("fill", ("type", "none"))
PAPER_FILL: Form = ("fill", ("type", "background"))


def symbol_name(part: Part) -> str:
    """Return the name of a part's symbol; plugs with other contacts have another symbol."""
    if part.kind is Kind.PLUG:
        return "Plug_" + "_".join(name.replace(" ", "") for name in part.names)
    return {
        Kind.HEADER: "Header",
        Kind.RESISTOR: "Resistor",
        Kind.CAPACITOR: "Capacitor",
        Kind.CLAMP: "Clamp",
    }[part.kind]


def contact_at(part: Part, number: int) -> tuple[float, float]:
    """Return where a contact lies from the middle of its symbol, x to the right and y down."""
    if part.kind is Kind.HEADER:
        side = -1 if number % 2 else 1
        return side * (HEADER_HALF + PIN), ((number - 1) // 2 - (HEADER_ROWS - 1) / 2) * ROW
    if part.kind is Kind.PLUG:
        return -(PLUG_HALF + PIN), (number - 1) * ROW
    return (-TWO_HALF if number == 1 else TWO_HALF), 0.0


def library(parts: Sequence[Part]) -> Form:
    """Make the library of every symbol that the parts need."""
    return (
        "kicad_symbol_lib",
        ("version", 20241209),
        ("generator", Quoted(LIBRARY)),
        ("generator_version", Quoted("9.0")),
        *(symbol(part, symbol_name(part)) for part in one_of_each(parts)),
    )


def one_of_each(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return one part for each symbol, in the order of the symbols' names."""
    found = {symbol_name(part): part for part in reversed(parts)}
    return tuple(found[name] for name in sorted(found))


def symbol(part: Part, full_name: str) -> Form:
    """Make the symbol of a part; a sheet names its library before it (`ringmaster:Header`)."""
    name = symbol_name(part)
    letter = {"Resistor": "R", "Capacitor": "C", "Clamp": "D"}.get(name, "J")
    return (
        "symbol",
        Quoted(full_name),
        *((("pin_numbers", ("hide", "yes")),) if letter != "J" else ()),
        ("pin_names", ("offset", 0.762)),
        ("exclude_from_sim", "no"),
        ("in_bom", "yes"),
        ("on_board", "yes"),
        *properties(part, letter, name),
        ("symbol", Quoted(f"{name}_0_1"), *_body(part)),
        ("symbol", Quoted(f"{name}_1_1"), *_contacts(part)),
        ("embedded_fonts", "no"),
    )


@dataclass(frozen=True, slots=True)
class Label:
    """Says where a symbol's name or value stands, from its middle, and to which side it runs."""

    at: tuple[float, float]
    side: str = ""
    is_hidden: bool = False


def labels(part: Part) -> tuple[Label, Label]:
    """Return where a part's name and its value stand."""
    match part.kind:
        case Kind.HEADER:
            top = -(HEADER_ROWS + 1) / 2 * ROW
            return Label((-HEADER_HALF, top), "left"), Label((HEADER_HALF, top), "right")
        case Kind.PLUG:
            return Label((0.0, -ROW)), Label((0.0, -ROW), is_hidden=True)
        case Kind.RESISTOR:
            return Label((-TWO_HALF, -2.286), "left"), Label((0.0, 0.0))
        case _:
            return Label((-TWO_HALF, -2.286), "left"), Label((TWO_HALF, -2.286), "right")


def properties(
    part: Part, reference: str, value: str, middle: tuple[float, float] = (0.0, 0.0)
) -> Iterator[Form]:
    """Make the four properties that KiCad asks of each symbol."""
    name_label, value_label = labels(part)
    nothing = Label((0.0, 0.0), is_hidden=True)
    yield _property("Reference", reference, name_label, middle)
    yield _property("Value", value, value_label, middle)
    yield _property("Footprint", "", nothing, middle)
    yield _property("Datasheet", "", nothing, middle)


def _property(name: str, value: str, label: Label, middle: tuple[float, float]) -> Form:
    at = (middle[0] + label.at[0], middle[1] + label.at[1])
    side: tuple[Form, ...] = (("justify", label.side),) if label.side else ()
    hidden: tuple[Form, ...] = (("hide", "yes"),) if label.is_hidden else ()
    effects: Form = ("effects", font(), *side, *hidden)
    return "property", Quoted(name), Quoted(value), ("at", *at, 0), effects


def font(size: float = 1.27) -> Form:
    """Make the font of a text, so many millimetres high."""
    return "font", ("size", size, size)


def _body(part: Part) -> Iterator[Form]:
    match part.kind:
        case Kind.HEADER:
            half = HEADER_ROWS / 2 * ROW
            yield _rectangle((-HEADER_HALF, half), (HEADER_HALF, -half), PAPER_FILL)
        case Kind.PLUG:
            last = (len(part.nets) - 1) * ROW
            yield _rectangle((-PLUG_HALF, ROW / 2), (PLUG_HALF, -last - ROW / 2), PAPER_FILL)
        case Kind.RESISTOR:
            yield _rectangle((-BODY_HALF, 1.27), (BODY_HALF, -1.27), PAPER_FILL)
        case Kind.CAPACITOR:
            for x in (-0.635, 0.635):
                yield _line((x, 1.778), (x, -1.778))
                yield _line((BODY_HALF if x > 0 else -BODY_HALF, 0.0), (x, 0.0))
        case Kind.CLAMP:
            for side in (-1, 1):
                tip, back = (0.0, 0.0), side * 1.778
                yield _line(tip, (back, 1.27), (back, -1.27), tip)
                yield _line((back, 0.0), (side * BODY_HALF, 0.0))
            yield _line((-0.508, -1.27), (0.0, -1.27), (0.0, 1.27), (0.508, 1.27))


def _contacts(part: Part) -> Iterator[Form]:
    names = part.names or ("",) * len(part.nets)
    for number, name in enumerate(names, start=1):
        x, down = contact_at(part, number)
        yield (
            "pin",
            _electric(part, number, name),
            "line",
            ("at", x, -down, 0 if x < 0 else 180),
            ("length", PIN),
            ("name", Quoted(name), ("effects", font())),
            ("number", Quoted(str(number)), ("effects", font(1.0))),
        )


def _electric(part: Part, number: int, name: str) -> str:
    if part.kind is not Kind.HEADER:
        return "passive"
    if name.startswith("BCM"):
        return "bidirectional"
    # Of pins with one name, the first feeds the net; KiCad takes two feeders for a fault.
    feeds = name in {GROUND, SUPPLY} and part.names.index(name) == number - 1
    return "power_out" if feeds else "passive"


def _rectangle(start: tuple[float, float], end: tuple[float, float], fill: Form) -> Form:
    return "rectangle", ("start", *start), ("end", *end), STROKE, fill


def _line(*points: tuple[float, float]) -> Form:
    return "polyline", ("pts", *(("xy", x, y) for x, y in points)), STROKE, NO_FILL
