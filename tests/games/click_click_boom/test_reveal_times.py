"""SHOOT to the nanosecond: early, in time, late, and what each costs (C41, C45 to C49)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.click_click_boom.state import Kind
from tests.games.click_click_boom.table import (
    BEAT,
    LATE_AFTER,
    LEAD,
    MS,
    TO_SHOOT,
    R,
    S,
    Sitting,
)

NS = 1


def called(players: int = 3, **options: Any) -> tuple[Sitting, int]:
    """Return a sitting in its countdown, and SHOOT's moment."""
    sit = Sitting(players, **options)
    return sit, sit.call()


def shot(players: int = 3, **options: Any) -> tuple[Sitting, int]:
    """Return a sitting at SHOOT with everybody still holding, and that moment."""
    sit, shoot = called(players, **options)
    sit.woke(shoot)
    assert sit.phase == "reveal"
    return sit, shoot


def show_all(sit: Sitting, *kinds: str) -> None:
    for seat, kind in enumerate(kinds, 1):
        sit.say(seat, show=kind)


# The count


def test_the_beats_are_due_one_lead_after_the_ring_and_a_beat_apart() -> None:
    sit, shoot = called()
    rung = shoot - TO_SHOOT
    due = [round(cue["at"] * S) for cue in sit.view()["cues"]]
    assert due == [rung + LEAD + place * BEAT for place in range(4)]
    assert [cue["word"] for cue in sit.view()["cues"]] == ["3", "2", "1", "SHOOT"]


def test_lead_and_beat_are_options() -> None:
    sit, _ = called(lead=0.3, beat=0.5)
    due = sit.referee.due()
    assert due is not None
    assert due.ns == sit.now + 1800 * MS


def test_shoot_comes_by_itself() -> None:
    sit, shoot = called()
    sit.woke(shoot - NS)
    assert sit.phase == "countdown"
    sit.woke(shoot)
    assert sit.phase == "reveal"
    assert sit.rulings("shot")[0]["showdown"] == 1


# Letting go, at the exact boundaries (C46)


@pytest.mark.parametrize(
    ("after", "foul"),
    [
        (-TO_SHOOT + NS, ("early", 3899.999999)),
        (-123456 * NS, ("early", 0.123456)),
        (-NS, ("early", 0.000001)),
        (0, None),
        (NS, None),
        (LATE_AFTER - NS, None),
        (LATE_AFTER, None),
        (LATE_AFTER + NS, ("late", 1500.000001)),
        (LATE_AFTER + S + 1, ("late", 2500.000001)),
    ],
)
def test_c46_a_letting_go_is_judged_by_its_stamp(
    after: int, foul: tuple[str, float] | None
) -> None:
    sit, shoot = called()
    for seat in (1, 3):
        if after >= 0:
            sit.let_go(seat, at=shoot)
    sit.let_go(2, at=shoot + after)
    assert sit.fouls() == ([(2, *foul)] if foul else [])


@pytest.mark.parametrize("late_after", [0.3, 10])
def test_c46_the_time_to_let_go_is_an_option(late_after: float) -> None:
    sit, shoot = called(late_after=late_after)
    last = shoot + round(late_after * S)
    sit.let_go(1, at=last)
    sit.let_go(2, at=last + NS)
    assert sit.fouls() == [(2, "late", late_after * 1000 + 0.000001)]


def test_c46_until_it_ends_the_board_says_late_without_a_figure() -> None:
    sit, shoot = shot()
    sit.let_go(1, at=shoot)
    sit.woke(shoot + LATE_AFTER)
    assert [sit.view()["seats"][str(seat)]["late"] for seat in (1, 2, 3)] == [False, True, True]
    assert [one["seat"] for one in sit.rulings("running_late")] == [2, 3]
    assert sit.fouls() == []


def test_c46_letting_go_ends_being_late() -> None:
    sit, shoot = shot()
    sit.woke(shoot + LATE_AFTER)
    sit.let_go(2, at=shoot + 2 * S)
    assert sit.fouls() == [(2, "late", 2000.0)]
    assert not sit.seat(2).is_late


def test_c46_a_tap_ends_being_late() -> None:
    sit, shoot = shot()
    sit.woke(shoot + LATE_AFTER)
    sit.tap("pay/1", "seat3", at=shoot + 1600 * MS)
    assert sit.fouls() == [(3, "late", 1600.0)]
    assert sit.seat(3).shown is Kind.PAY
    sit.let_go(3)
    assert len(sit.fouls()) == 1


