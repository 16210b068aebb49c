from __future__ import annotations

from companion.core.asks import Everyone, Moot, Passed
from companion.core.game import Table
from companion.core.gestures import Choose, Holding, Press, Tap
from companion.core.steps import Step, Verdict
from tests.companion.core.tables import (
    Kit,
    L,
    R,
    Toy,
    all_views,
    is_moot,
    living,
    note,
    noting,
    ns,
    toy,
)

GO = {L: {"done": True}}


async def _everyone(table: Table[Toy]) -> None:
    answers = await Everyone(living(table), lambda seat: Press(lambda: (seat,), "go", GO))
    note(table, "moot" if isinstance(answers, Moot) else " ".join(map(str, answers)))
    await Press(living(table), "go", GO)


def _reason(step: Step) -> str | None:
    return step.refusal.reason if step.refusal else None


def test_a_correction_is_ruled_and_changes_the_state() -> None:
    kit = Kit(toy(_everyone))
    step = kit.host(1, adjust={"seat": 2, "coins": -1})
    assert [one.ruling.values() for one in step.rulings] == [{"seat": 2, "change": {"coins": -1}}]
    assert kit.view()["seats"]["2"]["coins"] == 4


def test_the_ask_opens_anew_with_what_it_had_accepted() -> None:
    kit = Kit(toy(_everyone))
    kit.press(1, 1)
    kit.host(2, adjust={"seat": 2, "coins": 1})
    kit.press(3, 2)
    assert kit.press(3.5, 1).verdict is Verdict.REFUSED
    kit.press(4, 3)
    assert kit.notes() == ["1 2 3"]


def test_who_is_corrected_out_is_asked_no_more() -> None:
    kit = Kit(toy(_everyone))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.host(3, adjust={"seat": 3, "alive": False})
    assert kit.notes() == ["1 2"]


def test_what_the_corrected_out_had_answered_is_not_counted() -> None:
    kit = Kit(toy(_everyone))
    kit.press(1, 1)
    kit.host(2, adjust={"seat": 1, "alive": False})
    kit.press(3, 2)
    kit.press(4, 3)
    assert kit.notes() == ["2 3"]


def test_who_is_corrected_in_is_asked_too() -> None:
    kit = Kit(toy(_everyone))
    kit.host(1, adjust={"seat": 3, "alive": False})
    kit.press(2, 1)
    kit.host(3, adjust={"seat": 3, "alive": True})
    kit.press(4, 2)
    assert kit.notes() == []
    kit.press(5, 3)
    assert kit.notes() == ["1 2 3"]


def test_an_ask_that_nobody_is_left_to_answer_is_moot() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, is_moot(await Press(lambda: (2,) if 2 in table.state.alive else (), "go", GO)))

    kit = Kit(toy(flow))
    kit.host(1, adjust={"seat": 2, "alive": False})
    assert kit.notes() == ["True"]


def test_the_lights_of_a_choice_stay_where_they_were() -> None:
    choose = Choose(lambda: (1,), "choose", lambda: (2, 3), lambda other: {"count": other})
    kit = Kit(toy(noting(choose)))
    kit.press(1, 1, L)
    kit.host(2, adjust={"seat": 2, "coins": 1})
    assert kit.view()["pointing"] == 3


def test_holds_stay_through_a_correction() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        note(table, "called")

    kit = Kit(toy(flow))
    kit.press(1, 1, L)
    kit.press(2, 1, R)
    kit.release(3, 1, L)
    kit.say(4, 2, side="left")
    kit.say(5, 2, let_go=True)
    kit.press(6, 2, R)
    before = kit.referee.run.holds.sides()
    kit.host(7, adjust={"seat": 3, "alive": False})
    assert kit.referee.run.holds.sides() == before == {1: R, 2: R}
    kit.ring(8)
    assert kit.notes() == ["called"]


def test_a_card_that_waits_for_its_claim_waits_on() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", lambda _seat, _card: None)
        note(table, "shown")

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    kit.host(2, adjust={"seat": 3, "alive": False})
    assert kit.referee.run.claimants() == (1, 2)
    kit.press(3, 2)
    assert kit.notes() == ["shown"]


def test_a_correction_that_does_not_fit_is_refused() -> None:
    kit = Kit(toy(_everyone))
    assert _reason(kit.host(1, adjust={"seat": 2, "hand": 1})) == "bad_adjustment"
    assert _reason(kit.host(1, adjust={"seat": 9, "coins": 1})) == "no_such_seat"
    assert kit.referee.steps() == 0


def test_another_player_plays_on_at_a_seat_under_a_cleaned_name() -> None:
    kit = Kit(toy(_everyone))
    step = kit.host(1, replace={"seat": 2, "name": " Zo\u202ee\n "})
    assert [one.ruling.values() for one in step.rulings] == [{"seat": 2, "name": "Zoe"}]
    assert kit.view()["seats"]["2"]["name"] == "Zoe"


def test_a_replacement_needs_a_seat_and_a_name() -> None:
    kit = Kit(toy(_everyone))
    assert _reason(kit.host(1, replace={"seat": 9, "name": "Zoe"})) == "no_such_seat"
    assert _reason(kit.host(1, replace={"seat": 1, "name": "\u200b"})) == "no_name"


def test_the_host_ends_the_game_and_nothing_counts_after_that() -> None:
    kit = Kit(toy(_everyone))
    kit.press(1, 1)
    step = kit.host(2, end=True)
    assert [one.ruling.kind for one in step.rulings] == ["ended"]
    assert kit.notes() == ["end"]
    assert kit.view()["over"]
    assert _reason(kit.press(3, 2)) == "game_over"
    assert _reason(kit.host(3, end=True)) == "game_over"
    assert _reason(kit.host(3, pause=True)) == "game_over"
    assert kit.release(4, 2).verdict is Verdict.IGNORED


def test_a_game_that_comes_to_its_end_is_over() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)

    kit = Kit(toy(flow))
    kit.press(1, 1)
    assert kit.view()["over"]
    assert kit.referee.due() is None
    kit.woke(9)
    assert _reason(kit.host(9, adjust={"seat": 1, "coins": 1})) == "game_over"


def test_a_window_is_not_passed_by_a_correction() -> None:
    async def flow(table: Table[Toy]) -> None:
        came = await Press(living(table), "go", GO).within(ns(5))
        note(table, "passed" if isinstance(came, Passed) else "press")

    kit = Kit(toy(flow))
    kit.host(4, adjust={"seat": 1, "coins": 1})
    kit.press(5, 1)
    assert kit.notes() == ["press"]
    assert all_views(kit.restored()) == all_views(kit.referee)
