"""Village, Grassland and Hospital: what they change in a turn (B25, B26, B27, B73)."""

from __future__ import annotations

from tests.games.boom_boom_battle.table import a_table, numbered, tracked

FREE = "free_for_all"


# Hospital


def test_b25_each_turn_begins_with_a_card() -> None:
    sit = a_table(3, place="hospital", hands={1: 4, 2: 4, 3: 4})
    assert sit.hands() == [5, 4, 4]
    sit.play(1, "helmet/1")
    assert sit.hands() == [4, 5, 4]


def test_b25_it_is_drawn_of_the_remaining_deck_where_no_draw_deck_is() -> None:
    sit = a_table(3, place="hospital", hands={1: 4}, draw=0, remaining=3)
    assert (sit.hand(1), sit.piles()[:2]) == (5, (0, 2))


def test_b25_a_known_card_is_told_before_one_chooses() -> None:
    sit = tracked(2, place="hospital", hands={1: "vest/1 helmet/1", 2: "pan/1"})
    assert (sit.phase, sit.waiting()) == ("draw", [(1, "card")])
    sit.play(1, "vest/1", refused="not_your_turn")
    sit.tap("pan/2")
    assert (sit.phase, sit.cards(1)) == ("turn", {"vest/1", "helmet/1", "pan/2"})


