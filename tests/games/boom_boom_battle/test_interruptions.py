"""Pause, undo, restart and a journal replayed, in every phase of turns and of the circle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.referee import Referee
from tests.games.boom_boom_battle.table import R, Sitting, a_table, numbered, tracked

FREE = "free_for_all"
DECK = numbered(pan=2)


def begin() -> Sitting:
    return Sitting(3, first=None)


def dealing() -> Sitting:
    sit = Sitting(2, hands="tracked")
    sit.draws(1, *[f"rifle/{n}" for n in (1, 2, 3, 4, 5, 6)])
    return sit


def turn() -> Sitting:
    sit = a_table(3)
    sit.tray("smg/1")
    return sit


def extra() -> Sitting:
    sit = a_table(3, hands={1: "smg/1 vest/1", 2: 4})
    sit.play(1, "smg/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "rifle/4")
    sit.passes(2)
    return sit


def escape() -> Sitting:
    sit = a_table(3, hands={1: 5})
    sit.press(1, R)
    sit.tray("vest/1")
    return sit


def draw() -> Sitting:
    sit = tracked(2, hands={1: "vest/1 vest/2", 2: "pan/1"})
    sit.escape(1, "vest/1", "vest/2")
    sit.draws(1, "smg/1")
    return sit


def village() -> Sitting:
    sit = a_table(3, place="village", hands={1: 5}, draw=9)
    sit.escape(1, "smg/1", "smg/2")
    sit.discard(1, "smg/3")
    return sit


def limit() -> Sitting:
    sit = a_table(4, hands={1: 9, 3: 8})
    sit.play(1, "first_aid/1", 3)
    sit.discard(3, "rifle/1", "rifle/2")
    return sit


def location() -> Sitting:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, draw=0)
    sit.play(1, "helmet/1")
    return sit


def shrink() -> Sitting:
    sit = a_table(3, hands={1: "helmet/1 vest/1"}, draw=0, deck=DECK)
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.discard(2, "pan/1")
    return sit


def passenger() -> Sitting:
    sit = a_table(3, hands={1: "helmet/1 vest/1"}, front={2: "offroad/1"}, draw=0, deck=DECK)
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.discard(2, "pan/1")
    sit.discard(3, "pan/2")
    sit.nothing_circled(1)
    return sit


def refill() -> Sitting:
    sit = tracked(2, hands={1: "helmet/1", 2: "pan/1 pan/2"})
    sit.play(1, "helmet/1")
    sit.draws(1, "smg/1", "smg/2")
    return sit


Act = Callable[[Sitting], Any]
PHASES: dict[str, tuple[Callable[[], Sitting], str, Act]] = {
    "begin": (begin, "begin", lambda sit: sit.press(2)),
    "deal": (dealing, "deal", lambda sit: sit.draws(1, "smg/1")),
    "turn": (turn, "turn", lambda sit: sit.play(1, "vest/1")),
    "extra": (extra, "extra", lambda sit: sit.escape(1, "vest/1")),
    "escape": (escape, "escape", lambda sit: sit.press(1)),
    "draw": (draw, "draw", lambda sit: sit.tap("smg/2")),
    "village": (village, "keep", lambda sit: sit.tray("smg/4")),
    "limit": (limit, "limit", lambda sit: sit.tray("rifle/3")),
    "location": (location, "location", lambda sit: sit.flip("desert")),
    "shrink": (shrink, "shrink", lambda sit: sit.discard(1)),
    "passenger": (passenger, "passenger", lambda sit: sit.passenger(2, 3)),
    "refill": (refill, "draw", lambda sit: sit.draws(1, "smg/3", "smg/4")),
}
each = pytest.mark.parametrize("name", PHASES)


def reached(name: str) -> tuple[Sitting, Act]:
    at, phase, act = PHASES[name]
    sit = at()
    assert sit.phase == phase
    return sit, act


def after(name: str) -> Any:
    """Return the state after the phase's act, without any interruption."""
    sit, act = reached(name)
    act(sit)
    return sit.state


@each
def test_a_pause_stops_all_acts_and_a_resume_lets_them_go_on(name: str) -> None:
    sit, act = reached(name)
    asked = sit.waiting()
    sit.host(pause=True)
    sit.say(1, refused="paused", done=True)
    sit.wait(100)
    sit.host(resume=True)
    assert sit.waiting() == asked
    act(sit)
    assert sit.state == after(name)


@each
def test_a_restart_pauses_and_then_all_goes_on(name: str) -> None:
    sit, act = reached(name)
    asked, before = sit.waiting(), sit.state
    sit.restart()
    assert sit.state == before
    sit.host(resume=True)
    assert sit.waiting() == asked
    act(sit)
    assert sit.state == after(name)


@each
def test_an_act_that_is_taken_back_may_be_done_again(name: str) -> None:
    sit, act = reached(name)
    before, asked = sit.state, sit.waiting()
    act(sit)
    assert sit.state != before
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.state, sit.waiting()) == (before, asked)
    act(sit)
    assert sit.state == after(name)


@each
def test_everything_may_be_taken_back(name: str) -> None:
    sit, act = reached(name)
    act(sit)
    steps = sit.referee.steps()
    sit.host(undo=steps)
    assert sit.referee.steps() == 0
    assert sit.state == Referee(sit.game, sit.header).run.state


@each
def test_a_journal_gives_the_same_table(name: str) -> None:
    sit, act = reached(name)
    act(sit)
    again = Referee.restored(sit.game, sit.header, sit.records)
    assert (again.differs_at, again.run.state) == (None, sit.state)
    assert again.view("public") == sit.referee.view("public")


@each
def test_the_host_may_end_it_at_any_time(name: str) -> None:
    sit, _ = reached(name)
    sit.host(end=True)
    assert (sit.phase, sit.view()["over"], sit.waiting()) == ("over", True, [])
    assert sit.state.owes == {}


@each
def test_somebody_may_leave_at_any_time(name: str) -> None:
    for seat in (1, 2, 3):
        sit, _ = reached(name)
        if seat not in sit.state.living:
            continue
        sit.leave(seat)
        assert not sit.view()["seats"][str(seat)]["alive"]
        assert seat not in {one for one, _ in sit.waiting()} or sit.phase == "location"


@each
def test_the_last_opponent_may_leave_at_any_time(name: str) -> None:
    sit, _ = reached(name)
    for seat in sit.state.living[1:]:
        if sit.goes_on():
            sit.leave(seat)
    assert sit.won()[1] == "survived"


def test_an_undo_takes_a_whole_location_back() -> None:
    sit = location()
    sit.flip("desert")
    assert sit.view()["circled"] == [2]
    sit.host(undo=1)
    assert (sit.phase, sit.view()["circled"], sit.view()["location"]) == ("location", [], None)
    sit.host(resume=True)
    sit.flip("forest")
    assert sit.view()["circled"] == [3]


def test_an_undo_after_the_end_goes_on() -> None:
    sit = a_table(2, mode=FREE, hands={1: "helmet/1"})
    sit.play(1, "helmet/1")
    assert not sit.goes_on()
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.goes_on(), sit.state.turn, sit.hand(1)) == (True, 1, 1)
    assert replace(sit.state, looked=None) == a_table(2, mode=FREE, hands={1: "helmet/1"}).state
