"""Sandstorm blows a missed shot to somebody else, once (B54, B55, B56, B74)."""

from __future__ import annotations

import pytest

from companion.games.boom_boom_battle.attacks import is_blown, redirect
from companion.games.boom_boom_battle.state import Attack, Play
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import Sitting

FREE = {"mode": "free_for_all", "place": "desert"}


def blown(sit: Sitting) -> list[tuple[int, int]]:
    return [(one["seat"], one["to"]) for one in sit.rulings("blown")]


def outcomes(sit: Sitting) -> list[tuple[str, int]]:
    return [(one["ruling"], one["seat"]) for one in sit.rulings("hit", "missed")]


def fired(seats: int, target: int, **given: object) -> Sitting:
    sit = armed(seats, hands={1: "rifle/1 pan/1 pan/2 pan/3"}, **{**FREE, **given})
    sit.play(1, "rifle/1", target, [4, 5])
    return sit


@pytest.mark.parametrize(
    ("seats", "by", "target", "to"),
    [
        (3, 1, 2, 3),  # the left neighbour
        (3, 1, 3, 2),  # the target at the right: its right neighbour
        (4, 1, 2, 3),
        (4, 1, 3, 4),
        (4, 1, 4, 3),
        (6, 5, 6, 1),
        (6, 5, 2, 3),
        (6, 5, 4, 3),
        (2, 1, 2, 1),  # two players: oneself
        (2, 2, 1, 2),
    ],
)
def test_b55_whom_a_miss_is_blown_to(seats: int, by: int, target: int, to: int) -> None:
    state = armed(seats, **FREE).state
    assert redirect(state, by, target) == to


@pytest.mark.parametrize(
    ("gone", "target", "to"),
    [((3,), 2, 4), ((3, 4), 2, 5), ((6,), 5, 4), ((2, 3, 4, 5), 6, 1), ((2, 6), 3, 4)],
)
def test_b55_neighbours_are_living_players(gone: tuple[int, ...], target: int, to: int) -> None:
    state = armed(6, gone=gone, **FREE).state
    assert redirect(state, 1, target) == to


def test_b55_a_shot_is_never_blown_to_its_shooter_among_three_or_more() -> None:
    for seats in (3, 4, 5, 6):
        state = armed(seats, **FREE).state
        pairs = [(by, to) for by in state.seats for to in state.seats if by != to]
        assert all(redirect(state, by, to) not in (by, to) for by, to in pairs)


@pytest.mark.parametrize(
    ("kind", "is_carried"),
    [
        ("rifle", True),
        ("smg", True),
        ("handgun", True),
        ("dbs", True),
        ("desert_eagle", True),
        ("lmg", False),
        ("grenade", False),
        ("pan", False),
    ],
)
def test_b55_firearms_at_one_player_are_carried(kind: str, is_carried: bool) -> None:
    state = armed(3, **FREE).state
    assert is_blown(state, Attack(Play(1, f"{kind}/1", 2), kind)) is is_carried


def test_without_sandstorm_a_miss_is_a_miss() -> None:
    sit = fired(3, 2, place="")
    sit.missed(2)
    assert blown(sit) == []


def test_a_hit_is_not_carried_on() -> None:
    sit = fired(3, 2)
    sit.hit(2)
    assert blown(sit) == []
    assert sit.phase == "discard"


def test_b55_the_same_numbers_test_the_next_one() -> None:
    sit = fired(4, 2)
    sit.missed(2)
    assert blown(sit) == [(2, 3)]
    assert sit.last("blown")["cite"] == "B55"
    assert sit.waiting() == [(3, "press")]
    assert sit.view()["attack"]["at"] == 3
    assert sit.view()["attack"]["numbers"] == [4, 5]
    sit.hit(3)
    assert outcomes(sit) == [("missed", 2), ("hit", 3)]


def test_b55_there_is_one_redirect_only() -> None:
    sit = fired(4, 2)
    sit.missed(2, 3)
    assert outcomes(sit) == [("missed", 2), ("missed", 3)]
    assert blown(sit) == [(2, 3)]
    assert sit.phase == "counter"


def test_b54_a_redirected_hit_draws() -> None:
    sit = fired(4, 2)
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1", "vest/2")
    assert [one["seat"] for one in sit.rulings("drew")] == [1]


