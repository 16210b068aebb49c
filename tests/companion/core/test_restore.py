from __future__ import annotations

import json
from dataclasses import replace

from companion.core.asks import Passed
from companion.core.events import HostDid, Said, TableEvent
from companion.core.game import Table
from companion.core.gestures import Press
from companion.core.lines import Vocabulary, read_line, write_line
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.steps import Verdict
from tests.companion.core.tables import CARDS, Kit, L, Toy, all_views, living, note, ns, toy

GO = {L: {"done": True}}


async def _windows(table: Table[Toy]) -> None:
    note(table, "set up")
    while True:
        came = await Press(living(table), "go", GO).within(ns(5))
        note(table, "passed" if isinstance(came, Passed) else "press")


def _played() -> Kit:
    """Play a little of everything, with undos and a restart."""
    kit = Kit(toy(_windows))
    kit.press(1, 1)
    kit.woke(6)
    kit.ring(6.5)
    kit.say(7, 2, question=kit.question(2, done=True), done=True)
    kit.host(8, pause=True)
    kit.host(9, adjust={"seat": 2, "coins": -2})
    kit.host(10, undo=2)
    kit.host(11, resume=True)
    kit.press(12, 3)
    kit.restart(13, "3.left")
    kit.host(14, resume=True)
    kit.host(14.5, replace={"seat": 1, "name": "Zoe"})
    kit.press(15, 1)
    kit.host(16, undo=1)
    return kit


def _at_a_difference(kit: Kit, place: int) -> Referee[Toy]:
    """Restore from records of which one was decided differently."""
    kit.records[place] = replace(kit.records[place], digest="0" * 16)
    return kit.restored()


def test_a_replay_gives_the_identical_table() -> None:
    kit = _played()
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_replay_is_identical_after_every_single_record() -> None:
    played = _played()
    kit = Kit(toy(_windows))
    for made in played.records:
        kit.feed(made.event)
        assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_restored_table_goes_on_like_the_one_that_never_stopped() -> None:
    kit = _played()
    other = kit.restored()
    for event in (HostDid({"resume": True}, at=ns(20)), Said(2, {"done": True}, at=ns(21))):
        assert other.feed(event) == kit.referee.feed(event)
    assert all_views(other) == all_views(kit.referee)


def test_undo_works_after_a_restart() -> None:
    kit = _played()
    other = kit.restored()
    event = HostDid({"undo": 2}, at=ns(20))
    assert other.feed(event) == kit.referee.feed(event)
    assert all_views(other) == all_views(kit.referee)


def test_records_survive_the_text_form() -> None:
    kit = _played()
    words = Vocabulary(3, frozenset(CARDS), kit.game.say_fault)

    def through_text(made: Record) -> Record:
        event = read_line(json.loads(write_line(made.event)), words)
        assert isinstance(event, TableEvent)
        return replace(made, event=event, rulings=tuple(json.loads(json.dumps(made.rulings))))

    kit.records = [through_text(made) for made in kit.records]
    assert all_views(kit.restored()) == all_views(kit.referee)


def test_a_record_that_is_decided_differently_stops_the_replay() -> None:
    kit = Kit(toy(_windows))
    for second in (1, 2, 3):
        kit.press(second, 1)
    referee = _at_a_difference(kit, 1)
    assert referee.differs_at == 1
    assert referee.view("public")["failed"] == "the replay differs from the journal at record 2"


def test_the_recorded_rulings_stay_on_the_board_of_a_stopped_replay() -> None:
    kit = Kit(toy(_windows))
    for second in (1, 2, 3):
        kit.press(second, 1)
    shown = _at_a_difference(kit, 1).view("public")["rulings"]
    assert [(one["number"], one["ruling"]) for one in shown] == [
        (2, "noted"),
        (3, "noted"),
        (4, "noted"),
        (5, "failed"),
    ]


def test_a_stopped_replay_keeps_only_the_last_rulings_on_the_board() -> None:
    kit = Kit(toy(_windows))
    for tenth in range(60):
        kit.press(tenth / 10, 1)
    shown = _at_a_difference(kit, 0).view("public")["rulings"]
    assert [one["number"] for one in shown] == list(range(13, 63))


def test_only_the_host_acts_on_a_stopped_replay() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 1)
    referee = _at_a_difference(kit, 0)
    _, step = referee.feed(Said(1, {"done": True}, at=ns(2)))
    assert step.refusal is not None
    assert step.refusal.reason == "failed"
    made, _ = referee.feed(HostDid({"end": True}, at=ns(3)))
    assert made.verdict is Verdict.ACCEPTED
    assert referee.view("public")["over"]


def test_what_the_host_does_on_a_stopped_replay_is_shown_after_the_recorded_rulings() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 1)
    referee = _at_a_difference(kit, 0)
    referee.feed(HostDid({"pause": True}, at=ns(3)))
    kinds = [(one["number"], one["ruling"]) for one in referee.view("public")["rulings"]]
    assert kinds == [(2, "noted"), (3, "failed"), (4, "paused")]


def test_the_hosts_undo_rescues_a_stopped_replay() -> None:
    kit = Kit(toy(_windows))
    for second in (1, 2, 3):
        kit.press(second, 1)
    referee = _at_a_difference(kit, 1)
    assert referee.steps() == 3
    referee.feed(HostDid({"undo": 2}, at=ns(4)))
    assert referee.differs_at is None
    seen = referee.view("public")
    assert (seen["failed"], seen["paused"]) == (None, True)
    assert seen["notes"] == ["set up", "press"]
    assert [one["number"] for one in seen["rulings"]] == [1, 2, 6]


def test_an_undo_that_does_not_reach_the_difference_leaves_it() -> None:
    kit = Kit(toy(_windows))
    for second in (1, 2, 3):
        kit.press(second, 1)
    referee = _at_a_difference(kit, 1)
    made, _ = referee.feed(HostDid({"undo": 1}, at=ns(4)))
    assert referee.differs_at == 1
    assert made.verdict is Verdict.ACCEPTED
    assert referee.steps() == 2


def test_a_rescued_table_comes_back_the_same_after_another_restart() -> None:
    kit = Kit(toy(_windows))
    for second in (1, 2, 3):
        kit.press(second, 1)
    referee = _at_a_difference(kit, 1)
    for event in (
        HostDid({"undo": 2}, at=ns(4)),
        HostDid({"resume": True}, at=ns(5)),
        Said(3, {"done": True}, at=ns(6)),
    ):
        made, _ = referee.feed(event)
        kit.records.append(made)
    assert all_views(kit.restored()) == all_views(referee)


def test_a_landing_that_is_decided_differently_stops_the_replay_too() -> None:
    kit = Kit(toy(_windows))
    kit.press(1, 1)
    kit.press(2, 1)
    kit.host(3, undo=1)
    assert _at_a_difference(kit, 2).differs_at == 1


def test_another_version_of_the_game_is_found_out() -> None:
    async def other(table: Table[Toy]) -> None:
        note(table, "set up")
        while True:
            await Press(living(table), "go", GO)
            note(table, "otherwise")

    kit = Kit(toy(_windows))
    kit.press(1, 1)
    kit.game = toy(other)
    referee = kit.restored()
    assert referee.differs_at == 0
    assert [one["ruling"] for one in referee.view("public")["rulings"]] == ["noted", "failed"]


def test_a_restored_table_without_records_is_a_new_one() -> None:
    kit = Kit(toy(_windows))
    assert all_views(kit.restored()) == all_views(kit.referee)
