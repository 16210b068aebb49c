"""Motorcycle and Off-road Vehicle: refilling what a phase takes (B28 to B30)."""

from __future__ import annotations

from typing import Any

from tests.games.boom_boom_battle.table import R, Sitting, a_table, numbered, tracked

FREE, DEATH = "free_for_all", "death_match"
DECK = numbered(pan=2, smg=3)


def shrunk(seats: int = 3, turn: int = 1, **given: Any) -> Sitting:
    """Return a sitting at the discards of a phase that circles 2: all pans."""
    hands = {turn: "helmet/1 vest/1 vest/2"} | given.pop("hands", {})
    told = {"mode": FREE, "draw": 0, "deck": DECK, "keeps": "pan/1 pan/2 pan/3", **given}
    sit = a_table(seats, turn=turn, hands=hands, **told)
    sit.play(turn, "helmet/1")
    sit.flip("desert")
    assert sit.phase == "shrink"
    return sit


def drives(sit: Sitting) -> list[tuple[int, int]]:
    """Return who drove out, in order, and how many cards each drew."""
    return [(one["seat"], one["count"]) for one in sit.rulings("evacuated")]


def test_b28_a_vehicle_refills_what_the_phase_took_and_goes() -> None:
    sit = shrunk(hands={2: 4}, front={2: "motorcycle/1"})
    remaining = sit.piles()[1]
    sit.discard(2, "pan/1", "pan/2")
    sit.nothing_circled(1, 3)
    assert (sit.hand(2), sit.front(2), drives(sit)) == (4, [], [(2, 2)])
    assert sit.piles()[:2] == (6, remaining - 8)
    assert (sit.last("removed")["case"], sit.state.discard) == ("driven", ("motorcycle/1",))


def test_b28_it_does_not_refill_to_the_starting_hand() -> None:
    sit = shrunk(hands={2: 1}, front={2: "motorcycle/1"})
    sit.discard(2, "pan/1")
    sit.nothing_circled(1, 3)
    assert (sit.hand(2), sit.view()["seats"]["2"]["alive"]) == (1, True)


def test_b28_if_nothing_is_discarded_it_stays() -> None:
    sit = shrunk(hands={2: 4}, front={2: "motorcycle/1"})
    sit.nothing_circled(1, 2, 3)
    assert (sit.hand(2), sit.front(2), drives(sit)) == (4, ["motorcycle/1"], [])


def test_b28_other_discards_do_not_count() -> None:
    sit = shrunk(hands={1: "helmet/1 pan/1 vest/1"}, front={1: "offroad/1"})
    sit.discard(1, "pan/1")
    sit.nothing_circled(2, 3)
    assert drives(sit) == [(1, 1)]


def test_b28_cards_lost_to_an_empty_deck_are_not_made_up() -> None:
    sit = shrunk(
        hands={2: 4}, front={2: "motorcycle/1"}, remaining=1, keeps="helmet/1 pan/1 pan/2"
    )
    sit.discard(2, "pan/1", "pan/2")
    sit.nothing_circled(1, 3)
    assert (sit.hand(2), sit.last("lost_draw")["seat"], sit.front(2)) == (3, 2, [])


def test_b28_a_circled_card_that_a_vehicle_brings_is_replaced() -> None:
    sit = shrunk(hands={2: 4}, front={2: "motorcycle/1"})
    sit.discard(2, "pan/1", "pan/2")
    sit.nothing_circled(1, 3)
    sit.redraw(2, "pan/3")
    assert (sit.hand(2), sit.fouls(), sit.last("redrawn")["case"]) == (4, [], "replaced")


def test_b28_what_should_have_been_laid_is_no_drawn_card() -> None:
    sit = shrunk(hands={2: 4})
    sit.redraw(1, "pan/1", refused="lay_beside")
    sit.nothing_circled(1, 2, 3)
    sit.redraw(2, "pan/3")
    assert (sit.hand(2), sit.fouls()) == (3, [(2, "lied")])


