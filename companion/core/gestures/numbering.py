"""A number told by presses of one's own buttons, or by rings of the bell, closed by a pause."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.asks import (
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
    Scene,
)
from companion.core.events import Pressed, Rang, Said, Side, TableEvent
from companion.core.gestures.seats import OfSeats, Who


@dataclass(frozen=True, slots=True)
class Number:
    """Answers the number that a seat told; `is_last` if a button closed it instead of a pause."""

    seat: int
    value: int
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Presses(Ask[Number | Moot]):
    """Waits until one of `who` has pressed so many times, at most `pause` (ns) apart.

    Only the buttons of `sides` count.
    """

    who: Who
    about: str
    pause: int
    sides: tuple[Side, ...] = (Side.LEFT, Side.RIGHT)

    def opens(self, scene: Scene) -> Open[Number | Moot]:
        """Open with nothing pressed."""
        del scene
        return _OpenPresses(self)


@dataclass(frozen=True, slots=True)
class Rings(Ask[Number | Moot]):
    """Waits until one of `who` has rung so many times, at most `pause` (ns) apart.

    A phone says the number of rings at once. A button closes what its seat is just ringing: a
    press that ends a list of numbers must not lose the last one.
    """

    who: Who
    about: str
    pause: int

    def opens(self, scene: Scene) -> Open[Number | Moot]:
        """Open with nothing rung."""
        del scene
        return _OpenRings(self)


class _OpenNumber(OfSeats[Number | Moot]):
    """Counts the strokes of each seat until they pause."""

    def __init__(self, who: Who, pause: int) -> None:
        super().__init__(who)
        self._pause = pause
        self._strokes: dict[int, list[int]] = {}
        self._anew = 0  # when the pause began to run whole again, ns

    def stroke(self, seat: int, stamp: int) -> Kept:
        """Count one more stroke of a seat."""
        self._strokes.setdefault(seat, []).append(stamp)
        return Kept()

    def due(self) -> Deadline | None:
        closings = self._closings()
        return Deadline(min(closings)[0], Due.END) if closings else None

    def lapse(self, deadline: Deadline) -> Offered[Number | Moot]:
        del deadline
        _, seat = min(self._closings())
        return Answered(Number(seat, len(self._strokes.pop(seat))))

    def interrupt(self, why: str, now: int) -> Offered[Number | Moot]:
        # Nobody knows how much of a pause was left: it runs whole once more (names.md, Moments).
        if why in ("undo", "restart"):
            self._anew = now
        return NotMine()

    def _closings(self) -> list[tuple[int, int]]:
        """Return when each number that was begun closes, and whose it is."""
        strokes = self._strokes.items()
        return [(max(self._anew, *ns) + self._pause, seat) for seat, ns in strokes]


class _OpenPresses(_OpenNumber):
    def __init__(self, ask: Presses) -> None:
        super().__init__(ask.who, ask.pause)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Number | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who() and side in self._ask.sides:
                return self.stroke(seat, event.stamp)
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        ask = self._ask
        return tuple(
            Offer(seat, "press", ask.about, button=side)
            for seat in self._who()
            for side in ask.sides
        )


class _OpenRings(_OpenNumber):
    def __init__(self, ask: Rings) -> None:
        super().__init__(ask.who, ask.pause)
        self._about = ask.about

    def offer(self, event: TableEvent) -> Offered[Number | Moot]:
        match event:
            case Rang(seat=int(seat)) if seat in self._who():
                return self.stroke(seat, event.stamp)
            case Pressed(seat=seat) if seat in self._strokes and seat in self._who():
                return Answered(Number(seat, len(self._strokes.pop(seat)), is_last=True))
            case Said(seat=seat, say={"ring": int(rings)}) if seat in self._who():
                return Answered(Number(seat, rings))
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(Offer(seat, "ring", self._about) for seat in self._who())
