"""Turn, Parts 1 and 2: order, picks, and the abilities of Jill and Felix (C2 to C4, C35, C37)."""

from __future__ import annotations

import pytest

from companion.core.events import Side
from companion.games.click_click_boom.turn import turns
from tests.games.click_click_boom.table import R, Sitting, a_seat, a_state, at_commit


def order(sit: Sitting) -> list[int]:
    """Return in which order Turns have ended."""
    return [one["seat"] for one in sit.rulings("turn_ended")]


def test_c2_turns_run_clockwise_from_the_first_player() -> None:
    sit = Sitting(4, first=3)
    sit.take_turns()
    assert order(sit) == [3, 4, 1, 2]
    assert sit.phase == "commit"


def test_c2_the_side_of_the_token_changes_nothing_of_the_order() -> None:
    state = a_state(*map(a_seat, (1, 2, 3)), token=Side.RIGHT, first_player=2)
    sit = Sitting(state=state, flow=turns)
    sit.take_turns()
    assert order(sit) == [2, 3, 1]


def test_c3_the_dead_take_no_turn() -> None:
    state = a_state(a_seat(1), a_seat(2, is_alive=False), a_seat(3), first_player=2)
    sit = Sitting(state=state, flow=turns)
    sit.take_turns()
    assert order(sit) == [3, 1]
    assert sit.rulings("sat_out") == []


@pytest.mark.parametrize("variant", ["standard", "quick"])
def test_either_button_ends_a_turn(variant: str) -> None:
    sit = Sitting(3, variant=variant)
    sit.press(1, R)
    assert sit.state.turn == 2
    assert sit.seat(1).on_table == 2
    assert sit.rulings("turn_ended")[0]["case"] == "two"


def test_a_phone_ends_a_turn() -> None:
    sit = Sitting(3)
    sit.say(1, done=True)
    assert sit.state.turn == 2


def test_the_host_ends_a_turn_for_a_seat() -> None:
    sit = Sitting(3)
    sit.say(1, "host", done=True)
    assert sit.state.turn == 2


def test_only_the_player_whose_turn_it_is_ends_it() -> None:
    sit = Sitting(3)
    sit.press(2, refused="not_waited_for")
    sit.say(3, done=True, refused="not_waited_for")
    assert sit.state.turn == 1


def test_c39_in_advanced_right_says_that_both_picked_the_same() -> None:
    sit = Sitting(3, variant="advanced")
    sit.press(1, R)
    sit.press(2)
    sit.say(3, done=True, same=True)
    assert [seat.is_same for seat in sit.state.seats] == [True, False, True]
    assert [one["case"] for one in sit.rulings("turn_ended")] == ["same", "two", "same"]


def test_c39_the_same_card_is_a_word_of_advanced_only() -> None:
    sit = Sitting(3)
    sit.say(1, done=True, same=True, refused="no_same_here")


def test_c39_the_same_at_the_wrong_moment_is_only_not_waited_for() -> None:
    sit = Sitting(3, variant="advanced")
    sit.say(2, done=True, same=True, refused="not_waited_for")


def test_c43_in_an_advanced_stand_off_there_is_no_same_card() -> None:
    state = a_state(a_seat(1), a_seat(2), a_seat(3, is_alive=False), variant="advanced",
        is_stand_off=True)  # fmt: skip
    sit = Sitting(state=state, flow=turns)
    sit.say(1, done=True, same=True, refused="no_same_here")
    sit.press(1, R)
    assert not sit.seat(1).is_same


def test_c44_who_has_one_card_sits_out() -> None:
    state = a_state(a_seat(1, unplayed=1), a_seat(2), a_seat(3))
    sit = Sitting(state=state, flow=turns)
    assert sit.rulings("sat_out")[0]["seat"] == 1
    sit.take_turns()
    assert order(sit) == [2, 3]


# Picks


def test_c4_picked_cards_are_known_left_first() -> None:
    sit = Sitting(3)
    sit.tap("pay/1")
    sit.tap("boom/2")
    assert (sit.seat(1).left, sit.seat(1).right) == ("pay/1", "boom/2")
    sit.press(1)
    sit.tap("stolen/1", "seat2")
    assert sit.seat(2).left == "stolen/1"


def test_picks_are_optional_and_announced_by_nothing() -> None:
    sit = Sitting(3)
    before = sit.rulings()
    sit.tap("pay/1")
    assert sit.rulings() == before
    assert (1, "turn") in sit.asked()
    assert (1, "pick") in sit.may()


def test_a_third_pick_is_refused() -> None:
    sit = Sitting(3)
    sit.tap("pay/1")
    sit.tap("pay/2")
    sit.tap("pay/3", refused="both_picked")


def test_a_card_cannot_be_picked_twice() -> None:
    sit = Sitting(3)
    sit.tap("pay/1")
    sit.tap("pay/1", refused="picked_already")
    sit.press(1)
    sit.tap("pay/1", refused="picked_already")
    assert sit.seat(2).left is None


