from __future__ import annotations

from typing import Any

from companion.core.asks import Ask, Deadline, Due, Everyone, Moot, Passed
from companion.core.cues import Sound
from companion.core.game import Table
from companion.core.gestures import Holding, LetGo, Press, Pressing, Tap
from companion.core.moments import Interrupted, Interruption
from companion.core.steps import Verdict
from tests.companion.core.tables import Kit, L, Toy, all_views, living, note, ns, toy

GO = {L: {"done": True}}


async def _window(table: Table[Toy]) -> None:
    match await Press(living(table), "go", GO).within(ns(5)):
        case Pressing(at=at):
            note(table, f"press {at}")
        case Passed(at=at):
            note(table, f"passed {at}")
        case other:
            note(table, other)
    await Press(living(table), "go", GO)


async def _holding(table: Table[Toy]) -> None:
    await Holding(living(table), "hold", lambda: (1,))
    note(table, "called")


def _reason(kit: Kit) -> str:
    refused = kit.view()["refused"]
    return str(refused["reason"])


def test_a_window_keeps_its_remainder_over_a_pause() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    assert kit.referee.due() is None
    kit.host(100, resume=True)
    assert kit.referee.due() == Deadline(ns(103), Due.END)
    kit.woke(103)
    assert kit.notes() == [f"passed {ns(5)}"]


def test_game_time_stands_still_in_a_pause() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    kit.woke(50)
    kit.host(100, resume=True)
    kit.press(101.5, 1)
    assert kit.notes() == [f"press {ns(3.5)}"]


def test_a_window_that_ends_as_the_pause_begins_still_takes_an_act_after_it() -> None:
    kit = Kit(toy(_window))
    kit.host(5, pause=True)
    kit.host(9, resume=True)
    kit.press(9, 1)
    assert kit.notes() == [f"press {ns(5)}"]


def test_nothing_counts_in_a_pause() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    assert kit.press(3, 1).verdict is Verdict.REFUSED
    assert _reason(kit) == "paused"
    assert kit.say(3, 1, done=True).verdict is Verdict.REFUSED
    assert kit.ring(3).verdict is Verdict.REFUSED
    assert kit.card(3, "pay/1").verdict is Verdict.REFUSED
    assert kit.notes() == []


def test_letting_up_and_lifting_in_a_pause_are_no_mistakes() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    assert kit.release(3, 1).verdict is Verdict.IGNORED
    assert kit.lift(3, "pay/1").verdict is Verdict.IGNORED


def test_pausing_twice_is_refused() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    assert kit.host(3, pause=True).verdict is Verdict.REFUSED
    assert _reason(kit) == "paused"


def test_resuming_what_is_not_paused_is_refused() -> None:
    kit = Kit(toy(_window))
    assert kit.host(2, resume=True).verdict is Verdict.REFUSED
    assert _reason(kit) == "not_paused"


def test_the_host_may_correct_in_a_pause_but_not_answer_the_game() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    assert kit.host(3, adjust={"seat": 1, "coins": 2}).verdict is Verdict.ACCEPTED
    assert kit.host(4, first=1).verdict is Verdict.REFUSED
    assert _reason(kit) == "paused"


def test_a_panel_hold_drops_at_resume_where_the_button_is_up() -> None:
    kit = Kit(toy(_holding))
    kit.press(1, 1)
    kit.press(1, 2)
    kit.say(1, 3, side="right")
    kit.host(2, pause=True)
    kit.release(3, 1)
    assert 1 in kit.referee.run.holds
    kit.host(4, resume=True)
    assert set(kit.referee.run.holds.sides()) == {2, 3}


def test_a_hold_that_a_pause_dropped_does_not_come_back_with_a_correction() -> None:
    kit = Kit(toy(_holding))
    kit.press(1, 1)
    kit.host(2, pause=True)
    kit.release(3, 1)
    kit.host(4, resume=True)
    kit.host(5, adjust={"seat": 2, "coins": 1})
    assert 1 not in kit.referee.run.holds


def test_a_correction_in_a_pause_drops_no_hold_before_the_game_goes_on() -> None:
    kit = Kit(toy(_holding))
    kit.press(1, 1)
    kit.host(2, pause=True)
    kit.release(3, 1)
    kit.host(4, adjust={"seat": 2, "coins": 1})
    kit.press(5, 1)
    kit.host(6, resume=True)
    assert 1 in kit.referee.run.holds


def test_pause_and_resume_are_told_to_the_open_ask() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            match await (Press(living(table), "go", GO) | Interruption()):
                case Interrupted(why=why):
                    note(table, why)
                case _:
                    return

    kit = Kit(toy(flow))
    kit.host(1, pause=True)
    kit.host(2, resume=True)
    assert kit.notes() == ["pause", "resume"]


