"""An aside: noted beside what the table waits for, which loses nothing by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.asks import Ask, Moot
from companion.core.game import Table
from companion.core.gestures import Press, Tap, Tapped, Tell
from companion.core.gestures.aside import Aside
from companion.core.races import Race
from companion.core.steps import Verdict
from tests.companion.core.tables import Flow, Kit, L, Toy, living, note, ns, toy

GO = {L: {"done": True}}


def told(table: Table[Toy], note_it: Callable[[Any, int], None], **given: Any) -> Aside[Any]:
    """Return an aside that notes what is told of the count."""
    tell = Tell(
        living(table), "show", "count", lambda _seat, value, _event: value, lambda _seat: []
    )
    return Aside(tell, note_it, **given)


def beside(ask: Callable[[Table[Toy]], Ask[Any]], **given: Any) -> Flow:
    """Return a flow that waits for one Ask beside an aside, and notes what comes of both."""

    async def flow(table: Table[Toy]) -> None:
        def note_it(value: Any, stamp: int) -> None:
            note(table, f"{value} at {stamp}")

        came = await (ask(table) | told(table, note_it, **given))
        note(table, type(came).__name__)

    return flow


def pressed(table: Table[Toy]) -> Ask[Any]:
    return Press(living(table), "go", GO)


def test_it_is_noted_with_its_stamp_and_the_table_goes_on_waiting() -> None:
    kit = Kit(toy(beside(pressed)))
    assert kit.say(1, 2, count=7).verdict is Verdict.ACCEPTED
    assert kit.notes() == [f"7 at {ns(1)}"]
    assert not kit.view()["over"]
    kit.press(2, 1)
    assert kit.notes() == [f"7 at {ns(1)}", "Pressing"]


def test_it_may_be_told_again_and_again() -> None:
    kit = Kit(toy(beside(pressed)))
    kit.say(1, 2, count=7)
    kit.say(2, 3, count=8)
    assert kit.notes() == [f"7 at {ns(1)}", f"8 at {ns(2)}"]


def test_what_the_asked_one_refuses_is_refused_and_not_noted() -> None:
    async def flow(table: Table[Toy]) -> None:
        def fault(_seat: int, _card: str) -> Any:
            from companion.core.asks import Refused

            return Refused("none_left")

        tap = Tap(living(table), "show", fault, reader="tray")
        await (Press(living(table), "go", GO) | Aside(tap, lambda *_: note(table, "no")))

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1, L)
    kit = Kit(toy(flow), seats=2)
    step = kit.card(1, "pay/1", "seat1")
    assert step.refusal is not None
    assert (step.refusal.reason, kit.notes()) == ("none_left", [])


def test_a_race_beside_it_keeps_what_has_come_in() -> None:
    async def flow(table: Table[Toy]) -> None:
        race = Race(living(table), lambda seat: Press(lambda: (seat,), "go", GO), ns(1))
        came = await (race | told(table, lambda value, _stamp: note(table, value)))
        assert not isinstance(came, Moot)
        note(table, sorted(came))

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.say(1.5, 2, count=7)
    kit.press(2, 3)
    kit.woke(2)
    assert kit.notes() == ["7", "[1, 3]"]


def test_nobody_is_waited_for() -> None:
    kit = Kit(toy(beside(pressed)))
    assert {one["gesture"] for one in kit.view()["waiting"]} == {"press"}


def test_what_it_offers_is_offered() -> None:
    async def flow(table: Table[Toy]) -> None:
        tell = Tell(
            living(table),
            "show",
            "count",
            lambda _seat, value, _event: value,
            lambda _seat: [{"count": 3}],
        )
        await (Press(living(table), "go", GO) | Aside(tell, lambda *_: None))

    kit = Kit(toy(flow))
    assert {"count": 3} in [one["say"] for one in kit.view(2)["you"]["offers"]]


def test_alone_it_waits_for_no_person() -> None:
    async def flow(table: Table[Toy]) -> None:
        await told(table, lambda value, _stamp: note(table, value))
        note(table, "never")

    kit = Kit(toy(flow))
    kit.host(1, adjust={"seat": 1, "alive": False})
    kit.say(2, 2, count=1)
    assert kit.notes() == ["1"]


def test_a_note_may_leave_nothing_to_wait_for() -> None:
    noted: list[int] = []

    async def flow(table: Table[Toy]) -> None:
        aside = told(table, lambda value, _stamp: noted.append(value), is_over=lambda: 2 in noted)
        came = await (Press(living(table), "go", GO) | aside)
        note(table, type(came).__name__)

    kit = Kit(toy(flow))
    kit.say(1, 2, count=1)
    assert kit.notes() == []
    kit.say(2, 2, count=2)
    assert kit.notes() == ["Moot"]


def test_after_a_correction_it_is_told_the_same_once_more() -> None:
    kit = Kit(toy(beside(pressed)))
    kit.say(1, 2, count=7)
    kit.host(2, adjust={"seat": 3, "coins": 1})
    assert kit.notes() == [f"7 at {ns(1)}"] * 2


def test_a_card_is_noted_too() -> None:
    async def flow(table: Table[Toy]) -> None:
        def note_it(tapped: Tapped, _stamp: int) -> None:
            note(table, f"{tapped.seat} {tapped.card}")

        tap = Tap(living(table), "show", lambda *_: None, reader=None)
        await (Press(living(table), "go", GO) | Aside(tap, note_it))

    kit = Kit(toy(flow))
    kit.card(1, "pay/1", "seat2")
    assert kit.notes() == ["2 pay/1"]