def test_b55_a_redirect_may_hit_a_mate() -> None:
    sit = fired(4, 2, mode="duel")
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1", "vest/2")
    assert sit.state.reacting == (2,)  # never a mate (B57)


def test_b62_a_miss_in_the_smoke_is_carried_on() -> None:
    sit = fired(4, 2, front={2: "smoke/1"})
    assert sit.last("blown")["to"] == 3
    assert sit.waiting() == [(3, "press")]


def test_b62_smoke_keeps_a_carried_shot_off_too() -> None:
    sit = fired(4, 2, front={3: "smoke/1"})
    sit.missed(2)
    assert [(one["seat"], one["case"]) for one in sit.rulings("missed")] == [
        (2, "rifle"),
        (3, "smoke"),
    ]


def test_a_carried_hit_uses_up_the_equipment_of_whom_it_hit() -> None:
    sit = fired(4, 2, front={2: "vest/1", 3: "vest/2"})
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "smg/1", "smg/2")
    assert [(one["seat"], one["card"]) for one in sit.rulings("removed")] == [(3, "vest/2")]


def test_b55_of_two_players_the_shooter_is_tested() -> None:
    sit = fired(2, 2, mode="duel")
    sit.missed(2)
    assert sit.waiting() == [(1, "press")]
    sit.hit(1)
    sit.discard(1, "pan/1", "pan/2")
    assert sit.hand(1) == 1


def test_b74_a_hit_on_oneself_draws_nothing_and_nobody_strikes_back_at_oneself() -> None:
    sit = fired(2, 2, mode="duel")
    sit.missed(2)
    sit.hit(1)
    sit.discard(1, "pan/1", "pan/2")
    assert not sit.rulings("drew")
    assert sit.state.reacting == (2,)


def test_the_shooters_own_equipment_works_against_its_own_shot() -> None:
    sit = fired(2, 2, mode="duel", front={1: "helmet/1"})
    sit.missed(2)
    sit.hit(1)
    sit.discard(1, "pan/1", "pan/2")
    assert sit.last("removed")["card"] == "helmet/1"


def test_b57_both_who_were_missed_may_strike_back() -> None:
    sit = fired(4, 2)
    sit.missed(2, 3)
    assert sit.state.reactions == {
        2: ("handgun", "desert_eagle"),
        3: ("handgun", "desert_eagle"),
    }


def test_b57_the_first_target_was_missed_though_the_next_was_hit() -> None:
    sit = fired(4, 2)
    sit.missed(2)
    sit.hit(3)
    sit.discard(3, "vest/1", "vest/2")
    assert sit.state.reactions == {2: ("handgun", "desert_eagle"), 3: ("desert_eagle",)}


def test_b56_a_counterattack_is_carried_as_seen_from_who_strikes_back() -> None:
    sit = fired(4, 2)
    sit.missed(2, 3)
    sit.react(2, "handgun/1", [7])
    sit.passes(3)
    sit.missed(1)  # at the right of seat 2: on to its right neighbour
    assert blown(sit)[-1] == (1, 4)
    sit.hit(4)
    sit.discard(4, "vest/1")
    assert outcomes(sit)[-2:] == [("missed", 1), ("hit", 4)]


def test_b59_whom_a_carried_counterattack_hits_does_not_strike_back() -> None:
    sit = fired(4, 2)
    sit.missed(2, 3)
    sit.react(2, "handgun/1", [7])
    sit.passes(3)
    sit.missed(1)
    sit.hit(4)
    sit.discard(4, "vest/1")
    assert sit.last("turn_began")["seat"] == 2


def test_known_hands_decide_where_the_storm_ends() -> None:
    hands = {1: "rifle/1 pan/1", 2: "vest/1 vest/2", 3: "smg/4 vest/3 pan/3", 4: "smg/1"}
    sit = known(4, hands=hands, **FREE)
    sit.play(1, "rifle/1", 2, [4])
    assert outcomes(sit) == [("missed", 2), ("hit", 3)]
    assert sit.view()["seats"]["3"]["owes"] == 2


def test_a_target_that_leaves_before_its_answer_is_not_carried_past() -> None:
    sit = fired(4, 2)
    sit.leave(2)
    assert blown(sit) == []
