"""A kit has one folder, alone, and runs without it when it must."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.state import (
    FolderUnusable,
    SecretRenewed,
    StateFolder,
    StateLocked,
    StateNotice,
    write_text_atomically,
)

NOBODY = 65534
ROOT = Path(__file__).parents[2]


def unexpected(notice: StateNotice) -> None:
    raise AssertionError(notice.text)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "kits" / "one"


@pytest.fixture
def said() -> list[StateNotice]:
    return []


@pytest.fixture
def folder_of_another() -> Iterator[Path]:
    """Give a folder in which nobody may write, with rights taken from root too."""
    folder = Path(tempfile.mkdtemp(prefix="ringmaster-state-"))
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    yield folder
    if is_root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_folder_is_made_for_its_owner_alone(place: Path) -> None:
    with StateFolder.open(place, notices=unexpected) as folder:
        assert mode(place) == 0o700
        assert folder.unusable is None
        assert folder.journal == place / "journal.sqlite3"
        assert folder.decks == place / "decks"
        assert folder.seating == place / "seating.json"


def test_without_a_path_it_is_the_platform_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with StateFolder.open(None, notices=unexpected) as folder:
        assert folder.path == tmp_path / "ringmaster"


def test_the_secret_key_is_made_once_and_kept_private(place: Path) -> None:
    with StateFolder.open(place, notices=unexpected) as folder:
        key = folder.secret_key
    assert len(bytes.fromhex(key)) == 32
    assert mode(place / "secret.key") == 0o600
    with StateFolder.open(place, notices=unexpected) as folder:
        assert folder.secret_key == key


def test_two_kits_have_two_keys(tmp_path: Path) -> None:
    with (
        StateFolder.open(tmp_path / "one", notices=unexpected) as one,
        StateFolder.open(tmp_path / "two", notices=unexpected) as two,
    ):
        assert one.secret_key != two.secret_key


def test_a_key_that_others_could_read_is_closed_to_them(place: Path) -> None:
    StateFolder.open(place, notices=unexpected).close()
    (place / "secret.key").chmod(0o644)
    StateFolder.open(place, notices=unexpected).close()
    assert mode(place / "secret.key") == 0o600


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is not 64 hex digits"),
        (b"abc\n", "it is not 64 hex digits"),
        (b"\xff" * 64, "it is not text"),
    ],
)
def test_a_key_that_is_too_short_is_made_anew_and_said(
    place: Path, content: bytes, why: str, said: list[StateNotice]
) -> None:
    place.mkdir(parents=True)
    (place / "secret.key").write_bytes(content)
    with StateFolder.open(place, notices=said.append) as folder:
        assert (place / "secret.key").read_text() == folder.secret_key + "\n"
    assert said == [SecretRenewed(place / "secret.key", why)]
    assert why in said[0].text
    assert "join once more" in said[0].cure


def test_a_key_that_cannot_be_read_or_replaced_lives_in_memory(
    place: Path, said: list[StateNotice]
) -> None:
    (place / "secret.key").mkdir(parents=True)
    with StateFolder.open(place, notices=said.append) as folder:
        assert len(folder.secret_key) == 64
    assert [type(notice) for notice in said] == [SecretRenewed, FolderUnusable]
    assert sorted(file.name for file in place.iterdir()) == ["kit.lock", "secret.key"]


def test_a_second_kit_in_the_folder_is_refused_with_the_first_one_s_number(place: Path) -> None:
    with (
        StateFolder.open(place, notices=unexpected),
        pytest.raises(StateLocked, match=rf"process {os.getpid()}\) uses .*one; stop it, or give"),
    ):
        StateFolder.open(place, notices=unexpected)


def test_another_program_s_lock_is_seen_and_ends_with_it(place: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from firmware.state import StateFolder\n"
        "StateFolder.open(Path(sys.argv[1]), notices=print); print('ready', flush=True)\n"
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == b"ready\n"
            with pytest.raises(StateLocked, match=f"process {other.pid}"):
                StateFolder.open(place, notices=unexpected)
        finally:
            other.kill()
    StateFolder.open(place, notices=unexpected).close()


def test_a_closed_folder_can_be_opened_again(place: Path) -> None:
    folder = StateFolder.open(place, notices=unexpected)
    folder.close()
    folder.close()
    StateFolder.open(place, notices=unexpected).close()


def test_a_folder_without_rights_is_said_and_the_kit_has_a_key(
    folder_of_another: Path, said: list[StateNotice]
) -> None:
    with StateFolder.open(folder_of_another, notices=said.append) as folder:
        assert len(folder.secret_key) == 64
        assert folder.unusable == "Permission denied"
    assert said == [FolderUnusable(folder_of_another, "Permission denied")]
    assert "nothing is kept" in said[0].text
    assert "--state" in said[0].cure
    assert list(folder_of_another.iterdir()) == []


def test_a_folder_that_cannot_be_created_is_said(tmp_path: Path, said: list[StateNotice]) -> None:
    (tmp_path / "file").write_text("")
    with StateFolder.open(tmp_path / "file" / "kit", notices=said.append) as folder:
        assert folder.unusable == "Not a directory"
    assert said == [FolderUnusable(tmp_path / "file" / "kit", "Not a directory")]


def test_a_file_system_without_locks_is_said_and_nothing_stays_open(
    place: Path, said: list[StateNotice], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, _: int) -> None:
        opened.append(descriptor)
        raise OSError(37, "No locks available")

    opened: list[int] = []
    monkeypatch.setattr(fcntl, "flock", refuse)
    with StateFolder.open(place, notices=said.append) as folder:
        assert folder.unusable == "No locks available"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_small_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "options.json"
    write_text_atomically(path, "old")
    write_text_atomically(path, "new\r\né")
    assert path.read_bytes() == "new\r\né".encode()
    assert mode(path) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_small_file_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, f"No space left on device {descriptor}")

    path = tmp_path / "options.json"
    write_text_atomically(path, "old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_text_that_utf_8_cannot_hold_leaves_no_temporary_file(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_text_atomically(tmp_path / "options.json", "\ud800")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_the_lock_s_place_is_refused_and_its_file_is_untouched(
    place: Path, tmp_path: Path, said: list[StateNotice]
) -> None:
    precious = tmp_path / "precious"
    precious.write_text("kept")
    place.mkdir(parents=True)
    (place / "kit.lock").symlink_to(precious)
    with StateFolder.open(place, notices=said.append) as folder:
        assert folder.unusable is not None

    assert precious.read_text() == "kept"
    assert [type(notice) for notice in said] == [FolderUnusable]
