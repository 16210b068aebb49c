"""Records: what the journal keeps of each event, and how undone events are folded away.

Folding is a pure function of the records: it leaves the events that still count, and a landing
where an undo came down. A replay of the folded list gives the table as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.events import (
    HostDid,
    Pressed,
    Released,
    Restarted,
    TableEvent,
    is_step,
)
from companion.core.rulings import Numbered
from companion.core.steps import Step, Verdict


@dataclass(frozen=True, slots=True)
class Record:
    """Holds an event, what became of it, and its rulings as shown, with their hash.

    Noise is a word that was refused again and again: a phone must not fill the journal with it.
    """

    event: TableEvent
    verdict: Verdict
    rulings: tuple[dict[str, Any], ...] = ()
    digest: str = ""
    is_noise: bool = False

    @property
    def counts(self) -> bool:
        """Tell whether undo counts it as a step."""
        return self.verdict is Verdict.ACCEPTED and is_step(self.event)


@dataclass(frozen=True, slots=True)
class Landing:
    """Marks where an undo came down: how many steps it took back, and what was shown of it.

    `at` is the kit time of the first step taken back, `down` the buttons that were down at the
    undo, `number` the next ruling's.
    """

    at: int
    down: tuple[str, ...]
    number: int
    steps: int
    rulings: tuple[dict[str, Any], ...] = ()
    digest: str = ""


def record(event: TableEvent, step: Step, shown: Sequence[dict[str, Any]]) -> Record:
    """Make the record of an event, what it led to, and its rulings as the board shows them."""
    return Record(event, step.verdict, tuple(shown), digest(step.verdict, step.rulings))


def digest(verdict: Verdict, rulings: Sequence[Numbered]) -> str:
    """Return a short hash of what was decided, so that a replay knows when it differs."""
    text = verdict.value + "".join(json.dumps(one.to_json(), sort_keys=True) for one in rulings)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def undo_steps(record: Record) -> int:
    """Return how many steps an accepted undo took back; 0 for any other record."""
    match record.event:
        case HostDid(act={"undo": int(steps)}) if record.verdict is Verdict.ACCEPTED:
            return steps
        case _:
            return 0


def fold(records: Sequence[Record]) -> list[Record | Landing]:
    """Return the records that still count, with a landing after each undo that does."""
    kept: list[Record | Landing] = []
    down: set[str] = set()
    number = 1
    for one in records:
        _track(one.event, down)
        steps = undo_steps(one)
        numbers = [ruling["number"] for ruling in one.rulings]
        if steps:
            at = drop_last(kept, steps)
            landed = (at, tuple(sorted(down)), min(numbers, default=number), steps)
            kept.append(Landing(*landed, one.rulings, one.digest))
        else:
            kept.append(one)
        number = max([number, *(past + 1 for past in numbers)])
    return kept


def drop_last(kept: list[Record | Landing], steps: int) -> int:
    """Shorten a list to before its `steps`-th last step; return when that step was (kit time).

    All that came after it goes too. Raises IndexError if there are not so many steps.
    """
    at = 0
    while steps:
        last = kept.pop()
        if isinstance(last, Record) and last.counts:
            steps -= 1
            at = last.event.at
    return at


def count_steps(kept: Sequence[Record | Landing]) -> int:
    """Return how many steps could be taken back."""
    return sum(1 for one in kept if isinstance(one, Record) and one.counts)


def _track(event: TableEvent, down: set[str]) -> None:
    match event:
        case Pressed(seat=seat, side=side):
            down.add(f"{seat}.{side.value}")
        case Released(seat=seat, side=side):
            down.discard(f"{seat}.{side.value}")
        case Restarted(down=closed):
            down.clear()
            down.update(closed)
        case _:
            pass
