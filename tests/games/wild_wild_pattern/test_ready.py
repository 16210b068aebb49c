"""Ready, then GO: everybody holds, and nobody looks early (play.md)."""

from __future__ import annotations

from companion.core.cues import Hush, Sound
from tests.games.wild_wild_pattern.table import GO_AFTER, MS, NS, L, R, S, Sitting, at_ready


def holding(*seats: int, of: int = 3) -> Sitting:
    sit = at_ready(of)
    for seat in seats:
        sit.hold(seat)
    return sit


def test_go_is_due_a_second_after_the_last_hold() -> None:
    sit = holding(1, 2)
    sit.hold(3, R, at=2 * S)
    assert sit.phase == "wait"
    assert sit.last_cue() == Sound(2 * S + GO_AFTER, "go")
    sit.until(2 * S + GO_AFTER - NS)
    assert sit.phase == "wait"
    sit.until(2 * S + GO_AFTER)
    assert (sit.phase, sit.last("drawn")["ns"]) == ("shootout", 3 * S)


def test_at_go_everybody_has_drawn_a_card() -> None:
    sit = at_ready(4)
    sit.go()
    assert sit.view()["deck"] == 35
    assert [seat["has_card"] for seat in sit.view()["seats"].values()] == [True] * 4


def test_who_is_out_draws_no_card() -> None:
    sit = at_ready(4, out=(2,), mode="dead_or_alive")
    sit.go()
    assert sit.view()["deck"] == 36
    assert not sit.player(2).has_card


def test_letting_go_before_everybody_holds_is_an_early_look_without_a_figure() -> None:
    sit = holding(1, 2)
    sit.let_go(1)
    assert sit.view()["fouls"] == [{"seat": 1, "kind": "early_look", "ms": None}]
    assert sit.waiting() == [(1, "hold"), (3, "hold")]


def test_letting_go_before_go_is_an_early_look_with_how_early() -> None:
    sit = holding(1, 2)
    sit.hold(3, at=2 * S)
    sit.let_go(2, at=3 * S - 250 * MS)
    assert sit.view()["fouls"] == [{"seat": 2, "kind": "early_look", "ms": 250}]
    assert (sit.phase, sit.waiting()) == ("ready", [(2, "hold")])
    assert isinstance(sit.last_cue(), Hush)
    sit.until(4 * S)
    assert sit.phase == "ready"


def test_after_an_early_look_go_comes_after_that_seat_s_next_hold() -> None:
    sit = holding(1, 2, 3)
    sit.let_go(2)
    sit.hold(2, at=5 * S)
    sit.until(6 * S - NS)
    assert sit.phase == "wait"
    sit.until(6 * S)
    assert sit.phase == "shootout"


def test_a_release_1_ns_before_go_is_early_and_one_at_go_is_not() -> None:
    sit = holding(1, 2)
    sit.hold(3, at=2 * S)
    sit.let_go(3, at=3 * S - NS)
    assert sit.view()["fouls"][0]["ms"] == 1e-06
    sit = holding(1, 2)
    sit.hold(3, at=2 * S)
    sit.let_go(3, at=3 * S)
    assert (sit.view()["fouls"], sit.phase) == ([], "shootout")


def test_a_phone_holds_and_lets_go_too() -> None:
    sit = holding(1, 2)
    sit.say(3, side="left")
    sit.say(3, let_go=True)
    assert sit.view()["fouls"][0]["seat"] == 3
    sit.say(3, side="right", at=2 * S)
    sit.until(3 * S)
    assert sit.phase == "shootout"


def test_a_pause_a_restart_or_an_undo_voids_the_start() -> None:
    sit = holding(1, 2, 3)
    sit.host(pause=True)
    assert sit.last("voided")["case"] == "pause"
    assert isinstance(sit.last_cue(), Hush)
    sit.host(resume=True, at=60 * S)
    assert len(sit.rulings("voided")) == 1
    assert sit.waiting() == [(1, "hold"), (2, "hold"), (3, "hold")]
    for seat in (1, 2, 3):
        sit.let_go(seat)  # no early look: nobody held any more
        sit.hold(seat)
    sit.restart("1.left", "2.left", "3.left")
    assert sit.last("voided")["case"] == "restart"
    sit.host(resume=True)
    assert sit.phase == "ready"
    sit.say(1, side="left")
    sit.host(undo=1)
    assert sit.last("voided")["case"] == "undo"
    sit.host(resume=True)
    assert sit.waiting() == [(1, "hold"), (2, "hold"), (3, "hold")]
    assert sit.view()["fouls"] == []


def test_a_button_that_is_still_down_since_go_is_no_shot_and_no_hold() -> None:
    sit = at_ready(2)
    sit.hold(1, L)
    sit.hold(2, L)
    sit.wait(1)
    assert (sit.phase, sit.state.covering) == ("shootout", None)
    sit.press(1, R)
    sit.until(sit.now)
    assert sit.phase == "click"


def test_w32_nobody_must_ever_move() -> None:
    sit = at_ready(2)
    sit.wait(7200)
    sit.go()
    sit.wait(7200)
    assert (sit.phase, sit.rulings("foul", "too_late")) == ("shootout", [])


def test_who_comes_back_before_go_is_waited_for() -> None:
    sit = at_ready(3)
    sit.leave(3)
    sit.hold(1)
    sit.hold(2)
    sit.adjust(3, alive=True)
    sit.until(sit.now + 2 * S)
    assert (sit.phase, sit.player(3).has_card) == ("shootout", True)


def test_when_somebody_who_did_not_hold_leaves_go_comes_by_itself() -> None:
    sit = holding(1, 2)
    held = sit.now
    sit.leave(3)
    sit.until(held + GO_AFTER)
    assert (sit.phase, sit.view()["deck"]) == ("shootout", 37)
