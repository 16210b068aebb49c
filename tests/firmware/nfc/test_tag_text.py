from __future__ import annotations

import pytest

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_air import AirFrame, AirReply
from firmware.mock.spi import spidev_of
from firmware.mock.tag_memory import PageMemory
from firmware.mock.tags import Tag, TagSpec
from firmware.nfc.bus import SpidevBus
from firmware.nfc.errors import TagLost, TagRefused, TagUnreadable
from firmware.nfc.mfrc522 import Mfrc522
from firmware.nfc.ndef import encode_text
from firmware.nfc.tag_text import read_text, write_text

NTAG = "04A3C6CAE26180"
CARD = "click_click_boom:boom/3"


def _driver(*tags: Tag) -> Mfrc522:
    chip = SimulatedMfrc522()
    spi = spidev_of({(0, 0): chip})(0, 0)
    spi.max_speed_hz = 1_000_000
    driver = Mfrc522(SpidevBus(spi), chip.clock.advance)
    driver.start()
    chip.lay(tags)
    return driver


def _pages(tag: Tag) -> bytearray:
    assert isinstance(tag.memory, PageMemory)
    return tag.memory.pages


@pytest.mark.parametrize("kind", ["ultralight", "ntag213", "ntag215", "ntag216"])
def test_a_cards_identity_is_written_and_read_back(kind: str) -> None:
    tag = Tag(TagSpec(NTAG, kind))
    driver = _driver(tag)
    write_text(driver, NTAG, CARD)
    assert read_text(driver, NTAG) == CARD
    assert _pages(tag)[16:].startswith(encode_text(CARD))


def test_a_long_text_fills_many_pages() -> None:
    driver = _driver(Tag(TagSpec(NTAG, "ntag216")))
    write_text(driver, NTAG, "é" * 120)
    assert read_text(driver, NTAG) == "é" * 120


def test_polls_go_on_after_memory_was_used() -> None:
    driver = _driver(Tag(NTAG))
    write_text(driver, NTAG, CARD)
    assert driver.inventory().uids == {NTAG}
    assert read_text(driver, NTAG) == CARD


def test_the_tag_that_is_meant_is_written_beside_others() -> None:
    meant, other = Tag(NTAG), Tag("04A1C6CAE26180")
    write_text(_driver(meant, other), NTAG, CARD)
    assert _pages(meant)[16:].startswith(encode_text(CARD))
    assert _pages(other)[16:20] == bytes.fromhex("0300FE00")


def test_an_empty_tag_has_no_text() -> None:
    with pytest.raises(TagUnreadable, match="expected a Text record"):
        read_text(_driver(Tag(NTAG)), NTAG)


def test_a_tag_that_is_not_there_is_lost() -> None:
    with pytest.raises(TagLost, match=f"{NTAG} does not answer"):
        read_text(_driver(), NTAG)


def test_a_text_that_does_not_fit_is_refused_before_anything_is_written() -> None:
    tag = Tag(TagSpec(NTAG, "ultralight"))
    with pytest.raises(ValueError, match="needs 72 bytes, the tag has 48"):
        write_text(_driver(tag), NTAG, "x" * 60)
    assert _pages(tag)[16:20] == bytes.fromhex("0300FE00")


def test_a_tag_of_another_format_is_unreadable() -> None:
    tag = Tag(NTAG)
    _pages(tag)[12] = 0x00
    with pytest.raises(TagUnreadable, match="page 3 begins 00"):
        read_text(_driver(tag), NTAG)


def test_a_locked_page_is_refused() -> None:
    tag = Tag(NTAG)
    _pages(tag)[10] = 0x20  # page 5
    with pytest.raises(TagRefused, match="page 5 could not be written"):
        write_text(_driver(tag), NTAG, CARD)
    with pytest.raises(TagUnreadable):
        read_text(_driver(tag), NTAG)


def test_a_message_that_claims_more_than_the_memory_is_unreadable() -> None:
    tag = Tag(NTAG)
    _pages(tag)[16:20] = b"\x03\xff\x40\x00"
    with pytest.raises(TagUnreadable, match="longer than its memory"):
        read_text(_driver(tag), NTAG)


def test_a_capability_byte_that_claims_more_than_there_is_runs_into_a_refusal() -> None:
    tag = Tag(TagSpec(NTAG, "ultralight"))
    _pages(tag)[14] = 0xFF
    _pages(tag)[16:20] = b"\x03\xff\x03\x00"
    with pytest.raises(TagRefused, match="page 19 could not be read"):
        read_text(_driver(tag), NTAG)


def test_a_tag_without_pages_does_not_answer_a_read() -> None:
    with pytest.raises(TagLost, match="page 3 was not read whole"):
        read_text(_driver(Tag("04112233445566778899")), "04112233445566778899")


class _Lifted(Tag):
    """Is taken away when it is written to for the n-th time."""

    def __init__(self, writes: int) -> None:
        super().__init__(NTAG)
        self._writes = writes

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        if frame.octets[0] == 0xA2:
            self._writes -= 1
        return None if self._writes < 0 else super().receive(frame, now_ns)


@pytest.mark.parametrize("writes", range(8))
def test_a_card_taken_away_while_written_is_empty_and_never_half(writes: int) -> None:
    lifted = _Lifted(writes)
    with pytest.raises(TagLost, match="was not written"):
        write_text(_driver(lifted), NTAG, CARD)
    left = Tag(NTAG, memory=lifted.memory)
    with pytest.raises(TagUnreadable, match="expected a Text record"):
        read_text(_driver(left), NTAG)


class _Forgetful(Tag):
    """Acknowledges a write to page 6 and does not keep all of it."""

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        reply = super().receive(frame, now_ns)
        if frame.octets[:2] == b"\xa2\x06":
            _pages(self)[27] ^= 1
        return reply


def test_a_tag_that_does_not_keep_what_is_written_is_told() -> None:
    with pytest.raises(TagUnreadable, match="does not hold what was written"):
        write_text(_driver(_Forgetful(NTAG)), NTAG, CARD)


class _Mumbler(Tag):
    """Answers a write with something that is no ACK."""

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        reply = super().receive(frame, now_ns)
        return AirReply(0x1234, 16) if frame.octets[0] == 0xA2 else reply


def test_a_write_without_a_clear_answer_is_lost() -> None:
    with pytest.raises(TagLost, match="page 4 was not written"):
        write_text(_driver(_Mumbler(NTAG)), NTAG, CARD)
