"""The machine: device files, groups, the header's pin controller, its lines and its supply."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from firmware.board import Board
from firmware.board_uses import PinUse, Role, pin_uses
from firmware.doctor.host import Host
from firmware.notice_board import Finding

HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
OPENED_CHIPS = (0, 4)  # what gpiozero opens: 4 on a Pi 5 that has it, else 0
# How the kernel names who holds a line -> what makes it do so.
OVERLAYS = {
    "onewire": "dtoverlay=w1-gpio",
    "w1": "dtoverlay=w1-gpio",
    "spi1": "the overlay of SPI1 (dtoverlay=spi1-...)",
    "spi0": "the overlay that moves SPI0's chip selects (dtoverlay=spi0-...)",
    "ir-receiver": "dtoverlay=gpio-ir",
    "fan": "dtoverlay=gpio-fan",
    "shutdown": "dtoverlay=gpio-shutdown",
    "dht11": "dtoverlay=dht11",
}


def look_at_spi(host: Host, board: Board) -> tuple[Finding, ...]:
    """Check the device file of each reader that has one."""
    devices = {reader.device for reader in board.readers if reader.device is not None}
    return tuple(_spi_device(host, device) for device in sorted(devices))


def _spi_device(host: Host, device: int) -> Finding:
    name = f"spidev0.{device}"
    path = host.place(f"dev/{name}")
    if not path.exists():
        cure = "Put dtparam=spi=on into config.txt and restart the Pi."
        if device and host.place("dev/spidev0.0").exists():
            cure = "Take the overlay out of config.txt that leaves SPI0 one select, and restart."
        return Finding(f"/dev/{name}", "error", "There is no such device.", cure)
    if not host.may_use(path):
        return Finding(f"/dev/{name}", "error", "It may not be used.", joining("spi"))
    return Finding(f"/dev/{name}", "ok", "It can be used.")


def joining(group: str) -> str:
    """Return the cure for a missing group."""
    return f"Join the group {group} (sudo usermod -aG {group} $USER) and log in again."


def look_at_groups(host: Host) -> tuple[Finding, ...]:
    """Check that this user is in the groups that own pins and readers.

    A missing one is only a warning: the device files say themselves whether they can be used.
    """
    now, later = host.groups(), host.groups_later()
    missing = [group for group in ("gpio", "spi") if group not in now]
    if not missing:
        return (
            Finding(
                "groups", "ok", "This user may use pins and readers, by its groups or as root."
            ),
        )
    return tuple(_without(group, is_written=group in later) for group in missing)


def _without(group: str, *, is_written: bool) -> Finding:
    if is_written:
        text = f"You have joined the group {group}, but not in this login."
        return Finding("groups", "warning", text, "Log in again, or restart the service.")
    return Finding("groups", "warning", f"You are not in the group {group}.", joining(group))


def look_at_chips(host: Host) -> tuple[Finding, ...]:
    """Check that the header's pins are there, may be used, and are where gpiozero opens them."""
    numbers = host.pin_chips()
    if not numbers:
        return (Finding("gpiochip", "error", "This machine has no pins.", "Use --mock off a Pi."),)
    closed = [n for n in numbers if not host.may_use(host.place(f"dev/gpiochip{n}"))]
    if len(closed) == len(numbers):
        return (Finding("gpiochip", "error", "The pins may not be used.", joining("gpio")),)
    labels = {number: label_of(host, number) for number in numbers if number not in closed}
    told = {number: label for number, label in labels.items() if label}
    return (_labelled(told) if told else _unlabelled(numbers),)


def _unlabelled(numbers: tuple[int, ...]) -> Finding:
    """Name pin controllers that cannot be asked; lgpio, where it is needed, is told elsewhere."""
    listed = ", ".join(f"gpiochip{number}" for number in numbers)
    return Finding("gpiochip", "ok", f"Pin controllers: {listed}, which tell no label.")


