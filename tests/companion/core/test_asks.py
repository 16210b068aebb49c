from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Deadline,
    Due,
    Either,
    Everyone,
    Kept,
    Moot,
    NotMine,
    Offer,
    Offered,
    Passed,
    Refused,
    Scene,
    best,
)
from companion.core.events import Pressed, Said
from companion.core.game import Table
from companion.core.gestures import Choose, Holding, HostSays, Press, Pressing, Tap, Tell
from companion.core.holds import Holds
from companion.core.moments import Interruption, Reached, Until
from companion.core.steps import Verdict
from tests.companion.core.tables import Flow, Kit, L, Toy, living, note, ns, toy

GO = {L: {"done": True}}
SCENE = Scene(0, Holds())


def _press(*seats: int) -> Press:
    return Press(lambda: seats, "go", GO)


def _name(answer: object) -> str:
    if isinstance(answer, Mapping):
        return " ".join(f"{seat}:{_name(one)}" for seat, one in sorted(answer.items()))
    return type(answer).__name__


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], NotMine()),
        ([NotMine(), NotMine()], NotMine()),
        ([Refused("a"), Kept()], Kept()),
        ([Refused("a"), Absorbed()], Absorbed()),
        ([Refused("a"), Answered(1)], Answered(1)),
        ([NotMine(), Refused("low", 1), Refused("high", 3)], Refused("high", 3)),
        ([Refused("first", 2), Refused("second", 2)], Refused("first", 2)),
    ],
)
def test_the_first_acceptance_counts_else_the_weightiest_refusal(
    said: list[Offered[int]], expected: Offered[int]
) -> None:
    assert best(said) == expected


def test_whichever_is_answered_first_answers() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, _name(await (_press(1) | Until(ns(5), Due.START))))
        note(table, _name(await (_press(1) | Until(ns(6), Due.START))))

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.woke(6)
    assert kit.notes() == ["Pressing", "Reached"]


def test_of_two_windows_the_earlier_ends_first() -> None:
    ask = _press(1).within(ns(5)) | _press(2).within(ns(3))
    kit = Kit(toy(_noting(ask)))
    assert kit.referee.due() == Deadline(ns(3), Due.END)
    kit.woke(9)
    assert kit.notes() == ["Passed"]


def _noting(ask: Ask[Any]) -> Flow:
    async def flow(table: Table[Toy]) -> None:
        note(table, _name(await ask))

    return flow


def test_several_asks_join_into_one() -> None:
    joined = _press(1) | _press(2) | _press(3)
    assert isinstance(joined, Either)
    assert len(joined.asks) == 3


def test_the_refusal_with_the_highest_rank_is_shown() -> None:
    async def flow(table: Table[Toy]) -> None:
        low = Tap(living(table), "show", lambda _seat, _card: Refused("none_left", rank=1))
        high = Tap(living(table), "show", lambda _seat, _card: Refused("seat_out", rank=2))
        await (low | high | low)

    kit = Kit(toy(flow))
    step = kit.card(1, "own/1")
    assert step.refusal is not None
    assert step.refusal.reason == "seat_out"


def test_joined_asks_are_moot_when_all_that_wait_for_people_are() -> None:
    assert Kit(toy(_noting(_press() | Interruption()))).notes() == ["Moot"]
    assert Kit(toy(_noting(_press() | _press(1)))).notes() == []
    assert Kit(toy(_noting(Interruption() | HostSays(("first",))))).notes() == []


def test_a_deadline_keeps_an_ask_open_that_nobody_can_answer() -> None:
    kit = Kit(toy(_noting(_press().within(ns(5)))))
    assert kit.notes() == []
    kit.woke(5)
    assert kit.notes() == ["Passed"]


def test_optional_asks_never_end_the_waiting() -> None:
    optional = Press(lambda: (), "go", GO, optional=True)
    assert Kit(toy(_noting(optional))).notes() == []
    tap = Tap(lambda: (), "show", lambda _seat, _card: None, optional=True)
    assert Kit(toy(_noting(tap))).notes() == []


def test_a_bounded_ask_answers_itself_before_its_end() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, _name(await _press(1).within(ns(5))))

    kit = Kit(toy(flow))
    kit.press(5, 1)
    assert kit.notes() == ["Pressing"]


def test_what_is_offered_in_a_window_ends_with_it() -> None:
    opened = _press(1).within(ns(5)).within(ns(9)).opens(SCENE)
    assert [offer.until for offer in opened.offers()] == [ns(5)]
    outer = _press(1).within(ns(9)).within(ns(5)).opens(SCENE)
    assert [offer.until for offer in outer.offers()] == [ns(5)]


def test_a_window_keeps_everything_else_of_an_offer() -> None:
    tap = Tap(lambda: (2,), "show", lambda _seat, _card: None, "tray", card="pay/1", optional=True)
    (offer,) = tap.within(5).opens(SCENE).offers()
    assert offer == Offer(2, "card", "show", reader="tray", card="pay/1", until=5, optional=True)


def test_the_deadline_of_what_a_window_bounds_comes_first() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, _name(await Until(ns(2), Due.START).within(ns(5))))
        note(table, _name(await Until(ns(9), Due.START).within(ns(1))))

    kit = Kit(toy(flow))
    kit.woke(9)
    assert kit.notes() == ["Reached", "Passed"]


