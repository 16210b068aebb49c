from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.core.events import Side
from companion.games.click_click_boom.robot_cards import RobotCards
from firmware.shelf import manifest

CARDS = manifest("click_click_boom")["cards"]


def cards(players: int = 3, *, is_quick: bool = False, seed: int = 1) -> RobotCards:
    dealt = RobotCards(range(1, players + 1), CARDS, Random(seed), is_quick=is_quick)
    dealt.deal()
    return dealt


def kinds(names: list[str]) -> Counter[str]:
    return Counter(name.partition("/")[0] for name in names)


def everything(table: RobotCards) -> list[str]:
    return sorted(card for lot in table.lots.values() for card in lot.all())


@pytest.mark.parametrize("players", [2, 3, 6])
def test_everybody_is_dealt_three_pay_two_stolen_and_a_boom(players: int) -> None:
    table = cards(players)
    for lot in table.lots.values():
        assert kinds(lot.hand) == {"pay": 3, "stolen": 2, "boom": 1}
    assert len(set(everything(table))) == 6 * players


@pytest.mark.parametrize("players", [2, 6])
def test_quick_play_deals_five_clicks_and_a_boom(players: int) -> None:
    table = cards(players, is_quick=True)
    for lot in table.lots.values():
        assert len(lot.hand) == 6
        assert kinds(lot.hand)["boom"] == 1
    assert len(set(everything(table))) == 6 * players


def test_quick_play_hands_differ_in_what_clicks_they_hold() -> None:
    hands = [kinds(lot.hand)["pay"] for lot in cards(6, is_quick=True).lots.values()]
    assert len(set(hands)) > 1


def test_the_revealed_card_goes_to_the_pile_and_the_other_back_to_the_hand() -> None:
    table = cards()
    table.lay_out(1, is_same=False)
    left, right = table.lots[1].laid[Side.LEFT], table.lots[1].laid[Side.RIGHT]
    table.turn_up(1, Side.RIGHT)
    table.clear()
    assert table.lots[1].pile == [right]
    assert left in table.lots[1].hand
    assert not table.lots[1].laid


def test_laying_out_twice_changes_nothing() -> None:
    table = cards()
    table.lay_out(1, is_same=True)
    laid = dict(table.lots[1].laid)
    table.lay_out(1, is_same=False)
    assert table.lots[1].laid == laid
    assert table.lots[1].is_same


def test_c28_carla_takes_the_card_back_and_lays_one_of_the_hand_face_down() -> None:
    table = cards()
    before = everything(table)
    table.lay_out(1, is_same=False)
    card = table.lots[1].laid[Side.LEFT]
    table.turn_up(1, Side.LEFT)
    table.put_back(1)
    assert card in (*table.lots[1].hand, *table.lots[1].hidden)
    assert len(table.lots[1].hidden) == 1
    assert len(table.lots[1].hand) == 4
    table.clear()
    assert (len(table.lots[1].hand), table.lots[1].pile) == (5, [])
    assert everything(table) == before


def test_c28_without_a_revealed_card_nothing_is_put_back() -> None:
    table = cards()
    table.lay_out(1, is_same=False)
    table.put_back(1)
    assert not table.lots[1].hidden


def test_c35_a_swap_leaves_the_table_cards() -> None:
    table = cards()
    table.lay_out(2, is_same=False)
    mine, theirs, laid = set(table.lots[1].hand), set(table.lots[2].hand), table.lots[2].laid
    table.swap(1, 2)
    assert (set(table.lots[1].hand), set(table.lots[2].hand)) == (theirs, mine)
    assert table.lots[2].laid == laid


@pytest.mark.parametrize(("side", "receiver"), [(Side.LEFT, 3), (Side.RIGHT, 5)])
def test_c13_a_card_is_passed_to_the_next_giver_on_the_tokens_side(
    side: Side, receiver: int
) -> None:
    table = cards(5)
    before = {seat: set(lot.hand) for seat, lot in table.lots.items()}
    table.pass_on((1, 3, 5), side)
    got = set(table.lots[receiver].hand) - before[receiver]
    assert len(got) == 1
    assert got < before[1]
    assert table.lots[2].hand != []
    assert set(table.lots[2].hand) == before[2]


def test_an_empty_hand_passes_nothing() -> None:
    table = cards(2)
    table.lots[1].hand.clear()
    table.pass_on((1, 2), Side.LEFT)
    assert (len(table.lots[1].hand), len(table.lots[2].hand)) == (1, 5)


def test_who_has_one_card_is_not_picked_from() -> None:
    table = cards()
    del table.lots[1].hand[1:]
    table.lay_out(1, is_same=False)
    assert not table.lots[1].laid
