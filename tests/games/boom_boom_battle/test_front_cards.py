"""What lies in front of players: equipment, distractions, vehicles, how long (B22, B31)."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.table import R, a_table, does, tracked

FREE = "free_for_all"


@pytest.mark.parametrize("name", ["helmet/1", "vest/1", "motorcycle/1", "offroad/1", "smoke/1"])
def test_b31_on_a_phone_what_helps_is_for_oneself(name: str) -> None:
    sit = a_table(3)
    sit.play(1, name)
    assert (sit.front(1), sit.state.turn) == ([name], 2)


@pytest.mark.parametrize(
    "name", ["helmet/1", "vest/1", "motorcycle/1", "offroad/1", "flashbang/1"]
)
def test_b31_any_player_may_be_named(name: str) -> None:
    for target in (1, 2, 3, 4):
        sit = a_table(4)
        sit.play(1, name, target)
        assert sit.front(target) == [name]
        assert (sit.last("laid_before")["to"], sit.last("laid_before")["cite"]) == (target, "B31")


def test_b31_on_the_panel_equipment_goes_before_oneself_at_once() -> None:
    sit = a_table(3)
    sit.tap("vest/1")
    assert sit.front(1) == ["vest/1"]


def test_b31_on_the_panel_a_flashbang_is_for_an_opponent() -> None:
    sit = a_table(4)
    sit.tap("flashbang/1")
    assert sit.phase == "target"
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [2, 4]
    sit.press(1)
    sit.press(1, R)
    assert sit.front(4) == ["flashbang/1"]


def test_b31_of_two_players_only_one_can_be_flashbanged() -> None:
    sit = a_table(2)
    sit.tap("flashbang/1")
    assert sit.front(2) == ["flashbang/1"]


def test_b31_on_the_panel_smoke_is_for_oneself_or_a_mate() -> None:
    sit = a_table(4)
    sit.tap("smoke/1")
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [1, 3]
    sit.press(1)
    sit.press(1, R)
    assert sit.front(3) == ["smoke/1"]


@pytest.mark.parametrize("kind", ["helmet", "vest", "smoke", "flashbang"])
def test_b31_one_of_a_name_lies_before_a_player(kind: str) -> None:
    sit = a_table(3, front={2: f"{kind}/1"})
    sit.play(1, f"{kind}/2", 2, refused="has_one")
    assert (sit.front(2), sit.phase) == ([f"{kind}/1"], "turn")
    sit.play(1, f"{kind}/2", 3)
    assert sit.front(3) == [f"{kind}/2"]


def test_b31_different_names_lie_side_by_side() -> None:
    sit = a_table(3, front={2: "helmet/1 flashbang/1 motorcycle/1"})
    sit.play(1, "vest/1", 2)
    assert sit.front(2) == ["helmet/1", "flashbang/1", "motorcycle/1", "vest/1"]


def test_one_vehicle_lies_before_a_player_whatever_its_name() -> None:
    sit = a_table(3, front={1: "motorcycle/1"})
    sit.play(1, "offroad/1", 1, refused="has_one")
    sit.tap("offroad/1")  # and so it is offered for the others
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [2, 3]
    sit.press(1, R)
    assert sit.front(2) == ["offroad/1"]


def test_where_all_have_one_a_card_cannot_be_played() -> None:
    sit = a_table(2, front={1: "helmet/1", 2: "helmet/2"})
    sit.play(1, "helmet/3", refused="all_have_one")
    sit.tap("helmet/3", refused="all_have_one")
    assert sit.view()["legal"]["kinds"]["helmet"]["reason"] == "all_have_one"


def test_nothing_is_laid_before_the_eliminated_or_nobody() -> None:
    sit = a_table(4, mode=FREE, gone=[3])
    sit.play(1, "vest/1", 3, refused="target_out")
    sit.play(1, "vest/1", 5, refused="no_such_seat")
    sit.play(1, "vest/1", 2, [3], refused="no_number_wanted")


def test_a_card_in_front_is_in_no_hand() -> None:
    sit = a_table(3, front={2: "vest/1"})
    sit.play(1, "vest/1", refused="card_front")
    sit.escape(1, "vest/1", refused="card_front")


def test_an_icon_of_a_card_in_front_draws() -> None:
    sit = a_table(3, hands={1: 3}, deck=does(vest=(0, 0, "always")))
    sit.play(1, "vest/1", 2)
    assert sit.hand(1) == 3


# Flashbang


def test_a_flashbang_lasts_until_the_end_of_the_next_turn() -> None:
    sit = a_table(3)
    sit.play(1, "flashbang/1", 2)
    assert (sit.front(2), sit.state.turn) == (["flashbang/1"], 2)
    sit.play(2, "rifle/1", 3, [4], refused="flashbanged")
    sit.tap("pan/1", refused="flashbanged")
    assert sit.view()["legal"]["kinds"]["grenade"]["reason"] == "flashbanged"
    sit.escape(2, "rifle/1")
    assert (sit.front(2), sit.last("removed")["case"]) == ([], "over")
    assert sit.state.discard == ("rifle/1", "flashbang/1")


@pytest.mark.parametrize("name", ["vest/1", "smoke/1", "bandage/1", "motorcycle/1", "flashbang/2"])
def test_a_flashbanged_player_may_play_all_but_attacks(name: str) -> None:
    sit = a_table(3, hands={1: 3}, front={1: "flashbang/1"})
    sit.play(1, name, 2 if name == "flashbang/2" else 1)
    assert "flashbang/1" in sit.state.discard


def test_a_flashbang_on_oneself_lasts_until_the_end_of_the_turn_after_this() -> None:
    sit = a_table(2)
    sit.play(1, "flashbang/1", 1)
    assert sit.front(1) == ["flashbang/1"]
    sit.escape(2, "rifle/1")
    sit.play(1, "rifle/2", 2, [4], refused="flashbanged")
    sit.escape(1, "rifle/2")
    assert sit.front(1) == []


def test_a_flashbang_goes_before_its_player_falls() -> None:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, front={1: "flashbang/1"})
    sit.play(1, "helmet/1")
    assert sit.state.discard == ("flashbang/1", "helmet/1")


# Smoke


def test_smoke_lasts_until_the_start_of_the_next_turn() -> None:
    sit = a_table(3, hands={1: 5})
    sit.play(1, "smoke/1")
    sit.escape(2, "rifle/1")
    assert sit.front(1) == ["smoke/1"]
    sit.escape(3, "rifle/2")
    assert (sit.front(1), sit.state.turn, sit.state.discard[-1]) == ([], 1, "smoke/1")


def test_smoke_before_another_goes_at_that_player_s_turn() -> None:
    sit = a_table(3)
    sit.play(1, "smoke/1", 3)
    sit.escape(2, "rifle/1")
    assert (sit.front(3), sit.state.turn) == ([], 3)


# Of those who fall or leave


def test_b22_in_death_match_it_is_discarded_with_the_player() -> None:
    sit = a_table(4, mode="death_match", hands={1: "helmet/1"}, front={1: "vest/1"})
    sit.play(1, "helmet/1")
    assert (sit.front(1), sit.state.discard) == ([], ("vest/1", "helmet/1"))


def test_who_leaves_leaves_nothing_in_front() -> None:
    sit = a_table(3, front={2: "vest/1 smoke/1"})
    sit.leave(2)
    assert (sit.front(2), sit.hand(2)) == ([], 0)
    assert set(sit.state.discard) == {"vest/1", "smoke/1"}


def test_everybody_sees_what_lies_there() -> None:
    sit = tracked(2, hands={1: "vest/1 rifle/1", 2: "pan/1"})
    sit.play(1, "vest/1")
    assert sit.view()["seats"]["1"]["front"] == ["vest/1"]
    assert "rifle/1" not in str(sit.view())


def test_what_nobody_has_entered_can_only_be_discarded() -> None:
    sit = a_table(3)
    sit.play(1, "unlisted/1", refused="card_unlisted")
    sit.tap("unlisted/1", refused="card_unlisted")
    sit.escape(1, "unlisted/1")
    assert sit.state.discard == ("unlisted/1",)
