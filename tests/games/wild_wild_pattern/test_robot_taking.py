from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_mind import LOST
from companion.games.wild_wild_pattern.robot_places import GONE, Pile
from tests.games.wild_wild_pattern.robot_tables import (
    L,
    R,
    Sure,
    answers,
    at_go,
    card,
    challenge,
    give,
    hand,
    hear,
    keep,
    only,
    take,
)

TRADE, ONE_CARD, DOLLAR = "challenge/trade", "challenge/one-card", "challenge/dollar"
AMONG = ("red/gun", "blue/loot", "white/star")
LARGER = rulings.ClaimRight(1, "", 3, "table")


# Prizes


def test_a_prize_is_tapped_on_the_tray() -> None:
    move = only(at_go(Sure()).moves(take(1, *AMONG), 0))
    assert (move.gesture, move.reader) == ("card", "tray")
    assert move.card in AMONG


def test_on_a_phone_a_prize_is_told() -> None:
    move = only(at_go(Sure(), phones=1).moves(take(1, *AMONG), 0))
    assert move.say in [{"take": [one]} for one in AMONG]


def test_w35_the_card_is_taken_for_which_the_bank_pays_most() -> None:
    taken: Counter[str | None] = Counter()
    for seed in range(80):
        made = at_go(seed)
        give(made, "blue/gun", 1)
        give(made, "blue/star", 1)
        among = take(1, "red/barrel", "blue/loot", "white/dynamite")
        move = only(answers(made.moves(among, 0)))
        taken[move.card] += 1
    assert taken["blue/loot"] > 55
    assert len(taken) > 1


def test_w37_a_wild_combination_is_worth_more_than_money() -> None:
    made = at_go(Sure(0.5))
    for colour in ("red", "blue", "white"):
        give(made, f"{colour}/wanted", 1)
    assert only(made.moves(take(1, "red/gun", "grey/wanted", "red/loot"), 0)).card == "grey/wanted"


def test_a_prize_of_two_may_be_told_at_once() -> None:
    said = []
    for seed in range(60):
        made = at_go(seed, phones=1)
        hear(made, LARGER)
        move = only(answers(made.moves(take(1, *AMONG), 0)))
        said += [move.say["take"]] if move.say else []
    both = [cards for cards in said if len({*cards} & {*AMONG}) == 2]
    assert 10 < len(both) < 50


@pytest.mark.parametrize(
    "ruling",
    [
        rulings.ClaimRight(1, "", 2, "table"),
        rulings.ClaimWrong(1, "", "rejected", 0),
        rulings.NobodyStopped(1),
    ],
)
def test_one_card_is_told_where_one_was_won(ruling: Any) -> None:
    chance = Sure()
    made = at_go(chance, phones=1)
    hear(made, LARGER, ruling)
    chance.number = 0.49
    move = only(made.moves(take(1, *AMONG), 0))
    assert move.card or len((move.say or {})["take"]) == 1


def test_a_card_that_is_not_taken_is_told_on_a_phone_at_last() -> None:
    made = at_go(Sure())
    gestures = [only(made.moves(take(1, *AMONG), 0)).gesture for _ in range(LOST + 1)]
    assert gestures == ["card"] * LOST + ["say"]


def slipping(phones: float) -> Robot:
    """Return a robot that does all that is rare; as it slips, by hand where it has a phone."""
    chance = Sure()
    made = at_go(chance, phones)
    chance.number = 0
    return made


def test_now_and_then_a_card_is_tried_that_may_not_be_taken() -> None:
    made = slipping(phones=1)
    made.cards.move(hand(made, 2), (Pile.SLOT, 0))
    assert only(made.moves(take(1, *AMONG), 0)).card == made.cards.wheel[0][0]
    assert only(made.moves(take(1, *AMONG), 0)).card in AMONG


def test_now_and_then_two_are_tried_on_a_phone() -> None:
    move = only(slipping(phones=0).moves(take(1, *AMONG), 0))
    assert len((move.say or {})["take"]) == 2


def test_without_a_stack_or_a_hand_any_card_is_forbidden_enough() -> None:
    made = slipping(phones=1)
    made.cards.move(hand(made, 1), GONE)
    assert only(made.moves(take(1, *AMONG), 0)).card in made.cards.tops()


