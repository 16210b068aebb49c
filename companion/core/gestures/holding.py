"""Holds: made, changed, called by the bell, and let go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Kept,
    Moot,
    NotMine,
    Offer,
    Offered,
    Open,
    Refused,
    Scene,
)
from companion.core.events import Pressed, Rang, Released, Said, Side, TableEvent
from companion.core.gestures.ringing import ringer
from companion.core.gestures.seats import OfSeats, Who
from companion.core.holds import HOST, PANEL, Hold, Holds


@dataclass(frozen=True, slots=True)
class Letting:
    """Answers that a seat let go of its hold; `stamp` is the true moment of the edge."""

    seat: int
    at: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Called:
    """Answers that all hold and the caller rang; `sides` are the committed ones."""

    sides: Mapping[int, Side]
    at: int


@dataclass(frozen=True, slots=True)
class LetGo(Ask[Letting | Moot]):
    """Waits for one of the holding seats among `who` to let go."""

    who: Who
    about: str

    def opens(self, scene: Scene) -> Open[Letting | Moot]:
        """Open on the table's holds."""
        return _OpenLetGo(self, scene.holds)


class _OpenLetGo(Open[Letting | Moot]):
    def __init__(self, ask: LetGo, holds: Holds) -> None:
        self._ask = ask
        self._holds = holds

    def offer(self, event: TableEvent) -> Offered[Letting | Moot]:
        seat = let_go(event, self._holds)
        if seat is not None and seat in self._ask.who():
            self._holds.drop(seat)
            return Answered(Letting(seat, event.at, event.stamp))
        match event:
            case Said(seat=teller, say=say) if "let_go" in say and teller in self._holding():
                return Refused("held_elsewhere", rank=3)
        return NotMine()

    def _holding(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._ask.who() if seat in self._holds)

    def is_moot(self) -> bool | None:
        return not self._holding()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            Offer(seat, "let_go", self._ask.about, {"let_go": True}, button=hold.side)
            for seat in self._ask.who()
            if (hold := self._holds.of(seat)) is not None
        )


def let_go(event: TableEvent, holds: Holds) -> int | None:
    """Return the seat whose hold an event ends, if it ends one.

    Only the source that made the hold ends it; the host may end any.
    """
    match event:
        case Released(seat=seat, side=side):
            hold = holds.of(seat)
            return seat if hold and hold.source == PANEL and hold.side is side else None
        case Said(seat=seat, say=say, by=by) if "let_go" in say:
            hold = holds.of(seat)
            return seat if hold and by in (HOST, hold.source) else None
    return None


@dataclass(frozen=True, slots=True)
class Holding(Ask[Called | Moot]):
    """Waits until all of `who` hold a side and one of `callers` rings; awaits to the sides.

    A hold may be changed or taken back freely until the ring. Without `callers` nobody can close
    it: then it only lets holds be made and changed beside another Ask.
    """

    who: Who
    about: str
    callers: Who

    def opens(self, scene: Scene) -> Open[Called | Moot]:
        """Open on the table's holds: what is held already counts."""
        return _OpenHolding(self, scene.holds)


class _OpenHolding(OfSeats[Called | Moot]):
    def __init__(self, ask: Holding, holds: Holds) -> None:
        super().__init__(ask.who)
        self._ask = ask
        self._holds = holds

    def offer(self, event: TableEvent) -> Offered[Called | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return self._hold(seat, Hold(side, PANEL, event.at))
            case Said(seat=seat, say=say, by=by) if seat in self._who() and {*say} == {"side"}:
                return self._hold(seat, Hold(Side(say["side"]), by, event.at))
        holder = let_go(event, self._holds)
        if holder is not None and holder in self._who():
            self._holds.drop(holder)
            return Kept()
        if isinstance(event, Said) and "let_go" in event.say and event.seat in self._holds:
            return Refused("held_elsewhere", rank=3)
        return self._call(event)

    def _hold(self, seat: int, hold: Hold) -> Offered[Called | Moot]:
        held = self._holds.of(seat)
        if held is not None and held.side is hold.side:
            return Absorbed()
        if held is not None and held.source != hold.source:
            return Refused("held_elsewhere", rank=3)
        self._holds.take(seat, hold)
        return Kept()

    def _call(self, event: TableEvent) -> Offered[Called | Moot]:
        # While somebody is missing nobody is asked to ring, so a shared bell's ring has no owner.
        unowned = isinstance(event, Rang) and event.seat is None
        callers = self._ask.callers()
        if not callers or not (unowned or ringer(event) in callers):
            return NotMine()
        if self._missing():
            return Refused("not_all_hold", rank=2)
        sides = self._holds.sides()
        return Answered(Called({one: sides[one] for one in self._who()}, event.at))

    def _missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._who() if seat not in self._holds)

    def is_moot(self) -> bool | None:
        # What nobody can close waits for nobody: the Ask beside it may be moot all the same.
        return None if self._who() and not self._ask.callers() else super().is_moot()

    def offers(self) -> tuple[Offer, ...]:
        about = self._ask.about
        missing = self._missing()
        holds = tuple(
            Offer(seat, "hold", about, {"side": side.value}, button=side)
            for seat in missing
            for side in Side
        )
        held = tuple(
            Offer(seat, "let_go", about, {"let_go": True}, button=hold.side, optional=True)
            for seat in self._who()
            if (hold := self._holds.of(seat)) is not None
        )
        calls = () if missing else self._ask.callers()
        return (*holds, *held, *(Offer(seat, "ring", "call", {"ring": 1}) for seat in calls))
