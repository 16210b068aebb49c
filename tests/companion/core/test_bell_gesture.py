from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.core.asks import Absorbed, Answered, NotMine, Offer, Open, Refused, Scene
from companion.core.events import (
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.gestures import Letting, Press
from companion.core.gestures.bell import Bell, Counted, Gripped, Struck
from companion.core.holds import HOST, PANEL, PHONE, Hold, Holds

L, R = Side.LEFT, Side.RIGHT


@dataclass
class Scenery:
    """Holds what a Bell asks a game about, for a test to change at will."""

    who: tuple[int, ...] = (1, 2)
    due: dict[int, int] = field(default_factory=lambda: {1: 1, 2: 3})
    owner: int | None = None
    waiting: tuple[int, ...] = ()
    faults: dict[int | None, Refused] = field(default_factory=dict)
    calls: tuple[int, ...] = ()
    deaf_until: int = -1
    only_due: bool = False
    holds: Holds = field(default_factory=Holds)

    def ask(self) -> Bell:
        return Bell(
            who=lambda: self.who,
            about="ring",
            due=self.due.get,
            owner=lambda: self.owner,
            waiting=lambda: self.waiting,
            fault=self.faults.get,
            calls=lambda: self.calls,
            deaf_until=self.deaf_until,
            only_due=self.only_due,
        )

    def opened(self) -> Open[Any]:
        return self.ask().opens(Scene(0, self.holds))

    def offer(self, event: TableEvent) -> object:
        return self.opened().offer(event)

    def offers(self, gesture: str) -> list[Offer]:
        return [one for one in self.opened().offers() if one.gesture == gesture]


def holding(seat: int, side: Side = L, source: str = PANEL) -> Scenery:
    scenery = Scenery()
    scenery.holds.take(seat, Hold(side, source, 5))
    return scenery


# Hands


def test_a_press_is_an_answer_and_begins_a_hold_at_its_stamp() -> None:
    scenery = Scenery()
    said = scenery.offer(Pressed(2, R, at=9, late=8))
    assert said == Answered(Gripped(2, R, 9, 8, begins=True))
    assert scenery.holds.of(2) == Hold(R, PANEL, 9)


def test_a_second_button_is_a_press_and_no_hold() -> None:
    scenery = holding(2)
    assert scenery.offer(Pressed(2, R, at=9)) == Answered(Gripped(2, R, 9, 9, begins=False))
    assert scenery.holds.sides() == {2: L}


def test_the_same_button_again_changes_nothing() -> None:
    assert holding(2).offer(Pressed(2, L, at=9)) == Absorbed()


def test_a_phone_holds_a_side() -> None:
    scenery = Scenery()
    said = scenery.offer(Said(1, {"side": "right"}, at=9))
    assert said == Answered(Gripped(1, R, 9, 9, begins=True))
    assert scenery.holds.of(1) == Hold(R, PHONE, 9)


def test_a_hold_is_changed_only_by_what_made_it() -> None:
    refused = Refused("held_elsewhere", rank=3)
    assert holding(1).offer(Said(1, {"side": "right"}, at=9)) == refused
    assert holding(1, source=PHONE).offer(Pressed(1, R, at=9)) == refused


def test_letting_go_is_an_answer_with_the_true_stamp() -> None:
    scenery = holding(1)
    assert scenery.offer(Released(1, L, at=9, late=8)) == Answered(Letting(1, 9, 8))
    assert 1 not in scenery.holds


def test_a_phone_or_the_host_lets_go_of_what_the_phone_holds() -> None:
    for by in (PHONE, HOST):
        scenery = holding(1, source=PHONE)
        assert scenery.offer(Said(1, {"let_go": True}, by, at=9)) == Answered(Letting(1, 9, 9))


def test_a_phone_does_not_let_go_of_what_the_panel_holds() -> None:
    scenery = holding(1)
    assert scenery.offer(Said(1, {"let_go": True}, at=9)) == Refused("held_elsewhere", rank=3)
    assert 1 in scenery.holds


def test_a_seat_that_is_not_asked_lets_go_of_its_own_hold_elsewhere() -> None:
    # `NotMine`: the run drops a hold that nobody waits for.
    assert holding(3).offer(Released(3, L, at=9)) == NotMine()
    assert holding(3, source=PHONE).offer(Said(3, {"let_go": True}, at=9)) == NotMine()


@pytest.mark.parametrize("event", [Released(1, R, at=9), Said(1, {"let_go": True}, at=9)])
def test_letting_go_of_nothing_is_nothing(event: TableEvent) -> None:
    assert Scenery().offer(event) == NotMine()


# Rings


def test_a_ring_of_the_shared_bell_is_an_answer_whoever_owns_it() -> None:
    for owner in (None, 2):
        scenery = Scenery(owner=owner)
        assert scenery.offer(Rang(at=9, late=7)) == Answered(Struck(None, 9, 7))


def test_a_ring_of_an_own_bell_tells_whose() -> None:
    assert Scenery().offer(Rang(2, at=9)) == Answered(Struck(2, 9, 9))


def test_a_burst_told_on_a_phone_is_one_answer() -> None:
    assert Scenery().offer(Said(2, {"ring": 4}, at=9)) == Answered(Counted(2, 4, 9, 9))


def test_rings_are_refused_with_the_game_s_reason_for_their_ringer() -> None:
    wait, stray = Refused("wait"), Refused("stray")
    scenery = Scenery(owner=1, faults={1: wait, None: stray})
    of_1 = Refused("wait", seat=1)
    assert scenery.offer(Rang(at=9)) == of_1
    assert scenery.offer(Rang(1, at=9)) == of_1
    assert scenery.offer(Said(1, {"ring": 1}, at=9)) == of_1
    assert scenery.offer(Rang(2, at=9)) == Answered(Struck(2, 9, 9))
    scenery.owner = None
    assert scenery.offer(Rang(at=9)) == stray


def test_a_phone_s_burst_that_is_not_the_one_offered_may_belong_to_what_is_over() -> None:
    scenery = Scenery(only_due=True)
    refused = Refused("round_over", rank=2)
    assert scenery.offer(Said(2, {"ring": 2}, at=9)) == refused
    assert scenery.offer(Said(2, {"ring": 3}, at=9)) == Answered(Counted(2, 3, 9, 9))
    assert Scenery().offer(Said(2, {"ring": 2}, at=9)) == Answered(Counted(2, 2, 9, 9))


def test_bells_are_not_heard_up_to_a_stamp() -> None:
    scenery = Scenery(deaf_until=9)
    refused = Refused("round_over", rank=2)
    assert scenery.offer(Rang(at=9)) == refused
    assert scenery.offer(Rang(1, at=12, late=9)) == refused
    assert scenery.offer(Rang(1, at=10)) == Answered(Struck(1, 10, 10))
    assert scenery.offer(Said(1, {"ring": 1}, at=9)) == Answered(Counted(1, 1, 9, 9))


@pytest.mark.parametrize(
    "event",
    [
        Pressed(3, L, at=9),
        Rang(3, at=9),
        Said(3, {"ring": 1}, at=9),
        Said(1, {"side": "left", "done": True}, at=9),
        Said(1, {"ring": 1, "done": True}, at=9),
        Said(1, {"boom_boom": True}, at=9),
        CardPlaced("pay/1", "tray", 1, at=9),
        HostDid({"start": True}, at=9),
        Woke(at=9),
    ],
    ids=repr,
)
def test_other_acts_are_none_of_the_bell_s(event: TableEvent) -> None:
    assert Scenery().offer(event) == NotMine()


# Offers


def test_free_hands_may_hold_either_button() -> None:
    offers = Scenery().offers("hold")
    assert [(one.seat, one.button, one.optional) for one in offers] == [
        (1, L, True),
        (1, R, True),
        (2, L, True),
        (2, R, True),
    ]


def test_a_holder_may_let_go_of_what_it_holds() -> None:
    offers = holding(2, R).offers("let_go")
    assert [(one.seat, one.button, one.say, one.optional) for one in offers] == [
        (2, R, {"let_go": True}, True)
    ]


def test_only_the_owner_may_ring_and_a_phone_tells_its_burst_at_any_time() -> None:
    scenery = Scenery(owner=2)
    assert [(one.seat, one.say) for one in scenery.offers("ring")] == [(2, {"ring": 3})]
    assert [(one.seat, one.say) for one in scenery.offers("say")] == [(1, {"ring": 1})]
    assert all(one.optional for one in scenery.opened().offers())


def test_who_is_called_to_ring_is_waited_for_without_owning_the_bell() -> None:
    scenery = Scenery(calls=(1,))
    assert [(one.seat, one.optional) for one in scenery.offers("ring")] == [(1, False)]
    assert [(one.seat, one.optional) for one in scenery.offers("say")] == [(2, True)]


def test_no_ring_is_offered_where_none_is_due_or_it_would_be_refused() -> None:
    scenery = Scenery(due={2: 3}, owner=2, faults={2: Refused("frozen")})
    assert scenery.offers("ring") == scenery.offers("say") == []


def test_who_holds_in_vain_waits_for_its_turn() -> None:
    assert Scenery(waiting=(2,)).opened().waiting_turn() == (2,)


def test_nobody_else_s_ask_has_anybody_waiting_for_a_turn() -> None:
    press = Press(lambda: (1,), "go", {L: {"done": True}})
    assert press.opens(Scene(0, Holds())).waiting_turn() == ()


def test_waiting_turns_are_told_through_other_asks_and_windows() -> None:
    bell = Scenery(waiting=(2,)).ask()
    both = Press(lambda: (1,), "go", {L: {"done": True}}) | bell
    assert both.opens(Scene(0, Holds())).waiting_turn() == (2,)
    assert bell.within(5).opens(Scene(0, Holds())).waiting_turn() == (2,)


def test_a_bell_that_nobody_may_ring_is_moot() -> None:
    assert Scenery(who=()).opened().is_moot()
    assert not Scenery().opened().is_moot()


def test_by_default_nothing_is_wrong_with_a_ring_and_nobody_is_called() -> None:
    ask = Bell(lambda: (1,), "ring", lambda _seat: 1, lambda: 1, lambda: ())
    opened = ask.opens(Scene(0, Holds()))
    assert opened.offer(Rang(at=0)) == Answered(Struck(None, 0, 0))
    assert [one.optional for one in opened.offers() if one.gesture == "ring"] == [True]
