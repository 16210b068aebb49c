"""Register buses: how the chip driver reaches an MFRC522, over spidev or the mfrc522 package.

Both adapters speak the SPI of the data sheet's section 8.1.2: an address byte (bit 7 read, bits
6 to 1 register), then data. A bus counts its transfers, so that `bench` and `doctor` can tell.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from firmware.nfc.registers import FIFO_DATA, FIFO_SIZE, READ

SPI_HZ = 1_000_000


class RegisterBus(Protocol):
    """Reads and writes the registers of one chip; every call may raise OSError."""

    @property
    def transfers(self) -> int:
        """Return the number of SPI transfers so far."""
        ...

    @property
    def octets(self) -> int:
        """Return the number of bytes moved so far, addresses included."""
        ...

    def read(self, register: int) -> int:
        """Return a register's value."""
        ...

    def write(self, register: int, *values: int) -> None:
        """Write values, one after another, to the same register."""
        ...

    def read_many(self, registers: Sequence[int]) -> Sequence[int]:
        """Return the values of several registers, in order; give a tuple that is used again."""
        ...

    def read_fifo(self, count: int) -> bytes:
        """Return the next `count` bytes of the FIFO, 0 to 64."""
        ...

    def transfer(self, octets: Sequence[int]) -> Sequence[int]:
        """Make one raw transfer, for whoever looks at the wires; return what came back."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...


class SpiPort(Protocol):
    """Moves bytes: the part of `spidev.SpiDev` that is used here."""

    def xfer2(self, values: list[int]) -> list[int]:
        """Send bytes with chip select held down; return as many that came back."""
        ...

    def close(self) -> None:
        """Close the device."""
        ...


class SpidevBus:
    """Reaches the chip through spidev, a burst a transfer.

    Several addresses in one transfer return several registers; a repeated one empties the FIFO.
    """

    def __init__(self, spi: SpiPort) -> None:
        self.transfers = 0
        self.octets = 0
        self._spi = spi
        self._xfer2 = spi.xfer2
        self._bursts: dict[Sequence[int], list[int]] = {}

    def read(self, register: int) -> int:
        """Return a register's value, in one transfer of two bytes."""
        self.transfers += 1
        self.octets += 2
        return self._xfer2([register << 1 | READ, 0])[1]

    def write(self, register: int, *values: int) -> None:
        """Write values to one register, in one transfer."""
        self.transfers += 1
        self.octets += 1 + len(values)
        self._xfer2([register << 1, *values])

    def read_many(self, registers: Sequence[int]) -> Sequence[int]:
        """Return the values of several registers, in one transfer."""
        burst = self._bursts.get(registers)
        if burst is None:
            burst = self._bursts[registers] = [*(r << 1 | READ for r in registers), 0]
        self.transfers += 1
        self.octets += len(burst)
        return self._xfer2(burst[:])[1:]  # a copy: spidev may answer in the list it is given

    def read_fifo(self, count: int) -> bytes:
        """Return the next `count` bytes of the FIFO, in one transfer."""
        if not 0 < count <= FIFO_SIZE:
            return b""
        self.transfers += 1
        self.octets += count + 1
        return bytes(self._xfer2([FIFO_DATA << 1 | READ] * count + [0])[1:])

    def transfer(self, octets: Sequence[int]) -> Sequence[int]:
        """Make one raw transfer."""
        self.transfers += 1
        self.octets += len(octets)
        return self._xfer2(list(octets))

    def close(self) -> None:
        """Close the SPI device."""
        self._spi.close()


class RegisterPackage(Protocol):
    """Reads and writes single registers: the part of `mfrc522.MFRC522` that is used here."""

    spi: SpiPort

    def Read_MFRC522(self, addr: int) -> int:  # noqa: N802 - the package's own name
        """Return a register's value."""
        ...

    def Write_MFRC522(self, addr: int, val: int) -> object:  # noqa: N802 - the package's own name
        """Write one value to a register."""
        ...


class Mfrc522PackageBus:
    """Reaches the chip through the `mfrc522` package's two register functions, a byte a transfer.

    Its wait loop, its single-level UID and its `Close_MFRC522`, which gives up every pin of the
    process, are not used.
    """

    def __init__(self, chip: RegisterPackage) -> None:
        self.transfers = 0
        self._chip = chip

    @property
    def octets(self) -> int:
        """Return the bytes moved: two a transfer."""
        return 2 * self.transfers

    def read(self, register: int) -> int:
        """Return a register's value, in one transfer."""
        self.transfers += 1
        return self._chip.Read_MFRC522(register)

    def write(self, register: int, *values: int) -> None:
        """Write values to one register, a transfer each."""
        for value in values:
            self.transfers += 1
            self._chip.Write_MFRC522(register, value)

    def read_many(self, registers: Sequence[int]) -> Sequence[int]:
        """Return the values of several registers, a transfer each."""
        self.transfers += len(registers)
        return [self._chip.Read_MFRC522(register) for register in registers]

    def read_fifo(self, count: int) -> bytes:
        """Return the next `count` bytes of the FIFO, a transfer each."""
        return bytes(self.read_many((FIFO_DATA,) * count)) if 0 < count <= FIFO_SIZE else b""

    def transfer(self, octets: Sequence[int]) -> Sequence[int]:
        """Make one raw transfer, past the package; not counted among its own."""
        return self._chip.spi.xfer2(list(octets))

    def close(self) -> None:
        """Close the SPI device only: the package's pins belong to the whole process."""
        self._chip.spi.close()


def open_spidev(bus: int, device: int, speed_hz: int = SPI_HZ) -> SpidevBus:
    """Open `/dev/spidev<bus>.<device>`; raises ImportError or OSError if it is not there."""
    spi: Any = importlib.import_module("spidev").SpiDev()
    spi.open(bus, device)
    spi.max_speed_hz = speed_hz
    spi.mode = 0
    return SpidevBus(spi)


def open_mfrc522_package(
    bus: int, device: int, *, pin_rst: int, speed_hz: int = SPI_HZ
) -> Mfrc522PackageBus:
    """Open a reader with the `mfrc522` package; `pin_rst` is in the numbering mode in force.

    The pin is always named: left alone, the package drives BCM 15, the serial port's RXD, as soon
    as anything has put RPi.GPIO into BCM mode. Raises ImportError without the package.
    """
    package: Callable[..., RegisterPackage] = importlib.import_module("mfrc522").MFRC522
    log = logging.getLogger("mfrc522Logger")
    before = log.handlers[:]
    chip = package(bus=bus, device=device, spd=speed_hz, pin_rst=pin_rst)
    for added in set(log.handlers) - set(before):  # one more an instance: lines would repeat
        log.removeHandler(added)
    return Mfrc522PackageBus(chip)
