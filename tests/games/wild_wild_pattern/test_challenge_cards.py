"""Challenge cards: laid aside when drawn, and used one a won turn (W19 to W24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.wild_wild_pattern.table import (
    MS,
    R,
    S,
    Sitting,
    at_ready,
    claimed,
    shooting,
)

# Shipped suits: red/gun and white/loot are coins, white/gun and red/dynamite are bullets.
WON = {1: "R-GUN", 2: "W-GUN W-LOOT", 3: "R-DYN"}


def winner(*held: str, won: dict[int, str] | None = None, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has won the grey barrel, and holds these Challenges."""
    given.setdefault("challenges", {})
    given["challenges"] = {1: list(held), **given["challenges"]}
    sit = claimed(won=WON if won is None else won, **given)
    sit.take("G-BARREL")
    return sit


def use(sit: Sitting, card: str, refused: str | None = None, **told: Any) -> None:
    told = {"from" if key == "of" else key: value for key, value in told.items()}
    sit.say(1, challenge={"card": f"challenge/{card}", **told}, refused=refused)


def tap(sit: Sitting, *cards: str) -> None:
    """Tap a Challenge card and what it is for."""
    for card in cards:
        sit.tap(card if card[0].isupper() else f"challenge/{card}")


# W19


def test_w19_a_drawn_challenge_is_told_at_any_time_and_another_card_is_drawn() -> None:
    sit = shooting()
    deck = sit.view()["deck"]
    sit.say(2, drew="challenge/trade")
    laid = sit.last("laid_aside")
    assert (laid["seat"], laid["card"], laid["cite"]) == (2, "challenge/trade", "W19")
    assert (sit.view()["deck"], sit.player(2).has_card) == (deck - 1, True)
    sit.say(2, drew="challenge/10c")
    assert sit.view()["seats"]["2"]["challenges"] == ["challenge/trade", "challenge/10c"]
    assert sit.view()["deck"] == deck - 2


def test_w19_others_do_not_wait() -> None:
    sit = shooting()
    sit.press(1, at=5 * S)
    sit.say(2, drew="challenge/trade", at=5 * S)
    sit.until(5 * S)
    assert sit.last("covers")["seat"] == 1


def test_w19_telling_takes_nothing_from_a_race_within_its_tie_window() -> None:
    sit = shooting(tie_window=0.2)
    sit.press(1, at=5 * S)
    sit.say(2, drew="challenge/trade", at=5 * S + 100 * MS)
    sit.until(6 * S)
    assert (sit.last("covers")["seat"], sit.last("covers")["ns"]) == (1, 5 * S + 200 * MS)


def test_w19_it_is_not_tapped_while_buttons_race() -> None:
    sit = shooting()
    sit.tap("challenge/trade", refused="not_waited_for")
    sit.tap("challenge/trade", "seat2", refused="not_waited_for")


def test_w19_it_is_tapped_once_the_shooting_is_over_and_its_owner_presses() -> None:
    sit = shooting()
    sit.press(1)
    sit.tap("Y-LOOT")
    sit.wait(4)
    sit.tap("challenge/trade", "tray")
    assert sit.referee.run.claimants() == (1, 2, 3)
    sit.press(3)
    assert (sit.player(3).challenges, sit.phase) == (("challenge/trade",), "cover")


@pytest.mark.parametrize("reader", ["centre", "tray"])
def test_w19_it_is_tapped_on_any_reader_while_cards_are_placed(reader: str) -> None:
    sit = claimed(won={})
    sit.take("G-BARREL")
    sit.wait(5)
    sit.tap("challenge/trade", reader)
    sit.press(3)
    assert sit.player(3).challenges == ("challenge/trade",)
    sit.tap("challenge/10c", "seat2")
    assert sit.player(2).challenges == ("challenge/10c",)


def test_w19_cards_that_cannot_have_been_drawn_are_refused() -> None:
    sit = shooting(challenges={3: ["trade"]})
    sit.say(2, drew="challenge/trade", refused="card_laid_aside")
    sit.say(2, drew="red/gun", refused="no_challenge_card")
    sit.say(2, drew="clementine", refused="no_challenge_card")
    sit.say(2, drew="cow", refused="no_challenge_card")


def test_w19_a_used_one_cannot_be_drawn_before_the_deck_is_new() -> None:
    sit = winner("dollar")
    use(sit, "dollar")
    sit.say(2, drew="challenge/dollar", refused="card_out_of_play")


