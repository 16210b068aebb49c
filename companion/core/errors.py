"""Errors of the core: one tree; each says what was found, what is allowed and where.

A foul, a refusal or a correction is never an exception; these are for wrong files and for slips
of programmers.
"""

from __future__ import annotations

from collections.abc import Sequence


class RingmasterError(Exception):
    """Is the root of all errors that the project raises on purpose."""


class FileFault(RingmasterError, ValueError):
    """Says everything that is wrong with a file, each fault with its place.

    `faults` holds one line a fault, such as `line 7: unknown key "prss" (allowed: ...)`.
    """

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.name = name
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


class GameBroken(RingmasterError, RuntimeError):
    """Says that a game's own code did what no game may, such as awaiting what is no Ask."""