def test_b28_known_cards_of_a_vehicle_are_told() -> None:
    sit = tracked(
        3,
        mode=FREE,
        hands={1: "helmet/1 vest/1", 2: "pan/1 pan/2", 3: "vest/2"},
        front={2: "motorcycle/1"},
        draw=0,
        deck=DECK,
    )
    sit.play(1, "helmet/1")
    sit.flip("desert")
    assert (sit.phase, sit.hand(2)) == ("draw", 2)
    sit.draws(2, "pan/3")
    sit.draws(2, "smg/1", "smg/2")
    assert (sit.cards(2), sit.front(2), sit.state.turn) == ({"smg/1", "smg/2"}, [], 2)


# The passenger


def carried(seats: int = 3, **given: Any) -> Sitting:
    """Return a sitting in which seats 2 and 3 discard and 2 has the Off-road Vehicle."""
    sit = shrunk(seats, hands={2: 4, 3: 4}, **{"front": {2: "offroad/1"}, **given})
    sit.discard(2, "pan/1")
    sit.discard(3, "pan/2", "pan/3")
    sit.nothing_circled(*(seat for seat in sit.state.living if seat not in (2, 3)))
    return sit


def test_b29_the_owner_takes_one_along_and_both_draw_their_own_counts() -> None:
    sit = carried()
    assert (sit.phase, sit.says(2, "passenger")[0]) == ("passenger", {"passenger": 3})
    sit.passenger(2, 3)
    assert (sit.hand(2), sit.hand(3), drives(sit)) == (4, 4, [(2, 1), (3, 2)])
    assert (sit.front(2), sit.last("carried")["to"]) == ([], 3)


def test_b29_or_nobody() -> None:
    for say in ({"pass": True}, {"passenger": 2}):
        sit = carried()
        sit.say(2, **say)
        assert (sit.hands()[1:], drives(sit), sit.rulings("carried")) == ([4, 2], [(2, 1)], [])
        assert sit.front(2) == []


def test_b29_by_the_lights_oneself_means_nobody() -> None:
    sit = carried()
    sit.press(2)
    sit.press(2, R)
    assert (sit.hands()[1:], drives(sit)) == ([4, 2], [(2, 1)])
    sit = carried()
    sit.press(2, R)
    assert sit.hands()[1:] == [4, 4]


def test_b29_only_who_discards_rides_along() -> None:
    sit = carried()
    sit.passenger(2, 1, refused="no_passenger")
    sit.passenger(2, 9, refused="no_passenger")
    sit.passenger(3, 2, refused="no_phase")
    assert sit.phase == "passenger"


def test_b29_also_when_the_owner_discards_nothing() -> None:
    sit = shrunk(hands={2: 4, 3: 4}, front={2: "offroad/1"})
    sit.discard(3, "pan/2", "pan/3")
    sit.nothing_circled(1, 2)
    sit.passenger(2, 3)
    assert (sit.hands()[1:], drives(sit), sit.front(2)) == ([4, 4], [(3, 2)], [])


def test_b29_an_owner_who_discards_nothing_and_takes_nobody_keeps_it() -> None:
    sit = shrunk(hands={2: 4, 3: 4}, front={2: "offroad/1"})
    sit.discard(3, "pan/2", "pan/3")
    sit.nothing_circled(1, 2)
    sit.passes(2)
    assert (sit.hands()[1:], sit.front(2)) == ([4, 2], ["offroad/1"])


def test_b29_with_nobody_to_take_nobody_is_asked() -> None:
    sit = shrunk(hands={2: 4}, front={2: "offroad/1"})
    sit.discard(2, "pan/1")
    sit.nothing_circled(1, 3)
    assert (sit.hand(2), sit.front(2), sit.phase) == (4, [], "turn")


def test_b29_a_passenger_s_own_motorcycle_is_not_used() -> None:
    sit = carried(front={2: "offroad/1", 3: "motorcycle/1"})
    sit.passenger(2, 3)
    assert (sit.hands()[1:], sit.front(3), sit.front(2)) == ([4, 4], ["motorcycle/1"], [])


def test_b29_who_is_not_taken_along_drives_alone() -> None:
    sit = carried(front={2: "offroad/1", 3: "motorcycle/1"})
    sit.passes(2)
    assert (sit.hands()[1:], sit.front(3), sit.front(2)) == ([4, 4], [], [])


