"""Counts of hits that several tell at once: nobody's answer cuts another's short."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.table import GAP, MS, L, R, Sitting, a_table


def sprayed() -> Sitting:
    """Return a table at which everybody has to tell how many numbers of an LMG hit."""
    sit = a_table(4, mode="free_for_all", hands={1: "lmg/1 pan/1", 2: 5, 3: 5, 4: 5})
    sit.play(1, "lmg/1", numbers=[1, 2, 4])
    return sit


def test_two_who_press_at_once_are_both_counted() -> None:
    sit = sprayed()
    for _ in range(2):
        sit.press(2, L)
        sit.press(3, L)
    sit.press(3, L)
    sit.until(sit.now + GAP + MS)
    sit.press(4, R)
    hits = {one["seat"]: one["count"] for one in sit.rulings("hit")}
    assert (hits, sit.last("missed")["seat"]) == ({2: 2, 3: 3}, 4)


@pytest.mark.parametrize("is_told", [False, True])
def test_an_answer_in_the_middle_of_a_count_leaves_it_whole(is_told: bool) -> None:
    sit = sprayed()
    sit.press(2, L)
    if is_told:
        sit.hit(3, 1)
    else:
        sit.press(3, R)
    sit.press(2, L)
    sit.until(sit.now + GAP + MS)
    sit.missed(4)
    assert {one["seat"]: one["count"] for one in sit.rulings("hit")}[2] == 2


def test_who_presses_too_often_is_asked_again_and_the_others_are_not() -> None:
    sit = sprayed()
    sit.presses(2, 4)
    sit.missed(3, 4)
    assert (sit.last("no_such_count")["seat"], sit.asked()) == (2, {(2, "hits")})
    sit.presses(2, 1)
    assert sit.last("hit")["count"] == 1


def test_who_leaves_is_asked_no_more_and_counts_go_on() -> None:
    sit = sprayed()
    sit.press(2, L)
    sit.leave(3)
    sit.press(2, L)
    sit.until(sit.now + GAP + MS)
    sit.missed(4)
    assert [(one["seat"], one["count"]) for one in sit.rulings("hit")] == [(2, 2)]
