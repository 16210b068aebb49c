"""Showdown from the reveal to the token: cards, Carla, deaths, Rory (C5, C10-C13, C28-C36)."""

from __future__ import annotations

import pytest

from companion.core.events import CardPlaced, Said, Side
from companion.games.click_click_boom.showdown import showdown
from companion.games.click_click_boom.state import PlayedCard
from tests.games.click_click_boom.table import (
    BOOM,
    STOLEN,
    L,
    R,
    S,
    Sitting,
    a_seat,
    at_commit,
)

CARLA = ["carla", None, None]
RORY = ["rory", None, None]


def picked(sit: Sitting, *picks: tuple[str, ...]) -> Sitting:
    """Tap the picks of everybody's Turn."""
    for seat, cards in enumerate(picks, 1):
        for card in cards:
            sit.tap(card)
        sit.press(seat)
    return sit


# Turning up


def test_cards_are_tapped_in_turn_order_on_the_shared_reader() -> None:
    sit = Sitting(3, first=2)
    sit.shoot()
    for card in ("pay/1", "stolen/1", "boom/1"):
        sit.tap(card)
    revealed = [(one["seat"], one["card"]) for one in sit.rulings("revealed")]
    assert revealed == [(2, "pay"), (3, "stolen"), (1, "boom")]


def test_cards_are_tapped_in_any_order_on_own_readers() -> None:
    sit = Sitting(3)
    sit.shoot()
    for seat in (3, 1, 2):
        sit.tap(f"pay/{seat}", f"seat{seat}")
    assert [one["seat"] for one in sit.rulings("revealed")] == [3, 1, 2]


def test_cards_are_entered_by_hand_in_any_order() -> None:
    sit = Sitting(3)
    sit.shoot()
    sit.say(3, show="pay")
    sit.say(1, "host", show="boom")
    sit.say(2, show="stolen")
    assert [one["card"] for one in sit.rulings("revealed")] == ["pay", "boom", "stolen"]


def test_a_known_pick_on_the_shared_reader_is_its_players_out_of_order() -> None:
    sit = picked(Sitting(3), (), (), ("boom/3",))
    sit.shoot()
    sit.tap("boom/3")
    assert sit.seat(3).shown is BOOM


def test_only_the_card_of_the_committed_side_is_taken() -> None:
    sit = picked(Sitting(3), ("pay/1", "boom/1"), (), ())
    sit.shoot({1: "right"})
    sit.tap("pay/1", refused="not_that_card")
    sit.tap("pay/9", refused="not_that_card")
    sit.say(1, show="stolen", refused="not_that_card")
    sit.tap("boom/1")
    assert sit.seat(1).shown is BOOM


def test_a_card_told_by_hand_is_the_known_pick() -> None:
    sit = picked(Sitting(3), ("pay/1",), (), ())
    sit.shoot()
    sit.say(1, show="pay")
    assert sit.seat(1).card == "pay/1"
    sit.tap("pay/1", "seat2", refused="already_played")


def test_an_unknown_card_cannot_be_anothers_pick() -> None:
    sit = picked(Sitting(3), (), ("pay/1", "pay/2"), ())
    sit.shoot()
    sit.tap("pay/2", "seat1", refused="not_that_card")


def test_only_the_other_side_being_known_its_card_is_refused() -> None:
    sit = picked(Sitting(3), ("pay/1",), (), ())
    sit.shoot({1: "right"})
    sit.tap("pay/1", "seat1", refused="not_that_card")
    sit.tap("pay/2", "seat1")
    assert sit.seat(1).card == "pay/2"


def test_c39_after_the_same_pick_the_left_card_is_the_first_tapped() -> None:
    sit = Sitting(3, variant="advanced")
    sit.tap("stolen/1")
    sit.tap("boom/1")
    sit.press(1, R)
    sit.shoot({1: "left"})
    sit.tap("boom/1", "seat1", refused="not_that_card")
    sit.tap("stolen/1", "seat1")
    for seat in (2, 3):
        sit.say(seat, show="pay")
    assert [one["seat"] for one in sit.rulings("blocked")] == [1]
    assert sit.coins() == (12, 11, 11)


