"""Presence: from what single polls saw to one event a placement and one a removal.

Pure: no clock, no reader. A tag is there at once when a poll has its whole UID; it is gone only
after at least three polls and 600 ms without it. A failed poll says nothing about tags, so the
time without them begins anew; nor does one in which several tags could not be told apart.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from firmware.nfc.inventory import SEVERAL
from firmware.signals import Signal, TagGone, TagSeen, TagsUnclear

GONE_NS = 600_000_000
GONE_POLLS = 3
UNCLEAR_POLLS = 3  # a card that is just being laid down may look like two for a moment


@dataclass(slots=True)
class _Absence:
    """Counts what has passed without something: since when, and how many polls."""

    since_ns: int
    polls: int = 0

    def reset(self, ns: int) -> None:
        self.since_ns = ns
        self.polls = 0

    def is_confirmed(self, ns: int) -> bool:
        """Count a poll without it; tell whether that settles it."""
        self.polls += 1
        return self.polls >= GONE_POLLS and ns - self.since_ns >= GONE_NS


class Presence:
    """Follows the tags of one reader; polls are told in the order of their stamps."""

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self._present: dict[str, _Absence] = {}
        self._is_stale = False
        self._unclear = ""  # what was told last and has not ended
        self._unclear_polls = 0
        self._unclear_absence = _Absence(0)

    @property
    def uids(self) -> frozenset[str]:
        """Return the tags that count as there."""
        return frozenset(self._present)

    def saw(self, ns: int, uids: AbstractSet[str], unclear: str = "") -> tuple[Signal, ...]:
        """Take a poll that worked: the UIDs it saw, and `several` or `random_uid` if unclear."""
        if not (uids or unclear or self._present or self._unclear):
            self._unclear_polls = 0
            return ()
        if self._is_stale:
            self._is_stale = False
            self._begin_anew(ns)
        gone = self._gone(ns, uids, keeps=unclear == SEVERAL)
        return (*gone, *self._seen(ns, uids), *self._muddle(ns, unclear))

    def failed(self) -> None:
        """Take a poll that failed: whatever was there may still be."""
        self._is_stale = True

    def _begin_anew(self, ns: int) -> None:
        """Count absences from now on: nobody has looked for a while."""
        for absence in (*self._present.values(), self._unclear_absence):
            absence.reset(ns)

    def _gone(self, ns: int, uids: AbstractSet[str], *, keeps: bool) -> list[Signal]:
        gone: list[Signal] = []
        for uid in sorted(self._present):
            absence = self._present[uid]
            if uid in uids or keeps:
                absence.reset(ns)
            elif absence.is_confirmed(ns):
                del self._present[uid]
                gone.append(TagGone(self._reader, uid, ns))
        return gone

    def _seen(self, ns: int, uids: AbstractSet[str]) -> list[Signal]:
        seen: list[Signal] = []
        for uid in sorted(uids):
            if uid not in self._present:
                self._present[uid] = _Absence(ns)
                seen.append(TagSeen(self._reader, uid, ns))
        return seen

    def _muddle(self, ns: int, unclear: str) -> list[Signal]:
        """Tell of something unclear once, when it has lasted; end it as a tag's absence ends."""
        if not unclear:
            self._unclear_polls = 0
            if self._unclear and self._unclear_absence.is_confirmed(ns):
                self._unclear = ""
            return []
        self._unclear_absence.reset(ns)
        self._unclear_polls += 1
        if self._unclear_polls < UNCLEAR_POLLS or unclear == self._unclear:
            return []
        self._unclear = unclear
        return [TagsUnclear(self._reader, unclear, ns)]
