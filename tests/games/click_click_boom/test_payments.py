"""Showdown: who pays whom, by the snapshot at the reveal (C7-C11, C26, C32, C33, C38-C43)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.click_click_boom.rules import (
    POT,
    Payment,
    blocked,
    dying,
    payments,
    play_cards,
    receiver,
    settle,
    to_pot,
)
from companion.games.click_click_boom.state import PlayedCard, State, with_seat
from tests.games.click_click_boom.table import (
    BOOM,
    PAY,
    shown,
)


def balances(state: State) -> tuple[int, ...]:
    after = settle(state, payments(state))
    return (*(seat.coins for seat in after.seats), after.pot)


def test_c7_all_payments_use_the_balances_at_the_reveal() -> None:
    # Each is stolen from by the left neighbour; nobody's income helps to pay.
    assert balances(shown("stolen", "stolen", "stolen", coins=(1, 0, 5))) == (2, 1, 3, 0)


def test_c7_coins_received_in_a_showdown_cannot_fund_a_debt_of_it() -> None:
    assert balances(shown("stolen", "pay", "pay", coins=(2, 0, 0))) == (0, 2, 0, 0)


def test_c7_two_debtors_of_one_creditor_are_both_credited() -> None:
    assert balances(shown("stolen", "pay", "stolen", sides="llr", coins=(4, 4, 4))) == (2, 7, 2, 1)


def test_c7_a_player_has_at_most_one_debt_a_showdown() -> None:
    paid = payments(shown("stolen", "pay", "boom", "stolen"))
    assert [payment.seat for payment in paid] == [1, 2, 4]


def test_c7_fines_come_before_the_snapshot() -> None:
    state, amount = to_pot(shown("stolen", "pay", "pay", coins=(1, 9, 9)), 1, 1)
    assert amount == 1
    assert balances(state) == (0, 8, 8, 3)


@pytest.mark.parametrize(("coins", "given"), [(0, 0), (1, 1), (2, 2), (13, 2)])
def test_c8_a_stolen_card_costs_two_or_what_there_is(coins: int, given: int) -> None:
    state = shown("stolen", "boom", "boom", coins=(coins, 0, 0))
    assert balances(state) == (coins - given, given, 0, 0)


@pytest.mark.parametrize(("coins", "given"), [(0, 0), (1, 1), (13, 1)])
def test_c8_a_pay_card_costs_one_or_nothing(coins: int, given: int) -> None:
    state = shown("pay", "boom", "boom", coins=(coins, 0, 0))
    assert balances(state) == (coins - given, 0, 0, given)


def test_c9_a_gold_coin_is_changed_without_a_word() -> None:
    # One gold coin is five; four silver ones come back.
    assert balances(shown("pay", "boom", "boom", coins=(5, 0, 0))) == (4, 0, 0, 1)


def test_c10_a_neighbour_who_dies_in_the_same_showdown_still_receives() -> None:
    state = shown("stolen", "boom", "pay")
    assert payments(state)[0] == Payment(1, 2, 2)
    assert dying(state) == (2,)


def test_c3_a_neighbour_who_was_dead_before_receives_nothing() -> None:
    assert receiver(shown("stolen", "-", "pay"), 1) == 3
    assert receiver(shown("pay", "-", "stolen", sides="llr"), 3) == 1


@pytest.mark.parametrize(("side", "to"), [("l", 2), ("r", 4)])
def test_the_card_on_the_left_pays_the_left_the_one_on_the_right_the_right(
    side: str, to: int
) -> None:
    assert receiver(shown("stolen", "pay", "pay", "pay", sides=side), 1) == to


def test_c11_a_revealed_boom_owes_nothing_and_buries_its_player() -> None:
    state = shown("boom", "pay", "pay", coins=(3, 1, 1))
    assert payments(state) == (Payment(2, POT, 1), Payment(3, POT, 1))
    dead = play_cards(state).seat(1)
    assert (dead.is_alive, dead.unplayed, dead.played) == (False, 5, (PlayedCard(BOOM),))


def test_c11_the_other_table_card_stays_among_the_unplayed() -> None:
    state = with_seat(shown("boom", "pay", "pay"), 1, unplayed=2)
    assert play_cards(state).seat(1).unplayed == 1


def test_c26_in_a_stand_off_an_own_random_stolen_card_pays_the_other() -> None:
    state = shown("stolen", "-", "pay", sides="r", is_stand_off=True)
    assert receiver(state, 1) == 3
    assert blocked(state) == ()


def test_c43_in_an_advanced_stand_off_the_own_random_stolen_card_pays_nobody() -> None:
    state = shown("stolen", "-", "pay", sides="r", is_stand_off=True, variant="advanced")
    assert receiver(state, 1) is None
    assert blocked(state) == (1,)


def test_c43_in_an_advanced_stand_off_the_others_pick_pays_the_other() -> None:
    state = shown("stolen", "-", "pay", sides="l", is_stand_off=True, variant="advanced")
    assert receiver(state, 1) == 3


@pytest.mark.parametrize("variant", ["standard", "advanced"])
@pytest.mark.parametrize("side", ["l", "r"])
def test_c32_brandon_gets_the_coins_whatever_the_side(variant: str, side: str) -> None:
    state = shown("stolen", "pay", "pay", "pay", sides=side, variant=variant)
    assert receiver(with_seat(state, 1, forced_by=3), 1) == 3


def test_c32_brandon_gets_the_coins_though_he_dies_now() -> None:
    state = with_seat(shown("stolen", "pay", "boom"), 1, forced_by=3)
    assert balances(state) == (11, 12, 15, 1)
    assert dying(state) == (3,)


def test_c32_a_forced_pay_card_pays_the_pot() -> None:
    state = with_seat(shown("pay", "boom", "boom"), 1, forced_by=3)
    assert payments(state) == (Payment(1, POT, 1),)


def test_c32_a_forced_boom_kills() -> None:
    assert dying(with_seat(shown("boom", "pay", "pay"), 1, forced_by=3)) == (1,)


@pytest.mark.parametrize("side", ["l", "r"])
def test_c33_brandon_gets_the_coins_of_a_blocked_card(side: str) -> None:
    state = shown("stolen", "pay", "pay", sides=side, variant="advanced")
    state = with_seat(state, 1, is_same=True, forced_by=3)
    assert receiver(state, 1) == 3
    assert blocked(state) == ()


def test_c33_brandon_gets_the_coins_of_an_own_random_card_in_a_stand_off() -> None:
    state = shown("stolen", "-", "pay", sides="r", is_stand_off=True, variant="advanced")
    assert receiver(with_seat(state, 1, forced_by=3), 1) == 3


@pytest.mark.parametrize(("side", "to"), [("l", 2), ("r", 3)])
def test_c38_a_stolen_card_picked_by_one_neighbour_pays_that_one(side: str, to: int) -> None:
    assert receiver(shown("stolen", "pay", "pay", sides=side, variant="advanced"), 1) == to


@pytest.mark.parametrize("side", ["l", "r"])
def test_c39_after_the_same_pick_neither_stolen_card_pays_anybody(side: str) -> None:
    state = shown("stolen", "pay", "pay", sides=side, variant="advanced")
    state = with_seat(state, 1, is_same=True)
    assert receiver(state, 1) is None
    assert blocked(state) == (1,)
    assert [payment.seat for payment in payments(state)] == [2, 3]


@pytest.mark.parametrize("kind", ["pay", "boom"])
def test_c39_the_same_pick_blocks_no_other_card(kind: str) -> None:
    state = with_seat(shown(kind, "pay", "pay", variant="advanced"), 1, is_same=True)
    assert blocked(state) == ()
    assert len(payments(state)) == (3 if kind == "pay" else 2)


def test_quick_play_has_no_payments_and_no_blocks() -> None:
    state = shown("stolen", "pay", "pay", variant="quick", coins=(0, 0, 0))
    assert payments(state) == ()
    assert blocked(state) == ()
    assert to_pot(with_seat(state, 1, coins=3), 1, 1)[1] == 0


def test_a_card_that_nobody_is_left_to_take_coins_for_pays_nobody() -> None:
    assert payments(shown("stolen", "-", "-")) == ()


def test_c44_a_neighbour_who_sits_out_still_receives() -> None:
    state = with_seat(shown("stolen", "pay", "pay"), 2, on_table=0, unplayed=1, shown=None)
    assert receiver(state, 1) == 2


def test_play_cards_leaves_who_has_revealed_nothing_alone() -> None:
    state = with_seat(shown("pay", "pay", "stolen"), 2, shown=None)
    after = play_cards(state)
    assert [seat.unplayed for seat in after.seats] == [5, 6, 5]
    assert [len(seat.played) for seat in after.seats] == [1, 0, 1]


def test_after_a_reveal_one_card_of_each_is_left_on_the_table() -> None:
    after = play_cards(with_seat(shown("pay", "boom", "-"), 1, unplayed=2))
    assert [seat.on_table for seat in after.seats] == [1, 1, 2]
    assert after.seat(1).unplayed == 1


def test_play_cards_remembers_which_cards_were_seen() -> None:
    state = with_seat(shown("pay", "boom", "boom"), 1, card="pay/4")
    state = with_seat(with_seat(state, 2, card="boom/1"), 3, card="boom/2", is_saved=True)
    assert play_cards(state).seen == {"pay/4", "boom/1"}


def test_c28_a_saved_boom_stays_unplayed_and_a_hidden_card_lies_on_the_pile() -> None:
    state = with_seat(shown("boom", "pay", "pay"), 1, is_saved=True, played=(PlayedCard(PAY),))
    carla = play_cards(state).seat(1)
    assert carla.is_alive
    assert carla.unplayed == 5
    assert carla.played == (PlayedCard(PAY), PlayedCard(None, is_hidden=True))


def test_c28_in_the_fifth_showdown_the_boom_itself_is_the_hidden_card() -> None:
    state = with_seat(shown("boom", "pay", "pay"), 1, is_saved=True, unplayed=2)
    carla = play_cards(state).seat(1)
    assert carla.played == (PlayedCard(BOOM, is_hidden=True),)
    assert (carla.is_alive, carla.unplayed) == (True, 1)


def test_c28_with_a_card_in_hand_the_hidden_card_is_unknown() -> None:
    state = with_seat(shown("boom", "pay", "pay"), 1, is_saved=True, unplayed=3)
    assert play_cards(state).seat(1).played == (PlayedCard(None, is_hidden=True),)


def test_c29_a_saved_boom_costs_nothing() -> None:
    state = with_seat(shown("boom", "pay", "pay"), 1, is_saved=True)
    assert [payment.seat for payment in payments(state)] == [2, 3]
    assert dying(state) == ()


def test_payments_are_in_turn_order() -> None:
    state = replace(shown("pay", "pay", "pay"), first_player=3)
    assert [payment.seat for payment in payments(state)] == [3, 1, 2]


def test_settling_moves_coins_and_makes_none() -> None:
    state = shown("stolen", "pay", "stolen", coins=(1, 1, 1))
    assert sum(balances(state)) == 3
