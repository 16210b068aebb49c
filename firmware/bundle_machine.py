"""What a bundle tells of the machine: versions, the settings that touch pins, and the log."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from firmware.doctor import settings
from firmware.doctor.host import Host

PACKAGES: Final = (
    "ringmaster",
    "gpiozero",
    "lgpio",
    "spidev",
    "rpi-lgpio",
    "RPi.GPIO",
    "mfrc522",
    "flask",
    "waitress",
    "segno",
)
LOG: Final = (
    "journalctl",
    "--unit=ringmaster*",
    "--lines=2000",
    "--no-pager",
    "--no-hostname",
    "--output=short-iso",
)
LONGEST_LOG: Final = 1024 * 1024
PATIENCE_S: Final = 15

Run = Callable[[Sequence[str]], str]


def versions_of(host: Host, place: Path) -> dict[str, Any]:
    """Return the versions of program, libraries, system and machine, and the room that is left."""
    return {
        "packages": {name: _version(name) for name in PACKAGES},
        "python": sys.version,
        "system": _value(host.text("etc/os-release") or "", "PRETTY_NAME"),
        "kernel": f"{platform.system()} {platform.release()} {platform.machine()}",
        "libc": " ".join(platform.libc_ver()),
        "model": (host.text("proc/device-tree/model") or "").strip("\0\n ") or None,
        "cores": os.cpu_count(),
        "memory": _memory(host.text("proc/meminfo") or ""),
        "free_bytes": _free(place),
    }


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _value(text: str, key: str) -> str | None:
    """Return a value of `KEY="value"` lines, or None."""
    rows = (row.partition("=") for row in text.splitlines())
    return next((value.strip('" ') for name, _, value in rows if name == key), None)


def _memory(text: str) -> str | None:
    rows = (row.partition(":") for row in text.splitlines())
    return next((value.strip() for name, _, value in rows if name == "MemTotal"), None)


def _free(place: Path) -> int | None:
    """Return how many bytes are free where the journal is, or None if it is nowhere."""
    with suppress(OSError):
        return shutil.disk_usage(place).free
    return None


def settings_of(host: Host) -> tuple[str, ...]:
    """Return the lines of config.txt that hold for every model."""
    for name in settings.FILES:
        text = host.text(name)
        if text is not None:
            return tuple(str(one) for one in settings.read(text))
    return ()


def run(words: Sequence[str]) -> str:
    """Run a program and return what it says; raises OSError or SubprocessError."""
    done = subprocess.run(  # noqa: S603 - our own words, and no shell
        list(words), capture_output=True, timeout=PATIENCE_S, check=True
    )
    return done.stdout.decode("utf-8", "replace")


def log_of(run: Run = run) -> str:
    """Return the end of the service's log, or why there is none."""
    try:
        return run(LOG)[-LONGEST_LOG:]
    except (OSError, subprocess.SubprocessError) as error:
        return f"There is no log of a service here ({error}).\n"
