"""Who may strike back, with what, and when: Handgun and Desert Eagle (B57 to B61)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.boom_boom_battle.attacks import counters
from companion.games.boom_boom_battle.state import Attack, Play
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import WINDOW, L, R, Sitting

FREE = {"mode": "free_for_all"}
BOTH = ("handgun", "desert_eagle")


def fired(seats: int = 4, card: str = "rifle/1", **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has attacked seat 2, which is about to answer."""
    hands = {1: f"{card} pan/1 pan/2 pan/3"}
    sit = armed(seats, **{"hands": hands, **FREE, **given})
    is_aimed = not card.startswith("pan")
    is_at_one = not card.startswith(("lmg", "grenade"))
    sit.play(1, card, 2 if is_at_one else None, [4] if is_aimed else [])
    return sit


def missed(seats: int = 4, card: str = "rifle/1", **given: Any) -> Sitting:
    """Return a sitting in which everybody who was attacked answered that they are missed."""
    sit = fired(seats, card, **given)
    sit.missed(*[seat for seat, _ in sit.waiting()])
    return sit


def may(sit: Sitting) -> dict[int, tuple[str, ...]]:
    """Return with which kinds who may react."""
    return dict(sit.state.reactions)


# With what


def test_b57_a_handgun_strikes_back_after_a_complete_miss() -> None:
    sit = missed()
    assert may(sit) == {2: BOTH}
    sit.react(2, "handgun/1", [6])
    told = sit.last("countered")
    assert (told["seat"], told["card"], told["by"], told["cite"]) == (2, "handgun/1", 1, "B57")
    sit.hit(1)
    sit.discard(1, "pan/1")
    assert sit.hand(1) == 2


def test_b57_no_handgun_after_a_hit() -> None:
    sit = fired()
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert may(sit) == {2: ("desert_eagle",)}
    sit.react(2, "handgun/1", [6], refused="counter_hit")
    sit.tap("handgun/1", refused="counter_hit")


def test_b58_a_desert_eagle_strikes_back_hit_or_missed() -> None:
    for is_hit in (True, False):
        sit = fired()
        sit.hit(2, is_hit)
        if is_hit:
            sit.discard(2, "vest/1", "vest/2")
        sit.react(2, "desert_eagle/1", [6])
        sit.missed(1)
        assert sit.last("countered")["card"] == "desert_eagle/1"


def test_b58_an_eagle_that_was_discarded_to_the_hit_strikes_no_more() -> None:
    sit = fired()
    sit.hit(2)
    sit.discard(2, "desert_eagle/1", "vest/2")
    assert may(sit) == {}
    assert sit.last("turn_began")["seat"] == 2


