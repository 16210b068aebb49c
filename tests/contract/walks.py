"""Walks through a played game: the table at any moment of it, and what can be compared there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from companion.core.asks import Deadline, Offer
from companion.core.events import HostDid, TableEvent, Woke
from companion.core.game import HOST, PUBLIC, Audience
from companion.core.holds import Hold
from companion.core.referee import Referee
from companion.core.stamps import NS_PER_S
from tests.contract.players import Played

T = TypeVar("T")

HOUR = 3600 * NS_PER_S
GESTURE_WORDS = {"done": True, "pass": True}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Holds all of a table that acts may change, windows and time left out."""

    state: Any
    offers: tuple[Offer, ...]
    holds: tuple[Hold | None, ...]
    claimants: tuple[int, ...]


def snapshot(referee: Referee[Any]) -> Snapshot:
    run = referee.run
    return Snapshot(
        run.state,
        tuple(replace(offer, until=None) for offer in run.offers()),
        tuple(run.holds.of(seat) for seat in run.header.numbers),
        run.claimants(),
    )


def due(referee: Referee[Any]) -> Deadline | None:
    return referee.run.due()


def at_moment(played: Played, moment: int) -> Referee[Any]:
    """Return a fresh table as it stood before the event of that number."""
    referee = Referee(played.referee.run.game, played.header)
    for event in played.events[:moment]:
        referee.feed(event)
    return referee


@cache
def every_ask(played: Played) -> tuple[int, ...]:
    """Return the first moment of each different question, with and without a window."""
    referee = Referee(played.referee.run.game, played.header)
    seen: dict[object, int] = {}
    for moment, event in enumerate(played.events):
        asked = frozenset((offer.gesture, offer.about) for offer in referee.run.offers())
        seen.setdefault((asked, due(referee) is None, bool(referee.run.claimants())), moment)
        referee.feed(event)
    return tuple(seen.values())


def now(referee: Referee[Any]) -> int:
    """Return the kit time that a table has reached."""
    return referee.run.now + referee.run.stopped


def audiences(referee: Referee[Any]) -> tuple[Audience, ...]:
    return (PUBLIC, HOST, *referee.run.header.numbers)


def seen_by(referee: Referee[Any], audience: Audience) -> str:
    """Return every byte that an audience is sent."""
    return json.dumps(referee.view(audience), sort_keys=True)


def all_views(referee: Referee[Any]) -> list[str]:
    return [seen_by(referee, audience) for audience in audiences(referee)]


def later(event: TableEvent, at: int) -> TableEvent:
    """Return the same act at another kit time, as late as it was."""
    late = None if event.late is None else at - (event.at - event.late)
    return replace(event, at=at, late=late)


def host(referee: Referee[Any], act: dict[str, Any], at: int) -> str:
    """Let the host act; return what became of it."""
    record, _ = referee.feed(HostDid(act, at=at))
    return record.verdict.value


def wait_until(referee: Referee[Any], at: int) -> None:
    referee.feed(Woke(at=at))


def sample(moments: Sequence[T], most: int) -> list[T]:
    """Return at most so many of the moments, evenly spread."""
    step = max(1, len(moments) // most)
    return list(moments[::step])[:most]