def test_a_card_that_was_turned_up_before_is_refused() -> None:
    sit = Sitting(3)
    sit.shoot()
    for card in ("pay/1", "pay/2", "pay/3"):
        sit.tap(card)
    sit.pass_on()
    sit.shoot()
    sit.tap("pay/2", refused="already_played")
    sit.tap("pay/2", "seat1", refused="already_played")


def test_a_card_cannot_be_two_players_in_one_showdown() -> None:
    sit = Sitting(3)
    sit.shoot()
    sit.tap("pay/1")
    sit.tap("pay/1", refused="already_played")


def test_a_card_lying_on_another_reader_is_in_two_places() -> None:
    sit = Sitting(3)
    sit.shoot()
    sit.feed(CardPlaced("pay/1", "seat1", at=sit.now + 1))
    sit.feed(CardPlaced("pay/1", "seat2", at=sit.now + 1), "two_places")


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("unknown/04A2", "unknown_card"),
        ("foreign/boom_boom_bell", "foreign_card"),
        ("unclear/two", "unclear_card"),
        ("wheel/1", "wrong_game_card"),
        ("character/rory", "no_playing_card"),
        ("ability/rory", "not_your_ability"),
    ],
)
def test_a_strange_card_is_refused_and_changes_nothing(card: str, reason: str) -> None:
    sit = Sitting(3)
    sit.shoot()
    before = sit.state
    sit.tap(card, refused=reason)
    assert sit.state == before


def test_a_fourth_boom_among_three_players_is_refused() -> None:
    state = at_commit(
        a_seat(1, played=["boom"], unplayed=3), a_seat(2, played=["boom"], unplayed=3),
        a_seat(3, played=["boom"], unplayed=3),
    )  # fmt: skip
    sit = Sitting(state=state, flow=showdown)
    sit.shoot()
    sit.tap("boom/4", refused="none_left")
    sit.say(1, show="boom", refused="none_left")
    sit.say(1, show="pay")


def test_a_seat_reveals_once() -> None:
    sit = Sitting(3)
    sit.shoot()
    sit.say(1, show="pay")
    sit.say(1, show="boom", refused="not_waited_for")


# The order of C5


def test_c5_deaths_come_before_payments_then_rory_then_the_pass_then_the_token() -> None:
    sit = Sitting(["rory", None, None, None])
    sit.showdown("pay", "boom", "stolen", "pay")
    sit.press(1)
    wanted = ["died", "paid", "stolen", "robbed", "cards_passed", "token_passed"]
    kinds = [kind for kind in sit.kinds() if kind in wanted]
    assert kinds == ["died", "paid", "stolen", "paid", *wanted[3:]]


def test_c10_a_neighbour_dying_now_takes_the_coins() -> None:
    sit = Sitting(4)
    sit.showdown("stolen", "boom", "pay", "pay")
    assert sit.coins() == (10, 14, 11, 11)
    assert not sit.seat(2).is_alive


def test_c11_the_dead_pass_no_card() -> None:
    sit = Sitting(4)
    sit.showdown("pay", "boom", "pay", "pay")
    assert sit.rulings("cards_passed")[0]["seats"] == [1, 3, 4]
    assert sit.seat(2).unplayed == 5


def test_c13_cards_are_passed_left_right_left_right() -> None:
    sit = Sitting(3)
    for kinds in (("pay",) * 3, ("pay",) * 3, ("pay",) * 3, ("stolen",) * 3, ("stolen",) * 3):
        sit.round(*kinds)
    assert [one["side"] for one in sit.rulings("cards_passed")] == ["left", "right"] * 2
    tokens = [one["side"] for one in sit.rulings("token_passed")]
    assert tokens == ["right", "left", "right", "left", "right"]


