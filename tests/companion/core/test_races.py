from __future__ import annotations

from typing import TypeVar

import pytest

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Deadline,
    Due,
    Kept,
    Moot,
    NotMine,
    Open,
    Refused,
    Scene,
)
from companion.core.events import CardPlaced, Pressed, Rang, Released, Said, Side, Woke
from companion.core.gestures import LetGo, Letting, Press, Pressing, Tap
from companion.core.holds import HOST, PANEL, PHONE, Hold, Holds
from companion.core.races import Acted, AllHold, Race, Ready, Trailing

T = TypeVar("T")

SAYS = {Side.LEFT: {"cover": True}, Side.RIGHT: {"click": True}}


def everybody() -> tuple[int, ...]:
    return (1, 2, 3)


def nobody() -> tuple[int, ...]:
    return ()


def presses(tie_window: int = 0) -> Race[Pressing | Moot]:
    return Race(everybody, lambda seat: Press(lambda: (seat,), "go", SAYS), tie_window)


def opened(ask: Ask[T], holds: Holds | None = None, now: int = 0) -> Open[T]:
    return ask.opens(Scene(now, holds or Holds()))


def held(*seats: int, source: str = PANEL) -> Holds:
    holds = Holds()
    for seat in seats:
        holds.take(seat, Hold(Side.LEFT, source, seat * 10))
    return holds


# Ready


def test_ready_is_answered_by_the_last_hold() -> None:
    ask = opened(Ready(everybody, "ready"))
    assert ask.offer(Pressed(1, Side.LEFT, at=5)) == Kept()
    assert ask.offer(Said(2, {"side": "right"}, at=6)) == Kept()
    assert ask.offer(Pressed(3, Side.RIGHT, at=7)) == Answered(AllHold(7))


def test_ready_counts_what_is_held_already() -> None:
    ask = opened(Ready(everybody, "ready"), held(1, 3))
    assert ask.offer(Pressed(2, Side.LEFT, at=99)) == Answered(AllHold(99))


def test_ready_with_all_holding_is_answered_at_once_with_the_last_hold_s_beginning() -> None:
    ask = opened(Ready(everybody, "ready"), held(1, 2, 3), now=70)
    assert ask.due() == Deadline(70, Due.START)
    assert ask.lapse(Deadline(70, Due.START)) == Answered(AllHold(30))


def test_ready_is_not_due_while_somebody_is_missing_or_nobody_is_asked() -> None:
    assert opened(Ready(everybody, "ready"), held(1, 2)).due() is None
    assert opened(Ready(nobody, "ready")).due() is None
    assert opened(Ready(nobody, "ready")).is_moot()


def test_letting_go_of_a_ready_hold_is_an_answer() -> None:
    holds = held(1)
    ask = opened(Ready(everybody, "ready"), holds)
    assert ask.offer(Released(1, Side.LEFT, at=9, late=8)) == Answered(Letting(1, 9, 8))
    assert 1 not in holds


def test_the_same_hold_said_twice_is_no_step_and_another_side_changes_it() -> None:
    holds = held(1)
    ask = opened(Ready(everybody, "ready"), holds)
    assert ask.offer(Pressed(1, Side.LEFT, at=9)) == Absorbed()
    assert ask.offer(Pressed(1, Side.RIGHT, at=9)) == Kept()
    assert holds.sides() == {1: Side.RIGHT}


def test_only_what_made_a_ready_hold_changes_or_ends_it_or_the_host() -> None:
    ask = opened(Ready(everybody, "ready"), held(1, 2))
    assert ask.offer(Said(1, {"side": "right"}, at=9)) == Refused("held_elsewhere", rank=3)
    assert ask.offer(Said(1, {"let_go": True}, at=9)) == Refused("held_elsewhere", rank=3)
    assert ask.offer(Said(1, {"let_go": True}, HOST, at=9)) == Answered(Letting(1, 9, 9))


@pytest.mark.parametrize(
    "event", [Pressed(7, Side.LEFT, at=1), Released(1, Side.LEFT, at=1), Rang(at=1), Woke(at=1)]
)
def test_other_acts_are_none_of_ready_s(event: Pressed | Released | Rang | Woke) -> None:
    assert opened(Ready(everybody, "ready")).offer(event) == NotMine()


