from __future__ import annotations

from companion.core.asks import Deadline, Due, Passed
from companion.core.game import Table
from companion.core.gestures import Called, Holding, HostSays, LetGo, Press, Pressing, Tap, Tapped
from companion.core.moments import Interrupted, Interruption
from companion.core.referee import MOST_REFUSALS
from companion.core.steps import Verdict
from tests.companion.core.tables import Kit, L, R, Toy, all_views, living, note, ns, toy

GO = {L: {"done": True}}


async def _presses(table: Table[Toy]) -> None:
    """Note every press; a seat that is told apart presses twice as well as once."""
    while True:
        match await (Press(living(table), "go", GO) | HostSays(("first",))):
            case Pressing(seat=seat):
                note(table, seat)
            case answer:
                note(table, answer)


async def _windows(table: Table[Toy]) -> None:
    """Note presses, and every window of 5 s that begins with one and passes."""
    while True:
        await Press(living(table), "go", GO)
        note(table, "open")
        came = await Press(lambda: (1,), "go", GO).within(ns(5))
        note(table, "passed" if isinstance(came, Passed) else "closed")


async def _reveal(table: Table[Toy]) -> None:
    """Hold, call, let go: whatever comes."""
    while True:
        match await Holding(living(table), "hold", lambda: (1,)):
            case Called(sides=sides):
                note(table, " ".join(f"{seat}{side[0]}" for seat, side in sides.items()))
            case other:
                note(table, other)
        while any(seat in table.holds for seat in table.state.alive):
            await LetGo(living(table), "go")
            note(table, "let go")


def test_undo_takes_back_one_accepted_act() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.press(2, 2)
    step = kit.host(3, undo=1)
    assert step.verdict is Verdict.ACCEPTED
    assert kit.notes() == ["1"]


def test_undo_takes_back_as_many_acts_as_are_named() -> None:
    kit = Kit(toy(_presses))
    for seat in (1, 2, 3):
        kit.press(seat, seat)
    kit.host(4, undo=2)
    assert kit.notes() == ["1"]


def test_undo_of_everything_goes_back_to_the_beginning() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.host(3, undo=2)
    assert kit.notes() == []
    assert kit.referee.steps() == 0


def test_undo_of_more_than_there_is_is_refused_and_changes_nothing() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    step = kit.host(2, undo=2)
    assert step.refusal is not None
    assert step.refusal.reason == "nothing_to_undo"
    assert (kit.notes(), kit.referee.steps()) == (["1"], 1)
    assert not kit.view()["paused"]
    assert kit.view()["refused"]["reason"] == "nothing_to_undo"


def test_undo_of_no_step_is_refused() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    assert kit.host(2, undo=0).verdict is Verdict.REFUSED
    assert kit.host(2, undo=-1).verdict is Verdict.REFUSED


def test_a_refused_undo_lets_due_windows_pass_like_any_act() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.host(7, undo=5)
    assert kit.notes() == ["open", "passed"]
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_refused_act_is_no_step() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    assert kit.ring(2).verdict is Verdict.REFUSED
    kit.host(3, undo=1)
    assert kit.notes() == []


def test_the_release_after_a_plain_press_is_no_step() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.release(1.1, 1)
    kit.press(2, 2)
    kit.release(2.1, 2)
    kit.host(3, undo=1)
    assert kit.notes() == ["1"]


def test_waking_pausing_resuming_and_undoing_are_no_steps() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.woke(3)
    kit.host(4, pause=True)
    kit.host(5, resume=True)
    assert kit.referee.steps() == 2
    kit.host(6, undo=1)
    assert kit.referee.steps() == 1
    assert kit.notes() == ["1"]


def test_the_hosts_corrections_are_steps() -> None:
    kit = Kit(toy(_presses))
    kit.host(1, adjust={"seat": 2, "coins": -1})
    kit.host(2, replace={"seat": 3, "name": "Zoe"})
    assert kit.referee.steps() == 2
    kit.host(3, undo=1)
    assert kit.view()["seats"]["3"]["name"] == "Cy"
    assert kit.view()["seats"]["2"]["coins"] == 4
    kit.host(4, undo=1)
    assert kit.view()["seats"]["2"]["coins"] == 5


