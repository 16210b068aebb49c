"""The rulebook's own examples: every sentence printed there is legal, with the printed prize."""

from __future__ import annotations

from companion.games.wild_wild_pattern.prizes import Prize, prize
from tests.games.wild_wild_pattern.wheels import card, judged

STARS = "R-GUN-c G-STAR-b W-DYN-c Y-STAR-b R-SHOE-c W-BOTTLE-b G-WANTED-b B-BARREL-b"


def test_archibald_repeats_once_and_wins_the_card_he_covered() -> None:
    lying = "R-GUN-c R-STAR-b W-DYN-b G-BARREL-c R-SHOE-b W-BOTTLE-b G-WANTED-b B-BARREL-b"
    verdict = judged(lying, "Y-STAR-c", 4, "BEFORE STAR coin")
    assert len(verdict.occurrences) == 2
    assert prize(verdict) == Prize(1, (card("R-SHOE"),))


def test_martha_jane_repeats_twice_and_wins_the_covered_and_the_played_card() -> None:
    verdict = judged(STARS, "W-STAR-b", 5, "BEFORE STAR coin")
    assert len(verdict.occurrences) == 3
    assert prize(verdict) == Prize(2, (card("W-BOTTLE"), card("W-STAR")))


def test_phineas_repeats_once_and_wins_any_card_but_the_one_he_played() -> None:
    lying = "B-STAR R-LOOT W-DYN Y-LOOT R-SHOE W-BOTTLE G-WANTED G-BARREL"
    verdict = judged(lying, "B-GUN-b", 2, "BEFORE LOOT B")
    assert len(verdict.occurrences) == 2
    others = "B-STAR R-LOOT Y-LOOT R-SHOE W-BOTTLE G-WANTED G-BARREL"
    assert prize(verdict) == Prize(1, tuple(map(card, others.split())))


def test_dakota_repeats_twice_and_wins_any_two_cards_her_own_too() -> None:
    lying = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED"
    verdict = judged(lying, "Y-LOOT-b", 6, "AFTER B LOOT")
    assert len(verdict.occurrences) == 3
    lying_now = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-LOOT G-WANTED"
    assert prize(verdict) == Prize(2, tuple(map(card, lying_now.split())))


def test_the_first_image_says_after_every_blue_a_bottle() -> None:
    lying = "B-GUN R-BOTTLE W-DYN G-BARREL B-SHOE W-STAR R-STAR G-WANTED"
    assert judged(lying, "Y-BOTTLE", 5, "AFTER B BOTTLE").is_valid


def test_the_second_image_says_before_bullets_a_wanted() -> None:
    lying = "R-WANTED-c G-GUN-b W-WANTED-c R-DYN-c B-SHOE-c Y-GUN-c R-LOOT-c W-BOTTLE-c"
    assert judged(lying, "B-STAR-b", 3, "BEFORE bullets WANTED").is_valid


def test_the_wild_wild_pattern_may_be_by_suit_too() -> None:
    lying = "B-GUN-b R-LOOT-c W-DYN-b Y-LOOT-c G-BARREL-b W-LOOT-c R-WANTED-b G-STAR-b"
    assert judged(lying, "G-LOOT-c", 7, "AFTER bullets LOOT").is_wild
