"""The deck runs out: all that is not won is shuffled, and a new Wheel laid (W18)."""

from __future__ import annotations

from typing import Any

from tests.games.wild_wild_pattern.table import LOOT, PLAIN, R, S, Sitting, at_ready, shooting

WON = {1: "R-GUN W-GUN", 2: "R-DYN", 3: "G-GUN"}
WRONG = ("after", "grey", "gun")


def lay_anew(sit: Sitting) -> None:
    """Lay a Wheel of cards that nobody has won."""
    sit.deal(PLAIN)


def test_w18_a_deck_with_a_card_for_everybody_is_enough() -> None:
    sit = at_ready(3, left=3)
    assert (sit.phase, sit.rulings("reshuffled")) == ("ready", [])
    sit.go()
    assert sit.view()["deck"] == 0


def test_w18_one_card_less_and_all_that_is_not_won_is_shuffled() -> None:
    sit = at_ready(3, left=2, won=WON, challenges={2: ["trade"]})
    told = sit.last("reshuffled")
    assert (told["cards"], told["cite"]) == (47 - 5, "W18")
    assert (sit.phase, sit.view()["deck"], sit.state.unseen) == ("wheel", 42, 0)
    assert [len(sit.won(seat)) for seat in (1, 2, 3)] == [2, 1, 1]
    assert sit.player(2).challenges == ("challenge/trade",)
    sit.tap("W-GUN", refused="card_won")
    lay_anew(sit)
    assert (sit.phase, sit.view()["deck"], sit.view()["turn"]) == ("ready", 34, 1)


def test_w18_who_is_out_draws_no_card() -> None:
    assert at_ready(4, left=3, out=(4,), mode="dead_or_alive").phase == "ready"
    assert at_ready(4, left=3).phase == "wheel"


def test_w18_a_refill_that_the_deck_cannot_fill() -> None:
    lying = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED"
    sit = shooting(2, lying, left=2)
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 45)
    assert sit.won(1) == ["grey/wanted", "red/loot"]
    assert not sit.player(2).has_card


def test_w18_a_refill_that_ends_the_deck_with_a_challenge() -> None:
    lying = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED"
    sit = shooting(2, lying, left=3)
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    assert (sit.phase, sit.view()["deck"]) == ("refill", 1)
    sit.tap("challenge/trade")
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 45)
    sit.tap("challenge/trade")  # it is back
    assert sit.state.gone == ("challenge/trade",)


def test_w18_a_refill_that_takes_the_last_card_is_enough_but_the_next_turn_is_not() -> None:
    lying = "B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED"
    sit = shooting(2, lying, left=3)
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "R-LOOT")
    sit.tap("R-GUN")
    sit.presses(2, 1)
    sit.tap("W-GUN")
    assert [sit.rulings()[-number]["ruling"] for number in (2, 1)] == ["filled", "reshuffled"]


def test_w18_the_turns_are_counted_on_over_a_reshuffle() -> None:
    sit = shooting(2, left=3)
    sit.claim(1, "Y-LOOT", 5, *WRONG)
    sit.take("R-STAR")
    sit.tap("R-GUN")
    assert (sit.phase, sit.view()["turn"]) == ("wheel", 2)
    lay_anew_but_star = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE W-STAR G-WANTED"
    sit.deal(lay_anew_but_star)
    sit.wait(1)
    sit.go()
    assert sit.last("drawn")["turn"] == 2


def test_w18_a_redraw_told_before_go_makes_the_deck_too_short() -> None:
    sit = at_ready(2, left=2)
    sit.hold(1)
    sit.say(2, drew="challenge/trade")
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 46)
    assert sit.player(2).challenges == ("challenge/trade",)


def test_w18_so_does_one_in_the_last_second_and_no_go_is_heard() -> None:
    sit = at_ready(2, left=2)
    sit.hold(1)
    sit.hold(2, at=5 * S)
    sit.say(2, drew="challenge/trade", at=5 * S + 400 * 1_000_000)
    sit.until(6 * S)
    assert (sit.phase, sit.rulings("drawn")) == ("wheel", [])


def test_w18_so_does_a_card_that_the_host_takes_from_the_deck_in_the_last_second() -> None:
    sit = at_ready(2, left=2)
    sit.hold(1)
    sit.hold(2, at=5 * S)
    sit.adjust(1, cards=["red/gun"])
    sit.until(6 * S)
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 46)


def empty(**given: Any) -> Sitting:
    """Return a sitting right after GO with nothing left to draw."""
    return shooting(3, left=3, **given)


def test_with_an_empty_deck_a_drawn_challenge_leaves_its_player_without_a_card() -> None:
    sit = empty()
    sit.say(2, drew="challenge/trade")
    assert (sit.player(2).challenges, sit.player(2).has_card) == (("challenge/trade",), False)
    assert (sit.view()["deck"], [seat for seat, _ in sit.waiting()]) == (0, [1, 3])
    sit.hold(2, refused="not_waited_for")
    sit.say(2, drew="challenge/10c", refused="deck_empty")


def test_whoever_has_no_card_may_still_stop_clementine() -> None:
    sit = empty()
    sit.say(2, drew="challenge/trade")
    sit.click(1, "Y-LOOT")
    sit.press(2)
    sit.press(2)
    sit.tap("Y-BOTTLE")
    sit.say(2, claim=list(LOOT))
    sit.take("R-STAR")
    assert sit.won(2) == ["red/star"]


def test_where_nobody_has_a_card_the_turn_is_over() -> None:
    sit = shooting(2, left=2)
    sit.say(1, drew="challenge/trade")
    assert sit.phase == "shootout"
    sit.say(2, drew="challenge/10c")
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 45)


def test_who_draws_a_challenge_from_an_empty_deck_and_finds_out_when_placing() -> None:
    sit = empty()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.wait(4)
    sit.tap("challenge/trade", "seat2")
    assert (sit.player(2).has_card, sit.view()["placing"]) == (False, 3)
    sit.say(3, drew="challenge/10c")
    # Nobody has filled the slot of the red star, and the deck cannot.
    assert (sit.phase, sit.last("reshuffled")["cards"]) == ("wheel", 44)


def test_who_covers_or_clicks_must_lay_a_card_even_so() -> None:
    sit = empty()
    sit.press(2)
    sit.say(2, drew="challenge/trade", refused="deck_empty")
    sit = empty()
    sit.press(2, R)
    sit.say(2, drew="challenge/trade", refused="deck_empty")
