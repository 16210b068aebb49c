"""Races: the Asks where several are asked at once and the first by stamp counts.

`Ready` waits until all hold, `Race` until the first has acted and its tie window has passed,
`Trailing` absorbs those whom a race left behind. Who won is judged by `companion.timing.race`:
an Ask only collects the acts with their true stamps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Deadline,
    Due,
    Kept,
    Moot,
    NotMine,
    Offer,
    Offered,
    Open,
    Refused,
    Scene,
    best,
)
from companion.core.events import Pressed, Said, Side, TableEvent
from companion.core.gestures import Letting, Who, let_go
from companion.core.holds import PANEL, Hold, Holds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AllHold:
    """Answers that everybody holds; `at` is the last hold's beginning (game time, ns)."""

    at: int


@dataclass(frozen=True, slots=True)
class Ready(Ask[AllHold | Letting | Moot]):
    """Waits until all of `who` hold a button, either one, or until one of them lets go.

    Letting go of a ready hold is no change of mind but an act: the game says what it costs.
    """

    who: Who
    about: str

    def opens(self, scene: Scene) -> Open[AllHold | Letting | Moot]:
        """Open on the table's holds: what is held already counts."""
        return _OpenReady(self, scene)


class _OpenReady(Open[AllHold | Letting | Moot]):
    def __init__(self, ask: Ready, scene: Scene) -> None:
        self._ask = ask
        self._holds = scene.holds
        self._opened = scene.now

    def offer(self, event: TableEvent) -> Offered[AllHold | Letting | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._ask.who():
                return self._hold(seat, Hold(side, PANEL, event.at))
            case Said(seat=seat, say=say, by=by) if seat in self._ask.who() and "side" in say:
                return self._hold(seat, Hold(Side(say["side"]), by, event.at))
        return _letting(event, self._ask.who, self._holds)

    def _hold(self, seat: int, hold: Hold) -> Offered[AllHold | Letting | Moot]:
        held = self._holds.of(seat)
        if held is not None and held.side is hold.side:
            return Absorbed()
        if held is not None and held.source != hold.source:
            return Refused("held_elsewhere", rank=3)
        self._holds.take(seat, hold)
        return Kept() if self._missing() else Answered(self._all_hold())

    def _missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._ask.who() if seat not in self._holds)

    def _all_hold(self) -> AllHold:
        began = [hold.at for seat in self._ask.who() if (hold := self._holds.of(seat))]
        return AllHold(max(began, default=self._opened))

    def offers(self) -> tuple[Offer, ...]:
        missing = self._missing()
        about = self._ask.about
        return tuple(
            Offer(seat, "hold", about, {"side": side.value}, button=side)
            for seat in missing
            for side in Side
        ) + tuple(
            Offer(seat, "let_go", about, {"let_go": True}, button=hold.side, optional=True)
            for seat in self._ask.who()
            if (hold := self._holds.of(seat))
        )

    def due(self) -> Deadline | None:
        # Everybody may hold already when the Ask opens, or after a correction: then at once.
        waits = not self._ask.who() or self._missing()
        return None if waits else Deadline(self._opened, Due.START)

    def lapse(self, deadline: Deadline) -> Offered[AllHold | Letting | Moot]:
        del deadline
        return Answered(self._all_hold())

    def is_moot(self) -> bool | None:
        return not self._ask.who()


def _letting(event: TableEvent, who: Who, holds: Holds) -> Offered[Letting]:
    seat = let_go(event, holds)
    if seat is not None and seat in who():
        holds.drop(seat)
        return Answered(Letting(seat, event.at, event.stamp))
    if isinstance(event, Said) and "let_go" in event.say and event.seat in holds:
        return Refused("held_elsewhere", rank=3)
    return NotMine()


@dataclass(frozen=True, slots=True)
class Acted(Generic[T]):
    """Holds what a seat did in a race, and the true stamp (ns) of its first act."""

    answer: T
    stamp: int


@dataclass(frozen=True, slots=True)
class Race(Ask[Mapping[int, Acted[T]] | Moot]):
    """Waits for the first of `who` to act; awaits to all acts by seat, in the order they came.

    `ask` makes one seat's Ask, of any gesture; a window belongs around the race, not inside. It
    is complete at its earliest stamp plus `tie_window` (ns), that very stamp included, so that
    nobody is named a winner before.
    """

    who: Who
    ask: Callable[[int], Ask[T]]
    tie_window: int = 0

    def opens(self, scene: Scene) -> Open[Mapping[int, Acted[T]] | Moot]:
        """Open one Ask a seat."""
        return _OpenRace(self, {seat: self.ask(seat).opens(scene) for seat in self.who()})


class _OpenRace(Open[Mapping[int, Acted[T]] | Moot]):
    def __init__(self, ask: Race[T], runners: Mapping[int, Open[T]]) -> None:
        self._tie_window = ask.tie_window
        self._runners = runners
        self._acts: dict[int, Acted[T]] = {}

    def offer(self, event: TableEvent) -> Offered[Mapping[int, Acted[T]] | Moot]:
        refusals: list[Offered[Any]] = []
        for seat, runner in self._runners.items():
            said = runner.offer(event)
            if isinstance(said, Answered):
                return self._run(seat, Acted(said.value, event.stamp))
            if isinstance(said, (Kept, Absorbed)):
                return said
            refusals.append(said)
        return best(refusals)

    def _run(self, seat: int, acted: Acted[T]) -> Offered[Mapping[int, Acted[T]] | Moot]:
        known = self._acts.get(seat)
        if known is not None and known.stamp <= acted.stamp:
            return Absorbed()
        self._acts[seat] = acted
        return Kept()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            offer
            for seat, runner in self._runners.items()
            if seat not in self._acts
            for offer in runner.offers()
        )

    def due(self) -> Deadline | None:
        earliest = min((acted.stamp for acted in self._acts.values()), default=None)
        return None if earliest is None else Deadline(earliest + self._tie_window, Due.END)

    def lapse(self, deadline: Deadline) -> Offered[Mapping[int, Acted[T]] | Moot]:
        del deadline
        return Answered(dict(self._acts))

    def is_moot(self) -> bool | None:
        return not self._runners


@dataclass(frozen=True, slots=True)
class Trailing(Ask[NoReturn], Generic[T]):
    """Absorbs the acts of those whom a race left behind, beside the Ask that comes after it.

    It never answers and asks nobody. `note` is told the seat and true stamp (ns) of each one's
    first act, so that the margin can be shown; a losing press opens nothing else (W49).
    """

    race: Race[T]
    behind: Who
    note: Callable[[int, int], None]

    def opens(self, scene: Scene) -> Open[NoReturn]:
        """Open the race's Ask once more for each seat that is behind."""
        runners = {seat: self.race.ask(seat).opens(scene) for seat in self.behind()}
        return _OpenTrailing(self, runners)


class _OpenTrailing(Open[NoReturn]):
    def __init__(self, ask: Trailing[Any], runners: Mapping[int, Open[Any]]) -> None:
        self._note = ask.note
        self._runners = runners
        self._noted: set[int] = set()

    def offer(self, event: TableEvent) -> Offered[NoReturn]:
        for seat, runner in self._runners.items():
            if isinstance(runner.offer(event), Answered):
                if seat not in self._noted:
                    self._noted.add(seat)
                    self._note(seat, event.stamp)
                return Absorbed()
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return ()