def _labelled(labels: dict[int, str]) -> Finding:
    listed = ", ".join(f"{label} on gpiochip{number}" for number, label in labels.items())
    headers = [number for number, label in labels.items() if label in HEADER_LABELS]
    if not headers:
        text = f"No pin controller is that of a Pi's header: {listed}."
        return Finding("gpiochip", "error", text, "Run this on a Pi, or use --mock.")
    if not set(headers) & set(OPENED_CHIPS):
        text = f"The header's pins are not where gpiozero looks for them: {listed}."
        cure = "Take overlays that add pins out of config.txt, or update gpiozero."
        return Finding("gpiochip", "error", text, cure)
    return Finding("gpiochip", "ok", f"Pin controllers: {listed}.")


def label_of(host: Host, number: int) -> str | None:
    """Return a pin controller's label, or None if it cannot be asked."""
    with opened(host, number) as (lgpio, handle):
        if lgpio is None:
            return None
        with suppress(Exception):  # each build of lgpio has its own errors
            return str(lgpio.gpio_get_chip_info(handle)[3])
    return None


@contextmanager
def opened(host: Host, number: int) -> Iterator[tuple[Any, Any]]:
    """Open a pin controller for questions; gives lgpio and a handle, or None and None."""
    lgpio: Any = None
    handle: Any = None
    with suppress(Exception):  # not there, not allowed, not whole: told elsewhere
        module: Any = host.load("lgpio")
        handle = module.gpiochip_open(number)
        lgpio = module
    try:
        yield lgpio, handle
    finally:
        if lgpio is not None:
            with suppress(Exception):
                lgpio.gpiochip_close(handle)


def header_chip(host: Host) -> int | None:
    """Return the number of the pin controller of the Pi's header, or None."""
    numbers = host.pin_chips()
    return next((n for n in numbers if label_of(host, n) in HEADER_LABELS), None)


def look_at_lines(host: Host, board: Board) -> tuple[Finding, ...]:
    """Name each pin of the board that somebody else holds, without claiming any."""
    number = header_chip(host)
    if number is None:
        return ()
    with opened(host, number) as (lgpio, handle):
        held = {use: _user(lgpio, handle, use.pin) for use in pin_uses(board)}
    found = tuple(_held(use, user) for use, user in held.items() if not _is_right(use, user))
    return found or (Finding("lines", "ok", "Nobody else holds a pin of the board."),)


def _user(lgpio: Any, handle: Any, pin: int) -> str:
    with suppress(Exception):
        return str(lgpio.gpio_get_line_info(handle, pin)[4])
    return ""


def _is_right(use: PinUse, user: str) -> bool:
    is_spis = use.role in {Role.SELECT, Role.BUS}
    return not user or (is_spis and user.startswith("spi0"))


def line_part(pin: int, part: str) -> str:
    """Return what a pin is called in findings."""
    return f"pin {pin} ({part})"


def _held(use: PinUse, user: str) -> Finding:
    overlay = next((what for name, what in OVERLAYS.items() if user.startswith(name)), None)
    cure = f"Stop {user}, such as a kit that runs already; `gpioinfo` lists who holds what."
    if overlay is not None:
        cure = f"Take {overlay} out of config.txt and restart the Pi."
    return Finding(line_part(use.pin, use.part), "error", f"{user} holds this pin.", cure)


def look_at_supply(host: Host) -> tuple[Finding, ...]:
    """Tell whether the Pi's own 5 V are too low, where the machine says so."""
    for sensor in sorted(host.place("sys/class/hwmon").glob("*")):
        path = f"sys/class/hwmon/{sensor.name}"
        if (host.text(f"{path}/name") or "").strip() != "rpi_volt":
            continue
        if (host.text(f"{path}/in0_lcrit_alarm") or "").strip() == "1":
            cure = "Use the Pi's own supply and a short, thick cable: readers fail first."
            return (Finding("supply", "warning", "The Pi's 5 V are too low.", cure),)
        return (Finding("supply", "ok", "The Pi's 5 V are not too low now."),)
    return ()
