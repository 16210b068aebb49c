from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.asks import Offer
from companion.core.robots import Chance
from companion.core.stamps import NS_PER_S
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_mind import LOST
from companion.games.wild_wild_pattern.robot_places import GONE, Pile
from tests.games.wild_wild_pattern.robot_tables import Sure, at_go, card, hand, number, only

PLACE = [card(1, "place")]


def colour(name: str) -> str:
    return name.partition("/")[0]


def told(made: Robot, *slots: int) -> list[Offer]:
    own = hand(made, 1)
    return [Offer(1, "say", "place", {"place": {"card": own, "slot": slot}}) for slot in slots]


def placed(chance: Chance | int = 1, phones: float = 0) -> tuple[Robot, dict[str, Any]]:
    made = at_go(chance, phones)
    move = made.moves(PLACE, 0)[-1]
    return made, {"card": move.card, **(move.say or {})}


def test_the_own_card_is_tapped() -> None:
    made, move = placed(Sure())
    assert move == {"card": hand(made, 1)}


def test_w16_on_a_phone_the_same_colour_is_covered_first() -> None:
    right: Counter[bool] = Counter()
    for seed in range(120):
        made, move = placed(seed, phones=1)
        own = colour(hand(made, 1))
        tops = [colour(top) for top in made.cards.tops()]
        if "place" in move:
            right[own not in tops or tops[move["place"]["slot"]] == own] += 1
    assert right[True] > 10 * right[False] > 0


def test_w16_empty_slots_are_filled_first() -> None:
    made = at_go(Sure(), phones=1)
    made.cards.move(made.cards.tops()[2], GONE)
    made.cards.move(made.cards.wheel[5][0], GONE)
    assert only(made.moves(PLACE, 0)).say == {"place": {"card": hand(made, 1), "slot": 5}}
    assert made._placing.slots_for(hand(made, 1)) == [2, 5]


def test_now_and_then_a_card_of_the_wheel_is_tried() -> None:
    chance = Sure()
    made = at_go(chance)
    chance.number = 0
    assert made.moves(PLACE, 0)[-1].card in made.cards.tops()


def test_w19_who_has_only_a_challenge_tells_it() -> None:
    made = at_go(Sure())
    made.cards.move(hand(made, 1), GONE)
    made.cards.move("challenge/trade", (Pile.ASIDE, 1))
    assert made.moves(PLACE, 0)[-1].say == {"drew": "challenge/trade"}


def test_a_card_that_is_not_taken_is_guessed_at_last() -> None:
    made = at_go(Sure())
    own = hand(made, 1)
    tried = [only(made.moves(PLACE, 0)).card for _ in range(LOST + 1)]
    assert tried == [own] * LOST + ["white/wanted"]
    made.cards.move(own, GONE)
    assert only(made.moves(PLACE, 0)).card == "white/wanted"


# The slot


def test_a_slot_is_chosen_by_the_card_that_lies_there() -> None:
    made = at_go(Sure())
    asked = [*told(made, 2, 4), card(1, "slot")]
    assert only(made.moves(asked, 0)).card == made.cards.wheel[4][-1]


def test_a_slot_is_told_on_a_phone() -> None:
    made = at_go(Sure(), phones=1)
    asked = [*told(made, 2, 4), card(1, "slot")]
    assert only(made.moves(asked, 0)).say == asked[1].say


def test_an_empty_slot_is_pressed_by_its_number() -> None:
    made = at_go(Sure())
    asked = [*told(made, 2, 4, 5), *number(1, "slot")]
    assert [move.gesture for move in made.moves(asked, 0)] == ["press"] * 3
    assert made.moves(asked, NS_PER_S) == ()


def test_now_and_then_another_slot_is_tried() -> None:
    chance = Sure()
    made = at_go(chance, phones=1)
    chance.number = 0
    asked = [*told(made, 2, 4), card(1, "slot")]
    assert only(made.moves(asked, 0)).card == made.cards.wheel[0][-1]


def test_a_slot_that_is_not_taken_is_told_at_last() -> None:
    made = at_go(Sure())
    asked = [*told(made, 2, 4), card(1, "slot")]
    gestures = [only(made.moves(asked, 0)).gesture for _ in range(LOST + 1)]
    assert gestures == ["card"] * LOST + ["say"]


def test_where_no_slot_is_told_any_is_tried() -> None:
    made = at_go(Sure())
    made.cards.move(made.cards.wheel[7][-1], GONE)
    assert only(made.moves([card(1, "slot")], 0)).card == "white/wanted"