def test_what_the_game_asks_of_the_host_is_a_step() -> None:
    kit = Kit(toy(_presses))
    kit.host(1, first=2)
    kit.host(2, undo=1)
    assert kit.notes() == []


def test_a_hold_and_its_letting_go_are_two_steps() -> None:
    kit = Kit(toy(_reveal), seats=2)
    kit.press(1, 1, L)
    kit.release(2, 1, L)
    assert kit.referee.steps() == 2
    kit.host(3, undo=1)
    assert 1 in kit.referee.run.holds
    kit.host(3.1, undo=1)
    assert 1 not in kit.referee.run.holds


def test_letting_go_is_no_step_where_nobody_waits_for_it() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        note(table, "called")
        await Tap(lambda: (1,), "show", lambda _seat, _card: None)

    kit = Kit(toy(flow), seats=2)
    kit.press(1, 1)
    kit.press(1, 2)
    kit.ring(2)
    assert kit.release(3, 1).verdict is Verdict.IGNORED
    assert 1 not in kit.referee.run.holds
    assert kit.referee.steps() == 3


def test_letting_go_on_a_phone_where_nobody_waits_for_it_ends_the_hold_all_the_same() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        await Tap(lambda: (1,), "show", lambda _seat, _card: None)

    kit = Kit(toy(flow), seats=2)
    kit.say(1, 1, side="left")
    kit.say(1, 2, side="left")
    kit.ring(2)
    assert kit.say(3, 1, let_go=True).verdict is Verdict.IGNORED
    assert 1 not in kit.referee.run.holds
    assert kit.referee.steps() == 3


def test_a_passed_deadline_goes_with_the_act_before_it() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.woke(6)
    kit.woke(7)
    assert kit.notes() == ["open", "passed"]
    kit.host(8, undo=1)
    assert kit.notes() == []


def test_a_deadline_that_passed_before_the_undone_act_stays_passed() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.woke(6)
    kit.press(8, 3)
    kit.host(9, undo=1)
    assert kit.notes() == ["open", "passed"]


def test_a_deadline_that_only_the_undone_act_implied_stays_passed_too() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.press(8, 3)
    assert kit.notes() == ["open", "passed", "open"]
    kit.host(9, undo=1)
    assert kit.notes() == ["open", "passed"]
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_after_an_undo_the_game_is_paused_until_the_host_resumes() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.press(2, 2)
    kit.host(3, undo=1)
    assert kit.view()["paused"]
    refusal = kit.press(4, 3).refusal
    assert refusal is not None
    assert refusal.reason == "paused"
    kit.host(5, resume=True)
    kit.press(6, 3)
    assert kit.notes() == ["1", "3"]


def test_undo_works_while_paused_and_across_earlier_undos() -> None:
    kit = Kit(toy(_presses))
    for seat in (1, 2, 3):
        kit.press(seat, seat)
    kit.host(4, undo=1)
    kit.host(5, undo=1)
    assert kit.notes() == ["1"]
    kit.host(6, resume=True)
    kit.press(7, 3)
    kit.host(8, undo=2)
    assert kit.notes() == []
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_an_undo_takes_back_a_pause_that_came_after_the_undone_act_but_stays_paused() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.host(2, pause=True)
    kit.host(3, undo=1)
    assert kit.notes() == []
    assert kit.view()["paused"]
    kit.host(4, resume=True)
    assert not kit.view()["paused"]


def test_a_window_starts_whole_again_after_an_undo() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.host(3, adjust={"seat": 2, "coins": 1})
    kit.host(4, undo=1)
    kit.host(100, resume=True)
    assert kit.referee.due() == Deadline(ns(105), Due.END)
    kit.woke(104.999)
    assert kit.notes() == ["open"]
    kit.woke(105)
    assert kit.notes() == ["open", "passed"]


def test_the_open_ask_is_told_of_the_landing() -> None:
    async def flow(table: Table[Toy]) -> None:
        while True:
            match await (Press(living(table), "go", GO) | Interruption()):
                case Interrupted(why=why):
                    note(table, why)
                case _:
                    note(table, "press")

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.press(2, 1)
    kit.host(3, undo=1)
    kit.host(4, resume=True)
    assert kit.notes() == ["press", "undo", "resume"]


