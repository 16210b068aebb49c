"""`ringmaster play FILE`: plays a playthrough in virtual time, prints rulings, checks it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.core.errors import FileFault
from companion.core.playthrough import Playthrough, read_playthrough
from companion.core.records import Record
from companion.core.stamps import to_seconds
from companion.core.steps import Step
from companion.core.views import shown
from firmware.cli.reading import fail, read_text
from firmware.playback import MISSING, Playback, Unmet
from firmware.shelf import games


@click.command("play")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines instead of sentences.")
def command(file: Path, *, as_json: bool) -> None:
    """Play FILE (a playthrough, JSON Lines) and check what it expects.

    Exits with 0 if every expectation holds, 1 with the first that does not, 2 if the file is
    not valid.
    """
    playback = Playback(read(file), games())
    printer = _Printer(playback, as_json=as_json)
    playback.listen(printer.heard)
    unmet = playback.play()
    printer.end(unmet)
    if unmet:
        raise SystemExit(1)


def read(file: Path) -> Playthrough:
    """Read a playthrough; ends the program with 2 and every fault if it is not valid."""
    try:
        return read_playthrough(read_text(file), str(file), games())
    except FileFault as error:
        fail(str(error))


class _Printer:
    def __init__(self, playback: Playback, *, as_json: bool) -> None:
        self._playback = playback
        self._as_json = as_json

    def heard(self, record: Record, step: Step) -> None:
        """Print what one event led to."""
        at = to_seconds(record.event.at)
        if step.refusal is not None:
            self._refused(at, step.refusal.reason, step.refusal.seat)
        for ruling in shown(self._run(), step.rulings):
            if self._as_json:
                _print({"at": at, **{key: ruling[key] for key in ruling if key != "at"}})
            else:
                click.echo(f"{at:10.3f}  {ruling['cite'] or '':>4}  {ruling['text']}")

    def _refused(self, at: float, reason: str, seat: int | None) -> None:
        if self._as_json:
            _print({"at": at, "refused": reason, "seat": seat})
        else:
            text = self._playback.view()["refused"]["text"]
            click.echo(f"{at:10.3f}     -  Refused: {text} ({reason})")

    def end(self, unmet: tuple[Unmet, ...]) -> None:
        """Print the final view and the first expectation that did not hold."""
        view = self._playback.view()
        if self._as_json:
            _print({"view": view})
        else:
            _print_view(view)
        for first in unmet[:1]:
            found = "nothing there" if first.found is MISSING else json.dumps(first.found)
            expected = json.dumps(first.expected)
            message = f"line {first.line}: {first.path}: expected {expected}, found {found}"
            click.echo(message, err=True)

    def _run(self) -> Any:
        played = self._playback.sitting.played
        return played.referee.run if played else None


def _print(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _print_view(view: dict[str, Any]) -> None:
    click.echo()
    state = "over" if view["over"] else "paused" if view["paused"] else view["phase"]
    click.echo(f"{view['title']}: {state}")
    for number, seat in view["seats"].items():
        facts = ", ".join(
            f"{key} {_short(value)}"
            for key, value in seat.items()
            if key != "name" and value not in (None, [], False, "")
        )
        crown = "  wins" if int(number) in view["winners"] else ""
        click.echo(f"  {number} {seat['name']:<16} {facts}{crown}")
    for wait in view["waiting"]:
        click.echo(f"  {wait['text']}")


def _short(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
