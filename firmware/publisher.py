"""The publisher: shows views to phones once the journal has them, on a thread of its own.

The table's thread and the journal's thread only take note here; encoding is done by nobody who
has a deadline. The latest views win: rulings are numbered and ride in each.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

Views = Mapping[str, dict[str, Any]]

MOST_WAITING = 64  # while a disk stalls; then each newer view takes the last one's place

log = logging.getLogger(__name__)


class Publisher:
    """Pushes views whose ticket has settled, in order; what is older is passed over."""

    def __init__(self, push: Callable[[Views], None]) -> None:
        self._push = push
        self._waiting: deque[tuple[int, Views]] = deque()
        self._settled = 0
        self._is_stopping = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Begin publishing."""
        self._thread.start()

    def publish(self, views: Views, ticket: int) -> None:
        """Take note of views that may be shown once `ticket` has settled."""
        with self._changed:
            if len(self._waiting) == MOST_WAITING:
                self._waiting.pop()
            self._waiting.append((ticket, views))
            self._changed.notify()

    def settle(self, ticket: int) -> None:
        """Take note that all tickets up to this one have settled."""
        with self._changed:
            self._settled = max(self._settled, ticket)
            self._changed.notify()

    def stop(self) -> None:
        """End the thread; what has settled is pushed first."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        while (views := self._next()) is not None:
            try:
                self._push(views)
            except Exception:  # one view that cannot be shown must not end all others
                log.exception("views could not be shown")

    def _next(self) -> Views | None:
        """Wait for the newest views that may be shown; None when it is over."""
        with self._changed:
            while True:
                newest = None
                while self._waiting and self._waiting[0][0] <= self._settled:
                    newest = self._waiting.popleft()[1]
                if newest is not None:
                    return newest
                if self._is_stopping:
                    return None
                self._changed.wait()
