"""The unmodified `mfrc522` package on the simulated chip: its real behaviour, counted.

These figures are what the package does on a Pi, too; that they come out here shows that the
simulated chip is a faithful one.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.rpi_gpio import BCM, HIGH, OUT
from firmware.mock.spi_libraries import Libraries, simulated_libraries
from firmware.mock.tags import Tag

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("mfrc522") is None,
        reason="the mfrc522 package is not installed (pip install --no-deps mfrc522==0.0.7)",
    ),
    # Its wait loop negates a bool with ~, which Python 3.12 and later announce.
    pytest.mark.filterwarnings("ignore:Bitwise inversion '~' on bool:DeprecationWarning"),
]

MS = 1_000_000
NTAG = "04A3C6CAE26180"


@dataclass(frozen=True)
class Cost:
    result: Any
    transfers: int
    octets: int
    ns: int
    irq_reads: int


class Bench:
    """Holds the package's own reader on a simulated chip, and counts what it does."""

    def __init__(self, chip: SimulatedMfrc522, libraries: Libraries) -> None:
        self.chip = chip
        self.gpio = libraries.gpio
        self.simple = importlib.import_module("mfrc522").SimpleMFRC522()
        self.spi = self.simple.READER.spi

    def lay(self, *uids: str) -> None:
        self.chip.lay([Tag(uid) for uid in uids])
        self.chip.clock.advance(6 * MS)

    def cost(self, act: Callable[[], Any]) -> Cost:
        reads = 0
        transfer = self.chip.transfer

        def counting(values: list[int]) -> None:
            nonlocal reads
            reads += values[0] == 0x88
            transfer(values)

        before = self.spi.transfers, self.spi.octets, self.chip.clock.now_ns()
        self.chip.transfer = counting  # type: ignore[method-assign]
        result = act()
        self.chip.transfer = transfer  # type: ignore[method-assign]
        return Cost(
            result,
            self.spi.transfers - before[0],
            self.spi.octets - before[1],
            self.chip.clock.now_ns() - before[2],
            reads,
        )

    def poll(self) -> Cost:
        return self.cost(self.simple.read_id_no_block)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    """Take the package's log handlers away again: it adds one an instance."""
    log = logging.getLogger("mfrc522Logger")
    before = log.handlers[:]
    yield
    log.handlers[:] = before


@pytest.fixture
def bench() -> Iterator[Bench]:
    chip = SimulatedMfrc522()
    with simulated_libraries({(0, 0): chip}, reset_pin=25) as libraries:
        yield Bench(chip, libraries)


def _as_number(octets: str) -> int:
    return int.from_bytes(bytes.fromhex(octets), "big")


def test_init_is_10_transfers(bench: Bench) -> None:
    assert (bench.spi.transfers, bench.spi.octets) == (10, 20)


def test_an_empty_poll_is_2013_transfers_of_which_2001_read_com_irq(bench: Bench) -> None:
    poll = bench.poll()
    assert (poll.result, poll.transfers, poll.octets, poll.irq_reads) == (None, 2013, 4026, 2001)
    assert poll.ns == 32_208_000  # at 1 MHz without overhead


def test_a_four_byte_uid_is_read_with_its_check_byte_in_about_110_transfers(bench: Bench) -> None:
    bench.lay("DEADBEEF")
    poll = bench.poll()
    assert poll.result == _as_number("DEADBEEF22")
    assert 108 <= poll.transfers <= 112


def test_a_seven_byte_uid_is_truncated_to_88_three_bytes_and_a_check_byte(bench: Bench) -> None:
    bench.lay(NTAG)
    assert bench.poll().result == _as_number("88 04 A3 C6 E9")


def test_stickers_that_share_three_bytes_all_read_the_same(bench: Bench) -> None:
    seen = set()
    for uid in (NTAG, "04A3C611223344", "04A3C6FFFFFFFF"):
        bench.lay(uid)
        seen.add(bench.poll().result)
    assert seen == {0x8804A3C6E9}


def test_a_card_that_lies_still_flickers(bench: Bench) -> None:
    bench.lay(NTAG)
    polls = [bench.poll().result for _ in range(6)]
    assert polls == [0x8804A3C6E9, None] * 3


def test_two_tags_read_as_none_forever(bench: Bench) -> None:
    bench.lay(NTAG, "DEADBEEF")
    assert [bench.poll().result for _ in range(4)] == [None] * 4
    bench.lay("DEADBEEF", "DEADBEE0")
    assert [bench.poll().result for _ in range(4)] == [None] * 4


def test_two_stickers_that_share_three_bytes_read_as_one(bench: Bench) -> None:
    bench.lay(NTAG, "04A3C611223344")
    assert bench.poll().result == 0x8804A3C6E9


@pytest.mark.parametrize(("kind", "transfers"), [("zero", 2013), ("ones", 15)])
def test_an_absent_reader_raises_nothing(bench: Bench, kind: str, transfers: int) -> None:
    bench.chip.fault(kind)
    importlib.import_module("mfrc522").SimpleMFRC522()
    poll = bench.poll()
    assert (poll.result, poll.transfers) == (None, transfers)


def test_a_text_read_of_a_sticker_knocks_at_the_wrong_door(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.lay(NTAG)
    read = bench.cost(bench.simple.read_no_block)
    assert read.result == (0x8804A3C6E9, "")
    assert 2240 <= read.transfers <= 2255
    assert [record.message for record in caplog.records] == [
        "AUTH ERROR!!",
        "AUTH ERROR(status2reg & 0x08) != 0",
    ]


def test_a_classics_text_is_written_and_read_back(bench: Bench) -> None:
    bench.lay("DEADBEEF")
    bench.simple.write_no_block("boom/3")
    bench.lay()
    bench.lay("DEADBEEF")
    uid, text = bench.simple.read_no_block()
    assert uid == 0xDEADBEEF22
    assert text == "\0" * 48  # laid anew, it is another card


def test_a_classics_text_survives_on_the_card_itself(bench: Bench) -> None:
    tag = Tag("DEADBEEF")
    bench.chip.lay([tag])
    bench.chip.clock.advance(6 * MS)
    bench.simple.write_no_block("boom/3")
    bench.chip.lay([])
    bench.chip.lay([tag])
    bench.chip.clock.advance(6 * MS)
    assert bench.simple.read_no_block() == (0xDEADBEEF22, "boom/3".ljust(48))


def test_in_board_mode_it_drives_header_pin_22(bench: Bench) -> None:
    assert bench.gpio.levels == {25: HIGH}


def test_in_bcm_mode_it_drives_the_serial_ports_pin_and_the_reader_stays_in_reset() -> None:
    chip = SimulatedMfrc522()
    chip.lay([Tag("DEADBEEF")])
    with simulated_libraries({(0, 0): chip}, reset_pin=25) as libraries:
        libraries.gpio.setmode(BCM)
        bench = Bench(chip, libraries)
        assert libraries.gpio.levels == {15: HIGH}
        assert bench.poll().result is None
        libraries.gpio.setup(25, OUT, initial=HIGH)
        bench.simple.READER.MFRC522_Init()
        chip.clock.advance(6 * MS)
        assert bench.poll().result == 0xDEADBEEF22


def test_closing_it_gives_up_every_pin_of_the_process(bench: Bench) -> None:
    bench.gpio.setup(11, OUT, initial=HIGH)
    bench.simple.READER.Close_MFRC522()
    assert bench.gpio.levels == {}
