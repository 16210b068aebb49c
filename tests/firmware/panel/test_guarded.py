"""Guarded outputs: what breaks while it runs is named once, and nothing else stops."""

from __future__ import annotations

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.mock.pins import SimulatedPanel
from firmware.panel.guarded import GuardedLamp, GuardedPiezo
from firmware.panel.lights import Pattern
from firmware.panel.panel import Panel

S = 1_000_000_000


class Breaking:
    """Is a lamp and a piezo that works until it is told to break."""

    frequency: float | None = 440.0

    def __init__(self) -> None:
        self.is_broken = False
        self.acts: list[str] = []
        self._duty = 0.0

    def on(self) -> None:
        self._act("on")

    def off(self) -> None:
        self._act("off")

    @property
    def value(self) -> float:
        return self._duty

    @value.setter
    def value(self, duty: float) -> None:
        self._act(f"duty {duty}")
        self._duty = duty

    def _act(self, name: str) -> None:
        if self.is_broken:
            raise OSError("the line was taken away")
        self.acts.append(name)


def test_a_lamp_that_breaks_is_told_once_and_rests() -> None:
    lamp, told = Breaking(), list[Exception]()
    guarded = GuardedLamp(lamp, told.append)
    guarded.on()
    lamp.is_broken = True
    guarded.off()
    guarded.on()
    assert lamp.acts == ["on"]
    assert [str(error) for error in told] == ["the line was taken away"]


def test_a_piezo_that_breaks_is_told_once_and_rests() -> None:
    piezo, told = Breaking(), list[Exception]()
    guarded = GuardedPiezo(piezo, told.append)
    guarded.frequency, guarded.value = 880.0, 0.5
    assert (guarded.frequency, guarded.value) == (880.0, 0.5)
    piezo.is_broken = True
    guarded.value = 0.0
    guarded.value = 0.5
    assert piezo.acts == ["duty 0.5"]
    assert len(told) == 1


def test_a_light_that_breaks_is_named_by_the_panel_and_the_others_shine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = VirtualClock(S)
    board = shipped("standard")
    hands = SimulatedPanel(board, clock)
    panel = Panel(board, hands.factory, lambda _edge, _ns: None, clock)
    lamp = panel.lights._lamps[1]
    assert isinstance(lamp, GuardedLamp)
    monkeypatch.setattr(lamp, "_lamp", _always_broken())
    panel.lights.set(1, Pattern.ON, S)
    monkeypatch.undo()
    panel.lights.set(2, Pattern.ON, S)
    assert hands.light(2)
    assert [(fault.part, fault.pin) for fault in panel.faults] == [("1.light", 26)]
    panel.close()


def _always_broken() -> Breaking:
    lamp = Breaking()
    lamp.is_broken = True
    return lamp
