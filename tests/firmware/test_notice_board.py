"""The notice board: what is wrong is told once, with its cure, from any thread."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.notice_board import MOST_NOTES, Finding, NoticeBoard


@dataclass(frozen=True)
class Noted:
    text: str = "The disk is full."
    cure: str = "Make room."


def test_a_notice_is_a_warning_with_its_cure() -> None:
    board = NoticeBoard()
    board.note("journal", Noted())

    assert board.report() == [
        {
            "part": "journal",
            "state": "warning",
            "text": "The disk is full.",
            "cure": "Make room.",
        }
    ]


def test_a_sentence_is_told_once_and_changes_nothing_the_second_time() -> None:
    board, changes = NoticeBoard(), []
    board.on_change(lambda: changes.append(1))
    for _ in range(3):
        board.note("journal", Noted())
    board.note("state folder", Noted())

    assert len(board.findings()) == 2
    assert len(changes) == 2


def test_sources_are_asked_each_time_that_somebody_looks() -> None:
    board, wrong = NoticeBoard(), [Finding("reader centre", "error", "silent")]
    board.watch(lambda: tuple(wrong))
    first = board.findings()
    wrong.clear()

    assert [finding.part for finding in first] == ["reader centre"]
    assert board.findings() == ()


def test_the_board_shows_troubles_only() -> None:
    board = NoticeBoard()
    board.add(Finding("a", "ok", "fine"))
    board.add(Finding("b", "error", "broken"))

    assert [one["part"] for one in board.troubles()] == ["b"]
    assert [one["part"] for one in board.report()] == ["a", "b"]


def test_a_kit_that_runs_for_weeks_keeps_the_last_notes_only() -> None:
    board = NoticeBoard()
    for number in range(MOST_NOTES + 7):
        board.add(Finding("journal", "warning", str(number)))

    texts = [finding.text for finding in board.findings()]
    assert texts == [str(number) for number in range(7, MOST_NOTES + 7)]
