"""A sitting of Boom Boom (2013): seats hold, ring, call, tap and say; time is virtual.

Every verb happens one millisecond after the last, or at a stamp (ns) that the test names, and is
accepted, unless the test says with which reason it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
)
from companion.core.game import Game
from companion.core.header import Header, read_header
from companion.core.steps import Step
from companion.games.boom_boom_bell import game
from companion.games.boom_boom_bell.state import Player, State
from firmware import shelf
from tests.games.sittings import AtTable

NS, MS, S = 1, 1_000_000, 1_000_000_000
GAP = 800 * MS  # between rings that belong together (D6)
LAPSE = 1500 * MS  # without a ring, and the bell is the next holder's (D10)
CALL = 3 * S  # from the last ring to "Boom Boom!" (D12, D21)
TOGETHER = 500 * MS  # between the two own buttons of a call (play.md)
FREEZE = 5 * S  # D23
APART = 200 * MS  # between two rings of a player of these tests
TO_GO = 3900 * MS  # 0.9 s lead and three beats of 1.0 s (names.md)
NAMES = ("Ann", "Bo", "Cy", "Di")
GAME: Game[State] = game(shelf.manifest("boom_boom_bell"))
L, R = Side.LEFT, Side.RIGHT


def header(
    seats: int = 2,
    *,
    first: int | None = 1,
    deck: Mapping[str, Any] | None = None,
    **options: Any,
) -> Header:
    """Read a header; `first` is the youngest, None where nobody knows."""
    raw: dict[str, Any] = {
        "ringmaster": 1,
        "game": GAME.slug,
        "seats": list(NAMES[:seats]),
        "deck": deck or {},
        "options": options,
    }
    if first is not None:
        raw["first"] = first
    read, faults = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def four(picture: int) -> list[str]:
    """Return the four cards of a picture."""
    return [f"picture-{picture:02}/{number}" for number in range(1, 5)]


class Sitting(AtTable[State]):
    """Is a table of Boom Boom (2013) in virtual time."""

    def __init__(self, seats: int = 2, *, first: int | None = 1, **options: Any) -> None:
        self.sit_down(GAME, header(seats, first=first, **options))

    # What is read

    def player(self, seat: int) -> Player:
        """Return a seat's part of the state."""
        return self.state.players[seat]

    def seen(self, seat: int, key: str) -> Any:
        """Return one value of a seat in the public view."""
        return self.view()["seats"][str(seat)][key]

    def each(self, key: str) -> list[Any]:
        """Return one value of every seat in the public view, in order."""
        return [one[key] for one in self.view()["seats"].values()]

    # What happens

    def hold(
        self, seat: int, side: Side = L, *, at: int | None = None, refused: str | None = None
    ) -> Step:
        """Press a button and keep it down."""
        return self.feed(Pressed(seat, side, at=self.at(at)), refused)

    def let_go(self, seat: int, side: Side = L, *, at: int | None = None) -> Step:
        """Let a button up."""
        return self.feed(Released(seat, side, at=self.at(at)))

    def press(
        self, seat: int, side: Side = L, *, at: int | None = None, refused: str | None = None
    ) -> Step:
        """Press a button and let it up again at once."""
        step = self.hold(seat, side, at=at, refused=refused)
        self.let_go(seat, side, at=self.now)
        return step

    def cry(self, seat: int, by: str = "phone", *, at: int | None = None) -> None:
        """Call "Boom Boom!" on a phone; that very stamp passes."""
        self.feed(Said(seat, {"boom_boom": True}, by, at=self.at(at)))
        self.until(self.now)

    def call(self, seat: int, *, at: int | None = None) -> None:
        """Call "Boom Boom!": press both own buttons, and let them up; that stamp passes."""
        self.hold(seat, L, at=at)
        self.hold(seat, R, at=self.now)
        self.let_go(seat, L, at=self.now)
        self.let_go(seat, R, at=self.now)
        self.until(self.now)

    def ring(
        self,
        bell: int | None = None,
        *,
        at: int | None = None,
        late: int | None = None,
        refused: str | None = None,
    ) -> Step:
        """Ring the shared bell once, or a seat's own; `late` is the true stamp."""
        return self.feed(Rang(bell, at=self.at(at), late=late), refused)

    def rings(self, count: int, bell: int | None = None, *, at: int | None = None) -> int:
        """Ring so often, a fifth of a second apart; return the stamp of the last ring."""
        began = self.at(at)
        for number in range(count):
            self.ring(bell, at=began + number * APART)
        return self.now

    def burst(self, count: int, bell: int | None = None) -> int:
        """Ring so often and let the burst close; return the stamp of the last ring."""
        last = self.rings(count, bell)
        self.until(last + GAP)
        return last

    def passes(
        self, seat: int, by: str = "phone", *, at: int | None = None, refused: str | None = None
    ) -> Step:
        """Say on a phone, or as the host for a seat, that it takes back or withdraws."""
        return self.feed(Said(seat, {"pass": True}, by, at=self.at(at)), refused)

    def tap(self, card: str, reader: str = "tray", *, refused: str | None = None) -> Step:
        """Lay a card on a reader and take it off again."""
        step = self.lay(card, reader, refused=refused)
        self.feed(CardLifted(card, reader, at=self.now))
        return step

    def lay(self, card: str, reader: str = "tray", *, refused: str | None = None) -> Step:
        """Lay a card on a reader and leave it there."""
        return self.feed(CardPlaced(card, reader, at=self.at(None)), refused)

    def show(self, *cards: str) -> None:
        """Lay cards on the tray, one after another."""
        for card in cards:
            self.tap(card)

    # What a table does again and again

    def begin(self, *, at: int | None = None) -> None:
        """Begin the round by the host's word, and let the gap of its start pass."""
        self.host(start=True, at=at)
        assert self.phase == "play"
        self.until(self.now + GAP + NS)

    def complete(self, seat: int, stacks: int) -> None:
        """Let a seat complete stacks up to a number, told on its phone."""
        for rings in range(self.player(seat).stacks + 1, stacks + 1):
            self.say(seat, ring=rings)

    def last(self, seat: int, *, at: int | None = None) -> int:
        """Let a seat ring all its last stack's rings on its own bell; return the last stamp."""
        self.complete(seat, self.state.total - 1)
        return self.rings(self.state.total, seat, at=at)

    def finish(self, seat: int) -> None:
        """Let a seat ring its last stack on its phone and call: nobody else is near."""
        self.complete(seat, self.state.total)
        self.cry(seat)

    def win(self, *seats: int) -> None:
        """Play a whole round for each of these winners, begun by the host."""
        for seat in seats:
            self.begin_next()
            self.finish(seat)
            if self.phase == "check":
                self.say(seat, done=True)

    def begin_next(self) -> None:
        """Begin a round a second after what came before."""
        self.wait(1)
        self.begin()


def playing(seats: int = 2, stacks: Sequence[int] = (), **given: Any) -> Sitting:
    """Return a sitting in its first round, with so many stacks completed by seats 1, 2, ..."""
    sit = Sitting(seats, **given)
    sit.begin()
    for seat, number in enumerate(stacks, 1):
        sit.complete(seat, number)
    return sit