def test_b58_an_eagle_among_known_cards_is_only_used_if_still_held() -> None:
    hands = {1: "rifle/1 pan/1", 2: "rifle/4 desert_eagle/1 vest/1", 3: "smg/1", 4: "smg/2"}
    sit = known(4, hands=hands, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    sit.discard(2, "rifle/4", "vest/1")
    sit.draws(1, "sniper/2")
    sit.react(2, "desert_eagle/1", [2])
    sit.draws(2, "sniper/3")
    assert sit.last("hit")["seat"] == 1


@pytest.mark.parametrize("card", ["rifle/2", "pan/4", "helmet/1", "unlisted/1"])
def test_nothing_else_strikes_back(card: str) -> None:
    sit = missed()
    sit.tap(card, refused="no_counter")
    sit.react(2, card, refused="no_counter")
    assert sit.phase == "counter"


def test_an_empty_hand_strikes_back_at_nobody() -> None:
    sit = fired(hands={1: "rifle/1 pan/1", 2: 2})
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert may(sit) == {}


def test_a_kind_of_which_every_card_lies_open_opens_no_window() -> None:
    sit = missed(discard="handgun/1 handgun/2 handgun/3", out="desert_eagle/1")
    assert not sit.state.reactions
    assert sit.last("turn_began")["seat"] == 2


def test_a_kind_of_which_every_card_lies_open_is_not_allowed() -> None:
    assert may(missed(discard="desert_eagle/1")) == {2: ("handgun",)}
    assert may(missed(discard="handgun/1 handgun/2 handgun/3")) == {2: ("desert_eagle",)}


def test_a_handgun_whose_own_attack_missed_is_being_played_and_not_counted() -> None:
    sit = missed(card="handgun/1", discard="handgun/2 handgun/3")
    assert may(sit) == {2: ("desert_eagle",)}


# Against whom


def test_b57_after_an_lmg_all_who_were_missed_may_strike_back() -> None:
    sit = fired(card="lmg/1")
    sit.missed(2, 4)
    sit.hit(3)
    sit.discard(3, "vest/1")
    assert may(sit) == {2: BOTH, 3: ("desert_eagle",), 4: BOTH}


def test_b57_after_a_grenade_too_but_nobody_at_oneself() -> None:
    sit = fired(card="grenade/1")
    sit.missed(1, 2, 3)
    sit.hit(4)
    sit.discard(4, "rifle/4")
    assert may(sit) == {2: BOTH, 3: BOTH, 4: ("desert_eagle",)}


def test_b57_never_against_a_mate() -> None:
    sit = missed(card="lmg/1", mode="duel")
    assert may(sit) == {2: BOTH, 4: BOTH}


def test_b58_an_eagle_strikes_back_at_a_pan() -> None:
    sit = fired(card="pan/4")
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    assert may(sit) == {2: ("desert_eagle",)}


def test_b57_not_after_blocking_a_pan() -> None:
    sit = fired(card="pan/4")
    sit.react(2, "pan/5")
    assert may(sit) == {}
    assert sit.last("turn_began")["seat"] == 2


def test_b61_a_flashbanged_player_does_not_strike_back() -> None:
    assert may(missed(front={2: "flashbang/1"})) == {}
    assert may(missed(card="lmg/1", front={3: "flashbang/1"})) == {2: BOTH, 4: BOTH}


def test_an_own_reader_far_from_the_window_changes_nothing() -> None:
    sit = missed()
    sit.react(3, "handgun/1", [6], refused="no_window")
    sit.tap("handgun/1", "seat3", refused="not_waited_for")
    assert sit.phase == "counter"


def test_b48_mountain_does_not_bind_a_counterattack() -> None:
    sit = missed(place="mountain", hands={1: "rifle/1 pan/1", 2: 8, 3: 2, 4: 2})
    sit.react(2, "handgun/1", [6])
    sit.missed(1)
    assert sit.last("countered")["by"] == 1


# How often


def test_b57_a_player_uses_one_reaction_per_attack() -> None:
    sit = missed()
    sit.react(2, "handgun/1", [6])
    sit.react(2, "desert_eagle/1", [6], refused="no_window")
    sit.missed(1)
    assert len(sit.rulings("countered")) == 1
    assert sit.last("turn_began")["seat"] == 2


@pytest.mark.parametrize("answer", [True, False])
def test_b59_a_counterattack_is_never_answered(answer: bool) -> None:
    sit = missed()
    sit.react(2, "handgun/1", [6])
    sit.hit(1, answer)
    if answer:
        sit.discard(1, "pan/1")
    assert may(sit) == {}
    assert sit.last("turn_began")["seat"] == 2


def test_b59_what_a_counterattack_missed_or_hit_allows_no_kind() -> None:
    state = armed(3, **FREE).state
    fought = Attack(Play(2, "handgun/1", 1, (4,)), "handgun", hits={1: 0})
    assert counters(state, fought, 1) == BOTH
    assert counters(state, replace(fought, is_counter=True), 1) == ()


def test_the_board_tells_a_counterattack_from_an_attack() -> None:
    sit = missed()
    sit.react(2, "handgun/1", [6])
    assert sit.view()["attack"]["counter"] is True


def test_b60_several_counterattacks_are_carried_out_clockwise_whoever_was_first() -> None:
    sit = missed(card="lmg/1")
    sit.react(4, "handgun/3", [6])
    sit.react(2, "desert_eagle/1", [7])
    sit.react(3, "handgun/2", [5])
    for _ in range(3):
        sit.missed(1)
    assert [one["seat"] for one in sit.rulings("countered")] == [2, 3, 4]
    assert [one["numbers"] for one in sit.rulings("played")[1:]] == [[7], [5], [6]]


def test_b60_clockwise_begins_at_the_active_players_left() -> None:
    sit = armed(4, first=3, hands={3: "lmg/1 pan/1"}, **FREE)
    sit.play(3, "lmg/1", numbers=[4])
    sit.missed(1, 2, 4)
    for seat, card in ((1, "handgun/1"), (2, "handgun/2"), (4, "handgun/3")):
        sit.react(seat, card, [6])
    for _ in range(3):
        sit.missed(3)
    assert [one["seat"] for one in sit.rulings("countered")] == [4, 1, 2]


def test_a_reaction_leaves_the_hand_at_once() -> None:
    sit = missed(card="lmg/1")
    sit.react(3, "handgun/2", [5])
    assert (sit.hand(3), sit.state.played) == (7, ("handgun/2",))
    assert sit.state.reacting == (2, 4)
    sit.react(4, "handgun/2", [5], refused="card_played")


def test_a_counterattack_that_emptied_the_attacker_does_not_stop_the_next() -> None:
    sit = missed(3, card="lmg/1", hands={1: "lmg/1 pan/1"})
    sit.react(2, "desert_eagle/1", [6])
    sit.react(3, "handgun/2", [5])
    sit.hit(1)
    sit.discard(1, "pan/1")
    assert [one["seat"] for one in sit.rulings("countered")] == [2, 3]
    assert sit.last("missed")["seat"] == 1  # an empty hand has no number
    assert sit.state.players[1].is_out


# How it is carried out


def test_a_handgun_draws_right_after_playing_when_it_strikes_back_too() -> None:
    sit = missed()
    sit.react(2, "handgun/1", [6])
    assert sit.kinds()[-3:] == ["countered", "played", "drew"]
    assert sit.last("drew")["seat"] == 2


def test_a_counterattacks_card_is_discarded_once_resolved() -> None:
    sit = missed()
    sit.react(2, "handgun/1", [6])
    assert "handgun/1" in sit.state.played
    sit.missed(1)
    assert sit.state.discard == ("rifle/1", "handgun/1")


def test_a_counterattack_meets_the_attackers_equipment_and_smoke() -> None:
    sit = missed(front={1: "helmet/1"})
    sit.react(2, "handgun/1", [6])
    sit.hit(1)
    sit.discard(1, "pan/1")
    assert sit.last("removed")["card"] == "helmet/1"


def test_base_and_forest_hold_for_a_counterattack() -> None:
    sit = missed(place="base")
    sit.react(2, "handgun/1", [6])
    sit.hit(1)
    assert sit.view()["seats"]["1"]["owes"] == 2
    sit = missed(place="forest")
    sit.react(2, "handgun/1", [6])
    sit.hit(1)
    assert sit.waiting() == [(2, "card")]


def test_on_the_panel_the_card_is_tapped_and_the_numbers_are_rung_without_haste() -> None:
    sit = missed()
    sit.tap("handgun/1")
    assert sit.phase == "aim"
    sit.wait(60)
    assert sit.phase == "aim"
    assert (sit.waiting()[0], sit.view()["attack"]["target"]) == ((2, "ring"), 1)
    sit.ring(6)
    sit.press(2)
    sit.hit(1)
    assert sit.last("played")["numbers"] == [6]


def test_an_empty_list_does_not_take_a_counterattack_back() -> None:
    sit = missed()
    sit.tap("handgun/1")
    for side in (L, R):
        sit.press(2, side, refused="no_number")
    assert sit.phase == "aim"


def test_a_phone_tells_the_numbers_with_the_card_or_after_it() -> None:
    sit = missed()
    sit.react(2, "handgun/1")
    assert sit.phase == "aim"
    sit.react(2, "handgun/2", [6], refused="not_that_card")
    sit.react(2, "handgun/1", [6])
    sit.hit(1)
    assert sit.last("played")["numbers"] == [6]


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ([0], "number_zero"),
        ([8], "number_circled"),
        ([4, 4], "number_twice"),
        ([1, 2, 3], "number_surplus"),
        ([9], "number_strange"),
    ],
)
def test_b41_a_counterattacks_numbers_are_checked(numbers: list[int], why: str) -> None:
    sit = missed(place="hospital")
    sit.react(2, "handgun/1", numbers, refused=why)
    assert (sit.phase, sit.hand(2)) == ("counter", 8)
    sit.react(2, "handgun/1")
    sit.react(2, "handgun/1", numbers, refused=why)
    assert sit.phase == "aim"


