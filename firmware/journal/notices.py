"""Notices: what the journal has to tell the host about itself.

Every notice has a `text` (what happened) and a `cure` (what to do), each one line for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Kept:
    """Counts the entries a salvage kept of a game, and at least how many records it lost."""

    game: int
    kept: int
    lost: int


@dataclass(frozen=True, slots=True)
class Damaged:
    """Tells that the journal was damaged and what was salvaged.

    `set_aside` names the damaged files as they are kept now; it is empty while the place cannot
    be written, and the salvage is in memory only.
    """

    why: str
    set_aside: tuple[Path, ...]
    games: tuple[Kept, ...]

    @property
    def text(self) -> str:
        """Say what was damaged, kept and lost."""
        losses = [
            f"game {each.game}: {each.kept} entries kept, at least {each.lost} lost"
            for each in self.games
            if each.lost
        ]
        whole = sum(not each.lost for each in self.games)
        parts = [f"The journal was damaged ({self.why})", f"games saved whole: {whole}", *losses]
        return "; ".join(parts) + "."

    @property
    def cure(self) -> str:
        """Say where the damaged files are."""
        if not self.set_aside:
            return "The damaged files are untouched; make the state folder writable."
        return f"The damaged files are kept as {', '.join(map(str, self.set_aside))}."


@dataclass(frozen=True, slots=True)
class TornTail:
    """Tells that the last write had not finished; everything before it was loaded."""

    path: Path

    @property
    def text(self) -> str:
        """Say that the tail is torn."""
        return "The last write to the journal had not finished; all before it is there."

    @property
    def cure(self) -> str:
        """Say what may be missing."""
        return "Compare the board with the table: the last acts may be missing."


@dataclass(frozen=True, slots=True)
class InMemory:
    """Tells that the journal cannot be written at all, from the start."""

    path: Path
    why: str

    @property
    def text(self) -> str:
        """Say that games are kept in memory only."""
        return f"The journal cannot be written ({self.why}); games are kept in memory only."

    @property
    def cure(self) -> str:
        """Say which place to look at."""
        return f"Make room in {self.path.parent} or make it writable; the kit tries again."


@dataclass(frozen=True, slots=True)
class WritingFailed:
    """Tells that writing has begun to fail in the middle of a game."""

    path: Path
    why: str

    @property
    def text(self) -> str:
        """Say that the game goes on in memory."""
        return f"The journal can no longer be written ({self.why}); the game goes on in memory."

    @property
    def cure(self) -> str:
        """Say which place to look at."""
        return f"Make room in {self.path.parent} or make it writable; the kit tries again."


@dataclass(frozen=True, slots=True)
class WritingResumed:
    """Tells that the journal is written again; `entries` that were only in memory are on disk."""

    entries: int

    @property
    def text(self) -> str:
        """Say that nothing is missing."""
        return f"The journal is written again; {self.entries} entries from memory are on disk now."

    @property
    def cure(self) -> str:
        """Say that nothing is to be done."""
        return ""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Tells, at the close, that `entries` could not be written and end with the program."""

    entries: int
    why: str

    @property
    def text(self) -> str:
        """Say how much ends with the program."""
        return f"{self.entries} entries of the journal could not be written ({self.why})."

    @property
    def cure(self) -> str:
        """Say what the next start will show."""
        return "The next start goes on from the last entry that was written."


JournalNotice = Damaged | TornTail | InMemory | WritingFailed | WritingResumed | Unsaved
