"""The doctor: looks at everything that a kit needs, in the order in which it breaks.

Each check returns findings with one line of cure; none raises. What only real hardware can tell
is looked at where there is some, and said to be missing where there is none.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.board import Board
from firmware.board_check import findings as board_findings
from firmware.devices import Devices
from firmware.nfc.watchdog import ReaderStatistics
from firmware.notice_board import Finding

SPI_DEVICES = (Path("/dev/spidev0.0"), Path("/dev/spidev0.1"))
GPIO_CHIPS = Path("/sys/bus/gpio/devices")
CLONE = "No known chip of NXP's: most such clones work; try a few tags before an evening."
CLASHING = {"RPi.GPIO", "rpi-lgpio"}


@dataclass(frozen=True, slots=True)
class Host:
    """Holds the places of the machine that are looked at; tests give others."""

    spi: Sequence[Path] = SPI_DEVICES
    chips: Path = GPIO_CHIPS
    owners: Callable[[], Sequence[str]] = lambda: owners_of("RPi")
    load: Callable[[str], object] = importlib.import_module


def owners_of(package: str) -> Sequence[str]:
    """Return which installed distributions own an import package."""
    return importlib.metadata.packages_distributions().get(package, ())


def look_at_machine(host: Host) -> tuple[Finding, ...]:
    """Check libraries, device files and rights of a Pi."""
    return (
        *_pin_libraries(host),
        *_lgpio(host),
        *_spi(host),
        *_chips(host),
        *_pipe_folder(),
    )


def _pin_libraries(host: Host) -> tuple[Finding, ...]:
    owners = sorted({owner for owner in host.owners() if owner in CLASHING})
    if len(owners) < 2:
        owner = owners[0] if owners else "nobody"
        return (Finding("RPi.GPIO", "ok", f"The import package RPi is owned by {owner}."),)
    text = f"{' and '.join(owners)} both install RPi/GPIO; the last one installed wins."
    cure = "pip uninstall RPi.GPIO rpi-lgpio, then install the one that you want."
    return (Finding("RPi.GPIO", "error", text, cure),)


def _lgpio(host: Host) -> tuple[Finding, ...]:
    cure = "apt install python3-lgpio, and make the environment with --system-site-packages."
    try:
        module = host.load("lgpio")
    except ImportError:
        return (Finding("lgpio", "error", "The library lgpio is not installed.", cure),)
    except OSError as error:
        return (Finding("lgpio", "error", f"lgpio cannot start: {error}", "Set LG_WD."),)
    if not hasattr(module, "gpiochip_open"):
        return (Finding("lgpio", "error", "The installed lgpio is an empty package.", cure),)
    return (Finding("lgpio", "ok", "lgpio is installed."),)


def _spi(host: Host) -> tuple[Finding, ...]:
    return tuple(_spi_device(device) for device in host.spi)


def _spi_device(device: Path) -> Finding:
    if not device.exists():
        return Finding(
            str(device), "error", "There is no such device.", "Put dtparam=spi=on into config.txt."
        )
    if not os.access(device, os.R_OK | os.W_OK):
        return Finding(str(device), "error", "It may not be used.", "Join the group spi.")
    return Finding(str(device), "ok", "It can be used.")


def _chips(host: Host) -> tuple[Finding, ...]:
    labels = []
    if host.chips.is_dir():
        for chip in sorted(host.chips.iterdir()):
            label = chip / "label"
            labels.append(label.read_text().strip() if label.is_file() else chip.name)
    if not labels:
        return (Finding("gpiochip", "error", "This machine has no pins.", "Use --mock off a Pi."),)
    return (Finding("gpiochip", "ok", f"Pin controllers: {', '.join(labels)}."),)


def _pipe_folder() -> tuple[Finding, ...]:
    folder = os.environ.get("LG_WD", ".")
    if os.access(folder, os.W_OK):
        return (Finding("lgpio's pipe", "ok", "Its folder can be written."),)
    return (
        Finding(
            "lgpio's pipe",
            "error",
            f"The folder {folder} cannot be written.",
            "Set LG_WD to a folder that can, such as one under /run.",
        ),
    )


def look_at_board(board: Board) -> tuple[Finding, ...]:
    """Check every rule of the board's pin table."""
    found = board_findings(board)
    if not found:
        return (Finding(f"board {board.name}", "ok", "Its pin table breaks no rule."),)
    return tuple(
        Finding(f"board {board.name}: {one.part}", one.severity.value, one.text, one.cure)
        for one in found
    )


def look_at_devices(
    devices: Devices, now_ns: Callable[[], int], polls: int
) -> tuple[Finding, ...]:
    """Poll each reader so many times, and name the pins that could not be claimed."""
    for _ in range(polls):
        devices.readers.poll(now_ns())
    readers = tuple(map(_reader, devices.readers.statistics()))
    pins = devices.findings()
    fine = () if pins else (Finding("panel", "ok", "Every pin of the board was claimed."),)
    return (*pins, *fine, *readers)


def _reader(reader: ReaderStatistics) -> Finding:
    if reader.is_failed:
        return Finding(f"reader {reader.name}", "error", reader.why, "Check its wires and 3.3 V.")
    text = f"{reader.version_name}; {reader.last_transfers} transfers a poll."
    if not reader.is_genuine:
        return Finding(f"reader {reader.name}", "warning", text, CLONE)
    return Finding(f"reader {reader.name}", "ok", text)


def severity(found: Sequence[Finding]) -> int:
    """Return the exit code: 0 if all is well, 1 if the kit cannot work as it is."""
    return int(any(finding.state == "error" for finding in found))
