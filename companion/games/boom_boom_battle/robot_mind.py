"""What robots of BOOM BOOM have in mind: what was decided, what was tried, what still closes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance, Move
from companion.core.stamps import NS_PER_MS

T = TypeVar("T")

SLIPS = 0.1  # how often a seat acts the other way, by phone or by hand
LOST = 4  # attempts in vain after which something else is tried
QUICKEST_NS, SLOWEST_NS = 180 * NS_PER_MS, 280 * NS_PER_MS  # from one stroke to the next
LEEWAY_NS = 200 * NS_PER_MS  # from the end of a number to what it comes to


class Mind:
    """Makes the seats' decisions by chance; `phones` is how likely a seat plays on a phone.

    `gap` (ns) is the pause that closes a number told by rings or presses.
    """

    def __init__(self, seats: Sequence[int], chance: Chance, phones: float, gap: int) -> None:
        self.chance = chance
        self._gap = gap
        self._has_phone = {seat: chance.random() < phones for seat in seats}
        self._tries: dict[Hashable, int] = {}
        self._decided: dict[Hashable, Any] = {}
        self._closes: dict[int, int] = {}

    def notice(self) -> None:
        """Take note that something was ruled: attempts were not in vain, and all is new."""
        self._tries.clear()
        self._decided.clear()
        self._closes.clear()

    # What was decided, and what was tried

    def is_lost(self, *what: Hashable, most: int = LOST) -> bool:
        """Count an attempt; tell whether there were too many since the last ruling."""
        self._tries[what] = self._tries.get(what, 0) + 1
        return self._tries[what] > most

    def once(self, *what: Hashable, roll: Callable[[], T]) -> T:
        """Return what was decided the first time since something was ruled."""
        if what not in self._decided:
            self._decided[what] = roll()
        decided: T = self._decided[what]
        return decided

    def does(self, *what: Hashable, likely: float) -> bool:
        """Decide once; a yes is good for one time."""
        is_decided = what in self._decided
        return self.once(*what, roll=lambda: self.rolls(likely)) and not is_decided

    # Chance

    def rolls(self, likely: float) -> bool:
        """Decide by chance."""
        return self.chance.random() < likely

    def weighed(self, among: Sequence[tuple[T, float]]) -> T:
        """Return one of several, each as likely as its weight."""
        left = self.chance.random() * sum(weight for _, weight in among)
        for one, weight in among:
            left -= weight
            if left < 0:
                return one
        return among[-1][0]

    def is_by_phone(self, seat: int) -> bool:
        """Decide whether a seat acts by phone now."""
        return self._has_phone[seat] != self.rolls(SLIPS)

    # Moves

    def take(self, offer: Offer) -> Move:
        """Do what is offered, on the phone where the seat plays on one."""
        is_by_phone = offer.say is not None and self.is_by_phone(offer.seat)
        if offer.gesture == "say" or is_by_phone:
            return Move(offer.seat, "say", 0, say=offer.say)
        return Move(offer.seat, offer.gesture, 0, offer.button, offer.card, offer.reader)

    def number(self, stroke: Move, times: int, now: int) -> list[Move]:
        """Tell a number by so many strokes, and then let it close."""
        after, moves = 0, []
        for _ in range(times):
            after += QUICKEST_NS + self.chance.randrange(SLOWEST_NS - QUICKEST_NS)
            moves.append(Move(stroke.seat, stroke.gesture, after, button=stroke.button))
        self._closes[stroke.seat] = now + after + self._gap + LEEWAY_NS
        return moves

    def is_closing(self, seat: int, now: int) -> bool:
        """Tell whether a number of a seat may not be closed yet."""
        return now < self._closes.get(seat, 0)


def say(seat: int, **said: Any) -> Move:
    """Say something on a phone."""
    return Move(seat, "say", 0, say=said)


def press(seat: int, side: Side) -> Move:
    """Press a button."""
    return Move(seat, "press", 0, button=side)


def tap(seat: int, card: str, reader: str = "centre") -> Move:
    """Tap a card on a reader."""
    return Move(seat, "card", 0, card=card, reader=reader)


# What is offered


def about(offers: Sequence[Offer], *words: str) -> list[Offer]:
    """Return the offers about some things."""
    return [offer for offer in offers if offer.about in words]


def seats(offers: Sequence[Offer]) -> list[int]:
    """Return the seats of offers, each once."""
    return list(dict.fromkeys(offer.seat for offer in offers))


def leads(offers: Sequence[Offer], *words: str) -> int | None:
    """Return whom the lights lead to a shared reader with a card about something, or None."""
    shared = (
        offer.seat
        for offer in about(offers, *words)
        if offer.gesture == "card" and not (offer.reader or "").startswith("seat")
    )
    return next(shared, None)
