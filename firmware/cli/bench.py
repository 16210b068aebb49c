"""`ringmaster bench`: prints figures, each with how it was measured and on what."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from firmware.bench.figures import Figure, machine
from firmware.cli.reading import fail


class _Printer:
    """Prints figures as they come."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._how = ""
        if not as_json:
            click.echo(f"Measured on {machine()}")

    def __call__(self, figures: Sequence[Figure]) -> None:
        for figure in figures:
            if self._as_json:
                click.echo(json.dumps(figure.to_json()))
                continue
            if figure.how != self._how:
                self._how = figure.how
                click.echo(f"\n{figure.how}:")
            click.echo(figure.line())


JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")


@click.group("bench", invoke_without_command=True)
@JSON
@click.pass_context
def command(given: click.Context, *, as_json: bool) -> None:
    """Measure everything that takes less than a few minutes; `soak` and `kills` take longer."""
    if given.invoked_subcommand is None:
        show = _Printer(as_json=as_json)
        for measured in _all():
            show(measured())


def _all() -> Sequence[Callable[[], Sequence[Figure]]]:
    from firmware.bench import core, games, live, phones, program  # noqa: PLC0415 - slow

    def start() -> Sequence[Figure]:
        with tempfile.TemporaryDirectory() as folder:
            return program.start_and_memory(Path(folder))

    return (
        core.reader,
        core.replay,
        lambda: games.soak(20, 1).figures(),
        live.edge_to_ruling,
        live.beat_jitter,
        lambda: phones.watch(50, 10, 20).figures(),
        lambda: phones.watch(20, 2, 20).figures()[3:],
        start,
    )


@command.command("soak")
@click.option("--games", "count", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--game", "slug", default=None, help="Play this one; all in turns without it.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--with", "stated", multiple=True, help="An option of every table: mode=duel.")
@JSON
def soak(
    count: int, slug: str | None, seed: int, jobs: int, stated: tuple[str, ...], *, as_json: bool
) -> None:
    """Play many robots' games through pins and tags; exits with 1 if one does not hold."""
    from firmware.bench import games  # noqa: PLC0415 - slow

    if slug is not None and slug not in (known := games.with_robots()):
        fail(f"--game {slug}: no game that robots play (allowed: {', '.join(known)})")
    try:
        played = games.soak(count, seed, jobs, slug, dict(_stated(one) for one in stated))
    except ValueError as error:
        fail(f"--with {' '.join(stated)}: {error}")
    _Printer(as_json=as_json)(played.figures())
    for fault in played.faults:
        click.echo(fault, err=True)
    if played.faults:
        raise SystemExit(1)


def _stated(text: str) -> tuple[str, Any]:
    """Read an option as it is typed: a word, or a number, true or false."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@command.command("kills")
@click.option("--times", default=200, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@JSON
def kills(times: int, seed: int, *, as_json: bool) -> None:
    """Kill a running game at random moments; exits with 1 if anything shown was lost."""
    from firmware.bench import kills as killing  # noqa: PLC0415 - slow

    killed = killing.kills(times, seed)
    _Printer(as_json=as_json)(killing.figures(killed))
    faults = [fault for one in killed for fault in one.faults]
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise SystemExit(1)


@command.command("phones")
@click.option("--phones", "count", default=50, show_default=True, type=click.IntRange(1, 400))
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(0.1, 600))
@click.option("--rate", default=20.0, show_default=True, type=click.FloatRange(0.1, 100))
@JSON
def phones(count: int, seconds: float, rate: float, *, as_json: bool) -> None:
    """Let phones watch a kit that rules so often; exits with 1 if one missed a ruling."""
    from firmware.bench import phones as watching  # noqa: PLC0415 - slow

    seen = watching.watch(count, seconds, rate)
    _Printer(as_json=as_json)(seen.figures())
    if seen.lost or seen.doubled:
        raise SystemExit(1)
