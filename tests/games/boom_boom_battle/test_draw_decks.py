"""Draw deck and remaining deck: where cards come from when they run out (B8 to B12, B71, B77)."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.table import Sitting, a_table, does, numbered, tracked

FREE = "free_for_all"
HELD = "smoke/1 helmet/1 vest/1 vest/2 bandage/1"  # in some hand


# Running out


def test_b8_a_draw_goes_on_from_the_remaining_deck() -> None:
    sit = a_table(3, hands={1: 5}, draw=1)
    before = sit.piles()[1]
    sit.escape(1, "vest/1", "vest/2")
    assert (sit.hand(1), sit.piles()) == (5, (0, before - 1, 2, 0))
    assert (sit.phase, sit.last("drew")["count"]) == ("location", 2)


def test_b8_the_phase_follows_the_turn_when_the_last_card_is_drawn() -> None:
    sit = a_table(3, hands={1: 5}, draw=2)
    sit.escape(1, "vest/1", "vest/2")
    assert sit.phase == "location"


def test_b8_not_before_the_turn_has_ended() -> None:
    sit = a_table(3, hands={1: "smg/1 pan/1", 2: 4}, draw=1)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/3")
    sit.passes(2)
    assert (sit.phase, sit.piles()[0]) == ("extra", 0)
    sit.passes(1)
    assert sit.phase == "location"


def test_b8_it_counts_whoever_empties_it() -> None:
    sit = a_table(3, hands={1: "rifle/1 rifle/2", 2: 4}, front={2: "vest/1"}, draw=1)
    sit.play(1, "rifle/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "helmet/1", "smg/2")
    sit.passes(2)
    assert [(one["seat"], one["count"]) for one in sit.rulings("drew")] == [(2, 1), (1, 1)]
    assert sit.phase == "location"


def test_b8_hospital_s_card_may_empty_it() -> None:
    sit = a_table(3, place="hospital", hands={1: "vest/1 pan/1"}, draw=1)
    assert (sit.piles()[0], sit.phase) == (0, "turn")
    sit.play(1, "vest/1")
    assert sit.phase == "location"


# The remaining deck


def test_b9_the_discard_pile_becomes_the_remaining_deck() -> None:
    sit = a_table(3, hands={1: 5}, draw=0, remaining=1, discard="pan/1 pan/2 pan/3", keeps=HELD)
    sit.escape(1, "vest/1", "vest/2")
    assert (sit.hand(1), sit.state.discard, sit.piles()[1]) == (5, (), 4)
    assert sit.last("reshuffled")["count"] == 4


def test_b9_b77_circled_numbers_leave_the_game_at_a_reshuffle() -> None:
    sit = a_table(
        3,
        place="hospital desert",
        hands={1: 5},
        draw=0,
        remaining=0,
        keeps=HELD,
        discard="pan/1 pan/2 pan/3",
        deck=numbered({"pan/1": 2, "pan/2": 5, "pan/3": 6, "vest/1": 7}),
    )
    sit.escape(1, "vest/1")
    assert {"pan/1", "pan/2"} <= set(sit.state.out)
    assert (sit.hand(1), sit.piles()[1:3]) == (5, (1, 0))


def test_b9_cards_beside_the_locations_never_return() -> None:
    sit = a_table(
        3, hands={1: 5}, draw=0, remaining=0, out="pan/1 pan/2", discard="smg/1", keeps=HELD
    )
    out = set(sit.state.out)
    sit.escape(1, "vest/1", "vest/2")
    assert set(sit.state.out) == out
    assert (sit.hand(1), sit.piles()[1:3]) == (5, (1, 0))


def test_b9_with_nothing_at_all_a_draw_is_lost() -> None:
    sit = a_table(
        3,
        mode=FREE,
        hands={1: "smoke/1 pan/1"},
        draw=0,
        remaining=0,
    )
    sit.play(1, "smoke/1")
    assert (sit.hand(1), sit.last("lost_draw")["seat"]) == (1, 1)
    assert sit.rulings("reshuffled", "drew") == []


def test_b9_part_of_a_draw_may_be_lost() -> None:
    sit = a_table(
        3, place="hospital", hands={1: 5}, draw=1, remaining=0, discard="pan/1", keeps=HELD
    )
    assert sit.hand(1) == 6
    sit.play(1, "bandage/1")
    assert (sit.hand(1), sit.piles()[:3]) == (6, (0, 0, 1))
    assert (sit.last("drew")["count"], sit.last("reshuffled")["count"]) == (1, 0)
    assert (sit.last("lost_draw")["seat"], sit.state.discard) == (1, ("bandage/1",))


def test_b9_only_circled_cards_on_the_pile_are_nothing_to_draw() -> None:
    sit = a_table(
        3,
        place="desert",
        hands={1: "smoke/1 pan/1"},
        draw=0,
        remaining=0,
        discard="pan/2 pan/3",
        deck=numbered(pan=2),
    )
    sit.play(1, "smoke/1")
    assert (sit.hand(1), sit.state.discard) == (1, ())
    assert sit.rulings("reshuffled") == []


def test_b9_a_card_is_not_shuffled_in_while_it_is_played() -> None:
    sit = a_table(3, hands={1: "handgun/1 pan/1", 2: 4}, draw=0, remaining=0, discard="pan/2")
    sit.play(1, "handgun/1", 2, [3])
    assert (sit.hand(1), sit.piles()[1:3], sit.state.played) == (2, (0, 0), ("handgun/1",))


# The new deck


@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 6), (4, 8), (5, 8), (6, 8)])
def test_the_new_deck_is_twice_the_survivors_and_at_most_8(seats: int, size: int) -> None:
    sit = a_table(seats, mode=FREE, hands={1: 3}, draw=1)
    shrink(sit)
    assert sit.view()["draw"] == size


def test_b33_in_duel_all_players_count() -> None:
    for seats, size in ((2, 4), (4, 8), (6, 8)):
        sit = a_table(seats, hands={1: "helmet/1"}, draw=0, discard="")
        sit.play(1, "helmet/1")
        sit.flip("desert")
        sit.nothing_circled(*sit.state.seats)
        assert (sit.view()["draw"], sit.view()["tokens"]) == (size, {"a": 0, "b": 1})


def test_b10_a_deck_that_cannot_be_filled_is_as_large_as_can_be() -> None:
    sit = a_table(3, hands={1: 5}, draw=1, remaining=3, keeps=HELD)
    shrink(sit)
    assert sit.piles()[:3] == (3, 0, 0)


def test_b10_without_any_deck_there_is_a_turn_between_two_phases() -> None:
    sit = a_table(3, hands={1: 5, 2: 5}, draw=1, remaining=0, keeps=HELD)
    sit.play(1, "smoke/1")
    sit.flip("desert")
    sit.nothing_circled(1, 2, 3)
    assert (sit.piles()[:3], sit.state.turn, sit.phase) == ((0, 0, 0), 2, "turn")
    sit.play(2, "helmet/1")
    assert (sit.phase, len(sit.rulings("shrinks"))) == ("location", 2)
    sit.flip("hospital")
    sit.nothing_circled(1, 2, 3)
    assert (sit.state.turn, sit.view()["shrinks"]) == (3, 2)


def test_b71_the_discard_pile_is_shuffled_before_a_short_deck_is_dealt() -> None:
    sit = a_table(3, hands={1: 5}, draw=1, remaining=4, discard="pan/1 pan/2 pan/3", keeps=HELD)
    shrink(sit)
    assert sit.piles()[:3] == (6, 1, 0)
    assert sit.kinds()[-3:] == ["reshuffled", "new_round", "turn_began"]


def test_b71_what_is_circled_now_is_not_dealt_again() -> None:
    sit = a_table(
        3,
        hands={1: 5},
        draw=1,
        remaining=0,
        discard="pan/1 pan/2 pan/3",
        deck=numbered({"pan/1": 2, "pan/2": 5, "pan/3": 6, "smg/1": 4}),
    )
    sit.escape(1, "smg/1")
    sit.flip("desert")
    sit.nothing_circled(1, 2, 3)
    assert (sit.piles()[:3], "pan/1" in sit.state.out) == ((3, 0, 0), True)


def test_b71_a_deck_that_is_large_enough_leaves_the_discard_pile_alone() -> None:
    sit = a_table(3, hands={1: 5}, draw=1, remaining=6, discard="pan/1", keeps=HELD)
    shrink(sit)
    assert (sit.piles()[:3], sit.rulings("reshuffled")) == ((6, 0, 1), [])


# Circled cards


def test_b11_a_drawn_circled_card_is_shown_and_replaced_from_the_remaining_deck() -> None:
    sit = a_table(3, place="desert", hands={1: 3}, keeps="pan/1", deck=numbered(pan=2))
    sit.escape(1, "smg/3")
    draw, remaining, *_ = sit.piles()
    sit.redraw(1, "pan/1")
    assert (sit.hand(1), sit.piles()[:2]) == (3, (draw, remaining - 1))
    assert (sit.state.discard, sit.last("redrawn")["case"]) == (("smg/3", "pan/1"), "replaced")
    assert sit.fouls() == []


def test_b11_the_replacement_may_be_circled_too() -> None:
    sit = a_table(3, place="desert", hands={1: 3}, keeps="pan/1 pan/2", deck=numbered(pan=2))
    sit.escape(1, "smg/3")
    sit.redraw(1, "pan/1")
    sit.redraw(1, "pan/2")
    assert (sit.hand(1), len(sit.rulings("redrawn")), sit.fouls()) == (3, 2, [])


def test_b11_a_circled_card_is_laid_on_the_tray_by_whoever_drew_lately() -> None:
    sit = a_table(3, place="desert", hands={1: 3}, keeps="pan/1", deck=numbered(pan=2))
    sit.escape(1, "smg/3")
    sit.tray("pan/1")
    assert (sit.hand(1), sit.last("redrawn")["seat"]) == (3, 1)


def test_b11_with_nothing_left_the_card_is_lost() -> None:
    sit = a_table(
        3,
        place="desert",
        hands={1: 3},
        draw=3,
        remaining=0,
        keeps="pan/1 smg/3",
        deck=numbered(pan=2, smg=2),
    )
    sit.escape(1, "rifle/4")
    sit.redraw(1, "pan/1")
    assert (sit.hand(1), sit.last("redrawn")["case"]) == (3, "replaced")
    sit.redraw(1, "smg/3")
    assert (sit.hand(1), sit.last("redrawn")["case"]) == (2, "lost")
    assert {"pan/1", "smg/3"} <= set(sit.state.out)


def test_b11_a_circled_card_that_did_not_come_since_the_phase_should_have_been_laid() -> None:
    sit = a_table(3, place="desert", hands={1: 3, 2: 3}, keeps="pan/1", deck=numbered(pan=2))
    sit.redraw(2, "pan/1")
    assert (sit.hand(2), sit.fouls()) == (2, [(2, "lied")])
    assert sit.last("redrawn")["case"] == "lost"


def test_b11_only_a_circled_card_of_a_hand_is_replaced() -> None:
    sit = a_table(3, place="desert", hands={1: 3, 3: 0}, discard="pan/2", deck=numbered(pan=2))
    sit.redraw(1, "location/1", refused="no_action_card")
    sit.redraw(1, "rifle/1", refused="not_circled")
    sit.redraw(1, "pan/2", refused="card_discard")
    sit.redraw(3, "pan/1", refused="not_circled")  # no hand, and so nobody who is asked
    sit.play(1, "pan/1", 2, refused="card_circled")
    sit.escape(1, "pan/1", refused="card_circled")


def test_b11_a_known_circled_card_is_replaced_as_soon_as_it_is_told() -> None:
    sit = tracked(
        2,
        mode=FREE,
        place="desert",
        hands={1: "vest/1 vest/2", 2: "helmet/1"},
        deck=numbered({"pan/1": 2, "pan/2": 2}),
    )
    sit.escape(1, "vest/1", "vest/2")
    draw, remaining, *_ = sit.piles()
    sit.draws(1, "pan/1", "smg/5")
    assert (sit.cards(1), sit.phase, sit.piles()[:2]) == ({"smg/5"}, "draw", (draw, remaining - 1))
    sit.tap("pan/2", "tray")
    assert (sit.phase, sit.hand(1)) == ("draw", 2)
    sit.draws(1, "smg/6")
    assert (sit.cards(1), sit.state.turn) == ({"smg/5", "smg/6"}, 2)
    assert sit.state.discard == ("vest/1", "vest/2", "pan/1", "pan/2")


def test_b11_a_known_circled_card_without_a_replacement_is_gone() -> None:
    sit = tracked(
        2,
        mode=FREE,
        place="desert",
        hands={1: "smoke/3 vest/2", 2: "helmet/1"},
        draw=2,
        remaining=0,
        keeps="pan/1",
        deck=numbered({"pan/1": 2}),
    )
    sit.play(1, "smoke/3")
    sit.draws(1, "pan/1")
    assert (sit.cards(1), sit.hand(1), sit.state.turn) == ({"vest/2"}, 1, 2)
    assert sit.last("redrawn")["case"] == "lost"


def test_b12_the_new_deck_may_have_circled_cards() -> None:
    sit = a_table(3, hands={1: 3}, draw=1, keeps="pan/1", deck=numbered(pan=2))
    shrink(sit)
    sit.escape(2, "smg/3")
    sit.redraw(2, "pan/1")
    assert (sit.hand(2), sit.fouls()) == (8, [])


# Cards of a circled number (B77)


def test_b77_what_a_phase_takes_lies_beside_the_location_and_what_comes_later_does_not() -> None:
    sit = a_table(3, hands={1: 3}, draw=1, deck=numbered(pan=2))
    sit.escape(1, "smg/3")
    sit.flip("desert")
    sit.discard(1, "pan/1")
    sit.nothing_circled(2, 3)
    assert (sit.state.out, sit.state.discard) == (("pan/1",), ("smg/3",))
    sit.escape(2, "smg/4")
    sit.redraw(2, "pan/2")
    assert (sit.state.out, sit.state.discard) == (("pan/1",), ("smg/3", "smg/4", "pan/2"))


def test_a_card_of_no_icon_draws_nothing() -> None:
    sit = a_table(3, hands={1: "smoke/1 pan/1"}, deck=does(smoke=(0, 0, "none")))
    sit.play(1, "smoke/1")
    assert (sit.hand(1), sit.rulings("drew")) == (1, [])


def shrink(sit: Sitting) -> None:
    """Empty a draw deck of one card, and flip a location nobody has a card of."""
    sit.play(sit.state.turn or 1, "smoke/1")
    sit.flip("desert")
    sit.nothing_circled(*sit.state.living)
