"""The commitment: holds, Heather's question, Brandon's force, the ring (C5, C6, C31-C34, C51)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.events import Side
from companion.core.game import Table
from companion.games.click_click_boom.commit import commit
from companion.games.click_click_boom.showdown import showdown
from companion.games.click_click_boom.state import State
from tests.games.click_click_boom.table import (
    NAMES,
    TO_SHOOT,
    L,
    R,
    S,
    Sitting,
    a_seat,
    at_commit,
)

HEATHER = ["heather", None, None]
BRANDON = ["brandon", None, None]


def committed(characters: list[str | None], **options: Any) -> Sitting:
    """Return a sitting whose Turns are over."""
    sit = Sitting(characters, **options)
    sit.take_turns()
    assert sit.phase == "commit"
    return sit


# Holding and ringing


def test_c5_everybody_who_takes_part_is_asked_to_hold() -> None:
    sit = committed([None] * 3)
    assert sit.asked() == {(1, "commit"), (2, "commit"), (3, "commit")}


def test_c5_only_when_all_hold_is_the_first_player_asked_to_ring() -> None:
    sit = committed([None] * 3)
    sit.hold(1)
    sit.ring(refused="not_all_hold")
    sit.hold(2)
    sit.say(1, ring=1, refused="not_all_hold")
    sit.hold(3)
    assert sit.asked() == {(1, "call")}
    sit.ring()
    assert sit.phase == "countdown"
    assert sit.rulings("called")[0]["seat"] == 1


def test_only_the_first_player_calls() -> None:
    sit = committed([None] * 3)
    sit.hold_all()
    sit.say(2, ring=1, refused="not_waited_for")
    sit.ring(2, refused="not_waited_for")
    sit.say(1, ring=1)
    assert sit.phase == "countdown"


def test_a_dead_first_player_does_not_call() -> None:
    state = at_commit(a_seat(1), a_seat(2, is_alive=False), a_seat(3), a_seat(4), first_player=2)
    sit = Sitting(state=state, flow=showdown)
    sit.hold_all()
    assert sit.asked() == {(3, "call")}


def test_c44_the_first_player_calls_though_sitting_out() -> None:
    state = at_commit(a_seat(1, unplayed=1), a_seat(2), a_seat(3))
    sit = Sitting(state=state, flow=showdown)
    assert sit.asked() == {(2, "commit"), (3, "commit")}
    sit.hold_all()
    assert sit.asked() == {(1, "call")}


def test_c41_a_hold_may_be_changed_and_taken_back_until_the_ring() -> None:
    sit = committed([None] * 3)
    sit.hold(1, L)
    sit.let_go(1)
    sit.hold(1, R)
    sit.hold_all()
    sit.ring()
    assert [seat.side for seat in sit.state.seats] == [Side.RIGHT, Side.LEFT, Side.LEFT]


def test_c41_the_other_button_changes_a_hold() -> None:
    sit = committed([None] * 3)
    sit.hold_all()
    sit.hold(2, R)
    sit.ring()
    assert sit.seat(2).side is Side.RIGHT


def test_a_phone_holds_changes_and_lets_go() -> None:
    sit = committed([None] * 3)
    sit.say(1, side="left")
    sit.say(1, side="right")
    sit.say(2, side="left")
    sit.say(2, let_go=True)
    sit.say(2, side="right")
    sit.say(3, "host", side="left")
    sit.ring()
    assert [seat.side for seat in sit.state.seats] == [Side.RIGHT, Side.RIGHT, Side.LEFT]


def test_c41_no_view_shows_a_side_before_shoot() -> None:
    sit = committed([None] * 3)
    sit.hold_all({1: "right"})
    for audience in ("public", "host", 2):
        assert {seat["side"] for seat in sit.view(audience)["seats"].values()} == {None}
    sit.ring()
    assert {seat["side"] for seat in sit.view()["seats"].values()} == {None}
    sit.wait(TO_SHOOT / S)
    assert sit.view()["seats"]["1"]["side"] == "right"


@pytest.mark.parametrize("phase", ["commit", "countdown"])
def test_c41_which_side_is_held_changes_no_byte_of_any_view(phase: str) -> None:
    seen = []
    for side in ("left", "right"):
        sit = committed(["carla", "heather", "felix"])
        sit.hold_all({2: side})
        if phase == "countdown":
            sit.ring()
        seen.append(sit.views())
    assert seen[0] == seen[1]


# Heather


def test_c34_heather_asks_a_neighbour_before_she_holds() -> None:
    sit = committed(HEATHER)
    assert sit.says(1, "heather") == [{"ability": {"ask": "left"}}, {"ability": {"ask": "right"}}]
    sit.use(1, ask="right")
    asked = sit.rulings("asked_neighbour")[0]
    assert (asked["seat"], asked["other"], asked["side"]) == (1, 3, "right")
    assert sit.seat(1).is_ability_used


@pytest.mark.parametrize(("side", "other"), [(L, 2), (R, 3)])
def test_c34_heather_asks_by_her_card_and_a_button(side: Side, other: int) -> None:
    sit = committed(HEATHER)
    sit.tap("ability/heather")
    assert sit.asked() >= {(1, "heather")}
    sit.press(1, side)
    assert sit.rulings("asked_neighbour")[0]["other"] == other
    sit.hold_all()
    sit.ring()


def test_c34_after_her_card_heather_may_ask_on_her_phone() -> None:
    sit = committed(HEATHER)
    sit.tap("ability/heather")
    sit.use(1, "host", ask="left")
    assert sit.rulings("asked_neighbour")[0]["other"] == 2


def test_c34_others_may_hold_while_heather_chooses() -> None:
    sit = committed(HEATHER)
    sit.tap("ability/heather")
    sit.hold(2, R)
    sit.let_go(2)
    sit.hold(2, L)
    sit.press(1)
    sit.hold_all()
    sit.ring()
    assert sit.seat(2).side is Side.LEFT


def test_c5_heather_may_not_ask_once_she_holds() -> None:
    sit = committed(HEATHER)
    sit.hold(1)
    sit.use(1, ask="left", refused="ability_not_now")
    sit.tap("ability/heather", refused="ability_not_now")
    sit.let_go(1)
    sit.use(1, ask="left")


def test_c34_heather_asks_once_a_shootout() -> None:
    sit = committed(HEATHER)
    sit.use(1, ask="left")
    sit.use(1, ask="right", refused="ability_used")


def test_c34_heather_has_no_window_in_a_turn() -> None:
    sit = Sitting(HEATHER)
    sit.use(1, ask="left", refused="ability_not_now")
    sit.tap("ability/heather", refused="ability_not_now")


def test_c34_in_a_stand_off_only_the_others_card_is_asked_about() -> None:
    state = at_commit(a_seat(1, character="heather"), a_seat(2), a_seat(3, is_alive=False),
        is_stand_off=True)  # fmt: skip
    sit = Sitting(state=state, flow=showdown)
    assert sit.says(1, "heather") == [{"ability": {"ask": "left"}}]
    sit.use(1, ask="right", refused="not_to_ask")
    sit.tap("ability/heather")
    sit.press(1, R)
    assert sit.rulings("asked_neighbour")[0]["side"] == "left"


def test_c3_heather_asks_the_next_living_neighbour() -> None:
    state = at_commit(a_seat(1, character="heather"), a_seat(2, is_alive=False), a_seat(3),
        a_seat(4))  # fmt: skip
    sit = Sitting(state=state, flow=showdown)
    sit.use(1, ask="left")
    assert sit.rulings("asked_neighbour")[0]["other"] == 3


def test_c44_heather_has_nothing_to_ask_when_she_sits_out() -> None:
    state = at_commit(a_seat(1, unplayed=1, character="heather"), a_seat(2), a_seat(3))
    sit = Sitting(state=state, flow=showdown)
    sit.use(1, ask="left", refused="not_to_ask")
    sit.tap("ability/heather", refused="nobody_to_choose")


def test_c51_the_answer_is_told_and_stays_between_the_two() -> None:
    sit = committed(HEATHER)
    sit.use(1, ask="left")
    assert (2, "told") in sit.may()
    sit.say(2, told="stolen")
    assert sit.rulings("answered")[0]["other"] == 1
    assert sit.view(1)["seats"]["1"]["told"] == {"side": "left", "kind": "stolen"}
    for audience in ("public", "host", 2, 3):
        assert "told" not in sit.view(audience)["seats"]["1"]
    assert "stolen" not in str(sit.rulings())


def test_c51_only_who_was_asked_answers_and_only_once() -> None:
    sit = committed(HEATHER)
    sit.say(2, told="pay", refused="not_waited_for")
    sit.use(1, ask="left")
    sit.say(3, told="pay", refused="not_waited_for")
    sit.say(2, told="pay")
    sit.say(2, told="boom", refused="not_waited_for")


def test_c51_an_answer_that_a_tapped_pick_contradicts_is_a_lie_at_once() -> None:
    sit = Sitting(HEATHER)
    sit.tap("boom/1")
    sit.take_turns()
    sit.use(1, ask="left")
    sit.say(2, told="pay")
    assert sit.fouls() == [(2, "lied", None)]


def test_c51_a_true_answer_is_no_foul() -> None:
    sit = Sitting(HEATHER)
    sit.tap("boom/1")
    sit.tap("pay/1")
    sit.take_turns()
    sit.use(1, ask="right")
    sit.say(3, told="pay")
    assert sit.fouls() == []


@pytest.mark.parametrize(
    ("side", "card", "fouls"),
    [("left", "pay", [(2, "lied", None)]), ("left", "boom", []), ("right", "pay", [])],
)
def test_c51_a_lie_is_found_when_that_card_is_revealed(
    side: str, card: str, fouls: list[tuple[int, str, None]]
) -> None:
    sit = committed(HEATHER)
    sit.use(1, ask="left")
    sit.say(2, told="boom")
    sit.showdown(card, "pay", "pay", sides={1: side})
    assert sit.fouls() == fouls


def test_c51_a_lie_is_ruled_once() -> None:
    sit = Sitting(HEATHER)
    sit.tap("boom/1")
    sit.take_turns()
    sit.use(1, ask="left")
    sit.say(2, told="pay")
    sit.showdown("boom", "pay", "pay")
    assert sit.fouls() == [(2, "lied", None)]


def test_c45_a_lie_is_fined_like_any_foul() -> None:
    sit = committed(HEATHER, foul_policy="fine")
    sit.use(1, ask="left")
    sit.say(2, told="boom")
    sit.showdown("pay", "pay", "pay")
    # The ante, the fine, and a coin each.
    assert (sit.coins(), sit.state.pot) == ((11, 10, 11), 7)


def test_c34_after_the_same_pick_both_neighbours_answer_for_the_one_card() -> None:
    sit = Sitting(HEATHER, variant="advanced")
    sit.tap("boom/1")
    sit.tap("pay/1")
    sit.press(1, R)
    sit.take_turns()
    sit.use(1, ask="right")
    sit.say(3, told="boom")
    assert sit.fouls() == []


def test_c51_after_the_same_pick_the_left_card_proves_the_lie() -> None:
    sit = Sitting(HEATHER, variant="advanced")
    sit.press(1, R)
    sit.take_turns()
    sit.use(1, ask="right")
    sit.say(3, told="boom")
    sit.showdown("pay", "pay", "pay")
    assert sit.fouls() == [(3, "lied", None)]


# Brandon


def test_c32_brandon_forces_any_other_whose_cards_lie_out() -> None:
    sit = committed(BRANDON)
    sides = ("left", "right")
    offers = [{"force": other, "side": side} for other in (2, 3) for side in sides]
    assert sit.says(1, "brandon") == [{"ability": offer} for offer in offers]
    sit.use(1, force=3, side="right")
    forced = sit.rulings("forced")[0]
    assert (forced["seat"], forced["other"], forced["side"]) == (1, 3, "right")


def test_c32_the_forced_side_stands_whatever_is_held() -> None:
    sit = committed(BRANDON)
    sit.hold_all()
    sit.use(1, force=3, side="right")
    sit.ring()
    assert sit.seat(3).side is Side.RIGHT
    sit.wait(TO_SHOOT / S)
    for seat, kind in ((1, "pay"), (2, "pay"), (3, "stolen")):
        sit.say(seat, show=kind)
    # Cy's right neighbour is Bo, but the coins are Brandon's.
    assert sit.coins() == (13, 11, 10)


def test_c32_brandon_forces_by_his_card_and_the_lights_and_holds_again() -> None:
    sit = committed([None, "brandon", None])
    sit.hold_all()
    sit.tap("ability/brandon")
    sit.let_go(2)
    assert sit.asked() == {(2, "brandon_player")}
    sit.press(2, L)
    assert sit.referee.run.pointing() == 3
    sit.press(2, R)
    assert sit.asked() == {(2, "brandon_side")}
    sit.press(2, R)
    assert sit.rulings("forced")[0] | {"number": 0} == {
        "number": 0, "ruling": "forced", "cite": "C32", "seat": 2, "other": 3, "side": "right",
    }  # fmt: skip
    sit.ring(refused="not_all_hold")
    sit.hold(2)
    sit.ring()
    assert sit.seat(3).side is Side.RIGHT


def test_c32_after_his_card_brandon_may_say_all_at_once_or_one_by_one() -> None:
    sit = committed(BRANDON)
    sit.tap("ability/brandon")
    sit.use(1, force=2, side="left")
    assert sit.seat(2).forced_by == 1
    sit = committed(BRANDON)
    sit.tap("ability/brandon")
    sit.use(1, force=2)
    sit.say(1, side="right")
    assert sit.seat(2).side is Side.RIGHT


def test_c32_tapped_again_brandons_card_changes_his_mind() -> None:
    sit = committed(BRANDON)
    sit.tap("ability/brandon")
    sit.tap("ability/brandon")
    assert (1, "commit") in sit.asked()
    assert not sit.seat(1).is_ability_used
    assert (1, "brandon") in sit.may()


def test_c32_others_may_hold_while_brandon_chooses() -> None:
    sit = committed(BRANDON)
    sit.tap("ability/brandon")
    sit.hold(2, R)
    sit.press(1, R)
    sit.hold(3, R)
    sit.press(1, L)
    assert sit.referee.run.holds.sides() == {2: Side.RIGHT, 3: Side.RIGHT}


@pytest.mark.parametrize("other", [1, 4])
def test_c32_brandon_cannot_force_himself_or_nobody(other: int) -> None:
    committed(BRANDON).use(1, force=other, side="left", refused="not_to_force")


def test_c32_brandon_cannot_force_the_dead_or_who_sits_out() -> None:
    state = at_commit(a_seat(1, character="brandon"), a_seat(2, is_alive=False),
        a_seat(3, unplayed=1), a_seat(4))  # fmt: skip
    sit = Sitting(state=state, flow=showdown)
    sit.use(1, force=2, side="left", refused="not_to_force")
    sit.use(1, force=3, side="left", refused="not_to_force")
    sit.use(1, force=4, side="left")


def test_c32_brandon_forces_once_a_shootout() -> None:
    sit = committed(BRANDON)
    sit.use(1, force=2, side="left")
    sit.use(1, force=3, side="left", refused="ability_used")
    sit.tap("ability/brandon", refused="ability_used")


def test_c32_brandon_may_force_until_the_ring_only() -> None:
    sit = committed(BRANDON)
    sit.hold_all()
    sit.ring()
    sit.use(1, force=2, side="left", refused="ability_not_now")
    sit.tap("ability/brandon", refused="ability_not_now")


def test_c32_a_forced_side_is_announced_and_no_view_shows_it_as_the_seats_own() -> None:
    sit = committed(BRANDON)
    sit.use(1, force=2, side="right")
    seat = sit.view(2)["seats"]["2"]
    assert (seat["forced"], seat["side"]) == (True, None)
    assert sit.view()["rulings"][-1]["text"] == f"Ann forces {NAMES[1]} to the right card."


def test_c6_each_of_two_abilities_in_the_window_is_used() -> None:
    sit = committed(["brandon", "heather", "buzzard"])
    sit.use(3, use=True)
    sit.use(2, ask="left")
    sit.use(1, force=2, side="left")
    assert sit.kinds()[-3:] == ["ability_used", "asked_neighbour", "forced"]


@pytest.mark.parametrize("character", ["carla", "rory", "jill", "felix"])
def test_c5_other_abilities_have_no_window_here(character: str) -> None:
    sit = committed([character, None, None])
    sit.tap(f"ability/{character}", refused="ability_not_now")


def test_c42_an_ability_by_text_may_be_used_by_its_card() -> None:
    sit = committed(["armadillo", None, None])
    sit.tap("ability/armadillo")
    assert len(sit.rulings("ability_used")) == 1


def test_a_playing_card_is_not_waited_for() -> None:
    committed([None] * 3).tap("pay/1", refused="not_waited_for")


def test_with_nobody_to_take_part_there_is_nothing_to_commit() -> None:
    seats = [a_seat(n, is_alive=False) for n in (1, 2, 3)]
    sit = Sitting(state=at_commit(*seats), flow=_commit_only)
    assert sit.referee.run.is_over


async def _commit_only(table: Table[State]) -> None:
    assert await commit(table) is None


def test_the_moment_of_the_ring_starts_the_count() -> None:
    sit = committed([None] * 3)
    sit.hold_all()
    sit.ring(at=10 * S)
    assert sit.referee.run.due() is not None
    assert [cue["at"] for cue in sit.view()["cues"]] == [10.9, 11.9, 12.9, 13.9]
