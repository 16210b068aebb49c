"""`ringmaster doctor`: says what is wrong with the kit, each with one line of cure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import click

from firmware.board import Board
from firmware.cli.boards import board_of, board_option
from firmware.cli.faults import broken, read_faults
from firmware.cli.reading import fail
from firmware.devices import Devices, Libraries
from firmware.doctor import severity
from firmware.doctor.host import Host
from firmware.doctor.rounds import Rounds, on_a_pi, on_the_simulated_kit
from firmware.doctor.walk import WalkStopped, parts_of
from firmware.notice_board import Finding

MARKS = {"ok": "ok     ", "warning": "warning", "error": "ERROR  "}


@click.command("doctor")
@click.option("--mock", "is_mock", is_flag=True, help="Look at the simulated kit.")
@click.option("--walk", is_flag=True, help="Walk along every light, button, bell and reader too.")
@click.option("--only", multiple=True, metavar="PART", help="Walk along this part: 2, bell, tray.")
@board_option
@click.option(
    "--libraries",
    default=Libraries.CURRENT.value,
    show_default=True,
    type=click.Choice([library.value for library in Libraries]),
    help="lgpio and spidev, or RPi.GPIO and mfrc522.",
)
@click.option("--fault", "faults", multiple=True, metavar="READER=KIND", help="With --mock.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
def command(
    board_name: str,
    libraries: str,
    faults: Sequence[str],
    only: Sequence[str],
    *,
    is_mock: bool,
    walk: bool,
    as_json: bool,
) -> None:
    """Look at everything that the kit needs; exits with 1 if it cannot work as it is.

    A walk asks you to look, press, ring, listen and lay a card; Ctrl+C ends it, and keeps what
    was found. Stop the kit before: its pins can only be held once.
    """
    board = board_of(board_name)
    if faults and not is_mock:
        fail("--fault breaks a simulated reader; it needs --mock")
    _check_parts(board, only)
    walks = walk or bool(only)
    if is_mock:
        rounds = _simulated(board, faults, only, walks=walks, as_json=as_json)
    else:
        person = Asked(as_json=as_json) if walks else None
        rounds = on_a_pi(board, Host(), Libraries(libraries), person, only=only)
    raise SystemExit(severity(_printed(rounds, as_json=as_json)))


def _check_parts(board: Board, only: Sequence[str]) -> None:
    for part in only:
        if part not in parts_of(board):
            fail(f"--only {part}: no such part (allowed: {', '.join(parts_of(board))})")


def _simulated(
    board: Board, faults: Sequence[str], only: Sequence[str], *, walks: bool, as_json: bool
) -> Rounds:
    pairs = read_faults(faults)

    def breaks(devices: Devices) -> None:
        broken(devices, pairs)

    told = Asked(as_json=as_json).told if walks else None
    return on_the_simulated_kit(board, breaks, told, only)


def _printed(rounds: Rounds, *, as_json: bool) -> list[Finding]:
    """Print findings as they come, and return them; the pins are released however it ends."""
    found = []
    with closing(rounds):
        for finding in rounds:
            found.append(finding)
            _print(finding, as_json=as_json)
    return found


def _print(finding: Finding, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(finding.to_json(), ensure_ascii=False))
        return
    click.echo(f"{MARKS[finding.state]}  {finding.part}: {finding.text}")
    if finding.cure:
        click.echo(f"         -> {finding.cure}")


@dataclass(frozen=True, slots=True)
class Asked:
    """Is the person at the terminal (`firmware.doctor.walk.Person`)."""

    as_json: bool

    def told(self, text: str) -> None:
        """Print a line, beside the findings where those are JSON."""
        click.echo(f"         {text}", err=self.as_json)

    def presses(self, line: str, times: int) -> None:
        """Ask for presses."""
        if times > 1:
            self.told(f"Ring the {line} {times} times, about twice a second.")
            return
        seat, _, side = line.partition(".")
        self.told(f"Press {side.upper()} of seat {seat} and let it go.")

    def lays(self, reader: str) -> None:
        """Ask for a card."""
        self.told(f"Lay a card on the reader {reader}, and none on another.")

    def sees(self, seat: int) -> bool:
        """Ask for the light."""
        return self._asked(f"Is the light of seat {seat} lit, and no other?")

    def hears(self) -> bool:
        """Ask for the tones."""
        return self._asked("Did you hear a high and a low tone?")

    def _asked(self, question: str) -> bool:
        try:
            return click.confirm(f"         {question}", default=True, err=self.as_json)
        except click.Abort:  # Ctrl+C, or nobody at the keyboard
            click.echo(err=self.as_json)
            raise WalkStopped from None
