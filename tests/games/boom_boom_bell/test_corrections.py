"""What the host corrects: points, stacks, and who is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.boom_boom_bell import rules
from companion.games.boom_boom_bell.state import Player
from tests.games.boom_boom_bell.table import (
    APART,
    CALL,
    GAP,
    LAPSE,
    MS,
    NS,
    TO_GO,
    L,
    S,
    Sitting,
    four,
    playing,
)

# Points and stacks


def test_the_host_adds_and_takes_points() -> None:
    sit = playing(2)
    sit.adjust(1, points=3)
    sit.adjust(1, points=-1)
    assert sit.each("points") == [2, 0]


def test_the_host_adds_and_takes_completed_stacks() -> None:
    sit = playing(2, stacks=(2,))
    sit.adjust(1, hand=3)
    sit.adjust(1, hand=-1)
    assert (sit.each("stacks"), sit.seen(1, "rings_due")) == ([4, 0], 5)
    sit.burst(5, 1)
    assert sit.each("stacks") == [5, 0]


def test_the_host_corrects_both_at_once() -> None:
    sit = playing(2)
    sit.adjust(2, points=1, hand=3)
    assert (sit.each("points"), sit.each("stacks")) == ([0, 1], [0, 3])


@pytest.mark.parametrize(
    "change",
    [
        {"points": -1},
        {"points": True},
        {"points": "many"},
        {"hand": 6},
        {"hand": -1},
        {"hand": False},
        {"alive": 1},
        {"coins": 1},
        {"cards": []},
        {"money": 1, "points": 1},
    ],
    ids=str,
)
def test_a_correction_that_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    sit = playing(2)
    before = sit.state
    sit.adjust(1, refused="bad_adjustment", **change)
    assert sit.state == before


def test_stacks_are_corrected_only_while_the_round_is_played() -> None:
    sit = Sitting()
    sit.adjust(1, hand=1, refused="bad_adjustment")
    sit.adjust(1, hand=0)  # as it is
    sit.begin()
    sit.cry(2)
    sit.adjust(1, hand=5)  # in the count
    sit.until(sit.now + TO_GO)
    sit.say(1, ring=6)
    sit.cry(1)
    sit.adjust(1, hand=2, refused="bad_adjustment")
    assert sit.phase == "check"


def test_stacks_of_a_seat_that_sits_out_a_tie_round_are_not_corrected() -> None:
    sit = Sitting(3, goal="rounds", rounds=2, verify="off")
    sit.win(1, 2)
    sit.begin_next()
    sit.adjust(3, hand=1, refused="bad_adjustment")


def test_a_last_burst_does_not_stand_when_the_host_takes_stacks_away() -> None:
    sit = playing(2, stacks=(5,))
    sit.burst(6, 1)
    sit.adjust(1, hand=-3)
    assert sit.seen(1, "rings_due") == 3
    sit.cry(1)
    assert (sit.phase, sit.each("points")) == ("resume", [0, 0])


def test_a_call_on_a_burst_does_not_stand_when_the_host_takes_stacks_away() -> None:
    sit = playing(2, stacks=(5,))
    sit.rings(3, 1)
    sit.call(1)
    sit.adjust(1, hand=-3)
    sit.wait(1)
    assert sit.each("stacks") == [3, 0]
    sit.burst(1, 1)  # wrong, and nothing more: nobody has called
    assert (sit.phase, sit.rulings("false_call")) == ("play", [])


def test_a_stack_to_be_shown_is_none_any_more_when_the_host_corrects_the_number() -> None:
    sit = playing(4, verify="rung")
    sit.say(1, ring=1)
    sit.adjust(1, hand=2)
    sit.tap("picture-01/1", refused="shown_when_rung")
    assert sit.seen(1, "rings_due") == 3


def test_points_that_the_host_gives_decide_the_game_at_the_end_of_the_round() -> None:
    sit = playing(2, verify="off")
    sit.adjust(2, points=5)
    assert not sit.view()["over"]
    sit.finish(1)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])


# Who is there


def leave(sit: Sitting, *seats: int) -> None:
    for seat in seats:
        sit.adjust(seat, alive=False)


def test_a_player_who_leaves_is_asked_nothing_and_keeps_the_points() -> None:
    sit = playing(3)
    sit.adjust(2, points=2)
    leave(sit, 2)
    assert (sit.each("alive"), sit.each("plays")) == ([True, False, True], [True, False, True])
    assert (sit.each("points"), sit.says(2)) == ([0, 2, 0], [])
    sit.ring(2, refused="not_waited_for")
    sit.hold(2, refused="not_waited_for")


def test_a_player_comes_back_and_begins_the_round_afresh() -> None:
    sit = playing(3, stacks=(0, 2))
    leave(sit, 2)
    sit.adjust(2, alive=True)
    sit.adjust(2, alive=True)  # as it is
    assert (sit.each("plays"), sit.each("stacks")) == ([True] * 3, [0, 0, 0])
    sit.burst(1, 2)
    assert sit.each("stacks") == [0, 1, 0]


def test_the_next_round_is_dealt_for_those_who_are_there() -> None:
    sit = playing(3, verify="off")
    leave(sit, 2)
    assert sit.view()["stacks_each"] == 4
    sit.finish(1)
    assert (sit.view()["stacks_each"], sit.state.dealt) == (6, (1, 3))


def test_when_the_youngest_has_left_the_next_one_clockwise_begins() -> None:
    sit = Sitting(3, first=2)
    leave(sit, 2)
    sit.ring(1, refused="not_the_starter")
    sit.ring(3)
    assert sit.phase == "play"


def test_d10_when_the_bell_s_owner_leaves_it_is_the_next_holder_s_for_its_whole_1_5_s() -> None:
    sit = playing(3)
    sit.hold(1, at=2 * S)
    sit.hold(2, at=2 * S + MS)
    sit.ring(at=3 * S)
    sit.until(4 * S)
    sit.adjust(1, alive=False)
    left = sit.now
    assert sit.view()["bell"] == 2
    sit.ring(at=left + LAPSE)
    sit.wait(1)
    assert sit.each("stacks") == [0, 1, 0]


def test_d10_a_ring_after_the_owner_left_is_nobody_s_where_nobody_holds() -> None:
    sit = playing(3)
    sit.hold(1)
    leave(sit, 1)
    sit.ring()
    sit.wait(1)
    assert (sit.each("stacks"), len(sit.rulings("stray"))) == ([0, 0, 0], 1)


def test_a_phone_s_hold_of_a_player_who_left_can_be_let_go() -> None:
    sit = playing(3)
    sit.say(3, side="left")
    leave(sit, 3)
    sit.say(3, let_go=True)
    assert 3 not in sit.referee.run.holds


def test_a_burst_of_a_player_who_leaves_is_dropped() -> None:
    sit = playing(3, false_ring="freeze")
    sit.rings(2, 1)
    leave(sit, 1)
    sit.wait(1)
    assert sit.rulings("mis_rung") == []


def test_d21_a_pending_last_burst_of_a_player_who_leaves_is_waited_for_no_longer() -> None:
    sit = playing(3, stacks=(3, 3))
    sit.say(1, ring=4, at=3 * S)
    sit.say(2, ring=4, at=3 * S + MS)
    sit.cry(2)
    assert sit.phase == "play"
    leave(sit, 1)
    sit.until(3 * S + CALL)
    assert (sit.phase, sit.view()["finisher"]) == ("check", 2)
    assert sit.rulings("not_called") == []


def test_d13_a_finisher_who_leaves_takes_the_call_back() -> None:
    sit = playing(3)
    sit.finish(1)
    leave(sit, 1)
    assert (sit.phase, sit.view()["finisher"]) == ("resume", None)
    sit.until(sit.now + TO_GO)
    assert sit.phase == "play"
    sit.finish(2)
    sit.press(2, L)
    assert sit.each("points") == [0, 1, 0]


def test_a_player_who_leaves_with_a_stack_on_the_tray_takes_it_along() -> None:
    sit = playing(4, verify="rung")
    for seat in (1, 2):
        sit.say(seat, ring=1)
    sit.hold(1)
    sit.tap("picture-01/1")
    leave(sit, 1)
    sit.show(*four(1))
    assert sit.each("stacks") == [0, 1, 0, 0]


def test_a_round_that_nobody_plays_any_more_ends_without_a_point() -> None:
    sit = Sitting(4, goal="rounds", rounds=2, verify="off")
    sit.win(1, 2)
    sit.begin_next()
    assert sit.state.dealt == (1, 2)
    leave(sit, 1, 2)
    assert "abandoned" in sit.kinds()
    assert sit.rulings("abandoned")[0]["round"] == 3


def test_who_is_left_alone_has_won() -> None:
    sit = playing(3)
    sit.adjust(2, points=1)
    leave(sit, 2, 3)
    assert (sit.view()["over"], sit.kinds().count("abandoned")) == (True, 1)
    assert (sit.view()["winners"], sit.seen(1, "award")) == ([1], "award/1")


@pytest.mark.parametrize("phase", ["start", "play", "resume", "check"])
def test_everybody_may_leave_in_any_phase(phase: str) -> None:
    sit = Sitting(2)
    if phase != "start":
        sit.begin()
    if phase == "resume":
        sit.cry(2)
    if phase == "check":
        sit.finish(1)
    assert sit.phase == phase
    leave(sit, 2)
    sit.wait(10)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [1])


def test_a_player_may_leave_while_something_is_due() -> None:
    sit = playing(2, stacks=(5,))
    last = sit.burst(6, 1)
    sit.rings(1, 2)
    leave(sit, 1)
    sit.until(last + CALL + GAP + APART)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])


def test_where_nobody_is_left_nobody_has_won() -> None:
    state = replace(
        playing(2).state, players={1: Player(2, has_left=True), 2: Player(has_left=True)}
    )
    assert rules.is_over(state)
    over = rules.end(state)
    assert (over.winners, over.places) == ((), {})


def test_d17_only_those_who_are_there_win() -> None:
    sit = Sitting(3, goal="rounds", rounds=3, verify="off")
    sit.win(1, 1)
    leave(sit, 1)
    sit.win(2)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])


def test_d18_a_tie_with_somebody_who_has_left_is_no_tie() -> None:
    sit = Sitting(3, goal="rounds", rounds=2, verify="off")
    sit.win(1)
    leave(sit, 1)
    sit.win(2)
    assert (sit.view()["over"], sit.view()["winners"]) == (True, [2])


def test_a_correction_takes_no_time() -> None:
    sit = playing(2)
    sit.ring(1, at=2 * S)
    sit.adjust(2, points=1)
    sit.until(2 * S + GAP - NS)
    assert sit.each("stacks") == [0, 0]
    sit.until(2 * S + GAP)
    assert sit.each("stacks") == [1, 0]
