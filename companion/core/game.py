"""A game, as the referee sees it: one value made of pure functions, and the table it is given."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from companion.core.asks import Refused
from companion.core.cues import Cue
from companion.core.events import TableEvent
from companion.core.header import Header
from companion.core.holds import Holds
from companion.core.options import Option, Options
from companion.core.robots import RobotMaker
from companion.core.rulings import Ruling

S = TypeVar("S")

PUBLIC = "public"
HOST = "host"
Audience = str | int  # "public", "host", or a seat's number


class Table(Protocol[S]):
    """Is what a running game may touch: its state, the holds, and where rulings and cues go."""

    state: S

    @property
    def options(self) -> Options:
        """Return the table's options; durations in ns."""
        ...

    @property
    def holds(self) -> Holds:
        """Return who holds which side."""
        ...

    @property
    def now(self) -> int:
        """Return the game time (ns) of the last event or deadline."""
        ...

    def lies(self, card: str) -> str | None:
        """Return the reader on which a card lies now, or None."""
        ...

    def rule(self, *rulings: Ruling) -> None:
        """Announce what was decided."""
        ...

    def cue(self, *cues: Cue) -> None:
        """Wish for light or sound."""
        ...


def nothing_is_lost(_state: Any) -> str | None:
    """Return None: the count of a game that has nothing to lose."""
    return None


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """Describes a game: its flow, and the pure functions that the referee asks about its state.

    `manifest` is the shipped deck as read from `deck.toml` by the rim. All functions that take a
    state return what it says now; none changes it.

    `count` counts what must never be lost, such as coins and cards, and says in a sentence what is
    gone, or None. The soak and the contract ask it after every event of games in which the host
    corrects nothing.

    `reference` is what pages tell of its cards, beside the game: `groups` with a `name` and
    `entries` (`key`, `name`, `does`, `exempt`), and `here`, place -> key -> what that changes
    while the view's field called `place` holds that place.
    """

    slug: str
    title: str
    players: tuple[int, int]
    options: tuple[Option, ...]
    set_up: Callable[[Header, Mapping[str, Any]], S]  # raises FileFault
    play: Callable[[Table[S]], Coroutine[Any, Any, None]]
    cards: Callable[[S], frozenset[str]]
    view: Callable[[S, Audience], dict[str, Any]]
    say_fault: Callable[[Mapping[str, Any]], str | None]
    adjust: Callable[[S, Mapping[str, Any]], S | Refused]
    owner: Callable[[S, str], int | None]
    why_not: Callable[[S, TableEvent], Refused | None]
    sentences: Mapping[str, str]
    asks: Mapping[str, str]
    end: Callable[[S], S]
    manifest: Mapping[str, Any]
    private_cards: Callable[[S], frozenset[str]]
    robot: RobotMaker | None = None
    count: Callable[[S], str | None] = nothing_is_lost
    reference: Mapping[str, Any] = field(default_factory=dict)
