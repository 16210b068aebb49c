"""The simulated panel: gpiozero's mock pins on the kit's clock, with exact stamps.

The real `firmware.panel` runs on it unchanged. Whoever plays the table drives lines at stamps of
his choice, delivers the callbacks later than their stamps if asked, and reads lights and tone.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from threading import RLock
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from firmware.board import Board
from firmware.clock import Clock
from firmware.panel.ticks import ExactTicks
from firmware.signals import CLOSED, OPEN, Edge

PI_REVISION = "902120"  # a Zero 2 W
HISTORY_LENGTH = 4096


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose level and callbacks carry exact stamps of the factory's clock.

    `history` holds the last changes as (ns, state); a state is a level, or a duty from 0 to 1.
    """

    _state: float
    _function: str

    def __init__(self, factory: SimulatedFactory, info: Any) -> None:
        self.history: deque[tuple[int, float]] = deque(maxlen=HISTORY_LENGTH)
        self._is_grounded = False
        self.is_released = False
        super().__init__(factory, info)

    def drive(self, level: int, ns: int) -> None:
        """Close or open the contact on the pin at the stamp `ns`; tells nobody."""
        self._is_grounded = level == CLOSED
        if self._function == "input" and self._state != level:
            self._state = float(level)
            self.history.append((ns, level))

    def drive_high(self) -> None:
        """Let the pull-up raise the pin, unless a closed contact holds it down."""
        if not self._is_grounded:
            super().drive_high()

    def tell(self, level: int, ns: int) -> None:
        """Run the callback of an edge that was stamped `ns`, in the caller's thread."""
        if self._when_changed is not None:
            PiPin._call_when_changed(self, ExactTicks(ns), level)  # noqa: SLF001

    def clear_states(self) -> None:
        """Forget the history."""
        self.history.clear()

    def close(self) -> None:
        """Switch the pin off and leave it an input, which is what a free pin is."""
        super().close()
        self.is_released = True

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self.history.append((self._factory.clock.now_ns(), float(value)))
        return True


class SimulatedFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Makes simulated pins on a clock; `busy` names pins (BCM) that somebody else holds."""

    def __init__(self, clock: Clock, busy: Iterable[int] = ()) -> None:
        super().__init__(revision=PI_REVISION, pin_class=SimulatedPin)
        self.clock = clock
        self._busy = frozenset(busy)

    def pin(self, name: Any, pin_class: Any = None, **kwargs: Any) -> Any:
        """Return the pin of that name; raises OSError for a busy one, as lgpio does."""
        if name in self._busy:
            raise OSError("GPIO busy")
        return super().pin(name, pin_class, **kwargs)

    def ticks(self) -> ExactTicks:
        """Return the clock's time as exact ticks."""
        return ExactTicks(self.clock.now_ns())


class _Act(IntEnum):
    """What happens to a line at a moment; at equal moments a level changes before it is told."""

    DRIVE = 0
    TELL = 1


@dataclass(frozen=True, slots=True, order=True)
class _Planned:
    at_ns: int
    act: _Act
    order: int
    edge: Edge = field(compare=False)


class SimulatedPanel:
    """Drives a board's lines and reads its lights and sounder; safe to use from several threads.

    Give `factory` to `firmware.panel.panel.Panel`. Lines that nobody claimed can be driven all
    the same; nobody hears of it.
    """

    def __init__(self, board: Board, clock: Clock, busy: Iterable[int] = ()) -> None:
        self.factory = SimulatedFactory(clock, busy)
        self._clock = clock
        self._lock = RLock()
        self._planned: list[_Planned] = []
        self._order = 0
        free = frozenset(busy)
        pins = {line.name: line.pin for line in board.lines if line.pin not in free}
        self._lines = {name: self.factory.pin(pin) for name, pin in pins.items()}
        self._lamps = {
            seat.number: self.factory.pin(seat.light)
            for seat in board.seats
            if seat.expander is None and seat.light not in free
        }
        sounder = board.sounder
        has_sounder = sounder is not None and sounder.pin not in free
        self._piezo = self.factory.pin(sounder.pin) if sounder and has_sounder else None
        self._silent = frozenset(line.name for line in board.lines) - frozenset(self._lines)

    def edge(self, edge: Edge, arrives_ns: int | None = None) -> None:
        """Plan an edge at its stamp; its callback runs at `arrives_ns`, or at once with it.

        A stamp that is past drives the line now. Raises KeyError for a line that the board does
        not have, ValueError when it would arrive before its stamp.
        """
        arrives = edge.ns if arrives_ns is None else arrives_ns
        if edge.line not in self._lines and edge.line not in self._silent:
            raise KeyError(f"the board has no line {edge.line!r}; it has {', '.join(self._lines)}")
        if arrives < edge.ns:
            raise ValueError(f"an edge cannot arrive at {arrives} ns, before its stamp {edge.ns}")
        with self._lock:
            self._plan(edge.ns, _Act.DRIVE, edge)
            self._plan(arrives, _Act.TELL, edge)
        self.deliver(self._clock.now_ns())

    def edges(self, edges: Iterable[Edge]) -> None:
        """Plan several edges, such as a bouncing press of `firmware.mock.contacts`."""
        for edge in edges:
            self.edge(edge)

    def press(self, line: str) -> None:
        """Close a line now, without bounce."""
        self.edge(Edge(line, CLOSED, self._clock.now_ns()))

    def release(self, line: str) -> None:
        """Open a line now, without bounce."""
        self.edge(Edge(line, OPEN, self._clock.now_ns()))

    def deliver(self, now_ns: int) -> None:
        """Drive and tell everything that is due at `now_ns`, in order of time."""
        with self._lock:
            while self._planned and self._planned[0].at_ns <= now_ns:
                self._do(heapq.heappop(self._planned))

    def next_ns(self) -> int | None:
        """Return when `deliver` has something to do next, or None."""
        with self._lock:
            return self._planned[0].at_ns if self._planned else None

    def light(self, seat: int) -> bool:
        """Tell whether a seat's light is lit."""
        return bool(self._lamps[seat].state) if seat in self._lamps else False

    def lights(self) -> Mapping[int, bool]:
        """Tell of all seats whether their light is lit."""
        return {seat: self.light(seat) for seat in self._lamps}

    def tone(self) -> float | None:
        """Return the pitch that sounds, in Hz, or None in silence."""
        if self._piezo is None or not self._piezo.state:
            return None
        return float(self._piezo.frequency)

    def light_history(self, seat: int) -> tuple[tuple[int, bool], ...]:
        """List the last changes of a seat's light as (ns, lit)."""
        return tuple((ns, bool(state)) for ns, state in self._lamps[seat].history)

    def tone_history(self) -> tuple[tuple[int, float], ...]:
        """List the last changes of the sounder's pin as (ns, duty); empty without a sounder."""
        return tuple(self._piezo.history) if self._piezo is not None else ()

    def all_released(self) -> bool:
        """Tell whether every pin of the panel was given back and is off."""
        pins = [*self._lines.values(), *self._lamps.values(), *filter(None, [self._piezo])]
        return all(pin.is_released and pin.function == "input" for pin in pins)

    def _plan(self, at_ns: int, act: _Act, edge: Edge) -> None:
        self._order += 1
        heapq.heappush(self._planned, _Planned(at_ns, act, self._order, edge))

    def _do(self, planned: _Planned) -> None:
        edge = planned.edge
        pin = self._lines.get(edge.line)
        if pin is None:
            return
        if planned.act is _Act.DRIVE:
            pin.drive(edge.level, edge.ns)
        else:
            pin.tell(edge.level, edge.ns)
