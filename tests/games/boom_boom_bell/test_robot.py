"""The robots' rounds: who rings when, with a button held or not, and who is equally quick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.core.robots import Move
from companion.core.rulings import Ruling, TakenBack
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.robot import Robot
from companion.games.boom_boom_bell.robot_bell import (
    FASTEST_RING_NS,
    LOST,
    SLOWEST_RING_NS,
    WAITS_NS,
)
from companion.games.boom_boom_bell.robot_play import LANDS_NS, PATIENCE_NS
from tests.games.boom_boom_bell.robot_offers import (
    NEVER,
    L,
    R,
    Steady,
    at,
    due,
    free,
    gestures,
    holding,
    robot,
    starts,
    with_stacks,
)
from tests.games.boom_boom_bell.table import MS, S

# The start


@pytest.mark.parametrize(
    ("rolls", "done"),
    [
        # Whether somebody cuts in, takes a phone, forgets to hold, rings twice, keeps the button.
        ((0.9, 0.01, 0.9), ["say"]),
        ((0.9, 0.9, 0.01, 0.9), ["ring"]),
        ((0.9, 0.9, 0.01, 0.01), ["ring", "ring"]),
        ((0.9, 0.9, 0.9, 0.9, 0.01), ["hold", "ring"]),
        ((0.9, 0.9, 0.9, 0.9, 0.9), ["hold", "ring", "let_go"]),
    ],
)
def test_d2_who_is_asked_begins_by_hand_or_phone(rolls: Sequence[float], done: list[str]) -> None:
    chance = Steady()
    made = robot(chance)
    chance.rolls = list(rolls)
    assert gestures(made.moves([*free(1, 2, about="start"), *starts(1)], 0)) == done
    assert chance.rolls == []


def test_d2_a_ring_is_claimed_by_the_button_that_is_held() -> None:
    (held_at, hold), (rung_at, ring), (_, gone) = at(robot(), [*free(1), *starts(1)], 0)
    assert (hold.gesture, ring.gesture, gone.gesture) == ("hold", "ring", "let_go")
    assert hold.button == ring.button == gone.button
    assert rung_at - held_at >= 120 * MS  # so long a finger may need from one act to the next


def test_what_is_under_way_goes_on_at_the_same_moments() -> None:
    made, offers = robot(), [*free(1, 2), *starts(1)]
    first = at(made, offers, 0)
    later = at(made, offers, first[0][0])
    assert [(ns, move.gesture) for ns, move in later] == [
        (ns, move.gesture) for ns, move in first[1:]
    ]


def test_now_and_then_somebody_rings_who_may_not() -> None:
    offers = [*free(1, 2), *starts(1)]
    seats = Counter(robot(Random(seed)).moves(offers, 0)[0].seat for seed in range(150))
    assert seats[1] > seats[2] > 0


def test_a_hold_of_the_round_before_is_let_go_first() -> None:
    made = robot()
    ((_, move),) = at(made, [holding(1, R, "start"), *free(2, about="start")], 0)
    assert (move.gesture, move.seat, move.button) == ("let_go", 1, R)


def test_a_hold_that_cannot_be_let_go_by_hand_is_let_go_by_phone() -> None:
    made, offers = robot(), [holding(1, R, "start")]
    moves = [made.moves(offers, number * S)[0] for number in range(LOST + 1)]
    assert gestures(moves[:-1]) == ["let_go"] * LOST
    assert moves[-1].say == {"let_go": True}


def test_where_nobody_may_ring_yet_nobody_does() -> None:
    assert robot().moves(free(1, 2, about="start"), 0) == ()


def test_who_cannot_begin_by_hand_takes_the_phone() -> None:
    made, offers, now = robot(), [*free(1), *starts(1)], 0
    said: list[Any] = []
    for _ in range(LOST + 1):
        said += [move.say for move in made.moves(offers, now)]
        now += 5 * S
        made.moves([], now)  # what was begun is done
    assert said[-1] == {"ring": 1}
    assert said.count({"ring": 1}) == 1


# A stack


def test_d10_a_button_is_held_first_and_the_bell_is_rung_when_it_is_the_player_s() -> None:
    made = with_stacks(robot(), complete=1)
    offers = [*free(1), due(1, 1)]
    ((held_at, hold),) = at(made, offers, 100 * MS)
    assert hold.gesture == "hold"
    now = held_at + 100 * MS
    waiting = [holding(1, hold.button or L), due(1, 1)]
    assert made.moves(waiting, now) == ()
    (_, ring), (_, gone) = at(made, [holding(1, hold.button or L), due(1, 1, "ring")], now)
    assert (ring.gesture, ring.button) == ("ring", hold.button)  # the shared bell, claimed by it
    assert (gone.gesture, gone.button) == ("let_go", hold.button)


@pytest.mark.parametrize("seed", range(8))
def test_d6_the_kth_stack_is_rung_k_times_at_four_to_six_a_second(seed: int) -> None:
    chance = Steady()
    made = with_stacks(robot(chance), complete=5)
    made._bell._chance = _Between(seed)
    made.moves([*free(1), due(1, 5)], 100 * MS)
    rung = at(made, [holding(1), due(1, 5, "ring")], S)
    stamps = [ns for ns, move in rung if move.gesture == "ring"]
    apart = {later - sooner for sooner, later in pairwise(stamps)}
    assert len(stamps) == 5
    assert len(apart) == 1
    assert FASTEST_RING_NS <= apart.pop() <= SLOWEST_RING_NS


class _Between(Steady):
    """Lets nobody slip, but times differ."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._times = Random(seed)

    def getrandbits(self, k: int, /) -> int:
        return self._times.getrandbits(k)


