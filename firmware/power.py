"""Power: a kit without a keyboard is switched off by seat 1, whose two buttons are held together.

LEFT and RIGHT of seat 1 for 5 s, outside a game; let go before that, it is nothing. Both have to
be pressed by hands: a button that was down before the kit started or while a game was going on
does not count, nor does a contact that crackles, nor one that is pinched while the other is
pressed much later. Bounce, late callbacks and the moment of letting go are the inbox's: what
stands closed for 5 s is a function of the edges' stamps alone.

A tick each second tells the hands that they are counted. Whoever switches the power off is asked
through a port: the kit has no right to do that by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware.clock import NS_PER_S
from firmware.notice_board import Finding

LINES = ("1.left", "1.right")
HOLD_S = 5
TOGETHER_NS = NS_PER_S  # two hands, or one, press both within this time


class Lines(Protocol):
    """Tells how the panel's lines stand: `firmware.inbox.Inbox`."""

    def closed(self) -> Mapping[str, int]:
        """Return the lines that stand closed, each with the stamp since which."""
        ...

    def stuck(self) -> Collection[str]:
        """Name the lines that are not to be believed."""
        ...

    def passed(self, now_ns: int) -> int:
        """Return the stamp up to which nothing can come in time any more."""
        ...

    def due_ns(self, ns: int) -> int:
        """Return the earliest moment at which `passed` can reach `ns`."""
        ...


def held_since(closed: Mapping[str, int], stuck: Collection[str], from_ns: int) -> int | None:
    """Return the stamp since which both lines are held together, or None if they are not.

    Both have to be pressed after `from_ns`, and within `TOGETHER_NS` of each other.
    """
    stamps = [closed[line] for line in LINES if line in closed and line not in stuck]
    if len(stamps) < len(LINES) or min(stamps) <= from_ns:
        return None
    return max(stamps) if max(stamps) - min(stamps) <= TOGETHER_NS else None


@dataclass(slots=True)
class PowerSwitch:
    """Is the part that counts the seconds of a hold, and asks for power-off at the fifth.

    `step` comes after the part that takes from the inbox. `ask` is called once a hold; `tone`
    plays a named tone at a moment.
    """

    lines: Lines
    is_outside: Callable[[], bool]
    ask: Callable[[], None]
    tone: Callable[[str, int], None]
    _outside_ns: int | None = None
    _since_ns: int | None = None
    _seconds: int = 0
    _stepped_ns: int = -1

    def next_ns(self) -> int | None:
        """Return when the next second of a hold is full, or None."""
        if self._since_ns is None or self._seconds == HOLD_S:
            return None
        due_ns = self.lines.due_ns(self._since_ns + (self._seconds + 1) * NS_PER_S)
        # One that is past waits for an edge that the inbox has not judged; the inbox says when.
        return due_ns if due_ns > self._stepped_ns else None

    def step(self, now_ns: int) -> None:
        """Count what has been held by now."""
        self._stepped_ns = now_ns
        self._notice_game(now_ns)
        self._notice_hold()
        if self._since_ns is None:
            return
        held_s = (self.lines.passed(now_ns) - self._since_ns) // NS_PER_S
        while self._seconds < min(held_s, HOLD_S):
            self._seconds += 1
            self._count(now_ns)

    def _notice_game(self, now_ns: int) -> None:
        if not self.is_outside():
            self._outside_ns = None
        elif self._outside_ns is None:
            self._outside_ns = now_ns

    def _notice_hold(self) -> None:
        outside_ns = self._outside_ns
        since_ns = (
            None
            if outside_ns is None
            else held_since(self.lines.closed(), self.lines.stuck(), outside_ns)
        )
        if since_ns != self._since_ns:
            self._since_ns, self._seconds = since_ns, 0

    def _count(self, now_ns: int) -> None:
        if self._seconds < HOLD_S:
            self.tone("tick", now_ns)
        else:
            self.tone("shoot", now_ns)
            self.ask()


def asking_by_file(path: Path) -> Callable[[], None]:
    """Return a port that asks by making a file, for which a systemd path unit waits.

    Raises OSError when it is called and the file cannot be made.
    """
    return path.touch


def told(ask: Callable[[], None], tell: Callable[[Finding], None]) -> Callable[[], None]:
    """Return a port that asks, and tells the board what came of it; it never raises OSError."""

    def ask_and_tell() -> None:
        text, cure = "The kit is switching off.", "Wait until the Pi's green light stays dark."
        try:
            ask()
        except OSError as error:
            text = f"The kit cannot be switched off: {error}."
            cure = "Shut the Pi down in another way before you unplug it."
        tell(Finding("power", "warning", text, cure))

    return ask_and_tell