# Challenges


def use(card: str, **more: Any) -> dict[str, Any]:
    return {"card": card, **more}


STEAL = use(ONE_CARD, take="red/gun")
SWAP = use(TRADE, give="blue/gun", take="red/loot", **{"from": 2})


def test_w20_a_challenge_is_used_or_kept() -> None:
    ways: Counter[str] = Counter()
    for seed in range(80):
        move = at_go(seed, phones=0.5).moves(challenge(1, use(DOLLAR)), 0)[-1]
        is_kept = move.button is R or move.say == {"pass": True}
        ways["kept" if is_kept else move.gesture] += 1
    assert min(ways["kept"], ways["card"], ways["say"]) > 5


def test_a_use_is_told_on_a_phone_as_a_whole() -> None:
    assert only(at_go(Sure(), phones=1).moves(challenge(1, SWAP), 0)).say == {"challenge": SWAP}


def test_a_challenge_is_tapped_on_any_reader_and_then_what_it_is_for() -> None:
    made = at_go(Sure())
    assert only(made.moves(challenge(1, SWAP), 0)).card == TRADE
    asked = [card(1, "give", None), keep(1, "give")]
    assert only(made.moves(asked, 0)).card == "blue/gun"
    asked = [card(1, "steal", None), keep(1, "steal")]
    assert only(made.moves(asked, 0)).card == "red/loot"


def test_both_readers_serve() -> None:
    moves = [at_go(seed).moves(challenge(1, STEAL), 0)[-1] for seed in range(40)]
    assert {"centre", "tray"} <= {move.reader for move in moves}


def test_what_cannot_be_chosen_is_given_up() -> None:
    made = at_go(Sure())
    made.moves(challenge(1, STEAL), 0)
    asked = [card(1, "steal", None), keep(1, "steal")]
    gestures = [only(made.moves(asked, 0)).gesture for _ in range(3)]
    assert gestures == ["card", "card", "press"]


def test_a_choice_that_nobody_remembers_is_given_up() -> None:
    asked = [card(1, "give", None), keep(1, "give")]
    move = only(at_go(Sure()).moves(asked, 0))
    assert (move.gesture, move.button) == ("press", R)


def test_now_and_then_the_choice_is_taken_back_or_a_wrong_card_tried() -> None:
    chance = Sure()
    made = at_go(chance)
    made.moves(challenge(1, STEAL), 0)
    asked = [card(1, "steal", None), keep(1, "steal")]
    chance.number = 0.05
    assert only(made.moves(asked, 0)).card in made.cards.tops()
    chance.number = 0.999
    assert only(made.moves(asked, 0)).card == "red/gun"
    chance.number = 0
    hear(made, rulings.Drawn(2))
    assert only(made.moves(asked, 0)).button is R


@pytest.mark.parametrize("phones", [0, 1])
def test_now_and_then_a_challenge_is_tried_that_cannot_be(phones: float) -> None:
    chance = Sure()
    made = at_go(chance, phones)
    made._mind.once("keeps", 1, roll=lambda: False)
    chance.number = 0.05
    move = only(made.moves(challenge(1, use(DOLLAR)), 0))
    wrong = made.cards.tops()
    assert move.card in wrong or (move.say or {})["challenge"]["take"] in wrong
    assert only(made.moves(challenge(1, use(DOLLAR)), 0)) != move


def test_a_challenge_that_is_not_taken_is_told_at_last() -> None:
    made = at_go(Sure())
    gestures = [only(made.moves(challenge(1, STEAL), 0)).gesture for _ in range(LOST + 1)]
    assert gestures == ["card"] * LOST + ["say"]


def test_without_a_use_it_is_kept() -> None:
    assert only(at_go(Sure()).moves(challenge(1), 0)).button is R


def test_what_lies_before_the_players_is_among_what_is_tried() -> None:
    made = at_go(Sure())
    give(made, "red/gun", 2)
    give(made, TRADE, 3, Pile.HELD)
    assert {"red/gun", TRADE} <= {*made._taking._anything()}
    assert only(made.moves(take(1, *AMONG), 0)).button is not L
