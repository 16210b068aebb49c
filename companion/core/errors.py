"""Errors of the core: one tree; each says what was found, what is allowed and where.

A foul, a refusal or a correction is never an exception; these are for wrong files and for slips
of programmers.
"""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_FAULT = 600  # characters; the middle of a longer one is left out


class RingmasterError(Exception):
    """Is the root of all errors that the project raises on purpose."""


class FileFault(RingmasterError, ValueError):
    """Says everything that is wrong with a file, each fault with its place.

    `faults` holds one line a fault, such as `line 7: unknown key "prss" (allowed: ...)`.
    """

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.name = name
        self.faults = tuple(_brief(fault) for fault in faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


def _brief(fault: str) -> str:
    """Return a fault short enough to read: what was found may be megabytes long."""
    if len(fault) <= LONGEST_FAULT:
        return fault
    return f"{fault[: LONGEST_FAULT // 2]} ... {fault[-LONGEST_FAULT // 2 :]}"


class GameBroken(RingmasterError, RuntimeError):
    """Says that a game's own code did what no game may, such as awaiting what is no Ask."""
