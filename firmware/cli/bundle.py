"""`ringmaster bundle`: writes one zip that a maintainer can use, without names and secrets."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

import click

from firmware.board import Board
from firmware.bundle import Told, files_of, is_in_use, read_past, secrets_of, write, zipped
from firmware.bundle_machine import log_of, settings_of, versions_of
from firmware.cli.boards import board_of, board_option
from firmware.cli.reading import fail
from firmware.devices import Libraries
from firmware.doctor.host import Host
from firmware.doctor.rounds import beside_a_kit, on_a_pi, on_the_simulated_kit
from firmware.notice_board import Finding
from firmware.state import SECRET_NAME, place_of


@click.command("bundle")
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file to write; - is standard output.",
)
@click.option("--game", type=int, default=None, help="The game to take along; the last without.")
@click.option("--state", type=click.Path(path_type=Path, file_okay=False), default=None)
@click.option("--mock", "is_mock", is_flag=True, help="Let the doctor look at the simulated kit.")
@board_option
@click.option(
    "--libraries",
    default=Libraries.CURRENT.value,
    show_default=True,
    type=click.Choice([library.value for library in Libraries]),
    help="lgpio and spidev, or RPi.GPIO and mfrc522.",
)
def command(
    to: Path | None,
    game: int | None,
    state: Path | None,
    board_name: str,
    libraries: str,
    *,
    is_mock: bool,
) -> None:
    """Write versions, board, the doctor's findings, the last game and the log into one zip.

    Players are called by their seats; keys, PINs, codes and cookies stay here.
    """
    place, board, host = place_of(state), board_of(board_name), Host()
    past = read_past(place)
    if game is not None and past.last(game) is None:
        fail(f"--game {game}: there is no such game; see: ringmaster journal list")
    told = Told(
        versions=versions_of(host, place),
        board=board,
        settings=settings_of(host),
        findings=_findings(board, host, Libraries(libraries), place, is_mock=is_mock),
        past=past,
        log=log_of(),
        secrets=secrets_of((place / SECRET_NAME,)),
        game=game,
    )
    _write(to or Path(f"ringmaster-{datetime.now().astimezone():%Y%m%d-%H%M%S}.zip"), told)


def _findings(
    board: Board, host: Host, libraries: Libraries, place: Path, *, is_mock: bool
) -> list[Finding]:
    """Return what the doctor sees; of a kit that runs elsewhere, what can be seen beside it."""
    if is_mock:
        return list(on_the_simulated_kit(board))
    if is_in_use(place):
        return list(beside_a_kit(board, host, libraries))
    with closing(on_a_pi(board, host, libraries)) as rounds:
        return list(rounds)


def _write(to: Path, told: Told) -> None:
    files = files_of(told)
    is_piped = str(to) == "-"
    try:
        if is_piped:
            click.get_binary_stream("stdout").write(zipped(files))
        else:
            write(to, files)
    except FileExistsError:
        fail(f"{to}: there is such a file already; give --to another name")
    except OSError as error:
        fail(f"{to}: {error.strerror or error}")
    click.echo(f"{to}: {', '.join(files)}", err=is_piped)
    click.echo("Names are replaced by seats. Look through it before you send it.", err=is_piped)
