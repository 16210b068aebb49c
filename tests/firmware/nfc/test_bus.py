"""Both register buses: the same registers, the same UIDs, through different libraries."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.rpi_gpio import BCM, HIGH, OUT
from firmware.mock.spi_libraries import simulated_libraries
from firmware.mock.tags import Tag
from firmware.nfc import registers as r
from firmware.nfc.bus import RegisterBus, open_mfrc522_package, open_spidev
from firmware.nfc.inventory import Inventory
from firmware.nfc.mfrc522 import Mfrc522

HAS_PACKAGE = importlib.util.find_spec("mfrc522") is not None
needs_package = pytest.mark.skipif(
    not HAS_PACKAGE,
    reason="the mfrc522 package is not installed (pip install --no-deps mfrc522==0.0.7)",
)
ADAPTERS = ["spidev", pytest.param("package", marks=needs_package)]
UIDS = st.sampled_from([4, 7, 10]).flatmap(
    lambda size: st.binary(min_size=size, max_size=size).map(
        lambda octets: (b"\x04" + octets[1:]).hex().upper()
    )
)


def _open(adapter: str) -> RegisterBus:
    if adapter == "spidev":
        return open_spidev(0, 0)
    return open_mfrc522_package(0, 0, pin_rst=22)


@pytest.fixture
def chip() -> SimulatedMfrc522:
    return SimulatedMfrc522()


@pytest.fixture(params=ADAPTERS)
def bus(request: pytest.FixtureRequest, chip: SimulatedMfrc522) -> Iterator[RegisterBus]:
    with simulated_libraries({(0, 0): chip}):
        yield _open(request.param)


def test_registers_are_written_and_read(bus: RegisterBus) -> None:
    bus.write(r.MODE, 0x3D)
    assert bus.read(r.MODE) == 0x3D
    assert list(bus.read_many((r.VERSION, r.MODE))) == [0x92, 0x3D]


def test_the_fifo_is_filled_and_emptied(bus: RegisterBus) -> None:
    bus.write(r.FIFO_DATA, *range(64))
    assert bus.read_fifo(64) == bytes(range(64))
    assert bus.read_fifo(0) == bus.read_fifo(65) == b""


def test_reading_many_twice_reads_the_same_registers(bus: RegisterBus) -> None:
    registers = (r.VERSION, r.MOD_WIDTH)
    assert list(bus.read_many(registers)) == list(bus.read_many(registers)) == [0x92, 0x26]


def test_spidev_moves_a_burst_a_transfer(chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}):
        bus = open_spidev(0, 0)
        bus.write(r.FIFO_DATA, 1, 2, 3)
        bus.read_many((r.VERSION, r.MODE, r.COLL))
        bus.read_fifo(3)
        bus.read(r.ERROR)
        assert (bus.transfers, bus.octets) == (4, 4 + 4 + 4 + 2)


@needs_package
def test_the_package_moves_a_byte_a_transfer(chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}):
        bus = open_mfrc522_package(0, 0, pin_rst=22)
        bus.write(r.FIFO_DATA, 1, 2, 3)
        bus.read_many((r.VERSION, r.MODE, r.COLL))
        bus.read_fifo(3)
        bus.read(r.ERROR)
        assert (bus.transfers, bus.octets) == (10, 20)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_empty_poll_is_at_most_25_transfers(adapter: str, chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}):
        driver = Mfrc522(_open(adapter), chip.clock.advance)
        driver.start()
        before = driver.bus.transfers
        driver.inventory()
        driver.field_off()
        assert driver.bus.transfers - before <= 25


@pytest.mark.parametrize("adapter", ADAPTERS)
@given(uids=st.sets(UIDS, min_size=0, max_size=4))
@settings(max_examples=20, deadline=None)
def test_the_same_uids_are_found_through_every_adapter(adapter: str, uids: set[str]) -> None:
    chip = SimulatedMfrc522()
    chip.lay([Tag(uid) for uid in uids])
    with simulated_libraries({(0, 0): chip}):
        driver = Mfrc522(_open(adapter), chip.clock.advance)
        driver.start()
        assert driver.inventory() == Inventory(frozenset(uids))


@needs_package
def test_the_package_is_always_told_its_reset_pin(chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}, reset_pin=25) as libraries:
        libraries.gpio.setmode(BCM)
        bus = open_mfrc522_package(0, 0, pin_rst=25)
        assert libraries.gpio.levels == {25: HIGH}
        assert bus.read(r.VERSION) == 0x92


@needs_package
def test_the_package_is_closed_without_giving_up_other_pins(chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}) as libraries:
        bus = open_mfrc522_package(0, 0, pin_rst=22)
        libraries.gpio.setup(11, OUT, initial=HIGH)
        bus.close()
        assert libraries.gpio.levels == {25: HIGH, 17: HIGH}
        with pytest.raises(OSError, match="Bad file descriptor"):
            bus.read(r.VERSION)


@needs_package
def test_opening_the_package_again_leaves_no_log_handlers_behind(chip: SimulatedMfrc522) -> None:
    log = logging.getLogger("mfrc522Logger")
    before = log.handlers[:]
    with simulated_libraries({(0, 0): chip}):
        for _ in range(3):
            open_mfrc522_package(0, 0, pin_rst=22)
    assert log.handlers == before


def test_a_closed_spidev_bus_raises(chip: SimulatedMfrc522) -> None:
    with simulated_libraries({(0, 0): chip}):
        bus = open_spidev(0, 0)
        bus.close()
        with pytest.raises(OSError, match="Bad file descriptor"):
            bus.read(r.VERSION)
