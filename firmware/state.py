"""State folder: the one place a kit writes to, locked so that one kit uses it at a time.

It holds the journal, the deck maps, who sits where and the secret key, and nothing else is written
anywhere. A kit whose folder cannot be used runs all the same, in memory, and says so.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import platformdirs

SECRET_BYTES: Final = 32
SECRET_FORM: Final = re.compile(r"[0-9a-f]{64}")
LOCK_NAME: Final = "kit.lock"
JOURNAL_NAME: Final = "journal.sqlite3"
SECRET_NAME: Final = "secret.key"  # noqa: S105 - the name of the file, not what is in it


class StateLocked(RuntimeError):
    """Refuses a folder that another running kit uses."""


@dataclass(frozen=True, slots=True)
class FolderUnusable:
    """Tells that the folder cannot be created or written; the kit keeps everything in memory."""

    path: Path
    why: str

    @property
    def text(self) -> str:
        """Say that nothing will be kept."""
        return f"The state folder {self.path} cannot be written ({self.why}); nothing is kept."

    @property
    def cure(self) -> str:
        """Say what to do."""
        return "Make it writable, make room, or give --state another folder; then start again."


@dataclass(frozen=True, slots=True)
class SecretRenewed:
    """Tells that the secret key was unreadable or too short and was made anew."""

    path: Path
    why: str

    @property
    def text(self) -> str:
        """Say why the key is new."""
        return f"The secret key {self.path} was made anew ({self.why})."

    @property
    def cure(self) -> str:
        """Say what follows for the phones."""
        return "Phones join once more by their QR codes."


StateNotice = FolderUnusable | SecretRenewed
Notices = Callable[[StateNotice], None]


class StateFolder:
    """Holds the one folder of a running kit; the paths are valid whether or not it is writable."""

    def __init__(
        self, path: Path, secret_key: str, lock: int | None, unusable: str | None
    ) -> None:
        self.path = path
        self.secret_key = secret_key
        self.unusable = unusable
        self._lock = lock

    @classmethod
    def open(cls, path: Path | None, *, notices: Notices) -> Self:
        """Create, lock and read the folder at `path`, or at the platform's place for it.

        Raises StateLocked while another kit uses it, and nothing else: `unusable` says why
        nothing is kept, or is None.
        """
        place = place_of(path)
        lock, unusable = None, None
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _locked(place)
            _claim(lock)
        except OSError as error:
            unusable = reason(error)
            notices(FolderUnusable(place, unusable))
        return cls(place, _secret(place, unusable, notices), lock, unusable)

    @property
    def journal(self) -> Path:
        """Return the path of the journal."""
        return self.path / JOURNAL_NAME

    @property
    def decks(self) -> Path:
        """Return the path of the folder of deck maps."""
        return self.path / "decks"

    @property
    def printed(self) -> Path:
        """Return the path of the folder of printed values that a table entered."""
        return self.path / "printed"

    @property
    def seating(self) -> Path:
        """Return the path of the file that tells which phone sits where."""
        return self.path / "seating.json"

    def close(self) -> None:
        """Release the folder; a second call does nothing."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def place_of(path: Path | None) -> Path:
    """Return the folder at `path`, or the platform's place for it; touches no disk."""
    return path or platformdirs.user_state_path("ringmaster", appauthor=False)


def reason(error: OSError) -> str:
    """Return an error's reason in the system's words, without its number."""
    return error.strerror or str(error)


def _locked(place: Path) -> int:
    """Return an open, locked descriptor; raises StateLocked, or OSError if that cannot be had."""
    path = place / LOCK_NAME
    # No link is followed: the lock's file is emptied, and that must be no other file.
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(lock)
        raise StateLocked(
            f"another kit (process {pid}) uses {place}; stop it, or give --state another folder"
        ) from None
    except OSError:
        os.close(lock)
        raise
    return lock


def _claim(lock: int) -> None:
    """Write who holds the lock; the first real write, so it also finds a full disk."""
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)
    os.fsync(lock)


def _secret(place: Path, unusable: str | None, notices: Notices) -> str:
    """Return the kit's secret key, made on the first run or when it cannot be used."""
    path = place / SECRET_NAME
    fault = None
    try:
        found = path.read_text("ascii").strip()
    except FileNotFoundError:
        found = ""
    except (OSError, UnicodeDecodeError) as error:
        found, fault = "", reason(error) if isinstance(error, OSError) else "it is not text"
    else:
        fault = None if SECRET_FORM.fullmatch(found) else "it is not 64 hex digits"
        if fault is None:
            _close_to_others(path)
            return found
    return _new_secret(path, unusable, fault, notices)


def _new_secret(path: Path, unusable: str | None, fault: str | None, notices: Notices) -> str:
    """Return a new key, written down where that can be."""
    key = secrets.token_hex(SECRET_BYTES)
    if unusable is not None:
        return key
    if fault is not None:
        notices(SecretRenewed(path, fault))
    try:
        write_text_atomically(path, key + "\n")
    except OSError as error:
        notices(FolderUnusable(path.parent, reason(error)))
    return key


def _close_to_others(path: Path) -> None:
    with suppress(OSError):
        path.chmod(0o600)


def write_text_atomically(path: Path, text: str) -> None:
    """Write a small file (mode 0600) so that a cut leaves the old one or the new one, whole.

    Raises OSError, or UnicodeEncodeError for lone surrogates; the old file is untouched and no
    temporary file is left then.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        sync_folder(path.parent)
    except (OSError, UnicodeEncodeError):
        partial.unlink(missing_ok=True)
        raise


def sync_folder(path: Path) -> None:
    """Make renames inside a folder durable; raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
