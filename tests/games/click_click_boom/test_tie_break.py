"""Tie Breaker: the three steps, each only for those who are still tied (C22 to C24, C29, C52)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Table
from companion.games.click_click_boom.rules import richest
from companion.games.click_click_boom.state import PlayedCard, Seat, State
from companion.games.click_click_boom.tie_break import break_tie
from tests.games.click_click_boom.table import BOOM, L, R, Sitting, a_seat, a_state


async def tie(table: Table[State]) -> None:
    """Break the tie of the richest, and note the winner."""
    winner = await break_tie(table, richest(table.state))
    table.state = _with_winner(table.state, winner)


def _with_winner(state: State, winner: int) -> State:
    return a_state(*state.seats, phase="over", winners=(winner,), first_player=state.first_player)


def tied(*seats: Seat, **changes: Any) -> Sitting:
    """Return a sitting at a tie of these seats; others may have fewer coins."""
    return Sitting(state=a_state(*seats, **{"first_player": 1, **changes}), flow=tie)


def two(first: int = 1, **changes: Any) -> Sitting:
    """Return a sitting at a tie of seats 1 and 2, two unplayed cards each; seat 3 is behind."""
    seats = [a_seat(number, unplayed=2, **changes) for number in (1, 2)]
    return tied(*seats, a_seat(3, 5, unplayed=2), first_player=first)


def winner(sit: Sitting) -> list[int]:
    """Return who has won."""
    return list(sit.view()["winners"])


def test_c23_the_steps_are_announced_with_who_is_tied() -> None:
    sit = two()
    assert sit.phase == "tie_break_1"
    assert (sit.rulings("tied")[0]["seats"], sit.rulings("tied")[0]["step"]) == ([1, 2], 1)
    assert sit.view()["tied"] == [1, 2]


# Step 1 (C52)


def test_c52_tied_players_tell_their_unplayed_cards() -> None:
    sit = two()
    assert sit.asked() == {(1, "unplayed"), (2, "unplayed")}
    sit.say(2, unplayed=["pay", "pay"])
    sit.say(1, unplayed=["pay", "boom"])
    assert [(one["seat"], one["booms"]) for one in sit.rulings("unplayed_told")] == [
        (2, 0),
        (1, 1),
    ]
    assert winner(sit) == [2]


def test_c52_tied_players_show_their_unplayed_cards_on_own_readers() -> None:
    sit = two()
    for card in ("boom/1", "pay/1"):
        sit.tap(card, "seat1")
    for card in ("pay/2", "pay/3"):
        sit.tap(card, "seat2")
    assert winner(sit) == [2]


def test_c52_on_the_shared_reader_a_button_claims_the_card() -> None:
    sit = two()
    sit.tap("boom/1")
    sit.press(2)
    assert sit.seat(2).unplayed_kinds == (BOOM,)
    sit.press(1)  # whose cards come now
    sit.tap("pay/1")
    sit.tap("pay/2")
    assert sit.asked() == {(2, "unplayed")}
    sit.tap("pay/3")
    assert winner(sit) == [1]


def test_c52_a_card_cannot_be_shown_twice_nor_one_of_the_piles() -> None:
    sit = tied(
        a_seat(1, unplayed=2), a_seat(2, unplayed=2), a_seat(3, 5), seen=frozenset({"pay/9"})
    )
    sit.tap("pay/1", "seat1")
    sit.tap("pay/1", "seat1", refused="already_played")
    sit.tap("pay/1", "seat2", refused="already_played")
    sit.tap("pay/9", "seat2", refused="already_played")
    sit.tap("character/rory", "seat2", refused="no_playing_card")


def test_c52_the_number_of_cards_must_be_right() -> None:
    sit = two()
    sit.say(1, unplayed=["pay"], refused="wrong_count")
    sit.say(1, unplayed=["pay", "pay", "pay"], refused="wrong_count")


def test_c52_there_cannot_be_more_cards_than_there_are() -> None:
    sit = tied(a_seat(1, unplayed=2), a_seat(2, unplayed=2), a_seat(3, 5, played=["boom", "boom"]))
    sit.say(1, unplayed=["boom", "boom"], refused="none_left")
    sit.say(1, unplayed=["boom", "pay"])
    sit.say(2, unplayed=["boom", "pay"], refused="none_left")
    sit.tap("boom/4", "seat2", refused="none_left")


def test_c52_a_phone_offers_every_possible_make_up() -> None:
    sit = tied(a_seat(1, unplayed=2), a_seat(2, unplayed=2), a_seat(3, 5, played=["boom", "boom"]))
    hands = [say["unplayed"] for say in sit.says(1, "unplayed")]
    assert hands == [
        ["pay", "pay"], ["stolen", "pay"], ["stolen", "stolen"], ["boom", "pay"],
        ["boom", "stolen"],
    ]  # fmt: skip


def test_c52_what_was_told_replaces_what_was_shown_in_part() -> None:
    sit = two()
    sit.tap("boom/1", "seat1")
    sit.say(1, unplayed=["pay", "stolen"])
    sit.say(2, unplayed=["boom", "pay"])
    assert winner(sit) == [1]


def test_c52_who_has_no_card_left_has_no_boom_and_need_not_tell() -> None:
    sit = tied(a_seat(1, unplayed=0), a_seat(2, unplayed=1), a_seat(3, 5))
    assert sit.asked() == {(2, "unplayed")}
    sit.say(2, unplayed=["boom"])
    assert winner(sit) == [1]


def test_c23_the_dead_are_asked_too() -> None:
    sit = tied(a_seat(1, unplayed=1), a_seat(2, unplayed=3, is_alive=False), a_seat(3, 5))
    sit.say(1, unplayed=["boom"])
    sit.say(2, unplayed=["pay", "pay", "pay"])
    assert winner(sit) == [2]


def test_who_is_not_tied_is_not_asked() -> None:
    sit = two()
    sit.say(3, unplayed=["pay", "pay"], refused="not_waited_for")
    sit.tap("pay/1", "seat3", refused="not_waited_for")


def test_c52_a_correction_of_the_last_hand_that_is_missing_makes_nobody_win() -> None:
    sit = two()
    sit.say(1, unplayed=["pay", "pay"])
    sit.tap("boom/1", "seat2")
    sit.adjust(2, hand=-1)
    assert winner(sit) == [1]


# Step 2 (C29)


def both_told(sit: Sitting) -> None:
    """Let both tied players have no BOOM left."""
    for seat in (1, 2):
        sit.say(seat, unplayed=["pay", "pay"])


def test_c23_step_2_the_fewest_stolen_cards_in_the_pile_win() -> None:
    sit = tied(
        a_seat(1, unplayed=2, played=["stolen", "pay"]),
        a_seat(2, unplayed=2, played=["pay", "pay"]), a_seat(3, 5),
    )  # fmt: skip
    both_told(sit)
    assert [one["step"] for one in sit.rulings("tied")] == [1, 2]
    assert winner(sit) == [2]


def hiding(kinds: list[str]) -> Sitting:
    """Return a sitting where seat 1 has a hidden card, and seat 2 these kinds, in the pile."""
    hidden = Seat(1, 13, unplayed=2, played=(PlayedCard(None, is_hidden=True),))
    sit = tied(hidden, a_seat(2, unplayed=2, played=kinds), a_seat(3, 5))
    both_told(sit)
    return sit


def test_c29_a_hidden_card_is_turned_up_by_hand() -> None:
    sit = hiding(["stolen"])
    assert (sit.phase, sit.asked()) == ("tie_break_2", {(1, "turn_up")})
    assert {"show": "boom"} in sit.says(1, "turn_up")
    sit.say(1, show="pay")
    assert sit.rulings("turned_up")[0] | {"number": 0, "cite": ""} == {
        "number": 0, "ruling": "turned_up", "cite": "", "seat": 1, "card": "pay",
    }  # fmt: skip
    assert winner(sit) == [1]


def test_c29_a_hidden_card_is_turned_up_on_the_reader() -> None:
    sit = hiding(["pay"])
    sit.tap("stolen/3")
    assert sit.view()["seats"]["1"]["played"] == ["stolen"]
    assert winner(sit) == [2]


def test_c29_a_hidden_card_cannot_be_one_that_is_known() -> None:
    sit = tied(
        Seat(1, 13, unplayed=1, played=(PlayedCard(None, is_hidden=True),)),
        a_seat(2, unplayed=1, played=["boom", "boom", "boom"]), a_seat(3, 5),
        seen=frozenset({"boom/1"}),
    )  # fmt: skip
    for seat in (1, 2):
        sit.say(seat, unplayed=["pay"])
    sit.tap("boom/1", refused="already_played")
    sit.tap("boom/4", refused="none_left")
    sit.say(1, show="boom", refused="none_left")
    assert {"show": "boom"} not in sit.says(1, "turn_up")


def test_c29_a_known_hidden_boom_is_not_asked_for() -> None:
    hidden = Seat(1, 13, unplayed=1, played=(PlayedCard(BOOM, is_hidden=True),))
    sit = tied(hidden, a_seat(2, unplayed=1, played=["stolen"]), a_seat(3, 5))
    for seat in (1, 2):
        sit.say(seat, unplayed=["pay"])
    assert winner(sit) == [1]


def test_c52_what_step_1_made_known_stays_known() -> None:
    sit = tied(
        Seat(1, 13, unplayed=1, played=(PlayedCard(None, is_hidden=True),)),
        a_seat(2, unplayed=1, played=["pay"]), a_seat(3, 5, played=["boom", "boom"]),
    )  # fmt: skip
    sit.tap("boom/1", "seat1")
    sit.adjust(3, coins=1)
    sit.say(2, unplayed=["stolen"], refused=None)
    assert winner(sit) == [2]
    assert sit.seat(1).unplayed_kinds == (BOOM,)
    assert sit.seat(3).coins == 6


def test_c29_a_card_shown_in_step_1_cannot_be_the_hidden_one() -> None:
    sit = tied(
        Seat(1, 13, unplayed=1, played=(PlayedCard(None, is_hidden=True),)),
        a_seat(2, unplayed=1, played=["pay"]), a_seat(3, 5),
    )  # fmt: skip
    sit.tap("pay/1", "seat1")
    sit.tap("pay/2", "seat2")
    sit.tap("pay/2", refused="already_played")


# Step 3 (C22, C24)


def at_step_3(first: int = 1) -> Sitting:
    """Return a sitting in which seats 1 and 2 are tied to the last."""
    sit = two(first)
    both_told(sit)
    assert sit.phase == "tie_break_3"
    return sit


def test_c22_the_tied_pick_in_order_from_the_tokens_holder() -> None:
    assert at_step_3(1).asked() == {(1, "pick_one")}
    assert at_step_3(2).asked() == {(2, "pick_one")}


def test_c22_if_the_holder_is_not_tied_the_next_one_to_the_left_begins() -> None:
    assert at_step_3(3).asked() == {(1, "pick_one")}


def test_c23_step_3_whoever_holds_the_click_presses_and_wins() -> None:
    sit = at_step_3()
    sit.press(2, refused="not_waited_for")
    sit.press(1, L)
    sit.press(2, R)
    assert [one["seat"] for one in sit.rulings("picked_one")] == [1, 2]
    assert sit.asked() == {(1, "has_click"), (2, "has_click")}
    sit.press(2)
    assert winner(sit) == [2]


def test_c23_step_3_is_played_on_phones_too() -> None:
    sit = at_step_3()
    sit.say(1, done=True)
    sit.say(2, done=True)
    sit.say(1, drawn="click")
    assert winner(sit) == [1]


def test_c23_step_3_the_last_one_without_a_boom_wins() -> None:
    sit = at_step_3()
    sit.press(1)
    sit.press(2)
    sit.say(1, drawn="boom")
    assert winner(sit) == [2]


def test_c23_step_3_of_three_ends_when_two_have_drawn_a_boom() -> None:
    sit = tied(*(a_seat(number, unplayed=1) for number in (1, 2, 3)))
    for seat in (1, 2, 3):
        sit.say(seat, unplayed=["pay"])
    sit.say(3, drawn="boom")
    assert sit.asked() == {(1, "pick_one")}
    sit.press(1)
    sit.press(2)
    sit.say(3, drawn="click", refused="not_waited_for")
    sit.say(1, drawn="boom")
    assert winner(sit) == [2]


def test_who_is_not_tied_draws_nothing() -> None:
    sit = at_step_3()
    sit.say(3, drawn="click", refused="not_waited_for")


@pytest.mark.parametrize("seats", [3, 4])
def test_c24_with_nobody_eliminated_the_last_step_is_played_all_the_same(seats: int) -> None:
    sit = tied(*(a_seat(number, unplayed=1) for number in range(1, seats + 1)))
    for seat in range(1, seats + 1):
        sit.say(seat, unplayed=["pay"])
    assert sit.rulings("tied")[-1]["step"] == 3


def test_a_whole_game_may_end_in_a_tie_break() -> None:
    sit = Sitting(3)
    for number in (1, 2, 3):
        sit.showdown("boom", "boom", "boom")
        if number < 3:
            sit.ring()
    assert sit.phase == "tie_break_1"
    for seat, kinds in ((1, ["pay"] * 3), (2, ["pay"] * 3), (3, ["pay"] * 3)):
        sit.say(seat, unplayed=[*kinds, "stolen", "stolen"])
    for _ in range(3):
        sit.press(sit.referee.run.offers()[0].seat)
    sit.say(2, drawn="click")
    assert sit.view()["winners"] == [2]
    # The token went nowhere while nobody lived: seat 1 began, held it, and picked first.
    assert [one["seat"] for one in sit.rulings("picked_one")] == [1, 2, 3]


def test_one_leader_needs_no_tie_break() -> None:
    sit = Sitting(3)
    sit.adjust(1, coins=1)
    for number in (1, 2, 3):
        sit.showdown("boom", "boom", "boom")
        if number < 3:
            sit.ring()
    assert sit.view()["winners"] == [1]
    assert sit.rulings("tied") == []