def test_a_card_that_was_turned_up_cannot_be_picked() -> None:
    sit = Sitting(3)
    sit.shoot()
    for card in ("pay/1", "pay/2", "pay/3"):
        sit.tap(card)
    sit.pass_on()
    sit.tap("pay/2", refused="already_played")


@pytest.mark.parametrize("reader", ["tray", "seat2"])
def test_a_pick_elsewhere_than_on_the_players_place_is_refused(reader: str) -> None:
    sit = Sitting(3)
    sit.tap("pay/1", reader, refused="not_waited_for")


def test_a_character_card_is_no_pick() -> None:
    sit = Sitting(["rory", None, None])
    sit.tap("character/rory", refused="no_playing_card")
    sit.tap("character/jill", refused="no_playing_card")


# Jill


def test_c37_jill_looks_by_her_card_at_the_start_of_her_turn() -> None:
    sit = Sitting(["jill", None, None])
    sit.tap("ability/jill")
    assert sit.rulings("looked")[0]["seat"] == 1
    assert sit.view()["seats"]["1"]["ability"] == "used"
    assert sit.state.turn == 1


@pytest.mark.parametrize("by", ["phone", "host"])
def test_c37_jill_looks_by_phone_or_by_the_host(by: str) -> None:
    sit = Sitting(["jill", None, None])
    sit.use(1, by, look=True)
    assert len(sit.rulings("looked")) == 1


@pytest.mark.parametrize(
    ("character", "key"), [("jill", "look"), ("armadillo", "use"), ("buzzard", "use")]
)
def test_a_phone_offers_an_ability_that_chooses_nothing(character: str, key: str) -> None:
    sit = Sitting([character, None, None])
    assert sit.says(1, character) == [{"ability": {key: True}}]


def test_c37_jill_looks_once_a_shootout() -> None:
    sit = Sitting(["jill", None, None])
    sit.tap("ability/jill")
    sit.tap("ability/jill", refused="ability_used")
    sit.use(1, look=True, refused="ability_used")


def test_c37_jill_may_not_look_in_anothers_turn() -> None:
    sit = Sitting([None, "jill", None])
    sit.tap("ability/jill", refused="ability_not_now")
    sit.use(2, look=True, refused="ability_not_now")
    sit.press(1)
    sit.tap("ability/jill")
    assert len(sit.rulings("looked")) == 1


def test_c37_jill_may_not_look_once_a_card_is_picked() -> None:
    sit = Sitting(["jill", None, None])
    sit.tap("pay/1")
    sit.tap("ability/jill", refused="ability_not_now")


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_jill_has_her_ability_in_every_variant_that_has_any(variant: str) -> None:
    assert (1, "jill") in Sitting(["jill", None, None], variant=variant).may()


def test_c6_quick_play_has_no_abilities() -> None:
    sit = Sitting(["jill", "felix", None], variant="quick")
    assert sit.may() == {(1, "pick")}
    sit.use(1, look=True, refused="not_your_ability")
    sit.tap("ability/jill", refused="not_your_ability")


# Felix


def test_c35_felix_swaps_with_any_other_living_player() -> None:
    state = a_state(*(a_seat(number, character="felix" if number == 2 else None,
        is_alive=number != 4) for number in range(1, 6)), first_player=1)  # fmt: skip
    sit = Sitting(state=state, flow=turns)
    sit.press(1)
    offers = sit.says(2, "felix")
    assert offers == [{"ability": {"swap": other}} for other in (1, 3, 5)]


def test_c35_felix_swaps_by_phone() -> None:
    sit = Sitting([None, "felix", None])
    sit.press(1)
    sit.use(2, swap=1)
    assert [seat.unplayed for seat in sit.state.seats] == [8, 4, 6]
    assert sit.rulings("swapped")[0] | {"number": 0, "cite": ""} == {
        "number": 0, "ruling": "swapped", "cite": "", "seat": 2, "other": 1,
    }  # fmt: skip


def test_c35_felix_swaps_by_his_card_and_the_lights() -> None:
    sit = Sitting(["felix", None, None, None])
    sit.tap("ability/felix")
    assert sit.referee.run.pointing() == 2
    sit.press(1)
    assert sit.referee.run.pointing() == 3
    sit.press(1, R)
    assert sit.rulings("swapped")[0]["other"] == 3
    assert (sit.phase, sit.state.turn) == ("turn", 1)


def test_c35_the_lights_go_round() -> None:
    sit = Sitting(["felix", None, None])
    sit.tap("ability/felix")
    for _ in range(2):
        sit.press(1)
    assert sit.referee.run.pointing() == 2


def test_c35_after_his_card_felix_may_choose_on_his_phone() -> None:
    sit = Sitting(["felix", None, None])
    sit.tap("ability/felix")
    sit.use(1, "host", swap=3)
    assert sit.rulings("swapped")[0]["other"] == 3


