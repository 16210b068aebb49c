"""What robots of Click Click Boom have in mind: what was said, what was rolled, how each plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance, Move

T = TypeVar("T")

SLIPS = 0.1  # how often a seat acts the other way, by phone or by hand
LOST = 4  # attempts in vain after which anything is tried


@dataclass(slots=True)
class Notes:
    """Holds what the players remember of one Showdown.

    `sides` are the holds that the lights show; `forced` is Brandon's word, `told` what Heather
    was told of which side. `letting` has when each seat lets go, None if it forgets to; `rolled`
    is what chance decided.
    """

    sides: dict[int, Side] = field(default_factory=dict)
    forced: dict[int, Side] = field(default_factory=dict)
    by_phone: dict[int, bool] = field(default_factory=dict)
    told: dict[int, tuple[Side, str]] = field(default_factory=dict)
    taps: dict[int, list[str]] = field(default_factory=dict)
    letting: dict[int, int | None] = field(default_factory=dict)
    rolled: dict[tuple[str, int], Any] = field(default_factory=dict)
    shoot: int | None = None
    is_counting: bool = False


class Mind:
    """Makes the seats' decisions by chance; `phones` is how likely a seat plays on a phone."""

    def __init__(self, seats: Sequence[int], chance: Chance, phones: float) -> None:
        self.chance = chance
        self.notes = Notes()
        self._has_phone = {seat: chance.random() < phones for seat in seats}
        self._tries: dict[tuple[str, int], int] = {}

    def notice(self) -> None:
        """Take note that something was ruled: attempts were not in vain."""
        self._tries.clear()

    def note_sides(self, offers: Sequence[Offer]) -> None:
        """Note which side each seat is seen to hold."""
        for offer in offers:
            if offer.gesture == "let_go" and offer.button is not None:
                self.notes.sides[offer.seat] = offer.button

    def take(self, offer: Offer) -> Move:
        """Do what is offered, on the phone where the seat plays on one."""
        is_by_phone = offer.say is not None and self.is_by_phone(offer.seat)
        if offer.gesture == "say" or (is_by_phone and offer.gesture != "choose"):
            return Move(offer.seat, "say", 0, say=offer.say)
        return Move(offer.seat, offer.gesture, 0, offer.button, offer.card, offer.reader)

    def done(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Press or ring, one of those who may; a lone answer may be given with either button."""
        move = self.take(self.chance.choice(offers))
        own = [offer for offer in offers if offer.seat == move.seat]
        if move.gesture == "press" and len(own) == 1 and self.chance.random() < 0.5:
            return (Move(move.seat, "press", 0, button=Side.RIGHT),)
        return (move,)

    def let_go(self, offer: Offer, after: int) -> Move:
        """Let go the way that the hold was made; the other way if that does not help."""
        is_by_phone = self.notes.by_phone.get(offer.seat, False)
        if self.is_lost("let_go", offer.seat):
            is_by_phone = not is_by_phone
        if is_by_phone:
            return Move(offer.seat, "say", after, say={"let_go": True})
        return Move(offer.seat, "let_go", after, button=offer.button)

    def is_by_phone(self, seat: int) -> bool:
        """Decide whether a seat acts by phone now."""
        return self._has_phone[seat] != (self.chance.random() < SLIPS)

    def between(self, least: int, most: int) -> int:
        """Return a time between two."""
        return least + self.chance.randrange(max(most - least, 1))

    def rolls(self, what: str, seat: int, likely: float) -> bool:
        """Decide once a Showdown; a yes is good for one time."""
        if (what, seat) in self.notes.rolled:
            return False
        self.notes.rolled[what, seat] = True
        return self.chance.random() < likely

    def once(self, what: str, seat: int, roll: Callable[[], T]) -> T:
        """Return what was decided the first time in this Showdown."""
        if (what, seat) not in self.notes.rolled:
            self.notes.rolled[what, seat] = roll()
        decided: T = self.notes.rolled[what, seat]
        return decided

    def is_lost(self, what: str, seat: int, most: int = LOST) -> bool:
        """Count an attempt; tell whether there were too many since the last ruling."""
        self._tries[what, seat] = self._tries.get((what, seat), 0) + 1
        return self._tries[what, seat] > most


def says_of(offers: Sequence[Offer], seat: int) -> list[Offer]:
    """Return what a seat may say on a phone."""
    return [offer for offer in offers if offer.seat == seat and offer.gesture == "say"]


def kind_name(card: str) -> str:
    """Return a card's kind as phones say it."""
    return card.partition("/")[0]
