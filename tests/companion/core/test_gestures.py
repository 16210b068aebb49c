from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.asks import Offer, Refused, Scene
from companion.core.events import Happened
from companion.core.gestures import (
    Choose,
    HostSays,
    No,
    Press,
    Pressing,
    Ring,
    Ringing,
    Tap,
    Tapped,
    Tell,
    Yes,
    YesNo,
)
from companion.core.holds import Holds
from companion.core.steps import Step, Verdict
from tests.companion.core.tables import Kit, L, R, noting, ns, toy

SCENE = Scene(0, Holds())


def _reason(step: Step) -> str | None:
    return step.refusal.reason if step.refusal else None


TWO = Press(lambda: (1, 2), "go", {L: {"done": True}, R: {"done": True, "same": True}})


def test_a_button_answers_with_its_side_and_time() -> None:
    kit = Kit(toy(noting(TWO)))
    kit.press(1, 2, R)
    assert kit.notes() == [str(Pressing(2, R, ns(1)))]


@pytest.mark.parametrize(("say", "side"), [({"done": True}, L), ({"done": True, "same": True}, R)])
def test_a_phone_says_the_same_as_a_button(say: dict[str, Any], side: Any) -> None:
    kit = Kit(toy(noting(TWO)))
    kit.say(1, 1, **say)
    assert kit.notes() == [str(Pressing(1, side, ns(1)))]


@pytest.mark.parametrize("say", [{"same": True}, {"pass": True}, {"done": True, "show": 1}])
def test_what_is_not_asked_is_refused(say: dict[str, Any]) -> None:
    kit = Kit(toy(noting(TWO)))
    assert _reason(kit.say(1, 1, **say)) == "not_waited_for"


def test_who_is_not_asked_is_refused() -> None:
    kit = Kit(toy(noting(TWO)))
    assert _reason(kit.press(1, 3)) == "not_waited_for"
    assert _reason(kit.say(1, 3, done=True)) == "not_waited_for"


def test_a_press_is_offered_by_seat_and_side() -> None:
    assert TWO.opens(SCENE).offers()[:2] == (
        Offer(1, "press", "go", {"done": True}, button=L),
        Offer(1, "press", "go", {"done": True, "same": True}, button=R),
    )


QUESTION = YesNo(lambda: (2,), "ask", {"ability": {"save": True}})


@pytest.mark.parametrize(("side", "answer"), [(L, Yes(2)), (R, No(2))])
def test_left_is_yes_and_right_is_no(side: Any, answer: object) -> None:
    kit = Kit(toy(noting(QUESTION)))
    kit.press(1, 2, side)
    assert kit.notes() == [str(answer)]


@pytest.mark.parametrize(
    ("say", "answer"), [({"ability": {"save": True}}, Yes(2)), ({"pass": True}, No(2))]
)
def test_a_phone_says_yes_or_passes(say: dict[str, Any], answer: object) -> None:
    kit = Kit(toy(noting(QUESTION)))
    kit.say(1, 2, **say)
    assert kit.notes() == [str(answer)]


def test_a_question_takes_nothing_else() -> None:
    kit = Kit(toy(noting(QUESTION)))
    assert _reason(kit.say(1, 2, done=True)) == "not_waited_for"
    assert _reason(kit.press(1, 1)) == "not_waited_for"
    assert kit.ring(1).verdict is Verdict.REFUSED
    assert [(o.button, o.say) for o in QUESTION.opens(SCENE).offers()] == [
        (L, {"ability": {"save": True}}),
        (R, {"pass": True}),
    ]


@pytest.mark.parametrize("way", ["bell", "phone", "own"])
def test_a_ring_is_a_ring_whichever_way(way: str) -> None:
    kit = Kit(toy(noting(Ring(lambda: (1,), "call"))))
    if way == "phone":
        kit.say(1, 1, ring=1)
    else:
        kit.ring(1, bell=1 if way == "own" else None)
    assert kit.notes() == [str(Ringing(1, ns(1)))]


def test_a_press_is_no_ring_and_others_rings_do_not_count() -> None:
    kit = Kit(toy(noting(Ring(lambda: (1,), "call"))))
    assert _reason(kit.press(1, 1)) == "not_waited_for"
    assert _reason(kit.ring(1, bell=2)) == "not_waited_for"
    assert _reason(kit.say(1, 1, done=True)) == "not_waited_for"


def _only_pay(_seat: int, card: str) -> Refused | None:
    return None if card.startswith("pay") else Refused("none_left")


