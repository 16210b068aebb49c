"""The rules reference: what a card does, its exemptions, and what the active location changes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.box import LOCATIONS, NAMED, PLACES
from companion.games.boom_boom_battle.reference import (
    EFFECTS,
    ENTRIES,
    about,
    here,
    reference,
)
from tests.games.boom_boom_battle.table import R, Sitting, a_state, a_table, card, tracked


def looked(sit: Sitting) -> dict[str, Any]:
    told: dict[str, Any] = sit.view()["looked"]
    return told


# On the tray


def test_a_card_on_the_tray_is_looked_up_while_a_player_may_choose() -> None:
    sit = a_table(3)
    sit.tray("smg/1")
    told = looked(sit)
    assert (told["card"], told["name"], told["group"]) == ("smg/1", "Submachine Gun", "attack")
    assert "another action" in told["does"]
    assert "Helmet" in told["exempt"]
    assert (sit.phase, sit.last("looked")["card"]) == ("turn", "smg/1")


def test_the_next_card_replaces_it_and_an_act_clears_it() -> None:
    sit = a_table(3)
    sit.tray("smg/1", "vest/1")
    assert looked(sit)["name"] == "Bulletproof Vest"
    sit.escape(1, "rifle/1")
    assert sit.view()["looked"] is None


def test_a_location_card_is_looked_up_too() -> None:
    sit = a_table(3)
    sit.tray(card("mountain"))
    told = looked(sit)
    assert (told["name"], told["group"]) == ("Mountain: Higher Ground", "location")
    assert told["does"] == EFFECTS["mountain"][1]


def test_a_card_lying_open_is_looked_up_too() -> None:
    sit = a_table(3, front={2: "vest/1"}, discard="pan/1")
    sit.tray("vest/1", "pan/1")
    assert looked(sit)["card"] == "pan/1"


def test_it_tells_what_the_location_in_force_changes() -> None:
    sit = a_table(3, place="base")
    sit.tray("rifle/1")
    assert looked(sit)["here"] == "A hit costs one card more."
    sit.tray("bandage/1")
    assert looked(sit)["here"] == "Not allowed now."
    sit.tray("vest/1")
    assert looked(sit)["here"] == ""


def test_it_spends_nothing_and_may_be_done_in_an_extra_action() -> None:
    sit = a_table(3, hands={1: "smg/1 pan/1", 2: 4})
    sit.play(1, "smg/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "rifle/4")
    sit.passes(2)
    sit.tray("dbs/1")
    assert (sit.phase, looked(sit)["card"], sit.hand(1)) == ("extra", "dbs/1", 2)


def test_where_the_tray_means_something_else_nothing_is_looked_up() -> None:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    sit.tray("vest/1")
    assert (sit.view()["looked"], sit.view()["escaping"]) == (None, ["vest/1"])


def test_a_known_card_of_a_hand_is_not_shown_to_all() -> None:
    sit = tracked(2, hands={1: "rifle/1 vest/1", 2: "pan/1"})
    sit.tray("rifle/1", refused="look_on_phone")
    sit.tray("pan/1", refused="look_on_phone")
    assert sit.view()["looked"] is None
    assert sit.view()["refused"]["reason"] == "private"
    assert sit.view(1)["refused"]["reason"] == "look_on_phone"


def test_a_known_hand_reads_its_cards_on_its_own_phone() -> None:
    sit = tracked(2, place="forest", hands={1: "rifle/1 bandage/1", 2: "pan/1"})
    told = {one["card"]: one for one in sit.view(1)["cards"]}
    assert set(told) == {"rifle/1", "bandage/1"}
    assert told["rifle/1"]["kind"] == "rifle"
    assert "cards" not in sit.view()


# The entries


@pytest.mark.parametrize("kind", [*NAMED, "unlisted"])
def test_every_kind_says_what_it_does(kind: str) -> None:
    told = about(a_state(3), f"{kind}/1")
    assert (told["name"], told["does"]) == (ENTRIES[kind].name, ENTRIES[kind].does)
    assert told["does"].endswith(".")


@pytest.mark.parametrize(
    ("kind", "exempt"),
    [
        *[(kind, "Smoke") for kind in ("rifle", "shotgun", "sniper", "handgun", "lmg", "dbs")],
        ("desert_eagle", "Smoke"),
        ("smg", "Helmet and Smoke do not help"),
        ("grenade", "Helmet, Vest and Smoke do not help"),
        ("pan", "Vest and Smoke do not help"),
        ("helmet", "No help against submachine gun and grenade"),
        ("vest", "No help against pan and grenade"),
        ("smoke", "No help against submachine gun, grenade, pan, or a pair under Tunnel"),
        ("flashbang", "No strike back and no blocking pan"),
        ("bandage", "Never for an opponent"),
    ],
)
def test_every_exemption_is_told(kind: str, exempt: str) -> None:
    assert exempt in ENTRIES[kind].exempt


@pytest.mark.parametrize(
    ("place", "kinds"),
    [
        ("desert", "rifle shotgun sniper smg handgun desert_eagle dbs"),
        ("forest", "rifle shotgun sniper smg handgun lmg grenade pan desert_eagle dbs"),
        ("grassland", "rifle shotgun sniper smg handgun lmg desert_eagle dbs"),
        ("mountain", "rifle shotgun sniper smg handgun pan desert_eagle dbs"),
        ("tunnel", "rifle shotgun sniper smg handgun"),
        (
            "base",
            "rifle shotgun sniper smg handgun lmg grenade pan bandage first_aid desert_eagle dbs",
        ),
        ("hospital", ""),
    ],
)
def test_a_location_changes_these_kinds_and_no_other(place: str, kinds: str) -> None:
    state = a_state(4, place=place)
    assert {kind for kind in NAMED if here(state, kind)} == set(kinds.split())


def test_village_changes_every_draw() -> None:
    assert all(here(a_state(3, place="village"), kind) for kind in NAMED)


def test_hospital_changes_rescue_cards_where_a_table_revives() -> None:
    options = {"mode": "death_match", "hospital_revive": "death_match"}
    state = a_state(4, place="hospital", options=options)
    assert {kind for kind in NAMED if here(state, kind)} == {"bandage", "first_aid"}
    other = a_state(4, place="hospital", options={**options, "mode": "free_for_all"})
    assert here(other, "bandage") == ""


def test_a_location_that_is_not_in_force_changes_nothing() -> None:
    sit = a_table(3, place="base", draw=0)
    sit.play(1, "helmet/1")
    assert (sit.phase, here(sit.state, "rifle")) == ("location", "")


def test_a_text_that_a_table_entered_is_shown_as_printed() -> None:
    deck = {"texts": {"rifle": "Pew.", card("base"): "Hard."}}
    sit = a_table(3, deck=deck)
    sit.tray("rifle/2")
    assert looked(sit)["printed"] == "Pew."
    sit.tray(card("base"))
    assert looked(sit)["printed"] == "Hard."
    sit.tray("vest/1")
    assert looked(sit)["printed"] == ""


def test_the_whole_reference_has_every_kind_and_location_once() -> None:
    told = reference()
    keys = [entry["key"] for one in told["groups"] for entry in one["entries"]]
    assert sorted(keys) == sorted([*NAMED, "unlisted", *PLACES])
    assert set(told["here"]) == set(PLACES) == set(LOCATIONS.values())
    assert told["here"]["tunnel"]["rifle"] == here(a_state(3, place="tunnel"), "rifle")
