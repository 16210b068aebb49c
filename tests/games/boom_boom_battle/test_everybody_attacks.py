"""The Light Machine Gun and the Hand Grenade, which attack everybody (B45, B46, B49, B50)."""

from __future__ import annotations

import pytest

from companion.games.boom_boom_battle.attacks import attacked
from companion.games.boom_boom_battle.state import Attack, Play
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import R, Sitting

FREE = {"mode": "free_for_all"}
HANDS = {
    1: "lmg/1 grenade/1 pan/4 pan/1",
    2: "rifle/4 smg/4 sniper/5 vest/1",
    3: "shotgun/4 vest/2 vest/3",
    4: "helmet/1 helmet/2",
}


def hits(sit: Sitting) -> list[tuple[int, int]]:
    return [(one["seat"], one["count"]) for one in sit.rulings("hit")]


def missed(sit: Sitting) -> list[int]:
    return [one["seat"] for one in sit.rulings("missed")]


# The LMG


def test_b45_an_lmg_attacks_everybody_but_its_player_mates_too() -> None:
    state = armed(4).state
    lmg = Attack(Play(2, "lmg/1", numbers=(4,)), "lmg")
    assert attacked(state, lmg) == (3, 4, 1)


def test_b45_a_mate_that_an_lmg_hits_discards_like_all_others() -> None:
    sit = known(4, hands=HANDS, mode="duel")
    sit.play(1, "lmg/1", numbers=[4])
    assert hits(sit) == [(2, 1), (3, 1)]
    sit.discard(3, "vest/2")
    sit.discard(2, "rifle/4")
    assert sit.hands() == [3, 3, 2, 2]


def test_b43_an_lmg_costs_a_card_for_each_number_that_hits_not_for_each_card() -> None:
    sit = known(4, hands=HANDS, **FREE)
    sit.play(1, "lmg/1", numbers=[4, 5, 8])
    assert hits(sit) == [(2, 2), (3, 1)]
    assert missed(sit) == [4]


def test_an_lmg_asks_all_at_once_and_they_answer_in_any_order() -> None:
    sit = armed(4, hands={1: "lmg/1 pan/1"}, **FREE)
    sit.play(1, "lmg/1", numbers=[4, 5])
    assert {seat for seat, _ in sit.waiting()} == {2, 3, 4}
    sit.presses(4, 1)
    sit.hit(2, hits=False)
    sit.press(4, refused="not_waited_for")
    sit.hit(3, 2)
    assert hits(sit) == [(3, 2), (4, 1)]
    assert missed(sit) == [2]


def test_an_lmg_lets_all_who_are_hit_discard_led_by_the_lights() -> None:
    sit = armed(4, hands={1: "lmg/1 pan/1"}, **FREE)
    sit.play(1, "lmg/1", numbers=[4, 5])
    for seat, number in ((2, 1), (3, 2), (4, 1)):
        sit.hit(seat, number)
    sit.tray("smg/1", "smg/2", "smg/3", "smg/4")
    laid = [(one["seat"], one["cards"]) for one in sit.rulings("discarded")]
    assert laid == [(2, ["smg/1"]), (3, ["smg/2"]), (3, ["smg/3"]), (4, ["smg/4"])]


def test_phones_may_discard_before_their_turn_at_the_tray() -> None:
    sit = armed(4, hands={1: "lmg/1 pan/1"}, **FREE)
    sit.play(1, "lmg/1", numbers=[4])
    for seat in (2, 3):
        sit.hit(seat)
    sit.missed(4)
    sit.discard(3, "smg/2")
    sit.tray("smg/1")
    laid = [(one["seat"], one["cards"]) for one in sit.rulings("discarded")]
    assert laid == [(3, ["smg/2"]), (2, ["smg/1"])]


