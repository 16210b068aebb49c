"""What systemd is told: once that the kit runs, then at intervals that its table turns."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from firmware.clock import NS_PER_MS, NS_PER_S, VirtualClock
from firmware.loop import run_virtual
from firmware.notify import Pulse, interval_ns, own_pulse, pulse, told

WATCHED = {"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"}


def heard(socket_: socket.socket) -> list[str]:
    socket_.settimeout(0)
    found = []
    while True:
        try:
            found.append(socket_.recv(100).decode())
        except BlockingIOError:
            return found


def test_the_first_step_says_that_the_kit_is_ready() -> None:
    said: list[str] = []
    one = Pulse(said.append, None)
    one.step(1)
    one.step(2)

    assert said == ["READY=1"]
    assert one.next_ns() is None


def test_a_turning_table_sends_a_pulse_at_every_interval() -> None:
    said: list[str] = []
    clock, one = VirtualClock(), Pulse(said.append, 2 * NS_PER_S)
    one.step(0)
    run_virtual([one], clock, 7 * NS_PER_S)

    assert said == ["READY=1", *["WATCHDOG=1"] * 4]  # at 0, 2, 4 and 6 s


def test_a_table_that_is_woken_often_sends_no_more_than_that() -> None:
    said: list[str] = []
    one = Pulse(said.append, 2 * NS_PER_S)
    for ms in range(0, 5000, 5):
        one.step(ms * NS_PER_MS)

    assert said.count("WATCHDOG=1") == 3


def test_a_table_that_hangs_sends_nothing() -> None:
    said: list[str] = []
    one = Pulse(said.append, 2 * NS_PER_S)
    one.step(0)
    said.clear()  # and nobody calls `step` any more

    assert one.next_ns() == 2 * NS_PER_S
    assert said == []


def test_two_pulses_may_be_late_before_systemd_gives_up() -> None:
    assert interval_ns(WATCHED, 7) == NS_PER_S


@pytest.mark.parametrize(
    "change",
    [
        {"WATCHDOG_PID": "8"},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": ""},
    ],
)
def test_without_a_watchdog_of_its_own_a_kit_has_no_interval(change: dict[str, str]) -> None:
    assert interval_ns({**WATCHED, **change}, 7) is None


@pytest.mark.parametrize("address", ["", "vsock:2:1", "notify"])
def test_without_systemd_there_is_no_pulse(address: str) -> None:
    assert pulse({"NOTIFY_SOCKET": address}, 7) is None


def test_a_process_of_nobodys_has_no_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)

    assert own_pulse() is None


def test_systemd_hears_what_is_told_at_a_path(tmp_path: Path) -> None:
    place = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(place)
        one = pulse({"NOTIFY_SOCKET": place, **WATCHED}, 7)
        assert one is not None
        one.step(0)

        assert heard(systemd) == ["READY=1", "WATCHDOG=1"]


def test_systemd_hears_what_is_told_at_a_name_in_no_folder() -> None:
    name = "ringmaster-notify-under-test"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + name)
        told("@" + name, "READY=1")

        assert heard(systemd) == ["READY=1"]


def test_a_systemd_that_is_gone_or_deaf_does_not_disturb_the_table(tmp_path: Path) -> None:
    told(str(tmp_path / "gone"), "WATCHDOG=1")
    place = str(tmp_path / "deaf")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(place)
        for _ in range(2000):  # until its buffer is full, and beyond
            told(place, "WATCHDOG=1" * 100)

        assert 0 < len(heard(systemd)) < 2000
