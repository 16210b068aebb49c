"""What a sitting shows: nothing that another thread notes is lost, and lights come first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

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
