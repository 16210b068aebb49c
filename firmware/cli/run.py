"""`ringmaster run`: runs the kit, real or simulated, with the board live in every browser."""

from __future__ import annotations

import math
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.core.game import Game
from companion.core.header import Header
from companion.core.playthrough import header_of
from firmware.addresses import own_addresses
from firmware.board import MAX_SEATS, Board
from firmware.board_check import findings
from firmware.cli.boards import board_of, board_option
from firmware.cli.faults import broken, read_faults
from firmware.cli.reading import fail
from firmware.clock import NS_PER_S
from firmware.devices import Libraries
from firmware.doors import characters
from firmware.handed import own_socket
from firmware.journal import JournalTooNew
from firmware.loop import Part
from firmware.notify import own_pulse
from firmware.panel.pins import PanelError
from firmware.power import asking_by_file
from firmware.running import LOOPBACK, Kit, Settings
from firmware.state import StateLocked
from web.ports import Limits
from web.qr import join_address, join_terminal

DEMO = "click_click_boom"  # what `run --mock` shows to whoever names no game
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
SEATS = 4  # of a game for which no number was named
PAUSE_NS = 20 * NS_PER_S  # between two games of robots, for people to see who won
SPEED = click.FloatRange(0.1, 100)


def _finite(_given: click.Context, _option: click.Parameter, value: float) -> float:
    if not math.isfinite(value):
        raise click.BadParameter(f"{value} is no speed.")
    return value