def test_b29_in_team_modes_a_mate_alone_rides_along() -> None:
    sit = carried(4, mode=DEATH)
    assert sit.phase == "turn"
    assert (sit.hands()[1:3], drives(sit)) == ([4, 2], [(2, 1)])
    sit = shrunk(4, mode=DEATH, hands={2: 4, 4: 4}, front={2: "offroad/1"})
    sit.discard(4, "pan/1")
    sit.nothing_circled(1, 2, 3)
    sit.passenger(2, 4)
    assert (sit.hand(4), drives(sit)) == (4, [(4, 1)])


def test_b29_the_saved_are_not_eliminated() -> None:
    sit = shrunk(hands={2: 1, 3: 1}, front={2: "offroad/1"})
    sit.discard(2, "pan/1")
    sit.discard(3, "pan/2")
    sit.nothing_circled(1)
    sit.passenger(2, 3)
    assert (sit.hands()[1:], sit.rulings("eliminated")) == ([1, 1], [])


def test_b29_an_owner_who_leaves_takes_nobody_along() -> None:
    sit = carried(4)
    sit.leave(2)
    assert (sit.hand(3), sit.phase, sit.front(2)) == (2, "turn", [])


def test_b29_a_passenger_who_leaves_is_no_choice_any_more() -> None:
    sit = carried(4)
    sit.leave(3)
    assert (sit.hand(2), sit.front(2), sit.phase) == (4, [], "turn")


def test_b29_an_owner_may_leave_while_the_cards_are_told() -> None:
    sit = tracked(
        4,
        mode=FREE,
        hands={1: "helmet/1 vest/1", 2: "pan/1 smg/1", 3: "pan/2 smg/2", 4: "vest/2"},
        front={2: "offroad/1", 3: "motorcycle/1"},
        draw=0,
        deck=DECK,
    )
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.passes(2)
    assert sit.phase == "draw"
    sit.leave(2)
    sit.draws(3, "smg/3")
    assert (sit.front(3), sit.state.discard.count("offroad/1"), sit.hand(3)) == ([], 1, 2)


# The order


def test_b30_vehicles_draw_in_turn_order_from_who_triggered_the_phase() -> None:
    sit = shrunk(
        3,
        turn=2,
        hands={1: 4, 2: "helmet/1 pan/1 vest/1", 3: 4},
        front={1: "motorcycle/1", 2: "offroad/1"},
    )
    sit.discard(1, "pan/2")
    sit.discard(2, "pan/1")
    sit.discard(3, "pan/3")
    sit.passenger(2, 3)
    assert drives(sit) == [(2, 1), (3, 1), (1, 1)]


# A table whose unlisted card is another vehicle


def two_offroads() -> Sitting:
    told = {"unlisted/1": {"kind": "offroad", "location": 0}}
    deck = {"cards": DECK["cards"] | told}
    hands = {2: 4, 3: 4, 4: 4}
    front = {2: "offroad/1", 4: "unlisted/1"}
    sit = shrunk(4, hands=hands, front=front, deck=deck, keeps="pan/1 pan/2 pan/3 pan/4")
    sit.discard(2, "pan/1")
    sit.discard(3, "pan/2")
    sit.discard(4, "pan/3", "pan/4")
    sit.nothing_circled(1)
    return sit


def test_b29_with_two_vehicles_of_that_kind_both_owners_are_asked_in_turn_order() -> None:
    sit = two_offroads()
    sit.passes(2)
    assert sit.waiting()[0][0] == 4
    sit.passenger(4, 3)
    assert (sit.hands()[1:], drives(sit)) == ([4, 4, 4], [(2, 1), (3, 1), (4, 2)])
    assert (sit.front(2), sit.front(4)) == ([], [])


def test_b29_who_is_taken_along_takes_nobody_along() -> None:
    sit = two_offroads()
    sit.passenger(2, 4)
    assert (sit.hands()[1:], sit.front(2), sit.front(4)) == ([4, 3, 4], [], ["unlisted/1"])


def test_b29_nobody_is_taken_along_twice() -> None:
    sit = two_offroads()
    sit.passenger(2, 3)
    assert sit.says(4, "passenger")[:-1] == [{"passenger": 2}, {"passenger": 4}]
    sit.passenger(4, 3, refused="no_passenger")
    sit.passes(4)
    assert (sit.hands()[1:], sit.front(4)) == ([4, 4, 4], [])