def test_nobody_rings_while_a_burst_is_open() -> None:
    made = with_stacks(robot(), complete=1)
    made.moves([*free(1), due(1, 1)], 100 * MS)
    made.moves([holding(1), due(1, 1, "ring")], S)
    assert gestures(made.moves([holding(1), due(1, 1, "ring")], S + 500 * MS)) in ([], ["let_go"])


def test_d10_who_waits_too_long_for_the_bell_lets_go_and_tries_again() -> None:
    made = with_stacks(robot(), complete=1)
    ((held_at, hold),) = at(made, [*free(1), due(1, 1)], 100 * MS)
    waiting = [holding(1, hold.button or L), due(1, 1)]
    assert made.moves(waiting, held_at + WAITS_NS) == ()
    assert gestures(made.moves(waiting, held_at + WAITS_NS + 1)) == ["let_go"]
    assert gestures(made.moves([*free(1), due(1, 1)], held_at + 2 * WAITS_NS)) == ["hold"]


def test_who_never_gets_the_bell_takes_the_phone() -> None:
    made, now = with_stacks(robot(), complete=1), 100 * MS
    moves: list[Move] = []
    for _ in range(LOST + 3):
        moves += made.moves([*free(1), due(1, 1)], now)
        now += S
        made.moves([], now)
    assert moves[-1].say == {"ring": 1}
    assert all(move.gesture == "hold" for move in moves[:-1])


def test_whoever_has_no_complete_stack_rings_nothing() -> None:
    made = with_stacks(robot(), complete=1)
    assert made.moves([*free(1), due(1, 2)], 100 * MS) == ()


def test_who_cannot_ring_any_more_lets_go() -> None:
    made = with_stacks(robot(), complete=1)
    made.moves([*free(1), due(1, 1)], 100 * MS)
    # Frozen, say: nothing is due, while somebody else plays on.
    assert gestures(made.moves([holding(1), due(2, 3)], 2 * S)) == ["let_go"]


def test_d9_some_ring_too_few_and_some_too_many() -> None:
    counts: Counter[int] = Counter()
    for seed in range(150):
        made = with_stacks(robot(Random(seed), phones=1), complete=5)
        said = [move.say for move in made.moves([*free(1), due(1, 5)], 100 * MS) if move.say]
        counts.update(say["ring"] for say in said if "ring" in say)
    assert set(counts) == {4, 5, 6}
    assert counts[5] > 5 * (counts[4] + counts[6])


