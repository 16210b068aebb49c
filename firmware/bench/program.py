"""The whole program as another process: started, asked over HTTP, measured, and killed."""

from __future__ import annotations

import http.cookiejar
import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.bench.figures import Figure, quantile, resident_mb

START_LIMIT_S = 30.0


@dataclass(slots=True)
class Program:
    """Runs `ringmaster run --mock` on loopback; end it with `stop` or `kill`."""

    state: Path
    arguments: Sequence[str] = ()
    port: int = 0
    pin: str = ""
    first_page_s: float = 0.0
    _child: subprocess.Popen[str] | None = None
    _browser: urllib.request.OpenerDirector = field(init=False)

    def __post_init__(self) -> None:
        jar = http.cookiejar.CookieJar()
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def start(self) -> None:
        """Start, and return when the first page was served; raises RuntimeError if it ends."""
        began = time.monotonic()
        command = [sys.executable, "-m", "firmware.cli", "run", "--mock", "--port", "0"]
        self._child = subprocess.Popen(  # noqa: S603 - our own program
            [*command, "--state", str(self.state), *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._read_greeting(self._child)
        self.get("/")
        self.first_page_s = time.monotonic() - began

    def _read_greeting(self, child: subprocess.Popen[str]) -> None:
        seen = []
        for row in child.stdout or ():
            seen.append(row)
            if found := re.search(r"Board\s+http://127\.0\.0\.1:(\d+)/", row):
                self.port = int(found[1])
            if found := re.search(r"PIN (\d{6})", row):
                self.pin = found[1]
            if row.startswith("Stop with"):
                return
        raise RuntimeError(f"the program ended: {''.join(seen)}")

    @property
    def pid(self) -> int:
        """Return the process's number."""
        return self._child.pid if self._child else 0

    def get(self, path: str) -> str:
        """Return a page; raises OSError (urllib's)."""
        with self._browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            text: str = answer.read().decode()
            return text

    def view(self) -> dict[str, Any]:
        """Return the public view."""
        view: dict[str, Any] = json.loads(self.get("/api/state?view=public"))
        return view

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post JSON as a page of the kit does; raises OSError (urllib's)."""
        address = f"http://127.0.0.1:{self.port}"
        request = urllib.request.Request(  # noqa: S310 - loopback
            f"{address}{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Origin": address},
        )
        with self._browser.open(request, timeout=10) as answer:
            given: dict[str, Any] = json.loads(answer.read())
            return given

    def be_host(self) -> None:
        """Log in with the PIN that the program printed."""
        self.post("/api/login", {"pin": self.pin})

    def host(self, act: dict[str, Any]) -> dict[str, Any]:
        """Do a host's act; `be_host` comes first."""
        return self.post("/api/host", act)

    def kill(self) -> None:
        """End it with `kill -9`."""
        if self._child is not None:
            self._child.kill()
            self._end(self._child)

    @property
    def exit_code(self) -> int | None:
        """Return its exit code, or None while it runs."""
        return self._child.returncode if self._child else None

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Ask it to stop, by a signal; return the seconds that it took."""
        if self._child is None:
            return 0.0
        began = time.monotonic()
        self._child.send_signal(number)
        try:
            self._child.wait(10)
        finally:
            self._child.kill()
            self._end(self._child)
        return time.monotonic() - began

    def _end(self, child: subprocess.Popen[str]) -> None:
        child.wait(10)
        if child.stdout is not None:
            child.stdout.close()


def start_and_memory(folder: Path, starts: int = 5) -> Sequence[Figure]:
    """Measure how fast the program serves its first page, and what it weighs with all on."""
    seconds, weights = [], []
    for number in range(starts):
        program = Program(folder / str(number), ["--speed", "10"])
        program.start()
        time.sleep(2.0)
        seconds.append(program.first_page_s)
        weights.append(resident_mb(program.pid))
        program.stop()
    how = f"median of {starts} starts of `run --mock` with robots, as a process of its own"
    return [
        Figure("start to first page", quantile(seconds, 0.5), "s", how, "under 1.5 s"),
        Figure(
            "resident memory", quantile(weights, 0.5), "MB", f"{how}, after 2 s", "under 80 MB"
        ),
    ]
