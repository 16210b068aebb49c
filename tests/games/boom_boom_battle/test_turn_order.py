"""On your turn: how a turn begins and ends, and that the last card may be played (B3 to B7)."""

from __future__ import annotations

from tests.games.boom_boom_battle.table import R, Sitting, a_table, does, tracked

FREE = "free_for_all"


def after(sit: Sitting, kind: str) -> list[str]:
    """Return the kinds of all rulings from the first one of a kind on."""
    kinds = sit.kinds()
    return kinds[kinds.index(kind) :]


# The end of a turn


def test_b3_a_turn_ends_in_order() -> None:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, front={1: "flashbang/1"}, draw=0)
    sit.play(1, "helmet/1")
    assert after(sit, "laid_before") == ["laid_before", "removed", "eliminated", "shrinks"]
    sit.flip("desert")
    sit.nothing_circled(2, 3)
    assert after(sit, "shrinks") == ["shrinks", "circled", "new_round", "turn_began"]
    assert (sit.state.turn, sit.view()["draw"]) == (2, 4)


def test_b3_in_duel_a_refill_comes_before_the_shrinking_and_may_call_it() -> None:
    sit = a_table(2, hands={1: "helmet/1"}, draw=4)
    sit.play(1, "helmet/1")
    assert after(sit, "eliminated") == ["eliminated", "drew", "shrinks"]
    assert (sit.hand(1), sit.view()["tokens"]) == (4, {"a": 0, "b": 1})


def test_b3_a_victory_comes_before_the_shrinking() -> None:
    sit = a_table(2, mode=FREE, hands={1: "helmet/1"}, draw=0)
    sit.play(1, "helmet/1")
    assert sit.won() == ([2], "survived")
    assert sit.rulings("shrinks") == []


def test_b3_eliminations_come_before_the_size_of_the_new_deck() -> None:
    sit = a_table(4, mode=FREE, hands={1: "helmet/1"}, draw=0)
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.nothing_circled(2, 3, 4)
    assert sit.view()["draw"] == 6


def test_b3_players_fall_in_turn_order_from_the_active_one() -> None:
    sit = a_table(
        5,
        mode=FREE,
        first=4,
        hands={1: 1, 2: 1, 3: 3, 4: "grenade/1", 5: 1},
        keeps="smg/1 smg/2 smg/3",
    )
    sit.play(4, "grenade/1", numbers=[2, 3])
    for seat in (5, 1, 2):
        sit.hit(seat)
    sit.missed(3)
    for seat, card in ((5, "smg/1"), (1, "smg/2"), (2, "handgun/3")):
        sit.discard(seat, card)
    sit.passes(3)
    assert [one["seat"] for one in sit.rulings("eliminated")] == [4, 5, 1, 2]


def test_the_next_turn_is_the_next_living_player_s() -> None:
    sit = a_table(4, mode=FREE, gone=[2], hands={3: 1})
    sit.escape(1, "rifle/1")
    assert sit.state.turn == 3
    sit.play(3, "vest/1")
    assert sit.state.turn == 4
    sit.escape(4, "rifle/2")
    assert sit.state.turn == 1


def test_after_a_phase_it_goes_on_at_the_left_of_who_triggered_it() -> None:
    sit = a_table(3, turn=2, draw=1)
    sit.escape(2, "rifle/1")
    sit.flip("desert")
    sit.nothing_circled(1, 2, 3)
    assert sit.state.turn == 3


# The beginning of a turn


def test_b4_smoke_goes_then_hospital_gives_a_card_then_one_chooses() -> None:
    sit = a_table(3, place="hospital", hands={1: 2}, front={1: "smoke/1"})
    assert sit.kinds() == ["turn_began", "removed", "drew"]
    assert (sit.hand(1), sit.front(1), sit.phase) == (3, [], "turn")
    assert sit.last("removed")["case"] == "over"


def test_b4_smoke_goes_at_the_turn_of_whom_it_lies_before() -> None:
    sit = a_table(3, front={1: "smoke/1", 2: "smoke/2"})
    assert (sit.front(1), sit.front(2)) == ([], ["smoke/2"])
    sit.escape(1, "rifle/1")
    assert sit.front(2) == []


def test_a_phone_cannot_act_out_of_turn() -> None:
    sit = a_table(3)
    sit.play(2, "vest/1", refused="not_your_turn")
    sit.escape(3, "vest/1", refused="not_your_turn")
    sit.press(2, R, refused="not_waited_for")


def test_a_player_without_a_card_is_passed_over() -> None:
    sit = a_table(3, hands={1: 2, 2: 0, 3: 4}, turn=2)
    assert sit.kinds() == ["turn_began", "skipped", "eliminated", "turn_began"]
    assert sit.state.turn == 3


def test_hospital_gives_a_player_without_a_card_one_to_play() -> None:
    sit = a_table(3, place="hospital", hands={2: 0}, turn=2)
    assert (sit.state.turn, sit.hand(2), sit.rulings("skipped")) == (2, 1, [])


# No elimination within a turn