def test_c46_a_show_ends_being_late() -> None:
    sit, shoot = shot()
    sit.woke(shoot + LATE_AFTER)
    sit.say(1, show="pay", at=shoot + 1700 * MS)
    assert sit.fouls() == [(1, "late", 1700.0)]


def test_c46_a_tap_in_time_while_holding_is_no_foul_though_the_button_stays_down() -> None:
    sit, shoot = shot()
    sit.tap("pay/1", "seat2", at=shoot + LATE_AFTER)
    sit.wait(9)
    sit.let_go(2)
    assert [one["seat"] for one in sit.rulings("running_late")] == [1, 3]
    assert sit.fouls() == []


def test_c46_who_let_go_in_time_may_show_the_card_at_leisure() -> None:
    sit, shoot = shot()
    for seat in (1, 2, 3):
        sit.let_go(seat, at=shoot + seat)
    sit.wait(60)
    show_all(sit, "pay", "pay", "pay")
    assert sit.fouls() == []


def test_c46_an_edge_delivered_after_the_end_but_stamped_in_time_is_in_time() -> None:
    sit, shoot = shot()
    sit.woke(shoot + LATE_AFTER)
    sit.let_go(2, at=shoot + LATE_AFTER + 5 * MS, late=shoot + LATE_AFTER)
    assert sit.fouls() == []
    assert not sit.seat(2).is_late


def test_c46_an_edge_delivered_after_shoot_but_stamped_before_is_early() -> None:
    sit, shoot = shot()
    sit.let_go(2, at=shoot + 5 * MS, late=shoot - 7)
    assert sit.fouls() == [(2, "early", 0.000007)]


def test_c46_an_edge_delivered_late_is_measured_by_its_stamp() -> None:
    sit, shoot = shot()
    sit.let_go(2, at=shoot + 3 * S, late=shoot + 2 * S)
    assert sit.fouls() == [(2, "late", 2000.0)]


def test_c46_a_phone_lets_go_like_a_button() -> None:
    sit = Sitting(3)
    sit.take_turns()
    for seat in (1, 2, 3):
        sit.say(seat, side="left")
    sit.say(1, ring=1)
    shoot = sit.now + TO_SHOOT
    sit.say(2, let_go=True, at=shoot - NS)
    sit.say(3, let_go=True, at=shoot)
    sit.say(1, let_go=True, at=shoot + LATE_AFTER + NS)
    assert sit.fouls() == [(2, "early", 0.000001), (1, "late", 1500.000001)]


# What was committed stands (C41)


def test_c41_after_an_early_letting_go_the_committed_side_stands() -> None:
    sit, shoot = called()
    sit.let_go(2, at=shoot - S)
    sit.hold(2, R, refused="not_waited_for")
    sit.woke(shoot)
    assert sit.view()["seats"]["2"]["side"] == "left"


def test_c41_pressing_the_other_button_after_the_ring_changes_nothing() -> None:
    sit, shoot = called()
    sit.press(2, R, refused="not_waited_for")
    sit.let_go(2, at=shoot)
    assert sit.fouls() == []
    assert sit.view()["seats"]["2"]["side"] == "left"


def test_nobody_fouls_twice_in_one_count() -> None:
    sit, shoot = called()
    sit.let_go(2, at=shoot - S)
    sit.say(2, show="pay", refused="not_waited_for")
    sit.tap("pay/1", "seat2", refused="before_shoot")
    sit.woke(shoot)
    assert sit.fouls() == [(2, "early", 1000.0)]


# A card before SHOOT (C47)


def test_c47_a_card_tapped_before_shoot_is_a_foul_and_not_taken() -> None:
    sit, shoot = called()
    sit.tap("pay/1", "seat2", at=shoot - 250 * MS)
    assert sit.fouls() == [(2, "early", 250.0)]
    sit.woke(shoot)
    assert sit.seat(2).shown is None
    sit.tap("pay/1", "seat2")
    assert sit.seat(2).shown is Kind.PAY


def test_c47_a_card_shown_on_a_phone_before_shoot_is_a_foul_and_not_taken() -> None:
    sit, shoot = called()
    sit.say(3, show="boom", at=shoot - NS)
    assert sit.fouls() == [(3, "early", 0.000001)]
    sit.woke(shoot)
    assert sit.seat(3).shown is None


def test_c47_exactly_at_shoot_a_tap_and_a_show_are_in_time() -> None:
    sit, shoot = called()
    sit.tap("pay/1", "seat2", at=shoot)
    sit.say(3, show="pay", at=shoot)
    assert sit.fouls() == []
    assert (sit.seat(2).shown, sit.seat(3).shown) == (Kind.PAY, Kind.PAY)


