"""Tries the installer and the service for real, in a clean Debian root: a stage of its own.

    sudo python3 -m hardware.make.trial FOLDER [--suite trixie]

makes the root with debootstrap (some minutes, 700 MB), installs twice, starts systemd in it with
the simulated kit, and looks: the page on port 80, the watchdog that ends a table that hangs, the
power that seat 1 switches off; then uninstalls and compares. Everything up to the pins is what a
Pi runs. Needs root, debootstrap, systemd-nspawn (systemd-container) and a free port 80; says what
is missing and ends with 77 then.
"""

from __future__ import annotations

import argparse
import hashlib
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2]
INSTALLER = "/source/hardware/service/install.sh"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "ca-certificates,systemd,systemd-sysv,udev,dbus,iproute2"
WATCHED = ("boot", "etc", "opt", "usr/local")
# Made by the packages that were installed, or by time passing.
UNWATCHED = re.compile(
    r"opt/ringmaster/venv/|__pycache__|etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$"
    r"|etc/(ld\.so\.cache|machine-id|mtab|hostname|resolv\.conf|\.updated)$"
)
SKIPPED = 77
CONFIG = "dtparam=audio=on\ndtparam=i2c_arm=on\n[pi4]\nenable_uart=1\n[all]\n"
PAGE = "http://127.0.0.1"
PATIENCE_S = 120
WATCHDOG_S = 20


