"""Undo, pause and restart inside a burst, a call's window and the count."""

from __future__ import annotations

from tests.games.boom_boom_bell.table import (
    APART,
    CALL,
    GAP,
    LAPSE,
    MS,
    NS,
    TO_GO,
    L,
    R,
    S,
    Sitting,
    playing,
)

# A burst


def test_a_pause_keeps_what_was_left_of_a_gap() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1, at=2 * S)
    sit.host(pause=True, at=2 * S + 500 * MS)
    sit.ring(1, at=2 * S + 600 * MS, refused="paused")
    sit.until(60 * S)
    sit.host(resume=True, at=60 * S)
    sit.ring(1, at=60 * S + 300 * MS)  # 0.8 s of the game after the first
    sit.wait(1)
    assert sit.each("stacks") == [2, 0]


def test_a_pause_voids_nothing() -> None:
    sit = playing(2)
    sit.ring(1)
    sit.host(pause=True)
    sit.host(resume=True)
    sit.wait(1)
    assert (sit.rulings("voided"), sit.each("stacks")) == ([], [1, 0])


def test_an_undo_voids_what_was_being_rung() -> None:
    sit = playing(2, stacks=(1,))
    sit.rings(2, 1)
    sit.host(undo=1)
    assert sit.rulings("voided")[0]["case"] == "undo"
    sit.host(resume=True)
    sit.wait(1)
    assert (sit.each("stacks"), sit.rulings("mis_rung")) == ([1, 0], [])
    sit.burst(2, 1)
    assert sit.each("stacks") == [2, 0]


def test_an_undo_takes_back_a_stack_told_on_a_phone() -> None:
    sit = playing(2, stacks=(2,))
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.each("stacks"), sit.seen(1, "rings_due")) == ([1, 0], 2)
    assert sit.rulings("voided") == []


def test_a_restart_voids_what_was_being_rung() -> None:
    sit = playing(2, stacks=(1,))
    sit.ring(1)
    sit.ring()
    sit.restart()
    assert sit.rulings("voided")[0]["case"] == "restart"
    assert sit.view()["burst"]["closed"]
    sit.host(resume=True)
    sit.burst(2, 1)
    assert (sit.each("stacks"), sit.rulings("stray")) == ([2, 0], [])


def test_a_restart_voids_unowned_rings_too() -> None:
    sit = playing(2)
    sit.ring()
    sit.restart()
    sit.host(resume=True)
    sit.wait(1)
    assert (len(sit.rulings("voided")), sit.rulings("stray")) == (1, [])


def test_a_call_on_a_burst_that_was_voided_is_forgotten() -> None:
    sit = playing(2, stacks=(5,))
    sit.rings(6, 1)
    sit.call(1)
    sit.restart()
    sit.host(resume=True)
    sit.wait(10)
    assert (sit.phase, sit.rulings("false_call", "finished")) == ("play", [])


# The bell


def test_d10_a_hold_that_a_pause_ended_owns_no_ring() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.host(pause=True)
    sit.let_go(1)
    sit.host(resume=True)
    sit.ring()
    sit.wait(1)
    assert (sit.each("stacks"), len(sit.rulings("stray"))) == ([0, 0], 1)


def test_d10_after_a_pause_that_ended_a_hold_the_bell_is_the_next_holder_s() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.hold(2)
    sit.host(pause=True)
    sit.let_go(1)
    sit.host(resume=True)
    sit.ring()
    sit.wait(1)
    assert sit.each("stacks") == [0, 1]


def test_d10_a_hold_that_lasts_through_a_pause_goes_on_with_its_rest_of_the_1_5_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.host(pause=True, at=3 * S)
    sit.host(resume=True, at=63 * S)
    sit.ring(at=62 * S + LAPSE)
    sit.wait(1)
    assert sit.each("stacks") == [1, 0]


def test_d10_after_a_restart_a_button_that_is_still_down_has_its_whole_1_5_s() -> None:
    sit = playing(2)
    sit.hold(1, at=2 * S)
    sit.until(3 * S)
    sit.restart("1.left")
    sit.host(resume=True, at=4 * S)
    sit.ring(at=4 * S + LAPSE)
    sit.wait(1)
    assert sit.each("stacks") == [1, 0]


def test_d10_after_a_restart_a_button_that_came_up_owns_nothing() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.restart()
    sit.host(resume=True)
    sit.ring()
    sit.wait(1)
    assert (sit.each("stacks"), len(sit.rulings("stray"))) == ([0, 0], 1)


# A call's window


def test_d21_a_pause_keeps_what_was_left_of_the_3_s() -> None:
    sit = playing(2, stacks=(5,))
    last = sit.burst(6, 1)
    sit.host(pause=True, at=last + 2 * S)
    sit.host(resume=True, at=last + 62 * S)
    sit.cry(1, at=last + 63 * S)
    assert sit.phase == "check"


