"""The steps of an attack come in B40's order, and its cards are discarded once resolved (B70)."""

from __future__ import annotations

from typing import Any

from tests.games.boom_boom_battle.boxes import armed, known, order, with_kinds
from tests.games.boom_boom_battle.table import R, Sitting

FREE = {"mode": "free_for_all"}


def since_the_turn(sit: Sitting) -> list[str]:
    """Return the kinds of the rulings since the turn began."""
    return [*order(sit, 1)]


def test_b40_all_steps_of_a_hit() -> None:
    sit = armed(3, hands={1: "smg/1 pan/1"}, front={2: "vest/1"}, **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/2")
    sit.react(2, "desert_eagle/1", [4])
    sit.missed(1)
    assert since_the_turn(sit) == [
        "played",
        "hit",
        "discarded",
        "removed", "drew",  # the equipment and its card
        "drew",  # on a hit
        "countered", "played", "drew", "missed",
        "extra_action",
    ]  # fmt: skip
    assert [one["seat"] for one in sit.rulings("drew")] == [2, 1, 2]


def test_b40_an_unconditional_draw_comes_before_the_block() -> None:
    sit = armed(3, hands={1: "pan/1 rifle/1"}, deck=with_kinds(pan=(0, 2, "always")), **FREE)
    sit.play(1, "pan/1", 2)
    assert since_the_turn(sit) == ["played", "drew"]
    assert sit.phase == "block"
    sit.react(2, "pan/2")
    assert since_the_turn(sit)[:3] == ["played", "drew", "blocked"]


def test_b40_a_miss_is_carried_on_before_anything_is_discarded() -> None:
    sit = armed(4, hands={1: "rifle/1 pan/1"}, place="desert", **FREE)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1", "vest/2")
    assert since_the_turn(sit) == ["played", "missed", "blown", "hit", "discarded", "drew"]


def test_b40_an_lmg_lets_all_discard_before_any_equipment_works() -> None:
    front = {2: "vest/1", 3: "vest/2"}
    sit = armed(3, hands={1: "lmg/1 pan/1"}, front=front, **FREE)
    sit.play(1, "lmg/1", numbers=[4])
    sit.hit(3)
    sit.hit(2)
    sit.discard(3, "smg/1")
    sit.discard(2, "smg/2")
    assert since_the_turn(sit) == [
        "played", "hit", "hit", "discarded", "discarded", "removed", "drew", "removed", "drew",
    ]  # fmt: skip
    assert [one["seat"] for one in sit.rulings("hit", "removed")] == [2, 3, 2, 3]


def test_b40_dbs_ends_both_attacks_before_it_draws() -> None:
    sit = armed(3, hands={1: "dbs/1 pan/1"}, front={2: "vest/1 helmet/1"}, **FREE)
    sit.play(1, "dbs/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.press(2, R)
    sit.shot(1, [5])
    sit.hit(2)
    sit.discard(2, "smg/2")
    assert since_the_turn(sit) == [
        "played", "hit", "discarded", "removed", "drew",
        "fired_again", "hit", "discarded", "removed", "drew",
        "drew",
    ]  # fmt: skip


def test_b58_counterattacks_come_after_the_draw_on_a_hit() -> None:
    sit = armed(3, hands={1: "rifle/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.hand(1) == 1
    sit.react(2, "desert_eagle/1", [4])
    sit.hit(1)
    sit.discard(1, "smg/1")
    assert sit.state.players[1].is_out


def test_nobody_is_eliminated_before_the_turn_ends() -> None:
    sit = armed(4, hands={1: "lmg/1 pan/1", 2: 1, 3: 1}, **FREE)
    sit.play(1, "lmg/1", numbers=[4])
    for seat in (2, 3):
        sit.hit(seat)
    sit.missed(4)
    sit.discard(2, "smg/1")
    sit.discard(3, "smg/2")
    assert not sit.rulings("eliminated")
    sit.passes(4)
    assert [one["seat"] for one in sit.rulings("eliminated")] == [2, 3]


# The card that is being resolved


def test_b70_an_attack_lies_on_no_pile_until_it_is_resolved() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    assert (sit.state.played, sit.state.discard) == (("rifle/1",), ())
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.state.discard == ("vest/1", "vest/2", "rifle/1")
    assert sit.state.played == ()


def short(**given: Any) -> Sitting:
    keeps = "vest/1 vest/2"
    deck = given.pop("deck", with_kinds(handgun=(2, 1, "always")))
    return armed(3, keeps=keeps, draw=0, remaining=0, deck=deck, **FREE, **given)


def test_b70_the_draw_on_a_hit_cannot_give_the_card_that_hit() -> None:
    sit = short(hands={1: "rifle/1 pan/1"})
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.rulings("reshuffled")
    assert (sit.state.discard, sit.state.remaining) == (("rifle/1",), 1)


def test_b9_an_unconditional_draw_is_lost_where_only_its_own_card_is_left() -> None:
    sit = short(hands={1: "handgun/1 pan/1"})
    sit.play(1, "handgun/1", 2, [4])
    assert sit.kinds()[-1] == "lost_draw"
    assert sit.hand(1) == 1


def test_b70_a_blocking_pan_is_discarded_before_the_pan_that_it_blocked() -> None:
    sit = armed(3, hands={1: "pan/1 rifle/1"}, **FREE)
    sit.play(1, "pan/1", 2)
    sit.react(2, "pan/2")
    assert sit.state.discard == ("pan/2", "pan/1")


def test_the_board_shows_the_attack_while_it_lasts() -> None:
    sit = known(3, hands={1: "rifle/1 pan/1", 2: "smg/4 vest/1 vest/2", 3: "smg/1"}, **FREE)
    assert sit.view()["attack"] is None
    sit.play(1, "rifle/1", 2, [4])
    wanted = {
        "by": 1, "card": "rifle/1", "kind": "rifle", "target": 2, "numbers": [4], "with": None,
        "declared": True, "counter": False, "hits": {}, "at": 2,
    }  # fmt: skip
    assert sit.view()["attack"].items() >= wanted.items()
    sit.discard(2, "vest/1", "vest/2")
    sit.draws(1, "sniper/5")
    assert sit.view()["attack"] is None
