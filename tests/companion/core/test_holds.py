from __future__ import annotations

import pytest

from companion.core.game import Table
from companion.core.gestures import Called, Holding, LetGo, Letting, Press, Ring
from companion.core.holds import HOST, PANEL, PHONE, Hold, Holds
from companion.core.steps import Step, Verdict
from tests.companion.core.tables import Kit, L, R, Toy, living, note, ns, toy


async def _hold(table: Table[Toy]) -> None:
    while True:
        match await Holding(living(table), "hold", lambda: (1,)):
            case Called(sides=sides, at=at):
                shown = " ".join(f"{seat}{side[0]}" for seat, side in sorted(sides.items()))
                note(table, f"{shown} {at}")
                table.holds.void()
            case other:
                note(table, other)


async def _let_go(table: Table[Toy]) -> None:
    await Holding(living(table), "hold", lambda: (1,))
    while True:
        match await (LetGo(living(table), "go") | Press(lambda: (), "go", {})):
            case Letting(seat=seat):
                note(table, seat)
            case _:
                return


@pytest.fixture
def kit() -> Kit:
    return Kit(toy(_hold), seats=2)


def _is_refused(step: Step, reason: str) -> bool:
    return step.refusal is not None and step.refusal.reason == reason


def _sides(kit: Kit) -> dict[int, str]:
    return {seat: side.value for seat, side in kit.referee.run.holds.sides().items()}


def test_what_is_held_when_the_call_comes_is_committed(kit: Kit) -> None:
    kit.press(1, 1, L)
    kit.say(2, 2, side="right")
    kit.ring(3)
    assert kit.notes() == [f"1l 2r {ns(3)}"]


