"""The doctor's look at readers: versions, what is read back, and the wires of a silent one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from firmware.clock import NS_PER_MS, VirtualClock
from firmware.doctor.readers import CURE, OCTETS, look_at_readers, wrong_octets
from firmware.doctor.wires import Wires, cure_of, look_at_wires
from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.spi import spidev_of
from firmware.nfc.bus import SpidevBus
from firmware.nfc.errors import NfcError
from firmware.nfc.mfrc522 import VERSIONS, Mfrc522
from firmware.nfc.readers import Readers
from firmware.nfc.watchdog import ReaderPort
from firmware.notice_board import Finding
from tests.firmware.doctor.hosts import by_part

POLLS = 8


class Bench:
    """Holds two simulated readers under our own driver."""

    def __init__(self, version: int = 0x92) -> None:
        self.clock = VirtualClock(NS_PER_MS)
        self.simulated = SimulatedReaders(("centre", "tray"), self.clock, version=version)
        self.readers = Readers(self.simulated.ports(), self.clock)

    def look(self) -> dict[str, Finding]:
        return by_part(look_at_readers(self.readers, self.now_ns, POLLS))

    def now_ns(self) -> int:
        self.clock.advance(50 * NS_PER_MS)
        return self.clock.now_ns()


def test_readers_that_answer_are_told_with_their_version_and_what_a_poll_takes() -> None:
    found = Bench().look()

    assert list(found) == ["reader centre", "reader tray"]
    assert {one.state for one in found.values()} == {"ok"}
    assert found["reader centre"].text == "MFRC522 version 2.0; 11 transfers a poll."


@pytest.mark.parametrize("version", [0x12, 0x15, 0x82, 0x88, 0x89, 0xB2, 0x77])
def test_a_clone_is_a_warning_with_advice(version: int) -> None:
    bench = Bench()
    bench.simulated["tray"].fault("version", value=version)
    found = bench.look()

    assert found["reader centre"].state == "ok"
    assert found["reader tray"].state == "warning"
    assert VERSIONS.get(version, f"({version:02X})") in found["reader tray"].text
    is_poor = version in {0x12, 0x15}
    assert ("replace it" if is_poor else "try a few tags") in found["reader tray"].cure


@pytest.mark.parametrize("version", [0x90, 0x91, 0x92])
def test_a_genuine_chip_is_none(version: int) -> None:
    assert {one.state for one in Bench(version).look().values()} == {"ok"}


@pytest.mark.parametrize(
    ("fault", "said", "cure"),
    [
        ("zero", "MISO stays low", "MISO and MOSI are swapped"),
        ("ones", "MISO stays high", "MISO and MOSI are swapped"),
        ("noise", "what comes back is noise", "ground first"),
        ("silent", "finishes none", "Check 3.3 V"),
        ("brownout", "lost its set-up", "10 uF"),
        ("error", "The SPI bus fails", "SPI is on"),
        ("slow", "over 250 ms", "load"),
    ],
)
def test_a_reader_that_does_not_answer_is_named_with_what_its_wires_say(
    fault: str, said: str, cure: str
) -> None:
    bench = Bench()
    bench.simulated["centre"].fault(fault)
    found = bench.look()

    assert found["reader centre"].state == "error"
    assert said in found["reader centre"].text
    assert cure in found["reader centre"].cure
    assert found["reader tray"].state == "ok"


def test_readers_that_are_all_silent_point_at_the_wires_that_they_share() -> None:
    bench = Bench()
    for name in bench.simulated:
        bench.simulated[name].fault("zero")
    all_silent = bench.look()["reader tray"].cure
    one = Bench()
    one.simulated["tray"].fault("zero")

    assert "RST" in all_silent
    assert "SCK" in all_silent
    assert "RST" not in one.look()["reader tray"].cure


def test_a_reader_whose_library_is_missing_says_so() -> None:
    clock = VirtualClock(NS_PER_MS)

    def connect() -> SpidevBus:
        raise ImportError("No module named 'spidev'")

    readers = Readers((ReaderPort("tray", connect, clock.advance, clock),), clock)
    (finding,) = look_at_readers(readers, clock.now_ns, POLLS)

    assert finding.text == "No module named 'spidev'."
    assert finding.cure.startswith("Install the library")


def test_a_reader_whose_last_word_has_no_cure_gets_one() -> None:
    clock = VirtualClock(NS_PER_MS)

    def connect() -> SpidevBus:
        raise NfcError("it is odd")

    readers = Readers((ReaderPort("tray", connect, clock.advance, clock),), clock)
    (finding,) = look_at_readers(readers, clock.now_ns, POLLS)

    assert (finding.text, finding.cure) == ("It is odd.", CURE)


# Read-back


class Changing:
    """Stands between bus and chip, and changes some of the bytes that come back."""

    def __init__(self, spi: object, every: int) -> None:
        self._spi, self._every, self._count = spi, every, 0

    def xfer2(self, values: list[int]) -> list[int]:
        heard: list[int] = self._spi.xfer2(values)  # type: ignore[attr-defined]
        if len(heard) > 60 and heard[0] == 0 and values is heard:
            for place in range(1, len(heard)):
                self._count += 1
                heard[place] ^= 0x10 if self._count % self._every == 0 else 0
        return heard

    def close(self) -> None:
        """Close nothing."""


def chip_over(every: int) -> Mfrc522:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip})(0, 0)
    driver = Mfrc522(SpidevBus(Changing(spi, every)), chip.clock.advance)
    driver.start()
    return driver


def test_all_that_is_written_comes_back_over_good_wires() -> None:
    assert wrong_octets(chip_over(10_000)) == 0


def test_each_byte_that_comes_back_changed_is_counted() -> None:
    assert wrong_octets(chip_over(64)) == OCTETS // 64


def test_a_reader_that_gives_back_something_else_is_told_to_have_a_shorter_cable() -> None:
    clock = VirtualClock(NS_PER_MS)
    chip = SimulatedMfrc522(clock)
    spi = spidev_of({(0, 0): chip})(0, 0)
    port = ReaderPort("tray", lambda: SpidevBus(Changing(spi, 32)), clock.advance, clock)
    (finding,) = look_at_readers(Readers((port,), clock), clock.now_ns, POLLS)

    assert (finding.part, finding.state) == ("reader tray", "error")
    assert finding.text == f"16 of {OCTETS} bytes came back wrong."
    assert "speed_hz" in finding.cure


# Wires


def answering(octet: int) -> Callable[[Sequence[int]], Sequence[int]]:
    return lambda sent: [octet] * len(sent)


def floating(sent: Sequence[int]) -> Sequence[int]:
    return [(octet ^ place) & 0xFF for place, octet in enumerate(sent)]


@pytest.mark.parametrize(
    ("transfer", "wires"),
    [
        (answering(0x00), Wires.LOW),
        (answering(0xFF), Wires.HIGH),
        (answering(0x92), Wires.STEADY),
        (list, Wires.ECHO),
        (floating, Wires.UNSTEADY),
    ],
)
def test_what_comes_back_tells_which_wire_to_look_at(
    transfer: Callable[[Sequence[int]], Sequence[int]], wires: Wires
) -> None:
    assert look_at_wires(transfer) is wires


def test_a_bridge_between_miso_and_mosi_is_called_one() -> None:
    assert "touch each other" in cure_of(Wires.ECHO, others=True)


def test_a_bus_that_raises_is_not_judged() -> None:
    chip = SimulatedMfrc522()
    chip.fault("error")
    spi = spidev_of({(0, 0): chip})(0, 0)
    with pytest.raises(OSError, match="Input/output"):
        look_at_wires(SpidevBus(spi).transfer)