def test_a_shared_centre_asks_whose_card_it_is_where_two_may_strike_back() -> None:
    sit = missed(card="lmg/1")
    sit.tap("handgun/1")
    assert {gesture for _, gesture in sit.waiting()} >= {"claim"}
    sit.press(3)
    assert sit.hand(3) == 7
    assert sit.state.reacting == (2, 4)


def test_a_known_card_needs_no_claim() -> None:
    hands = {1: "lmg/1 pan/1", 2: "handgun/1 vest/1", 3: "handgun/2 vest/2", 4: "smg/1"}
    sit = known(4, hands=hands, **FREE)
    sit.play(1, "lmg/1", numbers=[7])
    sit.tap("handgun/2")
    assert sit.cards(3) == {"vest/2"}


def test_who_strikes_back_may_leave_before_its_turn_comes() -> None:
    sit = missed(card="lmg/1")
    sit.react(2, "handgun/1", [6])
    sit.react(3, "handgun/2", [6])
    sit.passes(4)
    sit.leave(3)
    sit.missed(1)
    assert [one["seat"] for one in sit.rulings("countered")] == [2]
    assert "handgun/2" in sit.state.discard


def test_who_leaves_while_aiming_a_counterattack_has_thrown_the_card_away() -> None:
    sit = missed()
    sit.tap("handgun/1")
    sit.leave(2)
    assert sit.state.discard[-1] == "handgun/1"
    assert sit.last("turn_began")["seat"] == 3


def test_nobody_is_struck_back_at_who_has_left() -> None:
    sit = missed()
    sit.tap("handgun/1")
    sit.leave(1)
    assert not sit.rulings("hit")
    assert "handgun/1" in sit.state.discard
    assert sit.last("turn_began")["seat"] == 2


def test_an_attacker_who_leaves_during_the_window_is_struck_back_at_by_nobody() -> None:
    sit = missed(card="lmg/1")
    sit.react(3, "handgun/1", [6])
    sit.leave(1)
    sit.passes(2, 4)
    assert not sit.rulings("countered")
    assert "handgun/1" in sit.state.discard


def test_left_says_that_the_card_itself_is_wanted() -> None:
    sit = missed()
    sit.press(2, L, refused="react_card")
    assert sit.phase == "counter"
    sit.until(sit.now + WINDOW)
    assert sit.last("turn_began")["seat"] == 2
