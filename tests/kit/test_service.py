"""What starts the kit with a Pi: units, rules and scripts, judged by the tools made for them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware.cli.run import command

SERVICE = Path(__file__).parents[2] / "hardware" / "service"
UNITS = sorted(
    path for kind in ("service", "socket", "path", "mount") for path in SERVICE.glob(f"*.{kind}")
)
SCRIPTS = sorted(SERVICE.glob("*.sh"))
MOST_EXPOSED = 20  # tenths, as systemd-analyze counts
KIT = (SERVICE / "ringmaster.service").read_text(encoding="utf-8")
INSTALLER = (SERVICE / "install.sh").read_text(encoding="utf-8")


def run(*arguments: str | Path, **change: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **change}
    return subprocess.run(
        arguments, capture_output=True, text=True, timeout=60, check=False, env=environment
    )


@pytest.fixture
def analyze() -> str:
    """systemd's own judge of units."""
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not installed (package systemd)")
    return found


@pytest.fixture
def verified(analyze: str, tmp_path: Path) -> Callable[[], str]:
    """Judge copies of all units, whose programs need not be installed; return what is said."""

    def verify() -> str:
        ran = run(analyze, "verify", "--man=no", *sorted(tmp_path.iterdir()))
        return f"{ran.stdout}{ran.stderr}{'' if ran.returncode == 0 else ran.returncode}"

    for unit in UNITS:
        text = re.sub(
            r"/opt/ringmaster/\S+/(install|network|ringmaster)\S*", "/bin/true", unit.read_text()
        )
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    return verify


# Units


def test_systemd_has_nothing_to_say_about_any_unit(verified: Callable[[], str]) -> None:
    assert verified() == ""


def test_systemd_would_say_it(verified: Callable[[], str], tmp_path: Path) -> None:
    unit = tmp_path / "ringmaster.service"
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchDogSec"), encoding="utf-8")

    assert "WatchDogSec" in verified()


def test_the_kit_is_exposed_no_more_than_it_needs(analyze: str) -> None:
    judged = (analyze, "security", "--offline=true", f"--threshold={MOST_EXPOSED}")
    ran = run(*judged, SERVICE / "ringmaster.service")

    assert ran.returncode == 0, ran.stdout
    assert run(*judged, SERVICE / "ringmaster-off.service").returncode != 0  # it judges indeed


def test_the_program_knows_every_option_that_its_unit_gives() -> None:
    (started,) = re.findall(r"^ExecStart=(.*)$", KIT, re.MULTILINE)
    known = {name for option in command.params for name in option.opts}

    assert set(re.findall(r"--[a-z-]+", started)) <= known
    assert "--power-off /run/ringmaster/power-off" in started


def test_who_waits_for_the_wish_to_switch_off_waits_where_it_is_made() -> None:
    path = (SERVICE / "ringmaster-off.path").read_text(encoding="utf-8")
    answer = (SERVICE / "ringmaster-off.service").read_text(encoding="utf-8")

    assert "PathExists=/run/ringmaster/power-off\n" in path
    # The wish is taken away before it is granted, or the next start would grant it again.
    assert answer.index("rm -f /run/ringmaster/power-off") < answer.index("poweroff")


def test_the_kit_has_no_privilege_and_may_write_in_two_places() -> None:
    assert "\nCapabilityBoundingSet=\n" in KIT
    assert "\nNoNewPrivileges=yes\n" in KIT
    assert re.findall(r"^ReadWritePaths=(.*)$", KIT, re.MULTILINE) == ["-/var/lib/ringmaster"]
    assert "\nRuntimeDirectory=ringmaster\n" in KIT
    assert "\nWorkingDirectory=/run/ringmaster\n" in KIT


def test_the_kit_reaches_pins_and_readers_by_the_kernels_names() -> None:
    """`/dev/spidev0.0` belongs to a driver that calls itself spi in /proc/devices."""
    assert re.findall(r"^DeviceAllow=(.*)$", KIT, re.MULTILINE) == [
        "char-gpiochip rw",
        "char-spi rw",
    ]


