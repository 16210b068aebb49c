from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from companion.core.robots import Chance, Move
from companion.core.stamps import NS_PER_MS, NS_PER_S
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_claims import CARDLESS, SILENT, Meant
from companion.games.wild_wild_pattern.robot_judging import IN_VAIN, MISSPELT
from companion.games.wild_wild_pattern.robot_mind import LOST
from companion.games.wild_wild_pattern.robot_places import GONE
from tests.games.wild_wild_pattern.robot_tables import (
    L,
    R,
    Sure,
    at_go,
    card,
    covering,
    drew,
    hand,
    hear,
    judge,
    number,
    only,
    shoot,
    spoken,
)

RIGHT = Meant(3, ("after", "blue", "loot"), 3)
LAY = [card(1, "lay"), *drew(1, 2, 3)]


def meaning(made: Robot, meant: Meant) -> Robot:
    """Let seat 1 mean to claim something."""
    made._shots._meant[1] = meant
    return made


def about_to_lay(chance: Chance | int, phones: float = 0, meant: Meant = RIGHT) -> Robot:
    return meaning(at_go(chance, phones), meant)


def laid(chance: Chance | int = 1, phones: float = 0, meant: Meant = RIGHT) -> Robot:
    return meaning(covering(chance, phones), meant)


# The card


def test_who_covers_lays_the_own_card_in_time() -> None:
    made = about_to_lay(Sure())
    move = only(made.moves(LAY, 0))
    assert (move.card, move.reader) == (hand(made, 1), "centre")
    assert 0 < move.after < NS_PER_S


def test_the_moment_to_lay_it_is_kept_when_asked_again() -> None:
    made = about_to_lay(Sure())
    first = only(made.moves(LAY, 0)).after
    assert only(made.moves(LAY, 1000)).after == first - 1000
    assert only(made.moves(LAY, NS_PER_S)).after == 1


def test_on_a_phone_the_card_is_told_with_its_slot() -> None:
    said = [only(about_to_lay(seed, phones=1).moves(LAY, 0)).say for seed in range(40)]
    assert 5 < sum(say is not None and say["cover"]["slot"] == 3 for say in said) < 40


def test_now_and_then_another_card_is_tapped_first() -> None:
    made = about_to_lay(Sure(0))
    tops = made.cards.tops()
    assert only(made.moves(LAY, 0)).card in tops


def test_w8_who_forgets_the_card_never_lays_it() -> None:
    made = about_to_lay(1, meant=Meant(0, ("after", "gun", "gun"), wrong=CARDLESS))
    assert made.moves(LAY, 0) == ()


def test_a_card_that_is_not_taken_is_guessed_at_last() -> None:
    made = about_to_lay(Sure())
    own = hand(made, 1)
    tried = [only(made.moves(LAY, 0)).card for _ in range(LOST + 1)]
    assert tried == [own] * LOST + ["white/wanted"]
    made.cards.move(own, GONE)
    assert only(made.moves(LAY, 0)).card == "white/wanted"


def test_what_nobody_remembers_after_a_restart_is_found_anew() -> None:
    made = at_go(Sure())
    assert only(made.moves(LAY, 0)).card == hand(made, 1)
    made.cards.move(hand(made, 2), GONE)
    assert made._shots.meaning(2).wrong == "claim_no_object"


# The words


def test_who_has_spoken_presses_either_button_in_time() -> None:
    moves = [only(laid(seed).moves(spoken(1), 0)) for seed in range(60)]
    assert {L, R} <= {move.button for move in moves}
    assert all(0 < move.after < NS_PER_S for move in moves)


def test_w8_the_claim_may_be_entered_in_place_of_a_button() -> None:
    moves = [only(laid(seed).moves(spoken(1), 0)) for seed in range(80)]
    claims = [move for move in moves if move.say and "claim" in move.say]
    assert {tuple(move.say["claim"]) for move in claims if move.say} == {RIGHT.words}
    assert len({move.seat for move in claims}) > 1


def test_the_covered_card_may_be_shown_first() -> None:
    shown: Counter[bool] = Counter()
    for seed in range(80):
        made = laid(seed)
        covered = made.cards.wheel[3][-1]
        shown[only(made.moves(spoken(1), 0)).card == covered] += 1
    assert shown[False] > shown[True] > 5


def test_w8_who_forgets_to_speak_does_nothing() -> None:
    made = laid(meant=Meant(0, ("after", "gun", "gun"), wrong=SILENT))
    assert made.moves(spoken(1), 0) == ()


# Without haste


def judged(made: Robot, times: int = 4, voters: Sequence[int] = (2, 3)) -> list[Move]:
    return [move for _ in range(times) for move in made.moves(judge(1, *voters), 0)]


def test_the_covered_card_is_shown_and_then_the_words_are_entered() -> None:
    for seed in range(60):
        made = laid(seed)
        covered = made.cards.wheel[3][-1]
        moves = judged(made, times=2)
        if moves[1].say and "claim" in moves[1].say and moves[0].gesture == "card":
            assert moves[0].card == covered
            assert moves[1].say["claim"] == ["after", "blue", "loot"]
            return
    pytest.fail("nobody enters a claim")