def test_known_cards_on_the_tray_are_their_holders_whoever_is_led_first() -> None:
    hands = {1: "lmg/1 pan/1", 2: "rifle/4 vest/1", 3: "smg/4 vest/2"}
    sit = known(3, hands=hands, **FREE)
    sit.play(1, "lmg/1", numbers=[4])
    sit.tray("vest/2")
    assert (sit.last("discarded")["seat"], sit.last("discarded")["cards"]) == (3, ["vest/2"])
    sit.tray("rifle/4")
    assert sit.last("discarded")["seat"] == 2


def test_an_lmg_asks_nobody_in_smoke() -> None:
    sit = armed(4, hands={1: "lmg/1 pan/1"}, front={3: "smoke/1"}, **FREE)
    sit.play(1, "lmg/1", numbers=[4])
    assert {seat for seat, _ in sit.waiting()} == {2, 4}


def test_b48_mountain_does_not_bind_an_lmg_or_a_grenade() -> None:
    for card in ("lmg/1", "grenade/1"):
        sit = known(4, hands=HANDS, place="mountain", **FREE)
        sit.play(1, card, numbers=[4])
        assert {seat for seat, _ in hits(sit)} >= {2, 3}


def test_b55_sandstorm_carries_no_lmg() -> None:
    sit = known(4, hands=HANDS, place="desert", **FREE)
    sit.play(1, "lmg/1", numbers=[7])
    assert missed(sit) == [2, 3, 4]
    assert not sit.rulings("blown")


def test_b63_tunnel_pairs_no_lmg() -> None:
    sit = armed(3, hands={1: "lmg/1 lmg/2"}, place="tunnel")
    sit.play(1, "lmg/1", numbers=[4], pair="lmg/2", refused="no_pair")


@pytest.mark.parametrize("card", ["lmg/1", "grenade/1"])
def test_what_attacks_all_chooses_nobody(card: str) -> None:
    sit = armed(3, hands={1: f"{card} pan/1"})
    sit.play(1, card, 2, [4], refused="no_target_wanted")


def test_b49_base_costs_one_more_for_each_player_hit_not_for_each_number() -> None:
    sit = known(4, hands=HANDS, place="base", **FREE)
    sit.play(1, "lmg/1", numbers=[4, 5])
    assert hits(sit) == [(2, 3), (3, 2)]


# The grenade


def test_b46_a_grenade_attacks_its_thrower_too_last_of_all() -> None:
    state = armed(4).state
    grenade = Attack(Play(2, "grenade/1", numbers=(4,)), "grenade")
    assert attacked(state, grenade) == (3, 4, 1, 2)


def test_b46_the_thrower_discards_its_own_matches() -> None:
    sit = known(4, hands=HANDS, **FREE)
    sit.play(1, "grenade/1", numbers=[4, 5])
    laid = {one["seat"]: one["cards"] for one in sit.rulings("discarded")}
    assert laid == {2: ["rifle/4", "smg/4", "sniper/5"], 3: ["shotgun/4"], 1: ["pan/4"]}
    assert missed(sit) == [4]


def test_b46_a_thrower_may_eliminate_itself() -> None:
    sit = known(3, hands={1: "grenade/1 pan/4"}, **FREE)
    sit.play(1, "grenade/1", numbers=[4])
    sit.passes(2, 3)
    assert sit.state.players[1].is_out


def test_a_grenade_is_answered_and_then_all_matching_cards_are_laid_until_a_button() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"})
    sit.play(1, "grenade/1", numbers=[4, 5])
    assert {seat for seat, _ in sit.waiting()} == {1, 2, 3}
    sit.press(2)
    sit.missed(1, 3)
    assert sit.rulings("hit")[0]["case"] == "grenade"
    sit.tray("rifle/4")
    sit.tray("rifle/6", refused="other_number")
    sit.tray("smg/5")
    assert sit.phase == "discard"
    sit.press(2)
    assert sit.hand(2) == 6


