"""What the chip driver costs, measured on the simulated chip: transfers, air time, own time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_air import READY_NS
from firmware.mock.spi import spidev_of
from firmware.mock.tags import Tag
from firmware.nfc.bus import SpidevBus
from firmware.nfc.iso14443 import (
    HLTA,
    REPLY_DELAY_NS,
    answered_ns,
    anticollision,
    levels_of,
    select,
    sent_ns,
)
from firmware.nfc.mfrc522 import Mfrc522

FASTEST_SPI_HZ = 10_000_000
UID = "04A3C6CAE26180"
ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class ReaderFigures:
    """Holds the figures of one reader over spidev.

    `new_tag_ns` is one poll that finds one 7-byte tag, at 10 MHz and no overhead; `active_air_ns`
    the ISO 14443 air time up to the selected tag, `air_ns` that with its HALT and the closing
    request. `empty_cpu_ns` and `tag_cpu_ns` are processor time, the simulation included.
    """

    empty_transfers: int
    empty_octets: int
    tag_transfers: int
    tag_octets: int
    new_tag_ns: int
    active_air_ns: int
    air_ns: int
    empty_cpu_ns: int
    tag_cpu_ns: int


def measure(cpu_ns: Callable[[], int]) -> ReaderFigures:
    """Measure; `cpu_ns` tells the processor time, such as `time.process_time_ns`."""
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip})(0, 0)
    spi.max_speed_hz = FASTEST_SPI_HZ
    driver = Mfrc522(SpidevBus(spi), chip.clock.advance)
    driver.start()
    driver.field_on()
    empty_transfers, empty_octets, _ = _poll(chip, driver)
    empty_cpu_ns = _cpu(driver, cpu_ns)
    chip.lay([Tag(UID)])
    chip.clock.advance(READY_NS)
    tag_transfers, tag_octets, new_tag_ns = _poll(chip, driver)
    return ReaderFigures(
        empty_transfers=empty_transfers,
        empty_octets=empty_octets,
        tag_transfers=tag_transfers,
        tag_octets=tag_octets,
        new_tag_ns=new_tag_ns,
        active_air_ns=active_air_ns(),
        air_ns=active_air_ns() + HLTA.took_ns + sent_ns(7),
        empty_cpu_ns=empty_cpu_ns,
        tag_cpu_ns=_cpu(driver, cpu_ns),
    )


def active_air_ns() -> int:
    """Return the air time of WUPA to SELECT for a 7-byte UID, with the pauses between frames."""
    frames = [sent_ns(7) + REPLY_DELAY_NS + answered_ns(16)]
    for level, part in levels_of(bytes.fromhex(UID)):
        frames += [anticollision(level, 0, 0).took_ns, select(level, part).took_ns]
    return sum(frames) + len(frames) * 86_400


def _poll(chip: SimulatedMfrc522, driver: Mfrc522) -> tuple[int, int, int]:
    """Return transfers, bytes and virtual time of one poll."""
    bus, began_ns = driver.bus, chip.clock.now_ns()
    before = bus.transfers, bus.octets
    driver.inventory()
    return bus.transfers - before[0], bus.octets - before[1], chip.clock.now_ns() - began_ns


def _cpu(driver: Mfrc522, cpu_ns: Callable[[], int]) -> int:
    began = cpu_ns()
    for _ in range(ROUNDS):
        driver.inventory()
    return (cpu_ns() - began) // ROUNDS
