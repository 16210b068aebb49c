"""`python -m hardware.make`: writes everything, for any board that can work."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from firmware.board import shipped
from hardware.make import harness
from hardware.make.__main__ import main
from hardware.make.written import plain_files

MINE = (
    "[board]\ntitle = 'Mine'\n[seat.1]\nleft = 17\nright = 27\nlight = 26\n"
    "[seat.2]\nleft = 22\nright = 23\nlight = 16\n"
)


def test_everything_is_written_for_a_board_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(MINE, encoding="utf-8")

    assert main(["--board", str(board), "--into", str(tmp_path)]) == 0
    written = capsys.readouterr().out.split()
    assert set(plain_files(shipped("standard"))) <= set(written)
    assert all((tmp_path / name).is_file() for name in written)
    assert "Mine" in (tmp_path / "hardware/harness/header.svg").read_text(encoding="utf-8")
    assert (tmp_path / "wiring.md").read_text(encoding="utf-8").count("| 6 | pin 3 (BCM 2)") == 0


def test_a_board_that_cannot_work_is_refused_with_its_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(MINE.replace("right = 27", "right = 17"), encoding="utf-8")

    assert main(["--board", str(board), "--into", str(tmp_path)]) == 1
    assert "the pin is used 2 times" in capsys.readouterr().err
    assert not (tmp_path / "hardware").exists()


def test_a_file_that_is_no_board_is_refused_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "mine.toml"
    board.write_text("bel = 4\n" + MINE, encoding="utf-8")

    assert main(["--board", str(board), "--into", str(tmp_path)]) == 1
    assert "mine: line 1: bel: found an unknown key" in capsys.readouterr().err


def test_a_shipped_board_may_be_named_and_a_missing_one_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "lacking", lambda: "no dot here")

    assert main(["--board", "two_seats", "--into", str(tmp_path)]) == 0
    assert "Two seats" in (tmp_path / "hardware/harness/header.svg").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["--board", "nowhere.toml", "--into", str(tmp_path)]) == 1
    assert "nowhere.toml: file: found [Errno 2] No such file" in capsys.readouterr().err
    (tmp_path / "odd.toml").write_bytes(b"\xff")
    assert main(["--board", str(tmp_path / "odd.toml"), "--into", str(tmp_path)]) == 1
    assert "allowed is a shipped board, or a file in UTF-8" in capsys.readouterr().err


def test_another_board_never_overwrites_the_files_that_are_kept(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(MINE, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--board", str(board)])


def test_without_graphviz_the_pictures_are_left_out_and_the_reason_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "lacking", lambda: "no dot here")

    assert main(["--into", str(tmp_path)]) == 0
    assert "no pictures of the harness: no dot here" in capsys.readouterr().err
    assert sorted(path.suffix for path in (tmp_path / "hardware/harness").iterdir()) == [
        ".svg",
        ".tsv",
        ".tsv",
        ".tsv",
    ]


def test_nothing_of_it_is_shipped() -> None:
    found = importlib.util.find_spec("hardware.make")

    assert found is not None
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert 'packages = ["companion", "firmware", "web"]' in text
