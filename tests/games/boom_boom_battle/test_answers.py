"""An answer of a hidden hand that shown cards contradict is a foul; draws leave room (B66)."""

from __future__ import annotations

from typing import Any

from companion.games.boom_boom_battle.answers import MOST_CLAIMS, claimed
from companion.games.boom_boom_battle.state import Claim
from tests.games.boom_boom_battle.boxes import BOX, armed, known
from tests.games.boom_boom_battle.table import Sitting

FREE = {"mode": "free_for_all"}
LIED = [(2, "lied")]


def denied(seats: int = 3, hand: int = 6, **given: Any) -> Sitting:
    """Return a sitting in which seat 2 denied to hold a 4 or 5, and it is its turn."""
    hands = {1: "rifle/1 pan/1 pan/3", 2: hand}
    sit = armed(seats, **{"hands": hands, **FREE, **given})
    sit.play(1, "rifle/1", 2, [4, 5])
    sit.missed(2)
    sit.passes(2)
    assert sit.state.turn == 2
    return sit


def claims(sit: Sitting, seat: int = 2) -> tuple[Claim, ...]:
    return sit.state.players[seat].claims


# Denied, and shown


def test_b66_a_played_card_contradicts_a_miss() -> None:
    sit = denied()
    sit.play(2, "pan/4", 3)
    assert sit.fouls() == LIED
    assert sit.last("foul")["cite"] == "B66"
    assert sit.view()["fouls"] == [{"seat": 2, "kind": "lied", "ms": None}]
    text = "The cards that Bo has shown contradict an earlier answer."
    assert text in [one["text"] for one in sit.view()["rulings"]]


def test_the_game_goes_on_after_it() -> None:
    sit = denied()
    sit.play(2, "pan/4", 3)
    sit.passes(3)
    assert sit.phase == "discard"


def test_b66_a_card_escaped_with_contradicts_a_miss() -> None:
    sit = denied()
    sit.escape(2, "pan/3", "smg/5")
    assert sit.fouls() == LIED


def test_b66_a_card_laid_in_front_contradicts_a_miss() -> None:
    sit = denied()
    sit.play(2, "flashbang/4", 3)
    assert sit.fouls() == LIED


def test_b66_the_second_card_of_a_pair_contradicts_a_miss() -> None:
    sit = denied(place="tunnel")
    sit.play(2, "smg/1", 3, pair="smg/5")
    assert sit.fouls() == LIED


def test_b66_a_discarded_card_contradicts_a_miss() -> None:
    sit = denied()
    sit.escape(2, "pan/2")
    sit.play(3, "shotgun/1", 2, [1])
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.passes(2)
    assert sit.fouls() == []
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "smg/4", "rifle/5")
    assert sit.fouls() == LIED  # one card was drawn since, two match


def test_b66_a_card_that_strikes_back_contradicts_the_miss_that_allowed_it() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [1, 5])
    sit.missed(2)
    sit.tap("handgun/1")
    assert sit.fouls() == LIED


def test_b66_a_blocking_pan_contradicts_a_miss() -> None:
    sit = denied(seats=2, mode="duel", place="grassland")
    sit.escape(2, "vest/1")
    sit.play(1, "pan/1", 2)
    sit.react(2, "pan/4")
    assert sit.fouls() == LIED


def test_b66_circled_cards_laid_off_contradict_a_miss() -> None:
    sit = denied(draw=1)
    sit.escape(2, "pan/2")
    sit.flip("hospital")  # circles 4
    sit.discard(2, "smg/4", "pan/4")
    assert sit.fouls() == LIED  # one was drawn, two were laid


def test_b66_one_circled_card_that_was_drawn_since_contradicts_nothing() -> None:
    sit = denied(draw=1)
    sit.escape(2, "pan/2")
    sit.flip("hospital")
    sit.discard(2, "smg/4")
    assert sit.fouls() == []


def test_b66_each_lie_is_flagged_once() -> None:
    sit = denied()
    sit.escape(2, "smg/4", "smg/5")
    assert sit.fouls() == LIED
    assert claims(sit) == ()


def test_b66_an_answer_to_a_counterattack_counts_too() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1 pan/4"}, **FREE)
    sit.play(1, "rifle/1", 2, [7])
    sit.missed(2)
    sit.react(2, "handgun/1", [4])
    sit.missed(1)
    sit.escape(2, "vest/1")
    sit.escape(3, "vest/2")
    sit.play(1, "pan/4", 3)
    assert sit.fouls() == [(1, "lied")]


def test_b66_an_answer_to_a_carried_shot_counts_too() -> None:
    sit = armed(4, hands={1: "rifle/1 pan/1"}, place="desert", **FREE)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2, 3)
    sit.passes(2, 3)
    sit.escape(2, "vest/1")
    sit.escape(3, "smg/4")
    assert sit.fouls() == [(3, "lied")]


