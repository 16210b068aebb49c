"""Runs everything that proves the program, in the order in which it fails fastest.

Each step is named and timed; the first that fails ends the run with its exit code. Arguments go to
pytest, and leave coverage out.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
STEPS = (
    ("style", [PYTHON, "-m", "ruff", "check", "."]),
    ("format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
    ("layers", [str(Path(PYTHON).with_name("lint-imports")), "--no-cache"]),
    ("types", [PYTHON, "-m", "mypy"]),
)
COVERED = ("companion", "firmware", "web")


def run(name: str, command: list[str]) -> None:
    """Run one step; end with its exit code if it fails."""
    began = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    say(f"{name}: {'ok' if code == 0 else f'failed ({code})'}, {time.monotonic() - began:.1f} s")
    if code:
        raise SystemExit(code)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"--- {line}\n")
    sys.stdout.flush()


def tests(arguments: list[str]) -> list[str]:
    """Return the command that runs the tests, measured unless a part was asked for."""
    if arguments:
        return [PYTHON, "-m", "pytest", *arguments]
    measured = [f"--cov={package}" for package in COVERED]
    # Files side by side on all cores; a file stays on one, which makes what its tests share once.
    # A benchmark plugin that the system may have would warn of that.
    spread = ["-n", "auto", "--dist", "loadfile", "-p", "no:benchmark"]
    return [PYTHON, "-m", "pytest", "-q", *spread, *measured, "--cov-branch", "--cov-report="]


def coverage(least: int, *packages: str) -> list[str]:
    """Return the command that checks the branch coverage of packages."""
    include = ",".join(f"{package}/*" for package in packages)
    report = ["report", f"--include={include}", f"--fail-under={least}"]
    return [PYTHON, "-m", "coverage", *report]


if __name__ == "__main__":
    asked_for = sys.argv[1:]
    for step in STEPS:
        run(*step)
    run("tests", tests(asked_for))
    if not asked_for:
        run("coverage of companion", coverage(100, "companion"))
        run("coverage of firmware and web", coverage(90, "firmware", "web"))
