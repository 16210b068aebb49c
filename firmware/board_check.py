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

from firmware.board import (
    CHIP_SELECTS,
    SPI0_PINS,
    SPI_DEVICES,
    Board,
    ReaderPins,
    SeatPins,
    seat_lines,
)
from firmware.board_uses import (
    SUPPLY_V,
    PinUse,
    Role,
    light_ma,
    low_level_v,
    milliamps,
    pin_uses,
    sounder_ma,
)

HEADER_PINS = range(2, 28)
EEPROM_PINS = (0, 1)
PULLED_UP_AT_BOOT = range(9)
CONSOLE_TX = 14
PWM_PINS = (12, 13, 18, 19)
LOW_LEVEL_MAX_V = 0.8
PIN_MAX_MA = 16.0
ALL_PINS_MAX_MA = 50.0
LEAST_SERIES_OHM = 206  # 3.3 V through it is 16 mA
DIM_FORWARD_V = 2.8
DIM_MA = 0.5
LONG_READER_CM = 30
SLOW_HZ = 500_000
OUTPUT_ONLY_LINES = (7, 15)


class Severity(StrEnum):
    """Tells whether a finding stops the kit from working (error) or only may (warning)."""

    ERROR = "error"
    WARNING = "warning"


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
        *_unprotected(uses),
        *_light_currents(board),
        *_all_currents(board),
        *_selects(board),
        *_reader_cables(board),
        *_expanders(board),
    ]
    return tuple(sorted(found, key=lambda finding: finding.severity is Severity.WARNING))


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
        if use.role is Role.INPUT and milliamps(SUPPLY_V, use.series_ohm) > PIN_MAX_MA:
            text = "a boot console drives this pin high while a pressed button pulls it to ground"
            cure = f"put at least {LEAST_SERIES_OHM} ohm in series"
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


def _unprotected(uses: tuple[PinUse, ...]) -> Iterator[Finding]:
    why = {
        Role.INPUT: "a program that drives the pin by mistake meets a pressed button as a short",
        Role.SOUNDER: "a sounder with a coil, put in by mistake, takes more than a pin gives",
    }
    for role, text in why.items():
        bare = [use for use in uses if use.role is role and use.series_ohm < LEAST_SERIES_OHM]
        if bare:
            parts = ", ".join(use.part for use in bare)
            cure = f"put at least {LEAST_SERIES_OHM} ohm in series"
            yield _warning(parts, None, text, cure)


def _light_currents(board: Board) -> Iterator[Finding]:
    each, volts = light_ma(board), board.electrics.light_forward_v
    if volts > DIM_FORWARD_V:
        text = f"lights with {volts} V barely glow from {SUPPLY_V} V"
        yield _warning("lights", None, text, "use red, yellow or green ones")
    elif each < DIM_MA:
        text = f"one light gets {each:.2f} mA, which barely glows"
        yield _warning("lights", None, text, "use a smaller electrics.light_series_ohm")
    if each > PIN_MAX_MA:
        text = f"one light takes {each:.1f} mA, a pin gives {PIN_MAX_MA:.0f} mA"
        yield _error("lights", None, text, "use a larger electrics.light_series_ohm")


def _all_currents(board: Board) -> Iterator[Finding]:
    lit = sum(seat.expander is None for seat in board.seats)
    lights = light_ma(board) * lit
    if lights > ALL_PINS_MAX_MA:
        text = f"all lights take {lights:.1f} mA, all pins together give {ALL_PINS_MAX_MA:.0f} mA"
        yield _error("lights", None, text, "use a larger electrics.light_series_ohm")
    elif sounder_ma(board) <= PIN_MAX_MA and (
        (together := lights + sounder_ma(board)) > ALL_PINS_MAX_MA
    ):
        text = (
            f"all lights and a sounder with a coil take {together:.1f} mA,"
            f" all pins together give {ALL_PINS_MAX_MA:.0f} mA"
        )
        yield _warning("lights and sounder", None, text, "use larger series resistors")


def _selects(board: Board) -> Iterator[Finding]:
    devices: dict[int, list[str]] = defaultdict(list)
    for reader in board.readers:
        yield from _select(reader)
        if reader.device is not None:
            devices[reader.device].append(f"{reader.name} select")
    for device, parts in devices.items():
        if device not in SPI_DEVICES.values() and len(parts) > 1:
            text = f"spidev0.{device} is used {len(parts)} times"
            yield _error(" and ".join(parts), None, text, "give each its own device")


def _select(reader: ReaderPins) -> Iterator[Finding]:
    part = f"{reader.name} select"
    named = next((name for name, pin in CHIP_SELECTS.items() if pin == reader.select), None)
    if reader.device is None and named:
        text = f"the SPI driver owns this pin as {named}; as a plain pin it is busy"
        yield _error(part, reader.select, text, f'write select = "{named}"')
    elif reader.device is None:
        text = "the kernel drives no plain pin as a chip select: this reader will not be polled"
        cure = "use CE0 or CE1, or give it a device that an overlay of your own makes"
        yield _warning(part, reader.select, text, cure)
    elif reader.device not in SPI_DEVICES.values():
        text = f"spidev0.{reader.device} is not there without an overlay of your own"
        cure = f"load one whose cs-gpios name BCM {reader.select} at place {reader.device}"
        yield _warning(part, reader.select, text, cure)


def _reader_cables(board: Board) -> Iterator[Finding]:
    length = board.cables.reader_cm
    fast = [reader.name for reader in board.readers if reader.speed_hz > SLOW_HZ]
    if length > LONG_READER_CM and fast:
        text = f"{length} cm is long for a bus of 1 MHz and more"
        cure = f"keep it to {LONG_READER_CM} cm, or set speed_hz = {SLOW_HZ} or less"
        yield _warning(f"cable of {' and '.join(fast)}", None, text, cure)


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
        yield from _expander_outputs(seats)
    for seat in board.seats:
        if seat.expander:
            text = "this version of the program does not drive expanders yet"
            cure = "wire it to the Pi's header, or let this seat play by phone"
            yield _warning(f"seat {seat.number}", None, text, cure)


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


def _expander_outputs(seats: list[SeatPins]) -> Iterator[Finding]:
    for seat in seats:
        for line in seat_lines(seat):
            if line.pin in OUTPUT_ONLY_LINES:
                text = f"line {line.pin} of an MCP23017 is for outputs only, by later data sheets"
                yield _warning(line.name, None, text, "put the seat's light there instead")


def _error(part: str, pin: int | None, text: str, cure: str) -> Finding:
    return Finding(Severity.ERROR, part, pin, text, cure)


def _warning(part: str, pin: int | None, text: str, cure: str) -> Finding:
    return Finding(Severity.WARNING, part, pin, text, cure)
