"""The chip driver on the simulated chip: its costs, its patience, and what it notices."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_bench import measure
from firmware.mock.spi import spidev_of
from firmware.mock.tags import Tag
from firmware.nfc import registers as r
from firmware.nfc.bus import SpidevBus
from firmware.nfc.errors import ReaderReset, ReaderSilent, ReaderUnwired
from firmware.nfc.iso14443 import HLTA, REQA, WUPA
from firmware.nfc.mfrc522 import Mfrc522, name_of

MS = 1_000_000
NTAG = "04A3C6CAE26180"


def _driver(
    *uids: str, hz: int = 1_000_000, overhead_ns: int = 0
) -> tuple[SimulatedMfrc522, Mfrc522]:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip}, overhead_ns)(0, 0)
    spi.max_speed_hz = hz
    driver = Mfrc522(SpidevBus(spi), chip.clock.advance)
    driver.start()
    chip.lay([Tag(uid) for uid in uids])
    driver.field_on()
    return chip, driver


def _transfers(driver: Mfrc522, act: Callable[[], object]) -> int:
    before = driver.bus.transfers
    act()
    return driver.bus.transfers - before


@pytest.mark.parametrize("hz", [100_000, 1_000_000, 10_000_000])
@pytest.mark.parametrize("overhead_ns", [0, 30_000, 100_000])
def test_an_empty_poll_is_9_transfers_on_any_bus(hz: int, overhead_ns: int) -> None:
    _, driver = _driver(hz=hz, overhead_ns=overhead_ns)
    assert _transfers(driver, driver.inventory) == 9


def test_switching_the_field_for_a_poll_is_two_transfers_more() -> None:
    _, driver = _driver()
    driver.field_off()

    def turn() -> None:
        driver.inventory()
        driver.field_off()

    assert _transfers(driver, turn) == 11


def test_a_new_seven_byte_tag_takes_at_most_one_and_a_half_times_its_air_time() -> None:
    def no_time() -> int:
        return 0

    figures = measure(no_time)
    assert figures.empty_transfers == 9
    assert figures.active_air_ns == pytest.approx(4_590_000, rel=0.01)
    assert figures.air_ns == pytest.approx(5_050_000, rel=0.01)
    assert figures.new_tag_ns <= 1.5 * figures.active_air_ns
    assert figures.new_tag_ns < 1.05 * figures.air_ns


def test_a_tag_gets_its_5_ms_of_field_before_the_first_request() -> None:
    chip, driver = _driver(NTAG)
    driver.field_off()
    chip.clock.advance(20 * MS)
    assert driver.inventory().uids == {NTAG}


def test_the_field_is_on_and_off_when_it_says_so() -> None:
    chip, driver = _driver()
    assert (driver.field_is_on, chip.field.is_on) == (True, True)
    driver.field_off()
    assert (driver.field_is_on, chip.field.is_on) == (False, False)


def test_a_field_that_is_on_costs_nothing_to_switch_on() -> None:
    _, driver = _driver()
    assert _transfers(driver, driver.field_on) == 0


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (0x92, "MFRC522 version 2.0"),
        (0x88, "FM17522, a clone"),
        (0x12, "an imitation (12)"),
        (0x77, "an unknown chip (77)"),
        (0x00, "no chip yet"),
    ],
)
def test_versions_have_names(version: int, name: str) -> None:
    assert name_of(version) == name


@pytest.mark.parametrize("version", [0x88, 0x90, 0x91, 0x12, 0x15, 0x77])
def test_clones_and_unknown_chips_work(version: int) -> None:
    chip, driver = _driver(NTAG)
    chip.fault("version", value=version)
    driver.start()
    assert driver.version == version
    assert driver.inventory().uids == {NTAG}


@pytest.mark.parametrize("version", [0x00, 0xFF])
def test_a_version_of_00_or_ff_is_bad_wiring(version: int) -> None:
    chip, driver = _driver()
    chip.fault("version", value=version)
    with pytest.raises(ReaderUnwired, match=rf"version reads {version:02X}.*check 3\.3 V"):
        driver.start()
    with pytest.raises(ReaderUnwired, match="no reader answers"):
        driver.check_health()


@pytest.mark.parametrize("kind", ["zero", "ones"])
def test_a_stuck_line_is_noticed_at_the_start_and_in_a_poll(kind: str) -> None:
    chip, driver = _driver()
    chip.fault(kind)
    with pytest.raises((ReaderUnwired, ReaderSilent), match=r"check 3\.3 V"):
        driver.inventory()
    with pytest.raises(ReaderUnwired):
        driver.start()


def test_a_silent_chip_is_noticed_within_milliseconds() -> None:
    chip, driver = _driver()
    chip.fault("silent")
    began = chip.clock.now_ns()
    with pytest.raises(ReaderSilent, match="finishes none"):
        driver.inventory()
    with pytest.raises(ReaderSilent, match="does not finish sending"):
        driver.send(HLTA)
    assert chip.clock.now_ns() - began < 20 * MS


def test_a_chip_that_has_reset_itself_is_noticed() -> None:
    chip, driver = _driver()
    chip.fault("brownout")
    chip.fault("none")
    with pytest.raises((ReaderReset, ReaderSilent)):
        driver.inventory()
    with pytest.raises(ReaderReset, match=r"lost its set-up .*10 uF"):
        driver.check_health()
    driver.start()
    driver.check_health()


def test_a_field_that_went_off_by_itself_is_noticed() -> None:
    _, driver = _driver()
    driver.bus.write(r.TX_CONTROL, 0x80)
    with pytest.raises(ReaderReset):
        driver.inventory()


def test_a_chip_that_is_held_in_reset_is_bad_wiring() -> None:
    chip, driver = _driver()
    chip.hold_in_reset(is_held=True)
    with pytest.raises(ReaderUnwired):
        driver.start()


def test_a_chip_that_never_wakes_is_bad_wiring() -> None:
    chip, driver = _driver()
    driver.bus.write(r.COMMAND, r.POWER_DOWN)
    chip.fault("silent")
    with pytest.raises(ReaderUnwired, match="stays powered down"):
        driver.start()


def test_a_known_tag_is_woken_beside_others_whatever_state_it_is_in() -> None:
    chip, driver = _driver(NTAG, "04A1C6CAE26180", "DEADBEEF")
    assert driver.wake(NTAG)
    assert driver.wake(NTAG)
    driver.inventory()
    assert driver.wake("DEADBEEF")
    assert not driver.wake("04A1C6CAE26181")
    chip.lay([])
    assert not driver.wake(NTAG)


def test_a_uid_that_is_only_the_first_level_of_another_does_not_wake_it() -> None:
    _, driver = _driver(NTAG)
    assert not driver.wake("8804A3C6")


def test_a_halted_tag_answers_wupa_and_not_reqa() -> None:
    _, driver = _driver(NTAG)
    driver.inventory()
    assert driver.exchange(REQA) is None
    assert driver.exchange(WUPA) is not None


def test_a_slow_pause_does_no_harm() -> None:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip})(0, 0)
    driver = Mfrc522(SpidevBus(spi), lambda ns: chip.clock.advance(3 * ns + 2 * MS))
    driver.start()
    chip.lay([Tag(NTAG), Tag("DEADBEEF")])
    assert driver.inventory().uids == {NTAG, "DEADBEEF"}


def test_a_pause_that_comes_back_early_only_costs_looks() -> None:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip})(0, 0)
    spi.max_speed_hz = 1_000_000
    driver = Mfrc522(SpidevBus(spi), lambda ns: chip.clock.advance(ns // 2))
    driver.start()
    driver.field_on()
    chip.lay([Tag("DEADBEEF")])
    chip.clock.advance(6 * MS)
    assert driver.inventory().uids == {"DEADBEEF"}
