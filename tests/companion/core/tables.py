"""A tiny game and a table to play it on, for tests of the core.

A test writes a flow (one coroutine), makes a game of it, and drives a `Kit` in virtual seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from companion.core.asks import Ask, Moot, Refused
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
from companion.core.options import Switch
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_S
from companion.core.steps import Step

L, R = Side.LEFT, Side.RIGHT
CARDS = ("pay/1", "pay/2", "boom/1", "own/1", "own/2")


@dataclass(frozen=True, slots=True)
class Noted(Ruling):
    """Rules whatever a flow wants to say."""

    word: str


@dataclass(frozen=True, slots=True)
class Unworded(Ruling):
    """Rules what the catalogue has no sentence for."""


@dataclass(frozen=True, slots=True)
class Toy:
    """Holds the toy game's state: who is alive, coins by seat, and what the flow noted."""

    alive: tuple[int, ...]
    coins: tuple[int, ...]
    notes: tuple[str, ...] = ()


Flow = Callable[[Table[Toy]], Coroutine[Any, Any, None]]


def note(table: Table[Toy], word: object) -> None:
    """Note a word in the state and as a ruling."""
    table.state = replace(table.state, notes=(*table.state.notes, str(word)))
    table.rule(Noted(str(word)))


def noting(ask: Ask[Any]) -> Flow:
    """Return a flow that waits for one Ask and notes what became of it."""

    async def flow(table: Table[Toy]) -> None:
        note(table, await ask)

    return flow


def living(table: Table[Toy]) -> Callable[[], tuple[int, ...]]:
    """Return a function of the state: who is alive."""
    return lambda: table.state.alive


def is_moot(answer: object) -> bool:
    """Tell whether an Ask ended with nobody to answer it."""
    return isinstance(answer, Moot)


def _set_up(header: Header, manifest: Mapping[str, Any]) -> Toy:
    del manifest
    return Toy(header.numbers, (5,) * len(header.seats))


def _view(state: Toy, audience: Audience) -> dict[str, Any]:
    del audience
    seats = {
        str(number): {"coins": coins, "alive": number in state.alive}
        for number, coins in enumerate(state.coins, 1)
    }
    return {"phase": "toy", "winners": [], "seats": seats, "notes": list(state.notes)}


def _adjust(state: Toy, change: Mapping[str, Any]) -> Toy | Refused:
    seat = change["seat"]
    if "alive" in change:
        others = {one for one in state.alive if one != seat}
        return replace(state, alive=tuple(sorted(others | ({seat} if change["alive"] else set()))))
    if "coins" in change:
        coins = [*state.coins]
        coins[seat - 1] += change["coins"]
        return replace(state, coins=tuple(coins))
    return Refused("bad_adjustment")


def _owner(state: Toy, card: str) -> int | None:
    del state
    kind, _, number = card.partition("/")
    return int(number) if kind == "own" else None


def _say_fault(say: Mapping[str, Any]) -> str | None:
    known = ("show", "count", "ability", "same", "done")
    wrong = [key for key in say if key not in known]
    return f"unknown: {wrong[0]} (allowed: {', '.join(known)})" if wrong else None


def _no_reason(state: Toy, event: TableEvent) -> Refused | None:
    del state, event
    return None


def toy(flow: Flow, **changes: Any) -> Game[Toy]:
    """Make a game of a flow; `changes` replace any of its functions."""
    game = Game(
        slug="toy",
        title="Toy",
        players=(2, 6),
        options=(Switch("loud", default=False),),
        set_up=_set_up,
        play=flow,
        cards=lambda _state: frozenset(CARDS),
        view=_view,
        say_fault=_say_fault,
        adjust=_adjust,
        owner=_owner,
        why_not=_no_reason,
        sentences={"noted": "{word}", "refused/none_left": "None is left for {seat}."},
        asks=ASKS,
        end=lambda state: replace(state, notes=(*state.notes, "end")),
        manifest={"cards": {card: {} for card in CARDS}},
        private_cards=lambda _state: frozenset(),
    )
    return replace(game, **changes)


