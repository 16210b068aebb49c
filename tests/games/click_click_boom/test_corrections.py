"""The host's corrections, pause, undo and restart in every phase: no dead end, no failure."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.referee import Referee
from tests.games.click_click_boom import players
from tests.games.click_click_boom.players import SITUATIONS, play_on
from tests.games.click_click_boom.table import L, Sitting

A_WHILE = 40  # events: enough to leave any question, with every step of it
EVERYWHERE = pytest.mark.parametrize("situation", SITUATIONS)


@EVERYWHERE
def test_a_death_of_anybody_by_correction_leaves_no_dead_end(situation: str) -> None:
    for seat in range(1, len(SITUATIONS[situation]().state.seats) + 1):
        sit = SITUATIONS[situation]()
        sit.adjust(seat, alive=False)
        assert sit.referee.run.is_over or sit.asked() or sit.referee.due()
        play_on(sit, Random(seat), most=A_WHILE)


@EVERYWHERE
def test_a_death_of_all_by_correction_leaves_no_dead_end(situation: str) -> None:
    sit = SITUATIONS[situation]()
    for seat in range(1, len(sit.state.seats) + 1):
        if not sit.referee.run.is_over:
            sit.adjust(seat, alive=False)
    play_on(sit, Random(1), most=A_WHILE)


@EVERYWHERE
def test_a_life_given_back_leaves_no_dead_end(situation: str) -> None:
    sit = SITUATIONS[situation]()
    for seat in range(1, len(sit.state.seats) + 1):
        for alive in (False, True):
            if not sit.referee.run.is_over:
                sit.adjust(seat, alive=alive)
    play_on(sit, Random(2), most=A_WHILE)


@EVERYWHERE
def test_a_hand_or_balance_corrected_leaves_no_dead_end(situation: str) -> None:
    for seat in range(1, len(SITUATIONS[situation]().state.seats) + 1):
        sit = SITUATIONS[situation]()
        on_table = sit.seat(seat).on_table
        sit.adjust(seat, hand=on_table - sit.seat(seat).unplayed)
        sit.adjust(seat, coins=-sit.seat(seat).coins)
        play_on(sit, Random(seat), most=A_WHILE)


@EVERYWHERE
def test_a_pause_takes_no_time_and_the_game_goes_on(situation: str) -> None:
    sit = SITUATIONS[situation]()
    before = sit.asked()
    sit.host(pause=True)
    sit.press(1, refused="paused")
    sit.wait(3600)
    assert sit.referee.due() is None
    sit.resume()
    # Nobody kept a button down: holds are asked for again, and nothing else has changed.
    assert sit.asked() <= before | {(seat, "commit") for seat in sit.header.numbers}
    play_on(sit, Random(3), most=A_WHILE)


@EVERYWHERE
def test_undo_gives_the_table_before_the_step(situation: str) -> None:
    sit = SITUATIONS[situation]()
    steps = sit.referee.steps()
    if steps:
        sit.host(undo=1)
        assert sit.referee.steps() == steps - 1
        assert sit.view()["paused"]
        sit.resume()
    play_on(sit, Random(4), most=A_WHILE)


@EVERYWHERE
def test_undo_of_everything_gives_the_beginning(situation: str) -> None:
    sit = SITUATIONS[situation]()
    fresh = Sitting(
        [seat.character for seat in sit.header.seats], first=sit.header.first
    ).state.seats
    if sit.referee.steps():
        sit.host(undo=sit.referee.steps())
    assert sit.state.seats == fresh


@EVERYWHERE
def test_a_restart_gives_the_same_table(situation: str) -> None:
    sit = SITUATIONS[situation]()
    again = Referee.restored(sit.game, sit.header, tuple(sit.records))
    assert again.run.state == sit.state
    assert again.view("public") == sit.referee.view("public")
    sit.restart()
    sit.resume()
    play_on(sit, Random(5), most=A_WHILE)


@EVERYWHERE
def test_the_host_may_end_the_game(situation: str) -> None:
    sit = SITUATIONS[situation]()
    sit.host(end=True)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [])


# Dead ends that were


def test_brandon_dying_while_he_chooses_gives_the_bell_back() -> None:
    sit = players.brandon()
    sit.adjust(2, alive=False)
    sit.hold_all()
    sit.ring()
    assert sit.phase == "countdown"


def test_brandon_dying_while_he_chooses_the_side_forces_nobody() -> None:
    sit = players.brandon_side()
    sit.adjust(2, alive=False)
    assert sit.rulings("forced") == []
    sit.hold_all()
    sit.ring()


def test_the_forced_dying_while_brandon_chooses_the_side_costs_him_nothing() -> None:
    sit = players.brandon_side()
    sit.adjust(1, alive=False)
    sit.press(2, L)
    assert sit.rulings("forced") == []
    assert not sit.seat(2).is_ability_used


def test_heather_dying_while_she_chooses_gives_the_bell_back() -> None:
    sit = players.heather()
    sit.adjust(3, alive=False)
    sit.hold_all()
    sit.ring()


def test_heathers_neighbours_dying_while_she_chooses_cost_her_nothing() -> None:
    sit = players.heather()
    for seat in (1, 2, 4):
        sit.adjust(seat, alive=False)
    sit.press(3, L)
    assert not sit.seat(3).is_ability_used
    assert sit.rulings("asked_neighbour") == []


def test_everybody_felix_could_choose_dying_gives_his_turn_back() -> None:
    sit = players.felix()
    for seat in (2, 3, 4):
        sit.adjust(seat, alive=False)
    assert sit.asked() == {(1, "turn")}
    assert not sit.seat(1).is_ability_used


def test_who_was_asked_by_heather_and_died_answers_nothing() -> None:
    sit = players.answering()
    sit.adjust(4, alive=False)
    sit.say(4, told="pay", refused="seat_out")


def test_a_turns_player_left_with_one_card_sits_out() -> None:
    sit = Sitting(4)
    sit.adjust(1, hand=-5)
    assert sit.state.turn == 2
    assert sit.rulings("sat_out")[0]["seat"] == 1
    assert (sit.seat(1).unplayed, sit.seat(1).on_table) == (1, 0)


def test_a_turns_player_who_dies_is_passed_over_and_given_back_is_next() -> None:
    sit = Sitting(4)
    sit.adjust(1, alive=False)
    assert sit.state.turn == 2
    sit.adjust(1, alive=True)
    sit.press(2)
    assert sit.state.turn == 1
    sit.take_turns()
    assert [one["seat"] for one in sit.rulings("turn_ended")] == [2, 1, 3, 4]


def test_a_hand_given_back_in_time_has_its_turn() -> None:
    sit = Sitting(4)
    sit.adjust(1, hand=-5)
    sit.adjust(1, hand=5)
    sit.take_turns()
    assert [one["seat"] for one in sit.rulings("turn_ended")] == [2, 1, 3, 4]


def test_more_cards_than_lie_out_stay() -> None:
    sit = players.commit()
    sit.adjust(1, hand=-5, refused="bad_adjustment")
    sit.adjust(1, hand=-4)
    assert sit.seat(1).unplayed == 2


def test_who_comes_back_to_life_after_the_reveal_has_played_nothing() -> None:
    sit = Sitting(["carla", None, None, None])
    sit.call()
    sit.adjust(4, alive=False)
    sit.woke(sit.now + 10**10)
    for seat, kind in ((1, "boom"), (2, "pay"), (3, "pay")):
        sit.say(seat, show=kind)
    sit.adjust(4, alive=True)
    sit.press(1)
    assert (sit.seat(4).unplayed, sit.seat(4).played) == (6, ())


def test_who_comes_back_to_life_in_the_reveal_turns_a_card_up() -> None:
    sit = players.commit()
    sit.adjust(4, alive=False)
    sit.hold_all()
    sit.ring()
    sit.woke(sit.now + 4 * 10**9)
    sit.adjust(4, alive=True)
    assert (4, "reveal") in sit.asked()
    sit.tap("stolen/1", "seat4")
    assert sit.seat(4).shown is not None


def test_the_last_missing_card_dying_ends_the_reveal() -> None:
    sit = players.late()
    for seat in (2, 3):
        sit.say(seat, show="pay")
    sit.adjust(4, alive=False)
    assert sit.phase == "pass"


def test_in_the_reveal_the_last_missing_card_dying_ends_it_with_the_time_to_let_go() -> None:
    sit = players.reveal()
    for seat in (2, 3):
        sit.say(seat, show="pay")
    sit.adjust(4, alive=False)
    sit.wait(1.5)
    assert sit.phase == "pass"


def test_a_third_life_ends_a_stand_off_and_its_loss_begins_it_again() -> None:
    sit = players.stand_off()
    sit.adjust(1, alive=True)
    assert sit.view()["stand_off"] is False
    sit.adjust(1, alive=False)
    sit.take_turns()
    sit.round("pay", "pay")
    assert sit.view()["stand_off"] is True


def test_a_death_in_the_pass_begins_the_stand_off_with_the_next_turn() -> None:
    sit = Sitting(3)
    sit.showdown("pay", "pay", "pay")
    sit.adjust(3, alive=False)
    sit.pass_on()
    assert sit.state.is_stand_off
    assert sit.rulings("stand_off")[0]["seats"] == [1, 2]


def test_c1_a_death_and_a_life_leave_two_in_their_stand_off() -> None:
    sit = Sitting(2, allow_two=True)
    sit.adjust(1, alive=False)
    sit.adjust(1, alive=True)
    assert sit.state.is_stand_off


def test_a_death_in_the_pass_that_leaves_one_ends_the_shootout() -> None:
    sit = players.stand_off()
    sit.showdown("pay", "pay")
    sit.adjust(2, alive=False)
    sit.pass_on()
    assert sit.phase == "clean_up"
    assert sit.rulings("looted")[0]["seats"] == [3]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"points": 1},
        {"cards": ["pay/1"]},
        {"money": 5},
        {"coins": "1"},
        {"coins": True},
        {"coins": -13},
        {"coins": 140},
        {"hand": -7},
        {"hand": 7},
        {"hand": 1.5},
        {"alive": 1},
        {"alive": None},
    ],
)
def test_a_correction_that_does_not_fit_is_refused_and_changes_nothing(
    change: dict[str, Any],
) -> None:
    sit = Sitting(3)
    before = sit.state
    sit.adjust(1, refused="bad_adjustment", **change)
    assert sit.state == before


def test_quick_play_has_no_coins_to_correct() -> None:
    Sitting(3, variant="quick").adjust(1, coins=1, refused="bad_adjustment")


def test_a_seat_that_is_not_there_cannot_be_corrected() -> None:
    Sitting(3).adjust(4, coins=1, refused="no_such_seat")


def test_several_corrections_are_one_step() -> None:
    sit = Sitting(3)
    sit.adjust(1, coins=2, hand=-1, alive=False)
    assert (sit.seat(1).coins, sit.seat(1).unplayed, sit.seat(1).is_alive) == (14, 5, False)
    sit.host(undo=1)
    assert sit.coins() == (12, 12, 12)


def test_a_correction_during_the_tie_break_is_kept() -> None:
    sit = players.tied()
    sit.adjust(1, coins=3)
    for seat in (1, 2, 3):
        sit.say(seat, unplayed=["pay", "pay", "pay", "stolen", "stolen"])
    assert sit.phase == "tie_break_3"
    assert sit.seat(1).coins == sit.seat(2).coins + 3


def test_undo_takes_back_a_reveal_and_what_followed_by_itself() -> None:
    sit = Sitting(["carla", None, None])
    sit.showdown("boom", "pay", "pay")
    sit.wait(5)
    assert sit.phase == "pass"
    sit.host(undo=1)
    sit.resume()
    assert (sit.phase, sit.asked()) == ("reveal", {(3, "reveal")})
    assert sit.coins() == (12, 12, 12)


def test_redoing_what_was_undone_gives_the_same_state() -> None:
    sit = players.rory()
    before = sit.state
    sit.host(undo=1)
    sit.resume()
    sit.say(4, show="pay")
    assert sit.state == before


def test_a_replaced_player_keeps_the_seat() -> None:
    sit = players.rory()
    sit.host(replace={"seat": 4, "name": "Gus"})
    sit.press(4)
    assert sit.view()["seats"]["4"]["name"] == "Gus"
    texts = [one["text"] for one in sit.view()["rulings"]]
    assert "Gus steals 1 from the pot." in texts
