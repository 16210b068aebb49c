"""The board's rule check: pins used twice, boot-state hazards, levels and currents.

Pure: a `Board` in, findings out. Limits of the 3.3 V pins are the community's figures for the
SoC (16 mA a pin, about 50 mA together), not a data sheet's. Power-on pulls: BCM 0-8 up, 9-27
down, all inputs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from firmware.board import CHIP_SELECTS, SPI0_PINS, Board, SeatPins, seat_lines

HEADER_PINS = range(2, 28)
EEPROM_PINS = (0, 1)
PULLED_UP_AT_BOOT = range(9)
CONSOLE_TX = 14
PWM_PINS = (12, 13, 18, 19)
SUPPLY_V = 3.3
LOW_LEVEL_MAX_V = 0.8
PIN_MAX_MA = 16.0
ALL_PINS_MAX_MA = 50.0
DIM_FORWARD_V = 2.8
INTERNAL_PULL_OHM = 50_000
FIXED_PULL_OHM = {2: 1_800, 3: 1_800}


class Severity(StrEnum):
    """Tells whether a finding stops the kit from working (error) or only may (warning)."""

    ERROR = "error"
    WARNING = "warning"


class Role(StrEnum):
    """Tells what a pin is used as."""

    INPUT = "input"
    LIGHT = "light"
    SOUNDER = "sounder"
    RESET = "reset"
    SELECT = "select"
    BUS = "bus"


@dataclass(frozen=True, slots=True)
class Finding:
    """Tells one finding: the part it is about, its pin (BCM, None if none), and the cure."""

    severity: Severity
    part: str
    pin: int | None
    text: str
    cure: str

    def __str__(self) -> str:
        pin = "" if self.pin is None else f" (BCM {self.pin})"
        return f"{self.severity}: {self.part}{pin}: {self.text}; {self.cure}"


@dataclass(frozen=True, slots=True)
class PinUse:
    """Names one use of a pin of the Pi's header."""

    part: str
    pin: int
    role: Role
    series_ohm: int = 0
    pull_up_ohm: int | None = None


def findings(board: Board) -> tuple[Finding, ...]:
    """Check every rule and return what was found, errors first; empty means a sound board."""
    uses = pin_uses(board)
    found = [
        *_twice(uses),
        *_nonexistent(uses),
        *_taken_by_the_pi(board, uses),
        *_spi_given_away(uses),
        *_boot_states(uses),
        *_console_contention(uses),
        *_low_levels(uses),
        *_light_currents(board),
        *_expanders(board),
    ]
    return tuple(sorted(found, key=lambda finding: finding.severity is Severity.WARNING))


def pin_uses(board: Board) -> tuple[PinUse, ...]:
    """List every use of the Pi's header, seat by seat, then bell, sounder and readers."""
    return (*_seat_uses(board), *_shared_uses(board), *_reader_uses(board))


def _seat_uses(board: Board) -> Iterator[PinUse]:
    parts = board.electrics
    for seat in board.seats:
        if seat.expander:
            continue
        for line in seat_lines(seat):
            yield PinUse(line.name, line.pin, Role.INPUT, parts.button_series_ohm)
        yield PinUse(f"{seat.number}.light", seat.light, Role.LIGHT, parts.light_series_ohm)


def _shared_uses(board: Board) -> Iterator[PinUse]:
    if bell := board.bell:
        yield PinUse("bell", bell.pin, Role.INPUT, bell.series_ohm, bell.pull_up_ohm)
    if board.sounder:
        yield PinUse("sounder", board.sounder.pin, Role.SOUNDER)


def _reader_uses(board: Board) -> Iterator[PinUse]:
    resets: dict[int, list[str]] = defaultdict(list)
    for reader in board.readers:
        yield PinUse(f"{reader.name} select", reader.select, Role.SELECT)
        if reader.reset is not None:
            resets[reader.reset].append(reader.name)
    for pin, names in resets.items():  # readers may share one reset
        yield PinUse(f"{' and '.join(names)} reset", pin, Role.RESET)
    if board.readers:
        for name, pin in zip(("MISO", "MOSI", "SCLK"), SPI0_PINS, strict=True):
            yield PinUse(f"readers {name}", pin, Role.BUS)


