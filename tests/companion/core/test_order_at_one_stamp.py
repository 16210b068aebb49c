from __future__ import annotations

import pytest

from companion.core.asks import Deadline, Due, Passed
from companion.core.game import Table
from companion.core.gestures import Holding, LetGo, Letting, Press, Pressing, Ring
from companion.core.moments import Reached, Until
from companion.core.stamps import NS_PER_S
from companion.core.steps import Verdict
from tests.companion.core.tables import Kit, L, Toy, living, note, ns, toy

GO = {L: {"done": True}}


async def _one_window(table: Table[Toy]) -> None:
    match await Press(living(table), "go", GO).within(5 * NS_PER_S):
        case Pressing(seat=seat, at=at):
            note(table, f"press {seat} {at}")
        case Passed(at=at):
            note(table, f"passed {at}")
        case other:
            note(table, other)
    await Press(living(table), "go", GO)


async def _start_at_five(table: Table[Toy]) -> None:
    came = await (Until(5 * NS_PER_S, Due.START) | Press(living(table), "go", GO))
    note(table, "early" if isinstance(came, Pressing) else "started")
    await (Until(5 * NS_PER_S, Due.END) | Press(living(table), "go", GO))
    note(table, "second")
    await Press(living(table), "go", GO)


def test_an_act_at_the_very_end_of_a_window_counts() -> None:
    kit = Kit(toy(_one_window))
    kit.press(5.0, 2)
    assert kit.notes() == [f"press 2 {ns(5)}"]


def test_an_act_one_nanosecond_after_a_window_comes_too_late() -> None:
    kit = Kit(toy(_one_window))
    kit.press(5.000000001, 2)
    assert kit.notes() == [f"passed {ns(5)}"]


def test_a_start_comes_before_the_acts_of_its_own_stamp() -> None:
    kit = Kit(toy(_start_at_five))
    kit.press(5.0, 1)
    assert kit.notes() == ["started", "second"]


def test_an_act_just_before_a_start_is_early() -> None:
    kit = Kit(toy(_start_at_five))
    kit.press(4.999999999, 1)
    assert kit.notes() == ["early"]


def test_starts_then_acts_then_ends_at_one_stamp() -> None:
    async def flow(table: Table[Toy]) -> None:
        for _ in range(3):
            came = await (
                Until(ns(2), Due.END)
                | Press(living(table), "go", GO)
                | Until(ns(2) if not table.state.notes else ns(9), Due.START)
            )
            note(table, type(came).__name__ + str(getattr(came, "seat", "")))

    kit = Kit(toy(flow))
    kit.press(2, 1)
    assert kit.notes() == ["Reached", "Pressing1"]
    kit.woke(2)
    assert kit.notes() == ["Reached", "Pressing1", "Reached"]


def test_several_acts_at_the_end_of_a_window_all_come_before_it_ends() -> None:
    async def flow(table: Table[Toy]) -> None:
        for _ in range(3):
            match await (Press(living(table), "go", GO) | Until(ns(5), Due.END)):
                case Pressing(seat=seat):
                    note(table, seat)
                case Reached():
                    note(table, "end")
                case other:
                    note(table, other)

    kit = Kit(toy(flow))
    kit.press(5, 2)
    kit.press(5, 1)
    kit.woke(5)
    assert kit.notes() == ["2", "1", "end"]


def test_a_deadline_is_computed_from_stamps_not_from_when_the_loop_woke() -> None:
    kit = Kit(toy(_one_window))
    kit.woke(9)
    assert kit.notes() == [f"passed {ns(5)}"]


def test_a_window_that_follows_a_deadline_begins_at_that_deadline() -> None:
    async def flow(table: Table[Toy]) -> None:
        for _ in range(3):
            match await Press(living(table), "go", GO).within(ns(2)):
                case Passed(at=at):
                    note(table, at)
                case _:
                    return

    kit = Kit(toy(flow))
    kit.woke(5.5)
    assert kit.notes() == [str(ns(2)), str(ns(4))]
    assert kit.referee.due() == Deadline(ns(6), Due.END)


def test_waking_before_a_deadline_changes_nothing() -> None:
    kit = Kit(toy(_one_window))
    step = kit.woke(4.999999999)
    assert step.verdict is Verdict.IGNORED
    assert kit.notes() == []


def test_all_that_are_due_fire_in_their_order() -> None:
    async def flow(table: Table[Toy]) -> None:
        for at, kind in ((1, Due.START), (2, Due.START), (2, Due.END), (3, Due.START)):
            came = await Until(ns(at), kind)
            note(table, came.at // NS_PER_S)

    kit = Kit(toy(flow))
    step = kit.woke(2)
    assert [(one.at, one.number) for one in step.rulings] == [(ns(1), 1), (ns(2), 2), (ns(2), 3)]


def test_an_event_implies_the_deadlines_before_it() -> None:
    kit = Kit(toy(_one_window))
    step = kit.press(6, 1)
    assert [one.ruling.values()["word"] for one in step.rulings] == [f"passed {ns(5)}"]
    assert step.verdict is Verdict.ACCEPTED


def test_a_late_event_keeps_both_its_times() -> None:
    async def holds(table: Table[Toy]) -> None:
        await (Holding(living(table), "hold", lambda: ()) | Ring(lambda: (2,), "call"))
        match await LetGo(living(table), "go"):
            case Letting(at=at, stamp=stamp):
                note(table, f"{at} {stamp}")
            case other:
                note(table, other)

    kit = Kit(toy(holds))
    kit.press(1, 1)
    kit.ring(2)
    kit.release(3, 1, late=2.5)
    assert kit.notes() == [f"{ns(3)} {ns(2.5)}"]


def test_a_late_event_is_ordered_by_when_it_arrived() -> None:
    kit = Kit(toy(_one_window))
    kit.press(5.1, 1, late=4.9)
    assert kit.notes() == [f"passed {ns(5)}"]


def test_time_never_runs_backwards() -> None:
    kit = Kit(toy(_one_window))
    kit.woke(4)
    kit.press(3, 1)
    assert kit.notes() == [f"press 1 {ns(4)}"]


@pytest.mark.parametrize("kind", [Due.START, Due.END])
def test_a_deadline_of_either_kind_tells_when_it_is_due(kind: Due) -> None:
    async def flow(table: Table[Toy]) -> None:
        await Until(ns(7), kind)
        note(table, "reached")

    kit = Kit(toy(flow))
    assert kit.referee.due() == Deadline(ns(7), kind)
    kit.woke(7)
    assert kit.referee.due() is None
    assert kit.notes() == ["reached"]
