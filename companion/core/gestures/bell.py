"""The bell that everybody may ring at any moment: holds, rings and presses, one by one.

Where a game counts rings of several players at once, each act is an answer of its own, with its
true stamp; what it means follows from the game's state. Whose a ring of the shared bell is, the
game decides too (`companion.timing.bell_turn`): at a race, "the only one asked" is nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Moot,
    NotMine,
    Offer,
    Offered,
    Open,
    Refused,
    Scene,
)
from companion.core.events import Pressed, Rang, Released, Said, Side, TableEvent
from companion.core.gestures.holding import Letting, let_go
from companion.core.gestures.seats import OfSeats, Who
from companion.core.holds import PANEL, Hold, Holds


@dataclass(frozen=True, slots=True)
class Gripped:
    """Answers that a seat pressed a button, or began to hold on its phone.

    `begins` tells that this is the seat's hold; a second button beside it is a press only.
    """

    seat: int
    side: Side
    at: int
    stamp: int
    begins: bool


@dataclass(frozen=True, slots=True)
class Struck:
    """Answers one ring: of a seat's own bell, or of the shared one (`bell` is None)."""

    bell: int | None
    at: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Answers that a seat told a whole burst on its phone."""

    seat: int
    rings: int
    at: int
    stamp: int


AtBell = Gripped | Letting | Struck | Counted


@dataclass(frozen=True, slots=True)
class Bell(Ask[AtBell | Moot]):
    """Waits for whatever any of `who` does with buttons and bells.

    `due` is how many rings a seat's phone may offer, or None; `owner` whose the shared bell is,
    `waiting` who holds in vain. `fault` says why a seat's rings would not do now (None stands for
    rings that nobody owns). Of `calls` a ring is expected; nobody else needs to do anything. Bells
    that ring up to the stamp `deaf_until` (ns) belong to what is over, and are refused; so is a
    phone's burst that is not the one offered, with `only_due`. `ringer` says whose a ring of the
    shared bell was at its stamp, where that may be another than the owner now.
    """

    who: Who
    about: str
    due: Callable[[int], int | None]
    owner: Callable[[], int | None]
    waiting: Who
    fault: Callable[[int | None], Refused | None] = lambda _seat: None
    calls: Who = tuple
    deaf_until: int = -1
    only_due: bool = False
    ringer: Callable[[int], int | None] | None = None

    def opens(self, scene: Scene) -> Open[AtBell | Moot]:
        """Open on the table's holds: what is held already counts."""
        return _OpenBell(self, scene.holds)


class _OpenBell(OfSeats[AtBell | Moot]):
    def __init__(self, ask: Bell, holds: Holds) -> None:
        super().__init__(ask.who)
        self._ask = ask
        self._holds = holds

    def offer(self, event: TableEvent) -> Offered[AtBell | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return self._grip(seat, side, PANEL, event)
            case Released() | Said(say={"let_go": True}):
                return self._let_go(event)
            case Rang(bell=bell) if bell is None or bell in self._who():
                return self._ring(bell, event)
            case Said(seat=seat) if seat in self._who():
                return self._said(seat, event)
        return NotMine()

    def _ring(self, bell: int | None, event: Rang) -> Offered[AtBell | Moot]:
        if event.stamp <= self._ask.deaf_until:
            return Refused("round_over", rank=2)
        ringer = self._shared(event.stamp) if bell is None else bell
        return self._fault(ringer) or Answered(Struck(bell, event.at, event.stamp))

    def _shared(self, stamp: int) -> int | None:
        return self._ask.ringer(stamp) if self._ask.ringer else self._ask.owner()

    def _fault(self, ringer: int | None) -> Refused | None:
        fault = self._ask.fault(ringer)
        return None if fault is None else replace(fault, seat=ringer)

    def _said(self, seat: int, event: Said) -> Offered[AtBell | Moot]:
        match event.say:
            case {"side": side, **rest} if not rest:
                return self._grip(seat, Side(side), event.by, event)
            case {"ring": int(rings), **rest} if not rest:
                return self._count(seat, rings, event)
        return NotMine()

    def _count(self, seat: int, rings: int, event: Said) -> Offered[AtBell | Moot]:
        fault = self._fault(seat)
        if fault is None and self._ask.only_due and rings != self._ask.due(seat):
            fault = Refused("round_over", rank=2)
        return fault or Answered(Counted(seat, rings, event.at, event.stamp))

    def _grip(
        self, seat: int, side: Side, source: str, event: Pressed | Said
    ) -> Offered[AtBell | Moot]:
        held = self._holds.of(seat)
        if held is not None and held.source != source:
            return Refused("held_elsewhere", rank=3)
        if held is not None and held.side is side:
            return Absorbed()
        if held is None:
            self._holds.take(seat, Hold(side, source, event.at))
        return Answered(Gripped(seat, side, event.at, event.stamp, begins=held is None))

    def _let_go(self, event: TableEvent) -> Offered[AtBell | Moot]:
        seat = let_go(event, self._holds)
        if seat is not None and seat in self._who():
            self._holds.drop(seat)
            return Answered(Letting(seat, event.at, event.stamp))
        if seat is None and isinstance(event, Said) and event.seat in self._holds:
            return Refused("held_elsewhere", rank=3)
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for seat in self._who() for offer in self._of(seat))

    def _of(self, seat: int) -> tuple[Offer, ...]:
        return (*self._buttons(seat), *self._rings(seat))

    def _buttons(self, seat: int) -> tuple[Offer, ...]:
        about, hold = self._ask.about, self._holds.of(seat)
        if hold is None:
            return tuple(Offer(seat, "hold", about, button=s, optional=True) for s in Side)
        say = {"let_go": True}
        return (Offer(seat, "let_go", about, say, button=hold.side, optional=True),)

    def _rings(self, seat: int) -> tuple[Offer, ...]:
        due, is_called = self._ask.due(seat), seat in self._ask.calls()
        if due is None or self._ask.fault(seat) is not None:
            return ()
        # Only with the bell in hand can it be rung; a phone tells the whole burst at any time.
        gesture = "ring" if is_called or seat == self._ask.owner() else "say"
        return (Offer(seat, gesture, self._ask.about, {"ring": due}, optional=not is_called),)

    def waiting_turn(self) -> tuple[int, ...]:
        return tuple(self._ask.waiting())