def test_a_call_before_all_hold_is_refused(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert _is_refused(kit.ring(2), "not_all_hold")
    assert _is_refused(kit.say(2, 1, ring=1), "not_all_hold")


def test_only_a_caller_calls(kit: Kit) -> None:
    kit.press(1, 1, L)
    kit.press(1, 2, L)
    assert _is_refused(kit.say(2, 2, ring=1), "not_waited_for")
    assert _is_refused(kit.ring(2, bell=2), "not_waited_for")
    kit.ring(3, bell=1)
    assert kit.notes() == [f"1l 2l {ns(3)}"]


def test_a_hold_may_be_taken_back_until_the_call(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert kit.release(2, 1, L).verdict is Verdict.ACCEPTED
    assert _sides(kit) == {}
    kit.press(3, 1, R)
    assert _sides(kit) == {1: "right"}


def test_a_side_may_be_changed_by_the_same_source(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert kit.press(2, 1, R).verdict is Verdict.ACCEPTED
    assert kit.release(3, 1, L).verdict is Verdict.IGNORED
    assert _sides(kit) == {1: "right"}
    kit.say(4, 2, side="left")
    kit.say(5, 2, side="right")
    assert _sides(kit) == {1: "right", 2: "right"}


def test_the_same_hold_by_another_source_is_no_step(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert kit.say(2, 1, side="left").verdict is Verdict.IGNORED
    assert kit.say(2, 1, "host", side="left").verdict is Verdict.IGNORED
    assert kit.referee.steps() == 1
    assert kit.referee.run.holds.of(1) == Hold(L, PANEL, ns(1))


def test_another_source_cannot_change_the_side(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert _is_refused(kit.say(2, 1, side="right"), "held_elsewhere")
    assert _is_refused(kit.say(2, 1, "host", side="right"), "held_elsewhere")
    kit.say(3, 2, side="left")
    assert _is_refused(kit.press(4, 2, R), "held_elsewhere")
    assert _sides(kit) == {1: "left", 2: "left"}


def test_a_phone_does_not_end_a_hold_of_the_panel(kit: Kit) -> None:
    kit.press(1, 1, L)
    assert _is_refused(kit.say(2, 1, let_go=True), "held_elsewhere")
    assert _sides(kit) == {1: "left"}


def test_the_panel_does_not_end_a_hold_of_a_phone(kit: Kit) -> None:
    kit.say(1, 1, side="left")
    kit.press(2, 1, L)
    assert kit.release(3, 1, L).verdict is Verdict.IGNORED
    assert _sides(kit) == {1: "left"}
    kit.say(4, 1, let_go=True)
    assert _sides(kit) == {}


def test_the_host_may_end_any_stuck_hold(kit: Kit) -> None:
    kit.press(1, 1, L)
    kit.say(1, 2, side="left")
    kit.say(2, 1, "host", let_go=True)
    kit.say(2, 2, "host", let_go=True)
    assert _sides(kit) == {}


def test_a_hold_that_the_host_made_is_the_hosts_to_end(kit: Kit) -> None:
    kit.say(1, 1, "host", side="left")
    assert kit.referee.run.holds.of(1) == Hold(L, HOST, ns(1))
    assert _is_refused(kit.say(2, 1, let_go=True), "held_elsewhere")
    assert kit.release(2, 1, L).verdict is Verdict.IGNORED
    kit.say(3, 1, "host", let_go=True)
    assert _sides(kit) == {}


def test_a_side_said_for_something_else_is_no_hold() -> None:
    kit = Kit(toy(_hold), seats=2)
    assert kit.say(1, 1, side="left", ability="force").verdict is Verdict.REFUSED
    assert _sides(kit) == {}


def test_letting_go_without_a_hold_is_nothing_on_a_phone_as_on_the_panel(kit: Kit) -> None:
    assert kit.say(1, 1, let_go=True).verdict is Verdict.IGNORED
    assert kit.release(2, 2).verdict is Verdict.IGNORED


def test_what_is_held_already_counts_when_the_ask_opens() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(lambda: (1,), "hold", lambda: (1,))
        match await Holding(lambda: (1, 2), "hold", lambda: (2,)):
            case Called(sides=sides):
                note(table, len(sides))
            case other:
                note(table, other)

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1)
    kit.ring(2)
    kit.press(3, 2)
    kit.ring(4)
    assert kit.notes() == ["2"]


def test_letting_go_tells_who_and_when() -> None:
    kit = Kit(toy(_let_go), seats=2)
    kit.press(1, 1, L)
    kit.say(1, 2, side="right")
    kit.ring(2)
    kit.say(3, 2, let_go=True)
    kit.release(4, 1, L)
    assert kit.notes() == ["2", "1"]


def test_letting_go_by_another_source_is_refused_with_its_reason() -> None:
    kit = Kit(toy(_let_go), seats=2)
    kit.press(1, 1, L)
    kit.say(1, 2, side="right")
    kit.ring(2)
    assert _is_refused(kit.say(3, 1, let_go=True), "held_elsewhere")
    assert kit.release(3, 2, R).verdict is Verdict.IGNORED
    assert kit.notes() == []


def test_letting_up_the_other_button_is_no_letting_go() -> None:
    kit = Kit(toy(_let_go), seats=2)
    kit.press(1, 1, L)
    kit.press(1, 2, L)
    kit.ring(2)
    assert kit.release(3, 1, R).verdict is Verdict.IGNORED
    assert kit.notes() == []


def test_letting_go_can_only_be_waited_for_where_somebody_holds() -> None:
    async def flow(table: Table[Toy]) -> None:
        answer = await LetGo(living(table), "go")
        note(table, type(answer).__name__)

    assert Kit(toy(flow)).notes() == ["Moot"]


def test_a_holding_without_callers_only_lets_holds_be_made() -> None:
    async def flow(table: Table[Toy]) -> None:
        await (Holding(living(table), "hold", lambda: ()) | Ring(lambda: (2,), "call"))
        note(table, len(table.holds.sides()))

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1)
    kit.press(1, 2)
    kit.ring(2)
    assert kit.notes() == ["2"]


def test_nobody_is_left_to_hold() -> None:
    async def flow(table: Table[Toy]) -> None:
        answer = await Holding(lambda: (), "hold", lambda: (1,))
        note(table, type(answer).__name__)

    assert Kit(toy(flow)).notes() == ["Moot"]


def test_the_offers_follow_the_holds(kit: Kit) -> None:
    def offered() -> list[tuple[int, str, bool]]:
        offers = kit.referee.run.offers()
        return [(offer.seat, offer.gesture, offer.optional) for offer in offers]

    kit.press(1, 1, L)
    assert offered() == [(2, "hold", False), (2, "hold", False), (1, "let_go", True)]
    kit.press(1, 2, R)
    assert offered() == [(1, "let_go", True), (2, "let_go", True), (1, "ring", False)]


def test_letting_go_is_offered_to_those_who_hold() -> None:
    kit = Kit(toy(_let_go), seats=2)
    kit.press(1, 1, R)
    kit.press(1, 2, L)
    kit.ring(2)
    kit.release(3, 1, R)
    offers = [(offer.seat, offer.gesture, offer.button) for offer in kit.referee.run.offers()]
    assert offers == [(2, "let_go", L)]


def test_the_holds_themselves_drop_what_is_released() -> None:
    holds = Holds()
    holds.take(1, Hold(L, PANEL, 1))
    holds.take(2, Hold(R, PANEL, 2))
    holds.take(3, Hold(R, PHONE, 3))
    assert holds.drop_released(["2.right", "3.left", "1.right"]) == (1,)
    assert holds.sides() == {2: R, 3: R}
    holds.drop(9)
    holds.void()
    assert 2 not in holds
    assert L.other is R
    assert R.other is L
