from __future__ import annotations

import pytest

from companion.core.asks import Everyone, Offer
from companion.core.game import Table
from companion.core.gestures import Called, Holding, Press, Pressing, Tell
from companion.core.steps import Step, Verdict
from tests.companion.core.tables import Kit, L, R, Toy, living, note, ns, toy

GO = {L: {"done": True}}


async def _turns(table: Table[Toy]) -> None:
    """Ask seat 1 the same thing again and again, with the others beside it."""
    while True:
        match await Press(living(table), "go", GO):
            case Pressing(seat=seat):
                note(table, seat)
            case other:
                note(table, other)


def _is_over(step: Step) -> bool:
    return step.refusal is not None and step.refusal.reason == "over"


def test_an_answer_to_the_question_that_is_asked_is_accepted() -> None:
    kit = Kit(toy(_turns))
    kit.say(1, 1, question=kit.question(1, done=True), done=True)
    assert kit.notes() == ["1"]


def test_an_answer_without_a_question_is_accepted() -> None:
    kit = Kit(toy(_turns))
    kit.say(1, 1, done=True)
    assert kit.notes() == ["1"]


def test_the_same_answer_sent_twice_never_answers_the_next_question() -> None:
    kit = Kit(toy(_turns))
    question = kit.question(1, done=True)
    kit.say(1, 1, question=question, done=True)
    assert _is_over(kit.say(1.1, 1, question=question, done=True))
    assert kit.notes() == ["1"]


def test_a_question_answered_by_button_is_over_for_the_phone() -> None:
    kit = Kit(toy(_turns))
    question = kit.question(1, done=True)
    kit.press(1, 1)
    assert _is_over(kit.say(1.1, 1, question=question, done=True))


def test_a_question_still_asked_may_be_answered_though_others_acted_in_between() -> None:
    kit = Kit(toy(_turns))
    question = kit.question(1, done=True)
    kit.press(1, 2)
    kit.say(2, 3, done=True)
    kit.say(3, 1, question=question, done=True)
    assert kit.notes() == ["2", "3", "1"]


def test_a_question_to_which_the_flow_comes_back_later_is_a_new_one() -> None:
    async def flow(table: Table[Toy]) -> None:
        for seat in (1, 2, 1):
            note(table, seat)
            await Press(lambda: (int(table.state.notes[-1]),), "go", GO)

    kit = Kit(toy(flow))
    first = kit.question(1, done=True)
    kit.press(1, 1)
    kit.press(2, 2)
    assert _is_over(kit.say(3, 1, question=first, done=True))
    assert not _is_over(kit.say(4, 1, question=kit.question(1, done=True), done=True))


def test_a_question_whose_window_passed_is_over_though_the_same_is_asked_again() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            await Press(living(table), "go", GO).within(ns(5))

    kit = Kit(toy(flow))
    first = kit.question(1, done=True)
    kit.woke(5)
    assert _is_over(kit.say(5.1, 1, question=first, done=True))


def test_a_standing_question_outlives_the_window_of_another() -> None:
    async def flow(table: Table[Toy]) -> None:
        standing = Press(lambda: (2,), "go", GO)
        while table.state.alive:
            await (Press(lambda: (1,), "go", GO).within(ns(5)) | standing)

    kit = Kit(toy(flow))
    standing = kit.question(2, done=True)
    kit.woke(5)
    assert not _is_over(kit.say(5.1, 2, question=standing, done=True))


def test_of_everyone_those_who_have_answered_are_asked_no_more() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            await Everyone(living(table), lambda seat: Press(lambda: (seat,), "go", GO))
            note(table, "all")

    kit = Kit(toy(flow))
    first, second = kit.question(1, done=True), kit.question(2, done=True)
    kit.say(1, 1, question=first, done=True)
    assert _is_over(kit.say(1.1, 1, question=first, done=True))
    kit.press(2, 3)
    kit.say(3, 2, question=second, done=True)
    assert kit.notes() == ["all"]
    assert _is_over(kit.say(3.1, 1, question=first, done=True))
    assert _is_over(kit.say(3.2, 2, question=second, done=True))


