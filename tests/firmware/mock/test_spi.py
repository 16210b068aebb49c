from __future__ import annotations

import importlib
import sys

import pytest

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.rpi_gpio import BCM, BOARD, HIGH, IN, LOW, OUT, SimulatedGpio
from firmware.mock.spi import spidev_of
from firmware.mock.spi_libraries import simulated_libraries


def test_a_transfer_takes_its_bits_and_its_overhead() -> None:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip}, overhead_ns=30_000)(0, 0)
    spi.max_speed_hz = 1_000_000
    spi.xfer2([0xEE, 0])
    assert chip.clock.now_ns() == 30_000 + 16_000
    assert spi.max_speed_hz == 1_000_000


def test_the_answer_comes_back_in_the_list_that_was_given() -> None:
    spi = spidev_of({(0, 0): SimulatedMfrc522()})(0, 0)
    sent = [0xEE, 0]
    assert spi.xfer2(sent) is sent
    assert sent == [0, 0x92]


def test_other_ways_to_move_bytes_reach_the_chip_too() -> None:
    chip = SimulatedMfrc522()
    with spidev_of({(0, 0): chip})(0, 0) as spi:
        spi.writebytes([0x22, 0x3D])
        assert spi.xfer([0xA2, 0])[1] == 0x3D
        assert spi.readbytes(2) == [0, 0]
        assert (spi.transfers, spi.octets) == (3, 6)


def test_a_device_without_chip_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        spidev_of({})(0, 0)


def test_a_closed_device_raises() -> None:
    spi = spidev_of({(0, 0): SimulatedMfrc522()})()
    with pytest.raises(OSError, match="Bad file descriptor"):
        spi.xfer2([0])
    spi.open(0, 0)
    spi.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        spi.xfer2([0])


def test_libraries_are_replaced_for_a_while_and_put_back() -> None:
    before = {name: sys.modules.get(name) for name in ("spidev", "RPi", "RPi.GPIO", "mfrc522")}
    with simulated_libraries({(0, 1): SimulatedMfrc522()}) as libraries:
        assert importlib.import_module("RPi.GPIO") is libraries.gpio
        assert importlib.import_module("RPi").GPIO is libraries.gpio
        spi = importlib.import_module("spidev").SpiDev()
        spi.open(0, 1)
        assert spi.xfer2([0xEE, 0])[1] == 0x92
    assert {name: sys.modules.get(name) for name in before} == before


def test_both_numberings_drive_the_same_pin() -> None:
    board, bcm = SimulatedGpio(), SimulatedGpio()
    board.setmode(BOARD)
    board.setup(22, OUT, initial=HIGH)
    bcm.setmode(BCM)
    bcm.setup(25, OUT)
    bcm.output(25, HIGH)
    assert board.levels == bcm.levels == {25: HIGH}
    assert board.input(22) == HIGH
    assert (board.getmode(), bcm.getmode()) == (BOARD, BCM)


def test_a_second_numbering_is_refused() -> None:
    gpio = SimulatedGpio()
    gpio.setmode(BCM)
    gpio.setmode(BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(BOARD)
    with pytest.raises(ValueError, match="invalid mode"):
        gpio.setmode(12)


def test_pins_that_are_not_there_or_not_set_up_are_refused() -> None:
    gpio = SimulatedGpio()
    with pytest.raises(RuntimeError, match="numbering"):
        gpio.setup(22, OUT)
    gpio.setmode(BOARD)
    gpio.setwarnings(flag=False)
    gpio.setup(22, IN)
    with pytest.raises(RuntimeError, match="OUTPUT"):
        gpio.output(22, HIGH)
    for channel in (1, 41):
        with pytest.raises(ValueError, match="invalid"):
            gpio.setup(channel, OUT)


def test_a_reset_line_is_down_until_it_is_driven_and_falls_at_clean_up() -> None:
    chip = SimulatedMfrc522()
    gpio = SimulatedGpio({25: [chip]})

    def version() -> int:
        octets = [0xEE, 0]
        chip.transfer(octets)
        return octets[1]

    assert version() == 0
    gpio.setmode(BCM)
    gpio.setup(25, OUT, initial=HIGH)
    gpio.setup(24, OUT, initial=LOW)
    assert version() == 0x92
    gpio.cleanup(24)
    gpio.cleanup(23)
    assert version() == 0x92
    gpio.cleanup()
    assert version() == 0
    assert gpio.getmode() is None