def test_d21_after_a_restart_a_call_has_its_whole_3_s_again() -> None:
    sit = playing(2, stacks=(5,))
    last = sit.burst(6, 1)
    sit.until(last + 2 * S)
    sit.restart()
    sit.host(resume=True, at=last + 60 * S)
    sit.cry(1, at=last + 60 * S + CALL)
    assert sit.phase == "check"


def test_d21_after_an_undo_a_call_has_its_whole_3_s_again() -> None:
    sit = playing(2, stacks=(5,))
    last = sit.burst(6, 1)
    sit.say(2, ring=1, at=last + 2 * S)
    sit.host(undo=1)
    sit.host(resume=True, at=last + 60 * S)
    sit.until(last + 60 * S + CALL - NS)
    assert sit.rulings("not_called") == []
    sit.cry(1, at=last + 60 * S + CALL)
    assert sit.phase == "check"


def test_an_undone_call_may_be_called_again() -> None:
    sit = playing(2, stacks=(5,))
    sit.burst(6, 1)
    sit.cry(1)
    assert sit.phase == "check"
    sit.host(undo=1)
    assert sit.phase == "play"
    sit.host(resume=True)
    sit.cry(1)
    assert sit.phase == "check"


# The count


def counting() -> Sitting:
    sit = playing(2, stacks=(2, 3))
    sit.cry(2)
    assert sit.phase == "resume"
    return sit


def beats(sit: Sitting) -> list[tuple[str, int]]:
    return [
        (one["word"], round(one["at"] * S)) for one in sit.view()["cues"] if one["kind"] == "beat"
    ]


def test_d13_a_count_that_was_paused_is_called_again_whole() -> None:
    sit = counting()
    sit.host(pause=True, at=sit.now + 2 * S)
    sit.host(resume=True, at=sit.now + 60 * S)
    resumed = sit.now
    assert [one for one in beats(sit) if one[1] > resumed] == [
        ("3", resumed + 900 * MS),
        ("2", resumed + 1900 * MS),
        ("1", resumed + 2900 * MS),
        ("GO", resumed + TO_GO),
    ]
    sit.until(resumed + TO_GO - NS)
    assert sit.phase == "resume"
    sit.until(resumed + TO_GO)
    assert sit.phase == "play"


def test_d13_a_paused_count_is_silent() -> None:
    sit = counting()
    paused = sit.now + 2 * S
    sit.host(pause=True, at=paused)
    assert [one for one in beats(sit) if one[1] > paused] == []


def test_d13_a_count_that_a_restart_cut_is_called_again_whole() -> None:
    sit = counting()
    sit.wait(3)
    sit.restart()
    sit.host(resume=True)
    resumed = sit.now
    sit.until(resumed + TO_GO - NS)
    assert sit.phase == "resume"
    sit.until(resumed + TO_GO)
    assert sit.phase == "play"


def test_d13_a_count_into_which_an_undo_lands_is_called_again_whole() -> None:
    sit = counting()
    sit.hold(1, at=sit.now + 3 * S)
    sit.host(undo=1)
    assert sit.phase == "resume"
    sit.host(resume=True)
    sit.until(sit.now + TO_GO)
    assert sit.phase == "play"


def test_d13_an_undone_false_call_has_stopped_nothing() -> None:
    sit = counting()
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.phase == "play"
    assert sit.each("stacks") == [2, 3]


# The look, and between rounds


def test_a_restart_in_the_look_changes_nothing() -> None:
    sit = playing(2)
    sit.finish(1)
    sit.restart()
    sit.host(resume=True)
    assert (sit.phase, sit.view()["finisher"]) == ("check", 1)
    sit.press(1, L)
    assert sit.each("points") == [1, 0]


def test_an_undo_takes_back_a_taken_back_call() -> None:
    sit = playing(2)
    sit.finish(1)
    sit.hold(1, R)
    assert sit.phase == "resume"
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.phase, sit.seen(1, "stacks")) == ("check", 6)


def test_an_undo_takes_back_a_point() -> None:
    sit = playing(2)
    sit.finish(1)
    sit.hold(1, L)
    assert sit.each("points") == [1, 0]
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.each("points"), sit.phase) == ([0, 0], "check")


def test_a_restart_between_rounds_keeps_the_start_open() -> None:
    sit = Sitting(first=2)
    sit.hold(1)
    sit.restart()
    sit.host(resume=True)
    sit.ring()
    assert (sit.phase, sit.rulings("begun")[0]["seat"]) == ("play", None)


def test_while_paused_no_light_says_wait() -> None:
    sit = playing(2)
    sit.hold(1)
    sit.hold(2)
    assert sit.referee.run.waiting_turn() == (2,)
    sit.host(pause=True)
    assert sit.referee.run.waiting_turn() == ()


def test_a_journal_replays_to_the_same_state() -> None:
    sit = playing(2, stacks=(5, 3))
    sit.rings(6, 1)
    sit.call(1)
    sit.wait(1)
    again = type(sit.referee).restored(
        sit.referee.run.game, sit.referee.run.header, list(sit.records)
    )
    assert again.run.state == sit.state
    assert again.differs_at is None
    assert sit.now > APART + GAP
