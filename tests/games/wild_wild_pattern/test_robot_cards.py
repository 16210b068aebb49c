from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rulings import Ruling
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import CHALLENGES, PATTERNS
from companion.games.wild_wild_pattern.robot_cards import MOST_MOMENTS, RobotCards
from companion.games.wild_wild_pattern.robot_hearing import hear
from companion.games.wild_wild_pattern.robot_places import DECK, GONE, PLAYED, Pile

ALL = sorted((*PATTERNS, *CHALLENGES))
TRADE = "challenge/trade"


def cards(seed: int = 1) -> RobotCards:
    """Return shuffled cards with a whole Wheel."""
    made = RobotCards(Random(seed))
    made.shuffle()
    hear(made, rulings.WheelLaid())
    return made


def drawn(seed: int = 1) -> RobotCards:
    made = cards(seed)
    for seat in (1, 2, 3):
        made.draw(seat)
        made.look(seat)
    return made


def hand(made: RobotCards, seat: int) -> str:
    card = made.hand(seat)
    assert card is not None
    return card


# The deck


def test_all_47_cards_are_shuffled() -> None:
    made = RobotCards(Random(1))
    made.shuffle()
    assert sorted(made.at(DECK)) == ALL
    assert made.at(DECK) != (*PATTERNS, *CHALLENGES)


def test_w17_a_challenge_is_sent_away_from_the_wheel() -> None:
    made = RobotCards(Random(1))
    made.lay(TRADE)
    assert made.at(GONE) == (TRADE,)
    assert made.tops() == []


def test_the_wheel_is_laid_clockwise_and_then_it_is_full() -> None:
    made = RobotCards(Random(1))
    for card in PATTERNS[:9]:
        made.lay(card)
    assert made.wheel == tuple((card,) for card in PATTERNS[:8])
    assert made.at(GONE) == (PATTERNS[8],)


def test_one_card_is_drawn_a_turn() -> None:
    made = cards()
    made.draw(1)
    left = len(made.at(DECK))
    made.draw(1)
    assert len(made.at(DECK)) == left


def test_w19_a_drawn_challenge_is_laid_aside_and_another_card_drawn() -> None:
    made = cards()
    for card in (hand_to_be := PATTERNS[20], TRADE, "challenge/50c"):
        made.move(card, DECK)
    made.draw(1)
    made.look(1)
    assert made.at((Pile.ASIDE, 1)) == ("challenge/50c", TRADE)
    assert made.hand(1) == hand_to_be


def test_w19_where_the_deck_is_empty_there_is_no_other_card() -> None:
    made = cards()
    for card in made.at(DECK):
        made.move(card, GONE)
    made.move(TRADE, DECK)
    made.draw(1)
    made.look(1)
    assert made.hand(1) is None
    assert made.next() is None
    made.draw(2)
    assert made.hand(2) is None


def test_a_card_that_is_none_of_the_47_lies_nowhere() -> None:
    with pytest.raises(KeyError):
        cards().place_of("bank/1")


def test_slots_and_seats_of_what_lies_face_up() -> None:
    made = cards()
    assert made.slot_of(made.wheel[3][0]) == 3
    assert made.slot_of(made.at(DECK)[0]) is None
    made.move(TRADE, (Pile.HELD, 3))
    made.move(made.tops()[0], (Pile.WON, 1))
    assert made.seats() == [1, 3]
    assert made.empty_slots() == [0]


# What is ruled


def test_w41_a_new_manche_takes_all_cards_back() -> None:
    made = drawn()
    hear(made, rulings.CardWon(1, made.tops()[0], "prize"))
    hear(made, rulings.MancheBegun(2, None))
    assert sorted(made.at(DECK)) == ALL