# Denied, and room is left


def test_b66_another_card_contradicts_nothing() -> None:
    sit = denied()
    sit.escape(2, "pan/2", "smg/3")
    assert sit.fouls() == []


def test_b66_a_vehicle_contradicts_nothing() -> None:
    sit = denied()
    sit.play(2, "motorcycle/1")
    assert sit.fouls() == []


def test_b66_each_card_drawn_since_may_be_any() -> None:
    sit = denied(draw=20)
    sit.escape(2, "pan/2", "smg/3")
    sit.escape(3, "vest/1")
    sit.escape(1, "pan/1")
    sit.escape(2, "smg/4", "smg/5")
    assert sit.fouls() == []
    sit.escape(3, "vest/2")
    sit.escape(1, "pan/3")
    assert claims(sit)[0].drawn == 4
    sit.escape(2, "rifle/4", "rifle/5")
    assert sit.fouls() == []


def test_b66_one_more_than_were_drawn_contradicts() -> None:
    sit = denied()
    sit.escape(2, "smg/1")
    sit.escape(3, "vest/1")
    sit.escape(1, "pan/1")
    sit.escape(2, "smg/4", "smg/5")
    assert sit.fouls() == LIED


def test_b66_a_card_that_equipment_gave_may_be_any() -> None:
    sit = armed(3, hands={1: "lmg/1 pan/1", 2: 4}, front={2: "vest/1"}, **FREE)
    sit.play(1, "lmg/1", numbers=[4, 5])
    sit.hit(2, 1)
    sit.missed(3)
    sit.discard(2, "smg/4")
    sit.passes(2, 3)
    sit.play(2, "pan/5", 3)
    assert sit.fouls() == []


def test_b66_a_card_that_a_rescue_gave_may_be_any() -> None:
    sit = denied()
    sit.play(2, "bandage/1")
    sit.escape(3, "vest/1")
    sit.escape(1, "pan/1")
    sit.escape(2, "smg/4", "smg/5")
    assert sit.fouls() == []


def test_b66_both_cards_that_village_gave_may_be_any() -> None:
    sit = denied(place="village")
    sit.escape(2, "pan/2")
    sit.discard(2, "smg/4")
    assert sit.fouls() == []


def test_b66_the_card_of_hospital_may_be_any() -> None:
    sit = denied(place="hospital")
    sit.play(2, "pan/4", 3)
    assert sit.fouls() == []


def test_b66_the_cards_of_a_refill_may_be_any() -> None:
    sit = armed(2, hands={1: "rifle/1 pan/1", 2: 1}, mode="duel", draw=10)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2)
    sit.passes(2)
    sit.play(2, "vest/1", 1)
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    assert sit.fouls() == []


def test_b66_what_replaces_a_circled_card_may_be_any() -> None:
    deck = {**BOX, "cards": {**BOX["cards"], "vest/3": {"location": 8}}}
    sit = denied(place="forest", deck=deck)
    sit.escape(2, "pan/2")
    sit.redraw(2, "vest/3")
    sit.escape(3, "vest/1")
    sit.escape(1, "pan/1")
    sit.escape(2, "smg/4")
    assert sit.fouls() == []


def test_b66_a_card_that_the_host_gave_may_be_any() -> None:
    sit = denied()
    sit.adjust(2, hand=1)
    sit.play(2, "pan/4", 3)
    assert sit.fouls() == []


def test_a_card_that_the_host_took_back_leaves_no_more_room() -> None:
    sit = denied()
    sit.adjust(2, hand=-1)
    sit.play(2, "pan/4", 3)
    assert sit.fouls() == LIED


# Counted answers


def shot_at(number: int, **given: Any) -> Sitting:
    """Return a sitting in which an LMG at 4, 5 and 6 hit seat 2 with so many numbers."""
    hands = {1: "lmg/1 pan/1 pan/3", 2: 6}
    sit = armed(3, **{"hands": hands, **FREE, **given})
    sit.play(1, "lmg/1", numbers=[4, 5, 6])
    sit.hit(2, number)
    sit.missed(3)
    return sit


def test_b66_more_numbers_than_an_lmg_was_said_to_hit_contradict() -> None:
    sit = shot_at(1)
    sit.discard(2, "vest/1")
    sit.passes(2, 3)
    sit.escape(2, "smg/4", "smg/5")
    assert sit.fouls() == LIED


def test_b66_several_cards_of_one_number_do_not() -> None:
    sit = shot_at(1)
    sit.discard(2, "smg/4")
    sit.passes(2, 3)
    sit.escape(2, "rifle/4", "shotgun/4")
    assert sit.fouls() == []


