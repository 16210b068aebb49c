"""The core's figures: how fast a journal replays, and what a poll of a reader costs."""

from __future__ import annotations

import time
from collections.abc import Sequence

from companion.core.events import Pressed, Released, Side, TableEvent
from companion.core.playthrough import header_of
from companion.core.records import Record
from companion.core.referee import Referee
from firmware.bench.figures import Figure
from firmware.mock.chip_bench import measure
from firmware.shelf import games

# Always the same game: only so can the figures of two versions be compared.
HEADER = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
}
STEP_NS = 10_000_000


def replay(events: int = 100_000) -> Sequence[Figure]:
    """Measure how long a journal of so many events takes to replay."""
    known = games()
    header, faults = header_of(HEADER, known)
    if header is None:
        raise ValueError("; ".join(faults))
    game = known[header.game]
    recorded = _recorded(Referee(game, header), events)
    began = time.process_time()
    Referee.restored(game, header, recorded)
    seconds = time.process_time() - began
    how = f"{events:,} presses and releases, all accepted; processor time of Referee.restored"
    return [Figure("replay of 100,000 events", seconds * 100_000 / events, "s", how, "under 5 s")]


def _recorded(referee: Referee[object], events: int) -> list[Record]:
    return [referee.feed(_event(number))[0] for number in range(events)]


def _event(number: int) -> TableEvent:
    """Return the next press or release: three Turns end, then holds are made and taken back."""
    seat, at = number // 2 % 3 + 1, number * STEP_NS
    if number % 2:
        return Released(seat, Side.LEFT, at=at)
    return Pressed(seat, Side.LEFT, at=at)


def reader() -> Sequence[Figure]:
    """Measure what polls cost, in transfers and in time on the air."""
    found = measure(time.process_time_ns)
    how = "our driver over spidev on the register-level chip"
    ratio = found.new_tag_ns / found.air_ns
    return [
        Figure("empty poll", found.empty_transfers, "transfers", how, "at most 25"),
        Figure("poll that finds a 7-byte tag", found.tag_transfers, "transfers", how),
        Figure(
            "new 7-byte tag, times air time",
            ratio,
            "",
            f"{how} at 10 MHz without overhead: {found.new_tag_ns / 1e6:.2f} ms of "
            f"{found.air_ns / 1e6:.2f} ms on the air",
            "at most 1.5",
        ),
        Figure("processor time of an empty poll", found.empty_cpu_ns / 1000, "us", how),
    ]
