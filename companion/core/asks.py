"""Asks: what the table is waiting for, from whom, until when.

An `Ask[T]` is frozen and awaits to a `T`. When the referee takes it up it becomes an `Open[T]`,
which knows what has come in so far. The same Ask drives the blinking lights, the phone's buttons,
the refusal of everything else, the robots, and the line "waiting for Bo to hold a side".

Asks combine: `a | b` (always parenthesise: `await (a | b)`), `.within(ns)`, `Everyone`. They take
functions of the state, never copies, because the host may correct the state at any moment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Generic, TypeVar

from companion.core.events import Side, TableEvent
from companion.core.holds import Holds

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Due(IntEnum):
    """Orders what happens at one stamp: starts, then acts, then ends of windows."""

    START = 0
    ACT = 1
    END = 2


@dataclass(frozen=True, slots=True, order=True)
class Deadline:
    """Names a moment: game time in ns, and whether it starts or ends something."""

    ns: int
    kind: Due


@dataclass(frozen=True, slots=True)
class Answered(Generic[T_co]):
    """Says that an Ask has its answer."""

    value: T_co


@dataclass(frozen=True, slots=True)
class Kept:
    """Says that an act was accepted and the Ask goes on waiting."""


@dataclass(frozen=True, slots=True)
class Absorbed:
    """Says that an act changes nothing and is no mistake: the same thing said twice."""


@dataclass(frozen=True, slots=True)
class NotMine:
    """Says that an act is none of this Ask's."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Says why an act is not accepted.

    Of several refusals the highest `rank` is shown. `private` is the only seat that may know the
    reason, because it speaks of a card that the table has not seen. `seat` is whose act it was,
    where the Ask knows that better than what came in.
    """

    reason: str
    rank: int = 1
    private: int | None = None
    seat: int | None = None


Offered = Answered[T_co] | Kept | Absorbed | NotMine | Refused


@dataclass(frozen=True, slots=True)
class Moot:
    """Answers an Ask that nobody is left to answer, such as after a correction."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Answers an Ask whose window ended at `at` (game time, ns)."""

    at: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Tells one act that would be accepted now, for lights, phones, robots and the board.

    `gesture` is what the hands do (`press`, `hold`, `let_go`, `ring`, `card`, `choose`, `say`);
    `about` keys the sentence that asks for it; `say` is the same act as a phone sends it, or None
    where only the table can do it; `button` and `reader` say where on the kit. `among`
    are the cards that may be meant, where not every one may. `several` means that more cards may
    lie there at once: whoever claims one claims them all.
    """

    seat: int
    gesture: str
    about: str
    say: Mapping[str, Any] | None = field(default=None, hash=False)
    button: Side | None = None
    reader: str | None = None
    card: str | None = None
    until: int | None = None
    optional: bool = False
    several: bool = False
    among: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Holds what an Ask may know of the table when it opens: game time in ns, and the holds."""

    now: int
    holds: Holds


class Open(ABC, Generic[T]):
    """Is an Ask that the referee has taken up, with what has come in so far."""

    @abstractmethod
    def offer(self, event: TableEvent) -> Offered[T]:
        """Say what becomes of an event."""

    @abstractmethod
    def offers(self) -> tuple[Offer, ...]:
        """Return the acts that would be accepted now."""

    def due(self) -> Deadline | None:
        """Return the next moment at which this Ask wants to be woken."""
        return None

    def lapse(self, deadline: Deadline) -> Offered[T]:
        """Say what becomes of a deadline that has passed."""
        del deadline
        return NotMine()

    def interrupt(self, why: str, now: int) -> Offered[T]:
        """Say what becomes of a pause, an undo's landing or a restart."""
        del why, now
        return NotMine()

    def is_moot(self) -> bool | None:
        """Tell whether nobody can answer; None if this Ask waits for no person."""
        return None

    def pointing(self) -> int | None:
        """Return the seat that a choice by the lights points at."""
        return None

    def waiting_turn(self) -> tuple[int, ...]:
        """Return the seats that hold but have to wait for their turn, such as for the bell."""
        return ()


