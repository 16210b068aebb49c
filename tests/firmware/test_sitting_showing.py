"""What a sitting shows: all that other threads note, lights first, to each what is theirs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from companion.core.events import CardPlaced, Said
from companion.core.holds import HOST
from firmware.panel.lights import Pattern
from firmware.sitting import Ears, Sitting, Views
from tests.firmware.evenings import Evening

Trace = Callable[[FrameType, str, Any], Any]


def interrupting(at: int, act: Callable[[], None]) -> Trace:
    """Return a trace that acts before the `at`-th instruction of the sitting's own showing."""
    left = at

    def trace(frame: FrameType, event: str, _arg: Any) -> Trace | None:
        nonlocal left
        if frame.f_code.co_name != "_show":
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            left -= 1
            if left == 0:
                act()
        return trace

    return trace


def stepped(sitting: Sitting, now_ns: int, trace: Trace) -> None:
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        sitting.step(now_ns)
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("at", range(1, 60))
def test_a_change_that_another_thread_notes_at_any_moment_is_shown(at: int) -> None:
    evening, shown, noted = Evening(first=1), list[int](), list[int]()
    sitting = evening.sitting
    sitting.ears = Ears(publish=lambda _views, _ticket: shown.append(len(noted)))
    now_ns = evening.clock.now_ns()

    def note() -> None:
        noted.append(at)
        sitting.changed()

    stepped(sitting, now_ns, interrupting(at, note))
    sitting.step(now_ns)

    assert shown[-1:] == [1] * len(noted)


def test_lights_do_not_wait_for_views() -> None:
    evening = Evening(first=1)
    lit: dict[int, Pattern] = {}  # the first seat's light when a Turn was first shown
    lights = evening.kit.panel.lights

    def publish(views: Views, _ticket: int) -> None:
        lit.setdefault(views["public"]["turn"], dict(lights.patterns())[1])

    evening.sitting.ears = Ears(publish=publish)
    evening.tap("1.left")

    assert lit[2] is Pattern.OFF


def test_a_view_that_the_game_cannot_make_ends_neither_the_kit_nor_the_other_views(
    caplog: pytest.LogCaptureFixture,
) -> None:
    evening = Evening(first=1)
    whole = evening.run.game

    def view(state: Any, audience: str | int) -> dict[str, Any]:
        if audience == 2:
            raise ZeroDivisionError("boom/3 is nowhere")
        return whole.view(state, audience)

    evening.run.game = replace(whole, view=view)
    evening.tap("1.left")

    assert evening.view()["turn"] == 2
    assert evening.view("seat:2")["failed"].startswith("the game's view fails (ZeroDivisionError)")
    assert evening.view("seat:2")["game"] == "click_click_boom"
    assert "boom/3" not in str(evening.view("seat:2"))
    assert "boom/3 is nowhere" in caplog.text


def test_why_a_card_is_not_the_tapped_one_is_told_to_its_phone_and_not_to_the_host() -> None:
    evening = Evening(first=1)
    for card in ("pay/1", "pay/2"):
        evening.tell(CardPlaced(card, "centre", at=0))
    evening.until(evening.commit({1: "left", 2: "left", 3: "left"}))
    evening.tap("1.left")
    by_host = evening.tell(Said(1, {"show": "boom"}, HOST, at=0))
    by_phone = evening.say(1, show="boom")

    assert (by_host.reason, by_host.text) == ("private", "Why is told to that seat alone.")
    assert by_phone.reason == "not_that_card"
