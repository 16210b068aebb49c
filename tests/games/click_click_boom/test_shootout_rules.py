"""Token, pass, ends, loot, dues, hands and ties as pure functions of a state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.events import Side
from companion.games.click_click_boom.rules import (
    ante,
    begins_stand_off,
    clear_table,
    dues,
    fewest_booms,
    fewest_steals,
    is_shootout_over,
    loot,
    pass_direction,
    pass_token,
    passing,
    picking_order,
    reset,
    richest,
    rob,
    robbery,
    swap,
)
from companion.games.click_click_boom.state import (
    HAND,
    PlayedCard,
    State,
    caller,
    is_left,
    neighbour,
    takes_turn,
    taking_part,
    with_seat,
    with_seats,
)
from tests.games.click_click_boom.table import BOOM, PAY, STOLEN, a_seat, a_state, shown


def at_table(alive: str, **changes: Any) -> State:
    """Return seats that live (`x`) or are dead (`-`), each with six cards."""
    seats = [a_seat(number, is_alive=mark == "x") for number, mark in enumerate(alive, 1)]
    return a_state(*seats, **changes)


def with_cards(*unplayed: int, **changes: Any) -> State:
    """Return living seats with so many unplayed cards; 0 is a dead seat with three."""
    seats = [
        a_seat(number, unplayed=count or 3, is_alive=count > 0)
        for number, count in enumerate(unplayed, 1)
    ]
    return a_state(*seats, **changes)


@pytest.mark.parametrize(
    ("alive", "seat", "side", "found"),
    [
        ("xxxx", 1, "left", 2),
        ("xxxx", 4, "left", 1),
        ("xxxx", 1, "right", 4),
        ("x-xx", 1, "left", 3),
        ("xxx-", 1, "right", 3),
        ("x---", 1, "left", None),
        ("-xx-", 1, "left", 2),
    ],
)
def test_c3_left_and_right_are_the_next_living(
    alive: str, seat: int, side: str, found: int | None
) -> None:
    assert neighbour(at_table(alive), seat, Side(side)) == found


@pytest.mark.parametrize(
    ("alive", "holder", "to"), [("xxxx", 1, 2), ("x-xx", 1, 3), ("xx-x", 4, 1), ("-xx-", 4, 2)]
)
def test_c2_the_token_moves_left_past_the_dead_and_flips(alive: str, holder: int, to: int) -> None:
    after = pass_token(at_table(alive, first_player=holder))
    assert (after.first_player, after.token) == (to, Side.RIGHT)
    assert pass_token(after).token is Side.LEFT


@pytest.mark.parametrize(("alive", "holder"), [("---", 2), ("-x-", 2)])
def test_c12_with_nobody_to_take_it_the_token_stays_and_flips(alive: str, holder: int) -> None:
    after = pass_token(at_table(alive, first_player=holder))
    assert (after.first_player, after.token) == (holder, Side.RIGHT)


def test_c13_cards_are_passed_the_way_that_the_token_shows_before_it_flips() -> None:
    state, ways = at_table("xxx"), []
    for _ in range(5):
        ways.append(pass_direction(state).value)
        state = pass_token(state)
    assert ways == ["left", "right", "left", "right", "left"]


def test_the_first_player_calls_or_the_next_living_one() -> None:
    assert caller(at_table("xxx", first_player=2)) == (2,)
    assert caller(at_table("x-x", first_player=2)) == (3,)
    assert caller(at_table("---")) == ()


def test_c16_a_lone_survivor_ends_the_shootout() -> None:
    assert is_shootout_over(with_cards(5, 0, 0))
    assert not is_shootout_over(with_cards(5, 5, 0))


def test_c17_all_dead_ends_the_shootout() -> None:
    assert is_shootout_over(at_table("---"))


def test_the_shootout_ends_when_all_living_have_one_card_left() -> None:
    assert is_shootout_over(with_cards(1, 1, 0))
    assert not is_shootout_over(with_cards(2, 2, 2))


def test_c44_unequal_hands_play_on_until_everybody_has_at_most_one_card() -> None:
    assert not is_shootout_over(with_cards(1, 3, 1))
    assert is_shootout_over(with_cards(1, 1, 1))


def test_c44_who_has_fewer_than_two_cards_takes_no_turn() -> None:
    state = with_cards(1, 2, 0)
    assert [takes_turn(state, seat) for seat in (1, 2, 3)] == [False, True, False]


def test_c44_only_those_whose_cards_lie_out_take_part() -> None:
    state = with_seat(with_seat(with_cards(1, 3, 3, 0), 2, on_table=2), 3, on_table=2)
    assert taking_part(replace(state, first_player=3)) == (3, 2)
    assert passing(state) == (2, 3)


def test_c44_a_single_one_passes_to_nobody() -> None:
    assert passing(with_seat(with_cards(1, 3, 1), 2, on_table=2)) == ()


def test_c27_in_a_stand_off_both_pass() -> None:
    state = with_seat(with_seat(with_cards(4, 0, 4), 1, on_table=2), 3, on_table=2)
    assert passing(replace(state, is_stand_off=True)) == (1, 3)


@pytest.mark.parametrize(
    ("cards", "begins"),
    [
        ((4, 4, 0), True),
        ((2, 2, 0), True),
        ((4, 4, 4), False),
        ((1, 1, 0), False),
        ((1, 4, 0), False),
        ((4, 0, 0), False),
    ],
)
def test_c25_a_stand_off_needs_exactly_two_with_two_cards_each(
    cards: tuple[int, ...], begins: bool
) -> None:
    assert begins_stand_off(with_cards(*cards)) is begins


def test_c25_a_stand_off_begins_once() -> None:
    assert not begins_stand_off(with_cards(4, 4, 0, is_stand_off=True))


@pytest.mark.parametrize(
    ("pot", "alive", "each", "left"),
    [(17, "xxx", 5, 2), (6, "xxx", 2, 0), (2, "xxx", 0, 2), (9, "x--", 9, 0), (7, "---", 0, 7)],
)
def test_c15_to_c17_the_pot_is_shared_evenly_and_the_rest_stays(
    pot: int, alive: str, each: int, left: int
) -> None:
    after, share = loot(at_table(alive, pot=pot))
    assert (share, after.pot) == (each, left)
    won = [13 + each if mark == "x" else 13 for mark in alive]
    assert [seat.coins for seat in after.seats] == won


def test_c18_everybody_antes_one_and_who_is_broke_plays_on() -> None:
    after = ante(a_state(a_seat(1), a_seat(2, 0), a_seat(3, 1, is_alive=False)))
    assert [seat.coins for seat in after.seats] == [12, 0, 0]
    assert after.pot == 2


def test_c19_winners_owe_two_others_one_as_far_as_they_can() -> None:
    state = a_state(
        a_seat(1, 5), a_seat(2, 1), a_seat(3, 0), a_seat(4, 5, is_alive=False),
        a_seat(5, 0, is_alive=False),
    )  # fmt: skip
    assert dues(state) == ((1, 2), (2, 1), (3, 0), (4, 1), (5, 0))


def test_c17_with_no_winner_everybody_owes_one() -> None:
    assert dues(at_table("---")) == ((1, 1), (2, 1), (3, 1))


def test_c21_the_token_stays_with_its_holder_and_shows_left_again() -> None:
    state = at_table("-x-", first_player=3, token=Side.RIGHT, showdown=4, pot=3)
    after = reset(with_seat(state, 2, is_ability_used=True, unplayed=2, side=Side.LEFT))
    assert (after.first_player, after.token, after.showdown, after.pot) == (3, Side.LEFT, 0, 3)
    assert [seat.is_alive for seat in after.seats] == [True] * 3
    assert [seat.unplayed for seat in after.seats] == [HAND] * 3
    assert not after.seat(2).is_ability_used
    assert after.seat(2).side is None


def test_a_reset_forgets_piles_seen_cards_and_a_stand_off() -> None:
    state = replace(at_table("xx-"), is_stand_off=True, seen=frozenset({"pay/1"}), has_shot=True)
    after = reset(with_seat(state, 1, played=(PlayedCard(PAY),)))
    assert after.seat(1).played == ()
    assert (after.seen, after.is_stand_off, after.has_shot) == (frozenset(), False, False)


def test_c1_two_from_the_start_play_every_shootout_as_a_stand_off() -> None:
    assert reset(at_table("xx")).is_stand_off


def test_c50_a_reset_notes_who_begins_anew() -> None:
    assert reset(at_table("xxx", first_player=2, began=1)).began == 2


def test_clearing_the_table_forgets_the_showdown_and_keeps_the_sides_on_show() -> None:
    state = with_seat(
        shown("boom", "pay", "pay"), 1, is_saved=True, left="boom/1", right="pay/2",
        is_same=True, forced_by=2, card="boom/1", is_late=True, is_early=True,
    )  # fmt: skip
    after = clear_table(state).seat(1)
    assert after == a_seat(1, side="left")
    assert after.side is Side.LEFT


@pytest.mark.parametrize(("pot", "pile", "robbed"), [(9, 3, 3), (2, 3, 2), (0, 3, 0), (9, 0, 0)])
def test_c36_rory_takes_a_coin_a_played_card_as_far_as_there_are(
    pot: int, pile: int, robbed: int
) -> None:
    state = a_state(a_seat(1, played=["pay"] * pile), a_seat(2), a_seat(3), pot=pot)
    assert robbery(state, 1) == robbed
    after = rob(state, 1)
    assert (after.seat(1).coins, after.pot) == (13 + robbed, pot - robbed)
    assert after.seat(1).is_ability_used


def test_c36_in_quick_play_there_is_nothing_to_rob() -> None:
    state = a_state(a_seat(1, played=["pay"]), a_seat(2), variant="quick", pot=3)
    assert robbery(state, 1) == 0


def test_c35_a_swap_before_anybodys_turn_changes_equal_hands() -> None:
    after = swap(with_cards(5, 5, 5), 1, 2)
    assert [seat.unplayed for seat in after.seats] == [5, 5, 5]
    assert [seat.is_ability_used for seat in after.seats] == [True, False, False]


def test_c35_table_cards_stay_and_hands_may_be_unequal() -> None:
    # Seat 2 has four in hand and two on the table; Felix gives six and gets four.
    after = swap(with_seat(with_cards(6, 6, 6), 2, on_table=2), 1, 2)
    assert [seat.unplayed for seat in after.seats] == [4, 8, 6]
    assert after.seat(2).on_table == 2


def test_c35_a_swap_keeps_the_number_of_cards() -> None:
    state = with_seat(with_cards(2, 6, 6), 2, on_table=2)
    after = swap(state, 1, 2)
    assert [seat.unplayed for seat in after.seats] == [4, 4, 6]
    assert swap(with_seat(with_cards(2, 2, 2), 2, on_table=2), 1, 2).seat(1).unplayed == 0


def test_the_richest_share_the_lead() -> None:
    assert richest(a_state(a_seat(1, 9), a_seat(2, 12), a_seat(3, 12))) == (2, 3)
    assert richest(a_state(a_seat(1, 13), a_seat(2, 12))) == (1,)


def test_c23_step_1_the_fewest_unplayed_booms_win() -> None:
    state = a_state(
        a_seat(1, unplayed_kinds=(BOOM, PAY)), a_seat(2, unplayed_kinds=(PAY,)), a_seat(3),
        a_seat(4, unplayed_kinds=(STOLEN, STOLEN)),
    )  # fmt: skip
    assert fewest_booms(state, (1, 2, 4)) == (2, 4)
    assert fewest_booms(state, (1, 3)) == (3,)


def test_c23_step_1_counts_the_dead_too() -> None:
    state = a_state(
        a_seat(1, unplayed_kinds=(BOOM,)),
        a_seat(2, unplayed_kinds=(PAY, PAY), is_alive=False),
        a_seat(3),
    )
    assert fewest_booms(state, (1, 2)) == (2,)


def test_c23_step_2_the_fewest_stolen_cards_in_the_pile_win() -> None:
    state = a_state(
        a_seat(1, played=["stolen", "pay"]), a_seat(2, played=["pay", "boom"]), a_seat(3),
    )  # fmt: skip
    assert fewest_steals(state, (1, 2)) == (2,)
    assert fewest_steals(state, (2, 3)) == (2, 3)


@pytest.mark.parametrize(
    ("holder", "tied", "order"),
    [(2, (1, 2, 4), (2, 4, 1)), (3, (1, 2, 4), (4, 1, 2)), (1, (1, 2), (1, 2))],
)
def test_c22_picking_begins_with_the_tokens_holder_or_the_first_tied_to_the_left(
    holder: int, tied: tuple[int, ...], order: tuple[int, ...]
) -> None:
    assert picking_order(at_table("x-xx", first_player=holder), tied) == order


def test_there_are_three_pays_two_stolens_and_a_boom_a_player() -> None:
    state = a_state(
        a_seat(1, played=["boom"]), a_seat(2, played=["stolen"] * 5), a_seat(3, played=["boom"])
    )
    assert is_left(state, BOOM)
    assert is_left(state, STOLEN)
    state = with_seat(state, 2, shown=STOLEN)
    assert not is_left(state, STOLEN)
    state = with_seat(state, 3, unplayed_kinds=(BOOM,))
    assert not is_left(state, BOOM)


def test_c28_a_saved_boom_is_still_to_come() -> None:
    state = a_state(a_seat(1, shown="boom", is_saved=True), a_seat(2, played=["boom", "boom"]),
        a_seat(3))  # fmt: skip
    assert is_left(state, BOOM)


def test_quick_play_has_any_five_clicks_a_player() -> None:
    state = a_state(*(a_seat(number, 0) for number in (1, 2, 3)), variant="quick")
    fourteen = (PlayedCard(PAY),) * 14
    state = with_seat(state, 1, played=fourteen)
    assert is_left(state, STOLEN)
    assert not is_left(with_seat(state, 2, shown=STOLEN), PAY)
    booms = with_seats(state, (1, 2, 3), lambda seat: replace(seat, shown=BOOM))
    assert not is_left(booms, BOOM)
