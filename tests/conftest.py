"""Fixtures that tests of every part share."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Game
from firmware import shelf


@pytest.fixture(scope="session")
def games() -> dict[str, Game[Any]]:
    """Every game that is found, by its slug, with its shipped deck."""
    return shelf.games()
