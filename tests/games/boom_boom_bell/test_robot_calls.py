"""The robots' calls: "Boom Boom!" in time, early, late, or not at all (D21)."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.core.robots import Move
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.robot import Robot
from tests.games.boom_boom_bell.robot_offers import (
    R,
    Steady,
    at,
    called_for,
    due,
    free,
    gestures,
    holding,
    robot,
    with_stacks,
)
from tests.games.boom_boom_bell.table import MS, S

# The call


def test_d21_after_the_last_rings_the_player_calls_by_both_buttons_or_on_a_phone() -> None:
    ways = Counter(
        tuple(gestures(call_of(Random(seed), phones=0.5)[1]))  # one seat in two has a phone
        for seed in range(200)
    )
    assert {("hold", "press", "let_go"), ("say",), ()} <= set(ways)


def call_of(chance: Random, phones: float = 0) -> tuple[Robot, list[Move]]:
    made = with_stacks(robot(chance, phones=phones), complete=6)
    offers = [*free(1), called_for(1)]
    moves = [*made.moves(offers, 100 * MS), *made.moves(offers, 300 * MS)]
    return made, [move for move in moves if move.say != {"ring": 1}]


def test_d21_both_buttons_are_pressed_within_half_a_second() -> None:
    for seed in range(100):
        _, moves = call_of(Random(seed))
        if gestures(moves) == ["hold", "press", "let_go"]:
            hold, press, _ = moves
            assert 120 * MS < press.after - hold.after < 500 * MS
            assert hold.button is not press.button


def test_d21_some_call_late_and_some_not_at_all() -> None:
    late = forgot = 0
    for seed in range(150):
        made, moves = call_of(Random(seed))
        if not moves:
            again = [*free(1), called_for(1)]
            made.moves(again, S)
            after = made.moves(again, 3 * S + 200 * MS)
            late += bool(after)
            forgot += not after
    assert late
    assert forgot


def test_d21_after_a_call_that_was_forgotten_the_stack_is_rung_again() -> None:
    chance = Steady()
    made = with_stacks(robot(chance), complete=6)
    chance.rolls = [0.01]
    assert made.moves([*free(1), called_for(1)], 100 * MS) == ()
    made.heard([rulings.NotCalled(1)])
    assert gestures(made.moves([*free(1), due(1, 6)], 4 * S)) == ["hold"]
    made.heard([rulings.LastRung(1, 6)])
    later = [*made.moves([*free(1), called_for(1)], 8 * S)]
    later += made.moves([*free(1), called_for(1)], 9 * S)
    assert "press" in gestures(later)


def test_d8_some_ring_on_when_no_stack_is_due() -> None:
    rung = [
        move.say
        for seed in range(150)
        for move in with_stacks(robot(Random(seed))).moves([*free(1), called_for(1)], 100 * MS)
        if move.say
    ]
    assert {"ring": 1} in rung


def test_whoever_holds_lets_go_before_it_calls() -> None:
    made = with_stacks(robot(), complete=6)
    offers = [holding(1, R), called_for(1)]
    made.moves(offers, 100 * MS)
    moves = [move for _, move in at(made, offers, 300 * MS)]
    assert gestures(moves) == ["let_go", "hold", "press", "let_go"]
    assert moves[0].button is R


def test_d21_some_call_before_their_burst_has_closed() -> None:
    early = 0
    for seed in range(60):
        made = with_stacks(robot(Random(seed)), complete=6)
        made.moves([*free(1), due(1, 6)], 100 * MS)
        rung = at(made, [holding(1), due(1, 6, "ring")], 9 * S)
        moves = [move for _, move in rung]
        if any(one.gesture == "press" or one.say == {"boom_boom": True} for one in moves):
            early += 1
            last = max(ns for ns, move in rung if move.gesture == "ring")
            calls = [ns for ns, move in rung if ns > last + 200 * MS]
            assert min(calls) - last < 800 * MS
    assert 5 < early < 40