def test_without_phones_all_opponents_judge_and_by_the_truth_mostly() -> None:
    votes: Counter[bool] = Counter()
    for seed in range(60):
        for is_right in (True, False):
            wrong = None if is_right else "too_few"
            made = laid(seed, meant=Meant(3, RIGHT.words, 1, wrong))
            for move in judged(made, times=2):
                if move.button is not None:
                    votes[(move.button is L) == is_right] += 1
    assert votes[True] > 10 * votes[False] > 0


def test_only_opponents_who_have_not_judged_yet_are_asked_again() -> None:
    made = laid(Sure())
    assert {move.seat for move in judged(made, times=2, voters=(3,))[1:]} == {3}


def test_a_slot_is_told_on_a_phone() -> None:
    made = laid(Sure(), phones=1)
    assert judged(made, times=1)[0].say == {"cover": {"card": made.cards.played, "slot": 3}}


def test_now_and_then_another_card_is_shown_first_and_then_the_right_one() -> None:
    chance = Sure()
    made = laid(chance)
    covered = made.cards.wheel[3][-1]
    chance.number = 0
    wrong = judged(made, times=1)[0].card
    chance.number = 0.999
    assert wrong != judged(made, times=1)[0].card == covered


def test_now_and_then_a_word_is_entered_that_means_nothing() -> None:
    chance = Sure()
    made = laid(chance)
    judged(made, times=1)
    chance.number = 0
    said = [move.say["claim"] for move in judged(made, times=1) if move.say]
    assert said == [[*MISSPELT[0]], [*RIGHT.words]]


def test_what_was_not_understood_is_told_again() -> None:
    chance = Sure()
    made = laid(chance)
    judged(made, times=1)
    chance.number = 0.5
    gestures = [move.gesture for move in judged(made, times=4, voters=())]
    assert gestures == ["say", "card", "card", "say"]


def test_a_covered_card_that_is_not_taken_is_guessed_at_last() -> None:
    made = laid(Sure())
    covered = made.cards.wheel[3][-1]
    cards = [move.card for move in judged(made, times=IN_VAIN + 2, voters=())]
    assert cards == [covered] * IN_VAIN + ["white/wanted"] * 2


def test_on_an_empty_slot_any_card_is_tried() -> None:
    made = laid(Sure())
    made.cards.move(made.cards.wheel[3][-1], GONE)
    assert judged(made, times=1)[0].card == "white/wanted"


def test_w11_a_right_claim_leaves_its_card_where_it_covers() -> None:
    made = laid()
    played = made.cards.played
    hear(made, rulings.ClaimRight(1, "", 2, "table"))
    assert (made.cards.wheel[3][-1], made.cards.played) == (played, None)
    hear(made, rulings.ClaimRight(1, "", 2, "table"))
    assert len(made.cards.wheel[3]) == 2


# Numbers


def presses(made: Robot, about: str, now: int = 0) -> Sequence[Move]:
    return made.moves(number(1, about), now)


@pytest.mark.parametrize(("occurrences", "times"), [(0, 1), (1, 1), (2, 1), (3, 2), (9, 7)])
def test_repeats_are_pressed_one_at_least(occurrences: int, times: int) -> None:
    made = laid(Sure(), meant=Meant(3, RIGHT.words, occurrences))
    assert len(presses(made, "repeats")) == times


@pytest.mark.parametrize(("word", "times"), [("coin", 1), ("blue", 2)])
def test_one_press_is_a_suit_and_two_are_a_colour(word: str, times: int) -> None:
    made = laid(Sure(), meant=Meant(3, ("after", word, "loot"), 2))
    assert len(presses(made, "pairing")) == times


def test_a_number_is_pressed_quickly_enough_to_be_one() -> None:
    made = laid(meant=Meant(3, RIGHT.words, 8))
    afters = [move.after for move in presses(made, "repeats")]
    apart = [after - before for before, after in pairwise(afters)]
    assert max(apart) < 400 * NS_PER_MS


def test_hands_are_off_until_a_number_is_closed() -> None:
    made = laid(Sure())
    assert presses(made, "repeats")
    assert presses(made, "repeats", NS_PER_S) == ()
    assert presses(made, "pairing", NS_PER_S)


def test_a_number_that_was_not_taken_is_pressed_again() -> None:
    made = laid(Sure())
    presses(made, "repeats")
    assert presses(made, "repeats", 5 * NS_PER_S)


@pytest.mark.parametrize(("about", "most"), [("repeats", 7), ("pairing", 2)])
def test_now_and_then_a_number_means_nothing(about: str, most: int) -> None:
    chance = Sure()
    made = laid(chance)
    chance.number = 0
    assert len(presses(made, about)) == most + 1


def test_who_means_nothing_is_asked_to_shoot_first() -> None:
    assert at_go(1).moves(shoot(1), 0)