def test_the_socket_is_the_one_that_the_kit_can_serve() -> None:
    assert "\nListenStream=0.0.0.0:80\n" in (SERVICE / "ringmaster.socket").read_text()
    assert "\nRequires=ringmaster.socket\n" in KIT


def test_the_network_announces_the_port_that_is_served() -> None:
    service = ET.parse(SERVICE / "avahi.xml").getroot().find("service")  # noqa: S314 - our own
    assert service is not None

    assert [(one.tag, one.text) for one in service] == [
        ("type", "_http._tcp"),
        ("port", "80"),
        ("txt-record", "path=/"),
    ]


@pytest.mark.parametrize(
    ("tool", "file"),
    [("systemd-sysusers", "sysusers.conf"), ("systemd-tmpfiles", "tmpfiles.conf")],
)
def test_systemd_makes_the_user_and_its_folders(tool: str, file: str, tmp_path: Path) -> None:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"{tool} is not installed (package systemd)")
    (tmp_path / "etc").mkdir()
    for name, text in {"passwd": "root:x:0:0:::\n", "group": "root:x:0:\n"}.items():
        (tmp_path / "etc" / name).write_text(text, encoding="ascii")
    if file == "tmpfiles.conf":
        if os.geteuid() != 0:
            pytest.skip("only root gives folders away")
        run("systemd-sysusers", f"--root={tmp_path}", SERVICE / "sysusers.conf")
    ran = run(found, f"--root={tmp_path}", *(["--create"] * ("tmp" in tool)), SERVICE / file)

    assert ran.returncode == 0, ran.stderr
    if file == "sysusers.conf":
        assert "ringmaster" in (tmp_path / "etc" / "passwd").read_text()
    else:
        assert (tmp_path / "var/lib/ringmaster").stat().st_mode & 0o777 == 0o700


# Scripts


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_clean(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    ran = run("shellcheck", "--enable=quote-safe-variables", script)

    assert ran.stdout == ""
    assert os.access(script, os.X_OK)


def test_the_installer_copies_only_what_is_there_and_every_unit() -> None:
    (listed,) = re.findall(r"readonly FILES=\((.*?)\n\)", INSTALLER, re.DOTALL)
    names = set(re.findall(r'"(\S+) ', listed))
    elsewhere = {"ringmaster-first-boot.service", "var-lib-ringmaster.mount"}

    assert all((SERVICE / name).is_file() for name in names)
    assert {unit.name for unit in UNITS} == {
        *elsewhere,
        *(n for n in names if n.startswith("ring")),
    }


@pytest.mark.parametrize(
    ("script", "arguments", "code"),
    [
        ("install.sh", ["--help"], 0),
        ("install.sh", ["--hotspot", "sometimes"], 1),
        ("install.sh", ["--unknown"], 2),
        ("card.sh", ["--help"], 0),
        ("card.sh", [], 2),
        ("card.sh", ["--data", "much", "/dev/null"], 1),
        ("overlay.sh", [], 2),
        ("network.sh", [], 0),
    ],
)
def test_scripts_answer_a_wrong_call_without_doing_anything(
    script: str, arguments: list[str], code: int, tmp_path: Path
) -> None:
    programs(tmp_path, ip="echo eth0 UP 10.0.0.7/24")
    ran = run(SERVICE / script, *arguments, PATH=f"{tmp_path}:{os.environ['PATH']}")

    assert ran.returncode == code, ran.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "ip"]


# The network, with programs that only tell what they were asked


def programs(folder: Path, **bodies: str) -> None:
    """Write small programs of these names."""
    for name, body in bodies.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="ascii")
        program.chmod(0o755)


def network(
    folder: Path, mode: str, *, address_after: int, wait: str = "5"
) -> subprocess.CompletedProcess[str]:
    """Run the script where an address comes after so many looks; nothing really waits."""
    asked = folder / "asked"
    programs(
        folder,
        ip=f'echo look >>{asked}; [ "$(wc -l <{asked})" -le {address_after} ] || echo wlan0',
        nmcli=f'echo "$@" >>{folder}/nmcli.log',
        sleep=":",
    )
    path = f"{folder}:{os.environ['PATH']}"
    return run(SERVICE / "network.sh", PATH=path, HOTSPOT=mode, HOTSPOT_WAIT=wait)