def _twice(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    parts: dict[int, list[str]] = defaultdict(list)
    for use in uses:
        parts[use.pin].append(use.part)
    for pin, names in parts.items():
        if len(names) > 1:
            text = f"the pin is used {len(names)} times"
            yield _error(" and ".join(names), pin, text, "give each its own pin")


def _nonexistent(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    for use in uses:
        if use.pin in EEPROM_PINS:
            text = "pins 0 and 1 are kept for the EEPROM of an add-on board"
            yield _error(use.part, use.pin, text, "move it to a pin from 2 to 27")
        elif use.pin not in HEADER_PINS:
            text = "the 40-pin header has no such pin"
            yield _error(use.part, use.pin, text, "move it to a pin from 2 to 27")


def _taken_by_the_pi(board: Board, uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    pi = board.uses
    taken = (
        (pi.console, "console", (14, 15), "the serial console", "enable_uart=0"),
        (pi.i2c, "i2c", (2, 3), "I2C1", "no dtparam=i2c_arm"),
        (pi.one_wire, "one_wire", (4,), "the 1-Wire driver", "no w1-gpio overlay"),
    )
    for use in uses:
        for is_on, key, pins, name, setting in taken:
            if is_on and use.pin in pins:
                cure = f"set board.{key} = false and {setting} in config.txt, or move it"
                yield _error(use.part, use.pin, f"{name} has this pin", cure)
        if pi.audio and use.role is Role.SOUNDER and use.pin in PWM_PINS:
            cure = "set board.audio = false and dtparam=audio=off in config.txt"
            yield _error(use.part, use.pin, "analogue audio uses the same PWM block", cure)


def _spi_given_away(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    if not any(use.role is Role.BUS for use in uses):
        return
    spi = (*SPI0_PINS, *CHIP_SELECTS.values())
    for use in uses:
        if use.pin in spi and use.role not in {Role.BUS, Role.SELECT}:
            text = "the SPI driver claims 7 to 11, both chip selects included"
            yield _error(use.part, use.pin, text, "move it to another pin")


def _boot_states(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    at_boot = {
        Role.LIGHT: "it glows until the kit runs",
        Role.SOUNDER: "it clicks when the kit starts",
        Role.RESET: "the readers are powered up before the kit runs",
    }
    for use in uses:
        is_up = use.pin in PULLED_UP_AT_BOOT
        if is_up and use.role in at_boot:
            text = f"the pin is pulled up at power-on: {at_boot[use.role]}"
            yield _warning(use.part, use.pin, text, "move it to a pin from 9 to 27")
        elif not is_up and use.role is Role.SELECT:
            text = "the pin is pulled down at power-on: the reader is selected until the kit runs"
            yield _warning(use.part, use.pin, text, "use a pin up to 8, or a pull-up of 10 kohm")


def _console_contention(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    for use in uses:
        if use.pin != CONSOLE_TX:
            continue
        if use.role is Role.INPUT and _milliamps(SUPPLY_V, use.series_ohm) > PIN_MAX_MA:
            text = "a boot console drives this pin high while a pressed button pulls it to ground"
            cure = f"put at least {SUPPLY_V / PIN_MAX_MA * 1000:.0f} ohm in series"
            yield _error(use.part, use.pin, text, cure)
        elif use.role in {Role.LIGHT, Role.SOUNDER}:
            text = "a boot console drives this pin: it flickers or buzzes during boot"
            yield _warning(use.part, use.pin, text, "use it for a button")


def _low_levels(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    for use in uses:
        level = low_level_v(use)
        if use.role is Role.INPUT and level > LOW_LEVEL_MAX_V:
            text = f"pressed, the pin sits at {level:.2f} V; it must be under {LOW_LEVEL_MAX_V} V"
            yield _error(use.part, use.pin, text, "use a smaller series resistor")


def low_level_v(use: PinUse) -> float:
    """Return the volts on an input's pin while its contact is closed: series against pull-ups."""
    pulls = [FIXED_PULL_OHM.get(use.pin, INTERNAL_PULL_OHM)]
    if use.pull_up_ohm is not None:
        pulls.append(use.pull_up_ohm)
    together = 1 / sum(1 / pull for pull in pulls)
    return SUPPLY_V * use.series_ohm / (use.series_ohm + together)


def light_ma(board: Board) -> float:
    """Return the current of one light in mA."""
    parts = board.electrics
    return _milliamps(max(0.0, SUPPLY_V - parts.light_forward_v), parts.light_series_ohm)


def _light_currents(board: Board) -> Iterator[Finding]:
    lit = sum(seat.expander is None for seat in board.seats)
    each, volts = light_ma(board), board.electrics.light_forward_v
    if volts > DIM_FORWARD_V:
        text = f"lights with {volts} V barely glow from {SUPPLY_V} V"
        yield _warning("lights", None, text, "use red, yellow or green ones")
    if each > PIN_MAX_MA:
        text = f"one light takes {each:.1f} mA, a pin gives {PIN_MAX_MA:.0f} mA"
        yield _error("lights", None, text, "use a larger electrics.light_series_ohm")
    if each * lit > ALL_PINS_MAX_MA:
        text = (
            f"all lights take {each * lit:.1f} mA, all pins together give {ALL_PINS_MAX_MA:.0f} mA"
        )
        yield _error("lights", None, text, "use a larger electrics.light_series_ohm")


def _expanders(board: Board) -> Iterator[Finding]:
    if board.expanders and not board.uses.i2c:
        cure = "set board.i2c = true and dtparam=i2c_arm=on in config.txt"
        yield _error("expander", None, "an expander needs I2C1", cure)
    addresses: dict[int, list[str]] = defaultdict(list)
    for expander in board.expanders:
        addresses[expander.address].append(expander.name)
    for address, names in addresses.items():
        if len(names) > 1:
            text = f"address 0x{address:02x} is used {len(names)} times"
            yield _error(" and ".join(names), None, text, "give each its own address")
    for expander in board.expanders:
        seats = [seat for seat in board.seats if seat.expander == expander.name]
        yield from _expander_lines(expander.name, seats)


def _expander_lines(name: str, seats: list[SeatPins]) -> Iterator[Finding]:
    parts: dict[int, list[str]] = defaultdict(list)
    for seat in seats:
        for line in seat_lines(seat):
            parts[line.pin].append(line.name)
        parts[seat.light].append(f"{seat.number}.light")
    for line_number, names in parts.items():
        if len(names) > 1:
            text = f"line {line_number} of expander {name} is used {len(names)} times"
            yield _error(" and ".join(names), None, text, "give each its own line")


def _milliamps(volts: float, ohm: int) -> float:
    return volts / ohm * 1000 if ohm else float("inf")


def _error(part: str, pin: int | None, text: str, cure: str) -> Finding:
    return Finding(Severity.ERROR, part, pin, text, cure)


def _warning(part: str, pin: int | None, text: str, cure: str) -> Finding:
    return Finding(Severity.WARNING, part, pin, text, cure)
