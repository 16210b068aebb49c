"""Tunnel: a second card of the same name, declared with the attack, ensures the hit (B63)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.attacks import may_pair
from companion.games.boom_boom_battle.box import ATTACKS
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import R, Sitting

HANDS = {1: "rifle/1 rifle/2 smg/1 pan/1 pan/2 lmg/1 lmg/2"}


def tunnel(seats: int = 3, **given: Any) -> Sitting:
    return armed(seats, **{"hands": HANDS, "place": "tunnel", "mode": "free_for_all", **given})


def hits(sit: Sitting) -> list[tuple[int, int]]:
    return [(one["seat"], one["count"]) for one in sit.rulings("hit")]


def test_b63_a_pair_hits_for_certain_and_needs_no_numbers() -> None:
    sit = tunnel()
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    assert hits(sit) == [(2, 2)]
    assert sit.last("played")["case"] == "pair"
    assert sit.view()["attack"]["with"] == "rifle/2"


def test_b63_both_cards_are_spent_and_the_second_ones_icon_gives_nothing() -> None:
    sit = tunnel()
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    sit.discard(2, "vest/1", "vest/2")
    assert len(sit.rulings("drew")) == 1
    assert sit.hand(1) == 7 - 2 + 1
    assert {"rifle/1", "rifle/2"} <= {*sit.state.discard}


def test_numbers_may_be_told_all_the_same() -> None:
    sit = tunnel()
    sit.play(1, "rifle/1", 2, [7], "rifle/2")
    assert hits(sit) == [(2, 2)]


def test_b63_a_pair_pierces_smoke() -> None:
    sit = tunnel(front={2: "smoke/1"})
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    assert hits(sit) == [(2, 2)]


def test_b65_a_pair_hits_who_holds_only_vehicles() -> None:
    hands = {1: "rifle/1 rifle/2 pan/1", 2: "motorcycle/1 offroad/1 rifle/3", 3: "smg/1"}
    sit = known(3, hands=hands, place="tunnel")
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    assert hits(sit) == [(2, 2)]


@pytest.mark.parametrize("steps", ["target", "aim", "rung"])
def test_on_the_panel_the_second_card_is_tapped_before_the_list_ends(steps: str) -> None:
    sit = tunnel()
    sit.tap("rifle/1")
    if steps == "target":
        sit.tap("rifle/2")
        sit.press(1, R)
    else:
        sit.press(1, R)
        if steps == "rung":
            sit.ring(7)
        sit.tap("rifle/2")
    assert hits(sit) == [(2, 2)]


def test_a_phone_may_tell_the_second_card_after_the_first() -> None:
    sit = tunnel()
    sit.play(1, "rifle/1", 2)
    sit.play(1, "rifle/1", pair="rifle/2")
    assert hits(sit) == [(2, 2)]


def test_a_phone_may_tell_the_numbers_the_second_card_and_the_target_one_by_one() -> None:
    told: list[dict[str, Any]] = [{"numbers": [4]}, {"pair": "rifle/2"}]
    for parts in (told, told[::-1]):
        sit = tunnel()
        for part in parts:
            sit.play(1, "rifle/1", **part)
        assert sit.phase == "target"
        sit.press(1, R)
        seen = sit.view()["attack"]
        assert (seen["target"], seen["numbers"], seen["with"]) == (2, [4], "rifle/2")
        assert hits(sit) == [(2, 2)]


def test_b63_not_after_a_miss() -> None:
    sit = tunnel()
    sit.play(1, "rifle/1", 2, [7])
    sit.missed(2)
    sit.tap("rifle/2", refused="no_counter")
    assert hits(sit) == []


def test_the_kinds_that_tunnel_pairs() -> None:
    state = tunnel().state
    assert {kind for kind in ATTACKS if may_pair(state, kind)} == {
        "rifle", "shotgun", "sniper", "smg", "handgun", "desert_eagle", "dbs",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("card", "second", "why"),
    [
        ("rifle/1", "rifle/1", "pair_same"),
        ("rifle/1", "smg/1", "pair_other_name"),
        ("rifle/1", "rifle/6", "card_discard"),
        ("rifle/1", "location/1", "no_action_card"),
        ("pan/1", "pan/2", "no_pair"),
        ("lmg/1", "lmg/2", "no_pair"),
    ],
)
def test_a_second_card_that_ensures_nothing_is_refused(card: str, second: str, why: str) -> None:
    sit = tunnel(discard="rifle/6")
    target = None if card == "lmg/1" else 2
    sit.play(1, card, target, pair=second, refused=why)
    assert (sit.phase, sit.hand(1)) == ("turn", 7)


def test_no_pair_where_no_tunnel_is_in_force() -> None:
    sit = tunnel(place="desert")
    sit.play(1, "rifle/1", 2, pair="rifle/2", refused="no_pair")


def test_one_card_in_hand_is_no_pair() -> None:
    sit = tunnel(hands={1: 1})
    sit.play(1, "rifle/1", 2, pair="rifle/2", refused="hand_empty")


def test_a_second_card_that_a_known_hand_has_not_is_told_to_its_seat_alone() -> None:
    hands = {1: "rifle/1 smg/1 pan/1", 2: "rifle/3", 3: "rifle/4"}
    sit = known(3, hands=hands, place="tunnel")
    for second, why in (("rifle/2", "not_in_hand"), ("smg/1", "pair_other_name")):
        sit.play(1, "rifle/1", 2, pair=second, refused=why)
        assert sit.view("host")["refused"]["reason"] == "private"
        assert sit.view(1)["refused"]["reason"] == why


def test_another_name_tapped_beside_is_played_instead() -> None:
    sit = tunnel()
    sit.tap("rifle/1")
    sit.tap("smg/1")
    assert sit.view()["attack"]["card"] == "smg/1"
    assert sit.view()["attack"]["with"] is None


def test_b51_equipment_helps_against_a_pair() -> None:
    sit = tunnel(front={2: "helmet/1"})
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    sit.discard(2, "vest/1", "vest/2")
    assert sit.last("removed")["card"] == "helmet/1"


def test_a_pair_of_smgs_gives_another_action() -> None:
    sit = tunnel(hands={1: "smg/1 smg/2 pan/1"})
    sit.play(1, "smg/1", 2, pair="smg/2")
    sit.discard(2, "vest/1")
    sit.passes(2)
    assert sit.phase == "extra"


# Striking back


def struck(**given: Any) -> Sitting:
    sit = tunnel(**given)
    sit.play(1, "rifle/1", 2, [7])
    sit.missed(2)
    return sit


def test_b63_two_handguns_strike_back_for_certain() -> None:
    sit = struck()
    sit.react(2, "handgun/1", pair="handgun/2")
    assert hits(sit) == [(1, 1)]
    assert sit.hand(2) == 8 - 2 + 1
    sit.discard(1, "pan/1")
    assert {"handgun/1", "handgun/2"} <= {*sit.state.discard}


def test_the_second_handgun_may_be_tapped_after_the_first() -> None:
    sit = struck()
    sit.tap("handgun/1")
    sit.tap("rifle/4", refused="pair_other_name")
    sit.tap("handgun/2")
    assert hits(sit) == [(1, 1)]
    assert {*sit.state.played} == {"handgun/1", "handgun/2"}


def test_the_second_handgun_may_be_told_after_the_first() -> None:
    sit = struck()
    sit.react(2, "handgun/1")
    sit.react(2, "handgun/1", pair="handgun/1", refused="pair_same")
    sit.react(2, "handgun/1", pair="handgun/2")
    assert hits(sit) == [(1, 1)]


def test_the_last_card_in_hand_may_be_the_second_handgun() -> None:
    sit = struck(hands={1: "rifle/1 pan/1", 2: 2})
    sit.tap("handgun/1")
    sit.tap("handgun/2")
    assert hits(sit) == [(1, 1)]


def test_there_is_no_second_desert_eagle() -> None:
    sit = struck()
    sit.react(2, "desert_eagle/1", pair="desert_eagle/1", refused="pair_same")
    sit.react(2, "desert_eagle/1", pair="handgun/1", refused="pair_other_name")
    sit.react(2, "desert_eagle/1", [1])
    sit.hit(1)
    assert hits(sit) == [(1, 2)]
