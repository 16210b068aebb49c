"""`ringmaster play FILE`: plays a playthrough in virtual time, prints rulings, checks it.

A support bundle is played too: what `ringmaster bundle` has put into it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.core.errors import FileFault
from companion.core.lines import ExpectLine
from companion.core.playthrough import Playthrough, read_playthrough
from companion.core.records import Record
from companion.core.rulings import Numbered
from companion.core.stamps import to_seconds
from companion.core.steps import Step
from companion.core.views import shown
from firmware.bundle_reading import BundleFault, game_of, is_bundle
from firmware.cli.reading import fail, read_text
from firmware.playback import MISSING, Playback, Unmet
from firmware.shelf import games

COMMON = frozenset({"game", "title", "phase", "margin_ms", "failed", "pointing"})


@click.command("play")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines instead of sentences.")
def command(file: Path, *, as_json: bool) -> None:
    """Play FILE (a playthrough, or a bundle with one in it) and check what it expects.

    Exits with 0 if every expectation holds, 1 with the first that does not, 2 if the file is
    not valid.
    """
    playback = Playback(read(file), games())
    printer = _Printer(playback, file, as_json=as_json)
    playback.listen(printer.heard)
    unmet = playback.play()
    printer.end(unmet)
    if unmet:
        raise SystemExit(1)


def read(file: Path) -> Playthrough:
    """Read a playthrough; ends the program with 2 and every fault if it is not valid."""
    try:
        return read_playthrough(text_of(file), str(file), games())
    except FileFault as error:
        fail(str(error))


def text_of(file: Path) -> str:
    """Return a playthrough's text, out of a bundle if it is one; ends the program with 2."""
    if not is_bundle(file):
        return read_text(file)
    try:
        return game_of(file)
    except BundleFault as error:
        fail(f"{file}: {error}")
    except OSError as error:
        fail(f"{file}: {error.strerror or error}")


class _Printer:
    def __init__(self, playback: Playback, file: Path, *, as_json: bool) -> None:
        self._playback = playback
        self._file = file
        self._as_json = as_json
        self._has_begun = False

    def heard(self, record: Record, step: Step) -> None:
        """Print what one event led to."""
        self._begin(len(step.rulings))
        at = to_seconds(record.event.at)
        if step.refusal is not None:
            self._refused(at, step.refusal.reason, step.refusal.seat)
        self._ruled(at, step.rulings)

    def _begin(self, later: int = 0) -> None:
        """Print what was ruled before anything happened; `later` rulings came since."""
        run = self._run()
        if run is not None and not self._has_begun:
            self._has_begun = True
            self._ruled(0.0, run.rulings[: len(run.rulings) - later])

    def _ruled(self, at: float, rulings: Sequence[Numbered]) -> None:
        for ruling in shown(self._run(), rulings):
            if self._as_json:
                _print({"at": at, **{key: ruling[key] for key in ruling if key != "at"}})
            else:
                _say(f"{at:10.3f}  {ruling['cite'] or '':>4}  {ruling['text']}")

    def _refused(self, at: float, reason: str, seat: int | None) -> None:
        if self._as_json:
            _print({"at": at, "refused": reason, "seat": seat})
            return
        names = self._playback.playthrough.header.seats
        whose = "" if seat is None or seat > len(names) else f" to {self._name(seat)}"
        _say(f"{at:10.3f}     -  No{whose}: {self._playback.view()['refused']['text']}")

    def _name(self, seat: int) -> str:
        name: str = self._playback.view()["seats"][str(seat)]["name"]
        return name

    def end(self, unmet: tuple[Unmet, ...]) -> None:
        """Print the final view, and the first expectation that did not hold."""
        self._begin()
        view = self._playback.view()
        if self._as_json:
            _print({"view": view})
        else:
            _print_view(view)
            self._print_count(unmet)
        for first in unmet[:1]:
            found = "nothing there" if first.found is MISSING else json.dumps(first.found)
            expected = json.dumps(first.expected)
            place = f"{self._file}: line {first.line}: {first.path}"
            more = f" (and {len(unmet) - 1} more)" if len(unmet) > 1 else ""
            _say(f"{place}: expected {expected}, found {found}{more}", err=True)

    def _print_count(self, unmet: tuple[Unmet, ...]) -> None:
        lines = (placed.line for placed in self._playback.playthrough.lines)
        count = sum(len(line.values) for line in lines if isinstance(line, ExpectLine))
        if count and not unmet:
            _say(f"\nAll {count} expectations hold." if count > 1 else "\nThe expectation holds.")

    def _run(self) -> Any:
        played = self._playback.sitting.played
        return played.referee.run if played else None


def _say(text: str, *, err: bool = False) -> None:
    # A file's texts are hostile until printed: half a character, or a terminal's control codes.
    shown_text = "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)
    click.echo(shown_text, err=err)


def _print(value: dict[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = json.dumps(value)
    click.echo(text)


def _print_view(view: dict[str, Any]) -> None:
    state = "over" if view["over"] else "paused" if view["paused"] else view["phase"]
    table = ", ".join(
        f"{_worded(key)} {value}"
        for key, value in view.items()
        if key not in COMMON and isinstance(value, (int, str)) and not isinstance(value, bool)
    )
    _say(f"\n{view['title']}: {_worded(state)}{f' ({table})' if table else ''}")
    width = max((len(seat["name"]) for seat in view["seats"].values()), default=0)
    for number, seat in view["seats"].items():
        crown = "  WINS" if int(number) in view["winners"] else ""
        _say(f"  {number}  {seat['name']:<{width}}  {_facts(seat)}{crown}")
    for text in dict.fromkeys(wait["text"] for wait in view["waiting"]):
        _say(f"  {text}")


def _facts(seat: dict[str, Any]) -> str:
    """Return what a seat has, without what is as usual: only the dead are said to be so."""
    facts = [] if seat.get("alive", True) else ["dead"]
    for key, value in seat.items():
        if value is True and key != "alive":
            facts.append(_worded(key))
        elif value not in (None, [], False, True, "", "none") and key != "name":
            facts.append(f"{_worded(key)} {_listed(value)}")
    return ", ".join(facts)


def _worded(key: str) -> str:
    return key.replace("_", " ")


def _listed(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
