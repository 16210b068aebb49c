"""Tables for people, made from a board: those of wiring.md, and the bill of materials.

    python -m firmware.board_tables --write wiring.md --bom hardware/bom.csv

rewrites both from the standard board; `--board FILE` takes another one. A test fails when the
files that are kept differ from what this makes.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from firmware.board import Board, load, shipped
from firmware.board_check import PinUse, Role, light_ma, low_level_v, pin_uses

# BCM number to position on the 40-pin header.
HEADER_POSITIONS: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37,
    20: 38, 21: 40,
}  # fmt: skip
MARKER = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pins_table(board: Board) -> str:
    """Make the table of all pins in use, in the order of the header."""
    uses = sorted(pin_uses(board), key=lambda use: HEADER_POSITIONS.get(use.pin, 99))
    rows = [
        (f"{HEADER_POSITIONS.get(use.pin, '-')}", f"{use.pin}", use.part, _wired(board, use))
        for use in uses
    ]
    return _table(("header pin", "BCM", "part", "how"), rows)


def seats_table(board: Board) -> str:
    """Make the table of the seats: header pins of LEFT, RIGHT, light and bell button."""
    rows = [
        (f"{s.number}", *(_at(pin) for pin in (s.left, s.right, s.light, s.bell)))
        for s in board.seats
        if s.expander is None
    ]
    return _table(("seat", "LEFT", "RIGHT", "light", "own bell"), rows)


def readers_table(board: Board) -> str:
    """Make the table of the readers' eight contacts."""
    names = [reader.name for reader in board.readers]
    contacts: list[tuple[str, ...]] = [
        ("SDA (SS)", *(_at(reader.select) for reader in board.readers)),
        ("SCK", *[_at(11)] * len(names)),
        ("MOSI", *[_at(10)] * len(names)),
        ("MISO", *[_at(9)] * len(names)),
        ("IRQ", *["leave open"] * len(names)),
        ("GND", *["any ground"] * len(names)),
        ("RST", *(_at(reader.reset) for reader in board.readers)),
        ("3.3V", *["pin 1 or 17, never 5 V"] * len(names)),
    ]
    return _table(("contact", *names), contacts)


def currents_table(board: Board) -> str:
    """Make the table of levels and currents that the rule check computes."""
    lights = sum(seat.expander is None for seat in board.seats)
    inputs = [use for use in pin_uses(board) if use.role is Role.INPUT]
    worst = max(inputs, key=low_level_v)
    rows = [
        ("one light", f"{light_ma(board):.1f} mA", "16 mA a pin"),
        (f"{lights} lights", f"{light_ma(board) * lights:.1f} mA", "about 50 mA, all pins"),
        (
            f"highest low level ({worst.part}, BCM {worst.pin})",
            f"{low_level_v(worst):.2f} V",
            "0.8 V",
        ),
    ]
    return _table(("what", "computed", "limit"), rows)


def config_table(board: Board) -> str:
    """Make the lines of config.txt that the board needs."""
    uses = board.uses
    lines = [
        "dtparam=spi=on" if board.readers else "",
        f"dtparam=audio={'on' if uses.audio else 'off'}",
        f"enable_uart={int(uses.console)}",
        "dtparam=i2c_arm=on" if uses.i2c else "",
        "dtoverlay=w1-gpio" if uses.one_wire else "",
        "dtparam=watchdog=on",
    ]
    return "```\n" + "".join(f"{line}\n" for line in lines if line) + "```\n"


