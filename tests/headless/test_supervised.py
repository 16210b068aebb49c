"""The kit under a supervisor, as systemd starts it: a handed socket, a pulse, a wish to end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.board import shipped
from firmware.notify import Pulse
from firmware.running import Kit, Settings
from tests.headless.kits import PATIENCE_S, header, running, until

# What systemd does between fork and exec: the socket is descriptor 3, and the number is known.
STARTS = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.executable, [sys.executable, "-m", "firmware.cli", *sys.argv[1:]])
"""
RUN = ("run", "--mock", "--no-robots", "--fresh", "--lan")


@contextmanager
def supervised(folder: Path) -> Iterator[tuple[subprocess.Popen[str], socket.socket, int]]:
    """Start `ringmaster run`; yield it, what it tells, and the port that it was handed."""
    place = str(folder / "notify")
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told,
        socket.create_server(("127.0.0.1", 0)) as handed,
    ):
        told.bind(place)
        told.settimeout(PATIENCE_S)
        port = handed.getsockname()[1]
        environment = {
            **os.environ,
            "LISTEN_FDS": "1",
            "NOTIFY_SOCKET": place,
            "WATCHDOG_USEC": "600000",
            "PYTHONUNBUFFERED": "1",
        }

        def hand_over() -> None:
            os.dup2(handed.fileno(), 3)

        started = subprocess.Popen(
            [sys.executable, "-c", STARTS, *RUN, "--state", str(folder / "state")],
            cwd=Path(__file__).parents[2],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            close_fds=False,
            preexec_fn=hand_over,  # noqa: PLW1509 - nothing but this one call in the child
        )
        try:
            yield started, told, port
        finally:
            if started.poll() is None:
                started.kill()
            started.communicate(timeout=PATIENCE_S)


def test_a_supervised_kit_serves_the_handed_socket_tells_its_pulse_and_ends_clean(
    tmp_path: Path,
) -> None:
    with supervised(tmp_path) as (started, told, port):
        assert [told.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as page:
            assert page.status == 200
        started.send_signal(signal.SIGTERM)
        said, _ = started.communicate(timeout=PATIENCE_S)

    assert started.returncode == 0
    assert f":{port}/" in said


def drain(told: socket.socket) -> None:
    """Take what is told until nothing more comes in time."""
    while True:
        told.recv(100)


def test_a_kit_whose_table_hangs_tells_no_pulse(tmp_path: Path) -> None:
    with supervised(tmp_path) as (started, told, _port):
        assert told.recv(100) == b"READY=1"
        started.send_signal(signal.SIGSTOP)
        told.settimeout(0.7)  # more than the 0.6 s after which systemd would give up
        with pytest.raises(TimeoutError):
            drain(told)
        started.send_signal(signal.SIGCONT)
        told.settimeout(PATIENCE_S)
        assert told.recv(100) == b"WATCHDOG=1"


# Switching off, through a whole kit


@pytest.fixture
def asked() -> list[str]:
    return []


@contextmanager
def a_kit(folder: Path, **change: Any) -> Iterator[Kit]:
    kit = Kit(Settings(shipped("standard"), folder, is_simulated=True, port=0, speed=50, **change))
    with running(kit):
        yield kit


def hold(kit: Kit, seat: int = 1) -> None:
    assert kit.devices.simulated is not None
    for side in ("left", "right"):
        kit.devices.simulated.hands.press(f"{seat}.{side}")


def test_seat_1_switches_the_kit_off_and_the_board_says_so(
    tmp_path: Path, asked: list[str]
) -> None:
    with a_kit(tmp_path, power_off=lambda: asked.append("off")) as kit:
        until(lambda: kit.notices.findings() == ())
        hold(kit)
        until(lambda: asked == ["off"])
        until(lambda: bool(kit.notices.findings()))
        (finding,) = kit.notices.findings()

    assert finding.text == "The kit is switching off."


def test_what_cannot_be_switched_off_says_why(tmp_path: Path) -> None:
    def refuse() -> None:
        raise PermissionError(13, "Permission denied")

    with a_kit(tmp_path, power_off=refuse) as kit:
        hold(kit)
        until(lambda: bool(kit.notices.findings()))
        (finding,) = kit.notices.findings()

    assert "cannot be switched off" in finding.text
    assert "Permission denied" in finding.text


def test_in_a_game_seat_1_plays(tmp_path: Path, asked: list[str]) -> None:
    ready = Pulse(asked.append, 200_000_000)  # counts kit time: five a second
    with a_kit(tmp_path, power_off=lambda: asked.append("off"), pulse=ready) as kit:
        kit.begin(header(kit))
        hold(kit)
        until(lambda: asked.count("WATCHDOG=1") > 40)  # more than 8 s

    assert "off" not in asked
