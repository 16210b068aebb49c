"""What robots of Wild Wild Pattern have in mind: what was decided, and what was tried."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance, Move

T = TypeVar("T")

SLIPS = 0.1  # how often a seat acts the other way, by phone or by hand
LOST = 4  # attempts in vain after which anything is tried
LEAST_NS = 1  # a move that is due at once; 0 would be at leisure


class Mind:
    """Makes the seats' decisions by chance; `phones` is how likely a seat plays on a phone."""

    def __init__(self, seats: Sequence[int], chance: Chance, phones: float) -> None:
        self.chance = chance
        self._has_phone = {seat: chance.random() < phones for seat in seats}
        self._tries: dict[Hashable, int] = {}
        self._decided: dict[Hashable, Any] = {}

    # What was decided, and what was tried

    def notice(self) -> None:
        """Take note that something was ruled: attempts were not in vain."""
        self._tries.clear()

    def begin_turn(self) -> None:
        """Forget what was decided for the turn before."""
        self._decided.clear()

    def is_lost(self, *what: Hashable, most: int = LOST) -> bool:
        """Count an attempt; tell whether there were too many since the last ruling."""
        self._tries[what] = self._tries.get(what, 0) + 1
        return self._tries[what] > most

    def once(self, *what: Hashable, roll: Callable[[], T]) -> T:
        """Return what was decided the first time in this turn."""
        if what not in self._decided:
            self._decided[what] = roll()
        decided: T = self._decided[what]
        return decided

    def is_set(self, *what: Hashable, likely: float) -> bool:
        """Decide once a turn, and stay with it."""
        return self.once(*what, roll=lambda: self.rolls(likely))

    def does(self, *what: Hashable, likely: float) -> bool:
        """Decide once a turn; a yes is good for one time."""
        is_decided = what in self._decided
        return self.is_set(*what, likely=likely) and not is_decided

    def forget(self, *what: Hashable) -> None:
        """Forget one decision, so that it is made anew."""
        self._decided.pop(what, None)

    def due(self, *what: Hashable, now: int, least: int, most: int) -> int:
        """Return how long (ns) it still is to a moment that was chosen the first time."""
        at = self.once("due", *what, roll=lambda: now + self.between(least, most))
        return max(LEAST_NS, at - now)

    # Chance

    def rolls(self, likely: float) -> bool:
        """Decide by chance."""
        return self.chance.random() < likely

    def between(self, least: int, most: int) -> int:
        """Return a time between two, in ns."""
        return least + self.chance.randrange(max(most - least, 1))

    def is_by_phone(self, seat: int) -> bool:
        """Decide whether a seat acts by phone now."""
        return self._has_phone[seat] != self.rolls(SLIPS)

    # Moves

    def take(self, offer: Offer, after: int = 0) -> Move:
        """Do what is offered, on the phone where the seat plays on one."""
        is_by_phone = offer.say is not None and self.is_by_phone(offer.seat)
        if offer.gesture == "say" or is_by_phone:
            return Move(offer.seat, "say", after, say=offer.say)
        return Move(offer.seat, offer.gesture, after, offer.button, offer.card, offer.reader)

    def either(self, offer: Offer, after: int = 0) -> Move:
        """Do what is offered; where it is a press either button will do."""
        move = self.take(offer, after)
        if move.gesture != "press":
            return move
        return press(move.seat, self.chance.choice(tuple(Side)), after)


def say(seat: int, after: int = 0, **said: Any) -> Move:
    """Say something on a phone."""
    return Move(seat, "say", after, say=said)


def press(seat: int, side: Side, after: int = 0) -> Move:
    """Press a button."""
    return Move(seat, "press", after, button=side)


def tap(seat: int, card: str, reader: str = "centre", after: int = 0) -> Move:
    """Tap a card on a reader."""
    return Move(seat, "card", after, card=card, reader=reader)


# What is offered


def about(offers: Sequence[Offer], *words: str) -> list[Offer]:
    """Return the offers about some things."""
    return [offer for offer in offers if offer.about in words]


def seats(offers: Sequence[Offer]) -> list[int]:
    """Return the seats of offers, each once."""
    return list(dict.fromkeys(offer.seat for offer in offers))