def bom(board: Board) -> str:
    """Make the bill of materials as CSV: part, value, count, what for, note."""
    seats = [seat for seat in board.seats if seat.expander is None]
    own_bells = sum(seat.bell is not None for seat in seats)
    buttons, parts = 2 * len(seats) + own_bells, board.electrics
    rows: list[tuple[object, ...]] = [
        ("Raspberry Pi", "40-pin header, Zero 2 W or later", 1, "the kit", "not tried on any yet"),
        ("push button", "normally open", buttons, "LEFT and RIGHT of each seat", ""),
        ("resistor", f"{parts.button_series_ohm} ohm", buttons, "in series with buttons", ""),
        ("LED", f"about {parts.light_forward_v} V", len(seats), "lights", "red, yellow or green"),
        ("resistor", f"{parts.light_series_ohm} ohm", len(seats), "in series with lights", ""),
        *_bell_parts(board),
        *_reader_parts(board),
    ]
    if board.sounder is not None:
        rows.append(("piezo sounder", "passive", 1, "tones", "without its own oscillator"))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("part", "value", "count", "for", "note"))
    writer.writerows(rows)
    return text.getvalue()


TABLES: Mapping[str, Callable[[Board], str]] = {
    "pins": pins_table,
    "seats": seats_table,
    "readers": readers_table,
    "currents": currents_table,
    "config": config_table,
}


def rewritten(text: str, board: Board) -> str:
    """Return a text with each table between markers made anew; KeyError for an unknown one."""
    return MARKER.sub(lambda found: f"{found[1]}{TABLES[found[2]](board)}{found[3]}", text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Rewrite the files named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m firmware.board_tables", description=__doc__)
    parser.add_argument("--board", type=Path, help="a board file; the standard board without it")
    parser.add_argument("--write", type=Path, help="a text with markers, such as wiring.md")
    parser.add_argument("--bom", type=Path, help="the bill of materials to write")
    asked = parser.parse_args(arguments)
    board = (
        load(asked.board.read_text(encoding="utf-8"), str(asked.board))
        if asked.board
        else shipped("standard")
    )
    if asked.write:
        text = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(rewritten(text, board), encoding="utf-8")
    if asked.bom:
        asked.bom.write_text(bom(board), encoding="utf-8")


def _bell_parts(board: Board) -> Iterable[tuple[object, ...]]:
    if board.bell is None:
        return
    yield (
        "desk bell",
        "with an isolated contact below",
        1,
        "the bell",
        "the brass itself is no contact",
    )
    yield "resistor", f"{board.bell.series_ohm} ohm", 1, "in series with the bell's contact", ""
    yield "resistor", f"{board.bell.pull_up_ohm} ohm", 1, "bell's pull-up to 3.3 V", ""
    yield "capacitor", "10 nF", 1, "bell's contact to ground", ""
    yield "TVS or clamp diode pair", "3.3 V line", 1, "bell's line to ground", "people touch brass"


def _reader_parts(board: Board) -> Iterable[tuple[object, ...]]:
    if not board.readers:
        return
    count = len(board.readers)
    names = ", ".join(reader.name for reader in board.readers)
    yield "MFRC522 module", "3.3 V", count, f"readers: {names}", "never 5 V"
    yield "capacitor", "10 uF", count, "at each reader's connector", ""
    yield "capacitor", "100 nF", count, "at each reader's connector", ""
    yield "ribbon cable", "up to 30 cm, ground beside SCK", count, "readers", ""


def _wired(board: Board, use: PinUse) -> str:
    match use.role:
        case Role.INPUT:
            pull = f", {use.pull_up_ohm} ohm to 3.3 V" if use.pull_up_ohm else ""
            return f"contact to ground through {use.series_ohm} ohm{pull}"
        case Role.LIGHT:
            return f"{use.series_ohm} ohm, LED, ground"
        case Role.SOUNDER:
            return "passive piezo to ground"
        case Role.RESET:
            return "RST of the readers" if len(board.readers) > 1 else "RST of the reader"
        case Role.SELECT:
            return "SDA (SS) of this reader"
        case Role.BUS:
            return "all readers together"


def _at(pin: int | None) -> str:
    return "-" if pin is None else f"pin {HEADER_POSITIONS.get(pin, '-')} (BCM {pin})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
