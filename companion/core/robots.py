"""Robots: players made of code, who see what the lights and phones show and answer with gestures.

A robot decides; hands in `firmware` carry its moves out on the simulated kit, with bouncing
contacts and tags in a field. Chance comes in from outside, so that one seed is one evening.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.header import Header
from companion.core.rulings import Ruling

T = TypeVar("T")


class Chance(Protocol):
    """Is a source of chance, such as a seeded `random.Random`."""

    def random(self) -> float:
        """Return a number from 0 to 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """Return a whole number below `stop`."""
        ...

    def choice(self, among: Sequence[T]) -> T:
        """Return one of several."""
        ...

    def shuffle(self, things: MutableSequence[Any]) -> None:
        """Bring things into another order."""
        ...


@dataclass(frozen=True, slots=True)
class Move:
    """Is one thing that a robot's hands do, `after` ns from the moment of the decision.

    0 means at leisure: after a pause as people make it, and dropped when something is ruled first.
    More than 0 is kept to the nanosecond.

    `gesture` is an Offer's (`press`, `hold`, `let_go`, `ring`, `card`, `choose`, `say`). A `say`
    goes by phone; the others go through the panel (`button`) and the readers (`card`, `reader`).
    """

    seat: int
    gesture: str
    after: int
    button: Side | None = None
    card: str | None = None
    reader: str | None = None
    say: Mapping[str, Any] | None = field(default=None, hash=False)


class Robot(Protocol):
    """Plays all seats of one game, each only with what that seat may know."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Take note of what was ruled."""
        ...

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what hands do now, of what is offered; empty to wait. `now` is kit time in ns.

        Asked again after every ruling, and when the last move has been carried out.
        """
        ...


RobotMaker = Callable[[Header, Mapping[str, Any], Chance], Robot]
