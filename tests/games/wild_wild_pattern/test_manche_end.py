"""A manche's end: five cards, the Bank, and who wins or is out (W33 to W42, W45, W46)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.wild_wild_pattern.table import LOOT, PLAIN, R, S, Sitting, shooting

# One wanted poster pays 20 cents; two stars are a Wild combination; five barrels pay a dollar.
BANK = [
    {"name": "1 Wanted", "feature": "object", "same": 1, "value": "wanted", "prize": 20},
    {"name": "3 Barrels", "feature": "object", "same": 3, "value": "barrel", "prize": 100},
    {"name": "Wild: 2 Stars", "feature": "object", "same": 2, "value": "star", "wild": True},
]
FOUR = ["red/gun", "white/gun", "yellow/gun", "grey/gun"]


def table(seats: int = 3, **given: Any) -> Sitting:
    deck = {"bank": BANK, **given.pop("deck", {})}
    return Sitting(seats, deck=deck, **given)


def play(
    sit: Sitting, fifth: str = "G-WANTED", cards: Mapping[int, list[str]] | None = None
) -> None:
    """Play a turn in which the first living seat wins its fifth card."""
    first = sit.state.alive[0]
    sit.deal(PLAIN)
    sit.adjust(first, cards=FOUR)
    for seat, held in (cards or {}).items():
        sit.adjust(seat, cards=held)
    sit.wait(1)
    sit.go()
    sit.claim(first, "Y-LOOT", 5, *LOOT)
    sit.take(fifth)


def money(sit: Sitting) -> list[int]:
    return [seat["money"] for seat in sit.view()["seats"].values()]


# W33


def test_w33_the_manche_ends_as_soon_as_somebody_has_five_cards() -> None:
    sit = table()
    play(sit)
    over = sit.last("manche_over")
    assert (over["seats"], over["cite"]) == ([1], "W33")
    assert (sit.phase, sit.view()["manche"], sit.rulings("placed")) == ("wheel", 2, [])


def test_w33_four_cards_are_not_enough_and_challenges_never_count() -> None:
    sit = shooting(won={1: "R-GUN W-GUN Y-GUN"}, challenges={1: ["trade", "10c", "hands-up"]})
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.press(1, R)
    assert (len(sit.won(1)), sit.phase) == (4, "place")


def test_w33_after_a_penalty() -> None:
    sit = table(2)
    sit.deal()
    sit.adjust(2, cards=FOUR)
    sit.go()
    sit.claim(1, "Y-LOOT", 5, "after", "grey", "gun")
    sit.take("R-STAR")
    assert sit.last("manche_over")["seats"] == [2]


def test_w33_the_challenge_comes_before_the_test() -> None:
    sit = table()
    sit.deal()
    sit.adjust(1, cards=["red/gun", "white/gun", "yellow/gun", "challenge/one-card"])
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.say(1, challenge={"card": "challenge/one-card", "take": "grey/wanted"})
    assert sit.last("manche_over")["seats"] == [1]
    assert sit.last("bank_pays")["ns"] > 0


def test_w33_a_challenge_may_undo_the_fifth_card() -> None:
    sit = table(2)
    sit.deal()
    sit.adjust(1, cards=[*FOUR, "challenge/trade"])
    sit.adjust(2, cards=["challenge/10c"])
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    trade = {"card": "challenge/trade", "give": "red/star", "take": "challenge/10c"}
    sit.say(1, challenge=trade)
    assert (sit.rulings("manche_over"), sit.phase) == ([], "place")


def test_w33_a_piano_player_may_take_an_opponent_below_five() -> None:
    sit = table(2)
    sit.deal()
    sit.adjust(1, cards=["challenge/piano-player"])
    sit.adjust(2, cards=[*FOUR, "grey/star"])
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-STAR")
    sit.say(1, challenge={"card": "challenge/piano-player", "take": "grey/star"})
    assert (sit.rulings("manche_over"), len(sit.won(2))) == ([], 4)


# The Bank


def test_w35_the_bank_pays_line_by_line_with_the_cards_that_did_it() -> None:
    sit = table()
    play(sit)
    pays = [
        (one["seat"], one["cents"], one["lines"], one["money"]) for one in sit.rulings("bank_pays")
    ]
    assert pays == [(1, 20, ["1 Wanted"], 20), (2, 0, [], 0), (3, 0, [], 0)]
    paid = sit.view()["seats"]["1"]["bank"]
    assert (paid["total"], paid["turned_away"], paid["wild"]) == (20, False, False)
    assert [(one["line"], one["met"], one["cards"]) for one in paid["lines"]] == [
        ("1 Wanted", True, ["grey/wanted"]),
        ("3 Barrels", False, []),
        ("Wild: 2 Stars", False, []),
    ]


def test_w36_w42_everybody_goes_to_the_bank_at_once() -> None:
    sit = table()
    play(sit, cards={2: ["white/wanted"], 3: ["red/barrel", "white/barrel", "yellow/barrel"]})
    assert money(sit) == [20, 20, 100]
    assert {one["ns"] for one in sit.rulings("bank_pays")} == {sit.last("manche_over")["ns"]}


def test_w34_more_than_five_cards_are_paid_nothing_not_even_a_wild_combination() -> None:
    sit = table()
    barrels = [f"{colour}/barrel" for colour in ("red", "white", "yellow", "blue")]
    play(sit, cards={2: ["yellow/star", "white/star", *barrels]})
    away = sit.last("turned_away")
    assert (away["seat"], away["cards"], away["cite"]) == (2, 6, "W34")
    assert (money(sit), sit.view()["over"]) == ([20, 0, 0], False)
    assert sit.view()["seats"]["2"]["bank"]["turned_away"]


def test_w34_the_winner_of_two_at_four_has_six() -> None:
    sit = table(2)
    sit.deal("B-GUN R-LOOT W-DYN B-STAR G-LOOT B-SHOE Y-BOTTLE G-WANTED")
    sit.adjust(1, cards=["red/gun", "white/gun", "yellow/gun", "grey/gun"])
    sit.go()
    sit.claim(1, "Y-LOOT", 6, *LOOT)
    sit.take("G-WANTED", "W-DYN")
    assert sit.last("turned_away")["cards"] == 6


def test_w35_a_line_pays_once_unless_the_table_pays_per_match() -> None:
    bank = [{"name": "1 of a Suit", "feature": "suit", "same": 1, "prize": 20}]
    for option, paid in ((False, 20), (True, 40)):
        sit = table(2, deck={"bank": bank}, pay_per_match=option)
        # red/gun is a coin, white/gun bullets: one of each suit
        play(sit, cards={2: ["red/barrel", "white/barrel"]})
        assert money(sit)[1] == paid


def test_w47_a_target_s_lines_are_for_its_holder_alone() -> None:
    targets = {
        "bank/3": [
            {"name": "1 Star", "feature": "object", "same": 1, "value": "star", "prize": 70}
        ]
    }
    sit = table(2, deck={"targets": targets})
    sit.say(2, drew="bank/3")
    play(sit, "R-STAR", cards={2: ["white/star"]})
    assert money(sit) == [0, 70]
    assert sit.view()["seats"]["2"]["target"] is None  # new Target cards (W41)


def test_w25_the_bank_never_fails() -> None:
    bank = [
        {"name": "1 Wanted", "feature": "object", "same": 1, "value": "wanted", "prize": 99_000}
    ]
    sit = table(2, deck={"bank": bank}, mode="dead_or_alive")
    play(sit, cards={2: ["white/wanted"]})
    assert sit.last("bank_pays")["cents"] == 99_000


def test_w41_a_new_manche_has_all_cards_a_new_wheel_and_the_money() -> None:
    sit = table()
    play(sit, cards={2: ["white/wanted", "challenge/trade"]})
    assert (sit.view()["deck"], money(sit)) == (47, [20, 20, 0])
    assert all(slot["card"] is None for slot in sit.view()["wheel"])
    seats = sit.view()["seats"].values()
    assert [(seat["won"], seat["challenges"], seat["has_card"]) for seat in seats] == [
        ([], [], False)
    ] * 3
    assert sit.last("manche_begun")["manche"] == 2
    assert sit.rulings("gone_on")
    sit.deal()
    sit.wait(1)
    sit.go()
    assert sit.view()["seats"]["1"]["bank"] is None


# Saloon


@pytest.mark.parametrize(("before", "is_won"), [(280, False), (281, True)])
def test_w38_the_total_must_be_above_three_dollars(before: int, is_won: bool) -> None:
    sit = table()
    sit.adjust(1, money=before)
    play(sit)
    assert (sit.view()["over"], sit.view()["winners"]) == (is_won, [1] if is_won else [])


def test_w38_of_several_the_highest_wins() -> None:
    sit = table()
    sit.adjust(1, money=300)
    sit.adjust(2, money=310)
    play(sit, cards={2: ["white/wanted"]})
    assert (sit.view()["winners"], sit.phase) == ([2], "over")


def test_w38_equal_ones_play_on_or_share() -> None:
    for tie, winners in (("continue", []), ("shared", [1, 2])):
        sit = table(saloon_tie=tie)
        sit.adjust(1, money=300)
        sit.adjust(2, money=300)
        play(sit, cards={2: ["white/wanted"]})
        assert (sit.view()["winners"], sit.view()["over"]) == (winners, bool(winners))
        assert [one["seats"] for one in sit.rulings("all_equal")] == (
            [[1, 2]] if not winners else []
        )


def test_w45_above_without_a_payment_the_game_goes_on() -> None:
    sit = table()
    sit.adjust(2, money=500)
    play(sit)
    assert (sit.view()["over"], sit.last("gone_on")["cite"]) == (False, "W45")
    play(sit, cards={2: ["white/wanted"]})
    assert sit.view()["winners"] == [2]


def test_w24_the_dollars_of_a_challenge_count_only_after_a_payment() -> None:
    sit = table(2)
    sit.adjust(1, money=250)
    sit.deal()
    sit.adjust(1, cards=[*FOUR, "challenge/dollar"])
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-LOOT")
    sit.say(1, challenge={"card": "challenge/dollar"})
    assert (money(sit), sit.view()["over"]) == ([350, 0], False)
    play(sit)
    assert sit.view()["winners"] == [1]


# Dead or Alive


def test_w39_the_least_money_is_out_and_the_others_begin_at_nothing() -> None:
    sit = table(4, mode="dead_or_alive")
    sit.adjust(2, money=10)
    sit.adjust(4, money=30)
    play(sit)
    assert (sit.last("eliminated")["seats"], sit.last("eliminated")["cite"]) == ([3], "W39")
    assert (money(sit), sit.state.paid) == ([0, 0, 0, 0], 0)
    seen = sit.view()
    assert (seen["stage"], seen["seats"]["3"]["alive"], seen["manche"]) == (
        "Mexican stall",
        False,
        2,
    )


def test_w39_equal_least_ones_go_together() -> None:
    sit = table(4, mode="dead_or_alive")
    sit.adjust(4, money=30)
    play(sit)
    assert sit.last("eliminated")["seats"] == [2, 3]
    assert sit.view()["stage"] == "High noon"


def test_w46_where_all_are_equal_nobody_is_out_and_the_money_is_reset() -> None:
    sit = table(3, mode="dead_or_alive")
    play(sit, cards={2: ["white/wanted"], 3: ["yellow/wanted"]})
    equal = sit.last("all_equal")
    assert (equal["seats"], equal["cite"]) == ([1, 2, 3], "W46")
    assert (sit.rulings("eliminated"), money(sit), sit.view()["manche"]) == ([], [0, 0, 0], 2)


def test_w39_who_is_left_alone_wins() -> None:
    sit = table(3, mode="dead_or_alive")
    sit.adjust(2, money=10)
    play(sit, "R-LOOT")
    assert sit.last("eliminated")["seats"] == [1, 3]
    assert (sit.view()["over"], sit.view()["winners"], money(sit)) == (True, [2], [0, 10, 0])


def test_w39_down_to_one_over_several_manches() -> None:
    sit = table(3, mode="dead_or_alive")
    sit.adjust(3, money=10)
    play(sit)  # 20, 0, 10
    assert sit.last("eliminated")["seats"] == [2]
    play(sit)
    assert (sit.last("eliminated")["seats"], sit.view()["winners"]) == ([3], [1])
    assert sit.last("manche_begun")["stage"] == "High noon"


def test_w39_a_challenge_s_money_counts_in_the_manche() -> None:
    sit = table(2, mode="dead_or_alive")
    sit.deal()
    sit.adjust(1, cards=[*FOUR, "challenge/10c"])
    sit.adjust(2, cards=["red/barrel"])
    sit.go()
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    sit.take("R-LOOT")
    sit.say(1, challenge={"card": "challenge/10c"})
    assert sit.view()["winners"] == [1]


# Wild combinations


def test_w37_a_wild_combination_wins_before_all_money() -> None:
    sit = table()
    sit.adjust(1, money=900)
    play(sit, cards={2: ["white/star", "yellow/star"]})
    wild = sit.last("wild_combination")
    assert (wild["seat"], wild["line"], wild["cite"]) == (2, "Wild: 2 Stars", "W37")
    assert sit.view()["winners"] == [2]


@pytest.mark.parametrize("mode", ["saloon", "dead_or_alive"])
def test_w37_two_share_the_win(mode: str) -> None:
    sit = table(mode=mode)
    play(sit, cards={2: ["white/star", "yellow/star"], 3: ["grey/star", "blue/star"]})
    assert (sit.view()["winners"], sit.rulings("eliminated")) == ([2, 3], [])


# The end


def test_the_end_is_announced_once_and_every_act_is_refused() -> None:
    sit = table()
    sit.adjust(1, money=281)
    play(sit)
    assert [one["seats"] for one in sit.rulings("won")] == [[1]]
    sit.tap("B-GUN", refused="game_over")
    sit.hold(1, at=sit.now + S, refused="game_over")


def test_ended_early_the_richest_of_the_living_have_won() -> None:
    sit = table(4, mode="dead_or_alive")
    sit.adjust(2, money=40)
    sit.adjust(3, money=40)
    sit.adjust(4, money=90)
    sit.leave(4)
    sit.host(end=True)
    assert (sit.view()["over"], sit.view()["winners"], sit.phase) == (True, [2, 3], "over")
