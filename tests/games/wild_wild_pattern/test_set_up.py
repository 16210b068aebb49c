"""The Wheel is laid: the dealer, Challenge cards, refusals, and Target cards (W17, W41, W47)."""

from __future__ import annotations

from companion.core.cues import Sound
from companion.games.wild_wild_pattern import rules
from tests.games.wild_wild_pattern.table import PLAIN, Sitting, at_ready, named


def tops(sit: Sitting) -> list[str | None]:
    return [slot["card"] for slot in sit.view()["wheel"]]


def test_the_dealer_taps_eight_cards_clockwise_from_slot_0() -> None:
    sit = Sitting(3)
    assert (sit.phase, sit.waiting()) == ("wheel", [(1, "card")])
    sit.deal()
    assert tops(sit) == [named(card) for card in PLAIN.split()]
    assert (sit.phase, sit.view()["deck"]) == ("ready", 39)
    assert sit.kinds() == ["manche_begun", "wheel_laid"]


def test_the_dealer_is_the_header_s_first_seat_else_seat_1() -> None:
    assert Sitting(3, first=3).waiting() == [(3, "card")]
    assert Sitting(3, first=None).waiting() == [(1, "card")]


def test_on_phones_a_wheel_may_be_told_in_any_order() -> None:
    sit = Sitting(2)
    cards = PLAIN.split()
    for slot in (3, 0, 7, 1, 2, 6, 5, 4):
        sit.place(1, cards[slot], slot)
    assert tops(sit) == [named(card) for card in cards]


def test_only_the_dealer_s_phone_tells_the_wheel() -> None:
    sit = Sitting(2)
    sit.say(2, place={"card": "blue/gun", "slot": 0}, refused="not_waited_for")
    sit.say(1, by="host", place={"card": "blue/gun", "slot": 0})
    assert sit.top(0) == "blue/gun"


def test_a_phone_cannot_tell_a_slot_that_is_taken() -> None:
    sit = Sitting(2)
    sit.place(1, "B-GUN", 4)
    sit.say(1, place={"card": "red/loot", "slot": 4}, refused="place_empty_first")
    sit.tap("R-LOOT")
    assert sit.top(0) == "red/loot"


def test_w17_a_challenge_card_is_sent_away_and_another_card_takes_its_slot() -> None:
    sit = Sitting(3)
    sit.tap("B-GUN")
    sit.tap("challenge/trade")
    assert sit.last("sent_away")["card"] == "challenge/trade"
    assert sit.last_cue() == Sound(sit.now, "refused")
    sit.tap("challenge/10c")
    sit.tap("R-LOOT")
    assert (sit.top(1), sit.view()["deck"]) == ("red/loot", 43)
    assert sit.state.gone == ("challenge/trade", "challenge/10c")
    assert sit.player(1).challenges == ()


def test_w17_a_phone_tells_of_a_challenge_card_in_the_wheel_too() -> None:
    sit = Sitting(2)
    sit.place(1, "challenge/trade", 0)
    assert (sit.top(0), sit.state.gone) == (None, ("challenge/trade",))
    sit.place(1, "B-GUN", 0)
    assert sit.top(0) == "blue/gun"


def test_a_card_laid_twice_is_refused() -> None:
    sit = Sitting(3)
    sit.tap("B-GUN")
    sit.tap("B-GUN", refused="card_in_wheel")
    sit.say(1, place={"card": "blue/gun", "slot": 3}, refused="card_in_wheel")
    sit.tap("challenge/trade")
    sit.tap("challenge/trade", refused="card_out_of_play")
    assert sit.view()["deck"] == 45


def test_cards_that_have_no_place_in_the_wheel_are_refused() -> None:
    sit = Sitting(3)
    sit.tap("unknown/0401AF", refused="unknown_card")
    sit.tap("foreign/click_click_boom", refused="foreign_card")
    sit.tap("clementine", refused="no_pattern_card")
    sit.tap("bank/3", refused="no_pattern_card")
    sit.tap("pay/1", refused="wrong_game_card")
    assert (sit.view()["deck"], sit.records[-1].rulings) == (47, ())


def test_w47_a_target_is_told_while_the_wheel_is_laid() -> None:
    sit = Sitting(3)
    sit.say(2, drew="bank/3")
    assert sit.last("target_told")["cite"] == "W47"
    assert sit.view()["seats"]["2"]["target"] == "bank/3"
    sit.say(3, drew="bank/3", refused="target_held")
    assert sit.view()["deck"] == 47


def test_w41_before_a_manche_all_cards_are_back_and_the_money_is_kept() -> None:
    sit = at_ready(2, money={1: 120}, won={2: "R-GUN"}, challenges={2: ["trade"]})
    anew = rules.new_manche(sit.state)
    assert (anew.left, rules.empty_slots(anew)) == (47, tuple(range(8)))
    assert (anew.players[1].money, anew.players[2].won) == (120, ())
    assert anew.players[2].challenges == ()


def test_dead_or_alive_names_its_stage() -> None:
    for seats, stage in ((4, "OK Corral"), (3, "Mexican stall"), (2, "High noon")):
        sit = Sitting(seats, mode="dead_or_alive")
        assert (sit.view()["stage"], sit.last("manche_begun")["stage"]) == (stage, stage)
    assert Sitting(4).view()["stage"] is None


def test_w1_turns_and_manches_are_counted() -> None:
    sit = Sitting(2)
    sit.deal()
    assert (sit.view()["manche"], sit.view()["turn"]) == (1, 1)
    sit.go()
    assert sit.last("drawn")["turn"] == 1
