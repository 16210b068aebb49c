"""The host: where a machine's devices, settings and rights are looked for; tests give others."""

from __future__ import annotations

import grp
import importlib
import importlib.metadata
import os
import pwd
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


def owners_of(package: str) -> Sequence[str]:
    """Return which installed distributions own an import package."""
    return importlib.metadata.packages_distributions().get(package, ())


def may_use(path: Path) -> bool:
    """Tell whether this process may read and write a file."""
    return os.access(path, os.R_OK | os.W_OK)


def groups_in_force() -> frozenset[str]:
    """Return the groups of this process by name; root has all that matter."""
    if os.geteuid() == 0:
        return frozenset({"gpio", "spi"})
    found = set()
    for number in {*os.getgroups(), os.getegid()}:
        with suppress(KeyError):
            found.add(grp.getgrgid(number).gr_name)
    return frozenset(found)


def groups_written() -> frozenset[str]:
    """Return the groups that this user is a member of at the next login."""
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return frozenset()
    return frozenset(group.gr_name for group in grp.getgrall() if name in group.gr_mem)


@dataclass(frozen=True, slots=True)
class Host:
    """Holds the ways to look at a machine; all its files lie under `root`."""

    root: Path = Path("/")
    owners: Callable[[str], Sequence[str]] = owners_of
    load: Callable[[str], object] = importlib.import_module
    may_use: Callable[[Path], bool] = may_use
    groups: Callable[[], frozenset[str]] = groups_in_force
    groups_later: Callable[[], frozenset[str]] = groups_written

    def place(self, name: str) -> Path:
        """Return where a file of the machine lies, given as `dev/gpiochip0`."""
        return self.root / name

    def text(self, name: str) -> str | None:
        """Return a small file's text, or None if it cannot be had."""
        try:
            return self.place(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def pin_chips(self) -> tuple[int, ...]:
        """Return the numbers of the machine's pin controllers."""
        names = (path.name for path in self.place("dev").glob("gpiochip*"))
        numbers = (name.removeprefix("gpiochip") for name in names)
        return tuple(sorted(int(number) for number in numbers if number.isdecimal()))
