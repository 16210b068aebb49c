"""Parts: the devices of a kit as what the loop drives, and the thread that polls real readers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from firmware.clock import NS_PER_S, Clock
from firmware.nfc.readers import Readers
from firmware.signals import Signal

Put = Callable[[Signal, int], None]


class Polled(Protocol):
    """Is anything that can be polled for signals, such as `Readers`."""

    interval_ns: int

    def poll(self, now_ns: int) -> Sequence[Signal]:
        """Poll once."""
        ...


@dataclass(slots=True)
class ReaderPart:
    """Polls the readers from the loop itself: in virtual time, where nothing can wait."""

    readers: Polled
    put: Put
    _next_ns: int = 0

    def next_ns(self) -> int | None:
        """Return when the next poll is due."""
        return self._next_ns

    def step(self, now_ns: int) -> None:
        """Poll, if it is time."""
        if now_ns < self._next_ns:
            return
        self._next_ns = now_ns + self.readers.interval_ns
        for signal in self.readers.poll(now_ns):
            self.put(signal, now_ns)


class Ticked(Protocol):
    """Is a panel with lights and sounder."""

    def tick(self, now_ns: int) -> None:
        """Bring lights and sounder to a moment."""
        ...

    def next_ns(self, now_ns: int) -> int | None:
        """Return when there is something to do."""
        ...


@dataclass(slots=True)
class PanelPart:
    """Brings lights and sounder to the moment."""

    panel: Ticked
    _ticked_ns: int = 0

    def next_ns(self) -> int | None:
        """Return when a light or a tone changes next; past if it was due since the last step."""
        return self.panel.next_ns(self._ticked_ns)

    def step(self, now_ns: int) -> None:
        """Let lights and tones change."""
        self._ticked_ns = now_ns
        self.panel.tick(now_ns)


@dataclass(slots=True)
class ReaderThread:
    """Polls the readers on a thread of its own, because a bus call may block for long."""

    readers: Readers
    put: Put
    clock: Clock
    speed: float = 1.0
    _is_stopping: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin polling."""
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End polling, waiting at most 5 s for a bus that blocks, and leave all fields off."""
        self._is_stopping.set()
        if self._thread is not None:
            self._thread.join(5)
        self.readers.close()

    def _run(self) -> None:
        pause_s = self.readers.interval_ns / NS_PER_S / self.speed
        while not self._is_stopping.wait(pause_s):
            for signal in self.readers.poll(self.clock.now_ns()):
                self.put(signal, self.clock.now_ns())