def test_a_hold_may_be_made_on_a_phone_and_is_let_go_there() -> None:
    chance = Steady()
    made = with_stacks(robot(chance, phones=1), complete=1)
    chance.rolls = [0.9, 0.9, 0.9, 0.01]  # well counted, by hand, held, on the phone
    ((held_at, hold),) = at(made, [*free(1), due(1, 1)], 100 * MS)
    assert hold.say == {"side": "left"}
    (_, ring), (_, gone) = at(made, [holding(1, L), due(1, 1, "ring")], held_at + S)
    assert (ring.gesture, gone.say) == ("ring", {"let_go": True})


# Without a hold


def bare(made: Robot, now: int) -> list[Move]:
    """Let somebody ring without a hold; return what it rings."""
    return [move for move in made.moves([*free(1), due(1, 1)], now) if move.gesture == "ring"]


def forgetful() -> tuple[Robot, Steady]:
    chance = Steady()
    made = with_stacks(robot(chance), complete=1)
    chance.rolls = [0.5, 0.5, 0.01]  # it counts well, by hand, and forgets to hold
    return made, chance


def test_d10_a_ring_without_a_hold_claims_nothing() -> None:
    made, _ = forgetful()
    (ring,) = bare(made, 100 * MS)
    assert ring.button is None


def test_who_rings_without_a_hold_in_vain_holds_the_next_time() -> None:
    made, _ = forgetful()
    bare(made, 100 * MS)
    made.heard([rulings.Stray(1)])
    assert gestures(made.moves([*free(1), due(1, 1)], 5 * S)) == ["hold"]


@pytest.mark.parametrize(
    "judged",
    [rulings.StackRung(1, 1), rulings.MisRung(1, 2, 1, "many"), rulings.ShowStack(1, 1)],
)
def test_who_rings_without_a_hold_and_is_judged_has_a_bell_of_its_own(judged: Ruling) -> None:
    made, chance = forgetful()
    bare(made, 100 * MS)
    made.heard([judged])
    chance.roll = 0.5  # mostly it is used
    (ring,) = bare(made, 5 * S)
    assert ring.button is None


def test_what_others_ring_says_nothing_of_one_s_own_bell() -> None:
    made, _ = forgetful()
    bare(made, 100 * MS)
    made.heard([rulings.StackRung(2, 1)])
    made.heard([rulings.Stray(1), rulings.StackRung(1, 1)])
    assert gestures(made.moves([*free(1), due(1, 1)], 5 * S)) == ["hold"]


# Together


def together(chance: Steady, *rolls: float, phones: float = 0) -> list[tuple[int, Move]]:
    made = with_stacks(robot(chance, phones=phones), complete=6)
    chance.rolls = list(rolls)
    return at(made, [*free(1, 2), due(1, 6), due(2, 6)], 100 * MS)


def test_d14_two_may_end_at_one_moment_on_phones() -> None:
    # They do it, on phones; each of them counts well.
    rung = together(Steady(), 0.1, 0.1)
    assert [(move.seat, move.say) for _, move in rung] == [(1, {"ring": 6}), (2, {"ring": 6})]
    assert rung[0][0] == rung[1][0] == 100 * MS + LANDS_NS


def test_d14_two_may_end_at_one_moment_on_bells_of_their_own() -> None:
    # They do it, not on phones; each counts well, by hand, without a hold.
    rung = together(Steady(), 0.1, 0.9, 0.5, 0.5, 0.01, 0.5, 0.5, 0.01)
    last = {seat: max(ns for ns, move in rung if move.seat == seat) for seat in (1, 2)}
    assert last == {1: 100 * MS + LANDS_NS, 2: 100 * MS + LANDS_NS}


def test_d25_two_may_hold_at_one_moment() -> None:
    held = together(Steady(), 0.1)
    assert [(ns, move.gesture) for ns, move in held] == [(100 * MS + LANDS_NS, "hold")] * 2


def test_two_that_are_ready_at_once_may_be_as_quick_as_they_like() -> None:
    apart = {
        abs(rung[0][0] - rung[1][0])
        for seed in range(200)
        if len(rung := ready_at_once(seed)) == 2
    }
    assert {0, 1_000, 1 * MS} <= apart
    assert any(one > 100 * MS for one in apart)


