"""What `play` cannot even begin with: one message, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.cli.command import ringmaster

HEADER = '{"ringmaster": 1, "game": "click_click_boom", "seats": ["Ann", "Bo", "Cy"]}\n'


def test_a_file_that_is_not_there_a_folder_and_one_that_is_no_text_end_with_2(
    tmp_path: Path,
) -> None:
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff")
    for file, told in (
        (tmp_path / "nowhere", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (binary, "not UTF-8 (byte 0)"),
    ):
        ran = ringmaster("play", file)
        assert (ran.code, ran.out) == (2, "")
        assert f"{file}: {told}" in ran.err


def test_a_file_that_is_far_too_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.cli.reading.LONGEST_FILE", 2**20)
    file = tmp_path / "long.jsonl"
    file.write_text(HEADER + "\n" * 2**20)
    ran = ringmaster("play", file)

    assert ran.code == 2
    assert ran.err == f"{file}: longer than 1 MiB\n"


def test_a_device_without_an_end_is_not_read_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.cli.reading.LONGEST_FILE", 2**20)
    ran = ringmaster("play", "/dev/zero")

    assert ran.code == 2
    assert ran.err == "/dev/zero: longer than 1 MiB\n"


def test_every_fault_of_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(HEADER + '{"at": 1, "press": "9.left"}\n{"at": 0.5, "ring": "bell"}\n{"at"\n')
    ran = ringmaster("play", file)

    assert ran.code == 2
    assert [row.split(": ")[1] for row in ran.err.splitlines()] == ["line 2", "line 4"]


def test_standard_input_may_be_played() -> None:
    ran = ringmaster("play", "-", typed=HEADER + '{"at": 1, "expect": {"pot": 9}}\n')

    assert ran.code == 1
    assert "line 2: pot: expected 9, found" in ran.err