def test_b5_no_card_left_within_a_turn_is_no_elimination() -> None:
    sit = a_table(3, mode=FREE, hands={1: "smg/1 rifle/2", 2: 1, 3: 4})
    sit.play(1, "smg/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "helmet/1")
    assert (sit.phase, sit.hand(2), sit.rulings("eliminated")) == ("extra", 0, [])
    assert sit.view()["seats"]["2"]["alive"]


def test_b5_equipment_saves_who_has_no_card_left() -> None:
    sit = a_table(3, mode=FREE, hands={1: "rifle/1 rifle/2", 2: 1}, front={2: "vest/1"})
    sit.play(1, "rifle/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "helmet/1")
    sit.passes(2)
    assert (sit.hand(2), sit.rulings("eliminated")) == (1, [])


def test_b5_a_card_draw_saves_who_played_the_last_card() -> None:
    sit = a_table(3, mode=FREE, hands={1: "smoke/1"})
    sit.play(1, "smoke/1")
    assert (sit.hand(1), sit.rulings("eliminated")) == (1, [])


def test_b5_an_escape_s_draw_saves_who_discarded_all() -> None:
    sit = a_table(3, mode=FREE, hands={1: 2})
    sit.escape(1, "smoke/1", "vest/1")
    assert (sit.hand(1), sit.rulings("eliminated")) == (2, [])


def test_b6_the_last_card_may_be_played() -> None:
    sit = a_table(3, mode=FREE, hands={1: "rifle/1"})
    sit.play(1, "rifle/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "smg/2", "smg/1")
    sit.passes(2)
    assert (sit.hand(1), sit.rulings("eliminated")) == (1, [])


def test_b6_the_last_card_may_be_played_without_a_draw() -> None:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, deck=does(helmet=(0, 0, "none")))
    sit.play(1, "helmet/1")
    assert [one["seat"] for one in sit.rulings("eliminated")] == [1]


def test_b6_one_may_escape_with_the_last_card() -> None:
    sit = a_table(3, mode=FREE, hands={1: 1})
    sit.escape(1, "helmet/1")
    assert (sit.hand(1), sit.state.turn) == (1, 2)


# Escape


def test_b7_with_one_card_one_escapes_with_one() -> None:
    sit = a_table(3, hands={1: 1})
    sit.escape(1, "helmet/1", "helmet/2", refused="hand_empty")
    sit.escape(1, "helmet/1")
    assert sit.last("drew")["count"] == 1


def test_b7_on_the_tray_one_card_is_all_of_a_hand_of_one() -> None:
    sit = a_table(3, hands={1: 1})
    sit.press(1, R)
    sit.tray("helmet/1")
    assert (sit.state.turn, sit.last("escaped")["cards"]) == (2, ["helmet/1"])


def test_an_escape_is_one_or_two_cards_and_draws_as_many() -> None:
    sit = a_table(3, hands={1: 5, 2: 5})
    sit.escape(1, "vest/1", "vest/2", "vest/3", refused="escape_count")
    sit.escape(1, "vest/1", "vest/1", refused="card_repeated")
    sit.escape(1, "location/1", refused="no_action_card")
    sit.escape(1, "vest/1")
    sit.escape(2, "vest/1", refused="card_discard")
    sit.escape(2, "vest/2", "vest/3")
    assert (sit.hands()[:2], sit.piles()[0], len(sit.state.discard)) == ([5, 5], 3, 3)


def test_on_the_panel_right_escapes_and_a_button_ends_it() -> None:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    assert (sit.phase, sit.view()["escaping"]) == ("escape", [])
    sit.tray("vest/1")
    assert sit.view()["escaping"] == ["vest/1"]
    sit.tray("vest/1", refused="card_repeated")
    sit.press(1)
    assert (sit.last("escaped")["cards"], sit.state.turn, sit.hand(1)) == (["vest/1"], 2, 5)


def test_on_the_panel_a_second_card_ends_an_escape() -> None:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    sit.tray("vest/1", "vest/2")
    assert sit.last("escaped")["cards"] == ["vest/1", "vest/2"]


def test_an_escape_without_a_card_yet_is_taken_back() -> None:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    sit.press(1)
    assert (sit.phase, sit.state.turn, sit.view()["escaping"]) == ("turn", 1, None)
    sit.escape(1)  # a phone's RIGHT
    assert sit.phase == "escape"
    sit.passes(1)
    assert (sit.phase, sit.state.turn) == ("turn", 1)


def test_an_escape_begun_on_the_panel_may_be_told_on_a_phone() -> None:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    sit.tray("vest/1")
    sit.escape(1, "smg/1", "smg/2")
    assert sit.last("escaped")["cards"] == ["smg/1", "smg/2"]
    assert sit.state.discard == ("smg/1", "smg/2")


def test_nothing_of_a_known_hand_escapes_that_is_not_in_it() -> None:
    sit = tracked(3, hands={1: "vest/1 vest/2", 2: "pan/1", 3: "pan/2"})
    sit.escape(1, "pan/1", refused="not_in_hand")
    sit.press(1, R)
    sit.tray("pan/3", refused="not_in_hand")
    sit.tray("vest/2")
    sit.press(1)
    assert (sit.cards(1), sit.phase) == ({"vest/1"}, "draw")
    sit.draws(1, "pan/2", refused="not_drawn")
    sit.draws(1, "vest/2", refused="card_discard")
    sit.draws(1, "pan/5")
    assert (sit.cards(1), sit.state.turn) == ({"vest/1", "pan/5"}, 2)


def test_left_alone_plays_nothing() -> None:
    sit = a_table(3)
    sit.press(1, refused="turn_card")


def test_who_leaves_in_the_turn_ends_it() -> None:
    sit = a_table(4, mode=FREE)
    sit.leave(1)
    assert sit.state.turn == 2
    sit.press(2, R)
    sit.tray("vest/1")
    sit.leave(2)
    assert (sit.state.turn, sit.state.discard, sit.view()["escaping"]) == (3, (), None)