def test_a_grenade_that_hit_is_laid_off_by_one_list_on_a_phone() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"})
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.hit(2)
    sit.missed(1, 3)
    sit.discard(2, "rifle/4", "rifle/6", refused="other_number")
    sit.discard(2, "rifle/4", "smg/5", "pan/4")
    assert sit.hand(2) == 5


def test_a_number_answers_a_grenade_as_a_hit() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"})
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.hit(2, 9, refused="too_many_hits")
    sit.hit(2, 3)
    sit.hit(1, 0)
    sit.missed(3)
    sit.discard(2, "rifle/4")
    assert sit.hand(2) == 7


def test_a_grenade_hit_that_was_a_mistake_lays_nothing_and_is_a_miss() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"})
    sit.play(1, "grenade/1", numbers=[4])
    sit.press(2)
    sit.missed(1, 3)
    sit.press(2)
    assert sit.hand(2) == 8
    assert "handgun" in sit.state.reactions[2]


def test_more_cards_than_a_hand_has_are_refused() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1", 2: 2})
    sit.play(1, "grenade/1", numbers=[4])
    sit.hit(2)
    sit.missed(1, 3)
    sit.discard(2, "rifle/4", "smg/4", "pan/4", refused="discard_count")
    sit.discard(2, "rifle/4", "smg/4")
    assert sit.hand(2) == 0


def test_b47_smoke_helmet_and_vest_do_not_help_against_a_grenade() -> None:
    front = {2: "smoke/1 helmet/3 vest/1"}
    hands = {1: "grenade/1 pan/1", 2: "rifle/4 pan/2", 3: "smg/1"}
    sit = known(3, hands=hands, front=front)
    sit.play(1, "grenade/1", numbers=[4])
    assert sit.last("discarded")["cards"] == ["rifle/4"]
    assert sit.front(2) == ["smoke/1", "helmet/3", "vest/1"]


def test_b49_base_takes_one_card_more_where_a_grenade_met_any() -> None:
    sit = known(4, hands=HANDS, place="base", **FREE)
    sit.play(1, "grenade/1", numbers=[4])
    assert hits(sit) == [(2, 3), (3, 2), (1, 2)]
    assert sit.view()["seats"]["2"]["owes"] == 1
    sit.discard(2, "vest/1")
    sit.discard(3, "vest/3")
    sit.discard(1, "lmg/1")
    assert sit.hands() == [1, 1, 1, 2]


def test_b49_base_takes_one_card_more_in_honour_once_the_matches_are_laid() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"}, place="base")
    sit.play(1, "grenade/1", numbers=[4])
    sit.hit(2)
    sit.hit(3)
    sit.missed(1)
    sit.tray("rifle/4")
    sit.press(2)
    sit.press(3)  # none after all
    assert sit.view()["seats"]["2"]["owes"] == 1
    assert sit.view()["seats"]["3"]["owes"] is None
    sit.tray("pan/5")
    assert sit.hands() == [1, 6, 8]


def test_b44_base_takes_no_more_than_there_is() -> None:
    hands = {1: "grenade/1 pan/1", 2: "rifle/4", 3: "smg/1"}
    sit = known(3, hands=hands, place="base", **FREE)
    sit.play(1, "grenade/1", numbers=[4])
    assert sit.hand(2) == 0


# Forest


def forest(**given: object) -> Sitting:
    return armed(3, **{"hands": {1: "grenade/1 lmg/1 pan/1 rifle/1"}, "place": "forest", **given})


def test_b50_under_forest_a_grenade_is_answered_by_how_many_cards_match() -> None:
    sit = forest()
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.hit(2, refused="how_many")
    sit.hit(2, 9, refused="too_many_hits")
    sit.hit(2, 3)
    sit.presses(3, 2)
    sit.press(1, R)
    assert hits(sit) == [(2, 3), (3, 2)]


def test_b50_under_forest_the_attacker_lays_what_it_picked_blind() -> None:
    sit = forest()
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    assert sit.waiting() == [(1, "card")]
    sit.tray("smg/1", "pan/2")
    assert (sit.hand(1), sit.hand(2)) == (3 + 1, 6)
    assert [one["seat"] for one in sit.rulings("discarded")] == [2, 2]