def test_c2_the_token_goes_left_and_the_next_turn_is_its_holders() -> None:
    sit = Sitting(4, first=4)
    sit.round("pay", "pay", "pay", "pay")
    assert (sit.state.first_player, sit.state.turn) == (1, 1)
    assert sit.view()["token"] == {"side": "right"}


def test_c3_the_token_skips_who_just_died() -> None:
    sit = Sitting(4, first=4)
    sit.round("boom", "pay", "pay", "pay")
    assert sit.state.turn == 2


def test_the_pass_ends_with_the_new_first_players_button() -> None:
    sit = Sitting(3)
    sit.showdown("pay", "pay", "pay")
    assert sit.asked() == {(2, "pass")}
    sit.press(1, refused="not_waited_for")
    sit.say(2, done=True)
    assert sit.phase == "turn"


def test_c25_two_left_alive_begin_a_stand_off() -> None:
    sit = Sitting(3)
    sit.round("boom", "pay", "pay")
    assert sit.rulings("stand_off")[0]["seats"] == [2, 3]
    assert sit.view()["stand_off"] is True


def test_c27_in_a_stand_off_both_pass_and_the_token_goes_across() -> None:
    sit = Sitting(3)
    sit.round("boom", "pay", "pay")
    sit.showdown("pay", "pay")
    assert sit.rulings("cards_passed")[-1]["seats"] == [2, 3]
    assert sit.rulings("token_passed")[-1]["seat"] == 3
    sit.pass_on()
    sit.showdown("pay", "pay")
    assert sit.rulings("token_passed")[-1]["seat"] == 2
    assert len(sit.rulings("stand_off")) == 1


@pytest.mark.parametrize(("variant", "coins"), [("standard", (11, 8)), ("advanced", (9, 10))])
def test_c26_and_c43_an_own_random_stolen_card_in_a_stand_off(
    variant: str, coins: tuple[int, int]
) -> None:
    state = at_commit(a_seat(1, 10), a_seat(2, 10), a_seat(3, is_alive=False), is_stand_off=True,
        variant=variant)  # fmt: skip
    sit = Sitting(state=state, flow=showdown, variant=variant)
    sit.showdown("pay", "stolen", sides={1: "right", 2: "right"})
    assert sit.coins()[:2] == coins


# Carla


def test_c28_a_window_opens_for_carla_when_she_turned_up_a_boom() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    assert (sit.phase, sit.asked()) == ("carla", {(1, "carla")})
    assert sit.view()["waiting"][0]["until"] == pytest.approx(sit.now / S + 5)
    assert {"ability": {"save": True}} in sit.says(1, "carla")
    assert {"pass": True} in sit.says(1, "carla")


@pytest.mark.parametrize("how", ["left", "card", "phone", "host"])
def test_c28_carla_saves_herself_by_button_card_phone_or_host(how: str) -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    match how:
        case "left":
            sit.press(1, L)
        case "card":
            sit.tap("ability/carla")
        case _:
            sit.use(1, how, save=True)
    assert sit.seat(1).is_alive
    assert sit.rulings("saved")[0]["seat"] == 1
    assert (sit.rulings("died"), sit.coins()) == ([], (12, 11, 11))


@pytest.mark.parametrize("how", ["right", "phone"])
def test_c28_carla_passes_at_once_with_right(how: str) -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    if how == "right":
        sit.press(1, R)
    else:
        sit.feed(Said(1, {"pass": True}, at=sit.now + 1))
    assert sit.rulings("died")[0]["seat"] == 1
    assert not sit.seat(1).is_ability_used


def test_c28_carlas_window_closes_by_itself_and_its_very_end_counts() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    opened = sit.now
    sit.press(1, at=opened + 5 * S)
    assert len(sit.rulings("saved")) == 1
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    sit.press(1, at=sit.now + 5 * S + 1, refused="seat_out")
    assert sit.rulings("died")[0]["seat"] == 1