@pytest.mark.parametrize("other", [1, 4, 6])
def test_c35_felix_cannot_swap_with_himself_or_nobody(other: int) -> None:
    sit = Sitting(["felix", None, None])
    sit.use(1, swap=other, refused="not_to_swap_with")


def test_c35_felix_cannot_swap_with_the_dead() -> None:
    state = a_state(a_seat(1, character="felix"), a_seat(2, is_alive=False), a_seat(3), a_seat(4))
    sit = Sitting(state=state, flow=turns)
    sit.use(1, swap=2, refused="not_to_swap_with")


def test_c35_by_option_felix_may_only_choose_who_has_had_no_turn() -> None:
    sit = Sitting([None, "felix", None], felix_any=False)
    sit.press(1)
    assert sit.says(2, "felix") == [{"ability": {"swap": 3}}]
    sit.use(2, swap=1, refused="not_to_swap_with")
    sit.tap("ability/felix")
    sit.press(2, R)
    assert [seat.unplayed for seat in sit.state.seats] == [6, 6, 6]


def test_c35_by_option_with_nobody_to_choose_his_card_is_refused() -> None:
    sit = Sitting([None, None, "felix"], felix_any=False)
    sit.press(1)
    sit.press(2)
    sit.tap("ability/felix", refused="nobody_to_choose")


def test_c35_felix_may_swap_only_at_the_start_of_his_turn() -> None:
    sit = Sitting(["felix", None, None])
    sit.tap("pay/1")
    sit.use(1, swap=2, refused="ability_not_now")
    sit.tap("ability/felix", refused="ability_not_now")


def test_c35_felix_swaps_once_a_shootout() -> None:
    sit = Sitting(["felix", None, None])
    sit.use(1, swap=2)
    sit.use(1, swap=2, refused="ability_used")


def test_c44_after_a_swap_felix_may_have_too_few_cards_for_a_turn() -> None:
    state = a_state(
        a_seat(1, unplayed=3, on_table=2), a_seat(2, unplayed=3, character="felix"), a_seat(3),
        turn=2,
    )  # fmt: skip
    sit = Sitting(state=state, flow=turns)
    sit.use(2, swap=1)
    assert sit.seat(2).unplayed == 1
    assert sit.rulings("sat_out")[0]["seat"] == 2
    assert sit.state.turn == 3


def test_an_ability_tapped_on_anothers_reader_is_not_that_seats() -> None:
    sit = Sitting(["felix", None, None])
    sit.tap("ability/felix", "seat2", refused="not_your_ability")


def test_an_ability_that_another_character_has_is_not_your_ability() -> None:
    sit = Sitting(["jill", "felix", None])
    sit.use(1, swap=2, refused="not_your_ability")
    sit.use(3, look=True, refused="not_your_ability")
    sit.tap("ability/rory", refused="not_your_ability")


def test_a_dead_players_ability_is_refused_as_out() -> None:
    state = a_state(a_seat(1), a_seat(2, is_alive=False, character="jill"), a_seat(3), a_seat(4))
    sit = Sitting(state=state, flow=turns)
    sit.tap("ability/jill", refused="seat_out")
    sit.use(2, look=True, refused="seat_out")
    sit.press(2, refused="seat_out")
    sit.say(2, done=True, refused="seat_out")
    sit.tap("pay/1", "seat2", refused="seat_out")
    sit.ring(2, refused="seat_out")


# Armadillo and buzzard


@pytest.mark.parametrize("character", ["armadillo", "buzzard"])
def test_c42_an_ability_by_text_is_used_in_the_own_turn_and_the_host_does_the_rest(
    character: str,
) -> None:
    sit = Sitting([character, None, None])
    sit.tap(f"ability/{character}")
    used = sit.rulings("ability_used")[0]
    assert (used["character"], used["text"]) == (character, sit.state.text(character))
    sit.adjust(1, coins=2)
    assert sit.coins() == (14, 12, 12)
    sit.use(1, use=True, refused="ability_used")


def test_c42_an_ability_by_text_is_used_by_phone() -> None:
    sit = Sitting(["buzzard", None, None])
    sit.use(1, use=True)
    assert len(sit.rulings("ability_used")) == 1


def test_c42_an_ability_by_text_is_not_used_in_anothers_turn() -> None:
    sit = Sitting([None, "buzzard", None])
    sit.tap("ability/buzzard", refused="ability_not_now")
    sit.use(1, use=True, refused="not_your_ability")


def test_the_sides_of_the_last_showdown_are_off_the_board_when_turns_begin() -> None:
    sit = Sitting(3)
    sit.showdown("pay", "pay", "pay")
    assert {seat["side"] for seat in sit.view()["seats"].values()} == {"left"}
    sit.pass_on()
    assert {seat["side"] for seat in sit.view()["seats"].values()} == {None}


def test_seats_with_cards_on_the_table_have_had_their_turn() -> None:
    sit = Sitting(state=at_commit(a_seat(1), a_seat(2), a_seat(3)), flow=turns)
    assert sit.referee.run.is_over