ASKS = {
    "go": "{seat}: go on.",
    "hold": "{seat}: hold a side.",
    "call": "{seat}: ring.",
    "show": "{seat}: show a card.",
    "choose": "{seat}: choose.",
    "ask": "{seat}: yes or no?",
}


def header_for(game: Game[Any], seats: int = 3, **given: Any) -> Header:
    """Read a header for so many seats; `given` are its other keys."""
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"][:seats]
    raw = {"ringmaster": 1, "game": game.slug, "seats": names, **given}
    header, faults = read_header(raw, {game.slug: (game.options, game.players)})
    assert header is not None, faults
    return header


def ns(seconds: float | str) -> int:
    """Return seconds as exact nanoseconds."""
    return int(Decimal(str(seconds)) * NS_PER_S)


@dataclass
class Kit:
    """Drives a referee with gestures at given seconds, and keeps the records as a journal does."""

    game: Game[Toy]
    seats: int = 3
    options: Mapping[str, Any] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.header = header_for(self.game, self.seats, options=dict(self.options))
        self.referee = Referee(self.game, self.header)

    def feed(self, event: TableEvent) -> Step:
        """Feed an event and journal it."""
        made, step = self.referee.feed(event)
        self.records.append(made)
        return step

    def press(self, at: float, seat: int, side: Side = L, late: float | None = None) -> Step:
        """Press a button; `late` is the true stamp of an edge that came too late."""
        return self.feed(Pressed(seat, side, at=ns(at), late=_maybe(late)))

    def release(self, at: float, seat: int, side: Side = L, late: float | None = None) -> Step:
        """Let a button up."""
        return self.feed(Released(seat, side, at=ns(at), late=_maybe(late)))

    def ring(self, at: float, bell: int | None = None, late: float | None = None) -> Step:
        """Ring the shared bell, or a seat's own."""
        return self.feed(Rang(bell, at=ns(at), late=_maybe(late)))

    def card(self, at: float, card: str, reader: str = "centre") -> Step:
        """Lay a card on a reader."""
        return self.feed(CardPlaced(card, reader, at=ns(at)))

    def lift(self, at: float, card: str, reader: str = "centre") -> Step:
        """Take a card off a reader."""
        return self.feed(CardLifted(card, reader, at=ns(at)))

    def say(
        self, at: float, seat: int, by: str = "phone", question: str | None = None, **say: Any
    ) -> Step:
        """Say something on a phone, or as the host for a seat."""
        return self.feed(Said(seat, say, by, question, at=ns(at)))

    def host(self, at: float, **act: Any) -> Step:
        """Do what the host does: `pause=True`, `undo=1`, `adjust={...}`."""
        return self.feed(HostDid(act, at=ns(at)))

    def woke(self, at: float) -> Step:
        """Let all that is due by a moment happen."""
        return self.feed(Woke(at=ns(at)))

    def restart(self, at: float, *down: str) -> Step:
        """Begin the program anew with these lines closed."""
        return self.feed(Restarted(down, at=ns(at)))

    def notes(self) -> list[str]:
        """Return what the flow noted."""
        return list(self.referee.run.state.notes)

    def view(self, audience: Audience = "public") -> dict[str, Any]:
        """Return a view, as JSON gives it back."""
        seen: dict[str, Any] = json.loads(json.dumps(self.referee.view(audience)))
        return seen

    def question(self, seat: int, **say: Any) -> str:
        """Return the id of the question that a seat's phone shows for a `say`."""
        offers = self.view(seat)["you"]["offers"]
        return next(str(one["question"]) for one in offers if one["say"] == say)

    def restored(self) -> Referee[Toy]:
        """Replay the journal into a new referee."""
        return Referee.restored(self.game, self.header, tuple(self.records))


def all_views(referee: Referee[Toy]) -> dict[str, Any]:
    """Return what every audience sees, with what the referee waits for and could take back."""
    audiences: Sequence[Audience] = ("public", "host", *referee.run.header.numbers)
    seen = {str(audience): referee.view(audience) for audience in audiences}
    return {**seen, "due": referee.due(), "steps": referee.steps(), "down": referee.run.down()}


def _maybe(seconds: float | None) -> int | None:
    return None if seconds is None else ns(seconds)
