"""A card is prepared: on an image file, with this machine's loop devices."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "hardware" / "service" / "card.sh"
TOOLS = ("sfdisk", "mkfs.ext4", "resize2fs", "e2fsck", "losetup", "dumpe2fs")
SECTOR, MIB = 512, 1024 * 1024
BOOT_AT, SYSTEM_AT, SYSTEM_MIB, CARD_MIB = 4, 36, 64, 256
CMDLINE = "console=tty1 root=PARTUUID=0a-02 rootwait resize quiet\n"


def run(*arguments: str | Path) -> str:
    return subprocess.run(
        arguments, capture_output=True, text=True, timeout=120, check=True
    ).stdout


@dataclass(frozen=True)
class Card:
    """Is an image file with the two partitions of a fresh card."""

    image: Path

    def prepare(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SCRIPT, "--yes", *options, self.image],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def parts(self) -> list[tuple[int, int]]:
        """Return where each partition begins and how long it is, in MiB."""
        table = json.loads(run("sfdisk", "--json", self.image))["partitiontable"]
        return [
            (part["start"] * SECTOR // MIB, part["size"] * SECTOR // MIB)
            for part in table["partitions"]
        ]

    @contextmanager
    def mounted(self, number: int, at: Path) -> Iterator[Path]:
        start, size = self.parts()[number - 1]
        at.mkdir(exist_ok=True)
        where = f"loop,ro,offset={start * MIB},sizelimit={size * MIB}"
        run("mount", "-o", where, self.image, at)
        try:
            yield at
        finally:
            run("umount", at)


def filesystem(seed: Path, image: Path, mib: int) -> None:
    with image.open("wb") as made:
        made.truncate(mib * MIB)
    run("mkfs.ext4", "-q", "-F", "-d", seed, image)


@pytest.fixture
def card(tmp_path: Path) -> Card:
    """A small card; its boot partition is ext4, because not every kernel knows FAT."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed (packages fdisk, e2fsprogs, mount)")
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("only root, on a machine with loop devices, prepares a card")
    image = tmp_path / "card.img"
    with image.open("wb") as made:
        made.truncate(CARD_MIB * MIB)
    at = {"boot": (BOOT_AT, SYSTEM_AT - BOOT_AT), "system": (SYSTEM_AT, SYSTEM_MIB)}
    table = "".join(f"{a * MIB // SECTOR}, {n * MIB // SECTOR}, L\n" for a, n in at.values())
    subprocess.run(["sfdisk", "-q", image], input=f"label: dos\n{table}", text=True, check=True)
    for name, (start, size) in at.items():
        seed = tmp_path / name
        (seed / "etc").mkdir(parents=True)
        (seed / "etc/os-release").write_text("ID=debian\n", encoding="ascii")
        (seed / "cmdline.txt").write_text(CMDLINE, encoding="ascii")
        filesystem(seed, tmp_path / f"{name}.img", size)
        with image.open("r+b") as made:
            made.seek(start * MIB)
            made.write((tmp_path / f"{name}.img").read_bytes())
    return Card(image)


def test_games_and_decks_get_the_end_of_the_card_and_the_system_the_rest(card: Card) -> None:
    ran = card.prepare("--data", "32")

    assert ran.returncode == 0, ran.stderr
    assert card.parts() == [(4, 32), (36, 188), (224, 32)]


def test_the_system_grows_into_its_place_and_the_new_partition_has_its_name(
    card: Card, tmp_path: Path
) -> None:
    card.prepare("--data", "32")
    with card.mounted(2, tmp_path / "mount") as system:
        whole = os.statvfs(system)
        assert whole.f_blocks * whole.f_frsize > 150 * MIB
    start, size = card.parts()[2]
    data = tmp_path / "data.img"
    data.write_bytes(card.image.read_bytes()[start * MIB : (start + size) * MIB])
    assert "Filesystem volume name:   ringmaster\n" in run("dumpe2fs", "-h", data)


def test_the_first_start_installs_the_kit_with_the_options_given(
    card: Card, tmp_path: Path
) -> None:
    card.prepare("--data", "32", "--options", "--hotspot always")
    with card.mounted(2, tmp_path / "mount") as system:
        units = system / "etc/systemd/system"
        wanted = units / "multi-user.target.wants/ringmaster-first-boot.service"
        options = (system / "etc/ringmaster/first-boot.conf").read_text(encoding="ascii")
        source = system / "opt/ringmaster/source"
        assert (wanted.parent / wanted.readlink()).resolve() == (
            units / "ringmaster-first-boot.service"
        )
        assert options == "INSTALL_OPTIONS=--hotspot always\n"
        assert os.access(source / "hardware/service/install.sh", os.X_OK)
        assert (source / "pyproject.toml").exists()
        assert not (source / "tests").exists()
        assert not (source / ".venv").exists()


def test_the_system_does_not_try_to_grow_by_itself(card: Card, tmp_path: Path) -> None:
    card.prepare("--data", "32")
    with card.mounted(1, tmp_path / "mount") as boot:
        assert (boot / "cmdline.txt").read_text() == CMDLINE.replace(" resize", "")


def test_a_card_without_a_data_partition_stays_as_it_was_cut(card: Card, tmp_path: Path) -> None:
    before = card.parts()
    assert card.prepare("--data", "0").returncode == 0
    assert card.parts() == before
    with card.mounted(1, tmp_path / "mount") as boot:
        assert (boot / "cmdline.txt").read_text() == CMDLINE


def test_a_card_is_not_prepared_twice_nor_beyond_its_end(card: Card) -> None:
    too_much = card.prepare("--data", "200")
    assert (too_much.returncode, len(card.parts())) == (1, 2)
    assert "too small" in too_much.stderr
    card.prepare("--data", "32")
    again = card.prepare("--data", "32")

    assert again.returncode == 1
    assert "third partition already" in again.stderr


def test_an_image_that_is_still_packed_is_refused_in_one_line(card: Card) -> None:
    card.image.write_bytes(b"\xfd7zXZ\x00" + bytes(4096))

    ran = card.prepare("--data", "32")

    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"ringmaster: {card.image} has no partitions: write Raspberry Pi OS")


def test_nothing_stays_mounted(card: Card) -> None:
    card.prepare("--data", "32")

    assert str(card.image) not in run("losetup", "--all")
    assert str(card.image) not in Path("/proc/mounts").read_text(encoding="utf-8")
