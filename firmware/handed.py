"""Handed: the listening socket that systemd opened for the kit, so that it serves port 80.

Ports below 1024 are root's. systemd binds the port and hands it over; the kit itself needs no
privilege at all, and a phone that comes while the kit starts waits instead of being turned away
(sd_listen_fds(3)).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

FIRST_FD = 3


def handed(environment: Mapping[str, str], pid: int, first_fd: int = FIRST_FD) -> int | None:
    """Return the descriptor of the first socket that was handed to process `pid`, or None."""
    if environment.get("LISTEN_PID") != str(pid):
        return None
    count = environment.get("LISTEN_FDS", "")
    return first_fd if count.isdecimal() and int(count) > 0 else None


def own_socket() -> socket.socket | None:
    """Take over the socket that was handed to this process, or return None; raises OSError."""
    descriptor = handed(os.environ, os.getpid())
    if descriptor is None:
        return None
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - it knows no names
    return socket.socket(fileno=descriptor)
