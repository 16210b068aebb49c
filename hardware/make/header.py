"""A picture of the Pi's 40-pin header as SVG: what hangs on each pin of a board."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from firmware.board import Board
from firmware.board_uses import (
    EEPROM_POSITIONS,
    FIVE_VOLTS,
    GROUNDS,
    HEADER_POSITIONS,
    SUPPLIES,
    PinUse,
    Role,
    pin_uses,
)

WIDTH, ROW, TOP = 760, 30, 92
MIDDLE, HALF = WIDTH // 2, 19  # of the two columns
RADIUS = 11
CHIP_WIDTH, CHIP_HEIGHT = 268, 22
FONT = "DejaVu Sans,Verdana,sans-serif"
# Fill and ink of each kind of pin: the words beside a pin say the same.
PAINT = {
    "3.3 V": ("#f6b26b", "#000"),
    "5 V": ("#cc0000", "#fff"),
    "ground": ("#222222", "#fff"),
    "free": ("#ffffff", "#000"),
    "button": ("#9fc5e8", "#000"),
    "light": ("#ffe066", "#000"),
    "bell": ("#b6d7a8", "#000"),
    "sounder": ("#d5a6bd", "#000"),
    "reader": ("#c9b8e8", "#000"),
}
KINDS = {
    Role.LIGHT: "light",
    Role.SOUNDER: "sounder",
    Role.RESET: "reader",
    Role.SELECT: "reader",
    Role.BUS: "reader",
}


def picture(board: Board) -> str:
    """Draw the header, seen from above with the card slot's end on top."""
    return "".join(f"{line}\n" for line in _lines(board))


def _lines(board: Board) -> Iterator[str]:
    bottom = TOP + 20 * ROW
    height = bottom + 66
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" font-family="{FONT}" font-size="13">'
    )
    yield f"<title>The Pi's header: {escape(board.title)}</title>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    yield _text(MIDDLE, 24, board.title, size=17)
    yield _text(MIDDLE, 46, "The Pi from above, turned so that its header is on the right")
    yield _text(MIDDLE, 64, "and the card slot on top; even pins are at the board's edge")
    yield from _body()
    yield from _pins(board)
    yield _text(MIDDLE, bottom + 20, "down here: the USB and network sockets (a Zero has none)")
    yield from _legend(bottom + 36)
    yield "</svg>"


def _body() -> Iterator[str]:
    left, width = MIDDLE - HALF - 18, 2 * HALF + 36
    yield (
        f'<rect x="{left}" y="{TOP - 17}" width="{width}" height="{20 * ROW + 4}" rx="4"'
        ' fill="#e8e8e8" stroke="#444"/>'
    )


def _pins(board: Board) -> Iterator[str]:
    uses = {HEADER_POSITIONS[use.pin]: use for use in pin_uses(board)}
    bcm = {position: pin for pin, position in HEADER_POSITIONS.items()}
    for position in range(1, 41):
        kind, words = _meaning(position, uses.get(position), bcm.get(position))
        yield from _pin(position, kind, words)


def _meaning(position: int, use: PinUse | None, bcm: int | None) -> tuple[str, str]:
    """Return the kind of a pin and the words beside it."""
    if use is not None:
        return _kind(use), f"BCM {use.pin}: {_part(use.part)}"
    if position in EEPROM_POSITIONS:
        return "free", "leave open (add-on boards)"
    rails = (GROUNDS, "ground"), (SUPPLIES, "3.3 V"), (FIVE_VOLTS, "5 V")
    for positions, name in rails:
        if position in positions:
            return name, f"{name}: not for this kit" if name == "5 V" else name
    return "free", f"BCM {bcm}: free"


def _kind(use: PinUse) -> str:
    if use.role is Role.INPUT:
        return "bell" if use.part.endswith("bell") else "button"
    return KINDS[use.role]


def _part(part: str) -> str:
    seat, dot, side = part.partition(".")
    return f"seat {seat} {side.upper()}" if dot else part


def _pin(position: int, kind: str, words: str) -> Iterator[str]:
    side = -1 if position % 2 else 1
    x, y = MIDDLE + side * HALF, TOP + (position - 1) // 2 * ROW
    fill, ink = PAINT[kind]
    edge = MIDDLE + side * (HALF + 30)
    left = edge if side > 0 else edge - CHIP_WIDTH
    yield (
        f'<line x1="{x}" y1="{y}" x2="{edge}" y2="{y}" stroke="#444"/>'
        f'<rect x="{left}" y="{y - CHIP_HEIGHT // 2}" width="{CHIP_WIDTH}" height="{CHIP_HEIGHT}"'
        f' rx="4" fill="{fill}" stroke="#444"/>'
    )
    anchor = "start" if side > 0 else "end"
    yield _text(edge + side * 9, y + 5, words, anchor=anchor, ink=ink)
    shape = (
        f'<rect x="{x - RADIUS}" y="{y - RADIUS}" width="{2 * RADIUS}" height="{2 * RADIUS}"'
        if position == 1
        else f'<circle cx="{x}" cy="{y}" r="{RADIUS}"'
    )
    yield f'{shape} fill="{fill}" stroke="#444"/>'
    yield _text(x, y + 4, f"{position}", ink=ink, size=11)


def _legend(y: int) -> Iterator[str]:
    step = (WIDTH - 40) // len(PAINT)
    for at, (kind, (fill, _)) in enumerate(PAINT.items()):
        x = 30 + at * step
        yield f'<rect x="{x}" y="{y}" width="14" height="14" rx="3" fill="{fill}" stroke="#444"/>'
        yield _text(x + 19, y + 12, kind, anchor="start", size=12)


def _text(
    x: int, y: int, words: str, *, anchor: str = "middle", ink: str = "#000", size: int = 13
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{ink}" font-size="{size}">'
        f"{escape(words)}</text>"
    )
