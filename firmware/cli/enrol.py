"""`ringmaster enrol GAME`: makes tags into the cards of a box, one tap a card."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from companion.cards.deck_map import Box, DeckMap, read_box, write_box
from companion.cards.enrolment import Enrolment, NotTagged, begin, bring_in
from companion.core.errors import FileFault
from firmware.cli.boards import board_of, board_option
from firmware.cli.reading import fail, read_text
from firmware.clock import NS_PER_S, MonotonicClock
from firmware.decks import read_decks, write_deck
from firmware.devices import open_real
from firmware.inbox import Inbox
from firmware.panel.pins import PanelError
from firmware.shelf import games
from firmware.signals import ReaderFailed, TagSeen, TagsUnclear
from firmware.state import StateFolder, StateLocked, write_text_atomically


@click.command("enrol")
@click.argument("game")
@click.option("--box", default=None, help="Go on with this box; without it a new one begins.")
@click.option("--retag", default=None, metavar="CARD", help="Give one lost card a new tag.")
@click.option(
    "--uids", "is_typed", is_flag=True, help="Read UIDs from standard input, one a line."
)
@click.option("--export", "to", type=click.Path(path_type=Path, dir_okay=False), default=None)
@click.option("--import", "source", type=click.Path(path_type=Path), default=None)
@click.option("--state", type=click.Path(path_type=Path, file_okay=False), default=None)
@board_option
def command(
    game: str,
    box: str | None,
    retag: str | None,
    *,
    is_typed: bool,
    to: Path | None,
    source: Path | None,
    state: Path | None,
    board_name: str,
) -> None:
    """Tag the cards of GAME: the next card is named, and any new tag that is tapped becomes it."""
    cards = _cards()
    if game not in cards:
        fail(f"unknown game {game!r} (allowed: {', '.join(sorted(cards))})")
    if box is not None and not box.strip():
        fail("--box: a name is wanted")
    try:
        folder = StateFolder.open(state, notices=lambda notice: click.echo(notice.text, err=True))
    except StateLocked as error:
        fail(str(error))
    with folder:
        known, faults = read_decks(folder.decks, cards)
        for fault in faults:
            click.echo(fault, err=True)
        if source is not None:
            _import(source, game, known, cards, folder.decks)
        elif to is not None:
            _export(known, game, box, to)
        else:
            taps = _typed() if is_typed else _tapped(board_name, folder.path)
            _enrol(_begun(known, game, cards[game], box, retag), taps, folder.decks)


def _cards() -> dict[str, tuple[str, ...]]:
    return {slug: tuple(game.manifest["cards"]) for slug, game in games().items()}


def _begun(
    known: DeckMap, game: str, cards: tuple[str, ...], box: str | None, retag: str | None
) -> Enrolment:
    if retag is None:
        return begin(known, game, cards, box)
    wanted = begin(known, game, cards, box or _only_box(known, game)).retag(retag)
    if isinstance(wanted, NotTagged):
        fail(wanted.text)
    return wanted


def _only_box(known: DeckMap, game: str) -> str:
    """Return the name of a game's only box; a lost card is of a box that there is."""
    names = [box.name for box in known.of_game(game)]
    if len(names) != 1:
        fail(f"--retag needs --box (boxes of {game}: {', '.join(names) or 'none yet'})")
    return names[0]


def _import(
    source: Path, game: str, known: DeckMap, cards: dict[str, tuple[str, ...]], folder: Path
) -> None:
    try:
        box = read_box(read_text(source), str(source), cards)
    except FileFault as error:
        fail(str(error))
    if box.game != game:
        fail(f"{source}: this is a box of {box.game}, not of {game}")
    after = bring_in(known, box)
    if not isinstance(after, DeckMap):
        fail("\n".join(f"{source}: {clash.text}" for clash in after))
    _keep(folder, box)
    click.echo(f"{box.game}, box {box.name}: {len(box.tags)} tags taken over.")


def _export(known: DeckMap, game: str, name: str | None, to: Path) -> None:
    boxes = known.of_game(game)
    box = known.find(game, name) if name else (boxes[0] if boxes else None)
    if box is None:
        fail(f"there is no box {name or ''} of {game} on this kit")
    try:
        write_text_atomically(to, write_box(box))
    except OSError as error:
        fail(f"{to}: {error.strerror}")


def _keep(folder: Path, box: Box) -> None:
    try:
        write_deck(folder, box)
    except OSError as error:
        fail(f"{folder}: {error.strerror}; the tags were not kept")


def _enrol(enrolment: Enrolment, taps: Iterator[str], folder: Path) -> None:
    click.echo(f"Box {enrolment.box} of {enrolment.game}. Stop with Ctrl+C; what is done is kept.")
    _name_next(enrolment)
    with suppress(KeyboardInterrupt):
        for uid in taps:
            after = enrolment.tapped(uid)
            if isinstance(after, NotTagged):
                click.echo(f"  {uid}: {after.text}")
                continue
            enrolment = after
            _keep(folder, enrolment.current)
            click.echo(f"  {uid} is {enrolment.steps[-1].card}")
            _name_next(enrolment)
            if enrolment.next_card() is None:
                break
    click.echo(f"{len(enrolment.current.tags)} tagged, {len(enrolment.missing())} missing.")


def _name_next(enrolment: Enrolment) -> None:
    card = enrolment.next_card()
    far = enrolment.progress()
    click.echo("The box is complete." if card is None else f"[{far.done}/{far.total}] Tap {card}")


def _typed() -> Iterator[str]:
    for row in sys.stdin:
        if row.strip():
            yield row.strip().upper()


def _tapped(board_name: str, run_folder: Path) -> Iterator[str]:
    """Yield the UID of each tag that is tapped on any reader of the board."""
    clock = MonotonicClock()
    try:
        devices = open_real(board_of(board_name), clock, Inbox(0, 0), run_folder)
    except PanelError as error:
        fail(f"{error} (without a Pi, type UIDs with --uids)")
    try:
        yield from _polled(devices.readers.poll, clock.now_ns, devices.readers.interval_ns)
    finally:
        devices.close()


def _polled(
    poll: Callable[[int], Any], now_ns: Callable[[], int], interval_ns: int
) -> Iterator[str]:
    while True:
        for signal in poll(now_ns()):
            match signal:
                case TagSeen(uid=uid):
                    yield uid
                case TagsUnclear():
                    click.echo(
                        "  More than one tag, or one that changes its number: take it away."
                    )
                case ReaderFailed(why=why):
                    click.echo(f"  {why}", err=True)
                case _:
                    pass
        time.sleep(interval_ns / NS_PER_S)
