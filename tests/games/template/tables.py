"""A table of Quick Draw for tests: hands, phones and a host, on virtual time."""

from __future__ import annotations

from typing import Any

from companion.core.events import (
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.header import Header, read_header
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.stamps import from_seconds
from companion.games.template import game
from companion.games.template.state import State
from firmware.shelf import manifest

GAME = game(manifest("template"))
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")


def header(seats: int = 3, deck: dict[str, Any] | None = None, **options: Any) -> Header:
    given = {"ringmaster": 1, "game": "template", "seats": NAMES[:seats], "deck": deck or {}}
    read, faults = read_header(
        {**given, "options": options}, {"template": (GAME.options, GAME.players)}
    )
    assert read is not None, faults
    return read


class Kit:
    """Feeds a referee; time moves by `wait` alone, in seconds."""

    def __init__(self, seats: int = 3, deck: dict[str, Any] | None = None, **options: Any) -> None:
        self.referee: Referee[State] = Referee(GAME, header(seats, deck, **options))
        self.at = 0

    @property
    def state(self) -> State:
        return self.referee.run.state

    def feed(self, event: TableEvent) -> Record:
        return self.referee.feed(event)[0]

    def wait(self, seconds: float) -> None:
        self.at += from_seconds(seconds)
        self.feed(Woke(at=self.at))

    def hold(self, *seats: int) -> None:
        for seat in seats:
            self.feed(Pressed(seat, Side.LEFT, at=self.at))

    def let_go(self, seat: int, after_us: int = 0) -> Record:
        self.at += after_us * 1000
        return self.feed(Released(seat, Side.LEFT, at=self.at))

    def press(self, seat: int) -> Record:
        record = self.feed(Pressed(seat, Side.RIGHT, at=self.at))
        self.feed(Released(seat, Side.RIGHT, at=self.at))
        return record

    def ring(self, seat: int | None = None) -> Record:
        return self.feed(Rang(seat, at=self.at))

    def tap(self, card: str) -> Record:
        return self.feed(CardPlaced(card, "centre", at=self.at))

    def say(self, seat: int, **say: Any) -> Record:
        return self.feed(Said(seat, say, at=self.at))

    def host(self, **act: Any) -> Record:
        return self.feed(HostDid(act, at=self.at))

    def start(self) -> None:
        """Let everybody hold, and GO come."""
        self.hold(*self.state.seats)
        self.wait(1.0)

    def win(self, seat: int) -> None:
        """Let a seat win the race of this round, and nobody else let go."""
        self.start()
        self.let_go(seat, after_us=200_000)
        self.wait(0.1)

    def rulings(self, kind: str) -> list[dict[str, Any]]:
        shown = self.referee.view("public")["rulings"]
        return [one for one in shown if one["ruling"] == kind]