class Ask(ABC, Generic[T_co]):
    """Is something that the table can wait for; awaits to its answer."""

    __slots__ = ()

    @abstractmethod
    def opens(self, scene: Scene) -> Open[Any]:
        """Take the Ask up at a scene."""

    def __await__(self) -> Generator[Ask[Any], Any, T_co]:
        answer: T_co = yield self
        return answer

    def __or__(self, other: Ask[U]) -> Ask[T_co | U]:
        return Either((self, other))

    def within(self, ns: int) -> Ask[T_co | Passed]:
        """Bound the Ask by a window of game time that starts when it opens."""
        return Within(self, ns)


@dataclass(frozen=True, slots=True)
class Either(Ask[Any]):
    """Waits for whichever of several Asks is answered first."""

    asks: tuple[Ask[Any], ...]

    def __or__(self, other: Ask[Any]) -> Ask[Any]:
        return Either((*self.asks, other))

    def opens(self, scene: Scene) -> Open[Any]:
        """Open every branch."""
        return _OpenEither(tuple(ask.opens(scene) for ask in self.asks))


class _OpenEither(Open[Any]):
    def __init__(self, branches: Sequence[Open[Any]]) -> None:
        self._branches = branches

    def offer(self, event: TableEvent) -> Offered[Any]:
        return self._first(lambda branch: branch.offer(event))

    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for branch in self._branches for offer in branch.offers())

    def due(self) -> Deadline | None:
        return min((due for branch in self._branches if (due := branch.due())), default=None)

    def lapse(self, deadline: Deadline) -> Offered[Any]:
        return self._first(
            lambda branch: branch.lapse(deadline) if branch.due() == deadline else NotMine()
        )

    def interrupt(self, why: str, now: int) -> Offered[Any]:
        # Every branch is told, since each may have a window to restart; the first answer counts.
        return best([branch.interrupt(why, now) for branch in self._branches])

    def is_moot(self) -> bool | None:
        said = [moot for branch in self._branches if (moot := branch.is_moot()) is not None]
        return all(said) if said else None

    def pointing(self) -> int | None:
        return next((p for branch in self._branches if (p := branch.pointing()) is not None), None)

    def waiting_turn(self) -> tuple[int, ...]:
        return tuple(seat for branch in self._branches for seat in branch.waiting_turn())

    def _first(self, ask: Callable[[Open[Any]], Offered[Any]]) -> Offered[Any]:
        refusals: list[Offered[Any]] = []
        for branch in self._branches:
            said = ask(branch)
            if isinstance(said, (Answered, Kept, Absorbed)):
                return said
            refusals.append(said)
        return best(refusals)


def best(said: Sequence[Offered[Any]]) -> Offered[Any]:
    """Return the first acceptance among what several Asks said, else the weightiest refusal."""
    for one in said:
        if isinstance(one, (Answered, Kept, Absorbed)):
            return one
    refusals = [one for one in said if isinstance(one, Refused)]
    return max(refusals, key=lambda refusal: refusal.rank) if refusals else NotMine()


@dataclass(frozen=True, slots=True)
class Within(Ask[Any]):
    """Bounds another Ask by a window of `ns`; its very end still counts."""

    ask: Ask[Any]
    ns: int

    def opens(self, scene: Scene) -> Open[Any]:
        """Open the Ask and start its window."""
        return _OpenWithin(self.ask.opens(scene), scene.now, self.ns)


