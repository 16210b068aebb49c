"""The robots' stacks: shown when they are rung, and looked at in the end (D12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.robots import Move
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.robot import Robot
from companion.games.boom_boom_bell.robot_tray import LOST as LOST_STACKS
from tests.games.boom_boom_bell.robot_offers import (
    L,
    R,
    Steady,
    asks,
    due,
    free,
    gestures,
    robot,
    shows,
    with_stacks,
)
from tests.games.boom_boom_bell.table import MS, S, four

# Showing a stack (verify: rung)


def shown(made: Robot, offers: Sequence[Offer], most: int = 40) -> list[Move]:
    """Let what is planned be done, again and again."""
    moves: list[Move] = []
    for number in range(1, most):
        moves += made.moves(offers, number * 300 * MS)
    return moves


def test_d12_a_rung_stack_is_shown_card_by_card() -> None:
    made = with_stacks(robot(verify="rung"), complete=1)
    moves = shown(made, [*free(1), due(1, 1), *shows(1)], 5)
    assert [(move.card, move.reader) for move in moves] == [(card, "tray") for card in four(1)]


def test_where_several_show_the_own_button_says_whose_the_first_card_is() -> None:
    made = with_stacks(robot(verify="rung"), complete=1)
    moves = shown(made, [*free(1), *shows(1), *shows(2)][:4] + shows(2), 3)
    assert gestures([move for move in moves if move.seat == 2]) == ["press", "card", "card"]


def test_d12_a_stack_is_told_on_a_phone_too() -> None:
    made = with_stacks(robot(Steady(0.2), verify="rung"), complete=1)
    assert made.moves([*free(1), *shows(1)], 300 * MS)[0].say == {"stack": four(1)}


def test_cards_that_came_to_nothing_are_laid_again_or_told() -> None:
    chance = Steady()
    made = with_stacks(robot(chance, verify="rung"), complete=1)
    moves = shown(made, [*free(1), *shows(1)], 9)
    assert [move.card for move in moves] == four(1) * 2
    chance.roll = 0.4
    assert shown(made, [*free(1), *shows(1)], 2)[0].say == {"stack": four(1)}


def test_d8_a_stack_that_nobody_takes_is_withdrawn_and_another_one_shown() -> None:
    made = with_stacks(robot(verify="rung"), complete=2)
    moves = shown(made, [*free(1), *shows(1)], 4 * (LOST_STACKS + 2) + 2)
    assert moves[-1].say == {"pass": True}
    tried = {made.cards.picture(str(move.card)) for move in moves if move.card}
    made.heard([rulings.NoStack(1)])
    (other,) = made.moves([*free(1), *shows(1)], 60 * S)
    assert made.cards.picture(str(other.card)) not in tried


def test_when_no_stack_is_taken_all_are_tried_again() -> None:
    made = with_stacks(robot(verify="rung"), complete=1)
    offers = [*free(1), *shows(1)]
    assert shown(made, offers, 4 * (LOST_STACKS + 2) + 2)[-1].say == {"pass": True}
    made.heard([rulings.NoStack(1)])
    assert made.moves(offers, 60 * S)[0].say == {"pass": True}
    made.heard([rulings.NoStack(1)])
    assert made.moves(offers, 61 * S)[0].card in four(1)


def test_d8_a_stack_that_is_none_is_withdrawn() -> None:
    made = with_stacks(robot(verify="rung"), complete=0)
    assert made.moves([*free(1), *shows(1)], 300 * MS)[0].say == {"pass": True}


def test_d8_some_withdraw_a_true_stack() -> None:
    chance = Steady()
    made = with_stacks(robot(chance, verify="rung"), complete=1)
    chance.rolls = [0.9, 0.01]
    assert made.moves([*free(1), *shows(1)], 300 * MS)[0].say == {"pass": True}


def test_some_lay_a_wrong_card() -> None:
    chance = Steady()
    made = with_stacks(robot(chance, verify="rung"), complete=1)
    chance.rolls = [0.9, 0.9, 0.01]
    moves = shown(made, [*free(1), *shows(1)], 6)
    assert moves[0].card not in four(1)
    assert [move.card for move in moves[1:]] == four(1)


def test_a_stack_that_was_shown_is_not_shown_again() -> None:
    made = with_stacks(robot(verify="rung"), complete=2)
    shown(made, [*free(1), *shows(1)], 5)
    made.heard([rulings.StackShown(1, "picture-01"), rulings.StackRung(1, 1)])
    assert {move.card for move in shown(made, [*free(1), *shows(1)], 5)} == set(four(2))


def test_d12_a_picture_that_another_has_rung_is_not_shown() -> None:
    made = with_stacks(robot(verify="rung"), complete=2)
    made.heard([rulings.StackShown(2, "picture-01"), rulings.StackRung(2, 1)])
    assert {move.card for move in shown(made, [*free(1), *shows(1)], 5)} == set(four(2))


# The look at the end


def looking(chance: Random, complete: int = 6, **options: Any) -> Robot:
    made = with_stacks(robot(chance, **options), complete=complete)
    made.heard([rulings.Called(1), rulings.Finished(1, None)])
    return made


def test_d12_the_finisher_looks_and_says_that_all_is_well() -> None:
    (move,) = looking(Steady()).moves([*asks(1), *shows(1)[:1]], S)
    assert (move.gesture, move.button) == ("press", L)


def test_d13_a_call_that_was_wrong_is_taken_back() -> None:
    (move,) = looking(Steady(), complete=5).moves([*asks(1), *shows(1)[:1]], S)
    assert (move.gesture, move.button) == ("press", R)


@pytest.mark.parametrize(("complete", "say"), [(6, {"done": True}), (5, {"pass": True})])
def test_d12_it_may_be_said_on_a_phone(complete: int, say: dict[str, bool]) -> None:
    (move,) = looking(Steady(0.25), complete).moves([*asks(1), *shows(1)[:1]], S)
    assert move.say == say


def test_d13_some_take_a_true_call_back() -> None:
    chance = Steady()
    made = looking(chance)
    chance.rolls = [0.01]
    assert made.moves(asks(1), S)[0].button is R


def test_d12_some_show_their_stacks_first() -> None:
    cards = Counter(
        sum(move.gesture in ("card", "say") for move in shown_at_the_end(seed))
        for seed in range(60)
    )
    assert cards[0]
    assert max(cards) >= 6


def shown_at_the_end(seed: int) -> list[Move]:
    """Return the moves of a finisher whose every stack is taken, until it answers."""
    made, moves, laid = looking(Random(seed)), [], 0
    for _ in range(80):
        (move,) = made.moves([*asks(1, may_end=laid % 4 == 0), *shows(1)[:1]], S)
        moves.append(move)
        if move.gesture == "press" or move.say in ({"done": True}, {"pass": True}):
            return moves
        told = move.say and "stack" in move.say
        laid += 1 if move.card else 0
        if told or (move.card and laid % 4 == 0):
            laid = 0
            card = str(move.card or (move.say or {})["stack"][0])
            made.heard([rulings.StackShown(1, made.cards.picture(card))])
    raise AssertionError(moves)


def test_d12_with_verify_rung_the_last_stack_is_shown_before_it_is_done() -> None:
    made = looking(Steady(), verify="rung")
    first = [made.moves([*asks(1, may_end=False), *shows(1)[:1]], S)[0] for _ in range(4)]
    assert len({made.cards.picture(str(move.card)) for move in first}) == 1
    made.heard([rulings.StackShown(1, made.cards.picture(str(first[0].card)))])
    (move,) = made.moves([*asks(1), *shows(1)[:1]], S)
    assert (move.gesture, move.button) == ("press", L)


def test_d13_a_finisher_that_cannot_show_what_it_must_takes_the_call_back() -> None:
    made = looking(Steady(), verify="rung")
    offers = [*asks(1, may_end=False), *shows(1)[:1]]
    moves = [made.moves(offers, S)[0] for _ in range(4 * (LOST_STACKS + 2) + 2)]
    assert (moves[-1].gesture, moves[-1].button) == ("press", R)


def test_a_finisher_without_a_stack_to_show_answers() -> None:
    made = looking(Steady(), complete=0, verify="rung")
    assert made.moves([*asks(1, may_end=False), *shows(1)[:1]], S)[0].button is R


def test_after_a_call_that_was_taken_back_the_stacks_are_looked_at_anew() -> None:
    made = looking(Steady(), complete=5)
    made.moves(asks(1), S)
    made.heard([rulings.FalseCall(1, "stacks"), rulings.GoneOn()])
    made.cards.stacks[1][5] = four(13)
    made.heard([rulings.Finished(1, None)])
    assert made.moves(asks(1), 9 * S)[0].button is L
