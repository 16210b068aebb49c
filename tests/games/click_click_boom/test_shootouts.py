"""Whole shootouts and games: loot, dues, the next shootout, the winner, Quick Play (C12-C21)."""

from __future__ import annotations

import pytest

from companion.core.events import Side
from tests.games.click_click_boom.table import R, Sitting


def next_shootout(sit: Sitting) -> None:
    """Ring for the next shootout."""
    assert sit.phase == "clean_up"
    sit.ring()


def kill_all_but(sit: Sitting, *survivors: int) -> None:
    """Let everybody but the survivors turn up a BOOM; these pay a coin."""
    players = range(1, len(sit.state.seats) + 1)
    sit.showdown(*("pay" if seat in survivors else "boom" for seat in players))


def survive(sit: Sitting) -> None:
    """Play all five showdowns with Clicks alone."""
    for kind in ("pay", "pay", "pay", "stolen", "stolen"):
        sit.round(*[kind] * len(sit.state.seats))


def test_c15_several_survivors_share_the_pot() -> None:
    sit = Sitting(3)
    survive(sit)
    # Three antes and nine coins.
    looted = sit.rulings("looted")[0]
    assert (looted["seats"], looted["each"], looted["left"]) == ([1, 2, 3], 4, 0)


def test_c15_a_remainder_stays_for_the_next_shootout() -> None:
    sit = Sitting(3)
    for kinds in (("pay",) * 3, ("pay",) * 3, ("pay", "stolen", "pay"), ("stolen",) * 3):
        sit.round(*kinds)
    sit.showdown("boom", "stolen", "stolen")
    # Three antes and eight coins for two.
    looted = sit.rulings("looted")[0]
    assert (looted["seats"], looted["each"], looted["left"]) == ([2, 3], 5, 1)
    assert sit.state.pot == 1 + 2 + 2 + 1


def test_c16_the_last_one_alive_takes_all_at_once() -> None:
    sit = Sitting(3)
    kill_all_but(sit, 2)
    assert sit.rulings("looted")[0]["each"] == 4
    assert sit.phase == "clean_up"
    # 11 and the loot of 4, and the winner's dues of 2.
    assert sit.coins() == (11, 13, 11)
    assert sit.state.pot == 4


def test_c17_all_dead_leave_the_pot_and_everybody_owes_one() -> None:
    sit = Sitting(3)
    kill_all_but(sit)
    assert sit.rulings("nobody_survived")[0]["pot"] == 3
    assert [one["amount"] for one in sit.rulings("dues_paid")] == [1, 1, 1]
    assert (sit.coins(), sit.state.pot) == ((11, 11, 11), 6)


def test_c18_dues_are_paid_at_the_clean_up_and_everybodys_ante_at_the_start() -> None:
    sit = Sitting(3)
    kill_all_but(sit, 2)
    before = sit.coins()
    next_shootout(sit)
    assert sit.coins() == tuple(coins - 1 for coins in before)
    assert sit.rulings("shootout_began")[1] | {"number": 0} == {
        "number": 0, "ruling": "shootout_began", "cite": "C18", "shootout": 2, "pot": 7,
    }  # fmt: skip


def test_c18_by_option_the_dues_are_the_next_ante() -> None:
    sit = Sitting(3, dues_replace_ante=True)
    assert sit.coins() == (12, 12, 12)
    kill_all_but(sit, 2)
    before = sit.coins()
    next_shootout(sit)
    assert (sit.coins(), sit.state.pot) == (before, 4)


def test_c18_who_is_broke_pays_neither_dues_nor_ante_and_plays_on() -> None:
    sit = Sitting(3)
    sit.adjust(1, coins=-12)
    kill_all_but(sit, 2)
    next_shootout(sit)
    assert sit.seat(1).coins == 0
    assert sit.seat(1).is_alive
    assert [one["amount"] for one in sit.rulings("dues_paid")] == [0, 2, 1]


