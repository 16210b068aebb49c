"""Translation: what a signal of the kit means at the table."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Rang,
    Released,
    Side,
    TableEvent,
)
from firmware.inbox import Change
from firmware.signals import CLOSED, TagGone, TagSeen, TagsUnclear

BELL = "bell"
CardOf = Callable[[str], str]


def event_of(
    signal: Change | TagSeen | TagGone | TagsUnclear, at: int, card: CardOf
) -> TableEvent | None:
    """Return the table event that a signal means, at kit time `at`; None if it means nothing.

    `card` tells what a UID is in the game that is played. A signal whose own stamp is earlier
    than `at` keeps it as `late`: margins and fouls are measured by it.
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


def _change(change: Change, at: int) -> TableEvent | None:
    where, _, what = change.line.partition(".")
    is_closed = change.level == CLOSED
    if BELL in (where, what):
        # A bell has rung once it is pressed; its letting go means nothing.
        return Rang(None if where == BELL else int(where), at=at) if is_closed else None
    side = Side(what)
    return Pressed(int(where), side, at=at) if is_closed else Released(int(where), side, at=at)
