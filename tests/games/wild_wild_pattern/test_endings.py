"""How a manche's end ends the game: Saloon, Dead or Alive, and Wild combinations."""

from __future__ import annotations

import pytest

from companion.games.wild_wild_pattern.endings import (
    Ending,
    Standing,
    dead_or_alive,
    ending,
    saloon,
)


def standings(
    *money: int, unpaid: tuple[int, ...] = (), wild: tuple[int, ...] = ()
) -> list[Standing]:
    """Return the standings of seats 1, 2 and so on by their money in cents."""
    return [
        Standing(seat, cents, is_paid=seat not in unpaid, is_wild=seat in wild)
        for seat, cents in enumerate(money, 1)
    ]


# For a fistful of dollars (W38, W45)


def test_w38_three_dollars_are_not_above_three_dollars() -> None:
    assert saloon(standings(300, 290), "continue") == Ending(cite="W38")
    assert saloon(standings(301, 290), "continue").winners == (1,)


def test_w38_the_highest_above_three_dollars_wins() -> None:
    assert saloon(standings(310, 350, 340), "continue") == Ending(winners=(2,), cite="W38")


def test_w38_equal_first_play_another_manche_among_all() -> None:
    found = saloon(standings(350, 310, 350), "continue")
    assert found == Ending(tied=(1, 3), cite="W38")
    assert not found.is_over


def test_w38_equal_first_may_share_the_win() -> None:
    assert saloon(standings(350, 310, 350), "shared") == Ending(
        winners=(1, 3), tied=(1, 3), cite="W38"
    )


def test_w38_equal_below_the_first_matters_to_nobody() -> None:
    assert saloon(standings(310, 310, 320), "continue").winners == (3,)


def test_w38_money_is_kept_in_the_saloon() -> None:
    assert not saloon(standings(100, 200), "continue").is_reset


def test_w45_who_was_not_paid_in_this_manche_has_not_won() -> None:
    found = saloon(standings(400, 100, unpaid=(1,)), "continue")
    assert found == Ending(cite="W45")


def test_w45_a_richer_player_whom_the_bank_did_not_pay_is_no_rival() -> None:
    assert saloon(standings(400, 310, unpaid=(1,)), "continue").winners == (2,)
    assert saloon(standings(310, 310, unpaid=(1,)), "continue").winners == (2,)


# Progressive elimination (W39, W46)


def test_w39_the_lowest_is_out_and_the_others_begin_at_nothing() -> None:
    assert dead_or_alive(standings(30, 10, 20)) == Ending(out=(2,), is_reset=True, cite="W39")


def test_w39_equal_lowest_are_out_together() -> None:
    assert dead_or_alive(standings(10, 30, 10, 20)).out == (1, 3)


def test_w39_who_eliminates_all_opponents_wins() -> None:
    assert dead_or_alive(standings(10, 30, 10)) == Ending(winners=(2,), out=(1, 3), cite="W39")


def test_w39_money_counts_paid_or_not() -> None:
    assert dead_or_alive(standings(50, 10, 0, unpaid=(1, 2, 3))).out == (3,)


@pytest.mark.parametrize("money", [(0, 0, 0), (70, 70)])
def test_w46_where_all_are_equal_nobody_is_out_and_money_is_reset(money: tuple[int, ...]) -> None:
    assert dead_or_alive(standings(*money)) == Ending(
        tied=tuple(range(1, len(money) + 1)), is_reset=True, cite="W46"
    )


def test_w39_a_player_who_is_alone_already_has_won() -> None:
    assert dead_or_alive(standings(0)) == Ending(winners=(1,), cite="W39")


# The modes together, and Wild combinations (W37)


def test_each_mode_has_its_ending() -> None:
    table = standings(310, 20)
    assert ending("saloon", "continue", table) == saloon(table, "continue")
    assert ending("dead_or_alive", "continue", table) == dead_or_alive(table)


def test_the_table_s_choice_for_ties_is_followed() -> None:
    assert ending("saloon", "shared", standings(350, 350)).winners == (1, 2)
    assert ending("saloon", "continue", standings(350, 350)).winners == ()


def test_w37_a_wild_combination_wins_before_three_dollars() -> None:
    found = ending("saloon", "continue", standings(400, 0, wild=(2,), unpaid=(2,)))
    assert found == Ending(winners=(2,), cite="W37")
    assert found.is_over


def test_w37_a_wild_combination_wins_with_the_least_money() -> None:
    assert ending("dead_or_alive", "continue", standings(90, 0, 40, wild=(2,))).winners == (2,)


def test_w37_two_wild_combinations_share_the_win() -> None:
    assert ending("saloon", "continue", standings(1, 2, 3, wild=(1, 3))).winners == (1, 3)
