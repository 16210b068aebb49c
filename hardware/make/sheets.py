"""Sheets to print, as HTML: labels for a deck's cards, for seats and cables, and a join card.

    python -m hardware.make.sheets

writes those of every game that is found, and of the standard board; `--into FOLDER --wifi NAME
--password WORD` puts the kit's own WiFi on the join card. A browser prints each page, too. The PDF
files beside them need WeasyPrint.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import segno
from segno.helpers import make_wifi

from companion.core.game import Game
from firmware.board import Board, shipped
from firmware.shelf import games
from hardware.make.cables import cables
from web.looks import card_name

FOLDER = Path(__file__).parents[1] / "tag-sheets"
ADDRESS = "http://ringmaster.local"
CARD_MM = (63, 88)
STICKER_MM = 25
# So far apart that no two stickers of neighbours in a stack lie on each other.
PLACES_MM = ((17, 16), (46, 16), (17, 44), (46, 44), (17, 72), (46, 72))
A_SHEET = 24  # labels of 63.5 x 33.9 mm, three a row: a common sheet (L7159 and its likes)
STYLE = """\
@page { size: A4; margin: 0 }
* { box-sizing: border-box }
body { margin: 0; font-family: "DejaVu Sans", sans-serif; color: #000 }
.sheet { width: 210mm; height: 297mm; padding: 12.9mm 7.2mm; break-after: page }
.sheet:last-child { break-after: auto }
.label { float: left; width: 63.5mm; height: 33.9mm; margin-right: 2.5mm; padding: 2.5mm;
  overflow: hidden }
.label:nth-child(3n) { margin-right: 0 }
.label svg { float: left; width: 20mm; height: 28mm; margin-right: 3mm }
.name { font-size: 11pt; font-weight: bold; line-height: 1.15 }
.id { font: 7pt "DejaVu Sans Mono", monospace; margin-top: 1mm; white-space: nowrap }
.small { font-size: 6.5pt; margin-top: 1mm }
.seat { font-size: 24pt; font-weight: bold; line-height: 1 }
.sides { font-size: 11pt; margin-top: 4mm }
.sides span { float: right }
.card { width: 105mm; height: 148mm; padding: 10mm; border: 0.2mm dashed #888; text-align: center }
.card h1 { font-size: 20pt; margin: 0 0 4mm }
.card p { font-size: 10pt; margin: 3mm 0 }
.card svg { width: 50mm; height: 50mm }
.two svg { width: 34mm; height: 34mm }
"""


def page(title: str, body: str) -> str:
    """Return a whole page."""
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>\n{STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{body}</html>\n'


# Labels of a deck


def tag_sheet(game: Game[Any]) -> str:
    """Return a game's labels: what each card is called, and where its sticker goes."""
    met: Counter[str] = Counter()
    labels = []
    for card, given in game.manifest["cards"].items():
        kind = card.partition("/")[0]
        labels.append(_card_label(game, card, given, PLACES_MM[met[kind] % len(PLACES_MM)]))
        met[kind] += 1
    return page(f"{game.title}: a label a card", sheets(labels))


def sheets(labels: Iterable[str]) -> str:
    """Return labels, a sheetful a page."""
    every = list(labels)
    pages = (every[at : at + A_SHEET] for at in range(0, len(every), A_SHEET))
    return "".join(f'<div class="sheet">\n{"".join(one)}</div>\n' for one in pages)


def _card_label(
    game: Game[Any], card: str, given: Mapping[str, Any], sticker: tuple[int, int]
) -> str:
    name = card_name({"game": game.slug}, card)
    guess = " · not yet verified" if given.get("verified") is False else ""
    return (
        f'<div class="label">{_where(sticker)}<div class="name">{escape(name)}</div>'
        f'<div class="id">{escape(card)}</div>'
        f'<div class="small">{escape(game.title)}{guess}</div>'
        '<div class="small">☐ enrolled</div></div>\n'
    )


def _where(sticker: tuple[int, int]) -> str:
    """Draw a card's back and where its sticker goes."""
    wide, high = CARD_MM
    x, y = sticker
    return (
        f'<svg viewBox="0 0 {wide} {high}"><rect x="1" y="1" width="{wide - 2}" '
        f'height="{high - 2}" rx="4" fill="none" stroke="#000"/>'
        f'<circle cx="{x}" cy="{y}" r="{STICKER_MM / 2:g}" fill="#bbb" stroke="#000"/></svg>'
    )


# Seats and cables


def seat_labels(board: Board) -> str:
    """Return a label for each seat's pad, and two for each cable, one an end."""
    seats = [_seat_label(seat.number) for seat in board.seats]
    ends = [
        f'<div class="label"><div class="name">{escape(cable.plug)}</div>'
        f'<div class="id">{escape(cable.name)}</div>'
        f'<div class="small">to {escape(end)}</div></div>\n'
        for cable in cables(board)
        for end in (cable.far_end, "the junction board")
    ]
    return page("Seats and cables", sheets([*seats, *ends]))


def _seat_label(number: int) -> str:
    return (
        f'<div class="label"><div class="small">seat</div><div class="seat">{number}</div>'
        '<div class="sides">◀ LEFT<span>RIGHT ▶</span></div></div>\n'
    )


# The join card


def join_card(address: str, wifi: str = "", password: str = "") -> str:
    """Return a card that leads phones to the board, and into the kit's WiFi where one is named."""
    codes = [_code(address, f"{'2. ' if wifi else ''}The board: {address}")]
    if wifi:
        joins = make_wifi(ssid=wifi, password=password, security="WPA" if password else None)
        said = f"1. The WiFi: {wifi}" + (f", password {password}" if password else "")
        codes.insert(0, _drawn(joins, said))
    kind = "card two" if wifi else "card"
    body = (
        f'<div class="{kind}">\n<h1>Ringmaster</h1>\n{"".join(codes)}'
        "<p>The board is for everybody. To play on your phone, scan the code that the board "
        "shows, and choose your seat.</p>\n</div>\n"
    )
    return page("Join", body)


def _code(text: str, said: str) -> str:
    return _drawn(segno.make_qr(text, error="m"), said)


def _drawn(code: Any, said: str) -> str:
    drawn = code.svg_inline(border=4, light="#fff", omitsize=True)
    return f"{drawn}\n<p>{escape(said)}</p>\n"


# Files


def every_sheet(board: Board) -> dict[str, str]:
    """Return every page by its name, without ending."""
    found = {slug.replace("_", "-"): tag_sheet(game) for slug, game in games().items()}
    return {**found, "seat-labels": seat_labels(board), "join-card": join_card(ADDRESS)}


def pdf(html: str) -> bytes:
    """Return a page as PDF; raises ImportError or OSError without WeasyPrint and its libraries."""
    import weasyprint  # noqa: PLC0415 - only who prints needs it

    made: bytes = weasyprint.HTML(string=html).write_pdf()
    return made


def main() -> None:
    """Write all pages, and their PDF files where that can be."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make.sheets", description=__doc__)
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder to write into")
    parser.add_argument("--address", default=ADDRESS, help="where the board is")
    parser.add_argument("--wifi", default="", help="the name of the kit's own WiFi")
    parser.add_argument("--password", default="", help="its password")
    asked = parser.parse_args()
    if asked.wifi and asked.into == FOLDER:
        parser.error("--wifi needs --into: a password does not belong into this folder")
    pages = every_sheet(shipped("standard"))
    pages["join-card"] = join_card(asked.address, asked.wifi, asked.password)
    asked.into.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # no moment in the files
    for name, html in pages.items():
        (asked.into / f"{name}.html").write_text(html, encoding="utf-8")
        try:
            (asked.into / f"{name}.pdf").write_bytes(pdf(html))
        except (ImportError, OSError) as error:
            sys.stderr.write(f"{name}.pdf: not made, {error}\n")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
