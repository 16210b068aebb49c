from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.nfc.errors import TagUnreadable
from firmware.nfc.ndef import decode_text, encode_text, find_message

CARD = "click_click_boom:boom/3"
PRINTABLE = st.text(min_size=1, max_size=60).filter(str.isprintable)


def _message(area: bytes) -> bytes:
    message = find_message(area)
    assert message is not None
    return message


def test_a_cards_identity_is_one_short_text_record() -> None:
    assert encode_text("a").hex() == "0308d101045402656e61fe"


@given(PRINTABLE)
def test_what_is_written_is_read(text: str) -> None:
    assert decode_text(_message(encode_text(text))) == text


@given(PRINTABLE, st.integers(0, 200))
def test_a_message_that_is_cut_is_not_complete_yet(text: str, at: int) -> None:
    area = encode_text(text)[:-1]
    if at < len(area):
        assert find_message(area[:at]) is None


@given(st.binary(max_size=120))
def test_hostile_bytes_are_a_text_or_unreadable(area: bytes) -> None:
    try:
        message = find_message(area)
        text = "" if message is None else decode_text(message)
    except TagUnreadable:
        return
    assert text.isprintable()


@given(st.binary(max_size=60))
def test_hostile_messages_are_a_text_or_unreadable(message: bytes) -> None:
    try:
        text = decode_text(message)
    except TagUnreadable:
        return
    assert 0 < len(text) <= 200


def test_padding_and_other_blocks_before_the_message_are_skipped() -> None:
    lock_control = bytes.fromhex("0103A00C34")
    assert decode_text(_message(b"\0\0" + lock_control + encode_text(CARD))) == CARD


def test_a_block_with_a_long_length_is_skipped_too() -> None:
    block = b"\xfd\xff\x01\x00" + bytes(256)
    assert decode_text(_message(block + encode_text(CARD))) == CARD


def test_a_long_text_has_a_long_length() -> None:
    text = "é" * 122
    area = encode_text(text + "abcde")
    assert area[:2] == b"\x03\xff"
    assert decode_text(_message(area)) == text + "abcde"


@pytest.mark.parametrize("area", ["FE", "0000FE", "0103A00C34FE00"])
def test_an_area_without_a_message_is_unreadable(area: str) -> None:
    with pytest.raises(TagUnreadable, match="expected an NDEF message"):
        find_message(bytes.fromhex(area))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("", "expected a Text record"),
        ("D1 01 04 55 04 61 2E 62", "expected a Text record"),  # a URI
        ("D4 01 04 54 02 65 6E 61", "expected a Text record"),  # an external type
        ("B1 01 04 54 02 65 6E 61", "expected a Text record"),  # a chunk
        ("D1", "longer than its message"),
        ("D1 01 FF 54 02 65 6E 61", "longer than its message"),
        ("C1 01 FF FF FF FF 54 02", "longer than its message"),
        ("D9 01 04", "longer than its message"),
        ("D1 01 00 54", "is empty"),
        ("D1 01 03 54 02 65 6E", "1 to 200 characters"),
        ("D1 01 01 54 3F", "1 to 200 characters"),
        ("D1 01 04 54 02 65 6E 0A", "printable"),
        ("D1 01 04 54 02 65 6E FF", "not valid Unicode"),
    ],
)
def test_a_message_that_is_no_text_says_why(message: str, why: str) -> None:
    with pytest.raises(TagUnreadable, match=why):
        decode_text(bytes.fromhex(message))


def test_the_first_text_among_other_records_is_taken() -> None:
    uri = bytes.fromhex("91 01 04 55 04 61 2E 62")
    with_id = bytes.fromhex("59 01 04 01 54 69 02 65 6E 61")
    assert decode_text(uri + with_id) == "a"


def test_a_record_with_a_long_length_and_a_text_in_utf_16_are_read() -> None:
    body = b"\x82en" + "boom".encode("utf-16")
    record = bytes((0xC1, 1)) + len(body).to_bytes(4, "big") + b"T" + body
    assert decode_text(record) == "boom"


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "1 to 200"), ("x" * 201, "1 to 200"), ("a\nb", "printable"), ("é" * 130, "252 bytes")],
)
def test_a_text_that_could_not_be_read_is_not_written(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        encode_text(text)