def test_c19_a_winner_with_one_coin_pays_one() -> None:
    sit = Sitting(4)
    for seat in (1, 2, 3, 4):
        sit.adjust(seat, coins=-12)
    survive(sit)
    assert sit.rulings("looted")[0]["each"] == 1
    assert [one["amount"] for one in sit.rulings("dues_paid")] == [1, 1, 1, 1]


def test_c12_after_the_last_showdown_no_card_is_passed_but_the_token_is() -> None:
    sit = Sitting(3)
    survive(sit)
    assert len(sit.rulings("cards_passed")) == 4
    assert [one["seat"] for one in sit.rulings("token_passed")] == [2, 3, 1, 2, 3]
    assert sit.phase == "clean_up"


def test_c12_by_option_cards_are_passed_after_the_last_showdown_too() -> None:
    sit = Sitting(3, pass_after_last=True)
    survive(sit)
    assert [one["side"] for one in sit.rulings("cards_passed")][-1] == "left"
    assert len(sit.rulings("cards_passed")) == 5


def test_c12_by_option_a_lone_survivor_still_passes_to_nobody() -> None:
    sit = Sitting(3, pass_after_last=True)
    kill_all_but(sit, 2)
    assert sit.rulings("cards_passed") == []


def test_c21_the_token_stays_with_its_holder_and_shows_left_again() -> None:
    sit = Sitting(3)
    kill_all_but(sit, 3)
    assert sit.rulings("token_passed")[0]["seat"] == 3
    next_shootout(sit)
    assert (sit.state.first_player, sit.state.token, sit.state.turn) == (3, Side.LEFT, 3)


def test_c21_the_holder_rings_for_the_next_shootout() -> None:
    sit = Sitting(3)
    kill_all_but(sit, 3)
    assert sit.asked() == {(3, "next_shootout")}
    sit.say(1, ring=1, refused="seat_out")
    sit.say(3, ring=1)
    assert (sit.state.shootout, sit.phase) == (2, "turn")


def test_c21_a_dead_holder_rings_too() -> None:
    sit = Sitting(3)
    kill_all_but(sit)
    assert sit.asked() == {(1, "next_shootout")}
    sit.ring()
    assert sit.state.turn == 1


def test_hands_lives_and_abilities_are_anew() -> None:
    sit = Sitting(["jill", None, None])
    sit.tap("ability/jill")
    kill_all_but(sit, 2)
    next_shootout(sit)
    seat = sit.view()["seats"]["1"]
    assert (seat["alive"], seat["unplayed"], seat["played"]) == (True, 6, [])
    assert seat["ability"] == "ready"
    assert (sit.state.showdown, sit.state.shootout) == (1, 2)


def test_a_card_of_the_last_shootout_may_be_turned_up_again() -> None:
    sit = Sitting(3)
    sit.shoot()
    for card in ("boom/1", "boom/2", "pay/1"):
        sit.tap(card)
    next_shootout(sit)
    sit.shoot()
    sit.tap("boom/1")


def test_a_stand_off_ends_with_its_shootout() -> None:
    sit = Sitting(3)
    sit.round("boom", "pay", "pay")
    sit.showdown("boom", "pay")
    next_shootout(sit)
    assert not sit.state.is_stand_off


def test_after_three_shootouts_the_most_coins_win() -> None:
    sit = Sitting(3)
    for number in (1, 2, 3):
        kill_all_but(sit, 2)
        if number < 3:
            next_shootout(sit)
    assert sit.view()["winners"] == [2]
    assert sit.view()["over"] is True
    assert sit.phase == "over"
    assert sit.rulings("won")[0]["seats"] == [2]


def test_c20_after_the_third_shootout_there_are_no_dues_and_no_reset() -> None:
    sit = Sitting(3)
    for number in (1, 2, 3):
        kill_all_but(sit, 2)
        if number < 3:
            next_shootout(sit)
    assert len(sit.rulings("dues_paid")) == 6
    assert not sit.seat(1).is_alive
    assert sit.seat(1).unplayed == 5


