"""Doors: what the web may ask of the kit, as `web.ports` names it.

Each door checks what comes in before it reaches the table, and waits (bounded) for the table's
one thread to answer.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswerYet
from typing import Any, Protocol

from companion.core.events import HostDid, Said, TableEvent
from companion.core.game import Game
from companion.core.lines import host_fault, say_fault
from companion.core.options import COMMON
from companion.core.playthrough import header_of
from firmware.clock import Clock
from firmware.export import export
from firmware.inbox import Inbox
from firmware.items import Item, NewGame, Told
from firmware.journal.record import Listed, Stored
from firmware.sitting import Sitting
from web.ports import Answer

PATIENCE_S = 5.0
STOPPING = Answer(taken=False, reason="stopping", text="The kit is stopping.")


def refused(reason: str, text: str) -> Answer:
    """Return the answer to a command that never reached the table."""
    return Answer(taken=False, reason=reason, text=text)


class TableDoor:
    """Gives commands to the table (`web.ports.Commands`)."""

    def __init__(
        self,
        sitting: Sitting,
        inbox: Inbox[Item],
        clock: Clock,
        games: Mapping[str, Game[Any]],
        laid_over: Callable[[Mapping[str, Any]], dict[str, Any]] = dict,
    ) -> None:
        self._laid_over = laid_over  # the table's printed values, into a header
        self._sitting = sitting
        self._inbox = inbox
        self._clock = clock
        self._games = games
        self._lock = threading.Lock()
        self._asked: set[Future[Answer]] = set()
        self._is_closed = False

    def close(self) -> None:
        """Tell whoever still waits that the kit stops; call it when the table's thread is done."""
        with self._lock:
            self._is_closed = True
            waiting = tuple(self._asked)
        for answer in waiting:
            if answer.set_running_or_notify_cancel():
                answer.set_result(STOPPING)

    def say(self, seat: int, say: Mapping[str, Any], *, question: str | None, by: str) -> Answer:
        """Say something for a seat; checked for its form first."""
        played = self._sitting.played
        if played is None:
            return refused("no_game", "No game is set up yet.")
        said = {key: value for key, value in say.items() if key != "seat"}
        fault = say_fault(said, played.game.say_fault)
        if fault:
            return refused("bad_say", fault)
        return self._tell(Said(seat, said, by, question, at=0))

    def host(self, act: Mapping[str, Any]) -> Answer:
        """Do a host's act; checked for its form first."""
        played = self._sitting.played
        seats = len(played.referee.run.header.seats) if played else 0
        fault = host_fault(act, seats)
        if fault:
            return refused("bad_act", fault)
        return self._tell(HostDid(dict(act), at=0))

    def set_up(self, header: Mapping[str, Any]) -> Answer:
        """Set up a new game from a header."""
        read, faults = header_of(self._laid_over(header), self._games)
        if read is None:
            return refused("bad_header", "; ".join(faults))
        answer: Future[Answer] = Future()
        return self._wait(NewGame(self._clock.now_ns(), read, answer), answer)

    def _tell(self, event: TableEvent) -> Answer:
        answer: Future[Answer] = Future()
        return self._wait(Told(self._clock.now_ns(), event, answer), answer)

    def _wait(self, item: Told | NewGame, answer: Future[Answer]) -> Answer:
        with self._lock:
            if self._is_closed:
                return STOPPING
            self._asked.add(answer)
        self._inbox.put(item, item.ns)
        try:
            return answer.result(PATIENCE_S)
        except NoAnswerYet:
            if not answer.cancel():  # it answers at this very moment
                return answer.result(PATIENCE_S)
            return refused("no_answer", "The table did not answer in time; look at the board.")
        finally:
            self._asked.discard(answer)


class Past(Protocol):
    """Is what past games are read from: a kit's journal, or a file's reader."""

    def games(self) -> Sequence[Listed]:
        """List games, newest first."""
        ...

    def read(self, game: int) -> Stored | None:
        """Return what there is of a game, or None."""
        ...


class ArchiveDoor:
    """Reads past games (`web.ports.Archive`)."""

    def __init__(self, journal: Past) -> None:
        self._journal = journal

    def games(self) -> Sequence[dict[str, Any]]:
        """List games, newest first."""
        return [
            {
                "id": listed.id,
                "began": listed.wall,
                "over": listed.summary is not None,
                **_listed(listed.header, listed.summary),
            }
            for listed in self._journal.games()
        ]

    def export(self, game: int) -> str | None:
        """Return a game as a playthrough, or None if there is no such game."""
        stored = self._journal.read(game)
        return None if stored is None else export(stored.header, stored.bodies)


def _listed(header: str, summary: str | None) -> dict[str, Any]:
    """Return what a list shows of a game; a header that cannot be read shows nothing."""
    try:
        given = json.loads(header)
        seats = [seat if isinstance(seat, str) else seat["name"] for seat in given["seats"]]
        winners = json.loads(summary)["winners"] if summary else []
    except (ValueError, KeyError, TypeError):
        return {"game": "?", "seats": [], "winners": []}
    return {"game": given["game"], "seats": seats, "winners": winners}


def characters(game: Game[Any]) -> tuple[str, ...]:
    """Return a game's characters, in the order of its deck; empty for a game without any."""
    cards = (card.partition("/") for card in game.manifest["cards"])
    return tuple(name for kind, _, name in cards if kind == "character")


class ShelfDoor:
    """Tells which games can be set up (`web.ports.GameShelf`): all that there are."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games

    def games(self) -> Sequence[dict[str, Any]]:
        """List games with their options and what is allowed."""
        return [
            {
                "slug": game.slug,
                "title": game.title,
                "players": list(game.players),
                "characters": sorted(characters(game)),
                "options": [
                    {
                        "name": option.name,
                        "default": option.default,
                        "allowed": option.bounds(),
                    }
                    for option in (*game.options, *COMMON)
                ],
            }
            for game in self._games.values()
        ]
