"""Rounds, points, tie rounds, places and awards (D15, D17 to D20, D22, D24)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_bell import rules
from companion.games.boom_boom_bell.state import with_player
from tests.games.boom_boom_bell.table import S, Sitting, four, playing


def table(seats: int = 2, **given: Any) -> Sitting:
    """Return a sitting in which nobody looks at stacks."""
    return Sitting(seats, verify="off", **given)


def places(sit: Sitting) -> list[tuple[int, str]]:
    return list(zip(sit.each("place"), sit.each("award"), strict=True))


# Points


def test_d17_the_first_to_5_points_has_won() -> None:
    sit = table(2)
    sit.win(1, 2, 1, 2, 1, 2, 1)
    assert (sit.view()["over"], sit.each("points")) == (False, [4, 3])
    sit.win(1)
    assert (sit.view()["over"], sit.phase, sit.view()["winners"]) == (True, "over", [1])
    assert (sit.rulings("won")[0]["seats"], sit.rulings("won")[0]["points"]) == ([1], 5)


def test_d17_the_number_of_points_is_an_option() -> None:
    sit = table(2, points=1)
    sit.win(2)
    assert sit.view()["winners"] == [2]


def test_d15_stacks_of_the_others_count_for_nothing() -> None:
    sit = table(3, points=2)
    sit.begin_next()
    sit.complete(2, 3)
    sit.complete(3, 3)
    sit.finish(1)
    assert sit.each("points") == [1, 0, 0]
    assert sit.each("stacks") == [0, 0, 0]


def test_every_round_has_its_number_and_is_dealt_anew() -> None:
    sit = table(2, points=3)
    sit.win(1, 2)
    assert [one["round"] for one in sit.rulings("dealt")] == [1, 2, 3]
    assert [one["round"] for one in sit.rulings("begun")] == [1, 2]
    assert sit.view()["round"] == 3


# Rounds and ties


def test_d18_after_the_last_round_the_most_points_win() -> None:
    sit = table(3, goal="rounds", rounds=3)
    sit.win(2, 3, 2)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])
    assert sit.each("points") == [0, 2, 1]


def test_d18_5_points_do_not_end_a_game_of_rounds() -> None:
    sit = table(2, goal="rounds", rounds=7)
    sit.win(1, 1, 1, 1, 1, 1)
    assert not sit.view()["over"]
    sit.win(1)
    assert sit.view()["winners"] == [1]


def test_d18_without_the_option_10_rounds_are_played() -> None:
    sit = table(2, goal="rounds")
    sit.win(*[1] * 9)
    assert not sit.view()["over"]
    sit.win(1)
    assert sit.view()["over"]


@pytest.mark.parametrize(("seats", "stacks"), [(3, 6), (4, 6)])
def test_d20_two_tied_of_more_play_one_more_round_with_the_deal_for_two(
    seats: int, stacks: int
) -> None:
    sit = table(seats, goal="rounds", rounds=2)
    sit.win(1, 3)
    assert (sit.view()["over"], sit.view()["tie_round"]) == (False, True)
    assert sit.rulings("tie_round")[0]["seats"] == [1, 3]
    assert (sit.view()["stacks_each"], sit.view()["round"]) == (stacks, 3)
    assert sit.each("plays") == [seat in (1, 3) for seat in sit.state.seats]
    assert [one["round"] for one in sit.rulings("dealt")] == [1, 2]


def test_d18_three_tied_of_four_play_it_with_the_deal_for_three() -> None:
    sit = table(4, goal="rounds", rounds=3)
    sit.win(1, 2, 4)
    assert sit.rulings("tie_round")[0]["seats"] == [1, 2, 4]
    assert sit.view()["stacks_each"] == 4


def test_d24_the_tie_round_s_winner_scores_a_point_and_the_game_is_decided() -> None:
    sit = table(4, goal="rounds", rounds=3, first=4)
    sit.win(1, 2, 4)
    sit.win(4)
    assert sit.each("points") == [1, 1, 0, 2]
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [4])


def test_d18_seats_that_do_not_play_the_tie_round_ring_and_call_in_vain() -> None:
    sit = table(3, goal="rounds", rounds=2)
    sit.win(1, 2)
    sit.begin_next()
    sit.ring(3, refused="not_in_round")
    sit.hold(3, refused="not_in_round")
    sit.say(3, ring=1, refused="not_in_round")
    sit.say(3, boom_boom=True, refused="not_in_round")
    assert (sit.seen(3, "rings_due"), sit.says(3)) == (None, [])
    assert sit.view()["bell"] is None
    sit.finish(2)
    assert sit.view()["winners"] == [2]


def test_d18_a_phone_s_hold_from_before_is_let_go_by_who_sits_out() -> None:
    sit = table(3, goal="rounds", rounds=2)
    sit.win(1)
    sit.begin_next()
    sit.say(3, side="left")
    sit.finish(2)
    assert sit.view()["tie_round"]
    sit.say(3, let_go=True)
    assert 3 not in sit.referee.run.holds


def test_d18_ties_that_the_host_corrects_in_a_game_of_points_are_played_out_too() -> None:
    sit = table(3, points=2)
    sit.win(1)
    sit.begin_next()
    sit.adjust(2, points=2)
    sit.finish(1)
    assert sit.each("points") == [2, 2, 0]
    assert sit.rulings("tie_round")[0]["seats"] == [1, 2]
    sit.win(2)
    assert sit.view()["winners"] == [2]


def test_d22_a_tie_round_without_a_point_is_played_again_by_the_same() -> None:
    sit = table(3, goal="rounds", rounds=2)
    sit.win(1, 2)
    sit.begin_next()
    for seat in (1, 2):
        sit.complete(seat, 5)
    for seat in (1, 2):
        sit.say(seat, ring=6, at=30 * S)
    for seat in (1, 2):
        sit.cry(seat)
    assert sit.kinds()[-2:] == ["finished_together", "tie_round"]
    assert (sit.view()["round"], sit.each("points")) == (3, [1, 1, 0])


# Who begins a tie round


@pytest.mark.parametrize(
    ("youngest", "tied", "begins"),
    [(1, (2, 4), 2), (3, (2, 4), 4), (2, (2, 4), 2), (4, (1, 2), 1)],
)
def test_d2_where_the_youngest_sits_out_the_next_one_clockwise_begins(
    youngest: int, tied: tuple[int, int], begins: int
) -> None:
    sit = table(4, goal="rounds", rounds=2, first=youngest)
    sit.win(*tied)
    assert rules.starters(sit.state) == (begins,)
    sit.wait(1)
    for seat in sit.state.playing:
        if seat != begins:
            sit.ring(seat, refused="not_the_starter")
    sit.ring(begins)
    assert sit.phase == "play"


def test_d2_a_winner_who_sits_out_the_tie_round_lets_the_next_one_clockwise_begin() -> None:
    sit = table(4, goal="rounds", rounds=5, next_start="winner")
    sit.win(1, 2, 1, 2, 3)  # 3 won the last one; 1 and 2 are tied
    assert (sit.state.last_winner, sit.state.dealt) == (3, (1, 2))
    assert rules.starters(sit.state) == (1,)


# Awards


@pytest.mark.parametrize(
    ("points", "awards"),
    [
        ((3, 2, 1, 0), (1, 2, 3, 4)),
        ((3, 2, 2, 0), (1, 2, 2, 4)),
        ((3, 1, 1, 1), (1, 2, 2, 2)),
        ((0, 1, 3, 0), (3, 2, 1, 3)),
        ((3, 0, 2, 2), (1, 4, 2, 2)),
    ],
)
def test_d19_ties_for_later_places_share_the_award_and_skip_the_next_level(
    points: tuple[int, ...], awards: tuple[int, ...]
) -> None:
    sit = table(4)
    for seat, number in enumerate(points, 1):
        if number:
            sit.adjust(seat, points=number)
    sit.host(end=True)
    assert places(sit) == [(place, f"award/{place}") for place in awards]


def test_d19_awards_are_told_from_the_gold_medal_on() -> None:
    sit = table(3, points=1)
    sit.win(2)
    told = [(one["seat"], one["place"], one["card"]) for one in sit.rulings("awarded")]
    assert told == [(2, 1, "award/1"), (1, 2, "award/2"), (3, 2, "award/2")]
    texts = [one["text"] for one in sit.view()["rulings"][-3:]]
    assert texts[0] == "Bo: first place, and the gold medal."
    assert texts[1] == "Ann: place 2, the card award/2."


def test_places_and_awards_are_unknown_before_the_end() -> None:
    sit = playing(2)
    assert sit.each("place") == sit.each("award") == [None, None]


def test_the_host_may_end_the_game_and_the_best_so_far_have_won() -> None:
    sit = table(3)
    sit.win(3)
    sit.host(end=True)
    assert (sit.view()["winners"], sit.phase) == ([3], "over")


# The count that nothing is lost


def test_a_point_that_no_round_gave_is_told() -> None:
    sit = table(2)
    sit.win(1)
    state = with_player(sit.state, 2, points=1)
    assert rules.count(state) == "2 points after 1 rounds and 0 corrected"


def test_a_card_in_two_stacks_is_told() -> None:
    state = playing(2).state
    for seat in (1, 2):
        state = with_player(state, seat, showing=tuple(four(1)[:1]))
    assert rules.count(state) == "a card lies twice: ['picture-01/1', 'picture-01/1']"


def test_a_stack_more_than_was_dealt_is_told() -> None:
    state = with_player(playing(4).state, 3, stacks=4)
    assert rules.count(state) == "more stacks than were dealt: [3]"
