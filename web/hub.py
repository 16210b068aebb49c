"""Hub: fans the table's views out to every phone, the newest one first and only.

The table's thread pushes; each stream's thread waits. A push encodes once per audience and
outside the lock, and never waits for a phone. A reader that was slow gets the newest frame and
none of those between: a view is a whole picture, and its rulings are numbered, so nothing is lost.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from web.frames import IDLE_VIEW, Frame, core_of, make_frame
from web.ports import Json


class HubClosed(RuntimeError):
    """Ends a wait because the kit is stopping."""


@dataclass(frozen=True, slots=True)
class HubCounts:
    """Counts the hub's work since it began, for health and load benches."""

    pushes: int
    frames: int
    encoded_bytes: int
    waiting: int


class Hub:
    """Keeps the newest frame of every audience and wakes whoever waits for it.

    Audiences are `public`, `host`, `seat:1` … `seat:6`. Versions count per audience, so that
    nobody can tell from a gap that something private has happened elsewhere.
    """

    def __init__(self, now_ms: Callable[[], float], *, epoch: str | None = None) -> None:
        self.epoch = epoch if epoch is not None else secrets.token_hex(4)
        self._now_ms = now_ms
        self._frames: dict[str, Frame] = {}
        self._pushing = threading.Lock()  # keeps versions in order; never held while waiting
        self._changed = threading.Condition()
        self._closed = False
        self._wakes = 0
        self._waiting = 0
        self._pushes = 0
        self._made = 0
        self._bytes = 0

    def push(self, views: Mapping[str, Json]) -> None:
        """Publish views (audience -> JSON-able mapping); an unchanged one makes no frame.

        Call it after the journal's commit. Raises ValueError or TypeError if a view is no JSON,
        once all others are published.
        """
        faults: list[Exception] = []
        with self._pushing:
            fresh = self._fresh(views, faults)
            with self._changed:
                self._pushes += 1
                self._made += len(fresh)
                self._bytes += sum(len(frame.body) for frame in fresh.values())
                if fresh:
                    self._frames = {**self._frames, **fresh}
                    self._changed.notify_all()
        if faults:
            raise faults[0]

    def _fresh(self, views: Mapping[str, Json], faults: list[Exception]) -> dict[str, Frame]:
        """Return the new frames; what cannot be encoded is left out and noted in `faults`."""
        fresh: dict[str, Frame] = {}
        for name, view in views.items():
            try:
                frame = self._made_of(name, view)
            except (ValueError, TypeError) as error:
                faults.append(error)
                continue
            if frame is not None:
                fresh[name] = frame
        return fresh

    def _made_of(self, audience: str, view: Json) -> Frame | None:
        core = core_of(view)
        last = self._frames.get(audience)
        if last is not None and last.core == core:
            return None
        return self._encoded(view, core, last.version + 1 if last is not None else 1)

    def latest(self, audience: str) -> Frame:
        """Return the audience's newest frame, or an idle one before the first push."""
        frame = self._frames.get(audience)
        if frame is not None:
            return frame
        return self._encoded(IDLE_VIEW, core_of(IDLE_VIEW), 0)

    def _encoded(self, view: Json, core: str, version: int) -> Frame:
        now_ms = self._now_ms()
        return make_frame(view, core, epoch=self.epoch, version=version, now_ms=now_ms)

    def wait(self, audience: str, cursor: str | None, timeout_s: float) -> Frame | None:
        """Return the newest frame if it is another than `cursor`, else wait for the next one.

        Returns None after `timeout_s` or a `wake`; raises HubClosed once the hub is closed and
        the newest frame was taken.
        """
        with self._changed:
            wakes = self._wakes

            def is_due() -> bool:
                return self._closed or self._wakes != wakes or self._is_news(audience, cursor)

            self._waiting += 1
            try:
                self._changed.wait_for(is_due, timeout_s)
            finally:
                self._waiting -= 1
            if self._is_news(audience, cursor):
                return self.latest(audience)
            if self._closed:
                raise HubClosed("the kit is stopping")
            return None

    def _is_news(self, audience: str, cursor: str | None) -> bool:
        frame = self._frames.get(audience)
        return cursor != (frame.tag if frame is not None else f"{self.epoch}-0")

    def rest(self, seconds: float) -> None:
        """Wait `seconds`, or less if the hub closes; gathers a burst into its newest frame."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed, seconds)

    def wake(self) -> None:
        """Make every waiting stream look again whether it may go on (a seat was freed)."""
        with self._changed:
            self._wakes += 1
            self._changed.notify_all()

    def close(self) -> None:
        """End all waits now and every later one; the first step of a clean stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def is_closed(self) -> bool:
        """Tell whether the kit is stopping."""
        return self._closed

    def counts(self) -> HubCounts:
        """Return what was pushed and encoded so far, and how many streams wait now."""
        with self._changed:
            return HubCounts(self._pushes, self._made, self._bytes, self._waiting)
