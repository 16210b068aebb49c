"""What may be said, and the words for every ruling, question and refusal."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.core.rulings import Foul, Ruling
from companion.core.texts import COMMON_SENTENCES, REASONS, reason_text, sentence
from companion.games import click_click_boom
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.abilities import CHARACTERS, say_fault
from companion.games.click_click_boom.texts import ASKS, SENTENCES
from tests.games.click_click_boom.players import SITUATIONS
from tests.games.click_click_boom.table import GAME, NAMES, Sitting

FOLDER = click_click_boom.__path__[0]
OWN: list[type[Ruling]] = [
    one
    for one in vars(rulings).values()
    if isinstance(one, type) and issubclass(one, Ruling) and one is not Ruling
]
NAMED = dict(enumerate(NAMES, 1))
SAMPLES: dict[str, Any] = {
    "int": 2, "str": "left", "tuple[int, ...]": (1, 2), "float | None": 1.5,
}  # fmt: skip
CASES = {"TurnEnded": ("two", "same"), "CountVoided": ("foul", "pause", "undo", "restart")}


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: str(kind.__name__))
def test_every_ruling_has_a_sentence_and_names_no_seat_by_number(kind: type[Ruling]) -> None:
    for case in CASES.get(kind.__name__, ("",)):
        values = {field.name: SAMPLES[str(field.type)] for field in fields(kind)}
        if case:
            values["case"] = case
        text = sentence(kind(**values), NAMED, {**COMMON_SENTENCES, **SENTENCES})
        assert text
        assert "{" not in text
        for field in {"seat", "to", "other"} & values.keys():
            assert NAMED[values[field]] in text


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: str(kind.__name__))
def test_every_ruling_but_the_set_ups_cites_a_number(kind: type[Ruling]) -> None:
    if kind.__name__ in ("CharacterTaken", "FirstPlayer"):
        assert kind.CITE == ""
    else:
        assert re.fullmatch(r"C([1-9]|[1-4]\d|5[0-2])", kind.CITE)


@pytest.mark.parametrize(
    ("foul", "ms", "text"),
    [
        ("early", 12.5, "Foul: Bo was 12.5 ms early."),
        ("late", 1600.0, "Foul: Bo was 1600 ms late."),
        ("lied", None, "Foul: Bo lied to the Sheriff."),
    ],
)
def test_every_foul_has_a_sentence(foul: str, ms: float | None, text: str) -> None:
    assert sentence(Foul(2, foul, ms), NAMED, {**COMMON_SENTENCES, **SENTENCES}) == text


def test_every_refusal_of_the_game_has_its_words() -> None:
    own = {key.removeprefix("refused/") for key in SENTENCES if key.startswith("refused/")}
    used = set(own)
    for path in Path(FOLDER).glob("*.py"):
        source = path.read_text(encoding="utf-8")
        used |= set(re.findall(r'Refused\(\s*"(\w+)"', source))
    for reason in used:
        assert "{" not in reason_text(reason, 2, NAMED, SENTENCES)
        assert reason in own or reason in REASONS


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_question_has_its_words(situation: str) -> None:
    sit = SITUATIONS[situation]()
    for audience in ("public", "host", 1, 2, 3):
        view = sit.view(audience)
        assert all(one["text"] for one in view["waiting"])
        offers = view.get("you", {}).get("offers", [])
        assert all(one["label"] and "{" not in one["label"] for one in offers)


def test_two_choices_of_brandon_never_read_alike() -> None:
    sit = Sitting(["brandon", None, None])
    sit.take_turns()
    labels = [one["label"] for one in sit.view(1)["you"]["offers"] if one["about"] == "brandon"]
    assert labels == ["Force Bo: LEFT", "Force Bo: RIGHT", "Force Cy: LEFT", "Force Cy: RIGHT"]
    sit.tap("ability/brandon")
    offers = sit.view(1)["you"]["offers"]
    assert [one["label"] for one in offers if one["about"] == "brandon_player"] == [
        "Force Bo", "Force Cy",
    ]  # fmt: skip


def test_no_sentence_is_left_over() -> None:
    kinds = {re.sub(r"(?<!^)(?=[A-Z])", "_", one.__name__).lower() for one in OWN}
    for key in SENTENCES:
        head = key.split("/", maxsplit=1)[0]
        assert head in kinds | {"foul", "refused"}
    sources = [path.read_text(encoding="utf-8") for path in Path(FOLDER).glob("*.py")]
    for about in {key.split("=", maxsplit=1)[0] for key in ASKS} - {"call", *CHARACTERS}:
        assert sum(f'"{about}"' in source for source in sources) >= 2, about


@pytest.mark.parametrize(
    "say",
    [
        {"done": True, "same": True},
        *({"show": kind} for kind in ("pay", "stolen", "boom")),
        {"told": "boom"},
        {"unplayed": []},
        {"unplayed": ["pay", "boom"]},
        {"drawn": "click"},
        {"drawn": "boom"},
        {"ability": {"ask": "left"}},
        {"ability": {"force": 3, "side": "right"}},
        {"ability": {"force": 3}},
        {"ability": {"swap": 1}},
        {"ability": {"steal": True}},
        {"ability": {"save": True}},
        {"ability": {"look": True}},
        {"ability": {"use": True}},
    ],
)
def test_what_the_contract_names_may_be_said(say: dict[str, Any]) -> None:
    assert say_fault(say) is None
    assert GAME.say_fault(say) is None


@pytest.mark.parametrize(
    ("say", "found"),
    [
        ({"shout": True}, "unknown: shout"),
        ({}, "unknown"),
        ({"show": "pay", "told": "pay"}, "unknown: show, told"),
        ({"same": True}, "unknown: same"),
        ({"show": "click"}, "'click'"),
        ({"show": ["pay"]}, "['pay']"),
        ({"told": 3}, "3"),
        ({"drawn": "pay"}, "'pay'"),
        ({"unplayed": "pay"}, "'pay'"),
        ({"unplayed": ["pay", "click"]}, "'click'"),
        ({"unplayed": [["pay"]]}, "[['pay']]"),
        ({"unplayed": ["pay"] * 13}, "unplayed"),
        ({"ability": "ask"}, "'ask'"),
        ({"ability": {}}, "{}"),
        ({"ability": {"ask": "up"}}, "up"),
        ({"ability": {"ask": "left", "swap": 2}}, "swap"),
        ({"ability": {"force": 7, "side": "left"}}, "seat 7"),
        ({"ability": {"force": 2, "side": "up"}}, "up"),
        ({"ability": {"swap": 0}}, "seat 0"),
        ({"ability": {"swap": True}}, "True"),
        ({"ability": {"steal": 1}}, "steal"),
        ({"ability": {"steal": True, "look": True}}, "look"),
    ],
)
def test_what_may_not_be_said_is_named(say: dict[str, Any], found: str) -> None:
    fault = say_fault(say)
    assert fault is not None
    assert found in fault
