"""The rounds: every check in the order in which things break, on a Pi or on the simulated kit.

Findings come one by one, so that they can be read while the next check runs. Whoever takes them
closes the rounds, and every pin is released then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from firmware.board import Board
from firmware.board_check import findings as board_findings
from firmware.clock import NS_PER_S, Clock, MonotonicClock, VirtualClock
from firmware.devices import Devices, Libraries, open_real, open_simulated, pin_factory
from firmware.doctor.host import Host
from firmware.doctor.levels import look_at_levels
from firmware.doctor.libraries import look_at_libraries, look_at_pipe, pipe_somewhere
from firmware.doctor.machine import (
    look_at_chips,
    look_at_groups,
    look_at_lines,
    look_at_spi,
    look_at_supply,
)
from firmware.doctor.readers import look_at_readers
from firmware.doctor.settings import look_at_settings
from firmware.doctor.walk import EdgeLog, Person, Walk, closed_at_start
from firmware.doctor.walk_simulated import SimulatedPerson
from firmware.nfc.readers import sleep_ns
from firmware.notice_board import Finding
from firmware.panel.pins import PanelError

POLLS = 8
BUSY = Finding(
    "panel",
    "warning",
    "A kit is running: pins and readers were not looked at.",
    "Stop it and look again, or see the host's page.",
)
Told = Callable[[str], None]
Rounds = Generator[Finding, None, None]


@dataclass(frozen=True, slots=True)
class Timing:
    """Holds the clock of a walk, and how its time passes: by itself on a Pi."""

    clock: Clock = field(default_factory=MonotonicClock)
    pause: Callable[[int], None] = sleep_ns

    def pass_by(self, devices: Devices, ns: int) -> None:
        """Let so many ns pass, then bring lights and sounder to that moment."""
        self.pause(ns)
        devices.panel.tick(self.clock.now_ns())


def look_at_board(board: Board) -> tuple[Finding, ...]:
    """Check every rule of the board's pin table."""
    found = board_findings(board)
    if not found:
        return (Finding(f"board {board.name}", "ok", "Its pin table breaks no rule."),)
    return tuple(
        Finding(f"board {board.name}: {one.part}", one.severity.value, one.text, one.cure)
        for one in found
    )


def look_at_machine(
    host: Host, board: Board, libraries: Libraries, pipe: Finding
) -> Iterator[Finding]:
    """Check libraries, device files, rights, pins, settings and supply of a Pi; claim nothing.

    `pipe` is what was found of lgpio's pipe before anybody gave it a folder.
    """
    yield from look_at_libraries(host, libraries)
    yield from look_at_spi(host, board)
    yield from look_at_groups(host)
    yield from look_at_chips(host)
    yield from look_at_lines(host, board)
    yield pipe
    yield from look_at_settings(host, board)
    yield from look_at_supply(host)


def look_at_panel(devices: Devices, named: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Name each pin that could not be claimed, but for those that were `named` before."""
    found = devices.findings()
    if not found:
        return (Finding("panel", "ok", "Every pin of the board was claimed."),)
    return tuple(finding for finding in found if finding.part not in named)


def on_a_pi(
    board: Board,
    host: Host,
    libraries: Libraries = Libraries.CURRENT,
    person: Person | None = None,
    timing: Timing | None = None,
    only: Sequence[str] = (),
) -> Rounds:
    """Look at a Pi and its kit; with a `person`, walk along it too, or along the parts `only`."""
    pipe = look_at_pipe()
    with pipe_somewhere() as folder:  # lgpio keeps to the one that it was imported with
        named = []
        for finding in look_at_machine(host, board, libraries, pipe):
            named.append(finding.part)
            yield finding
        yield from look_at_board(board)
        timing, log = timing or Timing(), EdgeLog()
        try:
            held_high = _levels(board, libraries)
            devices = open_real(board, timing.clock, log, Path(folder), libraries)
        except PanelError as error:
            yield Finding("panel", "error", str(error), "Run this on a Pi, or use --mock.")
            return
        try:
            yield from held_high
            yield from look_at_panel(devices, named)
            yield from closed_at_start(log)
            yield from look_at_readers(devices.readers, timing.clock.now_ns, POLLS)
            if person is not None:
                pace = partial(timing.pass_by, devices)
                walk = Walk(board, devices, log, person, pace, timing.clock, only)
                yield from walk.findings()
        finally:
            devices.close()


def beside_a_kit(
    board: Board, host: Host, libraries: Libraries = Libraries.CURRENT
) -> Iterator[Finding]:
    """Look at a Pi whose pins and readers a running kit holds."""
    pipe = look_at_pipe()
    with pipe_somewhere():
        for finding in look_at_machine(host, board, libraries, pipe):
            if not (finding.part.startswith("pin ") and finding.text.startswith("lg ")):
                yield finding  # what lgpio holds is the kit's own
    yield from look_at_board(board)
    yield BUSY


def _levels(board: Board, libraries: Libraries) -> tuple[Finding, ...]:
    """Look at the levels before the panel claims its pins."""
    factory = pin_factory(libraries)
    try:
        return look_at_levels(board, factory)
    finally:
        factory.close()


def on_the_simulated_kit(
    board: Board,
    broken: Callable[[Devices], None] = lambda _devices: None,
    told: Told | None = None,
    only: Sequence[str] = (),
) -> Rounds:
    """Look at a simulated kit after `broken` had its way; `told` hears of a walk along it."""
    yield from look_at_board(board)
    clock, log = VirtualClock(NS_PER_S), EdgeLog()
    devices = open_simulated(board, clock, log)
    try:
        broken(devices)

        def pace(ns: int) -> None:
            clock.advance(ns)
            if devices.simulated is not None:
                devices.simulated.step(clock.now_ns())
            devices.panel.tick(clock.now_ns())

        def now_ns() -> int:
            pace(devices.readers.interval_ns)
            return clock.now_ns()

        yield from look_at_panel(devices)
        yield from closed_at_start(log)
        yield from look_at_readers(devices.readers, now_ns, POLLS)
        if told is not None and devices.simulated is not None:
            person = SimulatedPerson(devices.simulated, clock, Random(1), told)
            yield from Walk(board, devices, log, person, pace, clock, only).findings()
    finally:
        devices.close()