def test_c47_after_an_early_tap_letting_go_in_time_is_no_second_foul() -> None:
    sit, shoot = called()
    sit.tap("pay/1", "seat2", at=shoot - S)
    sit.let_go(2, at=shoot + MS)
    assert len(sit.fouls()) == 1


def test_c47_after_an_early_tap_letting_go_early_is_no_second_foul() -> None:
    sit, shoot = called()
    sit.tap("pay/1", "seat2", at=shoot - S)
    sit.let_go(2, at=shoot - 5)
    sit.woke(shoot + LATE_AFTER)
    assert len(sit.fouls()) == 1
    assert [one["seat"] for one in sit.rulings("running_late")] == [1, 3]


def test_c47_after_an_early_tap_an_early_edge_that_comes_late_is_no_second_foul() -> None:
    sit, shoot = called()
    sit.tap("pay/1", "seat2", at=shoot - S)
    sit.let_go(2, at=shoot + 5, late=shoot - 5)
    assert len(sit.fouls()) == 1


def test_c47_before_shoot_every_own_reader_is_offered_and_none_need_be() -> None:
    sit, _ = called()
    assert sit.asked() == {(1, "shoot"), (2, "shoot"), (3, "shoot")}
    cards = [one for one in sit.referee.run.offers() if one.gesture == "card"]
    assert all(one.optional for one in cards)
    assert {"centre", "seat1", "seat2", "seat3"} == {one.reader for one in cards}


def test_c47_on_the_shared_reader_an_unknown_card_is_the_leading_seats() -> None:
    sit, shoot = called()
    sit.tap("pay/1", at=shoot - S)
    assert sit.fouls() == [(1, "early", 1000.0)]


def test_c47_on_the_shared_reader_a_known_pick_is_its_players() -> None:
    sit = Sitting(3)
    sit.press(1)
    sit.press(2)
    sit.tap("boom/1")
    shoot = sit.call()
    sit.tap("boom/1", at=shoot - S)
    assert sit.fouls() == [(3, "early", 1000.0)]


def test_c47_a_known_pick_is_a_second_players_foul_too() -> None:
    sit = Sitting(3)
    sit.press(1)
    sit.press(2)
    sit.tap("boom/1")
    shoot = sit.call()
    sit.let_go(1, at=shoot - 2 * S)
    sit.tap("boom/1", at=shoot - S)
    assert sit.fouls() == [(1, "early", 2000.0), (3, "early", 1000.0)]


def test_c47_nobody_pays_for_an_unknown_card_once_somebody_else_has_fouled() -> None:
    # Who jumped the gun turns the card at once: it is not the innocent leader's.
    sit, shoot = called()
    sit.let_go(3, at=shoot - S)
    sit.tap("pay/1", refused="before_shoot")
    assert sit.fouls() == [(3, "early", 1000.0)]


def test_c47_after_another_foul_an_own_reader_still_tells_whose_card_it_is() -> None:
    sit, shoot = called()
    sit.let_go(3, at=shoot - S)
    sit.tap("pay/1", "seat2", at=shoot - 500 * MS)
    assert sit.fouls() == [(3, "early", 1000.0), (2, "early", 500.0)]


@pytest.mark.parametrize("reader", ["centre", "seat2"])
def test_a_character_card_before_shoot_is_no_foul(reader: str) -> None:
    sit, _ = called()
    sit.tap("character/rory", reader, refused="no_playing_card")
    assert sit.fouls() == []


def test_c47_a_tap_before_shoot_that_is_delivered_later_is_not_taken_either() -> None:
    sit, shoot = shot()
    sit.tap("pay/1", "seat2", at=shoot + 5 * MS, late=shoot - 5 * MS)
    assert sit.fouls() == [(2, "early", 5.0)]
    assert sit.seat(2).shown is None
    sit.tap("pay/1", "seat2")
    assert sit.seat(2).shown is Kind.PAY


# The three policies


@pytest.mark.parametrize("gesture", ["let_go", "tap", "show"])
def test_c48_an_early_foul_voids_the_count_under_recount(gesture: str) -> None:
    sit, shoot = called(foul_policy="recount")
    at = shoot - S
    match gesture:
        case "let_go":
            sit.let_go(2, at=at)
        case "tap":
            sit.tap("pay/1", "seat2", at=at)
        case _:
            sit.say(2, show="pay", at=at)
    assert sit.phase == "commit"
    assert sit.rulings("count_voided")[0]["case"] == "foul"
    assert sit.fouls() == [(2, "early", 1000.0)]


