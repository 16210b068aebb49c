"""The notice board: what is wrong with the kit, named with its cure, for the host and `doctor`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

MOST_NOTES = 50  # newer ones push older ones out: a kit that runs for weeks must not grow


class Noted(Protocol):
    """Is a notice of the journal or the state folder."""

    @property
    def text(self) -> str:
        """Say what happened."""
        ...

    @property
    def cure(self) -> str:
        """Say what to do."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """Is one line of the kit's health; `state` is `ok`, `warning` or `error`."""

    part: str
    state: str
    text: str
    cure: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON values."""
        return {"part": self.part, "state": self.state, "text": self.text, "cure": self.cure}


@dataclass(slots=True)
class NoticeBoard:
    """Collects findings from every thread; `watch` adds a source that is asked each time."""

    _noted: list[Finding] = field(default_factory=list)
    _sources: list[Callable[[], Sequence[Finding]]] = field(default_factory=list)
    _checks: list[Callable[[], Sequence[Finding]]] = field(default_factory=list)
    _changed: list[Callable[[], None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, part: str, noted: Noted) -> None:
        """Note what a part has to tell; each sentence once."""
        self.add(Finding(part, "warning", noted.text, noted.cure))

    def add(self, finding: Finding) -> None:
        """Add a finding; each sentence once."""
        with self._lock:
            if finding in self._noted:
                return
            self._noted = [*self._noted[1 - MOST_NOTES :], finding]
        for changed in self._changed:
            changed()

    def watch(self, source: Callable[[], Sequence[Finding]]) -> None:
        """Ask a source for its findings each time that somebody looks."""
        self._sources.append(source)

    def examine(self, check: Callable[[], Sequence[Finding]]) -> None:
        """Ask a check for what it sees when the host asks for all; the board never shows it."""
        self._checks.append(check)

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed`, from any thread, when a finding was added."""
        self._changed.append(changed)

    def findings(self) -> tuple[Finding, ...]:
        """Return everything that is to be told now."""
        with self._lock:
            noted = tuple(self._noted)
        return noted + tuple(finding for source in self._sources for finding in source())

    def report(self) -> list[dict[str, Any]]:
        """Return all findings as JSON values (`web.ports.Health`)."""
        return [finding.to_json() for finding in self.findings()]

    def checkup(self) -> list[dict[str, Any]]:
        """Return what the doctor sees now as JSON values (`web.ports.Health`)."""
        return [finding.to_json() for check in self._checks for finding in check()]

    def troubles(self) -> list[dict[str, Any]]:
        """Return the findings that are not `ok`, for the board."""
        return [one.to_json() for one in self.findings() if one.state != "ok"]