def test_nobody_is_asked_for_a_letting_go_once_the_pause_has_ended_every_hold() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        answer = await LetGo(living(table), "go")
        note(table, type(answer).__name__)

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1)
    kit.press(1, 2)
    kit.ring(2)
    kit.host(3, pause=True)
    kit.release(4, 1)
    kit.release(4, 2)
    kit.host(5, resume=True)
    assert kit.notes() == ["Moot"]


def test_a_card_that_nobody_claimed_is_forgotten_in_a_pause() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", lambda _seat, _card: None)

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    assert kit.referee.run.claimants() == (1, 2, 3)
    kit.host(2, pause=True)
    kit.host(3, resume=True)
    assert kit.referee.run.claimants() == ()


def test_a_restart_pauses_the_game_and_passes_no_time() -> None:
    kit = Kit(toy(_window))
    kit.woke(2)
    kit.restart(5000)
    assert kit.view()["paused"]
    assert kit.notes() == []
    kit.host(5001, resume=True)
    assert kit.notes() == []


def test_a_window_starts_whole_again_after_a_restart() -> None:
    kit = Kit(toy(_window))
    kit.woke(2)
    kit.restart(5000)
    kit.host(5001, resume=True)
    assert kit.referee.due() == Deadline(ns(5006), Due.END)


def test_everybodys_windows_start_whole_again_though_one_is_interrupted() -> None:
    async def flow(table: Table[Toy]) -> None:
        def one(seat: int) -> Ask[Any]:
            press = Press(lambda: (seat,), "go", GO).within(ns(5))
            return press if seat > 1 else press | Interruption()

        match await Everyone(living(table), one):
            case Moot():
                return
            case answers:
                note(table, " ".join(type(answer).__name__ for answer in answers.values()))

    kit = Kit(toy(flow))
    kit.woke(2)
    kit.restart(100)
    kit.host(200, resume=True)
    assert kit.referee.due() == Deadline(ns(205), Due.END)
    kit.woke(205)
    assert kit.notes() == ["Interrupted Passed Passed"]


def test_a_restart_knows_the_buttons_that_are_down_now() -> None:
    kit = Kit(toy(_holding))
    kit.press(1, 1)
    kit.press(1, 2)
    kit.restart(2, "2.left", "bell")
    kit.host(3, resume=True)
    assert set(kit.referee.run.holds.sides()) == {2}


def test_a_restart_of_a_game_that_is_over_changes_nothing() -> None:
    kit = Kit(toy(_window))
    kit.host(1, end=True)
    before = kit.view()
    kit.restart(2)
    assert kit.view() == before


def test_a_restart_while_paused_keeps_it_paused() -> None:
    kit = Kit(toy(_window))
    kit.host(2, pause=True)
    kit.restart(3)
    kit.host(10, resume=True)
    assert kit.referee.due() == Deadline(ns(15), Due.END)


def test_a_late_stamp_from_before_a_pause_is_no_older_than_the_pause() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        letting = await LetGo(living(table), "go")
        note(table, getattr(letting, "stamp", "moot"))

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1)
    kit.press(1, 2)
    kit.ring(2)
    kit.host(3, pause=True)
    kit.host(10, resume=True)
    kit.release(10.5, 1, late=9)
    assert kit.notes() == [str(ns(3))]


def test_cues_are_told_in_kit_time() -> None:
    async def flow(table: Table[Toy]) -> None:
        pressed = await Press(living(table), "go", GO)
        table.cue(Sound(getattr(pressed, "at", 0), "ring"))

    kit = Kit(toy(flow))
    kit.host(2, pause=True)
    kit.host(10, resume=True)
    step = kit.press(11, 1)
    assert step.cues == (Sound(ns(11), "ring"),)
    assert kit.view()["cues"] == [{"at": 11.0, "kind": "sound", "word": "ring"}]


def test_ending_a_paused_game_leaves_nothing_to_resume() -> None:
    kit = Kit(toy(_window))
    kit.host(1, pause=True)
    kit.host(2, end=True)
    assert not kit.view()["paused"]
    assert kit.host(3, resume=True).verdict is Verdict.REFUSED


def test_a_pause_and_a_restart_replay_to_the_same_table() -> None:
    kit = Kit(toy(_holding))
    kit.press(1, 1)
    kit.host(2, pause=True)
    kit.release(3, 1)
    kit.host(4, resume=True)
    kit.press(5, 2)
    kit.restart(6, "2.left")
    assert all_views(kit.restored()) == all_views(kit.referee)