def hotspot_of(folder: Path) -> str:
    log = folder / "nmcli.log"
    return log.read_text(encoding="ascii").strip() if log.exists() else ""


@pytest.mark.parametrize("mode", ["auto", "off"])
@pytest.mark.parametrize("looks", [0, 3, 5])
def test_with_a_network_there_is_no_hotspot(tmp_path: Path, mode: str, looks: int) -> None:
    assert network(tmp_path, mode, address_after=looks).returncode == 0
    assert hotspot_of(tmp_path) == ""


def test_without_a_network_the_kit_opens_its_own(tmp_path: Path) -> None:
    ran = network(tmp_path, "auto", address_after=99)

    assert (tmp_path / "asked").read_text().count("look") == 6  # at 0 s, and after each of 5
    assert hotspot_of(tmp_path) == "--wait 30 connection up ringmaster-hotspot"
    assert "No network" in ran.stdout


def test_a_kit_that_must_not_open_a_network_only_waits(tmp_path: Path) -> None:
    assert network(tmp_path, "off", address_after=99).returncode == 0
    assert hotspot_of(tmp_path) == ""


def test_a_kit_that_is_always_a_hotspot_waits_for_nothing(tmp_path: Path) -> None:
    network(tmp_path, "always", address_after=0)

    assert hotspot_of(tmp_path).endswith("up ringmaster-hotspot")
    assert not (tmp_path / "asked").exists()


def test_another_word_is_refused(tmp_path: Path) -> None:
    ran = network(tmp_path, "maybe", address_after=0)

    assert (ran.returncode, ran.stderr) == (2, "HOTSPOT is maybe; it may be off, auto or always\n")


# The overlay, on a Pi that is made of files


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A folder with a boot partition and a raspi-config that does its one thing."""
    boot = tmp_path / "boot"
    boot.mkdir()
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/x rootwait\n", encoding="ascii")
    on, off = "s/^/overlayroot=tmpfs /", "s/overlayroot=[^ ]* //"
    programs(
        tmp_path,
        **{
            "raspi-config": f'case "$2" in enable*) sed -i "{on}" {boot}/cmdline.txt ;; '
            f'*) sed -i "{off}" {boot}/cmdline.txt ;; esac',
            "findmnt": "echo ext4",
            "mountpoint": "exit 1",
            "install": f'echo "$@" >>{tmp_path}/installed',
            "rm": ":",
        },
    )
    return tmp_path


def overlay(pi: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    if os.geteuid() != 0:
        pytest.skip("the overlay is root's")
    path = f"{pi}:{os.environ['PATH']}"
    return run(SERVICE / "overlay.sh", *arguments, PATH=path, BOOT=str(pi / "boot"))


def cmdline(pi: Path) -> str:
    return (pi / "boot" / "cmdline.txt").read_text(encoding="ascii")


def test_without_a_data_partition_the_overlay_is_refused(pi: Path) -> None:
    before = cmdline(pi)
    ran = overlay(pi, "on")

    assert ran.returncode == 1
    assert "games and decks would be gone" in ran.stderr
    assert cmdline(pi) == before


def test_the_overlay_leaves_the_data_partition_out(pi: Path) -> None:
    programs(pi, mountpoint="exit 0")
    ran = overlay(pi, "on")

    assert ran.returncode == 0, ran.stderr
    assert cmdline(pi).startswith("overlayroot=tmpfs:recurse=0 console=tty1")
    assert overlay(pi, "on").returncode == 0  # once more changes nothing of it
    assert "recurse=0:recurse" not in cmdline(pi)
    assert "journald.conf" in (pi / "installed").read_text()


def test_the_overlay_can_be_taken_off_again(pi: Path) -> None:
    before = cmdline(pi)
    overlay(pi, "on", "--volatile")
    assert "after the next start: on" in overlay(pi, "status").stdout
    overlay(pi, "off")

    assert cmdline(pi) == before
    assert "after the next start: off" in overlay(pi, "status").stdout
