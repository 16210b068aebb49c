from __future__ import annotations

import pytest

from companion.cards.manifest import read_manifest
from companion.core.errors import FileFault
from companion.games import slugs
from firmware.shelf import games, manifest, read_deck


def test_every_folder_of_the_games_is_on_the_shelf_under_its_own_name() -> None:
    shelf = games()
    assert tuple(shelf) == slugs()
    assert {slug: game.slug for slug, game in shelf.items()} == {slug: slug for slug in shelf}
    assert "template" in shelf


def test_every_game_comes_with_its_shipped_deck() -> None:
    for slug, game in games().items():
        assert game.manifest == manifest(slug)
        assert read_manifest(game.manifest).cards


def test_a_deck_that_is_no_toml_says_where() -> None:
    with pytest.raises(FileFault, match=r"^my/deck\.toml: not valid TOML \(.*line 2, column 1"):
        read_deck("[cards]\n= 3", "my/deck.toml")


def test_a_deck_with_faults_tells_all_of_them() -> None:
    with pytest.raises(FileFault) as caught:
        read_deck('[card]\n[cards]\n"A" = {}', "my/deck.toml")
    assert len(caught.value.faults) == 2