def test_c48_everybody_lets_go_and_holds_again_and_choices_may_change() -> None:
    sit, shoot = called(foul_policy="recount")
    sit.let_go(2, at=shoot - S)
    assert sit.asked() == {(1, "commit"), (2, "commit"), (3, "commit")}
    sit.ring(refused="not_all_hold")
    for seat in (1, 3):
        sit.let_go(seat)
    again = sit.call({1: "right", 2: "right", 3: "right"})
    assert again > shoot
    sit.woke(again)
    assert {seat["side"] for seat in sit.view()["seats"].values()} == {"right"}


def test_c48_a_voided_count_is_hushed_and_never_shoots() -> None:
    sit, shoot = called(foul_policy="recount")
    step = sit.let_go(2, at=shoot - S)
    assert [type(cue).__name__ for cue in step.cues] == ["Hush"]
    assert sit.view()["cues"] == []
    sit.wait(60)
    assert sit.rulings("shot") == []


def test_c48_a_late_foul_voids_the_count_while_no_card_has_been_seen() -> None:
    sit, shoot = shot(foul_policy="recount")
    sit.let_go(1, at=shoot)
    sit.let_go(2, at=shoot + 2 * S)
    assert sit.phase == "commit"
    assert sit.view()["seats"]["1"]["side"] is None


def test_c48_once_a_card_has_been_seen_a_late_foul_leaves_the_reveal_standing() -> None:
    sit, shoot = shot(foul_policy="recount")
    sit.let_go(1, at=shoot)
    sit.say(1, show="pay")
    sit.let_go(2, at=shoot + 2 * S)
    assert sit.phase == "reveal"
    assert sit.fouls() == [(2, "late", 2000.0)]


def test_c48_a_late_card_is_seen_and_voids_nothing() -> None:
    sit, shoot = shot(foul_policy="recount")
    sit.say(1, show="pay", at=shoot + 2 * S)
    assert sit.phase == "reveal"
    assert sit.fouls() == [(1, "late", 2000.0)]


def test_c48_an_early_edge_delivered_after_shoot_voids_the_count() -> None:
    sit, shoot = shot(foul_policy="recount")
    sit.let_go(2, at=shoot + 5, late=shoot - 5)
    assert sit.phase == "commit"


def test_c48_in_the_new_count_a_foul_counts_anew() -> None:
    sit, shoot = called(foul_policy="recount")
    sit.let_go(2, at=shoot - S)
    again = sit.call()
    sit.let_go(2, at=again - S)
    assert sit.fouls() == [(2, "early", 1000.0)] * 2


def test_c32_a_forced_side_outlives_a_recount() -> None:
    sit = Sitting(["brandon", None, None], foul_policy="recount")
    sit.take_turns()
    sit.use(1, force=2, side="right")
    shoot = sit.call()
    sit.let_go(3, at=shoot - S)
    again = sit.call()
    sit.woke(again)
    assert sit.view()["seats"]["2"]["side"] == "right"


@pytest.mark.parametrize("policy", ["warn", "recount"])
def test_c45_only_the_policy_fine_costs_a_coin(policy: str) -> None:
    sit, shoot = called(foul_policy=policy)
    sit.let_go(2, at=shoot - S)
    assert sit.coins() == (12, 12, 12)
    assert sit.rulings("fined") == []


def test_c45_a_fine_is_paid_at_the_foul() -> None:
    sit, shoot = called(foul_policy="fine")
    sit.let_go(2, at=shoot - S)
    assert (sit.coins(), sit.state.pot) == ((12, 11, 12), 4)
    sit.let_go(3, at=shoot + 2 * S)
    assert (sit.coins(), sit.state.pot) == ((12, 11, 11), 5)
    assert [one["amount"] for one in sit.rulings("fined")] == [1, 1]


def test_c45_a_broke_player_pays_no_fine() -> None:
    sit = Sitting(3, foul_policy="fine")
    sit.adjust(2, coins=-12)
    shoot = sit.call()
    sit.let_go(2, at=shoot - S)
    assert sit.rulings("fined")[0]["amount"] == 0
    assert sit.state.pot == 3


def test_c45_the_fine_comes_before_the_snapshot() -> None:
    sit = Sitting(3, foul_policy="fine")
    sit.adjust(2, coins=-10)
    shoot = sit.call()
    sit.let_go(2, at=shoot - S)
    sit.woke(shoot)
    show_all(sit, "pay", "stolen", "pay")
    # Bo had two: one fined, and only one was left to steal.
    assert sit.coins() == (11, 0, 12)


