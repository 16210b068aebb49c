"""Attribution: whose act a card on a shared reader, or a ring of the shared bell, was.

It depends on what the table is waiting for, so it belongs to the core and not to the firmware.
The order is play.md's: the reader's own seat; the card's owner; the only seat asked; the seat
asked whose button is down or was pressed last within the claim window; else nobody yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.asks import Offer
from companion.core.events import CardPlaced, Rang

SEAT_READER = "seat"


@dataclass(frozen=True, slots=True)
class Presses:
    """Holds what the panel's buttons tell: which seats press now, and when each pressed last."""

    down: frozenset[int]
    last: Mapping[int, int]


def takers(event: CardPlaced | Rang, offers: Sequence[Offer]) -> tuple[int, ...]:
    """Return the seats from which such a gesture would be taken now, each once."""
    gesture = "card" if isinstance(event, CardPlaced) else "ring"
    seats = [
        offer.seat
        for offer in offers
        if offer.gesture == gesture and (not isinstance(event, CardPlaced) or _fits(offer, event))
    ]
    return tuple(dict.fromkeys(seats))


def takes_several(event: CardPlaced, offers: Sequence[Offer]) -> bool:
    """Tell whether a seat that would take such a card would take more of them at once."""
    return any(o.several and o.gesture == "card" and _fits(o, event) for o in offers)


def _fits(offer: Offer, event: CardPlaced) -> bool:
    same_reader = offer.reader in (None, event.reader)
    is_meant = offer.among is None or event.card in offer.among
    return same_reader and is_meant and offer.card in (None, event.card)


def attribute(
    event: CardPlaced | Rang,
    offers: Sequence[Offer],
    owner: int | None,
    presses: Presses,
    claim_window: int,
) -> CardPlaced | Rang | None:
    """Return the event with its seat, or None if it is nobody's yet.

    An event that no seat is asked for comes back without a seat: the Ask refuses it.
    """
    if isinstance(event, Rang) and event.bell is not None:
        return replace(event, seat=event.bell)
    if isinstance(event, CardPlaced):
        if event.reader.startswith(SEAT_READER):
            return replace(event, seat=int(event.reader.removeprefix(SEAT_READER)))
        if owner is not None:
            return replace(event, seat=owner)
    asked = takers(event, offers)
    if not asked:
        return event
    seat = asked[0] if len(asked) == 1 else _claimant(asked, presses, event.stamp - claim_window)
    return None if seat is None else replace(event, seat=seat)


def _claimant(asked: Sequence[int], presses: Presses, since: int) -> int | None:
    # A button may be down without a press that counted: since before a restart, or in a pause.
    last = {seat: presses.last.get(seat, -1) for seat in asked}
    claiming = [seat for seat in asked if seat in presses.down or last[seat] >= max(since, 0)]
    # The latest press claims; at equal stamps the lower seat, so that a replay agrees.
    return max(claiming, key=lambda seat: (last[seat], -seat), default=None)
