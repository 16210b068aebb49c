"""A sitting of Click Click Boom: seats press, hold, let go, ring, tap and say; time passes.

Every verb happens one millisecond after the last, or at a stamp (ns) that the test names, and is
accepted, unless the test says with which reason it is refused. A `Sitting` may begin anywhere:
give it a state and the part of the flow to play from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.game import Audience, Game, Table
from companion.core.header import Header, read_header
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.steps import Step, Verdict
from companion.games.click_click_boom import game
from companion.games.click_click_boom.state import Kind, PlayedCard, Seat, State, taking_part
from firmware import shelf

MS = 1_000_000
S = 1_000_000_000
LEAD, BEAT, LATE_AFTER = 900 * MS, S, 1500 * MS
TO_SHOOT = LEAD + 3 * BEAT
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
GAME: Game[State] = game(shelf.manifest("click_click_boom"))
L, R = Side.LEFT, Side.RIGHT
PAY, STOLEN, BOOM = Kind.PAY, Kind.STOLEN, Kind.BOOM

Flow = Callable[[Table[State]], Coroutine[Any, Any, None]]
Sides = Mapping[int, str]


def header(
    seats: int | Sequence[str | None] = 3, *, first: int | None = 1, **given: Any
) -> Header:
    """Read a header: a number of seats, or their characters; `given` are its options."""
    characters = [None] * seats if isinstance(seats, int) else seats
    named = [
        {"name": name, "character": character} if character else name
        for name, character in zip(NAMES, characters, strict=False)
    ]
    raw: dict[str, Any] = {"ringmaster": 1, "game": GAME.slug, "seats": named, "options": given}
    if first is not None:
        raw["first"] = first
    read, faults = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def a_seat(number: int, coins: int = 13, **changes: Any) -> Seat:
    """Return a seat; `side` and `shown` may be plain words, `played` a list of kinds."""
    if "side" in changes:
        changes["side"] = Side(changes["side"])
    if "shown" in changes:
        changes["shown"] = Kind(changes["shown"])
    if "played" in changes:
        changes["played"] = tuple(PlayedCard(Kind(kind)) for kind in changes["played"])
    return Seat(number, coins, **changes)


def a_state(*seats: Seat, variant: str = "standard", **changes: Any) -> State:
    """Return a state of these seats, with seat 1 as First Player."""
    return State(seats, variant, **{"first_player": 1, "began": 1, "showdown": 1, **changes})


def shown(*kinds: str, sides: str = "l", coins: Sequence[int] = (), **changes: Any) -> State:
    """Return a state at a reveal: one kind a seat (`-` is a dead one), sides as `lrl`."""
    seats = [
        a_seat(
            number,
            coins[number - 1] if coins else 13,
            on_table=2,
            **({"is_alive": False} if kind == "-" else {"shown": kind}),
            side="right" if (sides * 6)[number - 1] == "r" else "left",
        )
        for number, kind in enumerate(kinds, 1)
    ]
    return a_state(*seats, **changes)


class Sitting:
    """Is a table of Click Click Boom in virtual time."""

    def __init__(
        self,
        seats: int | Sequence[str | None] = 3,
        *,
        first: int | None = 1,
        state: State | None = None,
        flow: Flow | None = None,
        **options: Any,
    ) -> None:
        number = len(state.seats) if state else seats
        self.header = header(number, first=first, **options)
        self.game = GAME
        if state is not None:
            self.game = replace(self.game, set_up=lambda _header, _manifest: state)
        if flow is not None:
            self.game = replace(self.game, play=flow)
        self.referee = Referee(self.game, self.header)
        self.records: list[Record] = []
        self.now = 0
        self.down: dict[int, Side] = {}

    # What is read

    @property
    def state(self) -> State:
        """Return the game's state."""
        assert self.referee.run.failure is None, self.referee.run.failure
        return self.referee.run.state

    @property
    def phase(self) -> str:
        """Return the phase that is played."""
        return self.state.phase

    def seat(self, number: int) -> Seat:
        """Return a seat of the state."""
        return self.state.seat(number)

    def coins(self) -> tuple[int, ...]:
        """Return everybody's coins."""
        return tuple(seat.coins for seat in self.state.seats)

    def view(self, audience: Audience = "public") -> dict[str, Any]:
        """Return a view, as JSON gives it back."""
        seen: dict[str, Any] = json.loads(json.dumps(self.referee.view(audience)))
        return seen

    def views(self) -> dict[str, str]:
        """Return every byte that each audience is sent."""
        audiences: Sequence[Audience] = ("public", "host", *self.header.numbers)
        return {str(who): json.dumps(self.referee.view(who)) for who in audiences}

    def rulings(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the rulings so far, of one kind or all, with their values."""
        shown = [one.to_json() for one in self.referee.run.rulings]
        return [one for one in shown if kind in (None, one["ruling"])]

    def kinds(self) -> list[str]:
        """Return the kinds of all rulings so far, in order."""
        return [one["ruling"] for one in self.rulings()]

    def fouls(self) -> list[tuple[int, str, float | None]]:
        """Return the fouls so far: seat, kind, ms."""
        return [(one["seat"], one["kind"], one["ms"]) for one in self.view()["fouls"]]

    def asked(self) -> set[tuple[int, str]]:
        """Return who is waited for, and about what."""
        return {(one.seat, one.about) for one in self.referee.run.offers() if not one.optional}

    def may(self) -> set[tuple[int, str]]:
        """Return who may do what without being waited for."""
        return {(one.seat, one.about) for one in self.referee.run.offers() if one.optional}

    def says(self, seat: int, about: str) -> list[Mapping[str, Any]]:
        """Return what a seat's phone offers to say about something."""
        return [
            one.say
            for one in self.referee.run.offers()
            if one.seat == seat and one.about == about and one.say is not None
        ]

    # What happens

    def feed(self, event: TableEvent, refused: str | None = None) -> Step:
        """Let an event happen, which is refused with this reason or not at all."""
        self.now = max(self.now, event.at)
        record, step = self.referee.feed(event)
        self.records.append(record)
        reason = step.refusal.reason if step.refusal else None
        assert reason == refused, (event, reason)
        assert (step.verdict is Verdict.REFUSED) == (refused is not None)
        return step

    def _at(self, at: int | None) -> int:
        return self.now + MS if at is None else at

    def press(
        self, seat: int, side: Side = L, *, refused: str | None = None, at: int | None = None
    ) -> Step:
        """Press a button and let it up again."""
        step = self.feed(Pressed(seat, side, at=self._at(at)), refused)
        self.feed(Released(seat, side, at=self.now))
        return step

    def hold(
        self, seat: int, side: Side = L, *, refused: str | None = None, at: int | None = None
    ) -> Step:
        """Press a button and keep it down."""
        self.down[seat] = side
        return self.feed(Pressed(seat, side, at=self._at(at)), refused)

    def let_go(self, seat: int, *, at: int | None = None, late: int | None = None) -> Step:
        """Let the button up that the seat holds; `late` is its true stamp."""
        return self.feed(Released(seat, self.down.pop(seat), at=self._at(at), late=late))

    def ring(
        self, bell: int | None = None, *, refused: str | None = None, at: int | None = None
    ) -> Step:
        """Ring the shared bell, or a seat's own."""
        return self.feed(Rang(bell, at=self._at(at)), refused)

    def tap(
        self,
        card: str,
        reader: str = "centre",
        *,
        refused: str | None = None,
        at: int | None = None,
        late: int | None = None,
    ) -> Step:
        """Lay a card on a reader and take it off again."""
        step = self.feed(CardPlaced(card, reader, at=self._at(at), late=late), refused)
        self.feed(CardLifted(card, reader, at=self.now))
        return step

    def say(
        self,
        seat: int,
        /,
        by: str = "phone",
        *,
        refused: str | None = None,
        at: int | None = None,
        **say: Any,
    ) -> Step:
        """Say something on a phone, or as the host for a seat."""
        return self.feed(Said(seat, say, by, at=self._at(at)), refused)

    def use(
        self, seat: int, /, by: str = "phone", *, refused: str | None = None, **ability: Any
    ) -> Step:
        """Say that a seat uses its ability."""
        return self.say(seat, by, refused=refused, ability=ability)

    def host(self, *, refused: str | None = None, at: int | None = None, **act: Any) -> Step:
        """Do what the host does."""
        return self.feed(HostDid(act, at=self._at(at)), refused)

    def adjust(self, seat: int, *, refused: str | None = None, **change: Any) -> Step:
        """Let the host correct a seat."""
        return self.host(adjust={"seat": seat, **change}, refused=refused)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.woke(self.now + round(seconds * S))

    def woke(self, at: int) -> None:
        """Let all happen that is due by a moment."""
        self.feed(Woke(at=at))

    def restart(self, *down: str) -> None:
        """Begin the program anew with these buttons down."""
        self.feed(Restarted(down, at=self.now + MS))

    def resume(self) -> None:
        """Let the game go on after a pause, an undo or a restart."""
        self.host(resume=True)

    # What a table does again and again

    def take_turns(self) -> None:
        """Let everybody's Turn end with LEFT."""
        while self.phase == "turn" and self.state.turn is not None:
            self.press(self.state.turn)

    def hold_all(self, sides: Sides | None = None) -> None:
        """Let everybody who takes part hold a side, LEFT unless it is said."""
        for seat in taking_part(self.state):
            if seat not in self.referee.run.holds:
                self.hold(seat, Side((sides or {}).get(seat, "left")))

    def call(self, sides: Sides | None = None) -> int:
        """Take the Turns, hold and ring; return SHOOT's moment."""
        self.take_turns()
        self.hold_all(sides)
        self.ring()
        return self.now + TO_SHOOT

    def shoot(self, sides: Sides | None = None) -> int:
        """Call the count and let go at SHOOT; return that moment."""
        shoot = self.call(sides)
        for seat in taking_part(self.state):
            self.let_go(seat, at=shoot)
        return shoot

    def showdown(self, *kinds: str, sides: Sides | None = None) -> None:
        """Play a whole showdown up to its windows: these kinds, in the order of the seats."""
        self.shoot(sides)
        for seat, kind in zip(sorted(taking_part(self.state)), kinds, strict=True):
            self.say(seat, show=kind)

    def pass_on(self) -> None:
        """End the pass with the First Player's button."""
        assert self.phase == "pass"
        assert self.state.first_player is not None
        self.press(self.state.first_player)

    def round(self, *kinds: str, sides: Sides | None = None) -> None:
        """Play a showdown and its pass, if there is one."""
        self.showdown(*kinds, sides=sides)
        if self.phase == "pass":
            self.pass_on()


def at_commit(*seats: Seat, **changes: Any) -> State:
    """Return a state in which the cards lie out of all who take part in a Showdown."""
    laid = [replace(seat, on_table=2 if takes_part(seat) else 0) for seat in seats]
    return a_state(*laid, **changes)


def takes_part(seat: Seat) -> bool:
    """Tell whether a seat takes part: alive, with two cards to lay out (C44)."""
    return seat.is_alive and seat.unplayed >= 2