def test_w47_a_target_is_told_in_the_same_ways() -> None:
    sit = shooting()
    sit.say(1, drew="bank/2")
    sit.press(1)
    sit.wait(4)
    sit.tap("bank/5", "seat2")
    sit.tap("bank/5", "seat3", refused="target_held")
    assert (sit.player(1).target, sit.player(2).target) == ("bank/2", "bank/5")
    assert [one["card"] for one in sit.rulings("target_told")] == ["bank/2", "bank/5"]


def test_w19_one_told_before_go_is_of_an_earlier_turn() -> None:
    sit = at_ready()
    sit.hold(1)
    sit.say(2, drew="challenge/trade")
    assert (sit.phase, sit.waiting()) == ("ready", [(2, "hold"), (3, "hold")])
    sit.hold(2)
    sit.hold(3, at=5 * S)
    sit.say(1, drew="challenge/10c", at=5 * S + 400 * MS)
    sit.until(6 * S)
    assert (sit.phase, sit.last("drawn")["ns"], sit.view()["deck"]) == ("shootout", 6 * S, 34)


# W20


def test_w20_one_is_used_after_the_prize() -> None:
    sit = winner("dollar", "50c")
    assert (sit.phase, {seat for seat, _ in sit.waiting()}) == ("challenge", {1})
    assert sit.says(1) == [
        {"challenge": {"card": "challenge/dollar"}},
        {"challenge": {"card": "challenge/50c"}},
        {"pass": True},
    ]
    use(sit, "50c")
    assert (sit.phase, sit.player(1).challenges) == ("place", ("challenge/dollar",))
    assert "challenge/50c" in sit.state.gone


@pytest.mark.parametrize("way", ["button", "phone"])
def test_w20_it_may_be_kept(way: str) -> None:
    sit = winner("dollar")
    if way == "button":
        sit.press(1, R)
    else:
        sit.passes(1)
    assert (sit.phase, sit.last("challenge_kept")["seat"]) == ("place", 1)
    assert sit.player(1).challenges == ("challenge/dollar",)


def test_left_neither_keeps_a_challenge_nor_uses_it() -> None:
    sit = winner("dollar")
    sit.hold(1, refused="challenge_tap")
    assert sit.phase == "challenge"


def test_w20_nobody_else_uses_one() -> None:
    sit = winner("dollar", challenges={2: ["10c"]})
    sit.say(2, challenge={"card": "challenge/10c"}, refused="not_waited_for")
    use(sit, "10c", refused="challenge_not_yours")
    sit.tap("challenge/10c", refused="challenge_not_yours")
    sit.tap("R-GUN", refused="no_challenge_card")
    sit.say(1, challenge={"card": "red/gun"}, refused="no_challenge_card")


def test_w20_without_a_challenge_nothing_is_asked() -> None:
    assert winner().phase == "place"


def test_w20_one_that_can_do_nothing_is_not_asked_for() -> None:
    assert winner("piano-player", "hands-up", won={1: "R-GUN"}).phase == "place"
    assert winner("hands-up", won={2: "W-GUN"}).phase == "place"  # bullets
    assert winner("trade", won={1: "R-GUN"}).phase == "place"


def test_w20_one_that_can_do_nothing_beside_another_is_refused() -> None:
    sit = winner("piano-player", "dollar", won={2: "W-LOOT"})
    use(sit, "piano-player", refused="challenge_no_effect", take="white/loot")
    sit.tap("challenge/piano-player", refused="challenge_no_effect")
    sit.tap("challenge/dollar")
    assert sit.player(1).money == 100


def test_w20_one_that_was_not_told_yet_is_laid_aside_first() -> None:
    sit = winner("50c")
    sit.tap("challenge/dollar", "seat1")
    assert sit.last("laid_aside")["card"] == "challenge/dollar"
    sit.tap("challenge/dollar", "seat1")
    assert sit.player(1).money == 100


def test_w20_the_next_won_turn_may_use_the_next_one() -> None:
    sit = winner("dollar", "50c", won={})
    use(sit, "dollar")
    sit.place(2, "W-GUN", 3)
    sit.place(3, "W-STAR", 2)
    sit.wait(1)
    sit.go()
    # Red lies on 1 and 6 with a suit of its own after it: a claim by the table is enough.
    sit.cover(1, "R-BOTTLE", 6)
    sit.press(2)
    sit.press(3)
    sit.presses(1, 1)
    sit.presses(1, 1)
    assert sit.phase == "challenge"
    use(sit, "50c")
    assert sit.player(1).money == 150


