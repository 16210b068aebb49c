"""Printed sheets: every card has its label, and a phone reads the codes; from the PDF itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Game
from firmware.board import shipped
from firmware.shelf import games
from hardware.make.cables import cables
from hardware.make.sheets import (
    A_SHEET,
    ADDRESS,
    CARD_MM,
    FOLDER,
    PLACES_MM,
    STICKER_MM,
    every_sheet,
    join_card,
    pdf,
    seat_labels,
    tag_sheet,
)

STANDARD = shipped("standard")
GAMES = games()
PAGES = every_sheet(STANDARD)
CURE = "run: python -m hardware.make.sheets"
Printed = Callable[[str], Path]


@pytest.fixture
def printed(tmp_path: Path) -> Printed:
    """Print a page to a PDF file, which poppler's tools read."""
    try:
        pdf("")
    except (ImportError, OSError) as error:
        pytest.skip(f"WeasyPrint or its Pango is missing: {error}")
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed (package poppler-utils)")

    def to_file(html: str) -> Path:
        file = tmp_path / "page.pdf"
        file.write_bytes(pdf(html))
        return file

    return to_file


def said(*command: str | Path) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return ran.stdout


def pages_of(file: Path) -> int:
    (count,) = re.findall(r"^Pages:\s+(\d+)$", said("pdfinfo", file), re.MULTILINE)
    return int(count)


def words_of(file: Path) -> str:
    return " ".join(said("pdftotext", "-layout", file, "-").split())


def codes_of(file: Path) -> list[str]:
    """Return what a phone's camera reads from the first page."""
    reader: Any = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")
    images: Any = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    said("pdftoppm", "-r", "150", "-gray", "-png", "-singlefile", file, file.with_suffix(""))
    with images.open(file.with_suffix(".png")) as image:
        found = reader.read_barcodes(image)
    return sorted(code.text for code in found)


def cards_of(game: Game[Any]) -> list[str]:
    return list(game.manifest["cards"])


# What is kept


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / f"{name}.html").read_text(encoding="utf-8") == PAGES[name], CURE


def test_every_page_is_there_as_pdf_and_nothing_else_is() -> None:
    kept = {file.name for file in FOLDER.iterdir()} - {"README.md"}

    assert kept == {f"{name}.{kind}" for name in PAGES for kind in ("html", "pdf")}, CURE
    assert all((FOLDER / f"{name}.pdf").read_bytes().startswith(b"%PDF") for name in PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_pdf_that_is_kept_says_what_its_page_says(name: str, printed: Printed) -> None:
    kept, made = FOLDER / f"{name}.pdf", printed(PAGES[name])

    # Sorted, since other fonts may break lines elsewhere.
    assert sorted(words_of(kept).split()) == sorted(words_of(made).split()), CURE
    assert pages_of(kept) == pages_of(made), CURE


def test_the_folder_says_what_each_page_is() -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8")

    assert [name for name in PAGES if f"`{name}`" not in told] == []


# Labels


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_has_one_label_with_its_id(slug: str) -> None:
    labels = re.findall(r'<div class="id">(.*?)</div>', tag_sheet(GAMES[slug]))

    assert labels == cards_of(GAMES[slug])


@pytest.mark.parametrize("slug", GAMES)
def test_a_printed_deck_has_24_labels_a_page_and_all_its_names(
    slug: str, printed: Printed
) -> None:
    game = GAMES[slug]
    file = printed(tag_sheet(game))
    words = words_of(file)

    assert pages_of(file) == -(-len(cards_of(game)) // A_SHEET)
    assert [card for card in cards_of(game) if card not in words] == []
    assert words.count("enrolled") == len(cards_of(game))


def test_a_label_calls_the_card_what_the_board_calls_it() -> None:
    assert '<div class="name">Pay 1</div>' in tag_sheet(GAMES["click_click_boom"])
    assert '<div class="name">Hands up</div>' in tag_sheet(GAMES["wild_wild_pattern"])


def test_a_label_admits_what_no_rulebook_says() -> None:
    labels = tag_sheet(GAMES["click_click_boom"]).split('<div class="label">')
    (guess,) = (label for label in labels if "character/buzzard" in label)
    (known,) = (label for label in labels if "character/carla" in label)

    assert "not yet verified" in guess
    assert "not yet verified" not in known


def test_no_two_places_of_stickers_touch_each_other_or_the_cards_edge() -> None:
    for at, (x, y) in enumerate(PLACES_MM):
        assert STICKER_MM / 2 <= x <= CARD_MM[0] - STICKER_MM / 2
        assert STICKER_MM / 2 <= y <= CARD_MM[1] - STICKER_MM / 2
        for other_x, other_y in PLACES_MM[at + 1 :]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > STICKER_MM**2


def test_the_four_cards_of_a_stack_have_their_stickers_at_four_places() -> None:
    labels = tag_sheet(GAMES["boom_boom_bell"]).split('<div class="label">')
    places = [re.findall(r'<circle cx="(\d+)" cy="(\d+)"', one) for one in labels[1:5]]

    assert len({place[0] for place in places}) == 4


# Seats and cables


def test_every_seat_and_both_ends_of_every_cable_have_a_label(printed: Printed) -> None:
    words = words_of(printed(seat_labels(STANDARD)))

    assert words.count("LEFT") == len(STANDARD.seats)
    for cable in cables(STANDARD):
        assert words.count(cable.name) == 2
        assert f"to {cable.far_end}" in words
    assert words.count("to the junction board") == len(cables(STANDARD))


# The join card


def test_a_phone_reads_where_the_board_is(printed: Printed) -> None:
    file = printed(join_card(ADDRESS))

    assert pages_of(file) == 1
    assert codes_of(file) == [ADDRESS]
    assert ADDRESS in words_of(file)


def test_a_phone_joins_the_kits_own_wifi_first(printed: Printed) -> None:
    file = printed(join_card("http://10.42.0.1", "Ringmaster; 2", "f4camfbpgmc7"))

    assert pages_of(file) == 1
    assert codes_of(file) == [
        "WIFI:T:WPA;S:Ringmaster\\; 2;P:f4camfbpgmc7;;",
        "http://10.42.0.1",
    ]
    assert "password f4camfbpgmc7" in words_of(file)


def test_a_name_is_text_and_never_markup() -> None:
    assert "<script>" not in join_card("http://kit/<script>", "<script>", "<script>")
