"""Translation: what a signal of the kit means at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
)
from firmware.inbox import Change
from firmware.signals import CLOSED, TagGone, TagSeen, TagsUnclear

BELL = "bell"
SEAT = "seat"  # how the readers of seats are called: seat1 to seat6
CardOf = Callable[[str], str]


def event_of(
    signal: Change | TagSeen | TagGone | TagsUnclear, at: int, card: CardOf
) -> TableEvent | None:
    """Return the table event that a signal means, at kit time `at`; None if it means nothing.

    `card` tells what a UID is in the game that is played.
    """
    match signal:
        case Change():
            return _change(signal, at)
        case TagSeen(reader=reader, uid=uid):
            return CardPlaced(card(uid), reader, at=at)
        case TagGone(reader=reader, uid=uid):
            return CardLifted(card(uid), reader, at=at)
        case TagsUnclear(reader=reader, why=why):
            return CardPlaced(f"unclear/{why}", reader, at=at)


def is_at_table(event: TableEvent, seats: int) -> bool:
    """Tell whether an event is of a seat, a bell or a reader of a table with so many seats.

    A kit may have more places than a game has players: what happens at those means nothing.
    """
    match event:
        case Pressed(seat=seat) | Released(seat=seat) | Said(seat=seat) | Rang(bell=int(seat)):
            return 1 <= seat <= seats
        case CardPlaced(reader=reader) | CardLifted(reader=reader):
            return not reader.startswith(SEAT) or int(reader.removeprefix(SEAT)) <= seats
        case _:
            return True


def lines_at_table(lines: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return those of a kit's lines that a table with so many seats has, sorted."""
    places = {BELL, *map(str, range(1, seats + 1))}
    return tuple(sorted(line for line in lines if line.partition(".")[0] in places))


def _change(change: Change, at: int) -> TableEvent | None:
    where, _, what = change.line.partition(".")
    is_closed = change.level == CLOSED
    if BELL in (where, what):
        # A bell has rung once it is pressed; its letting go means nothing.
        return Rang(None if where == BELL else int(where), at=at) if is_closed else None
    side = Side(what)
    return Pressed(int(where), side, at=at) if is_closed else Released(int(where), side, at=at)
