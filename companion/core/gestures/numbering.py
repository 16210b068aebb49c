"""A number told by presses: so many presses of one's own buttons, closed by a pause."""

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
from companion.core.events import Pressed, Side, TableEvent
from companion.core.gestures.seats import OfSeats, Who


@dataclass(frozen=True, slots=True)
class Number:
    """Answers the number that a seat told."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Presses(Ask[Number | Moot]):
    """Waits until one of `who` has pressed so many times, at most `pause` (ns) apart."""

    who: Who
    about: str
    pause: int

    def opens(self, scene: Scene) -> Open[Number | Moot]:
        """Open with nothing pressed."""
        del scene
        return _OpenPresses(self)


class _OpenPresses(OfSeats[Number | Moot]):
    def __init__(self, ask: Presses) -> None:
        super().__init__(ask.who)
        self._ask = ask
        self._pressed: dict[int, list[int]] = {}
        self._anew = 0  # when the pause began to run whole again, ns

    def offer(self, event: TableEvent) -> Offered[Number | Moot]:
        match event:
            case Pressed(seat=seat) if seat in self._who():
                self._pressed.setdefault(seat, []).append(event.stamp)
                return Kept()
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        about = self._ask.about
        return tuple(
            Offer(seat, "press", about, button=side) for seat in self._who() for side in Side
        )

    def due(self) -> Deadline | None:
        closings = self._closings()
        return Deadline(min(closings)[0], Due.END) if closings else None

    def lapse(self, deadline: Deadline) -> Offered[Number | Moot]:
        del deadline
        _, seat = min(self._closings())
        return Answered(Number(seat, len(self._pressed.pop(seat))))

    def interrupt(self, why: str, now: int) -> Offered[Number | Moot]:
        # Nobody knows how much of a pause was left: it runs whole once more (names.md, Moments).
        if why in ("undo", "restart"):
            self._anew = now
        return NotMine()

    def _closings(self) -> list[tuple[int, int]]:
        """Return when each number that was begun closes, and whose it is."""
        pressed = self._pressed.items()
        return [(max(self._anew, *ns) + self._ask.pause, seat) for seat, ns in pressed]