def test_a_question_that_comes_up_within_an_ask_has_a_number_of_its_own() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            match await Holding(living(table), "hold", lambda: (1,)):
                case Called():
                    note(table, "called")
                    table.holds.void()
                case other:
                    note(table, other)

    kit = Kit(toy(flow), seats=2)
    questions = []
    for second in (1, 5):
        kit.say(second, 1, side="left")
        kit.say(second + 1, 2, side="right")
        questions.append(kit.question(1, ring=1))
        if second == 1:
            kit.say(3, 1, question=questions[0], ring=1)
    assert kit.notes() == ["called"]
    assert _is_over(kit.say(8, 1, question=questions[0], ring=1))
    kit.say(9, 1, question=questions[1], ring=1)
    assert kit.notes() == ["called", "called"]


def test_a_hold_and_its_taking_back_are_one_question() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))

    kit = Kit(toy(flow))
    question = kit.question(1, side="left")
    kit.say(1, 1, question=question, side="left")
    assert kit.question(1, let_go=True) == question
    kit.say(2, 1, question=question, let_go=True)
    assert kit.question(1, side="right") == question


def test_after_an_undo_old_questions_are_over() -> None:
    kit = Kit(toy(_turns))
    question = kit.question(2, done=True)
    kit.press(1, 1)
    kit.host(2, undo=1)
    kit.host(3, resume=True)
    assert _is_over(kit.say(4, 2, question=question, done=True))
    assert not _is_over(kit.say(5, 2, question=kit.question(2, done=True), done=True))


def test_a_question_that_an_undo_took_back_is_over_even_once_it_is_asked_again() -> None:
    kit = Kit(toy(_turns))
    kit.press(1, 1)
    later = kit.question(1, done=True)
    kit.host(2, undo=1)
    kit.host(3, resume=True)
    kit.press(4, 1)
    assert _is_over(kit.say(5, 1, question=later, done=True))


def test_a_question_is_still_asked_after_a_pause_and_a_correction() -> None:
    kit = Kit(toy(_turns))
    question = kit.question(2, done=True)
    kit.host(1, pause=True)
    kit.host(2, resume=True)
    kit.host(3, adjust={"seat": 1, "coins": 1})
    assert kit.say(4, 2, question=question, done=True).verdict is Verdict.ACCEPTED


def test_a_correction_asks_new_questions_with_numbers_of_their_own() -> None:
    kit = Kit(toy(_turns))
    kit.host(1, adjust={"seat": 2, "alive": False})
    kit.host(2, adjust={"seat": 2, "alive": True})
    numbers = {kit.question(seat, done=True) for seat in (1, 2, 3)}
    assert len(numbers) == 3


@pytest.mark.parametrize("question", ["0.99", "0.0", "0.", "", "0", "1.1", "nonsense", "0.01"])
def test_an_answer_to_no_question_is_refused(question: str) -> None:
    kit = Kit(toy(_turns))
    assert _is_over(kit.say(1, 1, question=question, done=True))
    assert kit.notes() == []


def test_another_seats_question_is_not_ones_own() -> None:
    kit = Kit(toy(_turns))
    assert _is_over(kit.say(1, 1, question=kit.question(2, done=True), done=True))


def test_an_answer_outside_the_question_is_judged_by_what_it_says() -> None:
    async def flow(table: Table[Toy]) -> None:
        tell = Tell(lambda: (1,), "ask", "count", lambda _seat, value, _event: int(value), _none)
        answer = await (Press(lambda: (1,), "go", {L: {"done": True}, R: {"pass": True}}) | tell)
        note(table, answer)

    kit = Kit(toy(flow))
    kit.say(1, 1, question=kit.question(1, done=True), count=4)
    assert kit.notes() == ["4"]


def test_an_unasked_offer_has_no_question() -> None:
    kit = Kit(toy(_turns))
    assert kit.referee.run.question(Offer(1, "press", "other")) == 0


def _none(_seat: int) -> tuple[dict[str, int], ...]:
    return ()
