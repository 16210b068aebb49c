from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, NoReturn

import pytest

from companion.core.asks import Ask, Deadline, Due, NotMine, Offer, Offered, Open, Scene
from companion.core.cues import Beat, Sound
from companion.core.events import TableEvent
from companion.core.game import Table
from companion.core.gestures import Holding, LetGo, Press, Pressing, Tap, Tell
from companion.core.moments import Interruption, Until
from companion.core.rulings import Foul
from companion.core.steps import Verdict
from tests.companion.core.tables import (
    Kit,
    L,
    Toy,
    Unworded,
    all_views,
    living,
    note,
    noting,
    ns,
    toy,
)

GO = {L: {"done": True}}


def _break(*_: Any) -> NoReturn:
    raise ZeroDivisionError("a slip over boom/3")


async def _fails_at_seat_2(table: Table[Toy]) -> None:
    while True:
        match await Press(living(table), "go", GO):
            case Pressing(seat=2, at=at):
                note(table, "lost")
                table.rule(Foul(2, "early", 1.0))
                table.cue(Beat(at, "lost"))
                _break()
            case Pressing(seat=seat, at=at):
                table.cue(Sound(at, "kept"))
                note(table, seat)
            case other:
                note(table, other)


def _assert_failed(kit: Kit, why: str) -> None:
    assert kit.view()["failed"] == why
    assert kit.view()["rulings"][-1]["ruling"] == "failed"


def test_an_exception_in_a_game_marks_it_failed() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    step = kit.press(1, 2)
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert "boom/3" not in str(all_views(kit.referee))
    assert step.verdict is Verdict.ACCEPTED


def test_state_rulings_and_cues_go_back_to_the_last_await() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 1)
    step = kit.press(2, 2)
    assert kit.notes() == ["1"]
    assert [(one.number, one.ruling.kind) for one in step.rulings] == [(2, "failed")]
    assert step.cues == ()
    seen = kit.view()
    assert [one["ruling"] for one in seen["rulings"]] == ["noted", "failed"]
    assert [one["word"] for one in seen["cues"]] == ["kept"]
    assert seen["fouls"] == []


def test_what_the_same_event_decided_before_the_last_await_stays() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Until(ns(1), Due.START)
        note(table, "stays")
        table.cue(Sound(ns(1), "stays"))
        await Until(ns(2), Due.START)
        note(table, "goes")
        _break()

    kit = Kit(toy(flow))
    step = kit.woke(5)
    assert kit.notes() == ["stays"]
    assert [one.ruling.kind for one in step.rulings] == ["noted", "failed"]
    assert step.cues == (Sound(ns(1), "stays"),)
    assert step.verdict is Verdict.IGNORED


def test_only_the_host_acts_on_a_failed_game() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 2)
    assert kit.press(2, 1).refusal == kit.say(2, 1, done=True).refusal
    refused = kit.view()["refused"]
    assert refused["reason"] == "failed"
    assert kit.release(3, 1).verdict is Verdict.IGNORED
    assert kit.host(3, first=1).verdict is Verdict.REFUSED
    assert kit.host(4, adjust={"seat": 1, "coins": 1}).verdict is Verdict.ACCEPTED
    assert kit.host(5, pause=True).verdict is Verdict.ACCEPTED
    assert kit.host(6, resume=True).verdict is Verdict.ACCEPTED
    assert kit.host(7, end=True).verdict is Verdict.ACCEPTED
    assert kit.view()["over"]


def test_a_failed_game_waits_for_nothing() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 2)
    assert kit.referee.due() is None
    assert kit.view()["waiting"] == []
    assert kit.view()["pointing"] is None


def test_undo_rescues_a_failed_game() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.host(3, undo=1)
    kit.host(4, resume=True)
    kit.press(5, 3)
    assert kit.notes() == ["1", "3"]
    assert kit.view()["failed"] is None


def test_a_failed_game_fails_the_same_way_after_a_restart() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.restart(3)
    kit.host(4, resume=True)
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_game_that_fails_before_its_first_ask_can_be_ended() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, "gone")
        _break()

    kit = Kit(toy(flow))
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert kit.notes() == []
    kit.host(1, end=True)
    assert kit.view()["over"]


def test_awaiting_what_is_no_ask_is_a_failure() -> None:
    class Other(Awaitable[None]):
        def __await__(self) -> Any:
            yield "something else"

    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        await Other()

    kit = Kit(toy(flow))
    kit.press(1, 1)
    _assert_failed(kit, "GameBroken: a game may only await an Ask, not str")


def test_a_thousand_answers_without_an_event_are_a_failure() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        at = 0
        while True:
            at = (await Until(at, Due.START)).at

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.woke(2)
    _assert_failed(kit, "GameBroken: 1000 answers without an event")


def test_a_thousand_asks_that_nobody_can_answer_are_a_failure() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        while True:
            await Press(lambda: (), "go", GO)

    kit = Kit(toy(flow))
    kit.press(1, 1)
    _assert_failed(kit, "GameBroken: 1000 answers without an event")