def test_a_card_answers_with_its_seat_and_times() -> None:
    kit = Kit(toy(noting(Tap(lambda: (1,), "show", _only_pay))))
    kit.card(1, "pay/1")
    assert kit.notes() == [str(Tapped(1, "pay/1", ns(1), ns(1)))]


def test_a_card_that_would_not_do_is_refused_with_its_reason() -> None:
    kit = Kit(toy(noting(Tap(lambda: (1,), "show", _only_pay))))
    assert _reason(kit.card(1, "boom/1")) == "none_left"
    assert _reason(kit.press(2, 1)) == "not_waited_for"


def test_with_the_lights_leading_the_others_are_offered_their_own_readers() -> None:
    offers = Tap(lambda: (2, 3), "show", _only_pay, lead=True).opens(SCENE).offers()
    assert [(offer.seat, offer.reader) for offer in offers] == [(2, "centre"), (3, "seat3")]


def _count(_seat: int, value: Any, event: Happened) -> int | Refused | None:
    if value == "?":
        return None
    return Refused("none_left", rank=2) if value < 0 else int(value) + event.at


TELL: Tell[Any] = Tell(lambda: (1,), "ask", "count", _count, lambda _seat: ({"count": 1},))


def test_what_is_told_is_read() -> None:
    kit = Kit(toy(noting(TELL)))
    kit.say(1, 1, count=0)
    assert kit.notes() == [str(ns(1))]


def test_what_is_told_wrongly_is_refused_or_left_to_others() -> None:
    kit = Kit(toy(noting(TELL)))
    assert _reason(kit.say(1, 1, count=-1)) == "none_left"
    assert _reason(kit.say(1, 1, count="?")) == "not_waited_for"
    assert _reason(kit.say(1, 2, count=1)) == "not_waited_for"
    assert _reason(kit.say(1, 1, done=True)) == "not_waited_for"
    assert TELL.opens(SCENE).offers() == (Offer(1, "say", "ask", {"count": 1}),)


def test_telling_that_nobody_can_is_moot_unless_optional() -> None:
    asked: Tell[Any] = Tell(lambda: (), "ask", "count", _count, lambda _seat: ())
    optional: Tell[Any] = Tell(lambda: (), "ask", "count", _count, lambda _seat: (), optional=True)
    assert Kit(toy(noting(asked))).notes() == ["Moot()"]
    assert Kit(toy(noting(optional))).notes() == []


def _choose(*among: int) -> Choose:
    return Choose(lambda: (1,), "choose", lambda: among, lambda other: {"count": other})


def test_left_moves_the_lights_and_right_takes() -> None:
    kit = Kit(toy(noting(_choose(2, 3))))
    assert kit.view()["pointing"] == 2
    kit.press(1, 1, L)
    assert kit.view()["pointing"] == 3
    kit.press(2, 1, L)
    kit.press(3, 1, L)
    kit.press(4, 1, R)
    assert kit.notes() == ["3"]
    assert kit.view()["pointing"] is None


def test_a_phone_chooses_at_once() -> None:
    kit = Kit(toy(noting(_choose(2, 3))))
    assert _reason(kit.say(1, 1, count=4)) == "not_waited_for"
    assert _reason(kit.press(1, 2)) == "not_waited_for"
    kit.say(2, 1, count=3)
    assert kit.notes() == ["3"]


def test_a_choice_is_offered_on_the_buttons_and_the_phone() -> None:
    offers = _choose(2, 3).opens(SCENE).offers()
    assert [(offer.gesture, offer.button, offer.say) for offer in offers] == [
        ("choose", L, None),
        ("choose", R, None),
        ("say", None, {"count": 2}),
        ("say", None, {"count": 3}),
    ]


def test_a_choice_among_none_is_moot() -> None:
    assert Kit(toy(noting(_choose()))).notes() == ["Moot()"]
    assert _choose().opens(SCENE).pointing() is None


def _not_two(act: Mapping[str, Any]) -> Refused | None:
    return Refused("seat_out") if act.get("first") == 2 else None


def test_the_host_answers_what_is_asked_of_the_host() -> None:
    kit = Kit(toy(noting(HostSays(("first", "start"), _not_two))))
    assert _reason(kit.host(1, first=2)) == "seat_out"
    assert _reason(kit.press(1, 1)) == "not_waited_for"
    assert kit.view()["waiting"] == []
    kit.host(2, start=True)
    assert kit.notes() == ["{'start': True}"]


def test_starting_what_runs_already_is_no_mistake() -> None:
    kit = Kit(toy(noting(TWO)))
    assert kit.host(1, start=True).verdict is Verdict.IGNORED
    assert _reason(kit.host(1, first=1)) == "not_waited_for"