class _OpenWithin(Open[Any]):
    def __init__(self, inner: Open[Any], now: int, ns: int) -> None:
        self._inner = inner
        self._ns = ns
        self._end = Deadline(now + ns, Due.END)

    def offer(self, event: TableEvent) -> Offered[Any]:
        return self._inner.offer(event)

    def offers(self) -> tuple[Offer, ...]:
        return tuple(_until(offer, self._end.ns) for offer in self._inner.offers())

    def due(self) -> Deadline | None:
        inner = self._inner.due()
        return self._end if inner is None else min(inner, self._end)

    def lapse(self, deadline: Deadline) -> Offered[Any]:
        if self._inner.due() == deadline:
            return self._inner.lapse(deadline)
        return Answered(Passed(deadline.ns))

    def interrupt(self, why: str, now: int) -> Offered[Any]:
        # Game time stands still in a pause, so a window keeps its remainder by itself; after an
        # undo or a restart nobody knows how much was really left, and it starts whole.
        if why in ("undo", "restart"):
            self._end = Deadline(now + self._ns, Due.END)
        return self._inner.interrupt(why, now)

    def is_moot(self) -> bool | None:
        return self._inner.is_moot()

    def pointing(self) -> int | None:
        return self._inner.pointing()

    def waiting_turn(self) -> tuple[int, ...]:
        return self._inner.waiting_turn()


def _until(offer: Offer, ns: int) -> Offer:
    return replace(offer, until=ns if offer.until is None else min(ns, offer.until))


@dataclass(frozen=True, slots=True)
class Everyone(Ask[Mapping[int, T] | Moot]):
    """Waits until each of `who` has answered an Ask of their own; awaits to the answers by seat.

    `who` is a function of the state; `ask` makes one seat's Ask. Answers may come in any order. A
    seat whose own Ask nobody can answer has the answer `Moot`.
    """

    who: Callable[[], Sequence[int]]
    ask: Callable[[int], Ask[T]]

    def opens(self, scene: Scene) -> Open[Mapping[int, T]]:
        """Open one Ask a seat."""
        return _OpenEveryone({seat: self.ask(seat).opens(scene) for seat in self.who()})


class _OpenEveryone(Open[Mapping[int, T]]):
    def __init__(self, pending: dict[int, Open[T]]) -> None:
        self._pending = {seat: inner for seat, inner in pending.items() if not _is_idle(inner)}
        self._answers: dict[int, Any] = {seat: Moot() for seat in pending.keys() - self._pending}

    def offer(self, event: TableEvent) -> Offered[Mapping[int, T]]:
        return self._collect(lambda inner: inner.offer(event))

    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for inner in self._pending.values() for offer in inner.offers())

    def due(self) -> Deadline | None:
        return min((due for inner in self._pending.values() if (due := inner.due())), default=None)

    def lapse(self, deadline: Deadline) -> Offered[Mapping[int, T]]:
        return self._collect(
            lambda inner: inner.lapse(deadline) if inner.due() == deadline else NotMine()
        )

    def interrupt(self, why: str, now: int) -> Offered[Mapping[int, T]]:
        # Every seat's Ask is told, since each may have a window to restart.
        said = {seat: inner.interrupt(why, now) for seat, inner in self._pending.items()}
        answered = [
            self._answer(seat, one.value)
            for seat, one in said.items()
            if isinstance(one, Answered)
        ]
        return answered[-1] if answered else best(tuple(said.values()))

    def is_moot(self) -> bool | None:
        return not self._pending

    def _collect(self, ask: Callable[[Open[T]], Offered[T]]) -> Offered[Mapping[int, T]]:
        refusals: list[Offered[Any]] = []
        for seat, inner in self._pending.items():
            said = ask(inner)
            if isinstance(said, Answered):
                return self._answer(seat, said.value)
            if isinstance(said, (Kept, Absorbed)):
                return said
            refusals.append(said)
        return best(refusals)

    def _answer(self, seat: int, value: T) -> Offered[Mapping[int, T]]:
        self._answers[seat] = value
        del self._pending[seat]
        return Kept() if self._pending else Answered(dict(self._answers))


def _is_idle(inner: Open[Any]) -> bool:
    return bool(inner.is_moot()) and inner.due() is None