# The seven cards


@pytest.mark.parametrize(("card", "cents"), [("dollar", 100), ("50c", 50), ("10c", 10)])
@pytest.mark.parametrize("is_tapped", [True, False])
def test_w24_money_comes_from_the_bank_at_once(card: str, cents: int, is_tapped: bool) -> None:
    sit = winner(card)
    if is_tapped:
        tap(sit, card)
    else:
        use(sit, card)
    assert (sit.view()["seats"]["1"]["money"], sit.state.paid) == (cents, cents)
    used = sit.last("challenge_used")
    assert (used["case"], used["seat"], used["cite"]) == (card, 1, "W20")


def test_w21_one_card_steals_a_top_card_of_the_wheel() -> None:
    sit = winner("one-card")
    use(sit, "one-card", take="red/star")
    assert (sit.won(1), sit.top(6)) == (["red/gun", "grey/barrel", "red/star"], None)
    assert sit.last("challenge_used")["took"] == "red/star"
    assert sit.last("challenge_used")["by"] is None


def test_w21_one_card_steals_a_won_card_of_an_opponent() -> None:
    sit = winner("one-card")
    tap(sit, "one-card", "W-GUN")
    assert sit.won(1) == ["red/gun", "grey/barrel", "white/gun"]
    assert (sit.won(2), sit.last("challenge_used")["by"]) == (["white/loot"], 2)


def test_w21_one_card_steals_a_challenge_card_too() -> None:
    sit = winner("one-card", challenges={3: ["dollar"]})
    use(sit, "one-card", take="challenge/dollar", of=3)
    assert sit.player(1).challenges == ("challenge/dollar",)
    assert sit.player(3).challenges == ()
    assert sit.phase == "place"  # one a won turn


@pytest.mark.parametrize(
    ("take", "of", "reason"),
    [
        ("red/gun", None, "steal_not_there"),  # its own
        ("yellow/bottle", None, "steal_not_there"),  # buried
        ("yellow/gun", None, "steal_not_there"),  # in somebody's hand, or the deck
        ("bank/1", None, "steal_not_there"),
        ("clementine", None, "steal_not_there"),
        ("white/gun", 3, "not_an_opponents"),
        ("red/star", 2, "not_an_opponents"),
        (None, None, "challenge_target"),
    ],
)
def test_w21_what_cannot_be_stolen(take: str | None, of: int | None, reason: str) -> None:
    sit = winner("one-card")
    told = {key: value for key, value in (("take", take), ("of", of)) if value is not None}
    use(sit, "one-card", refused=reason, **told)


def test_w22_the_piano_player_discards_an_opponent_s_bullets() -> None:
    sit = winner("piano-player")
    sit.tap("challenge/piano-player")
    sit.tap("W-LOOT", refused="wrong_suit")
    sit.tap("R-GUN", refused="not_an_opponents")
    sit.tap("R-STAR", refused="not_an_opponents")
    sit.tap("R-DYN")
    assert (sit.won(3), sit.state.gone[-1]) == ([], "red/dynamite")
    assert sit.last("challenge_used")["by"] == 3


def test_w22_hands_up_discards_an_opponent_s_coin() -> None:
    sit = winner("hands-up", challenges={2: ["10c"]})
    use(sit, "hands-up", refused="wrong_suit", take="white/gun")
    use(sit, "hands-up", refused="wrong_suit", take="challenge/10c")
    use(sit, "hands-up", refused="challenge_target", take="white/loot", give="red/gun")
    use(sit, "hands-up", take="white/loot", of=2)
    assert (sit.won(2), sit.won(1)) == (["white/gun"], ["red/gun", "grey/barrel"])


def test_w23_a_trade_swaps_two_cards_that_lie_face_up() -> None:
    sit = winner("trade")
    sit.tap("challenge/trade")
    assert sit.waiting() == [(1, "card"), (1, "press")]
    sit.tap("W-GUN", refused="trade_not_yours")
    sit.tap("R-GUN")
    sit.tap("G-BARREL", refused="not_an_opponents")
    sit.tap("W-GUN")
    assert (sit.won(1), sit.won(2)) == (["grey/barrel", "white/gun"], ["white/loot", "red/gun"])
    used = sit.last("challenge_used")
    assert (used["took"], used["gave"], used["by"]) == ("white/gun", "red/gun", 2)


