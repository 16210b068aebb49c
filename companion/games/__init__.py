"""The games: one folder each, found without any list.

A folder is a game: its package has a function `game(manifest)`. Games never import each other. A
folder's name is the game's wire name and never changes; `template` is for copying.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from companion.core.game import Game

Manifest = Mapping[str, Any]


def slugs() -> tuple[str, ...]:
    """Return the folders that hold a game, in alphabetical order.

    A package without the function is no game yet, such as one whose rules come before its flow.
    """
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(slug for slug in folders if hasattr(_package(slug), "game"))


def found(manifest: Callable[[str], Manifest]) -> dict[str, Game[Any]]:
    """Return every game by its slug, each with the manifest that the rim read for it."""
    return {slug: _package(slug).game(manifest(slug)) for slug in slugs()}


def _package(slug: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{slug}")