def test_w18_won_cards_and_told_challenges_stay_when_a_new_deck_is_made() -> None:
    made = drawn()
    won = made.tops()[0]
    hear(made, rulings.CardWon(1, won, "prize"))
    hear(made, rulings.LaidAside(2, TRADE))
    made.move("challenge/10c", (Pile.ASIDE, 3))
    hear(made, rulings.Reshuffled(45))
    assert (made.at((Pile.WON, 1)), made.at((Pile.HELD, 2))) == ((won,), (TRADE,))
    assert len(made.at(DECK)) == 45


def test_a_card_that_covers_lies_aside_until_it_is_judged() -> None:
    made = drawn()
    card = hand(made, 1)
    hear(made, rulings.CardLaid(1, card))
    hear(made, rulings.CardLaid(1, card))
    assert (made.played, made.hand(1)) == (card, None)
    hear(made, rulings.CardDiscarded(1, card))
    assert (made.played, made.at(GONE)[-1]) == (None, card)


def test_w26_the_clicked_card_may_be_covered_with_by_another_seat() -> None:
    made = drawn()
    card = hand(made, 1)
    hear(made, rulings.Clementine(1, card, 10.0))
    hear(made, rulings.CardLaid(2, card))
    assert (made.at(PLAYED), made.hand(1), made.hand(2) is None) == ((card,), None, False)


def test_w50_a_card_that_was_never_laid_goes_out_of_play_unseen() -> None:
    made = drawn()
    card = hand(made, 2)
    hear(made, rulings.CardDiscarded(2, None))
    assert made.at(GONE)[-1] == card
    before = made.all()
    hear(made, rulings.CardDiscarded(2, None))
    assert made.all() == before


def test_w16_an_unplayed_card_is_placed() -> None:
    made = drawn()
    card, below = hand(made, 3), made.tops()[5]
    hear(made, rulings.Placed(3, card, 5))
    assert made.wheel[5] == (below, card)


def test_w10_what_lay_below_a_won_card_counts_again() -> None:
    made = drawn()
    card, below = hand(made, 3), made.tops()[5]
    hear(made, rulings.Placed(3, card, 5))
    hear(made, rulings.CardWon(2, card, "prize"))
    assert made.wheel[5] == (below,)
    assert made.at((Pile.WON, 2)) == (card,)


def test_w17_gaps_are_filled_from_the_deck() -> None:
    made = drawn()
    hear(made, rulings.CardWon(2, made.tops()[4], "prize"))
    card = made.next()
    assert card is not None
    hear(made, rulings.Filled(card, 4))
    assert made.wheel[4] == (card,)


@pytest.mark.parametrize("case", ["piano-player", "hands-up"])
def test_w22_an_opponents_card_goes_out_of_play(case: str) -> None:
    made = drawn()
    lost = made.tops()[0]
    made.move(lost, (Pile.WON, 2))
    hear(made, rulings.ChallengeUsed(1, f"challenge/{case}", case, lost, None, 2))
    assert made.at(GONE)[-2:] == (f"challenge/{case}", lost)


def test_w21_a_stolen_challenge_lies_with_the_others() -> None:
    made = drawn()
    made.move(TRADE, (Pile.HELD, 2))
    hear(made, rulings.ChallengeUsed(1, "challenge/one-card", "one-card", TRADE, None, 2))
    assert made.at((Pile.HELD, 1)) == (TRADE,)


def test_w23_a_trade_changes_hands_both_ways() -> None:
    made = drawn()
    mine, theirs = made.tops()[0], "challenge/10c"
    made.move(mine, (Pile.WON, 1))
    made.move(theirs, (Pile.HELD, 2))
    hear(made, rulings.ChallengeUsed(1, TRADE, "trade", theirs, mine, 2))
    assert (made.at((Pile.HELD, 1)), made.at((Pile.WON, 2))) == ((theirs,), (mine,))


def test_w24_money_moves_no_card_but_its_own() -> None:
    made = drawn()
    hear(made, rulings.ChallengeUsed(1, "challenge/dollar", "dollar"))
    assert made.at(GONE) == ("challenge/dollar",)


# What cannot be, after an undo or a correction