def test_no_ruling_number_is_ever_used_twice() -> None:
    kit = Kit(toy(_presses))
    for seat in (1, 2, 3):
        kit.press(seat, seat)
    kit.host(4, undo=2)
    kit.host(5, resume=True)
    kit.press(6, 2)
    kit.host(7, undo=1)
    shown = [one["number"] for made in kit.records for one in made.rulings]
    assert shown == [1, 2, 3, 4, 5, 6, 7]


def test_rulings_made_before_the_first_ask_keep_their_numbers_through_an_undo() -> None:
    async def flow(table: Table[Toy]) -> None:
        note(table, "set up")
        await _presses(table)

    kit = Kit(toy(flow))
    kit.press(1, 1)
    kit.host(2, undo=1)
    numbers = [(one["number"], one["ruling"]) for one in kit.view()["rulings"]]
    assert numbers == [(1, "noted"), (3, "taken_back")]
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_the_buttons_keep_the_levels_they_have_now() -> None:
    kit = Kit(toy(_reveal), seats=2)
    kit.press(1, 1, L)
    kit.press(2, 2, R)
    kit.release(3, 1, L)
    kit.host(4, undo=2)
    assert kit.referee.run.down() == ("2.right",)
    assert 1 in kit.referee.run.holds
    kit.host(5, resume=True)
    assert 1 not in kit.referee.run.holds


def test_a_release_in_an_undos_pause_drops_the_hold_at_resume() -> None:
    kit = Kit(toy(_reveal), seats=2)
    kit.press(1, 1, L)
    kit.press(2, 2, R)
    kit.host(3, undo=1)
    kit.release(4, 1, L)
    kit.host(5, resume=True)
    assert kit.referee.run.holds.sides() == {}
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_card_may_lie_anywhere_after_an_undo() -> None:
    async def flow(table: Table[Toy]) -> None:
        tap = Tap(lambda: (1,), "show", lambda _seat, _card: None)
        tray = Tap(lambda: (1,), "show", lambda _seat, _card: None, reader="tray")
        while True:
            match await (tap | tray | Press(living(table), "go", GO)):
                case Tapped(card=card):
                    note(table, card)
                case _:
                    note(table, "press")

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    kit.press(2, 2)
    kit.lift(3, "pay/1")
    kit.host(4, undo=1)
    kit.host(5, resume=True)
    kit.card(6, "pay/1", "tray")
    assert kit.notes() == ["pay/1", "pay/1"]


def test_undoing_the_end_of_a_game_opens_it_again() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    kit.host(2, end=True)
    assert kit.view()["over"]
    kit.host(3, undo=1)
    assert not kit.view()["over"]
    kit.host(4, resume=True)
    kit.press(5, 2)
    assert kit.notes() == ["1", "2"]


def test_undo_then_the_same_acts_give_the_same_state() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 2)
    kit.press(2, 1)
    kit.press(3, 3)
    before = kit.notes()
    kit.host(4, undo=2)
    kit.host(5, resume=True)
    kit.press(6, 1)
    kit.press(7, 3)
    assert kit.notes() == before


def test_a_late_stamp_from_before_a_landing_is_no_older_than_the_landing() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Holding(living(table), "hold", lambda: (1,))
        letting = await LetGo(living(table), "go")
        note(table, getattr(letting, "stamp", "moot"))

    kit = Kit(toy(flow), seats=2)
    kit.say(1, 2, side="left")
    kit.press(2, 1)
    kit.ring(3)
    kit.host(4, adjust={"seat": 1, "coins": 1})
    kit.host(100, undo=1)
    kit.host(200, resume=True)
    kit.release(200.5, 1, late=199)
    assert kit.notes() == [str(ns(4))]


def test_a_phone_that_is_refused_without_end_does_not_fill_the_journal() -> None:
    kit = Kit(toy(_presses))
    before = len(kit.referee.kept)
    for number in range(MOST_REFUSALS + 50):
        kit.say(1 + number / 10, 2, show=1)
    assert len(kit.referee.kept) == before + MOST_REFUSALS
    assert [record.is_noise for record in kit.records[-51:]] == [False, *[True] * 50]
    kit.press(60, 1)
    kit.say(61, 2, show=1)
    assert not kit.records[-1].is_noise
    assert all_views(kit.restored()) == all_views(kit.referee)
