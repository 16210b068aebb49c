"""What a bundle tells of the machine: versions, settings and the log, as far as there are any."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.board import shipped
from firmware.bundle import Past, Told, files_of, is_in_use, read_past, secrets_of, write
from firmware.bundle_machine import LONGEST_LOG, log_of, run, settings_of, versions_of
from firmware.doctor.host import Host
from firmware.state import StateFolder
from tests.firmware.doctor.hosts import put


def test_versions_name_program_libraries_system_and_model(tmp_path: Path) -> None:
    put(tmp_path, "etc/os-release", 'NAME="x"\nPRETTY_NAME="Raspberry Pi OS 13"\n')
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    put(tmp_path, "proc/meminfo", "MemFree: 1 kB\nMemTotal:  437432 kB\n")
    found = versions_of(Host(tmp_path), tmp_path)

    assert found["packages"]["ringmaster"] == "0.1.0"
    assert found["packages"]["rpi-lgpio"] is None
    assert (found["system"], found["memory"]) == ("Raspberry Pi OS 13", "437432 kB")
    assert found["model"] == "Raspberry Pi Zero 2 W Rev 1.0"
    assert found["free_bytes"] > 0


def test_what_a_machine_does_not_tell_is_none(tmp_path: Path) -> None:
    found = versions_of(Host(tmp_path), tmp_path / "nowhere")

    assert [found[key] for key in ("system", "model", "memory", "free_bytes")] == [None] * 4
    assert settings_of(Host(tmp_path)) == ()


def test_settings_are_those_of_config_txt_without_its_comments(tmp_path: Path) -> None:
    put(tmp_path, "boot/firmware/config.txt", "# my secret plan\ndtparam=spi=on\narm_boost=1\n")

    assert settings_of(Host(tmp_path)) == ("dtparam=spi=on", "arm_boost=1")


def test_the_end_of_a_long_log_is_taken() -> None:
    asked: list[Sequence[str]] = []

    def long(words: Sequence[str]) -> str:
        asked.append(words)
        return "x" * LONGEST_LOG + "the end"

    assert log_of(long).endswith("the end")
    assert len(log_of(long)) == LONGEST_LOG
    assert asked[0][:2] == ("journalctl", "--unit=ringmaster*")


@pytest.mark.parametrize(
    "error",
    [FileNotFoundError(2, "No such file", "journalctl"), subprocess.TimeoutExpired("x", 15)],
)
def test_a_machine_without_a_log_says_why(error: Exception) -> None:
    def fails(_words: Sequence[str]) -> str:
        raise error

    assert log_of(fails).startswith("There is no log of a service here (")


def test_a_program_is_run_for_what_it_says() -> None:
    assert run(("printf", "\\351 said")) == "\ufffd said"
    with pytest.raises(subprocess.CalledProcessError):
        run(("false",))


def told(log: str = "", secrets: Sequence[str] = ()) -> Told:
    return Told({}, shipped("standard"), ("dtparam=spi=on",), (), Past(), log, secrets)


def test_files_without_a_game_are_whole(tmp_path: Path) -> None:
    files = files_of(told("PIN 314159 open-sesame\n", ("open-sesame",)))

    assert "game.jsonl" not in files
    assert files["config.txt"] == "dtparam=spi=on\n"
    assert files["log.txt"] == "PIN ****** ******\n"
    write(tmp_path / "a.zip", files)
    with pytest.raises(FileExistsError):
        write(tmp_path / "a.zip", files)


def test_a_disk_that_fills_leaves_no_half_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_files: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.bundle.zipped", full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "a.zip", {})

    assert list(tmp_path.iterdir()) == []


def test_a_state_folder_is_in_use_while_a_kit_holds_it(tmp_path: Path) -> None:
    assert not is_in_use(tmp_path)
    with StateFolder.open(tmp_path, notices=lambda _notice: None):
        assert is_in_use(tmp_path)
    assert not is_in_use(tmp_path)


def test_a_folder_that_may_not_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.exists", denied)

    assert read_past(tmp_path).fault == "PermissionError: [Errno 13] Permission denied"


def test_secrets_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    put(tmp_path, "key", "open-sesame\n")
    put(tmp_path, "empty", "\n")

    assert secrets_of(tmp_path / name for name in ("key", "empty", "missing")) == ("open-sesame",)
