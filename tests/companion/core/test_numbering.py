"""A number that is told by presses, and closed by a pause."""

from __future__ import annotations

import pytest

from companion.core.game import Table
from companion.core.gestures.numbering import Number, Presses
from companion.core.steps import Verdict
from tests.companion.core.tables import Kit, L, R, Toy, is_moot, living, note, ns, toy

PAUSE = 0.8


async def numbers(table: Table[Toy]) -> None:
    """Note every number that is told, until nobody can tell one."""
    while True:
        came = await Presses(living(table), "go", ns(PAUSE))
        if is_moot(came):
            note(table, "moot")
            return
        assert isinstance(came, Number)
        note(table, f"{came.seat}: {came.value}")


def told(*moments: float, seat: int = 1) -> Kit:
    kit = Kit(toy(numbers))
    for at in moments:
        kit.press(at, seat)
    return kit


def test_so_many_presses_are_a_number() -> None:
    kit = told(1, 1.5, 2)
    kit.woke(2.7)
    assert kit.notes() == []
    kit.woke(2.8)
    assert kit.notes() == ["1: 3"]


def test_a_press_at_the_very_end_of_the_pause_counts() -> None:
    kit = told(1, 1.8)
    kit.woke(9)
    assert kit.notes() == ["1: 2"]


def test_1_ns_later_it_is_the_next_number() -> None:
    kit = told(1, 1.800000001)
    kit.woke(9)
    assert kit.notes() == ["1: 1", "1: 1"]


def test_either_button_counts() -> None:
    kit = Kit(toy(numbers))
    kit.press(1, 1, L)
    kit.press(1.2, 1, R)
    kit.woke(9)
    assert kit.notes() == ["1: 2"]


def test_an_edge_that_comes_late_counts_by_its_stamp() -> None:
    kit = told(1)
    kit.press(1.7, 1, late=1.3)
    assert kit.referee.due() is not None
    kit.woke(2.1)
    assert kit.notes() == ["1: 2"]


def test_two_seats_count_each_for_itself_and_the_first_to_close_answers() -> None:
    kit = told(1)
    kit.press(1.1, 2)
    kit.press(1.6, 1)
    kit.woke(9)
    assert kit.notes() == ["2: 1"]


def test_at_one_moment_the_lower_seat_answers() -> None:
    kit = Kit(toy(numbers))
    kit.press(1, 3)
    kit.press(1, 2)
    kit.woke(9)
    assert kit.notes() == ["2: 1"]


def test_both_buttons_are_asked_for_and_nothing_can_be_said() -> None:
    kit = Kit(toy(numbers), seats=2)
    offers = kit.referee.run.offers()
    assert [(one.seat, one.button) for one in offers] == [(1, L), (1, R), (2, L), (2, R)]
    assert {one.say for one in offers} == {None}
    assert kit.say(1, 1, done=True).verdict is Verdict.REFUSED


def test_a_release_is_nothing() -> None:
    kit = told(1)
    assert kit.release(1.1, 1).verdict is Verdict.IGNORED
    kit.woke(9)
    assert kit.notes() == ["1: 1"]


def test_in_a_pause_game_time_stands_still() -> None:
    kit = told(1)
    kit.host(1.5, pause=True)
    kit.host(9, resume=True)
    kit.press(9.3, 1)
    kit.woke(10.1)
    assert kit.notes() == ["1: 2"]


@pytest.mark.parametrize("cut", ["undo", "restart"])
def test_after_an_undo_or_a_restart_the_pause_runs_whole(cut: str) -> None:
    kit = told(1, 1.7)
    if cut == "undo":
        kit.press(2.4, 1)
        kit.host(2.5, undo=1)
    else:
        kit.woke(2.4)
        kit.restart(2.5)
    kit.host(9, resume=True)
    kit.press(9.8, 1)
    kit.woke(10.5)
    assert kit.notes() == []
    kit.woke(10.6)
    assert kit.notes() == ["1: 3"]


def test_presses_of_somebody_who_left_are_forgotten() -> None:
    kit = told(1)
    kit.host(1.2, adjust={"seat": 1, "alive": False})
    kit.press(1.3, 2)
    kit.woke(9)
    assert kit.notes() == ["2: 1"]


def test_where_nobody_can_tell_it_nobody_is_waited_for() -> None:
    kit = told(1)
    for seat in (1, 2, 3):
        kit.host(1.2, adjust={"seat": seat, "alive": False})
    assert kit.notes() == ["moot"]


def test_a_replay_gives_the_same_numbers() -> None:
    kit = told(1, 1.2)
    kit.woke(9)
    kit.press(10, 2)
    kit.woke(11)
    assert kit.restored().run.state == kit.referee.run.state
