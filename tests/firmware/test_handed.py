"""A socket that systemd opened: taken over only by the process that it was meant for."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.handed import handed, own_socket

HANDED = {"LISTEN_PID": "7", "LISTEN_FDS": "1"}
TAKES = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid())
from firmware.handed import own_socket
opened = own_socket()
print(opened.getsockname()[1], opened.fileno(), opened.get_inheritable())
"""


def test_the_first_descriptor_is_the_sockets() -> None:
    assert handed(HANDED, 7) == 3


@pytest.mark.parametrize(
    "change", [{"LISTEN_PID": "8"}, {"LISTEN_FDS": "0"}, {"LISTEN_FDS": "x"}, {"LISTEN_FDS": ""}]
)
def test_what_was_handed_to_another_or_not_at_all_is_left_alone(change: dict[str, str]) -> None:
    assert handed({**HANDED, **change}, 7) is None
    assert handed({}, 7) is None


def test_a_process_of_nobodys_was_handed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LISTEN_PID", raising=False)

    assert own_socket() is None


def test_a_program_serves_the_socket_that_it_was_handed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened:

        def hand_over() -> None:
            os.dup2(opened.fileno(), 3)

        ran = subprocess.run(
            [sys.executable, "-c", TAKES],
            env={**os.environ, "LISTEN_FDS": "1"},
            cwd=Path(__file__).parents[2],
            pass_fds=(3,) if opened.fileno() == 3 else (),
            preexec_fn=hand_over,
            close_fds=False,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )

        assert ran.stdout.split() == [str(opened.getsockname()[1]), "3", "False"]