def test_nine_hundred_asks_that_nobody_can_answer_are_none() -> None:
    async def flow(table: Table[Toy]) -> None:
        for _ in range(900):
            await Press(lambda: (), "go", GO)
        await Press(living(table), "go", GO)
        note(table, "on")

    kit = Kit(toy(flow))
    kit.press(1, 1)
    assert kit.notes() == ["on"]


class _Stuck(Ask[None]):
    """Is an Ask of a careless game: its deadline never moves and never answers."""

    def opens(self, scene: Scene) -> Open[None]:
        del scene
        return _OpenStuck()


class _OpenStuck(Open[None]):
    def offer(self, event: TableEvent) -> Offered[None]:
        del event
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return ()

    def due(self) -> Deadline | None:
        return Deadline(ns(1), Due.END)


def test_a_deadline_that_never_ends_is_a_failure() -> None:
    async def flow(table: Table[Toy]) -> None:
        await (_Stuck() | Press(living(table), "go", GO))

    kit = Kit(toy(flow))
    kit.woke(2)
    _assert_failed(kit, "GameBroken: 1000 deadlines without an event")


async def _asks_badly(table: Table[Toy]) -> None:
    await Press(living(table), "go", GO)
    await Press(_break, "go", GO)


def _no_say(_seat: int) -> tuple[dict[str, int], ...]:
    return ()


_TELL: Tell[int] = Tell(lambda: (1,), "ask", "count", _break, _no_say)
_faults_badly = noting(Tap(lambda: (1,), "show", _break) | _TELL)


def test_a_fault_in_the_next_asks_functions_is_a_failure() -> None:
    kit = Kit(toy(_asks_badly))
    kit.press(1, 1)
    _assert_failed(kit, "ZeroDivisionError in _break")
    kit.host(2, undo=1)
    assert kit.view()["failed"] is None


def test_a_fault_in_what_judges_an_act_is_a_failure() -> None:
    kit = Kit(toy(_faults_badly))
    assert kit.card(1, "pay/1").verdict is Verdict.ACCEPTED
    _assert_failed(kit, "ZeroDivisionError in _break")
    kit.host(2, undo=1)
    kit.host(3, resume=True)
    kit.say(4, 1, count=1)
    _assert_failed(kit, "ZeroDivisionError in _break")


@pytest.mark.parametrize("function", ["why_not", "cards", "owner"])
def test_a_fault_in_a_games_own_functions_is_a_failure(function: str) -> None:
    kit = Kit(toy(_faults_badly, **{function: _break}))
    kit.card(1, "pay/1", "tray")
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_fault_in_a_correction_leaves_the_state_as_it_was() -> None:
    kit = Kit(toy(_fails_at_seat_2, adjust=_break))
    kit.host(1, adjust={"seat": 1, "coins": 1})
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert kit.view()["seats"]["1"]["coins"] == 5


def test_a_fault_where_an_ask_is_opened_anew_takes_the_correction_back() -> None:
    async def flow(table: Table[Toy]) -> None:
        def who() -> tuple[int, ...]:
            return table.state.alive if len(table.state.alive) == 3 else _break()

        await Press(who, "go", GO)

    kit = Kit(toy(flow))
    kit.host(1, adjust={"seat": 2, "alive": False})
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert kit.view()["seats"]["2"]["alive"]
    assert [one["ruling"] for one in kit.view()["rulings"]] == ["failed"]
    kit.host(2, undo=1)
    assert kit.view()["failed"] is None


def test_a_fault_at_a_landing_is_a_failure() -> None:
    async def flow(table: Table[Toy]) -> None:
        await (Holding(living(table), "hold", lambda: ()) | Interruption())
        _break()

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.host(2, undo=1)
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_fault_after_a_deadline_refuses_the_act_that_implied_it() -> None:
    def who_at(table: Table[Toy]) -> tuple[int, ...]:
        return _break() if table.state.notes == ("passed",) else table.state.alive

    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        await Press(living(table), "go", GO).within(ns(1))
        note(table, "passed")
        await Press(lambda: who_at(table), "go", GO)

    kit = Kit(toy(flow))
    kit.press(1, 1)
    assert kit.press(5, 1).verdict is Verdict.REFUSED
    _assert_failed(kit, "ZeroDivisionError in _break")
    assert kit.referee.steps() == 1
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_correction_of_a_failed_game_opens_nothing() -> None:
    kit = Kit(toy(_fails_at_seat_2))
    kit.press(1, 2)
    kit.host(2, adjust={"seat": 1, "coins": 3})
    assert kit.view()["seats"]["1"]["coins"] == 8
    assert kit.view()["waiting"] == []


def test_a_ruling_without_a_sentence_is_recorded_all_the_same() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        table.rule(Unworded())
        await LetGo(living(table), "go")

    kit = Kit(toy(flow))
    kit.press(1, 1)
    assert kit.view()["rulings"][-1]["text"] == "unworded"
    assert len(kit.records) == 1
