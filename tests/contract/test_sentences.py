from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields
from types import ModuleType
from typing import Any

from companion import core
from companion.core.game import Game
from companion.core.rulings import Ruling
from companion.core.texts import COMMON_SENTENCES, REASONS
from tests.contract.players import Played

PLACES = {"seat_number"}  # what every sentence may name besides the ruling's own fields


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def package(game: Game[Any]) -> ModuleType:
    return importlib.import_module(f"companion.games.{game.slug}")


def rulings(package: ModuleType) -> list[type[Ruling]]:
    return [
        kind
        for module in modules(package)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Ruling) and kind is not Ruling and kind.__module__ == module.__name__
    ]


def wire_name(kind: type[Ruling]) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in kind.__name__)[1:]


def test_every_ruling_has_a_sentence(game: Game[Any]) -> None:
    catalogue = {**COMMON_SENTENCES, **game.sentences}
    silent = [
        kind.__name__
        for kind in (*rulings(core), *rulings(package(game)))
        if not any(
            key == wire_name(kind) or key.startswith(f"{wire_name(kind)}/") for key in catalogue
        )
    ]
    assert silent == []


def test_a_sentence_names_only_what_its_ruling_holds(game: Game[Any]) -> None:
    for kind in rulings(package(game)):
        holds = {field.name for field in fields(kind)} | PLACES
        for key, text in game.sentences.items():
            if key.partition("/")[0] == wire_name(kind):
                assert blanks(text) <= holds, key


def blanks(text: str) -> set[str]:
    parsed = ast.parse(f"f{text!r}", mode="eval").body
    return {node.id for node in ast.walk(parsed) if isinstance(node, ast.Name)}


def test_every_reason_for_a_refusal_has_a_sentence(game: Game[Any]) -> None:
    known = REASONS.keys() | {key.removeprefix("refused/") for key in game.sentences}
    reasons = {
        reason
        for source in (core, package(game))
        for module in modules(source)
        for reason in refused_in(module)
    }
    assert reasons
    assert reasons - known == set()


def refused_in(module: ModuleType) -> Iterator[str]:
    """Yield the reasons that a module's source gives, wherever it makes a `Refused`."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
            for part in ast.walk(node.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_every_ruling_of_a_game_is_shown_as_a_whole_sentence(played: Played) -> None:
    texts = [ruling["text"] for record in played.records for ruling in record.rulings]
    assert texts
    for text in texts:
        assert text.strip()
        assert "{" not in text
        assert "None" not in text


def test_no_sentence_is_there_for_nothing(game: Game[Any]) -> None:
    kinds = {wire_name(kind) for kind in (*rulings(core), *rulings(package(game)))}
    known = {*kinds, "refused", "card"}  # what a refusal says, and what a card is called
    spare = [key for key in game.sentences if key.partition("/")[0] not in known]
    assert spare == []