@click.command("run")
@click.option("--mock", "is_mock", is_flag=True, help="Simulate the kit; no Pi is needed.")
@click.option("--game", default=None, help=f"Set this game up at once; with --mock {DEMO}.")
@click.option(
    "--seats",
    default=None,
    type=click.IntRange(1, MAX_SEATS),
    help=f"{SEATS}, or as many as the game and the board allow.",
)
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="Set a game's option.")
@click.option("--robots/--no-robots", default=None, help="Let robots play (with --mock --game).")
@click.option("--seed", type=int, default=None, help="The robots' source of chance.")
@click.option("--fresh", is_flag=True, help="Leave an unfinished game of the journal alone.")
@click.option("--speed", default=1.0, show_default=True, type=SPEED, callback=_finite)
@click.option("--lan", is_flag=True, help="Serve the local network, not only this machine.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535))
@click.option("--state", type=click.Path(path_type=Path, file_okay=False), default=None)
@board_option
@click.option("--fault", "faults", multiple=True, metavar="READER=KIND", help="With --mock.")
@click.option(
    "--libraries",
    default=Libraries.CURRENT.value,
    show_default=True,
    type=click.Choice([library.value for library in Libraries]),
    help="lgpio and spidev, or RPi.GPIO and mfrc522.",
)
@click.option(
    "--power-off",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Make this file when seat 1 holds LEFT and RIGHT for 5 s outside a game.",
)
@click.option("--streams", default=48, show_default=True, type=click.IntRange(1, 500))
@click.option("--streams-per-address", default=None, type=click.IntRange(1, 500))
def command(**options: Any) -> None:
    """Run the kit until it is interrupted."""
    settings = _settings(**options)
    _check_board(settings.board)
    robots = _Robots(options["seed"]) if _robots_play(options) else None
    try:
        kit = Kit(settings, more_parts=robots.parts if robots else lambda _kit: ())
    except (StateLocked, JournalTooNew, PanelError) as error:
        fail(str(error))
    try:
        broken(kit.devices, read_faults(options["faults"]))
        begin(kit, options)
        _serve(kit)
    finally:
        kit.close()


def _robots_play(options: Mapping[str, Any]) -> bool:
    """Tell whether robots play: on a simulated kit, unless it was forbidden."""
    wanted = options.get("robots")
    return bool(options.get("is_mock") and (wanted is None or wanted))


def _settings(**options: Any) -> Settings:
    is_lan = options["lan"]
    streams, power_off = options["streams"], options["power_off"]
    # On a kit of our own machine every page comes from one address.
    each = options["streams_per_address"] or (4 if is_lan else streams)
    return Settings(
        board=board_of(options["board_name"]),
        state=options["state"],
        is_simulated=options["is_mock"],
        libraries=Libraries(options["libraries"]),
        speed=options["speed"] if options["is_mock"] else 1.0,
        host="0.0.0.0" if is_lan else LOOPBACK,  # noqa: S104 - asked for with --lan
        port=options["port"] or free_port(),
        addresses=own_addresses() if is_lan else (),
        limits=Limits(streams=streams, streams_per_address=each),
        opened=own_socket(),
        pulse=own_pulse(),
        power_off=asking_by_file(power_off) if power_off else None,
    )


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server((LOOPBACK, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _check_board(board: Board) -> None:
    errors = [found for found in findings(board) if found.severity == "error"]
    if errors:
        fail("\n".join(str(found) for found in errors))


def begin(kit: Kit, options: dict[str, Any]) -> None:
    """Put the journal's unfinished game on the table, or the one that was asked for."""
    if not options["fresh"] and kit.resume():
        click.echo("Going on with the unfinished game, paused; --fresh begins another.")
        return
    slug = options["game"] or (DEMO if options["is_mock"] else None)
    if slug is None:
        return
    game = kit.games.get(slug)
    if game is None:
        fail(f"--game {slug}: no such game (allowed: {', '.join(kit.games)})")
    reached = len(kit.settings.board.seats) if _robots_play(options) else MAX_SEATS
    seats = seats_of(game, options["seats"], reached)
    kit.begin(demo_header(game, seats, options["given"], kit.printed.laid_over))


def seats_of(game: Game[Any], asked: int | None, reached: int) -> int:
    """Return how many seats a game is set up for; ends the program with 2 if that cannot be.

    Without a wish it is four, or as near to it as the game and the board allow. `reached` is how
    many seats have buttons, where buttons are needed.
    """
    least, most = game.players
    seats = max(least, min(SEATS, most, reached)) if asked is None else asked
    if not least <= seats <= most:
        fail(f"--seats {seats}: {game.title} takes {least} to {most} players")
    if seats > reached:
        fail(f"--seats {seats}: robots press buttons, and this board has {reached} seats")
    return seats


def demo_header(
    game: Game[Any],
    seats: int,
    given: Sequence[str],
    laid_over: Callable[[Mapping[str, Any]], dict[str, Any]] = dict,
) -> Header:
    """Return a header for a game at once; ends the program with 2 and every fault.

    `laid_over` puts what the table entered from its own box under a header's deck.
    """
    chosen = characters(game)
    asked = {
        "ringmaster": 1,
        "game": game.slug,
        "seats": [
            {"name": name, "character": chosen[place]} if place < len(chosen) else name
            for place, name in enumerate(NAMES[:seats])
        ],
        "options": _options(given),
    }
    header, faults = header_of(laid_over(asked), {game.slug: game})
    if header is None:
        fail("\n".join(faults))
    return header


def _options(given: Sequence[str]) -> dict[str, Any]:
    words = {"true": True, "false": False}
    read: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            fail(f"--set {pair}: NAME=VALUE is wanted")
        read[name] = words.get(value, _number(value))
    return read


def _number(value: str) -> Any:
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value


def _serve(kit: Kit) -> None:
    def stop(_number: int, _frame: Any) -> None:
        kit.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        kit.start()
    except OSError as error:
        fail(f"port {kit.settings.port} cannot be had: {error.strerror}; try --port 0")
    _greet(kit)
    kit.run()


def _greet(kit: Kit) -> None:
    address = kit.own_address()
    join = join_address(address, kit.seating_code())
    click.echo(f"Board   {address}/")
    click.echo(f"Host    {address}/host   PIN {kit.pin}")
    if kit.devices.simulated:
        click.echo(f"Panel   http://{LOOPBACK}:{kit.server.port if kit.server else 0}/sim")
    click.echo(f"Join    {join}")
    click.echo(join_terminal(join))
    if kit.settings.host == LOOPBACK:
        click.echo("Only this machine reaches these addresses; --lan lets phones join.")
    for finding in kit.notices.findings():
        click.echo(f"{finding.state}: {finding.part}: {finding.text} {finding.cure}".rstrip())
    click.echo("Stop with Ctrl+C.")


class _Robots:
    def __init__(self, seed: int | None) -> None:
        self._chance = Random(seed)

    def parts(self, kit: Kit) -> Sequence[Part]:
        from firmware.robots import robots_for  # noqa: PLC0415 - only a demo needs them

        return (robots_for(kit, self._chance), Encore(kit))


class Encore:
    """Is the part that puts the robots' game on the table again, some time after its end."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._over_ns: int | None = None

    def next_ns(self) -> int | None:
        """Return when the next game begins, or None while one is played."""
        return None if self._over_ns is None else self._over_ns + PAUSE_NS

    def step(self, now_ns: int) -> None:
        """Begin the next game, if it is time."""
        played = self._kit.sitting.played
        if played is None or not played.referee.run.is_over:
            self._over_ns = None
        elif self._over_ns is None:
            self._over_ns = now_ns
        elif now_ns >= self._over_ns + PAUSE_NS:
            self._over_ns = None
            self._kit.begin(self._again(played.referee.run.header))

    def _again(self, header: Header) -> Header:
        """Return a header for the same game, with what the table has entered meanwhile."""
        again, _faults = header_of(self._kit.printed.anew(header.given), self._kit.games)
        return again or header
