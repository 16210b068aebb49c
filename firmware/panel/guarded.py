"""Guarded outputs: a light or a sounder that breaks is named, and the table plays on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Failed = Callable[[Exception], None]


class GuardedLamp:
    """Switches a lamp until it fails; then says so once, and rests."""

    def __init__(self, lamp: Any, failed: Failed) -> None:
        self._lamp = lamp
        self._failed = failed
        self._is_dead = False

    def on(self) -> None:
        """Switch on."""
        self._switch(self._lamp.on)

    def off(self) -> None:
        """Switch off."""
        self._switch(self._lamp.off)

    def _switch(self, act: Callable[[], None]) -> None:
        if self._is_dead:
            return
        try:
            act()
        except Exception as error:  # noqa: BLE001 - each pin library has its own errors
            self._is_dead = True
            self._failed(error)


class GuardedPiezo:
    """Passes pitch and duty to a PWM pin until it fails; then says so once, and rests."""

    def __init__(self, piezo: Any, failed: Failed) -> None:
        self._piezo = piezo
        self._failed = failed
        self._is_dead = False

    @property
    def frequency(self) -> float | None:
        """Return the pitch in Hz, or None in silence."""
        pitch: float | None = self._piezo.frequency
        return pitch

    @frequency.setter
    def frequency(self, hz: float | None) -> None:
        self._write("frequency", hz)

    @property
    def value(self) -> float:
        """Return the duty, 0 to 1."""
        duty: float = self._piezo.value
        return duty

    @value.setter
    def value(self, duty: float) -> None:
        self._write("value", duty)

    def _write(self, name: str, value: float | None) -> None:
        if self._is_dead:
            return
        try:
            setattr(self._piezo, name, value)
        except Exception as error:  # noqa: BLE001 - each pin library has its own errors
            self._is_dead = True
            self._failed(error)
