"""Every notice says in a line what happened and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.journal import (
    Damaged,
    InMemory,
    JournalNotice,
    TornTail,
    Unsaved,
    WritingFailed,
    WritingResumed,
)

PATH = Path("/kit/journal.sqlite3")


@pytest.mark.parametrize(
    ("notice", "text", "cure"),
    [
        (Damaged("bad page", (), ()), "damaged (bad page)", "make the state folder writable"),
        (TornTail(PATH), "had not finished", "Compare the board with the table"),
        (InMemory(PATH, "disk full"), "(disk full); games are kept in memory", "room in /kit"),
        (WritingFailed(PATH, "disk full"), "(disk full); the game goes on", "room in /kit"),
        (WritingResumed(3), "3 entries from memory are on disk", ""),
        (Unsaved(2, "disk full"), "2 entries", "the last entry that was written"),
    ],
)
def test_a_notice_says_what_happened_and_what_to_do(
    notice: JournalNotice, text: str, cure: str
) -> None:
    assert text in notice.text
    assert cure in notice.cure
    assert "\n" not in notice.text + notice.cure
