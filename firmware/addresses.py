"""Addresses: under which names and numbers phones reach this machine in its network.

The first is the one that a QR code shows. A kit that is a hotspot itself has an address and no
way out of it; one whose network comes later still has its name.
"""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Sequence
from pathlib import Path

INTERFACES = Path("/sys/class/net")
SIOCGIFADDR = 0x8915  # netdevice(7)
NAME_BYTES = 15
LOOPBACK = "127."


def own_addresses(interfaces: Path = INTERFACES) -> Sequence[str]:
    """Return the addresses of this machine, the one towards the network first; its name last."""
    found = [address for address in (_routed(), *_of(interfaces)) if address is not None]
    return (*dict.fromkeys(found), f"{socket.gethostname()}.local")


def _routed() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket that is connected sends nothing; it only picks an interface.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _of(interfaces: Path) -> list[str]:
    """Return the addresses of all interfaces but loopback's, in the order of their names."""
    try:
        names = sorted(one.name for one in interfaces.iterdir())
    except OSError:
        return []
    found = [_address(name) for name in names]
    return [one for one in found if one is not None and not one.startswith(LOOPBACK)]


def _address(interface: str) -> str | None:
    asked = struct.pack("256s", interface.encode()[:NAME_BYTES])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)
        except OSError:  # it has none
            return None
    return socket.inet_ntoa(answer[20:24])