def test_w23_a_pattern_card_against_a_challenge_card_and_the_other_way() -> None:
    sit = winner("trade", challenges={3: ["dollar"]})
    use(sit, "trade", give="red/gun", take="challenge/dollar", of=3)
    assert (sit.won(1), sit.player(1).challenges) == (["grey/barrel"], ("challenge/dollar",))
    assert (sit.won(3), sit.player(3).challenges) == (["red/dynamite", "red/gun"], ())
    sit = winner("trade", "10c")
    use(sit, "trade", give="challenge/10c", take="red/dynamite", of=3)
    assert (sit.won(1), sit.player(3).challenges) == (
        ["red/gun", "grey/barrel", "red/dynamite"],
        ("challenge/10c",),
    )


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"give": "red/gun"}, "challenge_target"),
        ({"take": "white/gun"}, "challenge_target"),
        ({"give": "challenge/trade", "take": "white/gun"}, "trade_not_yours"),
        ({"give": "white/loot", "take": "white/gun"}, "trade_not_yours"),
        ({"give": "red/gun", "take": "grey/barrel"}, "not_an_opponents"),
        ({"give": "red/gun", "take": "red/star"}, "not_an_opponents"),
        ({"give": "red/gun", "take": "white/gun", "of": 3}, "not_an_opponents"),
    ],
)
def test_w23_what_cannot_be_traded(told: dict[str, Any], reason: str) -> None:
    use(winner("trade"), "trade", refused=reason, **told)


def test_money_wants_no_card() -> None:
    use(winner("dollar"), "dollar", refused="challenge_target", take="white/gun")


@pytest.mark.parametrize("cards", [("trade",), ("trade", "R-GUN"), ("one-card",)])
def test_right_takes_a_choice_back(cards: Sequence[str]) -> None:
    sit = winner("trade", "one-card")
    tap(sit, *cards)
    sit.hold(1, refused="challenge_tap")
    sit.press(1, R)
    assert (sit.phase, sit.rulings("challenge_used", "challenge_kept")) == ("challenge", [])
    use(sit, "one-card", take="red/star")
    assert sit.won(1)[-1] == "red/star"


def test_a_challenge_is_tapped_on_any_reader() -> None:
    sit = winner("one-card")
    sit.tap("challenge/one-card", "tray")
    sit.tap("R-STAR", "seat1")
    assert sit.won(1)[-1] == "red/star"


def test_w39_who_is_out_loses_nothing_to_a_challenge() -> None:
    sit = winner("one-card", won={4: "R-DYN"}, seats=4, out=(4,), mode="dead_or_alive")
    use(sit, "one-card", refused="steal_not_there", take="red/dynamite")


# What the host corrects meanwhile


def test_a_card_that_the_host_takes_away_cannot_be_given_any_more() -> None:
    sit = winner("trade")
    tap(sit, "trade", "R-GUN")
    sit.adjust(1, cards=["grey/barrel", "challenge/trade"])
    sit.tap("W-GUN")
    assert (sit.phase, sit.rulings("challenge_used")) == ("challenge", [])
    assert (sit.won(1), sit.won(2)) == (["grey/barrel"], ["white/gun", "white/loot"])
    use(sit, "trade", give="grey/barrel", take="white/gun")
    assert sit.won(1) == ["white/gun"]


def test_when_the_winner_leaves_nothing_is_used() -> None:
    for cards in ((), ("trade",), ("trade", "R-GUN")):
        sit = winner("trade", won={1: "R-GUN", 2: "W-GUN"}, seats=4)
        tap(sit, *cards)
        sit.leave(1)
        assert (sit.phase, sit.view()["placing"]) == ("place", 2)
        assert sit.rulings("challenge_used") == []


def test_a_challenge_that_loses_its_last_use_by_a_correction_is_kept() -> None:
    sit = winner("piano-player", won={2: "W-GUN"})
    sit.adjust(2, cards=[])
    sit.press(1, R)
    assert sit.phase == "place"


def test_one_more_drawn_while_a_winner_thinks() -> None:
    sit = winner("dollar")
    sit.tap("challenge/10c", "seat3")
    sit.say(2, drew="challenge/50c")
    assert (sit.phase, sit.player(3).challenges) == ("challenge", ("challenge/10c",))
    assert sit.player(2).challenges == ("challenge/50c",)