def test_the_reaction_window_is_an_option() -> None:
    sit = Sitting(CARLA, reaction_seconds=2)
    sit.showdown("boom", "pay", "pay")
    sit.wait(2)
    assert len(sit.rulings("died")) == 1


def test_c28_the_saved_boom_goes_back_and_a_hidden_card_lies_on_the_pile() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    sit.press(1)
    seat = sit.view()["seats"]["1"]
    assert (seat["played"], seat["unplayed"]) == (["hidden"], 5)
    assert (seat["ability"], seat["alive"]) == ("used", True)


def test_c28_the_saved_boom_may_come_again_and_kills() -> None:
    sit = Sitting(CARLA)
    sit.shoot()
    sit.tap("boom/1", "seat1")
    for seat in (2, 3):
        sit.say(seat, show="pay")
    sit.press(1)
    sit.pass_on()
    sit.shoot()
    sit.tap("boom/1", "seat1")
    for seat in (2, 3):
        sit.say(seat, show="pay")
    assert sit.rulings("died")[0]["seat"] == 1


def test_c30_carla_has_no_window_the_second_time() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    sit.press(1)
    sit.pass_on()
    sit.showdown("boom", "pay", "pay")
    assert sit.phase == "pass"
    assert not sit.seat(1).is_alive


@pytest.mark.parametrize("kind", ["pay", "stolen"])
def test_c28_for_another_card_or_another_player_there_is_no_window(kind: str) -> None:
    sit = Sitting(CARLA)
    sit.showdown(kind, "boom", "pay")
    assert sit.phase == "pass"
    sit.tap("ability/carla", refused="ability_not_now")


def test_c31_carla_saves_herself_from_a_boom_that_brandon_forced() -> None:
    sit = Sitting(["carla", "brandon", None])
    sit.take_turns()
    sit.use(2, force=1, side="right")
    sit.showdown("boom", "pay", "pay")
    sit.press(1)
    assert sit.seat(1).is_alive


def test_c28_in_the_fifth_showdown_the_boom_goes_to_the_pile() -> None:
    seats = [
        a_seat(1, unplayed=2, character="carla"),
        a_seat(2, unplayed=2),
        a_seat(3, unplayed=2),
    ]
    sit = Sitting(state=at_commit(*seats, showdown=5), flow=showdown)
    sit.showdown("boom", "pay", "pay")
    sit.press(1)
    assert sit.seat(1).played == (PlayedCard(BOOM, is_hidden=True),)
    assert sit.seat(1).is_alive
    assert sit.view()["seats"]["1"]["played"] == ["hidden"]


def test_c6_in_quick_play_carla_dies() -> None:
    sit = Sitting(CARLA, variant="quick")
    sit.showdown("boom", "pay", "pay")
    assert not sit.seat(1).is_alive


def test_a_pause_keeps_carlas_remaining_time() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    sit.wait(4)
    sit.host(pause=True)
    sit.wait(60)
    sit.resume()
    sit.wait(0.5)
    assert sit.phase == "carla"
    sit.wait(0.5)
    assert sit.phase == "pass"


def test_a_restart_starts_carlas_window_whole() -> None:
    sit = Sitting(CARLA)
    sit.showdown("boom", "pay", "pay")
    sit.wait(4)
    sit.restart()
    sit.resume()
    sit.wait(4.9)
    assert sit.phase == "carla"


# Rory


def test_c36_a_window_opens_for_rory_at_the_end_of_the_showdown() -> None:
    sit = Sitting(RORY)
    sit.showdown("pay", "pay", "pay")
    assert (sit.phase, sit.asked()) == ("rory", {(1, "rory")})


@pytest.mark.parametrize("how", ["left", "card", "phone", "host"])
def test_c36_rory_steals_by_button_card_phone_or_host(how: str) -> None:
    sit = Sitting(RORY)
    sit.showdown("pay", "pay", "pay")
    match how:
        case "left":
            sit.press(1, L)
        case "card":
            sit.tap("ability/rory")
        case _:
            sit.use(1, how, steal=True)
    assert (sit.coins(), sit.state.pot) == ((12, 11, 11), 5)
    assert sit.rulings("robbed")[0]["amount"] == 1