def test_c20_coins_left_in_the_pot_belong_to_nobody() -> None:
    sit = Sitting(3)
    sit.adjust(3, coins=5)
    for number in (1, 2, 3):
        kill_all_but(sit)
        if number < 3:
            next_shootout(sit)
    assert sit.view()["winners"] == [3]
    assert sit.state.pot == 3 * 3 + 2 * 3
    assert sum(sit.coins()) + sit.state.pot == 3 * 13 + 5


def test_after_the_end_every_gesture_is_refused() -> None:
    sit = Sitting(3, variant="quick")
    kill_all_but(sit, 2)
    sit.press(1, refused="game_over")
    sit.ring(refused="game_over")
    sit.tap("pay/1", refused="game_over")


def test_the_host_may_end_a_game_that_nobody_has_won() -> None:
    sit = Sitting(3)
    sit.host(end=True)
    assert (sit.view()["over"], sit.view()["winners"], sit.phase) == (True, [], "over")


# Quick Play


def test_c40_a_lone_survivor_of_quick_play_wins() -> None:
    sit = Sitting(4, variant="quick")
    kill_all_but(sit, 3)
    assert sit.view()["winners"] == [3]


def test_c40_all_survivors_of_quick_play_win() -> None:
    sit = Sitting(3, variant="quick")
    for _ in range(4):
        sit.round("pay", "stolen", "pay")
    sit.showdown("boom", "pay", "pay")
    assert sit.view()["winners"] == [2, 3]
    assert sit.rulings("looted") == []


def test_quick_play_has_no_coins_at_all() -> None:
    sit = Sitting(3, variant="quick")
    sit.round("stolen", "pay", "stolen")
    assert (sit.coins(), sit.state.pot) == ((0, 0, 0), 0)
    assert not {"paid", "stolen", "dues_paid", "blocked"} & set(sit.kinds())


def test_c50_if_all_die_the_shootout_is_replayed_by_who_began_it() -> None:
    sit = Sitting(3, first=2, variant="quick")
    sit.round("pay", "pay", "pay")
    kill_all_but(sit)
    assert sit.rulings("replayed")[0]["seat"] == 2
    assert (sit.state.first_player, sit.state.token) == (2, Side.LEFT)
    assert (sit.phase, sit.state.turn, sit.state.showdown) == ("turn", 2, 1)
    assert [seat.unplayed for seat in sit.state.seats] == [6, 6, 6]
    assert sit.view()["over"] is False


def test_c50_a_replay_may_be_replayed() -> None:
    sit = Sitting(3, first=3, variant="quick")
    for _ in range(2):
        kill_all_but(sit)
    assert [one["seat"] for one in sit.rulings("replayed")] == [3, 3]


def test_quick_play_has_stand_offs() -> None:
    sit = Sitting(3, variant="quick")
    sit.round("boom", "pay", "pay")
    assert sit.state.is_stand_off


# The pass, shown by the lights


@pytest.mark.parametrize(("rounds", "order"), [(1, (1, 2, 3)), (2, (1, 3, 2))])
def test_c13_the_lights_run_the_way_that_cards_are_passed(
    rounds: int, order: tuple[int, ...]
) -> None:
    sit = Sitting(3)
    for _ in range(rounds - 1):
        sit.round("pay", "pay", "pay")
    sit.shoot()
    sit.say(1, show="pay")
    sit.say(2, show="pay")
    step = sit.say(3, show="pay")
    ways = [cue.seats for cue in step.cues if hasattr(cue, "seats")]
    first = ways[0].index(1)
    assert ways[0][first:] + ways[0][:first] == order


def test_either_button_of_the_first_player_ends_the_pass() -> None:
    sit = Sitting(3)
    sit.showdown("pay", "pay", "pay")
    sit.press(2, R)
    assert sit.phase == "turn"