def ready_at_once(seed: int) -> list[tuple[int, Move]]:
    made = with_stacks(robot(Random(seed), phones=1), complete=1)
    rung = at(made, [*free(1, 2), due(1, 1), due(2, 1)], 100 * MS)
    return [one for one in rung if one[1].say]


def test_with_the_last_stack_some_wait_for_another_and_not_for_ever() -> None:
    chance = Steady()
    made = with_stacks(robot(chance), complete=6)
    chance.rolls = [0.1]  # it saves it
    offers = [*free(1), due(1, 6)]
    assert made.moves(offers, 100 * MS) == ()
    assert made.moves(offers, 99 * MS + PATIENCE_NS) == ()
    assert gestures(made.moves(offers, 100 * MS + PATIENCE_NS)) == ["hold"]


# 3-2-1


def test_d13_before_go_nobody_does_anything_but_the_impatient() -> None:
    made = with_stacks(robot(Steady()))
    assert made.moves(free(1, 2), S) == ()
    chance = Steady()
    made = with_stacks(robot(chance))
    chance.rolls = [0.01]
    assert "ring" in gestures(made.moves(free(1, 2), S))
    assert "ring" in gestures(made.moves(free(1), S))  # seat 2 is still at it, or done
    assert made.moves([], S) is not None


# Rash acts


@pytest.mark.parametrize(
    ("folly", "gesture"), [("ring", "hold"), ("call", "hold"), ("card", "card")]
)
def test_somebody_rash_rings_calls_or_lays_a_card_for_nothing(folly: str, gesture: str) -> None:
    made = with_stacks(robot(), complete=0)
    made._minds[1].rash = folly
    offers = [*free(1), due(1, 2)]
    moves = [*made.moves(offers, 100 * MS), *made.moves(offers, 200 * MS)]
    assert moves[0].gesture == gesture
    assert ("press" in gestures(moves)) == (folly == "call")


def test_who_cannot_ring_is_rash_in_vain() -> None:
    made = with_stacks(robot(), complete=0)
    made._minds[1].rash = "ring"
    assert made.moves([*free(1, 2), due(2, 1)], 100 * MS) == ()


def test_some_exchanges_make_somebody_rash() -> None:
    chance = Steady(0.0)  # every exchange does
    made = robot(chance)
    offers = [*free(1, 2), due(1, NEVER), due(2, NEVER)]
    made.moves(offers, 0)
    chance.roll = 0.001
    moves = [move for number in range(1, 9) for move in made.moves(offers, number * 300 * MS)]
    assert moves


# A round


def test_d20_a_tie_round_is_dealt_for_those_who_play_it() -> None:
    made = robot(players=4)
    made.heard([rulings.TieRound((2, 4), 6)])
    made.moves([*free(2, 4), due(2, 1), due(4, 1)], 0)
    assert {seat: len(own) for seat, own in made.cards.stacks.items()} == {2: 6, 4: 6}


def test_after_an_undo_cards_are_dealt_for_those_who_play() -> None:
    made = robot(players=3)
    made.heard([rulings.TieRound((1, 2), 6), TakenBack(3)])
    made.moves([*free(1, 2, 3), due(1, 1), due(2, 3), due(3, 1)], 0)
    assert {seat: len(own) for seat, own in made.cards.stacks.items()} == {1: 4, 2: 4, 3: 4}


def test_cards_are_conserved_and_every_stack_completed_while_time_passes() -> None:
    made = robot(Random(3), players=3)
    offers = [*free(1, 2, 3), *(due(seat, 6) for seat in (1, 2, 3))]
    for number in range(200):
        made.moves(offers, number * 300 * MS)
        assert made.cards.gone() is None
    assert [len(made.cards.complete(seat)) for seat in (1, 2, 3)] == [4, 4, 4]


def test_while_the_table_stands_still_nobody_exchanges() -> None:
    made = robot(Random(3), players=3)
    offers = [*free(1, 2, 3), *(due(seat, 6) for seat in (1, 2, 3))]
    made.moves(offers, 0)
    before = {seat: [*map(tuple, own)] for seat, own in made.cards.stacks.items()}
    made.moves(offers, 3600 * S)
    assert {seat: [*map(tuple, own)] for seat, own in made.cards.stacks.items()} == before
