"""The board: which pin, reader and seat a kit has, read from one TOML file.

The shipped boards lie in `firmware/boards`. A file is read whole: `BoardError` lists every fault
with its place, what was found and what is allowed. Whether the pins make sense together is the
question of `firmware.board_check`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from importlib import resources

from firmware.board_reading import Fault, Reading
from firmware.clock import NS_PER_MS

SPI0_PINS = (9, 10, 11)
CHIP_SELECTS = {"CE0": 8, "CE1": 7}
SPI_DEVICES = {"CE0": 0, "CE1": 1}
MAX_SEATS = 6
KNOWN_TABLES = (
    "board",
    "tunables",
    "electrics",
    "cables",
    "bell",
    "sounder",
    "reader",
    "seat",
    "expander",
)
OVERLAY_DEVICES = range(2, 8)
ANY_PIN = range(-1_000_000, 1_000_001)  # the loader takes any number; the check names bad pins


class BoardError(ValueError):
    """Tells every fault of a board file at once, in `faults`."""

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"{name}: {fault}" for fault in faults))


@dataclass(frozen=True, slots=True)
class SeatPins:
    """Names a seat's pins (BCM), or its lines on an `expander`.

    `bell` is the seat's own bell button, None where it has none.
    """

    number: int
    left: int
    right: int
    light: int
    bell: int | None = None
    expander: str | None = None


@dataclass(frozen=True, slots=True)
class BellPins:
    """Names the shared bell's pin and the parts around its contact."""

    pin: int
    series_ohm: int = 330
    pull_up_ohm: int = 2200


@dataclass(frozen=True, slots=True)
class SounderPins:
    """Names the sounder's pin and the resistor before it."""

    pin: int
    series_ohm: int = 330


@dataclass(frozen=True, slots=True)
class ReaderPins:
    """Names a reader on SPI0: its chip select, its reset pin and its clock.

    `select` is the BCM pin; `device` is the spidev device (0 is CE0, 1 is CE1, 2 and on come from
    an overlay of one's own), None when the select is a plain GPIO pin. `reset` is None when the
    reader's RST is tied to 3.3 V.
    """

    name: str
    select: int
    device: int | None
    reset: int | None
    speed_hz: int = 1_000_000


@dataclass(frozen=True, slots=True)
class ExpanderPins:
    """Names an I2C port expander that carries seats; its lines are 0 to 15."""

    name: str
    kind: str
    address: int


@dataclass(frozen=True, slots=True)
class Uses:
    """Tells what the Pi itself uses its header for."""

    console: bool = False
    i2c: bool = False
    one_wire: bool = False
    audio: bool = False


@dataclass(frozen=True, slots=True)
class Tunables:
    """Holds the times that a board may tune."""

    debounce_ms: int = 10
    hold_back_ms: int = 25
    poll_hz: int = 20

    @property
    def debounce_ns(self) -> int:
        """Return how long a level must stand to count."""
        return self.debounce_ms * NS_PER_MS

    @property
    def hold_back_ns(self) -> int:
        """Return how late a callback may come without losing its place."""
        return self.hold_back_ms * NS_PER_MS


@dataclass(frozen=True, slots=True)
class Electrics:
    """Holds the parts in series with buttons and lights."""

    button_series_ohm: int = 330
    light_series_ohm: int = 470
    light_forward_v: float = 2.0


@dataclass(frozen=True, slots=True)
class Cables:
    """Holds the lengths of the cables from the junction board to each kind of part."""

    seat_cm: int = 150
    reader_cm: int = 25
    bell_cm: int = 100
    sounder_cm: int = 20


@dataclass(frozen=True, slots=True)
class Line:
    """Names one input of the panel; `name` is what an `Edge` calls it."""

    name: str
    pin: int


