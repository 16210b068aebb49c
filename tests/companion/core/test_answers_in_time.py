"""What an Ask may say of its answers: until when, why not now, which interruptions, what time."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.asks import Answered, Due, NotMine, Offer, Refused, Scene
from companion.core.events import Happened, Pressed, Said, Side
from companion.core.game import Table, nothing_is_lost
from companion.core.gestures import No, Press, Tell, Yes, YesNo
from companion.core.holds import Holds
from companion.core.moments import Interrupted, Interruption, Reached, Until
from tests.companion.core.tables import Kit, L, Toy, living, note, ns, toy

R = Side.RIGHT
SCENE = Scene(0, Holds())
NOT_YET = Refused("none_left")


# Tell: until when a seat may say it


def tell(ends: dict[int, int]) -> Tell[int]:
    def read(seat: int, value: Any, event: Happened) -> int:
        del value, event
        return seat

    return Tell(lambda: (1, 2), "call", "same", read, lambda _seat: [{"same": 1}], until=ends.get)


def test_what_a_phone_may_say_has_an_end_of_its_own_for_each_seat() -> None:
    offers = tell({2: 70}).opens(SCENE).offers()
    assert [(one.seat, one.until) for one in offers] == [(1, None), (2, 70)]


def test_by_default_what_a_phone_may_say_has_no_end() -> None:
    ask: Tell[int] = Tell(
        lambda: (1,), "call", "same", lambda s, _v, _e: s, lambda _s: [{"same": 1}]
    )
    assert [one.until for one in ask.opens(SCENE).offers()] == [None]


def test_inside_a_window_the_earlier_end_is_told() -> None:
    offers = tell({1: 70, 2: 30}).within(50).opens(SCENE).offers()
    assert [(one.seat, one.until) for one in offers] == [(1, 50), (2, 30)]


def test_a_window_keeps_everything_else_of_an_offer() -> None:
    offer = Offer(1, "card", "show", {"a": 1}, L, "tray", "pay/1", 9, optional=True, several=True)

    class Fixed(Press):
        def opens(self, scene: Scene) -> Any:
            opened = super().opens(scene)
            opened.offers = lambda: (offer,)  # type: ignore[method-assign]
            return opened

    assert Fixed(lambda: (1,), "go", {}).within(9).opens(SCENE).offers() == (offer,)


# YesNo: why a seat cannot say yes now


def yes_no(faults: dict[int, Refused]) -> YesNo:
    return YesNo(lambda: (1, 2), "ask", {"done": True}, faults.get)


def test_yes_is_refused_while_the_game_says_why_by_hand_and_by_phone() -> None:
    opened = yes_no({1: NOT_YET}).opens(SCENE)
    assert opened.offer(Pressed(1, L, at=1)) == NOT_YET
    assert opened.offer(Said(1, {"done": True}, at=1)) == NOT_YET
    assert opened.offer(Pressed(2, L, at=1)) == Answered(Yes(2))
    assert opened.offer(Said(2, {"done": True}, at=1)) == Answered(Yes(2))


def test_no_may_be_said_at_any_time() -> None:
    opened = yes_no({1: NOT_YET}).opens(SCENE)
    assert opened.offer(Pressed(1, R, at=1)) == Answered(No(1))
    assert opened.offer(Said(1, {"pass": True}, at=1)) == Answered(No(1))
    assert opened.offer(Said(1, {"done": True, "pass": True}, at=1)) == NotMine()


def test_only_what_would_be_taken_is_offered() -> None:
    offers = yes_no({1: NOT_YET}).opens(SCENE).offers()
    assert [(one.seat, one.say, one.button) for one in offers] == [
        (1, {"pass": True}, R),
        (2, {"done": True}, L),
        (2, {"pass": True}, R),
    ]


def test_by_default_yes_may_be_said() -> None:
    opened = YesNo(lambda: (1,), "ask", {"done": True}).opens(SCENE)
    assert opened.offer(Pressed(1, L, at=1)) == Answered(Yes(1))


# Interruption: only some


@pytest.mark.parametrize("why", ["pause", "resume", "undo", "restart"])
def test_an_interruption_answers_to_any_word_unless_some_are_named(why: str) -> None:
    opened = Interruption().opens(SCENE)
    assert opened.interrupt(why, 5) == Answered(Interrupted(why))
    some = Interruption(("undo", "restart")).opens(SCENE)
    named = why in ("undo", "restart")
    assert some.interrupt(why, 5) == (Answered(Interrupted(why)) if named else NotMine())


def test_a_game_that_names_a_restart_is_not_told_of_a_pause() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            came = await (
                Press(living(table), "go", {L: {"done": True}}) | Interruption(("restart",))
            )
            note(table, came.why if isinstance(came, Interrupted) else "press")

    kit = Kit(toy(flow))
    kit.host(1, pause=True)
    kit.host(2, resume=True)
    kit.press(3, 1)
    kit.restart(4)
    assert kit.notes() == ["press", "restart"]


# Table.now


def test_a_table_tells_game_time_of_the_last_event_or_deadline() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, table.now)
        await Press(living(table), "go", {L: {"done": True}})
        note(table, table.now)
        reached = await Until(ns(7), Due.END)
        assert isinstance(reached, Reached)
        note(table, table.now)
        await Press(living(table), "go", {L: {"done": True}})
        note(table, table.now)

    kit = Kit(toy(flow))
    kit.press(2, 1)
    kit.woke(9)
    kit.host(10, pause=True)
    kit.host(60, resume=True)
    kit.press(61, 1)  # a pause is no game time
    assert kit.notes() == [str(ns(at)) for at in (0, 2, 7, 11)]


def test_by_default_a_game_has_nothing_to_lose() -> None:
    assert nothing_is_lost(object()) is None
    assert toy(flow_of_nothing).count(Toy((1,), (5,))) is None


async def flow_of_nothing(table: Table[Toy]) -> None:
    await Press(living(table), "go", {L: {"done": True}})