def test_b66_the_discards_of_the_hit_itself_may_contradict_it() -> None:
    sit = shot_at(2, place="base")
    sit.discard(2, "smg/4", "smg/5", "smg/6")
    assert sit.fouls() == LIED


def test_b66_a_grenade_leaves_no_matching_card_behind() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"}, **FREE)
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.hit(2)
    sit.missed(1, 3)
    sit.discard(2, "smg/4")
    sit.passes(2, 3)
    sit.play(2, "pan/5", 3)
    assert sit.fouls() == LIED


def test_b66_what_a_grenade_was_said_to_miss_is_denied() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"}, **FREE)
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.missed(1, 2, 3)
    sit.passes(2, 3)
    sit.play(2, "pan/5", 3)
    assert sit.fouls() == LIED


def test_b66_under_forest_more_matching_cards_than_were_counted_contradict() -> None:
    sit = armed(3, hands={1: "grenade/1 pan/1"}, place="forest", **FREE)
    sit.play(1, "grenade/1", numbers=[4, 5])
    sit.hit(2, 1)
    sit.hit(1, 0)
    sit.hit(3, 0)
    sit.tray("smg/4")
    sit.passes(2, 3)
    sit.play(2, "pan/5", 3)
    assert sit.fouls() == LIED


# Said to be hit, and nothing matched


def test_b66_a_hit_is_contradicted_once_every_card_held_then_was_shown() -> None:
    sit = armed(3, hands={1: "sniper/1 pan/1", 2: 3}, **FREE)
    sit.play(1, "sniper/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2", "smg/3")
    assert sit.fouls() == LIED


def test_b66_a_hit_is_true_if_one_of_them_matched() -> None:
    sit = armed(3, hands={1: "sniper/1 pan/1", 2: 3}, **FREE)
    sit.play(1, "sniper/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2", "smg/4")
    assert sit.fouls() == []


def test_b66_a_card_still_held_may_be_the_one_that_matched() -> None:
    sit = armed(3, hands={1: "sniper/1 pan/1", 2: 4}, **FREE)
    sit.play(1, "sniper/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2", "smg/3")
    sit.passes(2)
    assert sit.fouls() == []
    sit.play(2, "smg/5", 3, [1])
    assert sit.fouls() == LIED


def test_b66_draws_leave_room_for_a_hit_too() -> None:
    sit = armed(3, hands={1: "sniper/1 pan/1", 2: 3}, front={2: "vest/1"}, **FREE)
    sit.play(1, "sniper/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/4", "smg/2", "smg/3")
    sit.passes(2)
    sit.play(2, "smg/5", 3, [1])
    assert sit.fouls() == []


def test_b66_fewer_cards_that_match_than_an_lmg_was_said_to_hit_contradict() -> None:
    sit = shot_at(3, hands={1: "lmg/1 pan/1", 2: 4})
    sit.discard(2, "smg/4", "smg/1", "smg/2")
    assert sit.fouls() == LIED


# What says nothing of a hand


def test_smoke_says_nothing_of_a_hand() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"}, front={2: "smoke/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [4, 5])
    assert claims(sit) == ()


def test_a_pan_and_a_pair_say_nothing_of_a_hand() -> None:
    sit = armed(3, hands={1: "rifle/1 rifle/2 pan/1"}, place="tunnel", **FREE)
    sit.play(1, "rifle/1", 2, pair="rifle/2")
    assert claims(sit) == ()


def test_known_hands_answer_nothing() -> None:
    hands = {1: "rifle/1 pan/1", 2: "pan/2 vest/1", 3: "smg/1"}
    sit = known(3, hands=hands, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    assert claims(sit) == ()


def test_a_grenade_that_a_known_hand_bore_leaves_no_claim() -> None:
    hands = {1: "grenade/1 pan/1", 2: "pan/4 vest/1", 3: "smg/1"}
    sit = known(3, hands=hands, **FREE)
    sit.play(1, "grenade/1", numbers=[4])
    assert claims(sit) == ()


def test_only_the_latest_answers_of_a_player_are_kept() -> None:
    state = armed(3).state
    for number in range(MOST_CLAIMS + 2):
        state = claimed(state, 2, Claim((number,)))
    kept = [claim.numbers for claim in state.players[2].claims]
    assert kept == [(number,) for number in range(2, MOST_CLAIMS + 2)]


def test_who_is_eliminated_leaves_no_answers_behind() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1 smg/1", 2: 1}, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2)
    sit.passes(2)
    assert len(claims(sit)) == 1
    sit.play(2, "pan/2", 3)
    sit.passes(3)
    sit.discard(3, "smg/2", "smg/3")
    sit.passes(3)
    assert sit.state.players[2].is_out
    assert claims(sit) == ()
