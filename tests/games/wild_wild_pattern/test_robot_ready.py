from __future__ import annotations

from collections import Counter

import pytest

from companion.core.rulings import Foul, Paused
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import CHALLENGES, PATTERNS
from companion.games.wild_wild_pattern.robot_mind import LOST
from companion.games.wild_wild_pattern.robot_places import DECK, GONE, Pile
from tests.games.wild_wild_pattern.robot_tables import (
    BEGUN,
    DEAL,
    L,
    Sure,
    at_go,
    drew,
    hear,
    held_by,
    lay_wheel,
    only,
    ready,
    robot,
)

# The Wheel


def test_the_dealer_lays_the_decks_cards_one_by_one() -> None:
    made = robot(Sure())
    first = made.cards.next()
    move = only(made.moves(DEAL, 0))
    assert (move.gesture, move.card, move.reader) == ("card", first, "centre")
    second = only(made.moves(DEAL, 0))
    assert made.cards.tops() == [first]
    assert second.card == made.cards.next() != first


def test_w17_a_challenge_of_the_deck_is_tapped_and_sent_away() -> None:
    made = robot(Sure(), phones=1)
    made.cards.move("challenge/trade", DECK)
    assert only(made.moves(DEAL, 0)).card == "challenge/trade"
    hear(made, rulings.SentAway("challenge/trade"))
    assert made.cards.at(GONE) == ("challenge/trade",)
    assert only(made.moves(DEAL, 0)).card is None


def test_on_a_phone_the_card_is_told_with_the_next_slot() -> None:
    made = robot(Sure(), phones=1)
    made.cards.move(PATTERNS[0], DECK)
    assert only(made.moves(DEAL, 0)).say == {"place": {"card": PATTERNS[0], "slot": 0}}
    made.cards.move(PATTERNS[1], DECK)
    move = only(made.moves(DEAL, 0))
    assert move.say is not None
    assert move.say["place"]["slot"] == 1


def test_the_last_card_lies_when_the_wheel_is_complete() -> None:
    made = lay_wheel(robot(2))
    assert [len(stack) for stack in made.cards.wheel] == [1] * 8


def test_a_card_that_a_pause_kept_in_the_hand_is_laid_after_it() -> None:
    made = robot(Sure())
    first = only(made.moves(DEAL, 0)).card
    hear(made, Paused())
    assert only(made.moves(DEAL, 0)).card == first


def gap(number: float = 0.999) -> list[str | None]:
    """Let a gap be filled, with nothing ruled; return which cards are tried."""
    made = at_go(Sure(number))
    hear(made, rulings.CardWon(2, made.cards.tops()[4], "prize"))
    return [made.cards.next(), *(only(made.moves(DEAL, 0)).card for _ in range(LOST + 2))]


def test_a_gap_is_filled_with_the_next_card_until_that_is_ruled() -> None:
    wanted, *tried = gap()
    assert tried[:LOST] == [wanted] * LOST


def test_a_card_that_is_not_taken_again_and_again_is_not_the_next_one() -> None:
    wanted, *tried = gap()
    assert PATTERNS[-1] in tried[LOST:] != [wanted] * 2


def test_now_and_then_a_card_is_laid_that_lies_there_already() -> None:
    made = at_go(3)
    hear(made, rulings.CardWon(2, made.cards.tops()[4], "prize"))
    tried: Counter[bool] = Counter()
    for _ in range(600):
        move = only(made.moves(DEAL, 0))
        card = move.card or (move.say or {})["place"]["card"]
        tried[card in made.cards.tops()] += 1
        hear(made, rulings.GoneOn())  # nothing of a card
    assert 0 < tried[True] < 30


def test_w19_without_a_deck_a_challenge_is_told_at_last() -> None:
    made = at_go(Sure())
    for card in (*made.cards.at(DECK), *CHALLENGES):
        made.cards.move(card, GONE)
    made.cards.move("challenge/10c", (Pile.ASIDE, 2))
    move = only(made.moves(DEAL, 0))
    assert (move.seat, move.say) == (2, {"drew": "challenge/10c"})
    hear(made, rulings.LaidAside(2, "challenge/10c"))
    assert only(made.moves(DEAL, 0)).card in PATTERNS


# Ready


def test_everybody_who_is_missing_draws_a_card_and_holds() -> None:
    made = lay_wheel(robot(Sure()))
    left = len(made.cards.at(DECK))
    moves = made.moves(ready(1, 3, held=(2,)), 0)
    assert [(move.seat, move.gesture) for move in moves] == [(1, "hold"), (3, "hold")]
    assert len(made.cards.at(DECK)) == left - 3