def test_b25_an_extra_action_begins_no_turn() -> None:
    sit = a_table(3, place="hospital", hands={1: "smg/1 pan/1", 2: 5})
    sit.play(1, "smg/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "rifle/4")
    sit.passes(2)
    assert (sit.phase, sit.hand(1)) == ("extra", 3)  # 2, Hospital's, the hit's, less the SMG


# Village


def test_b26_each_card_drawn_is_one_of_two() -> None:
    sit = a_table(3, place="village", hands={1: 3}, draw=9)
    sit.play(1, "smoke/1")
    assert (sit.phase, sit.hand(1), sit.piles()[0]) == ("keep", 4, 7)
    sit.discard(1, refused="discard_count")
    sit.discard(1, "rifle/2", "rifle/3", refused="discard_count")
    sit.discard(1, "rifle/2")
    assert (sit.hand(1), sit.state.turn, sit.last("discarded")["case"]) == (3, 2, "village")


def test_b26_an_escape_with_two_draws_two_times() -> None:
    sit = a_table(3, place="village", hands={1: 5}, draw=9)
    sit.escape(1, "rifle/2", "rifle/3")
    sit.tray("rifle/4")
    assert sit.phase == "keep"
    sit.tray("rifle/5")
    assert (sit.hand(1), sit.piles()[0], sit.state.turn) == (5, 5, 2)


def test_b26_the_last_card_of_all_is_kept() -> None:
    sit = a_table(3, place="village", hands={1: "smoke/1 pan/1"}, draw=1, remaining=0)
    sit.play(1, "smoke/1")
    assert (sit.hand(1), sit.phase) == (2, "location")


def test_b26_two_may_come_of_both_decks() -> None:
    sit = a_table(3, place="village", hands={1: 3}, draw=1)
    sit.play(1, "smoke/1")
    sit.discard(1, "rifle/2")
    assert (sit.hand(1), sit.phase) == (3, "location")


def test_b26_of_known_cards_only_one_of_the_two_is_discarded() -> None:
    sit = tracked(2, place="village", hands={1: "smoke/1 vest/1", 2: "pan/1"}, draw=9)
    sit.play(1, "smoke/1")
    sit.draws(1, "smg/3", "smg/4")
    sit.discard(1, "vest/1", refused="not_those_two")
    sit.tray("vest/1", refused="not_those_two")
    sit.keep(1, "vest/1", refused="not_those_two")
    sit.keep(1, "smg/4")
    assert (sit.cards(1), sit.state.discard) == ({"vest/1", "smg/4"}, ("smg/3",))


def test_b26_a_known_card_may_be_laid_on_the_tray_instead() -> None:
    sit = tracked(2, place="village", hands={1: "smoke/1 vest/1", 2: "pan/1"}, draw=9)
    sit.play(1, "smoke/1")
    sit.draws(1, "smg/3")
    sit.draws(1, "smg/4")
    sit.tray("smg/3")
    assert (sit.cards(1), sit.state.turn) == ({"vest/1", "smg/4"}, 2)


def test_b26_keep_is_of_known_hands_alone() -> None:
    sit = a_table(3, place="village", hands={1: 3}, draw=9)
    sit.play(1, "smoke/1")
    sit.keep(1, "rifle/2", refused="no_draw")


def test_b26_a_lone_known_card_is_kept() -> None:
    sit = tracked(
        2,
        place="village",
        hands={1: "smoke/1 vest/1", 2: "pan/1"},
        draw=1,
        remaining=0,
        keeps="smg/3",
    )
    sit.play(1, "smoke/1")
    sit.draws(1, "smg/3")
    assert (sit.cards(1), sit.phase) == ({"vest/1", "smg/3"}, "location")


def test_b73_a_circled_card_is_replaced_before_one_is_kept() -> None:
    deck = numbered({"smg/3": 1, "smg/4": 1})
    sit = tracked(2, place="village", hands={1: "smoke/2 vest/1", 2: "pan/1"}, draw=9, deck=deck)
    sit.play(1, "smoke/2")
    sit.draws(1, "smg/3", "smg/4")
    assert (sit.phase, len(sit.rulings("redrawn"))) == ("draw", 2)
    sit.draws(1, "smg/5", "smg/6")
    sit.keep(1, "smg/5")
    assert sit.cards(1) == {"vest/1", "smg/5"}


def test_b73_a_hidden_circled_card_too() -> None:
    deck = numbered({"smg/3": 1})
    sit = a_table(3, place="village", hands={1: 3}, draw=9, keeps="smg/3", deck=deck)
    sit.play(1, "smoke/2")
    sit.discard(1, "smg/3", refused="card_circled")
    sit.redraw(1, "smg/3")
    assert (sit.phase, sit.hand(1), sit.piles()[0]) == ("keep", 4, 7)
    sit.discard(1, "rifle/2")
    assert sit.hand(1) == 3


def test_a_drawn_card_that_leaves_with_its_player_is_no_choice_any_more() -> None:
    sit = a_table(3, place="village", hands={1: 3}, draw=9)
    sit.play(1, "smoke/1")
    sit.leave(1)
    assert (sit.hand(1), sit.state.turn, sit.phase) == (0, 2, "turn")


# Grassland


def test_b27_an_escape_draws_nothing() -> None:
    sit = a_table(3, place="grassland", hands={1: 5})
    sit.escape(1, "rifle/1", "rifle/2")
    assert (sit.hand(1), sit.rulings("drew"), sit.state.turn) == (3, [], 2)


def test_b27_with_only_attack_cards_the_flashbanged_must_escape_and_may_die() -> None:
    sit = tracked(
        3,
        mode=FREE,
        place="grassland",
        hands={1: "rifle/1 pan/1", 2: "vest/1", 3: "vest/2"},
        front={1: "flashbang/1"},
    )
    sit.play(1, "rifle/1", 2, [3], refused="flashbanged")
    sit.play(1, "pan/1", 2, refused="flashbanged")
    sit.escape(1, "rifle/1", "pan/1")
    assert [one["seat"] for one in sit.rulings("eliminated")] == [1]


def test_b27_other_draws_go_on() -> None:
    sit = a_table(3, place="grassland", hands={1: 3})
    sit.play(1, "smoke/1")
    assert sit.hand(1) == 3


def test_b27_firearms_aim_at_one_number_more() -> None:
    sit = a_table(3, place="grassland", hands={1: 3})
    kinds = sit.view()["legal"]["kinds"]
    assert (kinds["rifle"]["reach"], kinds["lmg"]["reach"], kinds["grenade"]["reach"]) == (3, 4, 2)
    sit.play(1, "grenade/1", numbers=[1, 2, 3], refused="number_surplus")
    sit.play(1, "rifle/1", 2, [1, 2, 3, 5], refused="number_surplus")
    sit.play(1, "rifle/1", 2, [1, 2, 3])
    assert sit.phase == "hit"
