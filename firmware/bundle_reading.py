"""Reading a bundle: takes the playthrough out of a zip that may come from anybody.

Nothing is unpacked to a disk. A bundle is small and flat, and its files have plain names: whatever
is larger, deeper, locked or not whole is refused with the reason, before it is expanded.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Final

from firmware.bundle import FORM, GAME, MANIFEST

LONGEST_ZIP: Final = 16 * 1024 * 1024
LONGEST_DIRECTORY: Final = 16 * 1024
LONGEST_FILE: Final = 16 * 1024 * 1024
LONGEST_FILES: Final = 32 * 1024 * 1024
MOST_FILES: Final = 32
NAME: Final = re.compile(r"[A-Za-z_]{1,32}\.(txt|json|jsonl)")
ZIP_BEGINS: Final = b"PK"
END, LOCATOR_64 = b"PK\x05\x06", b"PK\x06\x07"
END_BYTES, LOCATOR_BYTES = 22, 20
ENCRYPTED: Final = 0x1
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BundleFault(ValueError):
    """Refuses a bundle, with the reason."""


def is_bundle(path: Path) -> bool:
    """Tell whether a file is a zip, or says so by its name; a file that cannot be read is none."""
    if path.suffix.lower() == ".zip":
        return path.is_file()
    try:
        with path.open("rb") as file:
            return file.read(len(ZIP_BEGINS)) == ZIP_BEGINS
    except OSError:
        return False


def game_of(path: Path) -> str:
    """Return the playthrough in a bundle; raises BundleFault, or OSError of the file."""
    if path.stat().st_size > LONGEST_ZIP:
        raise BundleFault(f"a bundle is at most {LONGEST_ZIP // 2**20} MiB long")
    octets = path.read_bytes()
    _refuse_odd_end(octets)
    try:
        with zipfile.ZipFile(io.BytesIO(octets)) as bundle:
            return _game(bundle)
    except BundleFault:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError) as error:
        raise BundleFault(f"not a whole zip file ({error})") from error
    except (NotImplementedError, RuntimeError) as error:
        raise BundleFault(f"a zip file that cannot be read here ({error})") from error


def _refuse_odd_end(octets: bytes) -> None:
    """Look at the end of the directory before it is read: its length is what a reader believes."""
    end = octets[-END_BYTES:]
    if len(end) < END_BYTES or not end.startswith(END):
        raise BundleFault("not a whole zip file (its end is missing)")
    (length,) = struct.unpack_from("<L", end, 12)
    has_locator = octets[-END_BYTES - LOCATOR_BYTES :].startswith(LOCATOR_64)
    if has_locator or length > LONGEST_DIRECTORY:
        raise BundleFault("it lists far more files than a bundle has")


def _game(bundle: zipfile.ZipFile) -> str:
    entries = bundle.infolist()
    _refuse_odd_files(entries)
    names = {entry.filename for entry in entries}
    if MANIFEST not in names:
        raise BundleFault(f"no bundle of Ringmaster: it has no {MANIFEST}")
    _refuse_other_form(_text(bundle, MANIFEST))
    if GAME not in names:
        raise BundleFault("it holds no game: the journal had none that could be read")
    return _text(bundle, GAME)


def _refuse_odd_files(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_FILES:
        raise BundleFault(f"it holds {len(entries)} files, a bundle at most {MOST_FILES}")
    seen: set[str] = set()
    for entry in entries:
        if not NAME.fullmatch(entry.filename):
            raise BundleFault(f"a bundle holds no file {entry.filename[:80]!r}")
        if entry.filename in seen:
            raise BundleFault(f"it holds {entry.filename} twice")
        if entry.flag_bits & ENCRYPTED:
            raise BundleFault(f"{entry.filename} is locked with a password")
        if entry.compress_type not in METHODS:
            raise BundleFault(f"{entry.filename} is packed in a way that no bundle is")
        if entry.file_size > LONGEST_FILE:
            raise BundleFault(f"{entry.filename} would unpack to {entry.file_size} bytes")
        seen.add(entry.filename)
    if sum(entry.file_size for entry in entries) > LONGEST_FILES:
        raise BundleFault(f"it would unpack to more than {LONGEST_FILES // 2**20} MiB")


def _text(bundle: zipfile.ZipFile, name: str) -> str:
    with bundle.open(name) as file:
        octets = file.read(LONGEST_FILE + 1)
    if len(octets) > LONGEST_FILE:
        raise BundleFault(f"{name} unpacks to more than it says")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BundleFault(f"{name}: not UTF-8 (byte {error.start})") from error


def _refuse_other_form(text: str) -> None:
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BundleFault(f"{MANIFEST} is no JSON ({error})") from error
    form = manifest.get("ringmaster_bundle") if isinstance(manifest, dict) else None
    if isinstance(form, bool) or not isinstance(form, int) or form < 1:
        raise BundleFault(f"no bundle of Ringmaster: {MANIFEST} does not say so")
    if form > FORM:
        raise BundleFault(f"form {form} is newer than this program's, which reads up to {FORM}")
