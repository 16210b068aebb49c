"""`ringmaster doctor`: says what is wrong with the kit, each with one line of cure."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from firmware.board import Board
from firmware.cli.boards import board_of
from firmware.cli.faults import broken, read_faults
from firmware.cli.reading import fail
from firmware.clock import Clock, MonotonicClock, VirtualClock
from firmware.devices import Devices, open_real, open_simulated
from firmware.doctor import Host, look_at_board, look_at_devices, look_at_machine, severity
from firmware.inbox import Inbox
from firmware.notice_board import Finding
from firmware.panel.pins import PanelError

POLLS = 8
MARKS = {"ok": "ok     ", "warning": "warning", "error": "ERROR  "}


@click.command("doctor")
@click.option("--mock", "is_mock", is_flag=True, help="Look at the simulated kit.")
@click.option("--board", "board_name", default="standard", show_default=True)
@click.option("--fault", "faults", multiple=True, metavar="READER=KIND", help="With --mock.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
def command(board_name: str, faults: Sequence[str], *, is_mock: bool, as_json: bool) -> None:
    """Look at everything that the kit needs; exits with 1 if it cannot work as it is."""
    board = board_of(board_name)
    found = [*look_at_board(board)]
    if is_mock:
        found += _simulated(board, read_faults(faults))
    elif faults:
        fail("--fault breaks a simulated reader; it needs --mock")
    else:
        found += look_at_machine(Host()) + _real(board)
    _print(found, as_json=as_json)
    raise SystemExit(severity(found))


def _simulated(board: Board, faults: Sequence[tuple[str, str]]) -> tuple[Finding, ...]:
    clock = VirtualClock(1)
    devices = open_simulated(board, clock, Inbox(0, 0))
    broken(devices, faults)
    return _looked_at(devices, clock)


def _real(board: Board) -> tuple[Finding, ...]:
    clock = MonotonicClock()
    with tempfile.TemporaryDirectory() as folder:
        try:
            devices = open_real(board, clock, Inbox(0, 0), Path(folder))
        except PanelError as error:
            return (Finding("panel", "error", str(error), "Run this on a Pi, or use --mock."),)
        return _looked_at(devices, clock)


def _looked_at(devices: Devices, clock: Clock) -> tuple[Finding, ...]:
    def now_ns() -> int:
        if isinstance(clock, VirtualClock):
            clock.advance(devices.readers.interval_ns)
        return clock.now_ns()

    try:
        return look_at_devices(devices, now_ns, POLLS)
    finally:
        devices.close()


def _print(found: Sequence[Finding], *, as_json: bool) -> None:
    for finding in found:
        if as_json:
            click.echo(json.dumps(finding.to_json(), ensure_ascii=False))
            continue
        click.echo(f"{MARKS[finding.state]}  {finding.part}: {finding.text}")
        if finding.cure:
            click.echo(f"         -> {finding.cure}")