def test_a_window_passes_on_what_its_ask_points_at() -> None:
    choose = Choose(lambda: (1,), "choose", lambda: (2, 3), lambda seat: {"count": seat})
    assert choose.within(5).opens(SCENE).pointing() == 2
    assert (Interruption() | choose).opens(SCENE).pointing() == 2
    assert (Interruption() | _press(1)).opens(SCENE).pointing() is None


def test_a_window_is_interrupted_with_what_it_bounds() -> None:
    kit = Kit(toy(_noting((Interruption() | _press(1)).within(ns(5)))))
    kit.host(1, pause=True)
    assert kit.notes() == ["Interrupted"]


def _each(seat: int) -> Press:
    return _press(seat)


def test_everyone_answers_in_any_order() -> None:
    async def flow(table: Table[Toy]) -> None:
        match await Everyone(living(table), _each):
            case Moot():
                note(table, "moot")
            case answers:
                told = {seat: one.at for seat, one in answers.items() if isinstance(one, Pressing)}
                note(table, " ".join(f"{seat}@{at}" for seat, at in told.items()))

    kit = Kit(toy(flow))
    assert kit.press(1, 3).verdict is Verdict.ACCEPTED
    assert [offer.seat for offer in kit.referee.run.offers()] == [1, 2]
    kit.press(2, 1)
    kit.press(3, 2)
    assert kit.notes() == [f"3@{ns(1)} 1@{ns(2)} 2@{ns(3)}"]


def test_who_has_answered_cannot_answer_again() -> None:
    kit = Kit(toy(_noting(Everyone(lambda: (1, 2), _each))))
    kit.press(1, 1)
    assert kit.press(2, 1).verdict is Verdict.REFUSED


def test_everyones_windows_end_together() -> None:
    everyone = Everyone(lambda: (1, 2, 3), lambda seat: _each(seat).within(ns(5)))
    kit = Kit(toy(_noting(everyone)))
    assert kit.referee.due() == Deadline(ns(5), Due.END)
    kit.press(5, 2)
    kit.woke(5)
    assert kit.notes() == ["1:Passed 2:Pressing 3:Passed"]


def test_everyone_passes_on_what_is_kept_and_refused() -> None:
    def each(seat: int) -> Choose:
        return Choose(lambda: (seat,), "choose", lambda: (1, 2), lambda other: {"count": other})

    kit = Kit(toy(_noting(Everyone(lambda: (1, 2), each))))
    assert kit.press(1, 2, L).verdict is Verdict.ACCEPTED
    assert kit.ring(1).verdict is Verdict.REFUSED


def test_everyone_of_nobody_is_moot() -> None:
    assert Kit(toy(_noting(Everyone(lambda: (), _each)))).notes() == ["Moot"]


def test_a_seat_whose_own_ask_nobody_can_answer_does_not_hold_up_the_others() -> None:
    everyone = Everyone(lambda: (1, 2), lambda seat: _press(seat) if seat == 1 else _press())
    kit = Kit(toy(_noting(everyone)))
    kit.press(1, 1)
    assert kit.notes() == ["1:Pressing 2:Moot"]


def test_an_interruption_of_everyone_that_answers_nothing_goes_on() -> None:
    kit = Kit(toy(_noting(Everyone(lambda: (1, 2), _each))))
    kit.host(1, pause=True)
    kit.host(2, resume=True)
    kit.press(3, 1)
    kit.press(3, 2)
    assert kit.notes() == ["1:Pressing 2:Pressing"]


def test_an_interruption_may_answer_for_everyone() -> None:
    everyone = Everyone(lambda: (1, 2), lambda seat: _each(seat) | Interruption())
    kit = Kit(toy(_noting(everyone)))
    kit.host(1, pause=True)
    assert kit.notes() == ["1:Interrupted 2:Interrupted"]


def test_a_moment_takes_no_act_and_offers_none() -> None:
    opened = Until(5, Due.START).opens(SCENE)
    assert opened.offer(Pressed(1, L, at=0)) == NotMine()
    assert opened.offers() == ()
    assert opened.lapse(Deadline(5, Due.START)) == Answered(Reached(5))
    assert opened.interrupt("pause", 0) == NotMine()
    assert opened.is_moot() is None


def test_an_interruption_takes_no_act_and_is_never_due() -> None:
    opened = Interruption().opens(SCENE)
    assert opened.offer(Said(1, {"done": True}, at=0)) == NotMine()
    assert opened.due() is None
    assert opened.lapse(Deadline(5, Due.END)) == NotMine()


def test_the_end_of_a_window_says_when() -> None:
    opened = _press(1).within(7).opens(Scene(5, Holds()))
    assert opened.due() == Deadline(12, Due.END)
    assert opened.lapse(Deadline(12, Due.END)) == Answered(Passed(12))


def test_what_nobody_can_say_offers_nothing() -> None:
    tell: Tell[int] = Tell(lambda: (1,), "ask", "count", lambda _s, v, _e: int(v), lambda _s: ())
    assert tell.opens(SCENE).offers() == ()


def test_a_holding_that_nobody_can_close_does_not_keep_another_ask_open() -> None:
    beside = Holding(lambda: (1, 2), "hold", lambda: ())
    assert Kit(toy(_noting(_press() | beside))).notes() == ["Moot"]
    assert Kit(toy(_noting(_press(1) | beside))).notes() == []
