"""Decks: the owner's deck maps as files in the state folder, one a box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from companion.cards.deck_map import Box, DeckMap, read_box, write_box
from companion.core.errors import FileFault
from firmware.state import write_text_atomically

ENDING = ".json"


def read_decks(
    folder: Path, cards: Mapping[str, Iterable[str]]
) -> tuple[DeckMap, tuple[str, ...]]:
    """Read every box of a folder; return them, and a line for each fault.

    A file that cannot be read is left out and named; the others count.
    """
    decks = DeckMap()
    faults: list[str] = []
    for file in sorted(folder.glob(f"*{ENDING}")):
        name = file.name.encode(errors="replace").decode()  # as every page can show it
        try:
            box = read_box(file.read_text(encoding="utf-8"), name, cards)
        except FileFault as error:
            faults += str(error).splitlines()
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{name}: {error}")
        else:
            faults += _twice(decks, box, name)
            decks = decks.with_box(box)
    return decks, tuple(faults)


def _twice(decks: DeckMap, box: Box, name: str) -> list[str]:
    return [
        f"{name}: tag {uid} is in {other.game} {other.name} too"
        for uid in box.tags
        if (other := decks.box_of(uid)) is not None and other.name != box.name
    ]


def write_deck(folder: Path, box: Box) -> Path:
    """Write a box to its file and return the path; raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{box.game}-{file_name(box.name)}{ENDING}"
    write_text_atomically(path, write_box(box))
    return path


def file_name(name: str) -> str:
    """Return a box's name as part of a file's name: letters, digits and dashes only.

    A name that had other characters, or is long, gets a checksum, so that no two share a file.
    """
    plain = "".join(char if char.isalnum() and char.isascii() else "-" for char in name)[:40]
    if plain == name:
        return name
    return f"{plain}-{blake2b(name.encode(errors='replace'), digest_size=4).hexdigest()}"