def test_c45_quick_play_has_nothing_to_fine() -> None:
    sit, shoot = called(variant="quick", foul_policy="fine")
    sit.let_go(2, at=shoot - S)
    assert len(sit.fouls()) == 1
    assert sit.rulings("fined") == []


# Interruptions


def test_c49_a_pause_before_shoot_voids_the_count_and_nobody_has_fouled() -> None:
    sit, shoot = called()
    sit.host(pause=True, at=shoot - NS)
    for seat in (1, 2, 3):
        sit.let_go(seat)
    sit.wait(60)
    sit.resume()
    assert sit.phase == "commit"
    assert sit.rulings("count_voided")[0]["case"] == "pause"
    assert (sit.fouls(), sit.rulings("shot")) == ([], [])


def test_c49_after_the_pause_all_hold_and_the_first_player_rings_again() -> None:
    sit, shoot = called()
    sit.host(pause=True, at=shoot - NS)
    sit.resume()
    sit.ring(refused="not_all_hold")
    for seat in (1, 2, 3):
        sit.let_go(seat)
    sit.woke(sit.call({2: "right"}))
    assert sit.view()["seats"]["2"]["side"] == "right"


def test_c49_a_pause_at_shoot_comes_after_it() -> None:
    sit, shoot = called()
    sit.host(pause=True, at=shoot)
    assert sit.phase == "reveal"


@pytest.mark.parametrize("after", [0, LATE_AFTER - NS])
def test_c49_a_pause_after_shoot_leaves_the_reveal_standing_and_nobody_late(after: int) -> None:
    sit, shoot = shot()
    sit.host(pause=True, at=shoot + after)
    sit.wait(60)
    sit.resume()
    sit.wait(60)
    for seat in (1, 2, 3):
        sit.let_go(seat)
    show_all(sit, "pay", "pay", "pay")
    assert (sit.fouls(), sit.rulings("running_late")) == ([], [])
    assert sit.phase == "pass"


def test_c49_a_pause_excuses_who_is_late_already() -> None:
    sit, shoot = shot()
    sit.woke(shoot + LATE_AFTER)
    sit.host(pause=True)
    assert not sit.seat(2).is_late
    sit.resume()
    sit.let_go(2)
    assert sit.fouls() == []


def test_c49_who_let_go_in_the_pause_is_asked_for_the_card_only() -> None:
    sit, _ = shot()
    sit.host(pause=True)
    sit.let_go(2)
    sit.resume()
    assert sit.asked() == {(1, "shoot"), (3, "shoot"), *((n, "reveal") for n in (1, 2, 3))}


def test_c49_a_foul_before_the_pause_was_one() -> None:
    sit, shoot = called()
    sit.let_go(1, at=shoot - S)
    sit.host(pause=True, at=shoot - MS)
    assert sit.fouls() == [(1, "early", 1000.0)]


def test_c49_a_restart_in_the_countdown_voids_it() -> None:
    sit, _ = called()
    sit.restart()
    sit.resume()
    assert sit.phase == "commit"
    assert sit.rulings("count_voided")[0]["case"] == "restart"
    assert sit.fouls() == []


def test_c49_an_undo_that_lands_in_the_countdown_voids_it() -> None:
    sit, shoot = called()
    sit.let_go(2, at=shoot - S)
    sit.host(undo=1)
    sit.resume()
    assert sit.phase == "commit"
    assert sit.rulings("count_voided")[0]["case"] == "undo"
    assert sit.fouls() == []


def test_c49_after_an_undo_into_the_reveal_nobody_is_late() -> None:
    sit, shoot = shot()
    for seat in (1, 2, 3):
        sit.let_go(seat, at=shoot)
    sit.say(1, show="boom")
    sit.host(undo=1)
    sit.wait(60)
    sit.resume()
    sit.wait(60)
    assert (sit.phase, sit.fouls(), sit.seat(1).shown) == ("reveal", [], None)


def test_a_boom_sounds_when_it_is_turned_up() -> None:
    sit, shoot = called()
    for seat in (1, 2, 3):
        sit.let_go(seat, at=shoot)
    sit.say(1, show="pay")
    step = sit.say(2, show="boom", at=shoot + S)
    assert [(cue.at, getattr(cue, "name", "")) for cue in step.cues] == [(shoot + S, "boom")]
