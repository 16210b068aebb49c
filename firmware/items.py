"""Items: what else comes through the inbox, in the order of its stamps, beside edges and tags."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from companion.core.events import TableEvent
from companion.core.header import Header
from firmware.signals import ReaderBack, ReaderFailed, TagGone, TagSeen, TagsUnclear
from web.ports import Answer

LAST = "~"  # sorts after every line's and reader's name at one stamp


@dataclass(frozen=True, slots=True)
class Told:
    """Is something told to the table that no line or reader reported: by a phone or a script."""

    ns: int
    event: TableEvent
    answer: Future[Answer] | None = None
    reader: str = ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Asks for a new game."""

    ns: int
    header: Header
    answer: Future[Answer] | None = None
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """Asks to be called once all that was stamped up to `ns` has happened."""

    ns: int
    look: Callable[[], None]
    reader: str = LAST


Item = Told | NewGame | Look | TagSeen | TagGone | TagsUnclear | ReaderFailed | ReaderBack
