"""The whole program as a process of its own, over HTTP on loopback: seats, host, panel, stop."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.bench.program import Program

GAME = ["--game", "click_click_boom", "--seats", "3", "--no-robots"]
PATIENCE_S = 20.0
STREAMS = 20


@contextlib.contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Program]:
    program = Program(folder, [*GAME, *arguments])
    program.start()
    try:
        yield program
    finally:
        program.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with started(tmp_path_factory.mktemp("state")) as program:
        program.be_host()
        yield program


@pytest.fixture
def program(shared: Program) -> Program:
    """Return the program with a new game on its table."""
    if not shared.view()["over"]:
        shared.host({"end": True})
    header = {"game": "click_click_boom", "seats": ["Ann", "Bo", "Cy"], "first": 1}
    assert shared.post("/api/host", {"set_up": header})["taken"]
    until(lambda: shared.view()["phase"] == "turn", "a new game")
    return shared


def until(is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def has_ruled(program: Program, kind: str) -> bool:
    return any(ruling["ruling"] == kind for ruling in program.view()["rulings"])


def refusal(call: Callable[[], Any]) -> tuple[int, dict[str, Any]]:
    with pytest.raises(urllib.error.HTTPError) as refused:
        call()
    with refused.value as answer:
        return answer.code, json.loads(answer.read())


def a_phone(program: Program) -> Program:
    """Return another browser at the same kit."""
    return Program(program.state, port=program.port, pin=program.pin)


def join(phone: Program, host: Program, seat: int) -> None:
    code = json.loads(host.get("/api/join"))["code"]
    assert phone.post("/api/join", {"code": code, "seat": seat})["taken"]


def test_a_phone_joins_acts_and_everybody_sees_it(program: Program) -> None:
    phone = a_phone(program)
    join(phone, program, 1)
    mine = json.loads(phone.get("/api/state?view=seat"))
    (offer,) = [one for one in mine["you"]["offers"] if one["gesture"] == "press"]
    said = phone.post("/api/act", {"say": offer["say"], "question": offer["question"]})

    assert said["taken"]
    until(lambda: has_ruled(program, "turn_ended"), "the ruling")


def test_an_old_question_is_refused_and_the_next_one_is_not_answered(program: Program) -> None:
    phone = a_phone(program)
    join(phone, program, 1)
    mine = json.loads(phone.get("/api/state?view=seat"))
    act = {"say": {"done": True}, "question": mine["you"]["offers"][0]["question"]}
    assert phone.post("/api/act", act)["taken"]
    code, answer = refusal(lambda: phone.post("/api/act", act))

    assert (code, answer["error"]) == (409, "over")


def test_a_phone_without_a_seat_and_a_wrong_pin_are_refused(program: Program) -> None:
    stranger = a_phone(program)
    wrong = f"{(int(program.pin) + 1) % 1_000_000:06d}"

    assert refusal(lambda: stranger.post("/api/act", {"say": {"done": True}}))[0] == 401
    assert refusal(lambda: stranger.post("/api/login", {"pin": wrong}))[1]["error"] == "wrong_pin"
    assert refusal(lambda: stranger.host({"pause": True}))[0] == 401


def test_the_host_undoes_pauses_and_corrects_over_http(program: Program) -> None:
    phone = a_phone(program)
    join(phone, program, 1)
    assert phone.post("/api/act", {"say": {"done": True}})["taken"]
    assert program.host({"undo": 1})["taken"]
    until(lambda: bool(program.view()["paused"]), "the undo")
    assert program.host({"resume": True})["taken"]
    until(lambda: [one["seat"] for one in program.view()["waiting"]] == [1], "the same Ask")
    assert program.host({"adjust": {"seat": 1, "coins": -2}})["taken"]
    until(lambda: program.view()["seats"]["1"]["coins"] == 10, "the correction")


def test_the_panel_page_presses_rings_and_lays_cards(program: Program) -> None:
    assert program.post("/api/sim", {"press": "1.left"})["taken"]
    until(lambda: has_ruled(program, "turn_ended"), "the Turn's end")
    assert program.post("/api/sim", {"release": "1.left"})["taken"]
    program.post("/api/sim", {"place": {"reader": "centre", "cards": ["pay/1"]}})
    until(lambda: program.view()["rulings"] != [], "the card")
    layout = json.loads(program.get("/api/sim"))
    program.post("/api/sim", {"place": {"reader": "centre", "cards": []}})

    assert layout["lying"]["centre"] == ["pay/1"]
    assert layout["lights"]["2"] == "blink"
    assert layout["lights"]["1"] == "off"


@pytest.mark.parametrize("line", ["6.bell", "1.bell"])
def test_a_line_that_the_board_does_not_have_is_refused_with_a_reason(
    program: Program, line: str
) -> None:
    code, answer = refusal(lambda: program.post("/api/sim", {"press": line}))

    assert code == 400
    assert answer["text"]


def test_past_games_are_listed_and_exported_while_the_kit_runs(program: Program) -> None:
    command = [sys.executable, "-m", "firmware.cli", "journal"]
    state = ["--state", str(program.state)]
    listed = subprocess.run(
        [*command, "list", *state], check=True, capture_output=True, text=True, timeout=60
    )
    exported = subprocess.run(
        [*command, "export", "1", *state], check=True, capture_output=True, text=True, timeout=60
    )

    assert "click_click_boom  Ann, Bo, Cy  (unfinished)" in listed.stdout
    assert json.loads(exported.stdout.splitlines()[0])["game"] == "click_click_boom"


# Stop


def a_stream(port: int) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port), 10)
    request = f"GET /events?view=public HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    stream.sendall(request.encode())
    assert b"200 OK" in stream.recv(65536)
    return stream


def test_a_stop_with_twenty_streams_and_acts_in_flight_is_clean_and_quick(tmp_path: Path) -> None:
    with started(tmp_path) as program, contextlib.ExitStack() as open_streams:
        program.be_host()
        streams = [open_streams.enter_context(a_stream(program.port)) for _ in range(STREAMS)]
        stopping = threading.Event()

        def act() -> None:
            with contextlib.suppress(OSError, ValueError):
                while not stopping.is_set():
                    program.host({"adjust": {"seat": 1, "coins": 1}})

        acting = threading.Thread(target=act, name="host under test")
        acting.start()
        until(lambda: len(program.view()["rulings"]) > 5, "some rulings")
        seconds = program.stop()
        stopping.set()
        acting.join(PATIENCE_S)
        code = program.exit_code
        for stream in streams:
            stream.settimeout(PATIENCE_S)
            while stream.recv(65536):
                pass

    assert code == 0
    assert seconds < 2.0


def test_sigint_stops_it_too_and_what_was_ruled_is_kept(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        program.be_host()
        assert program.host({"adjust": {"seat": 1, "coins": -2}})["taken"]
        program.stop(signal.SIGINT)
        code = program.exit_code
    with started(tmp_path) as program:
        view = program.view()

    assert code == 0
    assert view["paused"]
    assert view["seats"]["1"]["coins"] == 11


def test_a_phone_keeps_its_seat_over_a_kill(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        phone = a_phone(program)
        join(phone, program, 2)
        assert phone.post("/api/act", {"say": {"done": True}})["taken"]
        until(lambda: has_ruled(program, "first_player"), "the first player")
        program.kill()
    with started(tmp_path) as program:
        phone.port = program.port
        program.be_host()
        assert program.host({"resume": True})["taken"]
        until(lambda: not program.view()["paused"], "the game to go on")
        assert json.loads(phone.get("/api/state?view=seat"))["you"]["seat"] == 2
        assert phone.post("/api/act", {"say": {"done": True}})["taken"]
        until(lambda: has_ruled(program, "turn_ended"), "the Turn's end")


# What is in the way


def refused_start(*arguments: str, **given: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware.cli", "run", "--mock", *GAME, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, **given
    )


def test_a_folder_or_a_port_in_use_ends_with_2_and_says_which(
    shared: Program, tmp_path: Path
) -> None:
    folder = refused_start("--port", "0", "--state", str(shared.state))
    port = refused_start("--port", str(shared.port), "--state", str(tmp_path))

    assert (folder.returncode, port.returncode) == (2, 2)
    assert folder.stderr.startswith(f"another kit (process {shared.pid}) uses {shared.state}")
    assert f"port {shared.port} cannot be had: Address already in use" in port.stderr
    assert folder.stdout == port.stdout == ""


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """Mount a disk of 256 kB for the kit's folder."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounting a small disk needs root and mount")
    place = Path(tempfile.mkdtemp(prefix="ringmaster-test-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)],
        check=False,
        capture_output=True,
        text=True,
    )
    if mounted.returncode:
        place.rmdir()
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True, capture_output=True)
        place.rmdir()