def test_nobody_draws_twice() -> None:
    made = lay_wheel(robot(Sure()))
    made.moves(ready(1, 2), 0)
    left = len(made.cards.at(DECK))
    hear(made, Foul(1, "early_look", None))
    made.moves(ready(1, 2), 0)
    assert len(made.cards.at(DECK)) == left


def test_a_challenge_is_not_seen_before_go() -> None:
    made = lay_wheel(robot(Sure()))
    made.cards.move("challenge/trade", DECK)
    made.moves(ready(1), 0)
    assert made.cards.hand(1) == "challenge/trade"


def test_some_hold_by_hand_and_some_on_phones() -> None:
    made = lay_wheel(robot(1, phones=0.5))
    gestures = {move.gesture for _ in range(60) for move in made.moves(ready(1, 2, 3), 0)}
    assert {"hold", "say"} <= gestures


def test_hands_wait_for_go_mostly() -> None:
    early = 0
    for seed in range(120):
        made = lay_wheel(robot(seed))
        early += len(made.moves([held_by(seat, "wait") for seat in (1, 2, 3)], 0))
    assert 0 < early < 20


@pytest.mark.parametrize("about", ["wait", "ready"])
def test_an_early_look_lets_go_of_what_was_held(about: str) -> None:
    chance = Sure()
    made = lay_wheel(robot(chance))
    made.moves(ready(1), 0)
    chance.number = 0
    move = next(m for m in made.moves([held_by(1, about)], 0) if m.gesture == "let_go")
    assert (move.seat, move.button) == (1, L)
    assert move.after > 0


def test_a_hold_on_a_phone_is_let_go_on_the_phone() -> None:
    chance = Sure()
    made = lay_wheel(robot(chance, phones=1))
    made.moves(ready(1), 0)
    chance.number = 0
    assert [move.say for move in made.moves([held_by(1, "wait")], 0)] == [{"let_go": True}]


def test_who_looked_early_does_not_do_it_twice_in_a_turn() -> None:
    chance = Sure(0)
    made = robot(chance)
    assert len(made.moves([held_by(1, "wait")], 0)) == 1
    assert made.moves([held_by(1, "wait")], 0) == []
    hear(made, rulings.Drawn(1))
    assert len(made.moves([held_by(1, "wait")], 0)) == 1


# What comes by itself


def told(number: float, phones: float = 0) -> list[tuple[str, object]]:
    """Return how a Challenge is told while somebody takes a card."""
    chance = Sure()
    made = at_go(chance, phones)
    made.cards.move("challenge/10c", (Pile.ASIDE, 2))
    chance.number = number
    moves = made.moves([*ready(1), *drew(1, 2, 3)], 0)
    return [(move.gesture, move.card or move.say) for move in moves if move.seat == 2]


def test_w19_a_challenge_is_tapped_with_the_own_button_first() -> None:
    assert told(0.3) == [("press", None), ("card", "challenge/10c")]


def test_w19_a_challenge_can_wait() -> None:
    assert told(0.6) == []


def test_w19_a_challenge_is_told_on_a_phone_where_nothing_can_be_tapped() -> None:
    chance = Sure()
    made = at_go(chance)
    made.cards.move("challenge/10c", (Pile.ASIDE, 2))
    chance.number = 0.3
    moves = made.moves(ready(1, 2, 3), 0)
    assert [move.say for move in moves if move.seat == 2 and move.say] == [
        {"drew": "challenge/10c"}
    ]


def test_a_challenge_that_nobody_takes_note_of_is_not_told_for_ever() -> None:
    chance = Sure()
    made = at_go(chance)
    made.cards.move("challenge/10c", (Pile.ASIDE, 2))
    chance.number = 0.3
    said = [
        move
        for _ in range(LOST + 5)
        for move in made.moves(ready(1, 2), 0)
        if move.say and "drew" in move.say
    ]
    assert len(said) == LOST


def test_w47_a_target_is_told_now_and_then_and_once() -> None:
    targets: list[str] = []
    for seed in range(60):
        made = robot(seed)
        for _ in range(12):
            moves = made.moves(ready(1, 2, 3), 0)
            targets += [move.say["drew"] for move in moves if move.say and "drew" in move.say]
            hear(made, rulings.GoneOn())
    assert 20 < len(targets) < 90
    assert not {*targets} & {*CHALLENGES, *PATTERNS}


def test_w41_targets_are_dealt_anew_with_a_manche() -> None:
    chance = Sure(0)
    made = robot(chance)
    assert any(move.say and "drew" in move.say for move in made.moves(ready(1), 0))
    chance.number = 0.999
    hear(made, BEGUN)
    chance.number = 0
    assert not any(move.say and "drew" in move.say for move in made.moves(ready(1), 0))
