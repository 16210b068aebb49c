"""A simulated SPI bus with its chips, and the `spidev.SpiDev` that opens it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import ClassVar

from firmware.mock.chip import SimulatedMfrc522

KERNEL_DEFAULT_HZ = 125_000_000
NS_PER_BIT_HZ = 8_000_000_000

Chips = Mapping[tuple[int, int], SimulatedMfrc522]
"""Which chip answers at which (bus, device)."""


class SimulatedSpiDev:
    """Moves bytes to a simulated chip, with spidev's own names, and lets that take its time.

    `overhead_ns` is what a transfer costs beside its bits: a system call, and Python.
    As in spidev, the answer comes back in the list that was given.
    """

    chips: ClassVar[Chips] = {}
    overhead_ns: ClassVar[int] = 0

    def __init__(self, bus: int | None = None, device: int | None = None) -> None:
        self.mode = 0
        self.bits_per_word = 8
        self.transfers = 0
        self.octets = 0
        self._chip: SimulatedMfrc522 | None = None
        self.max_speed_hz = KERNEL_DEFAULT_HZ
        if bus is not None and device is not None:
            self.open(bus, device)

    @property
    def max_speed_hz(self) -> int:
        """Return the bus clock."""
        return self._speed_hz

    @max_speed_hz.setter
    def max_speed_hz(self, hz: int) -> None:
        self._speed_hz = hz
        self._octet_ns = NS_PER_BIT_HZ // hz

    def open(self, bus: int, device: int) -> None:
        """Open a device; raises FileNotFoundError if no chip is there."""
        chip = self.chips.get((bus, device))
        if chip is None:
            raise FileNotFoundError(2, "No such file or directory")
        self._chip = chip

    def xfer2(self, values: list[int]) -> list[int]:
        """Make a transfer with chip select held down; raises OSError if the device is closed."""
        chip = self._chip
        if chip is None:
            raise OSError(9, "Bad file descriptor")
        count = len(values)
        self.transfers += 1
        self.octets += count
        chip.clock.advance(self.overhead_ns + count * self._octet_ns)
        chip.transfer(values)
        return values

    def xfer(self, values: list[int]) -> list[int]:
        """Make a transfer; with one chip select a device it is the same."""
        return self.xfer2(values)

    def writebytes(self, values: Sequence[int]) -> None:
        """Send bytes and drop what comes back."""
        self.xfer2(list(values))

    def readbytes(self, count: int) -> list[int]:
        """Return what comes back for so many zeros."""
        return self.xfer2([0] * count)

    def close(self) -> None:
        """Close the device."""
        self._chip = None

    def __enter__(self) -> SimulatedSpiDev:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def spidev_of(chips: Chips, overhead_ns: int = 0) -> type[SimulatedSpiDev]:
    """Return a `SpiDev` class whose buses hold these chips."""
    return type("SpiDev", (SimulatedSpiDev,), {"chips": dict(chips), "overhead_ns": overhead_ns})