def told(program: Program) -> str:
    return " ".join(notice["text"] for notice in program.view()["notices"])


def test_a_disk_that_fills_up_is_said_on_the_board_at_once_and_the_game_goes_on(
    small_disk: Path,
) -> None:
    with started(small_disk) as program:
        program.be_host()
        with contextlib.suppress(OSError), (small_disk / "full").open("wb") as full:
            while True:
                full.write(b"\0" * 4096)
                full.flush()
        for _ in range(40):
            assert program.host({"adjust": {"seat": 1, "coins": 1}})["taken"]
            if "goes on in memory" in told(program):
                break
        text = told(program)
        assert program.host({"adjust": {"seat": 2, "coins": 5}})["taken"]
        until(lambda: program.view()["seats"]["2"]["coins"] == 18, "the game to go on")

    assert "goes on in memory" in text
    assert os.strerror(errno.ENOSPC).lower() in text.lower() or "disk is full" in text


def test_a_folder_that_cannot_be_written_is_said_from_the_start_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    with started(in_the_way / "state") as program:
        text = told(program)
        program.be_host()
        assert program.host({"adjust": {"seat": 2, "coins": 5}})["taken"]
        until(lambda: program.view()["seats"]["2"]["coins"] == 18, "the game to go on")

    assert "nothing is kept" in text
    assert "in memory only" in text


NOBODY = 65534
AS_NOBODY = """
import os, sys
from pathlib import Path
from firmware.board import shipped
from firmware.running import Kit, Settings

def a_kit(name):
    return Kit(Settings(shipped("standard"), Path(sys.argv[1]) / name, is_simulated=True))

a_kit("warm").close()  # everything is imported while this process may still read it
os.setgid({0}); os.setuid({0})
kit = a_kit("cold")
print(*[finding.text for finding in kit.notices.findings()])
kit.close()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start it as somebody else")
def test_a_read_only_folder_is_said_to_somebody_without_rights() -> None:
    # Outside pytest's folder, which only its owner may enter.
    place = Path(tempfile.mkdtemp(prefix="ringmaster-test-"))
    try:
        place.chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY.format(NOBODY), str(place)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        shutil.rmtree(place)

    assert done.returncode == 0, done.stderr
    assert "Permission denied" in done.stdout
    assert "nothing is kept" in done.stdout
