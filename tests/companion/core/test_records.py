from __future__ import annotations

from typing import Any

import pytest

from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    TableEvent,
    Woke,
    is_step,
)
from companion.core.records import (
    Landing,
    Record,
    count_steps,
    digest,
    drop_last,
    fold,
    undo_steps,
)
from companion.core.rulings import Numbered, TakenBack
from companion.core.steps import Verdict
from tests.companion.core.tables import L, Noted, R

YES, NO = Verdict.ACCEPTED, Verdict.REFUSED


def _press(at: int, verdict: Verdict = YES, *numbers: int) -> Record:
    return Record(Pressed(1, L, at=at), verdict, tuple({"number": one} for one in numbers))


def _undo(at: int, steps: Any, verdict: Verdict = YES, *numbers: int) -> Record:
    event = HostDid({"undo": steps}, at=at)
    return Record(event, verdict, tuple({"number": one} for one in numbers), "d")


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Pressed(1, L, at=0), True),
        (Released(1, L, at=0), True),
        (Rang(at=0), True),
        (CardPlaced("a/1", "centre", at=0), True),
        (CardLifted("a/1", "centre", at=0), True),
        (Said(1, {"done": True}, at=0), True),
        (HostDid({"adjust": {"seat": 1}}, at=0), True),
        (HostDid({"end": True}, at=0), True),
        (HostDid({"pause": True}, at=0), False),
        (HostDid({"resume": True}, at=0), False),
        (HostDid({"undo": 1}, at=0), False),
        (Woke(at=0), False),
        (Restarted(at=0), False),
    ],
)
def test_steps_are_acts_and_corrections(event: TableEvent, expected: bool) -> None:
    assert is_step(event) is expected
    assert Record(event, YES).counts is expected
    assert not Record(event, NO).counts
    assert not Record(event, Verdict.IGNORED).counts


def test_an_event_has_its_true_stamp_beside_its_place() -> None:
    assert Pressed(1, L, at=9, late=5).stamp == 5
    assert Pressed(1, L, at=9).stamp == 9


@pytest.mark.parametrize(
    ("record", "steps"),
    [(_undo(1, 3), 3), (_undo(1, 3, NO), 0), (_undo(1, "x"), 0), (_press(1), 0)],
)
def test_only_an_accepted_undo_takes_steps_back(record: Record, steps: int) -> None:
    assert undo_steps(record) == steps


def test_records_without_an_undo_stay_as_they_are() -> None:
    records = [_press(1), Record(Woke(at=2), Verdict.IGNORED), _press(3, NO)]
    assert fold(records) == records


def test_an_undo_leaves_a_landing_where_its_steps_were() -> None:
    records = [
        _press(1, YES, 1),
        Record(Pressed(2, R, at=2), YES, ({"number": 2},)),
        Record(Woke(at=3), Verdict.IGNORED, ({"number": 3},)),
        Record(Released(1, L, at=3), Verdict.IGNORED),
        _undo(4, 1, YES, 4),
    ]
    landing = Landing(2, ("2.right",), 4, 1, ({"number": 4},), "d")
    assert fold(records) == [records[0], landing]


def test_a_landing_without_recorded_rulings_goes_on_with_the_next_number() -> None:
    (landing,) = fold([_press(1, YES, 1, 2), _undo(4, 1)])
    assert isinstance(landing, Landing)
    assert landing.number == 3


def test_a_later_undo_takes_back_an_earlier_landing() -> None:
    records = [_press(1), _press(2), _undo(3, 1), _press(4), _undo(5, 2)]
    (landing,) = fold(records)
    assert isinstance(landing, Landing)
    assert (landing.at, landing.steps) == (1, 2)


def test_a_restart_says_which_buttons_are_down() -> None:
    records = [
        _press(1),
        Record(Restarted(("3.left", "2.right"), at=2), YES),
        Record(HostDid({"adjust": {}}, at=3), YES),
        _undo(4, 1),
    ]
    landing = fold(records)[-1]
    assert isinstance(landing, Landing)
    assert landing.down == ("2.right", "3.left")


def test_dropping_steps_drops_what_came_after_them_and_tells_when_they_began() -> None:
    kept: list[Record | Landing] = [_press(1), _press(2), _press(3, NO), _press(4), _press(5, NO)]
    assert count_steps(kept) == 3
    assert drop_last(kept, 2) == 2
    assert kept == [_press(1)]


def test_dropping_no_step_drops_nothing() -> None:
    kept: list[Record | Landing] = [_press(1)]
    assert drop_last(kept, 0) == 0
    assert len(kept) == 1


def test_more_steps_than_there_are_cannot_be_dropped() -> None:
    with pytest.raises(IndexError):
        drop_last([_press(1)], 2)


def test_a_digest_tells_decisions_apart() -> None:
    first, second = Numbered(1, 0, Noted("a")), Numbered(1, 0, Noted("b"))
    digests = {
        digest(YES, [first]),
        digest(YES, [second]),
        digest(NO, [first]),
        digest(YES, [first, second]),
        digest(YES, [Numbered(2, 0, Noted("a"))]),
        digest(YES, [Numbered(1, 0, TakenBack(1))]),
    }
    assert len(digests) == 6
    assert digest(YES, [first]) == digest(YES, [Numbered(1, 0, Noted("a"))])
