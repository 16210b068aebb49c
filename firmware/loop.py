"""The loop: lets the parts of a kit act at their moments, on one thread, in real or virtual time.

A part says when it wants to act next and acts when told the time. In virtual time the clock jumps
from moment to moment, so that an evening passes in a second; in real time the thread sleeps until
the next moment or until something wakes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol

from firmware.clock import NS_PER_S, Clock, VirtualClock

LONGEST_SLEEP_S = 1.0


class Part(Protocol):
    """Is something of the kit that acts at moments of its own."""

    def next_ns(self) -> int | None:
        """Return when it wants to act next, or None."""
        ...

    def step(self, now_ns: int) -> None:
        """Act."""
        ...


def next_moment(parts: Sequence[Part]) -> int | None:
    """Return the earliest moment at which any part wants to act."""
    return min((ns for part in parts if (ns := part.next_ns()) is not None), default=None)


def step_all(parts: Sequence[Part], now_ns: int) -> None:
    """Let every part act, in their order."""
    for part in parts:
        part.step(now_ns)


def run_virtual(parts: Sequence[Part], clock: VirtualClock, until_ns: int) -> None:
    """Let virtual time pass up to `until_ns`, stopping at every moment that a part asks for."""
    while (moment := next_moment(parts)) is not None and moment <= until_ns:
        clock.advance_to(moment)
        step_all(parts, clock.now_ns())
    clock.advance_to(until_ns)
    step_all(parts, until_ns)


class ScaledClock:
    """Tells a time that runs `speed` times as fast as the machine's: for the impatient."""

    def __init__(self, clock: Clock, speed: float) -> None:
        self.speed = speed
        self._clock = clock
        self._began_ns = clock.now_ns()

    def now_ns(self) -> int:
        """Return the scaled time; it begins at the real one."""
        return self._began_ns + round((self._clock.now_ns() - self._began_ns) * self.speed)


class LiveLoop:
    """Runs the parts in real time until it is stopped.

    `wake` and `stop` may be called from any thread, and from a signal's handler that interrupts
    the loop anywhere: a queue of this kind is made for that, an event would wait for itself.
    """

    def __init__(self, parts: Sequence[Part], clock: Clock, speed: float = 1.0) -> None:
        self._parts = parts
        self._clock = clock
        self._speed = speed
        self._woken: SimpleQueue[None] = SimpleQueue()
        self._is_stopping = False

    def wake(self) -> None:
        """Let the loop look again at once."""
        self._woken.put(None)

    def stop(self) -> None:
        """Let `run` return."""
        self._is_stopping = True
        self._woken.put(None)

    def run(self) -> None:
        """Run until `stop`; a part's exception ends the loop and is raised here."""
        while not self._is_stopping:
            step_all(self._parts, self._clock.now_ns())
            self._rest(self._sleep_s())

    def _rest(self, seconds: float) -> None:
        with suppress(Empty):
            self._woken.get(timeout=seconds)
            while True:
                self._woken.get_nowait()

    def _sleep_s(self) -> float:
        moment = next_moment(self._parts)
        if moment is None:
            return LONGEST_SLEEP_S
        left_s = (moment - self._clock.now_ns()) / NS_PER_S / self._speed
        return min(max(left_s, 0.0), LONGEST_SLEEP_S)
