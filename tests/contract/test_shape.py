from __future__ import annotations

from importlib.resources import files
from typing import Any

from companion.cards.manifest import read_manifest
from companion.core.game import Game
from companion.core.options import COMMON
from tests.contract.players import some_header
from tests.contract.walks import GESTURE_WORDS


def test_a_game_is_named_after_its_folder(game: Game[Any]) -> None:
    assert (files("companion.games") / game.slug / "deck.toml").is_file()
    assert game.title.strip()


def test_it_explains_itself_in_a_readme(game: Game[Any]) -> None:
    readme = (files("companion.games") / game.slug / "README.md").read_text(encoding="utf-8")
    assert readme.startswith(f"# {game.title}")
    for option in game.options:
        assert f"`{option.name}`" in readme


def test_its_deck_is_a_manifest_without_a_fault(game: Game[Any]) -> None:
    deck = read_manifest(game.manifest)
    state = game.set_up(some_header(game, 0), game.manifest)
    assert game.cards(state) <= deck.cards.keys()
    assert game.cards(state)


def test_its_options_have_names_of_their_own_and_defaults_that_are_allowed(
    game: Game[Any],
) -> None:
    names = [option.name for option in (*COMMON, *game.options)]
    assert len(set(names)) == len(names)
    for option in game.options:
        assert option.show(option.read(option.default)) == option.default


def test_it_is_for_as_many_players_as_there_are_seats(game: Game[Any]) -> None:
    least, most = game.players
    assert 1 <= least <= most <= 6


def test_what_every_game_understands_is_not_the_game_s_to_say(game: Game[Any]) -> None:
    for say in ({}, {"nonsense": 1}, {"seat": 1}, {"nonsense": 1, **GESTURE_WORDS}):
        assert game.say_fault(say)


def test_no_card_is_unseen_before_anything_has_happened(game: Game[Any]) -> None:
    assert game.private_cards(game.set_up(some_header(game, 0), game.manifest)) == frozenset()
