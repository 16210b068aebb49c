"""Machines for the doctor: a Pi's files under a folder, well until a test says no."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace

from firmware.doctor.host import Host
from firmware.notice_board import Finding

GROUPS = frozenset({"gpio", "spi"})


def a_host(root: Path, **changed: object) -> Host:
    """Return a Pi on which all is well; `changed` replaces ways to look at it."""
    for name in ("dev/spidev0.0", "dev/spidev0.1", "dev/gpiochip0", "proc/cmdline"):
        put(root, name)
    ways: dict[str, object] = {
        "owners": lambda package: ["rpi-lgpio"] if package == "RPi" else [package],
        "groups": lambda: GROUPS,
        "groups_later": lambda: GROUPS,
        "load": loads(),
        **changed,
    }
    return Host(root, **ways)  # type: ignore[arg-type]


def put(root: Path, name: str, text: str = "") -> None:
    """Write a file of the machine."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def loads(**modules: object) -> Callable[[str], object]:
    """Return an import that gives these modules, or raises; all others are there."""

    def load(name: str) -> object:
        found = modules.get(name.replace(".", "_"), SimpleNamespace(gpiochip_open=None))
        if isinstance(found, Exception):
            raise found
        return found

    return load


def by_part(findings: Iterable[Finding]) -> dict[str, Finding]:
    """Return findings by what they are about."""
    return {finding.part: finding for finding in findings}
