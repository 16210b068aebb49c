"""The bell: one ring by somebody who is asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.asks import Answered, Ask, Moot, NotMine, Offer, Offered, Open, Scene
from companion.core.events import Rang, Said, TableEvent
from companion.core.gestures.seats import OfSeats, Who


@dataclass(frozen=True, slots=True)
class Ringing:
    """Answers that a seat rang."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Ring(Ask[Ringing | Moot]):
    """Waits for a ring by one of `who`."""

    who: Who
    about: str

    def opens(self, scene: Scene) -> Open[Ringing | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenRing(self)


class _OpenRing(OfSeats[Ringing | Moot]):
    def __init__(self, ask: Ring) -> None:
        super().__init__(ask.who)
        self._about = ask.about

    def offer(self, event: TableEvent) -> Offered[Ringing | Moot]:
        seat = ringer(event)
        if seat is None or seat not in self._who():
            return NotMine()
        return Answered(Ringing(seat, event.at))

    def offers(self) -> tuple[Offer, ...]:
        return tuple(Offer(seat, "ring", self._about, {"ring": 1}) for seat in self._who())


def ringer(event: TableEvent) -> int | None:
    """Return the seat that rang, by the bell or on a phone; None if the event is no owned ring."""
    match event:
        case Rang(seat=seat):
            return seat
        case Said(seat=seat, say=say) if "ring" in say:
            return seat
    return None