def test_a_placed_card_that_was_taken_to_lie_elsewhere_changes_places() -> None:
    made = drawn()
    mine, other = hand(made, 1), made.at(DECK)[7]
    hear(made, rulings.Placed(1, other, 2))
    assert made.wheel[2][-1] == other
    assert made.at(DECK)[7] == mine


def test_a_won_card_that_was_not_seen_in_the_wheel_leaves_no_gap_too_few() -> None:
    made = drawn()
    hear(made, rulings.CardWon(1, made.at(DECK)[3], "prize"))
    assert len(made.empty_slots()) == 1
    empty = RobotCards(Random(1))
    hear(empty, rulings.CardWon(1, PATTERNS[0], "prize"))
    assert empty.at((Pile.WON, 1)) == (PATTERNS[0],)


def test_the_deck_is_as_many_cards_shorter_as_were_laid() -> None:
    made = drawn()
    left, won = len(made.at(DECK)), made.tops()[0]
    made.move(won, (Pile.WON, 2))
    hear(made, rulings.Filled(won, 0))
    assert len(made.at(DECK)) == left - 1
    hear(made, rulings.SentAway("challenge/dollar"))
    assert len(made.at(DECK)) == left - 2


def seats() -> st.SearchStrategy[int]:
    return st.integers(1, 4)


def any_card() -> st.SearchStrategy[str]:
    return st.sampled_from(ALL)


def any_ruling() -> st.SearchStrategy[Ruling]:
    case = st.sampled_from(["trade", "one-card", "hands-up", "10c"])
    used = st.builds(
        rulings.ChallengeUsed,
        seats(),
        any_card(),
        case,
        st.none() | any_card(),
        st.none() | any_card(),
        seats(),
    )
    return st.one_of(
        st.builds(rulings.CardLaid, seats(), any_card()),
        st.builds(rulings.Clementine, seats(), any_card(), st.just(10.0)),
        st.builds(rulings.Placed, seats(), any_card(), st.integers(0, 7)),
        st.builds(rulings.Filled, any_card(), st.integers(0, 7)),
        st.builds(rulings.SentAway, any_card()),
        st.builds(rulings.LaidAside, seats(), any_card()),
        st.builds(rulings.CardWon, seats(), any_card(), st.just("prize")),
        st.builds(rulings.CardDiscarded, seats(), st.none() | any_card()),
        st.just(rulings.Reshuffled(40)),
        st.just(rulings.WheelLaid()),
        used,
    )


@given(st.lists(any_ruling(), max_size=30))
def test_no_card_is_lost_or_there_twice_whatever_is_ruled(heard: list[Ruling]) -> None:
    made = drawn()
    for ruling in heard:
        hear(made, ruling)
    assert sorted(made.all()) == ALL


# What was before


def test_after_an_undo_cards_are_put_back_to_where_the_same_was_asked() -> None:
    made = drawn()
    card = hand(made, 1)
    made.remember("place 1")
    hear(made, rulings.Placed(1, card, 0))
    made.remember("place 2")
    made.go_back("place 1", 1)
    assert made.hand(1) == card


def test_of_several_such_moments_the_one_about_so_many_steps_ago_is_taken() -> None:
    made = RobotCards(Random(1))
    for card in PATTERNS[:5]:
        made.remember("deal")
        made.lay(card)
    made.remember("deal")
    made.go_back("deal", 2)
    assert made.tops() == list(PATTERNS[:3])


def test_what_was_never_asked_changes_nothing() -> None:
    made = drawn()
    made.remember("place")
    before = made.all()
    made.go_back("deal", 1)
    assert made.all() == before


def test_only_the_last_moments_are_remembered_and_each_once() -> None:
    made = cards()
    made.remember("first")
    for number in range(MOST_MOMENTS):
        made.remember(number)
        made.remember(number)
    made.move(made.tops()[0], GONE)
    made.go_back("first", MOST_MOMENTS)
    assert made.empty_slots() == [0]
    made.go_back(0, MOST_MOMENTS)
    assert made.empty_slots() == []
