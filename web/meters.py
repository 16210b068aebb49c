"""Meters: how much one seat, one address and the whole room may ask of the kit.

All of them take the time from outside, in monotonic milliseconds, and are safe across threads.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable

MINUTE_MS = 60_000.0
FORGET_ABOVE = 1024  # keys kept before the idle ones are dropped


class WriteBuckets:
    """Lets each key write `per_second` times a second, and as many at once."""

    def __init__(self, per_second: float, now_ms: Callable[[], float]) -> None:
        self._per_ms = per_second / 1000
        self._size = max(1.0, per_second)
        self._now_ms = now_ms
        self._levels: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Take one write; returns 0, or the seconds until there is one again."""
        with self._lock:
            now = self._now_ms()
            level = self._level(key, now)
            if level >= 1:
                self._levels[key] = (level - 1, now)
                self._forget(now)
                return 0.0
            self._levels[key] = (level, now)
            return (1 - level) / self._per_ms / 1000

    def _level(self, key: str, now: float) -> float:
        level, since = self._levels.get(key, (self._size, now))
        return min(self._size, level + (now - since) * self._per_ms)

    def _forget(self, now: float) -> None:
        if len(self._levels) > FORGET_ABOVE:
            self._levels = {
                key: kept
                for key, kept in self._levels.items()
                if self._level(key, now) < self._size
            }


class Tries:
    """Counts guesses at a secret: so many a minute for an address, so many for everybody."""

    def __init__(self, per_key: int, overall: int, now_ms: Callable[[], float]) -> None:
        self._per_key = per_key
        self._overall = overall
        self._now_ms = now_ms
        self._tries: deque[tuple[float, str]] = deque()
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Take one try; returns 0, or the seconds until the next is allowed.

        At most `overall` tries are remembered, however many addresses guess.
        """
        with self._lock:
            wait_s = self._wait_s(key)
            if not wait_s:
                self._tries.append((self._now_ms(), key))
            return wait_s

    def wait_s(self, key: str) -> float:
        """Return the seconds until the next try is allowed, 0 if it is now; takes none."""
        with self._lock:
            return self._wait_s(key)

    def _wait_s(self, key: str) -> float:
        now = self._now_ms()
        while self._tries and now - self._tries[0][0] >= MINUTE_MS:
            self._tries.popleft()
        own = [at for at, who in self._tries if who == key]
        if len(own) >= self._per_key:
            return (own[0] + MINUTE_MS - now) / 1000
        if len(self._tries) >= self._overall:
            return (self._tries[0][0] + MINUTE_MS - now) / 1000
        return 0.0


class StreamSlots:
    """Lends places for open streams, so that pages always find a free thread."""

    def __init__(self, total: int, per_address: int) -> None:
        self._total = total
        self._per_address = per_address
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Take a place; False if all, or all of this address, are taken."""
        with self._lock:
            if self._taken.total() >= self._total or self._taken[address] >= self._per_address:
                return False
            self._taken[address] += 1
            return True

    def give_back(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[address] -= 1
            self._taken += Counter()  # drops the addresses that hold none

    @property
    def taken(self) -> int:
        """Tell how many streams are open."""
        return self._taken.total()