@dataclass(frozen=True, slots=True)
class Board:
    """Describes a whole kit; the one truth about pins, readers and seats."""

    name: str
    title: str
    uses: Uses
    tunables: Tunables
    electrics: Electrics
    seats: tuple[SeatPins, ...]
    readers: tuple[ReaderPins, ...] = ()
    expanders: tuple[ExpanderPins, ...] = ()
    bell: BellPins | None = None
    sounder: SounderPins | None = None
    cables: Cables = field(default_factory=Cables)

    @property
    def lines(self) -> tuple[Line, ...]:
        """List the inputs that sit on the Pi's own header: buttons seat by seat, then the bell."""
        found = [line for seat in self.seats if not seat.expander for line in seat_lines(seat)]
        if self.bell is not None:
            found.append(Line("bell", self.bell.pin))
        return tuple(found)


def seat_lines(seat: SeatPins) -> tuple[Line, ...]:
    """List a seat's inputs: `2.left`, `2.right` and, where there is one, `2.bell`."""
    pins = {"left": seat.left, "right": seat.right, "bell": seat.bell}
    return tuple(
        Line(f"{seat.number}.{side}", pin) for side, pin in pins.items() if pin is not None
    )


def shipped(name: str) -> Board:
    """Load a board that comes with the kit (`standard`); raises BoardError if there is none."""
    if name not in shipped_names():
        fault = Fault("board", None, repr(name), f"one of {', '.join(shipped_names())}")
        raise BoardError("boards", (fault,))
    text = (resources.files("firmware") / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    return load(text, name)


def shipped_names() -> tuple[str, ...]:
    """List the boards that come with the kit."""
    files = (resources.files("firmware") / "boards").iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def load(text: str, name: str) -> Board:
    """Read a board from TOML `text`; raises BoardError with all faults, by `name` and line."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, or more than its reader can take
        raise BoardError(name, (Fault("file", None, str(error), "TOML"),)) from error
    reading = Reading(text)
    board = _board(reading, tables, name)
    if reading.faults:
        raise BoardError(name, tuple(sorted(reading.faults, key=lambda fault: fault.line or 0)))
    return board


def _board(reading: Reading, tables: dict[str, object], name: str) -> Board:
    reading.only(tables, "", KNOWN_TABLES)
    top = reading.table(tables, "board", ("title", "console", "i2c", "one_wire", "audio"))
    expanders = _expanders(reading, tables)
    return Board(
        name=name,
        title=reading.text(top, "board.title", name),
        uses=Uses(
            *(
                reading.flag(top, f"board.{key}", default=False)
                for key in ("console", "i2c", "one_wire", "audio")
            )
        ),
        tunables=_tunables(reading, tables),
        electrics=_electrics(reading, tables),
        seats=_seats(reading, tables, expanders),
        readers=_readers(reading, tables),
        expanders=expanders,
        bell=_bell(reading, tables),
        sounder=_sounder(reading, tables),
        cables=_cables(reading, tables),
    )


def _tunables(reading: Reading, tables: dict[str, object]) -> Tunables:
    table = reading.table(tables, "tunables", ("debounce_ms", "hold_back_ms", "poll_hz"))
    plain = Tunables()
    return Tunables(
        debounce_ms=reading.number(table, "tunables.debounce_ms", range(1, 51), plain.debounce_ms),
        hold_back_ms=reading.number(table, "tunables.hold_back_ms", range(26), plain.hold_back_ms),
        poll_hz=reading.number(table, "tunables.poll_hz", range(1, 101), plain.poll_hz),
    )


def _electrics(reading: Reading, tables: dict[str, object]) -> Electrics:
    keys = ("button_series_ohm", "light_series_ohm", "light_forward_v")
    table = reading.table(tables, "electrics", keys)
    ohms, plain = range(100_001), Electrics()
    return Electrics(
        reading.number(table, f"electrics.{keys[0]}", ohms, plain.button_series_ohm),
        reading.number(table, f"electrics.{keys[1]}", range(1, 100_001), plain.light_series_ohm),
        reading.decimal(table, f"electrics.{keys[2]}", (0.0, 5.0), plain.light_forward_v),
    )


def _bell(reading: Reading, tables: dict[str, object]) -> BellPins | None:
    if "bell" not in tables:
        return None
    table = reading.table(tables, "bell", ("pin", "series_ohm", "pull_up_ohm"))
    return BellPins(
        reading.number(table, "bell.pin", ANY_PIN),
        reading.number(table, "bell.series_ohm", range(100_001), 330),
        reading.number(table, "bell.pull_up_ohm", range(1, 1_000_001), 2200),
    )


def _sounder(reading: Reading, tables: dict[str, object]) -> SounderPins | None:
    if "sounder" not in tables:
        return None
    table = reading.table(tables, "sounder", ("pin", "series_ohm"))
    return SounderPins(
        reading.number(table, "sounder.pin", ANY_PIN),
        reading.number(table, "sounder.series_ohm", range(100_001), 330),
    )


def _cables(reading: Reading, tables: dict[str, object]) -> Cables:
    plain = Cables()
    names = tuple(each.name for each in fields(Cables))
    table = reading.table(tables, "cables", names)
    lengths = (
        reading.number(table, f"cables.{name}", range(1, 1001), getattr(plain, name))
        for name in names
    )
    return Cables(*lengths)


def _readers(reading: Reading, tables: dict[str, object]) -> tuple[ReaderPins, ...]:
    known = ("centre", "tray", *(f"seat{number}" for number in range(1, MAX_SEATS + 1)))
    named = reading.table(tables, "reader", known)
    return tuple(_reader(reading, named, name) for name in known if name in named)


def _reader(reading: Reading, named: dict[str, object], name: str) -> ReaderPins:
    place = f"reader.{name}"
    table = reading.table(named, place, ("select", "device", "reset", "speed_hz"))
    select = reading.pin_or_name(table, f"{place}.select", CHIP_SELECTS)
    return ReaderPins(
        name=name,
        select=select,
        device=_device(reading, table, place),
        reset=reading.optional(table, f"{place}.reset", ANY_PIN),
        speed_hz=reading.number(table, f"{place}.speed_hz", range(100_000, 10_000_001), 1_000_000),
    )


def _device(reading: Reading, table: dict[str, object], place: str) -> int | None:
    select = table.get("select")
    if not isinstance(select, str):
        return reading.optional(table, f"{place}.device", OVERLAY_DEVICES)
    if "device" in table:
        allowed = f"nothing: {select} has its own device"
        reading.fault(f"{place}.device", repr(table["device"]), allowed)
    return SPI_DEVICES.get(select)


def _expanders(reading: Reading, tables: dict[str, object]) -> tuple[ExpanderPins, ...]:
    raw = tables.get("expander", {})
    names = tuple(raw) if isinstance(raw, dict) else ()
    named = reading.table(tables, "expander", names)
    return tuple(_expander(reading, named, name) for name in named)


def _expander(reading: Reading, named: dict[str, object], name: str) -> ExpanderPins:
    place = f"expander.{name}"
    table = reading.table(named, place, ("kind", "address"))
    kind = reading.choice(table, f"{place}.kind", ("mcp23017",))
    return ExpanderPins(name, kind, reading.number(table, f"{place}.address", range(0x20, 0x28)))


def _seats(
    reading: Reading, tables: dict[str, object], expanders: tuple[ExpanderPins, ...]
) -> tuple[SeatPins, ...]:
    known = tuple(str(number) for number in range(1, MAX_SEATS + 1))
    named = reading.table(tables, "seat", known)
    numbers = [number for number in known if number in named]
    if len(numbers) < 2 or numbers != list(known[: len(numbers)]):
        found = f"seats {', '.join(numbers)}" if numbers else "no seats"
        reading.fault("seat", found, "seats 1, 2 and on without a gap, two to six of them")
    names = tuple(expander.name for expander in expanders)
    return tuple(_seat(reading, named, number, names) for number in numbers)


def _seat(
    reading: Reading, named: dict[str, object], number: str, expanders: tuple[str, ...]
) -> SeatPins:
    place = f"seat.{number}"
    table = reading.table(named, place, ("left", "right", "light", "bell", "expander"))
    has_expander = "expander" in table
    pins = range(16) if has_expander else ANY_PIN
    return SeatPins(
        number=int(number),
        left=reading.number(table, f"{place}.left", pins),
        right=reading.number(table, f"{place}.right", pins),
        light=reading.number(table, f"{place}.light", pins),
        bell=reading.optional(table, f"{place}.bell", pins),
        expander=reading.choice(table, f"{place}.expander", expanders) if has_expander else None,
    )