@pytest.mark.parametrize("by", [1, 2])
def test_under_forest_either_phone_names_what_was_picked(by: int) -> None:
    sit = forest()
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(by, "smg/1", refused="discard_count")
    sit.discard(by, "smg/1", "pan/2")
    assert (sit.hand(1), sit.hand(2)) == (3 + 1, 6)


def test_b50_forest_holds_for_the_counts_of_an_lmg() -> None:
    sit = forest()
    sit.play(1, "lmg/1", numbers=[4, 5])
    sit.hit(2, 2)
    sit.hit(3, 1)
    sit.tray("smg/1", "smg/2", "smg/3")
    assert [one["seat"] for one in sit.rulings("discarded")] == [2, 2, 3]
    assert sit.hands() == [3, 6, 7]


def test_b50_forest_holds_for_a_pan() -> None:
    sit = forest()
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    assert sit.waiting() == [(1, "card")]
    sit.tray("smg/1", "smg/2")
    assert sit.hand(2) == 6


def test_b50_the_thrower_picks_its_own_cards_too() -> None:
    sit = forest()
    sit.play(1, "grenade/1", numbers=[4])
    sit.hit(1, 1)
    sit.hit(2, 1)
    sit.hit(3, 0)
    sit.tray("smg/2", "pan/1")
    assert [one["seat"] for one in sit.rulings("discarded")] == [2, 1]


def test_under_forest_a_known_hand_loses_what_the_attacker_taps() -> None:
    hands = {1: "grenade/1 pan/1", 2: "rifle/4 vest/2 vest/3", 3: "smg/1"}
    sit = known(3, hands=hands, place="forest", **FREE)
    sit.play(1, "grenade/1", numbers=[4])
    assert hits(sit) == [(2, 1)]
    sit.tray("smg/6", refused="not_in_hand")
    sit.tray("vest/2")
    assert sit.cards(2) == {"rifle/4", "vest/3"}


def test_b50_who_picks_blind_cannot_name_a_known_card_on_a_phone() -> None:
    hands = {1: "rifle/1 pan/1", 2: "rifle/4 vest/2 vest/3", 3: "smg/1"}
    sit = known(3, hands=hands, place="forest")
    sit.play(1, "rifle/1", 2, [4])
    for cards in (["vest/1", "vest/2"], ["vest/2", "vest/3"]):
        sit.discard(1, *cards, refused="picks_blind")
    sit.discard(2, "vest/2", "vest/3")
    assert sit.cards(2) == {"rifle/4"}


def test_a_pick_that_is_not_in_the_known_hand_is_told_to_the_picker_alone() -> None:
    hands = {1: "rifle/1 pan/1", 2: "rifle/4 vest/2 vest/3", 3: "smg/1"}
    sit = known(3, hands=hands, place="forest")
    sit.play(1, "rifle/1", 2, [4])
    sit.tray("vest/1", refused="not_in_hand")
    told = {who: sit.view(who)["refused"]["reason"] for who in ("public", "host", 1, 2, 3)}
    assert told == {
        "public": "private", "host": "private", 1: "not_in_hand", 2: "private", 3: "private",
    }  # fmt: skip


def test_an_attacker_who_leaves_lets_the_victim_choose() -> None:
    sit = forest()
    sit.play(1, "rifle/1", 2, [4])
    sit.leave(1)
    sit.hit(2)
    assert sit.waiting()[0] == (2, "card")
    sit.tray("smg/1", "smg/2")
    assert sit.hand(2) == 6


def test_an_attacker_who_leaves_while_picking_lets_the_victim_choose() -> None:
    sit = forest()
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.tray("smg/1")
    sit.leave(1)
    assert sit.waiting()[0] == (2, "card")
    sit.tray("smg/2")
    assert sit.hand(2) == 6
