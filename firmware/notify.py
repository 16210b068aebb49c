"""Notify: tells systemd that the kit has started, and that its table still turns.

systemd waits for `READY=1` before it calls the kit started, and starts it anew when `WATCHDOG=1`
stays away for longer than the unit's `WatchdogSec`. The pulse is a part of the table's own loop,
its last one: a table that hangs sends none, while a thread beside it would go on for ever.

Under anything but systemd there is no socket to tell, and no pulse (sd_notify(3)).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

NS_PER_US = 1_000
BEATS = 3  # pulses in the time after which systemd gives up: two may be late

Tell = Callable[[str], None]


class Pulse:
    """Is the part that tells `READY=1` at its first step and `WATCHDOG=1` at intervals."""

    def __init__(self, tell: Tell, interval_ns: int | None) -> None:
        self._tell = tell
        self._interval_ns = interval_ns
        self._due_ns: int | None = None
        self._is_ready = False

    def next_ns(self) -> int | None:
        """Return when the next pulse is due; None without a watchdog, or before the first step."""
        return self._due_ns

    def step(self, now_ns: int) -> None:
        """Tell what is due."""
        if not self._is_ready:
            self._is_ready = True
            self._tell("READY=1")
        elif self._due_ns is None or now_ns < self._due_ns:
            return
        if self._interval_ns is not None:
            self._due_ns = now_ns + self._interval_ns
            self._tell("WATCHDOG=1")


def pulse(environment: Mapping[str, str], pid: int) -> Pulse | None:
    """Return the pulse that systemd asked this process for, or None if it asked for none."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return None
    return Pulse(lambda state: told(address, state), interval_ns(environment, pid))


def interval_ns(environment: Mapping[str, str], pid: int) -> int | None:
    """Return how often the watchdog is to be told, or None if it does not watch this process."""
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    given = environment.get("WATCHDOG_USEC", "")
    if not given.isdecimal() or int(given) == 0:
        return None
    return int(given) * NS_PER_US // BEATS


def told(address: str, state: str) -> None:
    """Send a state to systemd's socket; one that cannot be reached is not the table's trouble."""
    # A leading @ stands for the zero byte of a name that is in no folder.
    place = "\0" + address[1:] if address.startswith("@") else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as opened:
        opened.settimeout(0)
        opened.sendto(state.encode(), place)


def own_pulse() -> Pulse | None:
    """Return the pulse that this very process is asked for, or None."""
    return pulse(os.environ, os.getpid())
