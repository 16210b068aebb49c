from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.nfc.iso14443 import (
    HLTA,
    REQA,
    WUPA,
    Reply,
    answered_ns,
    anticollision,
    bcc,
    checked,
    crc_a,
    frame,
    is_random,
    levels_of,
    select,
    sent_ns,
    with_crc,
)


@pytest.mark.parametrize(
    ("octets", "crc"),
    [
        ("00 00", "A0 1E"),
        ("12 34", "26 CF"),
        ("31 32 33 34 35 36 37 38 39", "05 BF"),
        ("50 00", "57 CD"),
        ("00", "FE 51"),
        ("04", "DA 17"),
        ("08", "B6 DD"),
        ("18", "37 CD"),
        ("20", "FC 70"),
        ("60", "F8 32"),
        ("60 01", "7C 6A"),
        ("30 00", "02 A8"),
        ("30 04", "26 EE"),
        ("3C 00", "A2 01"),
        ("3A 04 27", "1D 62"),
    ],
)
def test_crc_a_of_known_frames(octets: str, crc: str) -> None:
    assert crc_a(bytes.fromhex(octets)) == bytes.fromhex(crc)


@given(st.binary(max_size=64))
def test_a_crc_appended_leaves_a_remainder_of_zero(octets: bytes) -> None:
    assert crc_a(with_crc(octets)) == b"\0\0"


@pytest.mark.parametrize(
    ("part", "check"), [("8804A3C6", 0xE9), ("CAE26180", 0xC9), ("DEADBEEF", 0x22)]
)
def test_the_check_byte_of_known_parts(part: str, check: int) -> None:
    assert bcc(bytes.fromhex(part)) == check


@pytest.mark.parametrize(
    ("uid", "expected"), [("08A1B2C3", True), ("04A1B2C3", False), ("08A3C6CAE26180", False)]
)
def test_only_a_single_size_uid_that_begins_with_08_is_random(uid: str, expected: bool) -> None:
    assert is_random(bytes.fromhex(uid)) is expected


def test_frames_have_the_bytes_of_the_standard() -> None:
    assert (REQA.octets, REQA.last_bits) == (b"\x26", 7)
    assert (WUPA.octets, WUPA.last_bits) == (b"\x52", 7)
    assert HLTA.octets == bytes.fromhex("500057CD")
    assert select(0x93, bytes.fromhex("8804A3C6")).octets == bytes.fromhex("93708804A3C6E9037F")
    assert anticollision(0x95, 0, 0).octets == bytes.fromhex("9520")


def test_a_partial_anticollision_sends_the_known_bits() -> None:
    known = int.from_bytes(bytes.fromhex("880403"), "little")
    partial = anticollision(0x93, 18, known)
    assert partial.octets == bytes.fromhex("9342880403")
    assert (partial.last_bits, partial.align) == (2, 2)
    whole = anticollision(0x93, 16, known)
    assert whole.octets == bytes.fromhex("93408804")
    assert (whole.last_bits, whole.align) == (0, 0)


@pytest.mark.parametrize(
    ("took_ns", "expected_us"),
    [
        (sent_ns(32), 368),  # READ of an NTAG21x, by its data sheet
        (answered_ns(18 * 8), 1548),
        (sent_ns(24), 283),  # GET_VERSION
        (answered_ns(10 * 8), 868),
        (answered_ns(4), 57),  # NAK: a start bit, four bits, one to end
    ],
)
def test_air_times_are_those_of_the_ntag_data_sheet(took_ns: int, expected_us: int) -> None:
    assert took_ns == pytest.approx(expected_us * 1000, abs=10_000)


def test_a_frame_lasts_up_to_the_end_of_its_answer() -> None:
    assert select(0x93, b"\0\0\0\0").took_ns == sent_ns(72) + 91_200 + answered_ns(24)
    assert frame(b"\x60", 80, begins_ns=5).begins_ns == 5


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("DEADBEEF", [(0x93, "DEADBEEF")]),
        ("04A3C6CAE26180", [(0x93, "8804A3C6"), (0x95, "CAE26180")]),
        ("04112233445566778899", [(0x93, "88041122"), (0x95, "88334455"), (0x97, "66778899")]),
    ],
)
def test_a_uid_is_cut_into_its_cascade_levels(uid: str, levels: list[tuple[int, str]]) -> None:
    expected = tuple((level, bytes.fromhex(part)) for level, part in levels)
    assert levels_of(bytes.fromhex(uid)) == expected


def test_a_uid_of_another_length_has_no_levels() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes; this one has 5"):
        levels_of(bytes(5))


@pytest.mark.parametrize(
    "reply",
    [
        None,
        Reply(bytes.fromhex("04DA18")),
        Reply(bytes.fromhex("DA17")),
        Reply(bytes.fromhex("04DA17"), last_bits=4),
        Reply(bytes.fromhex("04DA17"), collision=3),
        Reply(bytes.fromhex("04DA17"), is_broken=True),
    ],
)
def test_a_reply_that_is_broken_in_any_way_is_none(reply: Reply | None) -> None:
    assert checked(reply) is None


def test_a_sound_reply_loses_its_crc() -> None:
    assert checked(Reply(bytes.fromhex("04DA17"))) == b"\x04"