def test_ready_asks_the_missing_to_hold_and_lets_the_others_let_go() -> None:
    offers = opened(Ready(everybody, "ready"), held(2)).offers()
    assert [(one.seat, one.gesture, one.optional) for one in offers] == [
        (1, "hold", False),
        (1, "hold", False),
        (3, "hold", False),
        (3, "hold", False),
        (2, "let_go", True),
    ]


# Race


def test_a_race_is_due_a_tie_window_after_its_earliest_stamp() -> None:
    ask = opened(presses(tie_window=50))
    assert ask.due() is None
    assert ask.offer(Pressed(2, Side.LEFT, at=100)) == Kept()
    assert ask.offer(Pressed(1, Side.LEFT, at=120, late=90)) == Kept()
    assert ask.due() == Deadline(140, Due.END)


def test_a_race_is_answered_with_every_act_and_its_true_stamp() -> None:
    ask = opened(presses())
    ask.offer(Pressed(2, Side.RIGHT, at=100))
    ask.offer(Said(1, {"cover": True}, at=100))
    assert ask.lapse(Deadline(100, Due.END)) == Answered(
        {
            2: Acted(Pressing(2, Side.RIGHT, 100), 100),
            1: Acted(Pressing(1, Side.LEFT, 100), 100),
        }
    )


def test_a_second_act_of_a_seat_is_absorbed_unless_its_stamp_is_earlier() -> None:
    ask = opened(presses())
    ask.offer(Pressed(2, Side.LEFT, at=100))
    assert ask.offer(Pressed(2, Side.RIGHT, at=100)) == Absorbed()
    assert ask.offer(Pressed(2, Side.RIGHT, at=100, late=99)) == Kept()
    acts = ask.lapse(Deadline(99, Due.END))
    assert acts == Answered({2: Acted(Pressing(2, Side.RIGHT, 100), 99)})


def test_who_has_acted_is_asked_no_more() -> None:
    ask = opened(presses())
    ask.offer(Pressed(2, Side.LEFT, at=100))
    assert {one.seat for one in ask.offers()} == {1, 3}


def test_a_race_of_nobody_is_moot() -> None:
    assert opened(Race(nobody, lambda seat: Press(lambda: (seat,), "go", SAYS))).is_moot()
    assert opened(presses()).is_moot() is False


def test_a_race_refuses_with_the_seat_s_own_reason() -> None:
    ask = opened(Race(everybody, lambda seat: Tap(lambda: (seat,), "tap", _no_card)))
    assert ask.offer(CardPlaced("a/1", "centre", 2, at=1)) == Refused("no_card")
    assert ask.offer(Rang(at=1)) == NotMine()


def _no_card(seat: int, card: str) -> Refused:
    del seat, card
    return Refused("no_card")


def test_what_a_seat_s_ask_only_keeps_or_absorbs_is_no_act_yet() -> None:
    ask = opened(Race(everybody, lambda seat: Ready(lambda: (seat, 9), "ready")))
    assert ask.offer(Pressed(2, Side.LEFT, at=5)) == Kept()
    assert ask.offer(Pressed(2, Side.LEFT, at=6)) == Absorbed()
    assert ask.due() is None


# Trailing


def test_those_behind_are_absorbed_and_each_is_noted_once_with_the_true_stamp() -> None:
    notes: list[tuple[int, int]] = []
    ask = opened(Trailing(presses(), lambda: (2, 3), lambda *note: notes.append(note)))
    assert ask.offer(Pressed(2, Side.LEFT, at=200, late=150)) == Absorbed()
    assert ask.offer(Pressed(2, Side.LEFT, at=300)) == Absorbed()
    assert ask.offer(Pressed(3, Side.LEFT, at=400)) == Absorbed()
    assert notes == [(2, 150), (3, 400)]


def test_who_is_not_behind_is_none_of_trailing_s_and_nobody_is_asked() -> None:
    ask = opened(Trailing(presses(), lambda: (2,), lambda _seat, _stamp: None))
    assert ask.offer(Pressed(1, Side.LEFT, at=200)) == NotMine()
    assert ask.offers() == ()
    assert ask.is_moot() is None


def test_a_hold_that_trails_in_is_dropped() -> None:
    holds = held(2, source=PHONE)
    race = Race(everybody, lambda seat: LetGo(lambda: (seat,), "draw"))
    ask = opened(Trailing(race, lambda: (2,), lambda _seat, _stamp: None), holds)
    assert ask.offer(Said(2, {"let_go": True}, at=9)) == Absorbed()
    assert 2 not in holds
