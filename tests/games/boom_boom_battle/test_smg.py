"""A successful Submachine Gun gives another action, after its card is drawn (B53, B54)."""

from __future__ import annotations

from typing import Any

from tests.games.boom_boom_battle.boxes import armed, with_kinds
from tests.games.boom_boom_battle.table import L, R, Sitting

FREE = {"mode": "free_for_all"}


def success(seats: int = 3, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has hit seat 2 with an SMG and may act again."""
    hands = given.pop("hands", {1: "smg/1 smg/2 rifle/1 pan/1"})
    sit = armed(seats, hands=hands, **{**FREE, **given})
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    sit.passes(2)
    return sit


def test_b53_a_hit_draws_first_and_then_gives_an_action() -> None:
    sit = success()
    assert sit.kinds()[-2:] == ["drew", "extra_action"]
    assert (sit.phase, sit.hand(1)) == ("extra", 4)
    assert sit.view()["legal"]["seat"] == 1


def test_a_miss_gives_none() -> None:
    sit = armed(3, hands={1: "smg/1 pan/1"}, **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.missed(2)
    sit.passes(2)
    assert not sit.rulings("extra_action", "drew")
    assert sit.last("turn_began")["seat"] == 2


def test_b53_it_is_optional_left_ends_the_turn() -> None:
    sit = success()
    sit.press(1, L)
    assert sit.last("turn_began")["seat"] == 2


def test_a_phone_declines_it() -> None:
    sit = success()
    assert {"pass": True} in sit.says(1, "extra")
    sit.passes(1)
    assert sit.last("turn_began")["seat"] == 2


def test_b53_it_may_be_any_action() -> None:
    sit = success(hands={1: "smg/1 helmet/1 pan/1"})
    sit.play(1, "helmet/1")
    assert sit.front(1) == ["helmet/1"]
    assert sit.last("turn_began")["seat"] == 2


def test_b53_it_may_be_an_escape() -> None:
    sit = success()
    sit.press(1, R)
    sit.tray("rifle/1", "pan/1")
    assert sit.last("escaped")["cards"] == ["rifle/1", "pan/1"]
    assert sit.last("turn_began")["seat"] == 2


def test_b53_it_repeats_with_each_successful_smg() -> None:
    sit = success()
    sit.tap("smg/2")
    sit.press(1, R)
    sit.ring(5)
    sit.press(1)
    sit.hit(2)
    sit.discard(2, "vest/2")
    sit.passes(2)
    assert len(sit.rulings("extra_action")) == 2
    sit.play(1, "rifle/1", 3, [4])
    sit.missed(3)
    sit.passes(3)
    assert sit.last("turn_began")["seat"] == 2


def test_another_gun_gives_no_further_action() -> None:
    sit = success()
    sit.play(1, "rifle/1", 3, [4])
    sit.hit(3)
    sit.discard(3, "vest/2", "vest/3")
    sit.passes(3)
    assert len(sit.rulings("extra_action")) == 1
    assert sit.last("turn_began")["seat"] == 2


def test_b53_it_needs_a_card_in_hand() -> None:
    sit = armed(3, hands={1: "smg/1"}, deck=with_kinds(smg=(2, 1, "none")), **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    sit.passes(2)
    assert not sit.rulings("extra_action")
    assert sit.state.players[1].is_out


def test_b53_the_card_that_the_hit_draws_will_do() -> None:
    sit = success(hands={1: "smg/1"})
    assert (sit.phase, sit.hand(1)) == ("extra", 1)


def test_b53_a_hand_that_a_counterattack_emptied_acts_no_more() -> None:
    sit = armed(3, hands={1: "smg/1"}, **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    sit.react(2, "desert_eagle/1", [1])
    sit.hit(1)
    sit.discard(1, "vest/2")
    assert not sit.rulings("extra_action")
    assert sit.state.players[1].is_out


def test_counterattacks_come_before_the_action() -> None:
    sit = armed(3, hands={1: "smg/1 pan/1"}, **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    assert sit.phase == "counter"
    sit.react(2, "desert_eagle/1", [1])
    sit.missed(1)
    assert sit.phase == "extra"


def test_an_extra_attack_on_another_is_answered_like_the_first() -> None:
    sit = success()
    sit.play(1, "rifle/1", 3, [4])
    sit.missed(3)
    assert sit.state.reactions == {3: ("handgun", "desert_eagle")}


def test_b54_a_redirected_hit_is_a_success() -> None:
    sit = armed(4, hands={1: "smg/1 pan/1"}, place="desert", **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1")
    sit.passes(2, 3)
    assert [one["seat"] for one in sit.rulings("drew")] == [1]
    assert sit.phase == "extra"


def test_b54_a_redirected_hit_on_a_mate_is_a_success_too() -> None:
    sit = armed(4, hands={1: "smg/1 pan/1"}, place="desert")
    sit.play(1, "smg/1", 2, [4])
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1")
    sit.passes(2)
    assert sit.phase == "extra"


def test_b74_a_hit_on_nobody_but_oneself_is_no_success() -> None:
    sit = armed(2, hands={1: "smg/1 pan/1 pan/2"}, place="desert")
    sit.play(1, "smg/1", 2, [4])
    sit.missed(2)
    sit.hit(1)
    sit.discard(1, "pan/1")
    sit.passes(2)
    assert not sit.rulings("drew", "extra_action")


def test_who_leaves_instead_of_acting_ends_the_turn() -> None:
    sit = success()
    sit.leave(1)
    assert sit.last("turn_began")["seat"] == 2
