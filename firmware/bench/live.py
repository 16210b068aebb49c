"""Live figures: how fast an edge becomes a ruling, and how true a beat is to its moment."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.playthrough import header_of
from firmware.bench.figures import Figure, quantile
from firmware.board import shipped
from firmware.clock import NS_PER_MS
from firmware.running import Kit, Settings
from firmware.sitting import Ears

# Always the same game: only so can the figures of two versions be compared.
HEADER = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
    "options": {"lead": 0.3, "beat": 0.3},
}


@dataclass(slots=True)
class Bench:
    """Runs a simulated kit in real time on a thread of its own, and hears when it rules."""

    kit: Kit
    heard: list[tuple[int, int]] = field(default_factory=list)  # (kit time of event, when)

    def hear(self, record: Any, _step: Any) -> None:
        """Note when an event was ruled."""
        self.heard.append((record.event.at, self.kit.clock.now_ns()))

    def press(self, line: str) -> int:
        """Press a line now; return its stamp."""
        self.kit.devices.simulated.hands.press(line)  # type: ignore[union-attr]
        self.kit.loop.wake()
        return self.kit.clock.now_ns()

    def release(self, line: str) -> None:
        """Release a line now."""
        self.kit.devices.simulated.hands.release(line)  # type: ignore[union-attr]
        self.kit.loop.wake()

    def tap(self, line: str) -> None:
        """Press and release a line, and wait until it is ruled."""
        self.press(line)
        time.sleep(0.04)
        self.release(line)
        time.sleep(0.08)


@contextmanager
def running() -> Iterator[Bench]:
    """Run a kit with a game at its commitment, everything but the web on."""
    with tempfile.TemporaryDirectory() as folder:
        kit = Kit(Settings(shipped("standard"), Path(folder), is_simulated=True))
        bench = Bench(kit)
        kit.sitting.ears = Ears(publish=kit.publisher.publish, heard=bench.hear)
        header, faults = header_of(HEADER, kit.games)
        if header is None:
            raise ValueError("; ".join(faults))
        kit.sitting.begin(header)
        kit.publisher.start()
        kit.readers.start()
        thread = threading.Thread(target=kit.run, name="table")
        thread.start()
        try:
            for seat in (1, 2, 3):
                bench.tap(f"{seat}.left")
            yield bench
        finally:
            kit.stop()
            thread.join()
            kit.close()


def edge_to_ruling(times: int = 100) -> Sequence[Figure]:
    """Measure how long after an edge its ruling comes, beside debounce and hold-back."""
    with running() as bench:
        bench.heard.clear()
        for _ in range(times):
            bench.tap("1.left")
        began_ns = bench.kit.sitting.played.began_ns  # type: ignore[union-attr]
        tunables = bench.kit.settings.board.tunables
        waits_ns = tunables.debounce_ns + tunables.hold_back_ns
        beside = [(when - began_ns - at - waits_ns) / NS_PER_MS for at, when in bench.heard]
    how = (
        f"{len(beside)} presses and releases on the simulated panel in real time, from the edge's "
        f"stamp to the ruling, less {waits_ns // NS_PER_MS} ms of debounce and hold-back"
    )
    return [
        Figure("edge to ruling, median", quantile(beside, 0.5), "ms", how),
        Figure("edge to ruling, p99", quantile(beside, 0.99), "ms", how, "under 5 ms"),
    ]


def beat_jitter(counts: int = 8) -> Sequence[Figure]:
    """Measure how late the sounder sounds a beat."""
    late: list[float] = []
    with running() as bench:
        for _ in range(counts):
            late += _one_count(bench)
    how = f"{len(late)} beats of {counts} counts, from due to the piezo pin's change"
    return [
        Figure("beat, due to emitted, median", quantile(late, 0.5), "ms", how),
        Figure("beat, due to emitted, p99", quantile(late, 0.99), "ms", how, "under 2 ms"),
    ]


def _one_count(bench: Bench) -> list[float]:
    """Hold, ring, count, and pause, which voids the count after its last beat but one."""
    kit = bench.kit
    for seat in (1, 2, 3):
        bench.press(f"{seat}.left")
    time.sleep(0.1)
    bench.tap("bell")
    played = kit.sitting.played
    if played is None:
        return []
    run = played.referee.run
    due = [played.began_ns + run.stopped + cue.at for cue in run.upcoming[-4:-1]]
    time.sleep(1.0)
    tones = kit.devices.simulated.hands.tone_history()  # type: ignore[union-attr]
    kit.door().host({"pause": True})
    for seat in (1, 2, 3):
        bench.release(f"{seat}.left")
    time.sleep(0.1)
    kit.door().host({"resume": True})
    return [_lateness(moment, tones) for moment in due]


def _lateness(due_ns: int, tones: Sequence[tuple[int, float]]) -> float:
    after = [at for at, level in tones if level and at >= due_ns]
    return (min(after) - due_ns) / NS_PER_MS if after else 0.0
