"""Journal: the one record of every game, kept so that no kill, cut or full disk loses a shown act.

The journal knows nothing of games: it stores text. Nothing here may import `companion` or `web`.
"""

from firmware.journal.journal import Journal, JournalClosed, UnknownGame
from firmware.journal.notices import (
    Damaged,
    InMemory,
    JournalNotice,
    Kept,
    TornTail,
    Unsaved,
    WritingFailed,
    WritingResumed,
)
from firmware.journal.reader import JournalUnreadable, Reader
from firmware.journal.record import Listed, Stored
from firmware.journal.store import JournalTooNew

__all__ = [
    "Damaged",
    "InMemory",
    "Journal",
    "JournalClosed",
    "JournalNotice",
    "JournalTooNew",
    "JournalUnreadable",
    "Kept",
    "Listed",
    "Reader",
    "Stored",
    "TornTail",
    "UnknownGame",
    "Unsaved",
    "WritingFailed",
    "WritingResumed",
]
