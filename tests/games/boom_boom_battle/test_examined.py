"""What an examiner found who had only the rulebook, the rulings and the names to go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.core.events import HostDid
from companion.core.lines import host_fault
from companion.core.rulings import Ruling
from companion.games.boom_boom_battle.deck import read_deck
from firmware import shelf
from tests.games.boom_boom_battle.boxes import armed, known, with_kinds
from tests.games.boom_boom_battle.table import GAME, MS, PASS, R, Sitting, card

ENVELOPE = {"number", "ruling", "cite", "at"}  # what every ruling is sent in, with its sentence


def kinds_of_rulings(kind: type[Ruling] = Ruling) -> Iterator[type[Ruling]]:
    shelf.games()  # imports every game
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of_rulings(one)


def test_no_rulings_own_value_takes_the_place_of_its_number() -> None:
    clashes = {
        kind.__qualname__: set(kind.__dataclass_fields__) & ENVELOPE for kind in kinds_of_rulings()
    }
    assert {name: fields for name, fields in clashes.items() if fields} == {}


def test_a_board_gets_every_rulings_number_once_and_in_order() -> None:
    sit = armed(3)
    sit.say(1, play={"card": "rifle/1", "target": 2, "numbers": [5]})
    sit.say(2, hit=True)
    sit.say(2, discard=["smg/5", "vest/2"])
    numbers = [one["number"] for one in sit.view()["rulings"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [one["count"] for one in sit.rulings("hit", "drew")] == [2, 1]


@pytest.mark.parametrize(("side", "left"), [("left", "vest/2"), ("right", "helmet/1")])
def test_a_phone_chooses_equipment_by_the_side_of_the_button(side: str, left: str) -> None:
    sit = armed(2, front={2: "helmet/1 vest/2"})
    sit.say(1, play={"card": "rifle/1", "target": 2, "numbers": [5]})
    sit.say(2, hit=True)
    sit.say(2, discard=["smg/5", "sniper/2"])
    sit.say(2, side=side)
    assert sit.front(2) == [left]


@pytest.mark.parametrize(("side", "phase"), [("left", "discard"), ("right", "counter")])
def test_a_phone_answers_hit_or_missed_by_the_side_of_the_button(side: str, phase: str) -> None:
    sit = armed(2)
    sit.say(1, play={"card": "rifle/1", "target": 2, "numbers": [5]})
    sit.say(2, side=side)
    assert sit.phase == phase


def test_a_side_is_no_number_of_hits() -> None:
    sit = armed(2)
    sit.say(1, play={"card": "lmg/1", "numbers": [5, 6]})
    sit.say(2, side="left", refused="how_many")
    sit.say(2, side="right")
    assert sit.phase == "counter"


# What a phone may find out of other hands


def drawing() -> Sitting:
    """Return a table at which seat 1 has to tell two cards; seat 2 holds the Desert Eagle."""
    hands = {1: "rifle/1 rifle/2 pan/3", 2: "desert_eagle/1 rifle/3"}
    sit = known(2, hands=hands, discard="smg/4")
    sit.say(1, escape=["rifle/1", "rifle/2"])
    assert sit.phase == "draw"
    return sit


@pytest.mark.parametrize("hidden", ["desert_eagle/1", "helmet/1"])
@pytest.mark.parametrize(
    ("beside", "reason"),
    [("smg/4", "card_discard"), ("nonsense", "no_action_card"), ("pan/3", "not_drawn")],
)
def test_no_draw_that_cannot_be_tells_whether_another_hand_has_a_card(
    hidden: str, beside: str, reason: str
) -> None:
    drawing().say(1, draw=[hidden, beside], refused=reason)
    drawing().say(1, draw=[beside, hidden], refused=reason)


# What a header states of a box


def stating(**numbers: int) -> Mapping[str, int]:
    """Return the location cards' numbers where a header states some of them, by place."""
    laid = {"cards": {card(place): {"location": number} for place, number in numbers.items()}}
    return read_deck(GAME.manifest, laid).flips


def test_a_placeholder_gives_way_to_the_number_that_a_header_states() -> None:
    assert list(stating(village=8).values()) == [8, 2, 3, 4, 5, 6, 7, 1]
    assert list(stating(village=8, desert=1, tunnel=2).values()) == [8, 1, 3, 4, 5, 6, 7, 2]
    assert list(stating(forest=5, hospital=1).values()) == [3, 2, 5, 4, 1, 6, 7, 8]


@pytest.mark.parametrize("said", [{"cards": {"location/1": 3}}, {"cards": 3}, {"cards": None}])
def test_a_deck_of_a_strange_form_is_a_fault(said: Mapping[str, Any]) -> None:
    with pytest.raises(FileFault):
        read_deck(GAME.manifest, said)


@pytest.mark.parametrize(("kind", "cost"), [("grenade", 1), ("lmg", 1)])
def test_a_damage_symbol_that_the_rules_do_not_ask_changes_nothing(kind: str, cost: int) -> None:
    sit = armed(2, deck=with_kinds(**{kind: (2, 3, "none")}))
    sit.say(1, play={"card": f"{kind}/1", "numbers": [5]})
    if kind == "grenade":
        sit.say(1, hit=False)
    sit.say(2, hit=True)
    sit.say(2, discard=["smg/5"])
    assert sit.hand(2) == 8 - cost


# What a host may get wrong


@pytest.mark.parametrize("cards", [[["rifle/1"]], [{}], [None], [1]])
def test_a_hand_is_corrected_to_cards_and_nothing_else(cards: list[Any]) -> None:
    act = {"adjust": {"seat": 1, "cards": cards}}
    assert host_fault(act, 2) == f"adjust.cards: a list of cards is wanted, not {cards!r}"


def test_a_hand_is_corrected_to_cards_that_are_strange_without_harm() -> None:
    sit = known(2)
    sit.feed(HostDid({"adjust": {"seat": 1, "cards": ["x", "y"]}}, at=MS), "bad_adjustment")
    assert GAME.count(sit.state) is None


# A circled card that was forgotten in a hand


def forgotten() -> Sitting:
    """Return a table at which nobody has drawn lately; 6, 7 and 8 are circled."""
    return armed(2, hands={1: 3, 2: 2}, place="village base mountain")


def test_whoever_holds_nothing_else_lays_a_forgotten_circled_card_on_the_tray() -> None:
    sit = forgotten()
    sit.say(1, play={"card": "pan/1"})
    sit.say(2, **PASS)
    sit.tray("rifle/6")
    assert (sit.phase, sit.hand(2), sit.fouls()) == ("discard", 1, [(2, "lied")])
    sit.tray("smg/6")
    assert (sit.hand(2), sit.view()["tokens"]) == (4, {"a": 1, "b": 0})


def test_whoever_escapes_shows_a_forgotten_circled_card_on_the_tray() -> None:
    sit = forgotten()
    sit.press(1, R)
    sit.tray("rifle/6")
    assert (sit.phase, sit.hand(1), sit.fouls()) == ("escape", 2, [(1, "lied")])
