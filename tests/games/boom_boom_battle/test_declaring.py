"""How an attack is declared: by lights, rings and buttons, or by phones (B41, B42)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.attacks import reach
from companion.games.boom_boom_battle.state import Play
from tests.games.boom_boom_battle.boxes import BOX, armed, known
from tests.games.boom_boom_battle.table import MS, PASS, L, R, Sitting

FOUR: dict[str, Any] = {"mode": "free_for_all", "hands": {1: "rifle/1 rifle/2 pan/1 smg/1"}}


def four(**given: Any) -> Sitting:
    return armed(4, **{**FOUR, **given})


def attack(sit: Sitting) -> tuple[str, int | None, list[int], str | None]:
    """Return the attack in progress: card, target, numbers, and the second card of a pair."""
    seen = sit.view()["attack"]
    return seen["card"], seen["target"], seen["numbers"], seen["with"]


def is_declared(sit: Sitting) -> bool:
    declared: bool = sit.view()["attack"]["declared"]
    return declared


# On the panel


def test_on_the_panel_lights_choose_the_target_and_rings_the_locations() -> None:
    sit = four()
    sit.tap("rifle/1")
    assert sit.phase == "target"
    assert sit.referee.view("public")["pointing"] == 2
    sit.press(1, L)
    assert sit.referee.view("public")["pointing"] == 3
    sit.press(1, R)
    assert sit.phase == "aim"
    sit.ring(4)
    sit.ring(7)
    sit.press(1)
    assert is_declared(sit)
    assert attack(sit) == ("rifle/1", 3, [4, 7], None)


def test_the_lights_go_round_the_opponents_clockwise_from_the_left() -> None:
    sit = four(first=3, hands={3: "rifle/1"})
    sit.tap("rifle/1")
    seen = []
    for _ in range(4):
        seen.append(sit.view()["pointing"])
        sit.press(3, L)
    assert seen == [4, 1, 2, 4]


def test_a_sole_opponent_is_taken_without_a_question() -> None:
    sit = armed(2, hands={1: "rifle/1"})
    sit.tap("rifle/1")
    assert sit.phase == "aim"
    assert attack(sit) == ("rifle/1", 2, [], None)


def test_either_button_ends_the_list() -> None:
    for side in (L, R):
        sit = armed(2, hands={1: "rifle/1"})
        sit.tap("rifle/1")
        sit.ring(5)
        sit.press(1, side)
        assert attack(sit) == ("rifle/1", 2, [5], None)
        assert is_declared(sit)


def test_a_button_right_after_the_rings_ends_the_list_with_their_number() -> None:
    sit = armed(2, hands={1: "rifle/1"})
    sit.tap("rifle/1")
    sit.ring(5)
    sit.rings_on(3)
    sit.press(1, at=sit.now + 100 * MS)
    assert is_declared(sit)
    assert attack(sit) == ("rifle/1", 2, [5, 3], None)


def test_a_button_right_after_rings_that_will_not_do_ends_nothing() -> None:
    sit = armed(2, hands={1: "rifle/1"})
    sit.tap("rifle/1")
    sit.rings_on(9)
    sit.press(1, at=sit.now + 100 * MS)
    assert sit.last("not_aimed")["case"] == "number_strange"
    assert sit.phase == "aim"
    assert not is_declared(sit)


def test_the_numbers_rung_so_far_are_on_the_board() -> None:
    sit = armed(2, hands={1: "shotgun/1"})
    sit.tap("shotgun/1")
    sit.ring(5)
    assert attack(sit) == ("shotgun/1", 2, [5], None)
    sit.ring(6)
    assert attack(sit) == ("shotgun/1", 2, [5, 6], None)


@pytest.mark.parametrize(
    ("rings", "why"),
    [
        ([8], "number_circled"),
        ([4, 4], "number_twice"),
        ([9], "number_strange"),
        ([4, 5, 6], "number_surplus"),
    ],
)
def test_b41_a_number_that_cannot_be_aimed_at_is_left_out_and_the_list_goes_on(
    rings: list[int], why: str
) -> None:
    sit = armed(2, hands={1: "rifle/1"}, place="desert")
    sit.tap("rifle/1")
    for number in rings:
        sit.ring(number)
    told = sit.last("not_aimed")
    assert (told["rung"], told["case"], told["cite"]) == (rings[-1], why, "B41")
    assert (sit.phase, sit.hand(1)) == ("aim", 1)
    assert attack(sit)[2] == rings[:-1]
    assert sit.cues[-1].name == "refused"  # type: ignore[union-attr]


@pytest.mark.parametrize("side", [L, R])
def test_a_button_before_any_ring_takes_the_card_back(side: Any) -> None:
    sit = armed(2, hands={1: "rifle/1 pan/1"})
    sit.tap("rifle/1")
    sit.press(1, side)
    assert sit.last("taken_back_play")["seat"] == 1
    assert (sit.phase, sit.hand(1)) == ("turn", 2)
    assert sit.view()["attack"] is None


@pytest.mark.parametrize("steps", [0, 1])
def test_a_phone_takes_the_card_back_while_the_target_or_the_numbers_are_open(steps: int) -> None:
    sit = four()
    sit.tap("rifle/1")
    for _ in range(steps):
        sit.press(1, R)
    assert {"pass": True} in sit.says(1, "back")
    sit.passes(1)
    assert sit.last("taken_back_play")["seat"] == 1
    assert (sit.phase, sit.hand(1)) == ("turn", 4)


@pytest.mark.parametrize("steps", [0, 1])
def test_another_card_on_the_centre_is_played_instead(steps: int) -> None:
    sit = four()
    sit.tap("rifle/1")
    for _ in range(steps):
        sit.press(1, R)
    sit.tap("smg/1")
    assert attack(sit) == ("smg/1", None, [], None)


@pytest.mark.parametrize("steps", [0, 1])
def test_the_same_card_once_more_changes_nothing(steps: int) -> None:
    sit = four()
    sit.tap("rifle/1")
    for _ in range(steps):
        sit.press(1, R)
    before = attack(sit)
    sit.tap("rifle/1")
    assert attack(sit) == before


def test_the_same_card_once_more_keeps_the_numbers_rung_so_far() -> None:
    sit = armed(2, hands={1: "rifle/1 pan/1"})
    sit.tap("rifle/1")
    sit.ring(5)
    sit.tap("rifle/1")
    sit.press(1)
    assert attack(sit) == ("rifle/1", 2, [5], None)
    assert is_declared(sit)


def test_another_card_of_the_same_name_is_played_instead_where_no_tunnel_pairs_them() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.tap("rifle/2")
    assert attack(sit) == ("rifle/2", None, [], None)


def test_a_card_that_cannot_be_played_is_refused_beside_the_one_that_is_declared() -> None:
    sit = four(discard="rifle/6")
    sit.tap("rifle/1")
    sit.tap("rifle/6", refused="card_discard")
    assert attack(sit)[0] == "rifle/1"


def test_nothing_is_spent_before_all_is_told() -> None:
    sit = four()
    before = sit.state
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.ring(4)
    assert (sit.hands(), sit.piles()) == ([4, 8, 8, 8], (8, before.remaining, 0, 0))
    assert sit.kinds() == ["turn_began"]
    sit.press(1)
    assert sit.hand(1) == 3
    assert sit.state.played == ("rifle/1",)


def test_nobody_else_aims() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.press(2, R, refused="not_waited_for")
    sit.play(2, "pan/2", 1, refused="not_your_turn")
    assert sit.phase == "target"


@pytest.mark.parametrize("card", ["lmg/1", "grenade/1"])
def test_what_attacks_all_asks_for_numbers_alone(card: str) -> None:
    sit = four(hands={1: card})
    sit.tap(card)
    assert sit.phase == "aim"
    sit.ring(8)
    sit.press(1)
    assert attack(sit) == (card, None, [8], None)


def test_a_pan_asks_for_no_numbers() -> None:
    sit = four()
    sit.tap("pan/1")
    sit.press(1, R)
    assert is_declared(sit)
    assert attack(sit) == ("pan/1", 2, [], None)


# On a phone


def test_a_phone_tells_all_at_once() -> None:
    sit = four()
    sit.play(1, "rifle/1", 3, [4, 7])
    assert is_declared(sit)
    assert attack(sit) == ("rifle/1", 3, [4, 7], None)


def test_a_phone_may_tell_the_card_alone_and_then_the_rest() -> None:
    sit = four()
    sit.play(1, "rifle/1")
    assert sit.phase == "target"
    sit.play(1, "rifle/1", 3)
    assert sit.phase == "aim"
    sit.play(1, "rifle/1", numbers=[4])
    assert is_declared(sit)
    assert attack(sit) == ("rifle/1", 3, [4], None)


def test_a_phone_may_tell_the_numbers_before_the_target() -> None:
    sit = four()
    sit.play(1, "rifle/1", numbers=[4, 5])
    assert sit.phase == "target"
    assert attack(sit) == ("rifle/1", None, [4, 5], None)
    sit.play(1, "rifle/1", 4)
    assert attack(sit) == ("rifle/1", 4, [4, 5], None)
    assert is_declared(sit)


def test_the_panel_completes_what_a_phone_began() -> None:
    sit = four()
    sit.play(1, "rifle/1", numbers=[4])
    sit.press(1, L)
    sit.press(1, R)
    assert attack(sit) == ("rifle/1", 3, [4], None)
    assert is_declared(sit)


def test_a_phone_completes_what_the_panel_began() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.ring(6)
    sit.play(1, "rifle/1", numbers=[4, 5])
    assert attack(sit) == ("rifle/1", 2, [4, 5], None)
    assert is_declared(sit)


def test_a_phone_may_name_another_target_or_card_after_all() -> None:
    sit = four()
    sit.play(1, "rifle/1", 2)
    sit.play(1, "rifle/1", 4)
    assert attack(sit) == ("rifle/1", 4, [], None)
    sit.play(1, "smg/1")
    assert attack(sit) == ("smg/1", None, [], None)


def test_a_phone_may_ring() -> None:
    sit = armed(2, hands={1: "rifle/1"})
    sit.play(1, "rifle/1")
    sit.say(1, ring=4)
    sit.say(1, done=True)
    assert attack(sit) == ("rifle/1", 2, [4], None)
    assert is_declared(sit)


def test_the_phone_offers_each_target_with_its_card() -> None:
    sit = four()
    sit.tap("rifle/1")
    offered = [one["play"] for one in sit.says(1, "target")]
    assert offered == [{"card": "rifle/1", "target": seat} for seat in (2, 3, 4)]


@pytest.mark.parametrize("card", ["helmet/1", "vest/1", "motorcycle/1", "smoke/1", "bandage/1"])
def test_what_helps_is_for_oneself_where_a_phone_names_nobody(card: str) -> None:
    sit = armed(4, hands={1: f"{card} pan/1"})
    sit.play(1, card)
    assert sit.hand(1) > 0
    assert sit.state.played == ()
    assert card in (*sit.front(1), *sit.state.discard)


def test_a_flashbang_asks_for_an_opponent() -> None:
    sit = armed(4, hands={1: "flashbang/1 pan/1"})
    sit.play(1, "flashbang/1")
    assert sit.phase == "target"
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [2, 4]
    sit.press(1, R)
    assert sit.front(2) == ["flashbang/1"]


def test_a_second_smoke_for_oneself_asks_before_whom_it_goes() -> None:
    sit = armed(4, hands={1: "smoke/1 pan/1"}, front={1: "helmet/1", 3: ""})
    sit.tap("smoke/1")
    assert sit.phase == "target"
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [1, 3]


def test_a_helmet_goes_before_others_where_one_lies_before_oneself() -> None:
    sit = armed(3, hands={1: "helmet/1 pan/1"}, front={1: "helmet/2"})
    sit.play(1, "helmet/1")
    assert sit.phase == "target"
    assert [one["play"]["target"] for one in sit.says(1, "target")] == [2, 3]
    sit.press(1, R)
    assert sit.front(2) == ["helmet/1"]


# The range


def test_b41_fewer_numbers_than_the_range_are_fine() -> None:
    sit = armed(2, hands={1: "shotgun/1"})
    sit.play(1, "shotgun/1", numbers=[8])
    assert is_declared(sit)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ([0], "number_zero"),
        ([4, 0], "number_zero"),
        ([9], "number_strange"),
        ([8], "number_circled"),
        ([5, 5], "number_twice"),
        ([4, 5, 6], "number_surplus"),
    ],
)
def test_b41_illegal_numbers_refuse_the_declaration_and_spend_no_card(
    numbers: list[int], why: str
) -> None:
    sit = armed(2, hands={1: "rifle/1 pan/1"}, place="desert")
    sit.play(1, "rifle/1", 2, numbers, refused=why)
    assert (sit.phase, sit.hand(1), sit.view()["attack"]) == ("turn", 2, None)
    sit.play(1, "rifle/1", 2, [4, 5])
    assert is_declared(sit)


def test_b42_the_range_is_capped_at_the_numbers_that_are_left() -> None:
    places = "village desert forest hospital mountain base"
    state = armed(2, place=places).state
    assert state.open_numbers == (1, 2)
    assert [reach(state, kind) for kind in ("shotgun", "lmg", "rifle", "sniper")] == [2, 2, 2, 1]


def test_b42_two_numbers_that_are_left_may_both_be_aimed_at_and_no_third() -> None:
    places = "village desert forest hospital mountain base"
    sit = armed(2, hands={1: "shotgun/1"}, place=places)
    sit.play(1, "shotgun/1", 2, [1, 2, 4], refused="number_circled")
    sit.play(1, "shotgun/1", 2, [1, 2])
    assert is_declared(sit)


def test_b27_grassland_lets_firearms_aim_at_one_more() -> None:
    state = armed(2, place="grassland").state
    more = {kind: reach(state, kind) for kind in ("rifle", "lmg", "dbs", "grenade")}
    assert more == {"rifle": 3, "lmg": 4, "dbs": 3, "grenade": 2}


def test_b47_a_grenade_aims_no_further_under_grassland() -> None:
    sit = armed(2, hands={1: "grenade/1"}, place="grassland")
    sit.play(1, "grenade/1", numbers=[1, 2, 3], refused="number_surplus")
    sit.play(1, "grenade/1", numbers=[1, 2])
    assert is_declared(sit)


# Who leaves meanwhile


@pytest.mark.parametrize("steps", [0, 1])
def test_who_leaves_while_declaring_spends_nothing(steps: int) -> None:
    sit = four()
    sit.tap("rifle/1")
    for _ in range(steps):
        sit.press(1, R)
    sit.leave(1)
    assert sit.view()["attack"] is None
    assert sit.state.played == ()
    assert sit.last("turn_began")["seat"] == 2


def test_the_lights_skip_a_target_that_leaves_meanwhile() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.leave(2)
    assert sit.view()["pointing"] == 3
    sit.press(1, R)
    assert attack(sit)[1] == 3


def test_a_target_that_leaves_while_numbers_are_told_has_to_be_chosen_anew() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.ring(4)
    sit.leave(2)
    assert sit.phase == "target"
    sit.press(1, R)
    sit.ring(4)
    sit.press(1)
    assert attack(sit) == ("rifle/1", 3, [4], None)


def test_a_known_card_that_a_correction_took_meanwhile_is_not_played() -> None:
    sit = known(4, hands={1: "rifle/1 pan/1"}, mode="free_for_all")
    sit.tap("rifle/1")
    sit.adjust(1, cards=["pan/1", "pan/2"])
    sit.press(1, R)
    assert sit.last("taken_back_play")["seat"] == 1
    assert (sit.phase, sit.cards(1)) == ("turn", {"pan/1", "pan/2"})


def test_a_pair_of_which_a_correction_took_one_is_not_played() -> None:
    hands = {1: "rifle/1 rifle/2 pan/1"}
    sit = known(4, hands=hands, place="tunnel", mode="free_for_all")
    sit.play(1, "rifle/1", pair="rifle/2")
    sit.adjust(1, cards=["rifle/1", "pan/1"])
    sit.press(1, R)
    assert sit.last("taken_back_play")["seat"] == 1
    assert sit.cards(1) == {"rifle/1", "pan/1"}


def test_the_last_card_of_a_hand_that_a_correction_emptied_is_not_played() -> None:
    sit = four(hands={1: 1})
    sit.tap("rifle/1")
    sit.adjust(1, hand=-1)
    sit.press(1, R)
    assert sit.state.played == ()
    assert sit.last("turn_began")["seat"] == 2


def test_somebody_else_who_leaves_costs_no_number_rung_so_far() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.ring(4)
    sit.leave(3)
    sit.press(1)
    assert attack(sit) == ("rifle/1", 2, [4], None)


def test_a_circled_last_card_of_another_costs_no_number_rung_so_far() -> None:
    deck = {**BOX, "cards": {**BOX["cards"], "vest/3": {"location": 8}}}
    hands = {1: "rifle/1 pan/1", 2: 4, 3: 1}
    sit = four(hands=hands, place="forest", deck=deck, draw=1, remaining=0, keeps="vest/3")
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.ring(4)
    sit.redraw(3, "vest/3")
    assert sit.hand(3) == 0
    sit.press(1)
    assert attack(sit) == ("rifle/1", 2, [4], None)


def test_an_undo_takes_the_last_step_of_declaring_back() -> None:
    sit = four()
    sit.tap("rifle/1")
    sit.press(1, R)
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.phase == "target"
    sit.say(1, **PASS)
    assert sit.phase == "turn"


def test_the_board_says_what_may_be_played_until_the_card_is_out() -> None:
    sit = four(hands={1: "dbs/1 pan/1"})
    assert sit.view()["legal"]["kinds"]["dbs"] == {
        "reason": None,
        "reach": 2,
        "targets": [2, 3, 4],
    }
    sit.play(1, "dbs/1", 2)
    assert sit.view()["legal"]["seat"] == 1
    sit.play(1, "dbs/1", numbers=[4])
    assert sit.view()["legal"] is None
    sit.missed(2)
    assert (sit.phase, sit.view()["legal"]) == ("aim", None)
    sit.shot(1, [5])
    sit.missed(2)
    sit.tap("handgun/1")
    assert (sit.phase, sit.view()["legal"]) == ("aim", None)


def test_a_draft_is_no_attack_yet() -> None:
    sit = known(2, hands={1: "rifle/1 pan/1"})
    sit.play(1, "rifle/1")
    assert sit.state.draft == Play(1, "rifle/1", 2)
    assert sit.state.attack is None
