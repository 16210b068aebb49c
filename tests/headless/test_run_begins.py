"""What `run` puts on the table, and what it says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.cli.run import begin
from tests.headless.kits import header, opened

ASKED: dict[str, Any] = {"fresh": False, "game": "click_click_boom", "seats": 5, "given": ()}


def left_unfinished(folder: Path) -> None:
    with opened(folder) as kit:
        kit.begin(header(kit))


def seats_of(folder: Path, **change: Any) -> int:
    with opened(folder) as kit:
        begin(kit, {**ASKED, **change})
        assert kit.sitting.played is not None
        return len(kit.sitting.played.referee.run.header.seats)


def test_an_unfinished_game_goes_on_and_says_how_to_begin_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_unfinished(tmp_path)
    assert seats_of(tmp_path) == 3
    assert "--fresh begins another" in capsys.readouterr().out


def test_fresh_begins_what_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_unfinished(tmp_path)
    assert seats_of(tmp_path, fresh=True) == 5
    assert capsys.readouterr().out == ""
