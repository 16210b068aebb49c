"""Tables for people, made from a board: its pins, seats, readers, currents, and config.txt.

`ringmaster board wiring` prints them for any board; those of the standard board stand in
wiring.md, and a test fails when they differ from what this makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from firmware.board import SPI0_PINS, Board, shipped, shipped_names
from firmware.board_spare import given_back
from firmware.board_uses import (
    HEADER_POSITIONS,
    PinUse,
    Role,
    light_ma,
    low_level_v,
    pin_uses,
    readers_ma,
    sounder_ma,
)


def pins_table(board: Board) -> str:
    """Make the table of all pins in use, in the order of the header."""
    uses = sorted(pin_uses(board), key=lambda use: HEADER_POSITIONS.get(use.pin, 99))
    rows = [
        (f"{HEADER_POSITIONS.get(use.pin, '-')}", f"{use.pin}", use.part, _wired(board, use))
        for use in uses
    ]
    return table(("header pin", "BCM", "part", "how"), rows)


def seats_table(board: Board) -> str:
    """Make the table of the seats: header pins of LEFT, RIGHT, light and bell button."""
    rows = [
        (f"{s.number}", *(_at(pin) for pin in (s.left, s.right, s.light, s.bell)))
        for s in board.seats
        if s.expander is None
    ]
    return table(("seat", "LEFT", "RIGHT", "light", "own bell"), rows)


def readers_table(board: Board) -> str:
    """Make the table of the readers' eight contacts."""
    names = [reader.name for reader in board.readers]
    miso, mosi, sclk = map(_at, SPI0_PINS)
    contacts: list[tuple[str, ...]] = [
        ("SDA (SS)", *(_at(reader.select) for reader in board.readers)),
        ("SCK", *[sclk] * len(names)),
        ("MOSI", *[mosi] * len(names)),
        ("MISO", *[miso] * len(names)),
        ("IRQ", *["leave open"] * len(names)),
        ("GND", *["any ground"] * len(names)),
        ("RST", *(_reset(reader.reset) for reader in board.readers)),
        ("3.3V", *["pin 1 or 17, never 5 V"] * len(names)),
    ]
    return table(("contact", *names), contacts)


def currents_table(board: Board) -> str:
    """Make the table of levels and currents that the rule check computes."""
    lights = sum(seat.expander is None for seat in board.seats)
    rows = [
        ("one light", f"{light_ma(board):.1f} mA", "16 mA a pin"),
        (f"{lights} lights", f"{light_ma(board) * lights:.1f} mA", "about 50 mA, all pins"),
        *_other_currents(board),
        *_worst_low_level(board),
    ]
    return table(("what", "computed", "limit"), rows)


def _other_currents(board: Board) -> Iterator[tuple[str, str, str]]:
    if board.sounder is not None:
        what = "sounder's pin, into a coil put in by mistake"
        yield what, f"{sounder_ma(board):.1f} mA", "16 mA a pin"
    if board.readers:
        what = f"{len(board.readers)} readers, one field on at a time"
        limit = "3.3 V rail: up to 1 A on a B+ and later, shared (not official)"
        yield what, f"{readers_ma(board):.0f} mA", limit


def _worst_low_level(board: Board) -> Iterator[tuple[str, str, str]]:
    inputs = [use for use in pin_uses(board) if use.role is Role.INPUT]
    if inputs:
        worst = max(inputs, key=low_level_v)
        what = f"highest low level ({worst.part}, BCM {worst.pin})"
        yield what, f"{low_level_v(worst):.2f} V", "0.8 V"


def builds_table(_board: Board) -> str:
    """Make the table of the boards that come with the kit, and what each gives back."""
    return table(("board", "what it has", "gives back"), map(_build, shipped_names()))


def _build(name: str) -> tuple[str, str, str]:
    board = shipped(name)
    spare = "; ".join(map(str, given_back(board))) or "nothing: every pin is taken"
    return f"`{name}`", board.title, spare


def config_table(board: Board) -> str:
    """Make the lines of config.txt that the board needs, as a block of Markdown."""
    return "```\n" + "".join(f"{line}\n" for line in config_lines(board)) + "```\n"


def config_lines(board: Board) -> tuple[str, ...]:
    """Return the lines of config.txt that the board needs."""
    uses = board.uses
    lines = (
        "dtparam=spi=on" if board.readers else "",
        f"dtparam=audio={'on' if uses.audio else 'off'}",
        f"enable_uart={int(uses.console)}",
        "dtparam=i2c_arm=on" if uses.i2c else "",
        "dtoverlay=w1-gpio" if uses.one_wire else "",
        "dtparam=watchdog=on",
    )
    return tuple(line for line in lines if line)


TABLES: Mapping[str, Callable[[Board], str]] = {
    "pins": pins_table,
    "seats": seats_table,
    "readers": readers_table,
    "currents": currents_table,
    "config": config_table,
    "builds": builds_table,
}


def _wired(board: Board, use: PinUse) -> str:
    match use.role:
        case Role.INPUT:
            pull = f", {use.pull_up_ohm} ohm to 3.3 V" if use.pull_up_ohm else ""
            return f"contact to ground through {use.series_ohm} ohm{pull}"
        case Role.LIGHT:
            return f"{use.series_ohm} ohm, LED, ground"
        case Role.SOUNDER:
            return f"{use.series_ohm} ohm, passive piezo, ground"
        case Role.RESET:
            return "RST of the readers" if len(board.readers) > 1 else "RST of the reader"
        case Role.SELECT:
            return "SDA (SS) of this reader"
        case Role.BUS:
            return "all readers together"


def _at(pin: int | None) -> str:
    return "-" if pin is None else f"pin {HEADER_POSITIONS.get(pin, '-')} (BCM {pin})"


def _reset(pin: int | None) -> str:
    return "3.3 V" if pin is None else _at(pin)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Make a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
