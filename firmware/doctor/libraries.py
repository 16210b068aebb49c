"""The libraries: which of them are there, whole, and not in each other's way."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from firmware.devices import Libraries
from firmware.doctor.host import Host
from firmware.notice_board import Finding

CLASHING = {
    "RPi": frozenset({"RPi.GPIO", "rpi-lgpio"}),
    "mfrc522": frozenset({"mfrc522", "mfrc522-python"}),
}
SYSTEM_PACKAGES = "and make the environment with --system-site-packages."
PIPE = "lgpio's pipe"
PIPE_CURE = "Set LG_WD to a folder that can be written, such as one under /run."


def look_at_libraries(host: Host, libraries: Libraries) -> tuple[Finding, ...]:
    """Check what reaches pins and readers: who owns it, and whether it can be loaded."""
    if libraries is Libraries.CLASSIC:
        packages = _owned(host, "RPi", "error"), _owned(host, "mfrc522", "error")
        return (*packages, _rpi_gpio(host), _mfrc522(host), _spidev(host))
    return (_owned(host, "RPi", "warning"), _lgpio(host), _spidev(host))


def _owned(host: Host, package: str, state: str) -> Finding:
    """Tell who owns an import package; `state` is what it is for two to own it."""
    part = "RPi.GPIO" if package == "RPi" else package
    owners = sorted({owner for owner in host.owners(package) if owner in CLASHING[package]})
    if len(owners) < 2:
        owner = owners[0] if owners else "nobody"
        return Finding(part, "ok", f"The import package {package} is owned by {owner}.")
    text = f"{' and '.join(owners)} both install {package}; the last one installed wins."
    cure = f"pip uninstall {' '.join(owners)}, then install the one that you want."
    return Finding(part, state, text, cure)


def _lgpio(host: Host) -> Finding:
    cure = f"apt install python3-lgpio, {SYSTEM_PACKAGES}"
    try:
        module = host.load("lgpio")
    except ImportError:
        return Finding("lgpio", "error", "The library lgpio is not installed.", cure)
    except OSError as error:
        return Finding("lgpio", "error", f"lgpio cannot start: {error}", PIPE_CURE)
    if not hasattr(module, "gpiochip_open"):
        return Finding("lgpio", "error", "The installed lgpio is an empty package.", cure)
    return Finding("lgpio", "ok", "lgpio is installed.")


def _spidev(host: Host) -> Finding:
    try:
        host.load("spidev")
    except ImportError:
        cure = f"apt install python3-spidev, {SYSTEM_PACKAGES}"
        return Finding("spidev", "error", "The library spidev is not installed.", cure)
    return Finding("spidev", "ok", "spidev is installed.")


def _rpi_gpio(host: Host) -> Finding:
    try:
        host.load("RPi.GPIO")
    except ImportError:
        text, cure = "The library RPi.GPIO is not installed.", "pip install '.[classic]'"
        return Finding("RPi.GPIO", "error", text, f"{cure}, or run without --libraries classic.")
    except RuntimeError as error:
        cure = "Use a Pi up to the 4, or run without --libraries classic."
        return Finding("RPi.GPIO", "error", f"RPi.GPIO cannot start: {error}", cure)
    return Finding("RPi.GPIO", "ok", "RPi.GPIO is installed.")


def _mfrc522(host: Host) -> Finding:
    try:
        host.load("mfrc522")
    except ImportError:
        cure = "pip install --no-deps mfrc522==0.0.7, or run without --libraries classic."
        return Finding("mfrc522", "error", "The library mfrc522 is not installed.", cure)
    except RuntimeError as error:
        return Finding("mfrc522", "error", f"mfrc522 cannot start: {error}", "See RPi.GPIO.")
    return Finding("mfrc522", "ok", "mfrc522 is installed.")


def look_at_pipe() -> Finding:
    """Check the folder into which lgpio puts its pipe as soon as it is imported.

    The kit names a folder of its own where nobody else does, so that a working folder which
    cannot be written is only in the way of other programs.
    """
    chosen = os.environ.get("LG_WD")
    if chosen is not None and not _is_writable(chosen):
        return Finding(PIPE, "error", f"LG_WD is {chosen}, which cannot be written.", PIPE_CURE)
    if chosen is None and not _is_writable("."):
        text = "The working folder cannot be written; the kit puts the pipe into its own folder."
        return Finding(PIPE, "warning", text, f"For other programs: {PIPE_CURE}")
    return Finding(PIPE, "ok", "Its folder can be written.")


def _is_writable(folder: str) -> bool:
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)  # noqa: PTH112


@contextmanager
def pipe_somewhere() -> Iterator[str]:
    """Give lgpio a folder for its pipe for a while, unless somebody chose one; gives a spare."""
    before = os.environ.get("LG_WD")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("LG_WD", folder)
        try:
            yield folder
        finally:
            if before is None:
                os.environ.pop("LG_WD", None)
