"""The look at a finisher's stacks, and what a taken-back call leads to (D11, D12, D13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_bell.table import CALL, MS, TO_GO, L, R, S, Sitting, four, playing


def checked(seat: int = 1, stacks: tuple[int, ...] = (0, 4), **given: Any) -> Sitting:
    """Return a sitting in which a seat of two has finished and its stacks are looked at."""
    sit = playing(2, stacks, **given)
    sit.finish(seat)
    assert (sit.phase, sit.view()["finisher"]) == ("check", seat)
    return sit


def asked(sit: Sitting) -> list[tuple[int, str]]:
    return [(one["seat"], one["gesture"]) for one in sit.view()["waiting"]]


# Looked at in the end


def test_d12_the_finisher_is_asked_whether_all_is_well() -> None:
    sit = checked()
    assert asked(sit) == [(1, "press")]
    assert sit.view()["waiting"][0]["text"] == "Waiting for Ann: are all stacks complete?"
    assert sit.says(1) == [{"done": True}, {"pass": True}]


def test_d12_left_ends_the_look_and_gives_the_point() -> None:
    sit = checked()
    sit.press(1, L)
    assert (sit.phase, sit.each("points")) == ("start", [1, 0])
    assert sit.rulings("point")[0]["round"] == 1


def test_d12_the_finisher_s_phone_says_done() -> None:
    sit = checked()
    sit.say(1, done=True)
    assert sit.each("points") == [1, 0]


def test_d12_the_host_says_done_for_the_finisher() -> None:
    sit = checked()
    sit.say(1, "host", done=True)
    assert sit.each("points") == [1, 0]


def test_d12_nobody_else_ends_the_look() -> None:
    sit = checked()
    sit.hold(2, L, refused="being_checked")
    sit.say(2, done=True, refused="being_checked")
    assert sit.phase == "check"


def test_d12_the_look_has_no_end_of_its_own() -> None:
    sit = checked()
    sit.wait(3600)
    assert (sit.phase, sit.referee.due()) == ("check", None)


def test_d12_with_verify_off_nothing_is_looked_at() -> None:
    sit = playing(2, verify="off")
    sit.finish(1)
    assert (sit.phase, sit.each("points")) == ("start", [1, 0])


def test_d11_a_stack_that_was_broken_after_its_rings_is_seen_at_the_end() -> None:
    sit = checked()
    sit.show(*four(1)[:3])
    sit.tap("picture-02/1", refused="not_of_the_stack")
    sit.press(1, R)
    assert (sit.each("points"), sit.each("stacks")) == ([0, 0], [5, 4])


# Taken back


@pytest.mark.parametrize("how", ["button", "phone", "host"])
def test_d13_taken_back_the_call_is_false_and_play_resumes_after_3_2_1(how: str) -> None:
    sit = checked()
    match how:
        case "button":
            sit.press(1, R)
        case "phone":
            sit.passes(1)
        case _:
            sit.passes(1, "host")
    back = sit.now
    ruled = sit.rulings("false_call")[0]
    assert (ruled["seat"], ruled["case"], ruled["cite"]) == (1, "stacks", "D13")
    assert (sit.phase, sit.view()["finisher"]) == ("resume", None)
    sit.until(back + TO_GO)
    assert (sit.phase, sit.each("points"), sit.each("stacks")) == ("play", [0, 0], [5, 4])


def test_d13_the_last_stack_is_rung_and_called_again_after_a_taken_back_call() -> None:
    sit = checked()
    sit.press(1, R)
    sit.until(sit.now + TO_GO)
    assert sit.seen(1, "rings_due") == 6
    sit.burst(6, 1)
    sit.call(1)
    sit.press(1, L)
    assert sit.each("points") == [1, 0]


def both_called(ahead: int = 10 * MS) -> Sitting:
    """Let seats 1 and 2 finish, 1 sooner, and both call in time."""
    sit = playing(2, (5, 5))
    sit.say(1, ring=6, at=3 * S)
    sit.say(2, ring=6, at=3 * S + ahead)
    sit.cry(2)
    sit.cry(1)
    assert sit.view()["finisher"] == 1
    return sit


def test_d13_who_called_in_time_too_is_looked_at_when_the_first_takes_back() -> None:
    sit = both_called()
    sit.press(1, R)
    assert (sit.phase, sit.view()["finisher"]) == ("check", 2)
    assert [(one["seat"], one["ms"]) for one in sit.rulings("finished")] == [(1, 10.0), (2, None)]
    sit.press(2, L)
    assert sit.each("points") == [0, 1]


def test_d13_when_both_take_back_play_is_counted_in() -> None:
    sit = both_called()
    sit.press(1, R)
    sit.press(2, R)
    assert (sit.phase, sit.view()["finisher"]) == ("resume", None)
    sit.until(sit.now + TO_GO)
    assert (sit.phase, sit.each("rings_due")) == ("play", [6, 6])


def test_d21_who_rang_later_and_may_still_call_has_its_3_s_after_go() -> None:
    sit = playing(2, (5, 5))
    sit.say(1, ring=6, at=3 * S)
    sit.say(2, ring=6, at=3 * S + 10 * MS)
    sit.cry(1)
    sit.say(2, boom_boom=True, at=4 * S, refused="being_checked")
    sit.wait(60)
    sit.press(1, R)
    sit.until(sit.now + TO_GO)
    gone = sit.now
    assert sit.says(2) == [{"boom_boom": True}]
    sit.cry(2, at=gone + CALL)
    assert (sit.phase, sit.view()["finisher"], sit.rulings("not_called")) == ("check", 2, [])


def test_d14_after_a_taken_back_call_the_others_may_still_tie() -> None:
    sit = playing(3, (3, 3, 3))
    sit.say(1, ring=4, at=3 * S)
    sit.say(2, ring=4, at=3 * S + MS)
    sit.say(3, ring=4, at=3 * S + MS)
    for seat in (3, 2, 1):
        sit.cry(seat)
    sit.press(1, R)
    assert sit.rulings("finished_together")[0]["seats"] == [2, 3]
    assert sit.phase == "start"


def test_d12_holds_that_end_during_the_look_end_for_the_bell_too() -> None:
    sit = playing(2)
    sit.hold(2)
    sit.finish(1)
    sit.let_go(2)
    sit.press(1, R)
    sit.until(sit.now + TO_GO)
    assert sit.view()["bell"] is None
    sit.burst(1)
    assert (len(sit.rulings("stray")), sit.each("stacks")) == (1, [5, 0])


# Looked at when rung


def rung_game(stacks: int = 2, **given: Any) -> Sitting:
    """Return a sitting of four (three stacks each) in which seat 1 has rung and shown stacks."""
    sit = playing(4, verify="rung", **given)
    for number in range(1, stacks + 1):
        sit.say(1, ring=number)
        sit.say(1, stack=four(number))
    assert sit.seen(1, "stacks") == stacks
    return sit


def test_d12_with_verify_rung_a_stack_counts_when_it_has_been_shown() -> None:
    sit = playing(4, verify="rung")
    sit.burst(1, 1)
    assert (sit.kinds()[-1], sit.seen(1, "stacks")) == ("show_stack", 0)
    assert sit.each("must_show") == [True, False, False, False]
    sit.show(*four(3))
    assert sit.kinds()[-2:] == ["stack_shown", "stack_rung"]
    assert (sit.seen(1, "stacks"), sit.seen(1, "shown")) == (1, ["picture-03"])


def test_d8_a_rung_stack_that_is_none_is_withdrawn_and_void() -> None:
    sit = playing(4, verify="rung")
    sit.burst(1, 1)
    assert {"pass": True} in sit.says(1)
    sit.passes(1)
    assert sit.kinds()[-1] == "no_stack"
    assert sit.rulings("no_stack")[0]["cite"] == "D8"
    assert (sit.seen(1, "stacks"), sit.seen(1, "rings_due")) == (0, 1)
    sit.passes(1, refused="not_waited_for")


def test_d23_a_withdrawn_stack_freezes_where_the_house_does() -> None:
    sit = playing(4, verify="rung", false_ring="freeze")
    sit.burst(1, 1)
    sit.passes(1)
    assert sit.seen(1, "frozen")
    sit.ring(1, at=sit.now + 5 * S, refused="frozen")
    sit.ring(1, at=sit.now + 1)


def test_d9_a_stack_that_is_rung_again_before_it_is_shown_is_judged_by_the_new_burst() -> None:
    sit = playing(4, verify="rung")
    sit.burst(1, 1)
    sit.show(*four(1)[:2])
    sit.burst(2, 1)
    assert sit.kinds()[-1] == "mis_rung"
    sit.tap("picture-01/3", refused="shown_when_rung")
    sit.burst(1, 1)
    sit.show(*four(2))
    assert sit.seen(1, "stacks") == 1


def test_d12_with_verify_rung_the_last_stack_is_shown_after_the_call() -> None:
    sit = rung_game()
    sit.burst(3, 1)
    sit.call(1)
    assert sit.phase == "check"
    assert sit.says(1) == [{"pass": True}]
    sit.hold(1, L, refused="last_unshown")
    sit.show(*four(3))
    assert sit.phase == "check"  # D11: an earlier one may have been broken since
    sit.press(1, L)
    assert sit.each("points") == [1, 0, 0, 0]


def test_d11_with_lock_rung_the_last_stack_alone_settles_it() -> None:
    sit = rung_game(lock_rung=True)
    sit.burst(3, 1)
    sit.call(1)
    sit.show(*four(3))
    assert (sit.phase, sit.each("points")) == ("start", [1, 0, 0, 0])


def test_d11_with_lock_rung_the_call_may_still_be_taken_back() -> None:
    sit = rung_game(lock_rung=True)
    sit.burst(3, 1)
    sit.call(1)
    sit.press(1, R)
    assert (sit.phase, sit.each("points"), sit.seen(1, "stacks")) == ("resume", [0] * 4, 2)


def test_d11_lock_rung_changes_nothing_where_stacks_are_only_seen_at_the_end() -> None:
    sit = checked(lock_rung=True)
    sit.say(1, stack=four(1))
    assert sit.phase == "check"
    sit.press(1, L)
    assert sit.each("points") == [1, 0]


def test_d11_at_the_end_a_finisher_may_show_again_what_it_showed_when_it_rang() -> None:
    sit = rung_game()
    sit.burst(3, 1)
    sit.call(1)
    sit.say(1, stack=four(1))
    sit.say(1, stack=four(3))
    assert sit.seen(1, "shown") == ["picture-01", "picture-02", "picture-03"]


def test_d12_a_picture_that_somebody_has_rung_is_nobody_else_s_in_that_round() -> None:
    sit = rung_game(1)
    sit.burst(1, 2)
    sit.tap("picture-01/1", refused="rung_already")
    sit.say(2, stack=four(1), refused="rung_already")
    sit.show(*four(2))
    assert sit.each("stacks") == [1, 1, 0, 0]


def test_d12_a_finisher_does_not_show_what_another_has_rung() -> None:
    sit = rung_game()
    sit.say(2, ring=1)
    sit.say(2, stack=four(7))
    sit.burst(3, 1)
    sit.call(1)
    sit.tap("picture-07/1", refused="rung_already")
    sit.say(1, stack=four(7), refused="rung_already")
    assert sit.seen(2, "shown") == ["picture-07"]


def test_d12_pictures_are_free_again_in_the_next_round() -> None:
    sit = rung_game(lock_rung=True)
    sit.burst(3, 1)
    sit.call(1)
    sit.show(*four(3))
    sit.begin_next()
    sit.burst(1, 2)
    sit.show(*four(1))
    assert sit.each("stacks") == [0, 1, 0, 0]


def test_d13_a_stack_that_another_has_begun_to_show_waits_for_the_look_at_a_finisher() -> None:
    sit = rung_game()
    sit.burst(1, 2)
    sit.show(*four(5)[:2])
    sit.burst(3, 1)
    sit.call(1)
    sit.press(1, R)
    sit.until(sit.now + TO_GO)
    sit.show(*four(5)[2:])
    assert sit.each("stacks") == [2, 1, 0, 0]
