"""What a right claim wins, and how it is taken (3.2, W10 to W12, W44)."""

from __future__ import annotations

from tests.games.wild_wild_pattern.table import (
    LOOT,
    PLAIN,
    Sitting,
    claimed,
    named,
    shooting,
    suits,
)

STARS = "R-GUN-c W-STAR-b W-DYN-c G-STAR-b R-SHOE-c W-BOTTLE-b G-WANTED-b B-BARREL-b"
ONCE = "R-GUN-c R-STAR-b W-DYN-b G-BARREL-c R-SHOE-b W-BOTTLE-b G-WANTED-b B-BARREL-b"
DAKOTA = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED"


def larger(seats: int = 3) -> Sitting:
    """Return a sitting in which seat 1 may take any two cards: blue and loot, three times."""
    sit = shooting(seats, DAKOTA)
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    return sit


def test_by_suit_once_repeated_wins_the_covered_card_at_once() -> None:
    sit = shooting(3, ONCE, deck=suits(ONCE, "Y-STAR-c"))
    sit.claim(1, "Y-STAR", 4, "before", "star", "coin")
    assert sit.won(1) == [named("R-SHOE")]
    assert sit.view()["claim"]["prize"] == ["red/horseshoe"]
    assert (sit.top(4), sit.depth(4)) == ("yellow/star", 1)
    assert (sit.last("card_won")["cite"], sit.last("card_won")["case"]) == ("W11", "prize")


def test_by_suit_twice_repeated_wins_the_covered_and_the_played_card() -> None:
    sit = shooting(3, STARS, deck=suits(STARS, "R-STAR-b"))
    sit.claim(1, "R-STAR", 5, "before", "star", "coin")
    assert sit.won(1) == [named("W-BOTTLE"), named("R-STAR")]
    assert sit.top(5) is None


def test_by_colour_once_repeated_wins_any_card_but_the_played_one() -> None:
    sit = claimed()
    assert sit.view()["choosing"] == {
        "seat": 1,
        "count": 1,
        "among": [named(card) for card in PLAIN.split() if card != "Y-BOTTLE"],
    }
    sit.tap("Y-LOOT", "tray", refused="prize_not_the_played")
    sit.take("G-WANTED")
    assert (sit.won(1), sit.top(7)) == ([named("G-WANTED")], None)


def test_w11_by_colour_twice_repeated_wins_any_two_the_played_one_too() -> None:
    sit = larger()
    assert sit.view()["choosing"]["count"] == 2
    sit.take("Y-LOOT", "B-GUN")
    assert sit.won(1) == [named("Y-LOOT"), named("B-GUN")]


def test_w10_winning_the_played_card_exposes_what_lies_under_it() -> None:
    sit = larger()
    sit.take("Y-LOOT", "B-GUN")
    assert (sit.top(6), sit.top(0)) == ("yellow/bottle", None)


def test_w44_a_card_that_the_first_one_uncovers_cannot_be_the_second() -> None:
    sit = larger()
    sit.take("Y-LOOT")
    assert sit.top(6) == "yellow/loot"  # both are taken together
    sit.tap("Y-BOTTLE", "tray", refused="prize_buried")
    sit.say(1, take=["yellow/bottle"], refused="prize_buried")
    sit.take("W-DYN")
    assert sit.won(1) == [named("Y-LOOT"), named("W-DYN")]


def test_w10_a_buried_card_cannot_be_chosen() -> None:
    sit = claimed()
    sit.tap("Y-BOTTLE", "tray", refused="prize_buried")


def test_w12_nothing_of_a_prize_can_be_declined() -> None:
    sit = larger()
    sit.take("W-DYN")
    sit.passes(1, refused="not_waited_for")
    sit.idle(1)
    sit.wait(3600)
    assert sit.view()["choosing"]["count"] == 1


def test_a_phone_takes_one_card_or_both_at_once() -> None:
    sit = larger()
    assert {"take": ["white/dynamite"]} in sit.says(1)
    sit.say(1, take=["white/dynamite"])
    assert {"take": ["white/dynamite"]} not in sit.says(1)
    sit.say(1, take=["blue/gun"])
    assert sit.won(1) == ["white/dynamite", "blue/gun"]
    sit = larger()
    sit.say(1, take=["yellow/loot", "grey/loot"])
    assert sit.won(1) == ["yellow/loot", "grey/loot"]


def test_one_by_the_tray_and_one_by_phone() -> None:
    sit = larger()
    sit.take("W-DYN")
    sit.say(1, by="host", take=["blue/gun"])
    assert sit.won(1) == ["white/dynamite", "blue/gun"]


def test_cards_that_may_not_be_taken_are_refused_with_each_reason() -> None:
    sit = larger()
    sit.say(1, take=["blue/gun", "blue/gun"], refused="prize_card_twice")
    sit.take("B-GUN")
    sit.tap("B-GUN", "tray", refused="prize_card_twice")
    sit.say(1, take=["white/dynamite", "grey/wanted"], refused="prize_too_many")
    sit.tap("W-GUN", "tray", refused="prize_not_in_wheel")
    sit.tap("challenge/trade", "seat1")  # drawn, and told
    sit.say(2, take=["white/dynamite"], refused="not_waited_for")
    sit.tap("W-DYN", "centre", refused="not_waited_for")
    sit.tap("W-DYN", "seat2", refused="not_waited_for")
    assert (sit.won(1), sit.view()["choosing"]["count"]) == ([], 1)
    sit.tap("W-DYN", "seat1")
    assert sit.won(1) == ["blue/gun", "white/dynamite"]


def test_an_undo_takes_a_chosen_card_back() -> None:
    sit = larger()
    sit.take("W-DYN")
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.view()["choosing"]["count"] == 2


def test_a_prize_without_a_choice_asks_nothing() -> None:
    sit = shooting(3, ONCE, deck=suits(ONCE, "Y-STAR-c"))
    sit.claim(1, "Y-STAR", 4, "before", "star", "coin")
    assert (sit.phase, sit.view()["choosing"]) == ("place", None)
