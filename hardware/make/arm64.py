"""Tries the installed package as a 64-bit Pi has it, under qemu: a stage of its own.

    python3 -m hardware.make.arm64 FOLDER

unpacks Debian's Python for arm64 and the wheels of what the kit needs, imports every module with
the processor's own lgpio and spidev, plays a whole game in virtual time, and sees that the pins
are missed by name. Takes half a minute, most of it downloads. Needs qemu-user-static, apt and a
network; says what is missing and ends with 77 then.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2]
GAME = SOURCE / "tests/playthroughs/click_click_boom/rulebook-play-example.jsonl"
QEMU = "qemu-aarch64-static"
SUITE = "deb [arch=arm64] http://deb.debian.org/debian bookworm main\n"
DEBS = (
    "libbz2-1.0",
    "libc6",
    "libexpat1",
    "libffi8",
    "libgcc-s1",
    "liblzma5",
    "libpython3.11-minimal",
    "libpython3.11-stdlib",
    "libsqlite3-0",
    "libssl3",
    "libuuid1",
    "python3-spidev",
    "python3.11-minimal",
    "zlib1g",
)
PLATFORMS = ("manylinux_2_34_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
SKIPPED = 77
IMPORTS = """
import importlib, pkgutil, platform
import lgpio, spidev
import companion, firmware, web
from firmware.panel.pins import PanelError, factory
assert platform.machine() == "aarch64" and hasattr(lgpio, "gpiochip_open")
count = 0
for package in (companion, firmware, web):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
            count += 1
print(count, "modules imported on", platform.machine())
try:
    factory("lgpio")
except PanelError as error:
    print("pins:", error)
else:
    raise SystemExit("there are no pins here, and nobody has said so")
"""
PLAYS = "import sys; from firmware.cli import main; main(sys.argv[1:])"


def main() -> None:
    """Run the trial; ends with 0 if all holds."""
    parser = argparse.ArgumentParser(prog="python3 -m hardware.make.arm64", description=__doc__)
    parser.add_argument("folder", type=Path, help="where it is unpacked, 150 MB")
    folder = parser.parse_args().folder.absolute()
    missing = [tool for tool in (QEMU, "apt-get", "dpkg") if shutil.which(tool) is None]
    if missing:
        say(f"skipped: {', '.join(missing)} not installed")
        raise SystemExit(SKIPPED)
    try:
        unpack_system(folder)
        unpack_program(folder)
    except subprocess.CalledProcessError as error:
        say(f"skipped: {error.cmd[0]} could not fetch what is needed")
        raise SystemExit(SKIPPED) from None
    python(folder, "-c", IMPORTS)
    python(folder, "-c", PLAYS, "board", "check")
    python(folder, "-c", PLAYS, "play", str(GAME))


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(*command: str | Path, folder: Path | None = None) -> None:
    """Run a command; raises CalledProcessError."""
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words


def unpack_system(folder: Path) -> None:
    """Unpack Debian's packages, with an apt that knows nothing of this machine's."""
    for name in ("lists/partial", "archives/partial", "debs"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(SUITE, encoding="ascii")
    (folder / "status").touch()
    places = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::State": folder,
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder,
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={place}" for name, place in places.items())]
    run(*apt, "update")
    run(*apt, "download", *DEBS, folder=folder / "debs")
    for deb in sorted((folder / "debs").glob("*.deb")):
        run("dpkg", "-x", deb, folder / "root")


def unpack_program(folder: Path) -> None:
    """Install the package and what it needs, in arm64's wheels."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", f"--wheel-dir={folder / 'wheels'}", SOURCE)
    (wheel,) = (folder / "wheels").glob("ringmaster-*.whl")
    platforms = [f"--platform={one}" for one in PLATFORMS]
    how = ("--python-version=3.11", "--only-binary=:all:", "--upgrade")
    target = f"--target={folder / 'site'}"
    run(*pip, "install", target, *platforms, *how, wheel, "lgpio>=0.2.2")


def python(folder: Path, *arguments: str) -> None:
    """Run arm64's Python; raises CalledProcessError."""
    root = folder / "root"
    paths = (folder / "site", root / "usr/lib/python3/dist-packages")
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONHOME": str(root / "usr"),
        "PYTHONPATH": os.pathsep.join(str(path) for path in paths),
        "LG_WD": str(folder),
        "HOME": str(folder),
    }
    command = (QEMU, "-L", str(root), str(root / "usr/bin/python3.11"), *arguments)
    subprocess.run(command, check=True, env=environment, cwd=folder)  # noqa: S603 - our own words


if __name__ == "__main__":
    main()
