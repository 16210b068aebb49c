"""The robots' cards: dealt and exchanged as the rulebook says, never lost, and whole at last."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.boom_boom_bell.robot_cards import RobotCards
from companion.games.boom_boom_bell.state import AWARD, STACKS
from firmware.shelf import manifest

CARDS = manifest("boom_boom_bell")["cards"]
PICTURES = {card: fields["kind"] for card, fields in CARDS.items()}
MOST_EXCHANGES = 200  # of each player in a round; a dozen or two are the rule


def dealt(players: int = 3, stacks: int | None = None, seed: int = 1) -> RobotCards:
    cards = RobotCards(PICTURES, Random(seed))
    cards.deal(range(1, players + 1), stacks or STACKS[players])
    return cards


def four(picture: int) -> list[str]:
    return [f"picture-{picture:02}/{number}" for number in range(1, 5)]


def lying(cards: RobotCards) -> Counter[str]:
    stacks = [stack for own in cards.stacks.values() for stack in own]
    return Counter(card for some in (cards.board, *stacks) for card in some)


# The deal


@pytest.mark.parametrize(("players", "stacks"), [(2, 6), (3, 4), (4, 3)])
def test_d1_all_52_cards_are_dealt_and_no_award(players: int, stacks: int) -> None:
    cards = dealt(players)
    assert [len(own) for own in cards.stacks.values()] == [stacks] * players
    assert len(cards.board) == 4
    assert lying(cards) == Counter(card for card, kind in PICTURES.items() if kind != AWARD)


def test_for_fewer_stacks_every_picture_in_play_is_whole() -> None:
    cards = dealt(players=2, stacks=3)
    assert sorted(Counter(map(cards.picture, lying(cards))).values()) == [4] * 7
    assert cards.gone() is None


def test_a_new_deal_takes_all_cards_back() -> None:
    cards = dealt(players=4)
    cards.deal((2, 3), 6)
    assert list(cards.stacks) == [2, 3]
    assert cards.gone() is None


# Exchanges


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_exchanging_ends_with_every_stack_complete_whoever_is_slow(
    players: int, seed: int
) -> None:
    cards, chance = dealt(players, seed=seed), Random(seed)
    for _ in range(MOST_EXCHANGES):
        # Some players are four times as quick as others.
        cards.exchange(chance.choice([seat for seat in cards.stacks for _ in range(seat)]))
    complete = {seat: len(cards.complete(seat)) for seat in cards.stacks}
    assert complete == dict.fromkeys(cards.stacks, STACKS[players])
    assert cards.gone() is None


def test_d3_an_exchange_is_one_card_of_a_stack_for_one_of_the_board() -> None:
    cards = dealt(4)
    for turn in range(MOST_EXCHANGES):
        seat = turn % 4 + 1
        board, own = Counter(cards.board), [list(stack) for stack in cards.stacks[seat]]
        before = {other: [*map(tuple, some)] for other, some in cards.stacks.items()}
        has = cards.exchange(seat)
        changed = [
            place
            for place, stack in enumerate(own)
            if Counter(stack) != _counted(cards, seat, place)
        ]
        assert len(changed) == has
        assert sum((board - Counter(cards.board)).values()) == has
        for place in changed:
            assert cards.in_hand[seat] == place  # D5
        del before[seat]
        assert before == {other: [*map(tuple, cards.stacks[other])] for other in before}
        assert cards.gone() is None


def _counted(cards: RobotCards, seat: int, place: int) -> Counter[str]:
    return Counter(cards.stacks[seat][place])


def test_d7_a_stack_that_was_dealt_complete_is_never_broken() -> None:
    for seed in range(400):
        cards = dealt(seed=seed)
        whole = {stack for seat in cards.stacks for stack in cards.complete(seat)}
        if whole:
            break
    for turn in range(MOST_EXCHANGES):
        cards.exchange(turn % 3 + 1)
    assert whole <= {stack for seat in cards.stacks for stack in cards.complete(seat)}


def test_nobody_exchanges_what_helps_nobody_while_something_helps_another() -> None:
    for seed in range(50):
        cards = dealt(2, seed=seed)
        while cards.exchange(1):
            pass
        assert not cards.exchange(1)


def test_a_board_that_helps_nobody_changes_all_the_same() -> None:
    """Let one player give away what the other wants, when all four cards are the spare ones."""
    found = 0
    for seed in range(60):
        cards = dealt(2, seed=seed)
        for turn in range(MOST_EXCHANGES):
            if len({*map(cards.picture, cards.board)}) == 1 and len(cards.complete(1)) < 6:
                assert cards.exchange(1)
                found += 1
                break
            cards.exchange(turn % 2 + 1)
    assert found


def test_who_has_not_been_dealt_has_no_stacks() -> None:
    assert dealt(2).complete(4) == ()


def test_strays_are_awards_and_all_that_lies_in_no_complete_stack() -> None:
    cards = dealt(2)
    cards.stacks[1] = [four(1), four(2)]
    assert not {*four(1), *four(2)} & set(cards.strays(1))
    assert "award/1" in cards.strays(1)


# What is gone


def test_a_card_that_fell_under_the_table_is_told() -> None:
    cards = dealt()
    card = cards.stacks[2][1].pop()
    assert cards.gone() == f"cards gone: ['{card}']; too many: []"


def test_a_card_that_is_there_twice_is_told() -> None:
    cards = dealt()
    card, cards.board[0] = cards.board[0], cards.board[1]
    assert cards.gone() == f"cards gone: ['{card}']; too many: ['{cards.board[1]}']"


def test_d5_stacks_that_are_not_four_cards_are_told() -> None:
    cards = dealt()
    cards.stacks[1][0].append(cards.stacks[2][0].pop())
    assert cards.gone() == "stacks of [5, 3] cards"
