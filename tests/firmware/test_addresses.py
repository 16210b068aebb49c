"""Under which addresses phones reach the kit: with a network, as a hotspot, and without any."""

from __future__ import annotations

import errno
import fcntl
import socket
from pathlib import Path
from typing import Any

import pytest

from firmware.addresses import own_addresses

NAME = f"{socket.gethostname()}.local"
ADDRESSES = {"eth0": "10.0.0.7", "lo": "127.0.0.1", "wlan0": "10.42.0.1"}


class Unplugged(socket.socket):
    def connect(self, address: Any) -> None:
        raise OSError(errno.ENETUNREACH, f"Network is unreachable: {address}")


class Plugged(socket.socket):
    def connect(self, address: Any) -> None:
        pass

    def getsockname(self) -> Any:
        return ("10.0.0.7", 9)


@pytest.fixture
def interfaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with these interfaces; the kernel knows an address of those in ADDRESSES."""

    def answer(_descriptor: int, _request: int, asked: bytes) -> bytes:
        name = asked.partition(b"\0")[0].decode()
        if name not in ADDRESSES:
            raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")
        return asked[:20] + socket.inet_aton(ADDRESSES[name]) + asked[24:]

    monkeypatch.setattr(fcntl, "ioctl", answer)
    return tmp_path


def test_the_address_towards_the_network_comes_first_and_the_name_last(
    interfaces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", Plugged)
    for name in ("wlan0", "eth0", "lo", "tun0"):
        (interfaces / name).mkdir()

    assert own_addresses(interfaces) == ("10.0.0.7", "10.42.0.1", NAME)


def test_a_hotspot_has_an_address_though_no_way_leads_out_of_it(
    interfaces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", Unplugged)
    (interfaces / "wlan0").mkdir()

    assert own_addresses(interfaces) == ("10.42.0.1", NAME)


def test_a_machine_without_a_network_has_its_name(
    interfaces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", Unplugged)

    assert own_addresses(interfaces / "none") == (NAME,)


def test_this_machine_answers_too() -> None:
    assert own_addresses()[-1] == NAME
