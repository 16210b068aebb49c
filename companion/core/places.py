"""Places: what the kit tells of buttons and readers, whatever the game makes of it.

Which buttons are down, when each seat pressed last, and on which reader a card lies.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.attribution import Presses
from companion.core.events import CardLifted, CardPlaced, Pressed, Released, TableEvent

STRANGE = {"unknown": "unknown_card", "foreign": "foreign_card", "unclear": "unclear_card"}


class Places:
    """Keeps what is down and what lies where, by the events alone."""

    def __init__(self) -> None:
        self._down: set[str] = set()
        self._last_press: dict[int, int] = {}
        self._lying: dict[str, str] = {}

    def track(self, event: TableEvent) -> None:
        """Take note of an event, refused or not: a button that is down is down."""
        match event:
            case Pressed(seat=seat, side=side):
                self._down.add(f"{seat}.{side.value}")
            case Released(seat=seat, side=side):
                self._down.discard(f"{seat}.{side.value}")
            case CardLifted(card=card, reader=reader) if self._lying.get(card) == reader:
                del self._lying[card]
            case _:
                pass

    def begin_anew(self, down: Iterable[str]) -> None:
        """Start from the buttons that are down; what lies where is known once it is lifted."""
        self._down = set(down)
        self._lying = {}

    def down(self) -> tuple[str, ...]:
        """Return the buttons that are down, by line name."""
        return tuple(sorted(self._down))

    def pressed(self, event: Pressed) -> None:
        """Note when a seat pressed, in game time."""
        self._last_press[event.seat] = event.stamp

    def presses(self) -> Presses:
        """Return which seats press now, and when each pressed last."""
        down = (line.partition(".") for line in self._down)
        seats = frozenset(int(seat) for seat, _, side in down if side in ("left", "right"))
        return Presses(seats, self._last_press)

    def lay(self, event: CardPlaced) -> None:
        """Note where a card lies."""
        self._lying[event.card] = event.reader

    def lies(self, card: str) -> str | None:
        """Return the reader on which a card lies, as far as is known since the last restart."""
        return self._lying.get(card)

    def card_fault(self, event: CardPlaced, cards: frozenset[str]) -> str | None:
        """Say why a card cannot be there at all, or None: strange, or in two places at once."""
        strange = STRANGE.get(event.card.split("/", 1)[0])
        if strange:
            return strange
        if event.card not in cards:
            return "wrong_game_card"
        lies_on = self._lying.get(event.card, event.reader)
        return None if lies_on == event.reader else "two_places"