def test_c36_the_card_just_revealed_counts_and_so_do_all_before() -> None:
    sit = Sitting(RORY)
    for _ in range(2):
        sit.showdown("pay", "pay", "pay")
        sit.press(1, R)
        sit.pass_on()
    sit.showdown("pay", "stolen", "stolen")
    sit.press(1, L)
    assert sit.rulings("robbed")[0]["amount"] == 3


def test_c36_rory_passes_or_lets_the_window_close() -> None:
    sit = Sitting(RORY)
    sit.showdown("pay", "pay", "pay")
    sit.wait(5)
    assert sit.phase == "pass"
    assert not sit.seat(1).is_ability_used
    sit.tap("ability/rory", refused="ability_not_now")


def test_c36_a_dead_rory_steals_nothing() -> None:
    sit = Sitting(RORY)
    sit.showdown("boom", "pay", "pay")
    assert sit.phase == "pass"


def test_c36_with_an_empty_pot_there_is_no_window() -> None:
    state = at_commit(a_seat(1, 0, character="rory"), a_seat(2, 0), a_seat(3, 0))
    sit = Sitting(state=state, flow=showdown)
    sit.showdown("pay", "pay", "pay")
    assert sit.referee.run.is_over


def test_c36_rory_steals_once_a_shootout() -> None:
    sit = Sitting(RORY)
    sit.showdown("pay", "pay", "pay")
    sit.press(1)
    sit.pass_on()
    sit.showdown("pay", "pay", "pay")
    assert sit.phase == "pass"
    sit.use(1, steal=True, refused="ability_used")


def test_c36_rory_may_steal_after_the_last_showdown_before_the_split() -> None:
    sit = Sitting(RORY)
    sit.showdown("pay", "boom", "boom")
    sit.press(1)
    # Three antes and a coin lie there; one is stolen, the rest is the loot of the only survivor.
    assert [sit.rulings(kind)[0]["ruling"] for kind in ("robbed", "looted")] == [
        "robbed",
        "looted",
    ]
    assert sit.rulings("looted")[0]["each"] == 3


# Sitting out (C44)


def test_c44_who_sits_out_is_safe_and_passes_nothing() -> None:
    state = at_commit(a_seat(1, unplayed=1), a_seat(2, unplayed=3), a_seat(3, unplayed=3))
    sit = Sitting(state=state, flow=showdown)
    sit.showdown("stolen", "pay", sides={2: "right"})
    assert sit.coins() == (15, 11, 12)
    assert (sit.seat(1).unplayed, sit.seat(1).played) == (1, ())


def test_c44_one_alone_plays_a_showdown_and_its_neighbours_pick() -> None:
    state = at_commit(a_seat(1, unplayed=1), a_seat(2, unplayed=3), a_seat(3, unplayed=1))
    sit = Sitting(state=state, flow=showdown)
    sit.showdown("stolen")
    assert sit.coins() == (13, 11, 15)
    assert sit.seat(2).played == (PlayedCard(STOLEN),)


def test_with_nobody_who_takes_part_the_showdown_is_empty() -> None:
    rory = a_seat(1, unplayed=1, character="rory", played=["pay"])
    state = at_commit(rory, a_seat(2, unplayed=1), a_seat(3, unplayed=1), pot=3)
    sit = Sitting(state=state, flow=showdown)
    assert sit.referee.run.is_over
    assert sit.rulings() == []


def test_the_committed_side_is_on_the_board_after_shoot() -> None:
    sit = Sitting(3)
    sit.shoot({2: "right"})
    assert sit.view()["seats"]["2"]["side"] == "right"
    assert sit.seat(2).side is Side.RIGHT
