"""Puts simulated `spidev` and `RPi.GPIO` where programs import them from, for a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

from firmware.mock.rpi_gpio import SimulatedGpio
from firmware.mock.spi import Chips, SimulatedSpiDev, spidev_of

BOUND = ("mfrc522", "spidev", "RPi")
"""Packages that are, or hold on to, the libraries that are replaced."""


@dataclass(frozen=True, slots=True)
class Libraries:
    """Holds the simulated modules: `gpio` with its pins, and the `SpiDev` class."""

    gpio: SimulatedGpio
    spidev: type[SimulatedSpiDev]


@contextmanager
def simulated_libraries(
    chips: Chips,
    *,
    reset_pin: int | None = None,
    overhead_ns: int = 0,
    has_edges: bool = True,
) -> Iterator[Libraries]:
    """Let `import spidev`, `import RPi.GPIO` and `import mfrc522` reach these chips.

    `reset_pin` is the GPIO number that drives NRSTPD of all chips; None means it is tied to 3.3 V.
    `has_edges` is False for an RPi.GPIO on a kernel that has no edges for it.
    What was imported before is put back at the end.
    """
    resets = {} if reset_pin is None else {reset_pin: chips.values()}
    gpio = SimulatedGpio(resets, has_edges=has_edges)
    spi = spidev_of(chips, overhead_ns)
    before = _taken_out()
    sys.modules.update(_modules(gpio, spi))
    try:
        yield Libraries(gpio, spi)
    finally:
        _taken_out()
        sys.modules.update(before)


def _taken_out() -> dict[str, ModuleType]:
    """Remove the replaced packages from the imported modules, and return them."""
    names = [name for name in sys.modules if name.partition(".")[0] in BOUND]
    return {name: sys.modules.pop(name) for name in names}


def _modules(gpio: SimulatedGpio, spi: type[SimulatedSpiDev]) -> dict[str, ModuleType]:
    spidev = ModuleType("spidev")
    vars(spidev)["SpiDev"] = spi
    package = ModuleType("RPi")
    package.__path__ = []
    vars(package)["GPIO"] = gpio
    return {"spidev": spidev, "RPi": package, "RPi.GPIO": gpio}
