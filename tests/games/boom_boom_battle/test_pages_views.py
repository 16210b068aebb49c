"""What pages are told beyond the state: how far cards reach, who may react, what is owed, the box.

And the reference: it says of every kind and place what the view says of the one in force.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.box import NAMED, PLACES, UNLISTED
from companion.games.boom_boom_battle.reference import about, changed, here, reference
from tests.games.boom_boom_battle.table import Sitting, a_state, a_table, tracked


def legal(sit: Sitting) -> dict[str, Any]:
    kinds: dict[str, Any] = sit.view()["legal"]["kinds"]
    return kinds


def test_every_kind_says_on_whom_it_may_be_played_the_likeliest_first() -> None:
    kinds = legal(a_table(4, front={1: "helmet/1", 3: "smoke/1"}))  # teams: 1 and 3, 2 and 4
    assert kinds["rifle"] == {"reason": None, "reach": 2, "targets": [2, 4]}
    assert kinds["pan"] == {"reason": None, "targets": [2, 4]}
    assert kinds["vest"]["targets"] == [1, 2, 3, 4]
    assert kinds["helmet"]["targets"] == [2, 3, 4]  # one of a name
    assert kinds["smoke"]["targets"] == [1, 2, 4]
    assert kinds["flashbang"]["targets"] == [2, 4, 1, 3]
    assert kinds["bandage"]["targets"] == [1, 3]
    assert kinds["lmg"] == {"reason": None, "reach": 3}


def test_a_place_changes_how_far_a_kind_reaches_and_whether_it_pairs() -> None:
    assert legal(a_table(3, place="grassland"))["rifle"]["reach"] == 3
    kinds = legal(a_table(3, place="tunnel"))
    assert kinds["rifle"]["pairs"]
    assert "pairs" not in kinds["lmg"]


def test_what_is_declared_says_as_what_the_rest_is_told() -> None:
    sit = a_table(3, deck={"kinds": {"dbs": {"hit": 1}}})
    sit.tap("rifle/1")
    assert sit.view()["attack"]["as"] == "play"
    sit = a_table(2)
    sit.play(1, "dbs/1", 2, [4])
    sit.missed(2)
    attack = sit.view()["attack"]
    assert (attack["as"], attack["reach"], attack["declared"]) == ("shot", 2, False)


def test_a_counterattack_that_was_tapped_asks_for_its_locations() -> None:
    sit = a_table(2)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2)
    rules = {"handgun": {"reach": 2}, "desert_eagle": {"reach": 2}}
    assert sit.view()["reactions"] == {"2": rules}
    assert sit.view()["reacting"] == [2]
    sit.tap("handgun/2")
    attack = sit.view()["attack"]
    assert (attack["as"], attack["by"], attack["reach"]) == ("react", 2, 2)


def test_a_window_says_with_which_kinds_and_is_empty_outside() -> None:
    sit = a_table(2)
    assert sit.view()["reactions"] == {}
    sit.play(1, "pan/1", 2)
    assert sit.view()["reactions"] == {"2": {"pan": {}}}
    sit.passes(2)
    assert sit.view()["reactions"] == {}


def test_who_is_asked_says_how_much_can_have_hit_where_that_is_counted() -> None:
    sit = a_table(3, hands={1: 5, 2: 5, 3: 1})
    sit.play(1, "lmg/1", numbers=[4, 5])
    assert sit.view()["attack"]["asked"] == {"2": 2, "3": 1}
    sit = a_table(3)
    sit.play(1, "rifle/1", 3, [4])
    assert sit.view()["attack"]["asked"] == {"3": None}


def test_what_is_owed_says_why_how_many_and_who_picks() -> None:
    sit = a_table(3, place="forest")
    sit.play(1, "rifle/1", 3, [4])
    sit.hit(3)
    owed = {"seat": 3, "why": "discard", "count": 2, "by": 1, "numbers": []}
    assert sit.view()["owing"] == [owed]
    sit.tray("lmg/2")
    assert sit.view()["owing"] == [{**owed, "count": 1}]
    sit.tray("lmg/3")
    assert sit.view()["owing"] == []


def test_a_shrinking_circle_says_which_cards_are_owed() -> None:
    sit = a_table(2, draw=1)
    sit.escape(1, "rifle/1")
    sit.flip("forest")
    owed = [{"seat": s, "why": "shrink", "count": None, "by": s, "numbers": [3]} for s in (1, 2)]
    assert sit.view()["owing"] == owed


def test_only_ones_own_phone_says_which_two_cards_one_is_kept_of() -> None:
    sit = tracked(2, place="village", hands={1: "rifle/2 vest/1", 2: "pan/5"})
    sit.escape(1, "vest/1")
    sit.draws(1, "rifle/3", "sniper/2")
    assert sit.view(1)["among"] == ["rifle/3", "sniper/2"]
    assert sit.view(2)["among"] == []
    assert "among" not in sit.view()


def test_ones_own_cards_say_kind_location_and_why_not() -> None:
    sit = tracked(2, hands={1: "rifle/2 vest/1", 2: "pan/5"}, front={1: "flashbang/1"})
    assert sit.view(1)["cards"] == [
        {"card": "rifle/2", "kind": "rifle", "location": 2, "reason": "flashbanged"},
        {"card": "vest/1", "kind": "vest", "location": 6, "reason": None},
    ]


def test_the_box_tells_numbers_and_what_a_table_gave_another_kind() -> None:
    cards = {"unlisted/1": {"kind": "smg", "location": 3}, "unlisted/2": {"kind": "missing"}}
    deck = {"cards": cards, "counts": {"missing": 1}}
    box = a_table(2, deck=deck).view()["box"]
    assert box["unlisted"] == [["smg", 3], None]
    assert box["sniper"] == [4, 5, 6, 7, 8, 1]
    assert box["motorcycle"] == [0]
    assert sum(map(len, box.values())) == 66


# The reference


def test_the_reference_has_every_kind_and_place_once() -> None:
    entries = [entry for group in reference()["groups"] for entry in group["entries"]]
    assert sorted(entry["key"] for entry in entries) == sorted((*NAMED, UNLISTED, *PLACES))
    assert all(entry["name"] and entry["does"] for entry in entries)
    assert set(reference()["here"]) == set(PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_the_reference_says_of_a_place_what_the_table_is_told_there(place: str) -> None:
    revives = {"hospital_revive": "death_match", "mode": "death_match"}
    state = a_state(4, place=place, options=revives)
    changes = reference()["here"][place]
    for kind in (*NAMED, UNLISTED):
        assert here(state, kind) == changes.get(kind, "") == changed(place, kind)
        card = next(iter(state.deck.of_kind(kind)))
        assert about(state, card)["here"] == changes.get(kind, "")


def test_a_place_changes_nothing_while_the_circle_shrinks_or_where_it_is_not_played() -> None:
    assert here(a_state(2), "rifle") == ""
    assert here(a_state(2, place="hospital"), "bandage") == ""
    assert changed("hospital", "bandage") != ""
    sit = a_table(2, place="base", draw=1)
    assert sit.view()["in_force"] == "base"
    sit.escape(1, "rifle/1")
    assert sit.view()["in_force"] is None
    assert sit.view()["location"] == "base"
