from __future__ import annotations

from companion.core.events import TableEvent
from companion.core.referee import Referee
from tests.contract.players import Played
from tests.contract.walks import (
    HOUR,
    all_views,
    at_moment,
    due,
    host,
    later,
    sample,
    snapshot,
)


def test_undo_and_the_same_act_again_give_the_same_table(played: Played) -> None:
    steps = [number for number, record in enumerate(played.records) if record.counts]
    same = [undone_and_redone(played, moment) for moment in sample(steps, 15)]
    # Where an interruption voids a count, or a button is up by now, the act cannot be repeated.
    assert same.count(True) > len(same) // 3


def undone_and_redone(played: Played, moment: int) -> bool:
    """Undo one step and do it again; False where the interruption itself changed the table."""
    event = played.events[moment]
    referee = at_moment(played, moment)
    deadline, before = due(referee), snapshot(referee)
    referee.feed(event)
    after = snapshot(referee)
    assert host(referee, {"undo": 1}, event.at + HOUR) == "accepted"
    assert referee.run.is_paused
    assert host(referee, {"resume": True}, event.at + 2 * HOUR) == "accepted"
    if snapshot(referee) != before or (deadline is not None and deadline.ns <= event.at):
        return False
    record, _ = referee.feed(later(event, event.at + 2 * HOUR))
    assert record.verdict is played.records[moment].verdict
    assert snapshot(referee) == after
    return True


def test_undoing_steps_one_by_one_or_all_at_once_is_the_same(played: Played) -> None:
    at, steps = played.events[-1].at + 1, 5
    one_by_one, at_once = (at_moment(played, len(played.events)) for _ in range(2))
    for _ in range(steps):
        assert host(one_by_one, {"undo": 1}, at) == "accepted"
    assert host(at_once, {"undo": steps}, at) == "accepted"
    assert snapshot(one_by_one) == snapshot(at_once)
    assert one_by_one.steps() == at_once.steps() == played.referee.steps() - steps


def test_everything_can_be_taken_back_and_not_one_step_more(played: Played) -> None:
    referee = at_moment(played, len(played.events))
    at = played.events[-1].at + 1
    views = all_views(referee)
    assert host(referee, {"undo": referee.steps() + 1}, at) == "refused"
    assert [one for one in views if '"over": true' not in one] == []
    assert host(referee, {"undo": referee.steps()}, at) == "accepted"
    assert referee.steps() == 0
    assert not referee.run.is_over
    assert host(referee, {"resume": True}, at) == "accepted"
    _play_again(referee, played.events, at)
    assert referee.run.failure is None


def _play_again(referee: Referee[object], events: tuple[TableEvent, ...], at: int) -> None:
    for event in events:
        referee.feed(later(event, event.at + at))
