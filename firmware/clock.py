"""Clocks: the kit's monotonic time as a port, real or virtual.

Everything in `firmware` that needs the time is given a `Clock`; tests and `play` give a
`VirtualClock`, so that an evening passes in a second.
"""

from __future__ import annotations

import time
from typing import Protocol

NS_PER_S = 1_000_000_000
NS_PER_MS = 1_000_000


class Clock(Protocol):
    """Tells the kit's monotonic time."""

    def now_ns(self) -> int:
        """Return nanoseconds since an arbitrary moment; never goes back."""
        ...


class MonotonicClock:
    """Tells the machine's monotonic time, the clock that lgpio stamps edges with."""

    def now_ns(self) -> int:
        """Return `time.monotonic_ns()`."""
        return time.monotonic_ns()


class VirtualClock:
    """Tells a time that moves only when it is told to."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Return the virtual time."""
        return self._now_ns

    def advance(self, ns: int) -> None:
        """Let `ns` nanoseconds pass; raises ValueError when negative."""
        if ns < 0:
            raise ValueError(f"time only moves forward; asked for {ns} ns")
        self._now_ns += ns

    def advance_to(self, ns: int) -> None:
        """Let time pass up to `ns`; does nothing when that is already past."""
        self._now_ns = max(self._now_ns, ns)
