"""Bandage and First Aid Kit: who draws, and the hand limit (B23, B24, B32)."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.table import R, a_table, does, tracked

FREE, DEATH = "free_for_all", "death_match"


@pytest.mark.parametrize(("name", "number"), [("bandage/1", 2), ("first_aid/1", 3)])
def test_b32_on_oneself_the_effect_and_the_icon(name: str, number: int) -> None:
    sit = a_table(3, hands={1: 3})
    sit.play(1, name)
    assert (sit.hand(1), sit.last("rescued")["count"]) == (2 + number, number)
    assert sit.state.discard == (name,)


@pytest.mark.parametrize(("name", "number"), [("bandage/1", 1), ("first_aid/1", 2)])
def test_b32_on_a_mate_the_effect_there_and_the_icon_here(name: str, number: int) -> None:
    sit = a_table(4, hands={1: 3, 3: 1})
    sit.play(1, name, 3)
    assert (sit.hand(1), sit.hand(3)) == (3, 1 + number)
    assert sit.last("rescued")["to"] == 3


def test_b32_without_an_icon_the_user_of_a_mate_s_card_draws_nothing() -> None:
    sit = a_table(4, hands={1: 3, 3: 1}, deck=does(bandage=(0, 0, "none")))
    sit.play(1, "bandage/1", 3)
    assert (sit.hand(1), sit.hand(3)) == (2, 2)


def test_b32_never_on_an_opponent() -> None:
    sit = a_table(4)
    sit.play(1, "bandage/1", 2, refused="rescue_opponent")
    sit.play(1, "bandage/1", 7, refused="no_such_seat")
    assert sit.state.turn == 1


def test_b32_in_free_for_all_on_oneself_only() -> None:
    sit = a_table(4, mode=FREE, hands={1: 3})
    sit.play(1, "bandage/1", 3, refused="rescue_opponent")
    sit.tap("bandage/1")
    assert (sit.hand(1), sit.state.turn) == (4, 2)


def test_b32_on_the_panel_the_lights_choose_oneself_first() -> None:
    sit = a_table(4, hands={1: 3, 3: 1})
    sit.tap("bandage/1")
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [1, 3]
    sit.press(1)
    sit.press(1, R)
    assert (sit.hand(1), sit.hand(3)) == (3, 2)


def test_b32_base_forbids_it() -> None:
    sit = a_table(3, place="base")
    sit.play(1, "bandage/1", refused="no_rescue")
    sit.tap("first_aid/1", refused="no_rescue")
    assert sit.view()["legal"]["kinds"]["bandage"]["reason"] == "no_rescue"


# The hand limit


@pytest.mark.parametrize(("seats", "limit"), [(2, 8), (4, 8), (5, 7), (6, 6)])
def test_b23_after_a_rescue_one_discards_down_to_the_starting_size(seats: int, limit: int) -> None:
    sit = a_table(seats, hands={1: limit})
    sit.play(1, "first_aid/1", 1)
    assert (sit.phase, sit.hand(1), sit.view()["seats"]["1"]["owes"]) == ("limit", limit + 2, 2)
    sit.discard(1, "rifle/1", refused="discard_count")
    sit.discard(1, "rifle/1", "rifle/2")
    assert (sit.hand(1), sit.state.turn) == (limit, 2)
    assert sit.state.discard == ("first_aid/1", "rifle/1", "rifle/2")


def test_b23_both_who_drew_from_it_discard_down() -> None:
    sit = a_table(4, hands={1: 9, 3: 8})
    sit.play(1, "first_aid/1", 3)
    assert [sit.view()["seats"][seat]["owes"] for seat in "13"] == [1, 2]
    sit.discard(3, "rifle/1", "rifle/2")
    sit.tray("rifle/3")
    assert (sit.hand(1), sit.hand(3), sit.state.turn) == (8, 8, 2)


def test_b23_on_the_tray_one_after_another() -> None:
    sit = a_table(2, hands={1: 8})
    sit.play(1, "first_aid/1", 1)
    sit.tray("rifle/1")
    assert (sit.phase, sit.view()["seats"]["1"]["owes"]) == ("limit", 1)
    sit.tray("rifle/1", refused="card_discard")
    sit.discard(1, "rifle/2")
    assert (sit.hand(1), sit.state.turn) == (8, 2)


def test_b23_who_did_not_draw_keeps_what_there_is() -> None:
    sit = a_table(4, hands={1: 4, 2: 12, 3: 1})
    sit.play(1, "bandage/1", 3)
    assert (sit.hand(2), sit.state.turn) == (12, 2)


def test_b23_other_draws_have_no_limit() -> None:
    sit = a_table(2, place="hospital", hands={1: 8})
    assert (sit.hand(1), sit.phase) == (9, "turn")
    sit.play(1, "smoke/2")
    assert (sit.hand(1), sit.state.turn) == (9, 2)


def test_b23_known_hands_choose_which_to_discard() -> None:
    held = "bandage/1 rifle/1 rifle/2 rifle/3 rifle/4 rifle/5 rifle/6 smg/1"
    sit = tracked(2, hands={1: held})
    sit.play(1, "bandage/1", 1)
    sit.draws(1, "smg/6", "smg/5")
    assert sit.phase == "limit"
    sit.discard(1, "lmg/1", refused="not_in_hand")
    sit.discard(1, "smg/5")
    assert (sit.hand(1), "smg/6" in sit.cards(1)) == (8, True)


def test_who_leaves_owes_nothing() -> None:
    sit = a_table(4, hands={1: 9, 3: 8})
    sit.play(1, "first_aid/1", 3)
    sit.leave(3)
    sit.discard(1, "rifle/1")
    assert (sit.hand(1), sit.hand(3), sit.state.turn) == (8, 0, 2)


# The eliminated


def test_b24_in_duel_who_has_been_eliminated_is_back_and_may_be_rescued() -> None:
    sit = a_table(4, place="hospital", hands={1: 3, 3: "helmet/1"}, turn=3, draw=8)
    sit.play(3, "helmet/1")
    sit.escape(4, "rifle/1")
    sit.play(1, "bandage/1", 3)
    assert (sit.hand(3), sit.rulings("revived")) == (2, [])


@pytest.mark.parametrize("place", ["", "hospital"])
def test_b24_in_the_other_modes_the_eliminated_are_never_rescued(place: str) -> None:
    for mode in (DEATH, FREE):
        sit = a_table(4, mode=mode, place=place, gone=[3])
        sit.play(1, "bandage/1", 3, refused="target_out")
        sit.tap("bandage/1")
        assert (sit.hand(3), sit.view()["seats"]["3"]["alive"]) == (0, False)


def test_b24_the_option_revives_a_mate_under_hospital() -> None:
    sit = a_table(
        4, mode=DEATH, place="hospital", gone=[3], hands={1: 3}, hospital_revive="death_match"
    )
    sit.play(1, "first_aid/1", 3)
    assert (sit.hand(3), sit.last("revived")["seat"]) == (2, 3)
    assert sit.view()["seats"]["3"]["alive"]
    sit.escape(2, "rifle/1")
    assert sit.state.turn == 3


def test_b24_the_option_revives_by_the_lights_too() -> None:
    sit = a_table(4, mode=DEATH, place="hospital", gone=[3], hospital_revive="death_match")
    sit.tap("bandage/1")
    sit.press(1)
    sit.press(1, R)
    assert sit.hand(3) == 1


def test_b24_the_option_revives_no_opponent_and_nobody_elsewhere() -> None:
    sit = a_table(4, mode=DEATH, place="hospital", gone=[2], hospital_revive="death_match")
    sit.play(1, "bandage/1", 2, refused="target_out")
    sit = a_table(4, mode=DEATH, place="forest", gone=[3], hospital_revive="death_match")
    sit.play(1, "bandage/1", 3, refused="target_out")


def test_b24_the_option_is_death_match_s_alone() -> None:
    sit = a_table(4, mode=FREE, place="hospital", gone=[3], hospital_revive="death_match")
    sit.play(1, "bandage/1", 3, refused="target_out")


def test_b24_a_revived_player_without_a_card_falls_again() -> None:
    sit = a_table(
        4,
        mode=DEATH,
        place="hospital",
        gone=[3],
        hands={1: "bandage/1 pan/1"},
        draw=1,
        remaining=0,
        hospital_revive="death_match",
    )
    sit.play(1, "bandage/1", 3)
    assert [one["seat"] for one in sit.rulings("eliminated")] == [3]
    assert not sit.view()["seats"]["3"]["alive"]
