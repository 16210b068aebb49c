"""Shrinking circle: the flip, the discards, when a location is in force (B13, B14, B78)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.boom_boom_battle.box import GUNS, PLACES
from companion.games.boom_boom_battle.piles import public_place
from tests.games.boom_boom_battle.table import L, Sitting, a_table, card, numbered, tracked

FREE = "free_for_all"


def called(**given: Any) -> Sitting:
    """Return a sitting of three whose draw deck seat 1 has just emptied."""
    told: dict[str, Any] = {"hands": {1: "smoke/1 pan/1 pan/2"}, "draw": 1, **given}
    sit = a_table(3, **told)
    sit.play(1, "smoke/1")
    assert sit.phase == "location"
    return sit


# The flip


def test_b78_whoever_ended_the_turn_taps_it() -> None:
    sit = called()
    assert sit.waiting() == [(1, "card")]
    sit.tap(card("forest"))
    assert (sit.view()["location"], sit.phase) == ("forest", "shrink")


@pytest.mark.parametrize("reader", ["tray", "seat1"])
def test_b78_any_reader_of_that_player_serves(reader: str) -> None:
    sit = called()
    sit.tap(card("forest"), reader)
    assert sit.view()["location"] == "forest"


def test_b78_anybody_tells_it() -> None:
    sit = called()
    sit.flip("forest", seat=3)
    assert sit.last("circled")["location"] == "forest"


def test_b78_who_was_eliminated_in_that_turn_flips_too() -> None:
    sit = a_table(3, hands={1: "helmet/1"}, draw=0)
    sit.play(1, "helmet/1")
    assert not sit.view()["seats"]["1"]["alive"]
    sit.tap(card("forest"))
    assert sit.phase == "shrink"


def test_b78_a_card_that_is_out_or_unknown_is_refused() -> None:
    sit = called(place="desert")
    sit.tap(card("desert"), refused="location_out")
    sit.flip("desert", refused="location_out")
    sit.say(2, location="location/9", refused="no_location")
    sit.tap("rifle/1", refused="no_location")
    sit.tap("unknown/04AABBCC", refused="unknown_card")
    assert (sit.phase, sit.view()["shrinks"]) == ("location", 1)


def test_b78_a_phone_offers_the_locations_that_are_left() -> None:
    sit = called(place="desert")
    told = [one["location"] for one in sit.says(2, "location")]
    assert told == [f"location/{n}" for n in (1, 3, 4, 5, 6, 7, 8)]


def test_b78_a_location_outside_a_phase_is_refused() -> None:
    sit = a_table(3)
    sit.flip("forest", refused="no_phase")
    sit.tap(card("forest"), refused="no_action_card")


def test_the_number_is_the_one_on_the_card() -> None:
    deck = {"cards": {"location/3": {"location": 8}, "location/8": {"location": 3}}}
    sit = called(deck=deck)
    sit.flip("forest")
    assert (sit.view()["circled"], sit.last("circled")["circle"]) == ([8], 8)


# The discards


def test_everybody_lays_all_cards_of_the_number_beside_the_location() -> None:
    sit = called(deck=numbered({"pan/1": 3, "pan/3": 3, "pan/4": 3}))
    sit.flip("forest")
    sit.discard(1, "pan/1")
    sit.discard(2, "pan/3", "pan/4")
    assert sit.phase == "shrink"
    sit.nothing_circled(3)
    assert (sit.hands(), sit.state.out) == ([2, 6, 8], ("pan/1", "pan/3", "pan/4"))
    assert sit.view()["out"] == 3


def test_on_the_panel_the_lights_lead_and_a_button_ends_it() -> None:
    sit = called(deck=numbered({"pan/1": 3, "pan/3": 3}))
    sit.flip("forest")
    sit.tray("pan/1")
    sit.press(1)
    sit.press(3, L)
    sit.tray("pan/3")
    sit.press(2)
    assert (sit.hands(), sit.phase) == ([2, 7, 8], "turn")


def test_a_card_of_another_number_is_not_laid() -> None:
    sit = called(deck=numbered({"pan/1": 3}))
    sit.flip("forest")
    sit.discard(1, "pan/1", "pan/2", refused="other_number")
    sit.tray("pan/2", refused="other_number")
    sit.discard(1, "pan/1", "pan/1", refused="card_repeated")
    assert sit.state.out == ()


def test_nobody_lays_more_than_a_hand_has() -> None:
    sit = called(hands={1: "smoke/1 pan/1", 2: 1}, deck=numbered(pan=3))
    sit.flip("forest")
    sit.discard(2, "pan/3", "pan/4", refused="discard_count")
    sit.discard(2, "pan/3")
    assert sit.hand(2) == 0


def test_known_hands_lay_them_without_a_word() -> None:
    sit = tracked(
        3,
        hands={1: "smoke/1 pan/1", 2: "pan/2 pan/3 smg/5", 3: "vest/1"},
        draw=1,
        deck=numbered({"pan/1": 3, "pan/2": 3, "pan/3": 3}),
    )
    sit.play(1, "smoke/1")
    sit.draws(1, "vest/2")
    sit.flip("forest")
    assert (sit.cards(1), sit.cards(2), sit.cards(3)) == ({"vest/2"}, {"smg/5"}, {"vest/1"})
    assert (sit.state.turn, sit.state.out) == (2, ("pan/1", "pan/2", "pan/3"))


def test_a_circled_card_that_came_before_is_shown_while_the_table_flips() -> None:
    sit = called(place="desert", keeps="vest/1", deck=numbered({"vest/1": 2}))
    sit.redraw(1, "vest/1")
    assert (sit.hand(1), sit.fouls(), sit.phase) == (3, [], "location")
    sit.flip("forest")
    sit.nothing_circled(1, 2, 3)
    assert sit.fouls() == []


def test_an_answer_that_a_laid_card_contradicts_is_flagged() -> None:
    sit = a_table(3, hands={1: "rifle/1 pan/1", 2: 4}, draw=0, deck=numbered({"vest/1": 3}))
    sit.play(1, "rifle/1", 2, [3])
    sit.missed(2)
    sit.passes(2)
    sit.flip("forest")
    sit.discard(2, "vest/1")
    assert sit.fouls() == [(2, "lied")]


def test_equipment_and_distractions_stay() -> None:
    front = {2: "vest/1 helmet/1 flashbang/1", 3: "smoke/2"}
    sit = called(front=front, deck=numbered(vest=3, helmet=3, smoke=3, flashbang=3))
    sit.flip("forest")
    sit.nothing_circled(1, 2, 3)
    assert (sit.front(2), sit.front(3)) == (["vest/1", "helmet/1", "flashbang/1"], ["smoke/2"])


# In force


def test_before_the_first_phase_there_is_no_location() -> None:
    seen = a_table(3).view()
    assert (seen["location"], seen["effect"], seen["circled"], seen["shrinks"]) == (
        None,
        None,
        [],
        0,
    )


def test_b13_a_location_is_in_force_from_the_new_round_on() -> None:
    sit = called()
    sit.flip("hospital")
    assert sit.view()["effect"]["active"] is False
    sit.nothing_circled(1, 2, 3)
    assert (sit.view()["effect"]["active"], sit.last("new_round")["location"]) == (
        True,
        "hospital",
    )
    assert (sit.state.turn, sit.hand(2)) == (2, 9)


def test_b13_the_last_location_ends_when_the_next_one_is_flipped() -> None:
    sit = a_table(
        3,
        place="village",
        hands={1: "helmet/1 pan/1 pan/2"},
        front={1: "motorcycle/1"},
        draw=0,
        deck=numbered({"pan/1": 4}),
    )
    sit.play(1, "helmet/1")
    sit.flip("grassland")
    sit.discard(1, "pan/1")
    sit.nothing_circled(2, 3)
    assert sit.rulings("discarded")[-1]["case"] == "shrink"
    assert (sit.hand(1), sit.view()["draw"], sit.phase) == (2, 6, "turn")


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 9), (4, 12), (5, 12), (6, 12)])
def test_b13_village_s_larger_deck_is_dealt_in_the_phase_that_flips_it(
    seats: int, size: int
) -> None:
    sit = a_table(seats, mode=FREE, hands={1: "smoke/1 pan/1 pan/2"}, draw=1)
    sit.play(1, "smoke/1")
    sit.flip("village")
    sit.nothing_circled(*sit.state.seats)
    assert sit.view()["draw"] == size


def test_b13_the_deck_after_village_is_the_usual_one() -> None:
    sit = a_table(3, place="village", hands={1: "helmet/1 pan/1 pan/2"}, draw=0)
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.nothing_circled(1, 2, 3)
    assert sit.view()["draw"] == 6


def test_b14_circled_numbers_add_up_and_only_the_last_location_is_in_force() -> None:
    sit = called(place="base hospital", deck=numbered({"smoke/1": 8}))
    sit.flip("forest")
    sit.nothing_circled(1, 2, 3)
    seen = sit.view()
    assert (seen["circled"], seen["location"], seen["shrinks"]) == ([7, 5, 3], "forest", 3)
    assert sit.rulings("drew") == sit.rulings("drew")[:2]  # Hospital's and the smoke's
    for number in (7, 5, 3):
        sit.play(2, "rifle/4", 3, [number], refused="number_circled")


def test_b34_there_is_a_card_to_flip_in_each_of_the_six_phases() -> None:
    places = [place for place in PLACES if place not in ("village", "grassland")]
    sit = a_table(
        4, hands=dict.fromkeys((1, 2, 3, 4), 8), draw=8, deck=numbered(**dict.fromkeys(GUNS, 8))
    )
    for number, place in enumerate(places, 1):
        while sit.phase == "turn":
            escape_with_two(sit)
        assert sit.last("shrinks")["phase"] == number
        sit.flip(place)
        sit.nothing_circled(*sit.state.living)
    assert (sit.won()[1], len(sit.view()["circled"])) == ("ranked", 6)


def escape_with_two(sit: Sitting) -> None:
    """Let whoever's turn it is escape with two cards of a number that is never circled."""
    hidden = [c for c in sit.state.deck.actions if public_place(sit.state, c) is None]
    sit.escape(sit.state.turn or 0, *[c for c in hidden if sit.state.deck.number(c) == 8][:2])


def test_who_leaves_while_the_table_flips_is_not_waited_for() -> None:
    sit = called()
    sit.leave(1)
    assert sit.phase == "location"
    sit.flip("forest", seat=3)
    sit.leave(2)
    assert sit.won() == ([3], "survived")


def test_a_phase_ends_where_only_one_is_left() -> None:
    sit = called()
    sit.leave(2)
    sit.leave(3)
    assert sit.won() == ([1], "survived")
    assert sit.rulings("circled") == []