def main() -> None:
    """Run the whole trial; ends with 0 if all holds, 1 at the first that does not."""
    parser = argparse.ArgumentParser(prog="python3 -m hardware.make.trial", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the root is made; used again if it is")
    parser.add_argument("--suite", default="bookworm", choices=("bookworm", "trixie"))
    asked = parser.parse_args()
    missing = what_is_missing()
    if missing:
        say(f"skipped: {missing}")
        raise SystemExit(SKIPPED)
    root = asked.folder / asked.suite
    make_root(root, asked.suite)
    if (root / "opt/ringmaster").exists():  # left by a trial that was cut short
        inside(root, INSTALLER, "--uninstall", "--purge")
    before = files_of(root)
    install(root)
    installed = files_of(root)
    expect("config.txt has the board's lines", "dtparam=spi=on" in config_of(root))
    install(root)
    expect("a second run changes nothing", installed == files_of(root), installed, files_of(root))
    with booted(root) as leader:
        look(leader)
    inside(root, INSTALLER, "--uninstall", "--purge")
    after = files_of(root)
    expect("config.txt is as it was", config_of(root) == CONFIG, config_of(root))
    ours = {name: after[name] for name in after if "ringmaster" in name}
    expect("nothing of ours is left", not ours and before.keys() - after.keys() == set(), ours)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def expect(what: str, holds: bool, *shown: Any) -> None:
    """Say whether something holds; ends the trial if it does not."""
    say(f"{'ok' if holds else 'FAILED'}: {what}")
    if not holds:
        say("\n".join(str(one)[:2000] for one in shown))
        raise SystemExit(1)


def what_is_missing() -> str:
    """Return why the trial cannot run here, or nothing."""
    if os.geteuid() != 0:
        return "it has to run as root"
    tools = [
        tool for tool in ("debootstrap", "systemd-nspawn", "nsenter") if not shutil.which(tool)
    ]
    return f"{', '.join(tools)} not installed" if tools else ""


def run(*command: str, stdout: int | None = subprocess.DEVNULL) -> None:
    """Run a command that asks nothing; raises CalledProcessError."""
    quiet = subprocess.DEVNULL
    subprocess.run(command, check=True, stdin=quiet, stdout=stdout)  # noqa: S603 - our own words


# The root


def make_root(root: Path, suite: str) -> None:
    """Make a clean Debian, unless it is there from an earlier trial."""
    if not (root / "etc/debian_version").exists():
        root.mkdir(parents=True, exist_ok=True)
        say(f"makes a clean {suite} in {root}")
        how = ("--variant=minbase", f"--include={PACKAGES}")
        run("debootstrap", *how, suite, str(root), MIRROR)
    config = root / "boot/firmware/config.txt"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(CONFIG, encoding="utf-8")
    # Behind a proxy with a certificate of its own pip needs what this machine has.
    for name in ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf"):
        if Path("/", name).exists():
            shutil.copyfile(Path("/", name), root / name)
    (root / "etc/machine-id").unlink(missing_ok=True)


def nspawn(root: Path, *arguments: str) -> list[str]:
    """Return the command that runs something in the root."""
    command = ["systemd-nspawn", "--quiet", "--register=no", f"--directory={root}"]
    command += [f"--bind-ro={SOURCE}:/source", "--setenv=DEBIAN_FRONTEND=noninteractive"]
    if not Path("/run/systemd/system").exists():
        command.append("--keep-unit")  # there is nobody here who could give it one
    return [*command, *arguments]


def inside(root: Path, *command: str) -> None:
    """Run a command in the root, not booted; raises CalledProcessError."""
    run(*nspawn(root, "--pipe", "--", *command), stdout=None)


def install(root: Path) -> None:
    """Install with a simulated kit that has no robots."""
    inside(root, INSTALLER, "--no-start")
    settings = root / "etc/ringmaster/kit.conf"
    text = settings.read_text(encoding="utf-8")
    options = "RINGMASTER_OPTIONS=--mock --no-robots --fresh"
    text = re.sub(r"^RINGMASTER_OPTIONS=.*$", options, text, flags=re.MULTILINE)
    settings.write_text(text, encoding="utf-8")


def config_of(root: Path) -> str:
    """Return the root's config.txt."""
    return (root / "boot/firmware/config.txt").read_text(encoding="utf-8")


def files_of(root: Path) -> dict[str, str]:
    """Return what lies in the root's folders that are watched, each with what is in it."""
    found = {}
    for folder in WATCHED:
        for path in sorted((root / folder).rglob("*")):
            name = str(path.relative_to(root))
            if UNWATCHED.search(name):
                continue
            if path.is_symlink():
                found[name] = str(path.readlink())
            elif path.is_file():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                found[name] = f"{path.stat().st_mode:o} {content}"
    return found


# The running system


@contextmanager
def booted(root: Path) -> Iterator[str]:
    """Start systemd in the root; yield the process that leads it."""
    with (root.parent / f"{root.name}.log").open("w", encoding="utf-8") as log:
        command = nspawn(root, "--boot")
        spawned = subprocess.Popen(  # noqa: S603 - our own words
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        try:
            children = Path(f"/proc/{spawned.pid}/task/{spawned.pid}/children")
            until("systemd has started", lambda: bool(children.read_text(encoding="ascii")))
            yield children.read_text(encoding="ascii").split()[0]
            until("seat 1 has switched the machine off", lambda: spawned.poll() is not None)
        finally:
            spawned.terminate()
            spawned.wait(PATIENCE_S)


def until(what: str, is_so: Callable[[], bool]) -> None:
    """Wait until something is so; ends the trial when patience ends."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if is_so():
            expect(what, holds=True)
            return
        time.sleep(0.5)
    expect(what, holds=False)


def asked_in(leader: str, *command: str) -> str:
    """Return what a command says in the running system."""
    entering = ["nsenter", f"--target={leader}", "--mount", "--pid", "--uts", "--ipc"]
    ran = subprocess.run(  # noqa: S603 - our own words
        [*entering, *command], capture_output=True, text=True, check=False
    )
    return ran.stdout.strip()


def unit(leader: str, name: str) -> str:
    """Return a property of the kit's unit."""
    return asked_in(leader, "systemctl", "show", "--value", f"--property={name}", "ringmaster")


def look(leader: str) -> None:
    """Look at the service from outside, as phones and hands do."""
    until("the kit has told that it is ready", lambda: unit(leader, "ActiveState") == "active")
    expect("it runs as its own user", unit(leader, "User") == "ringmaster")
    expect("its page is on port 80", b"Click Click Boom" in get("/"))
    hang(leader)
    until("the watchdog has started it anew", lambda: unit(leader, "NRestarts") not in {"", "0"})
    until("it is ready again", lambda: unit(leader, "ActiveState") == "active")
    look_at_bundle(leader)
    switch_off(leader)


def look_at_bundle(leader: str) -> None:
    """Make a bundle as root does, in a folder that the kit's user may not write to."""
    read = "import zipfile; z = zipfile.ZipFile('kit.zip'); print(*map(z.read, z.namelist()))"
    made = "cd /root && ringmaster bundle --mock --to - >kit.zip"
    told = asked_in(leader, "sh", "-c", f'{made} && python3 -c "{read}"; rm -f kit.zip')
    expect("a bundle has the log, but not the PIN", "PIN ******" in told, told)


def hang(leader: str) -> None:
    """Stop the kit where it stands, so that its table turns no more."""
    until("the watchdog is fed", lambda: bool(unit(leader, "WatchdogTimestamp")))
    say(f"the kit hangs; systemd gives up after {WATCHDOG_S} s")
    # The number is the container's own; `sh` has the only kill that is surely there.
    asked_in(leader, "sh", "-c", f"kill -STOP {unit(leader, 'MainPID')}")


def switch_off(leader: str) -> None:
    """End the demonstration game as the host, then hold both buttons of seat 1."""
    said = asked_in(leader, "journalctl", "--unit=ringmaster", "--output=cat", "--no-pager")
    (*_, pin) = re.findall(r"PIN (\d{6})", said)
    host = browser()
    post(host, "/api/login", {"pin": pin})
    post(host, "/api/host", {"end": True})
    for line in ("1.left", "1.right"):
        post(host, "/api/sim", {"press": line})


def browser() -> urllib.request.OpenerDirector:
    """Return something that keeps cookies."""
    return urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    )


def get(path: str) -> bytes:
    """Return a page."""
    with browser().open(PAGE + path, timeout=30) as answer:
        read: bytes = answer.read()
        return read


def post(host: urllib.request.OpenerDirector, path: str, body: dict[str, Any]) -> None:
    """Post as the kit's own page does."""
    headers = {"Content-Type": "application/json", "Origin": PAGE}
    sent = json.dumps(body).encode()
    asked = urllib.request.Request(PAGE + path, sent, headers)  # noqa: S310 - the kit's own page
    with host.open(asked, timeout=30) as answer:
        expect(f"{path} {body if 'pin' not in body else ''}".strip(), answer.status == 200)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
