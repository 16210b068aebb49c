"""Shelf: the games that come with the program, each with the deck that was shipped for it.

`companion` opens no file, so the deck manifests are read here and passed in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from companion.cards.manifest import read_manifest
from companion.core.errors import FileFault
from companion.core.game import Game
from companion.games import found

GAMES = "companion.games"
DECK = "deck.toml"


def games() -> dict[str, Game[Any]]:
    """Return every game by its slug; raises FileFault for a deck that cannot be read."""
    return found(manifest)


def manifest(slug: str) -> Mapping[str, Any]:
    """Return a game's shipped deck as TOML has it, checked; raises FileFault with every fault."""
    name = f"{slug}/{DECK}"
    text = (files(GAMES) / slug / DECK).read_text(encoding="utf-8")
    return read_deck(text, name)


def read_deck(text: str, name: str) -> Mapping[str, Any]:
    """Read a deck manifest's text; raises FileFault with every fault."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileFault(name, (f"not valid TOML ({error})",)) from None
    read_manifest(given, name)
    return given
