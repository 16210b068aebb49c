"""Cards on a reader: laid by somebody who is asked for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.asks import Answered, Ask, Moot, NotMine, Offer, Offered, Open, Refused, Scene
from companion.core.events import CardPlaced, TableEvent
from companion.core.gestures.seats import OfSeats, Who


@dataclass(frozen=True, slots=True)
class Tapped:
    """Answers that a seat's card was laid on a reader; `stamp` is when."""

    seat: int
    card: str
    at: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Tap(Ask[Tapped | Moot]):
    """Waits for a card on a reader, from one of `who`.

    `fault` says why a seat's card would not do, or None. With `lead` the lights lead: on a shared
    reader only the first of `who` is asked, on seat readers and phones all are. With `several`
    more cards may lie spread out on the reader at once. Without a `reader` any one serves;
    with `among` only these cards are meant.
    """

    who: Who
    about: str
    fault: Callable[[int, str], Refused | None]
    reader: str | None = "centre"
    lead: bool = False
    optional: bool = False
    card: str | None = None  # where exactly one card is meant
    several: bool = False
    among: frozenset[str] | None = None

    def opens(self, scene: Scene) -> Open[Tapped | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenTap(self)


class _OpenTap(OfSeats[Tapped | Moot]):
    def __init__(self, ask: Tap) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Tapped | Moot]:
        match event:
            case CardPlaced(card=card, seat=int(seat)) if self._is_meant(event, seat):
                fault = self._ask.fault(seat, card)
                if fault is not None:
                    return fault
                return Answered(Tapped(seat, card, event.at, event.stamp))
        return NotMine()

    def _is_meant(self, event: CardPlaced, seat: int) -> bool:
        # The tray and the centre mean different things; a seat's own reader serves for either.
        is_here = self._ask.reader is None or event.reader in (self._ask.reader, f"seat{seat}")
        ask = self._ask
        is_this = ask.card in (None, event.card) and (ask.among is None or event.card in ask.among)
        return is_here and is_this and seat in self._who()

    def offers(self) -> tuple[Offer, ...]:
        ask = self._ask
        seats = self._who()
        return tuple(
            Offer(
                seat,
                "card",
                ask.about,
                reader=ask.reader if place == 0 or not ask.lead else f"seat{seat}",
                card=ask.card,
                optional=ask.optional,
                several=ask.several,
                among=ask.among,
            )
            for place, seat in enumerate(seats)
        )

    def is_moot(self) -> bool | None:
        return None if self._ask.optional else super().is_moot()
