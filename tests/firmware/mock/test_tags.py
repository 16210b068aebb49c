"""Simulated tags against ISO 14443-3A and their data sheets; no chip between."""

from __future__ import annotations

import pytest

from firmware.mock.chip_air import AirFrame, AirReply, Field, superpose
from firmware.mock.tag_memory import NoMemory, PageMemory
from firmware.mock.tags import State, Tag, TagSpec
from firmware.nfc.iso14443 import with_crc

MS = 1_000_000
REQA = AirFrame(b"\x26", 7)
WUPA = AirFrame(b"\x52", 7)
HLTA = AirFrame(bytes.fromhex("500057CD"), 32)
NTAG = "04A3C6CAE26180"
SELECTS = {
    NTAG: ("9370 8804A3C6E9", "9570 CAE26180C9"),
    "DEADBEEF": ("9370 DEADBEEF22",),
    "04112233445566778899": ("9370 88041122BF", "9570 88334455AA", "9770 6677889900"),
}


def _frame(octets: str, *, crc: bool = False) -> AirFrame:
    whole = bytes.fromhex(octets)
    whole = with_crc(whole) if crc else whole
    return AirFrame(whole, 8 * len(whole))


def _hex(reply: AirReply | None) -> str | None:
    if reply is None:
        return None
    return reply.value.to_bytes((reply.bits + 7) // 8, "little").hex(" ").upper()


def _tag(spec: str | TagSpec) -> Tag:
    tag = Tag(spec)
    tag.power(0, is_on=True)
    return tag


def _say(tag: Tag, octets: str, *, crc: bool = True, at: int = 10 * MS) -> str | None:
    return _hex(tag.receive(_frame(octets, crc=crc), at))


def _request(tag: Tag, frame: AirFrame = REQA) -> str | None:
    return _hex(tag.receive(frame, 10 * MS))


def _active(spec: str | TagSpec, wake: AirFrame = REQA) -> Tag:
    tag = _tag(spec)
    _activate(tag, wake)
    return tag


def _activate(tag: Tag, wake: AirFrame = REQA) -> None:
    tag.receive(wake, 10 * MS)
    for select in SELECTS[tag.spec.uid]:
        _say(tag, select)
    assert tag.state is State.ACTIVE


def test_a_seven_byte_tag_speaks_the_vectors() -> None:
    tag = _tag(NTAG)
    assert _request(tag) == "44 00"
    assert _say(tag, "93 20", crc=False) == "88 04 A3 C6 E9"
    assert _say(tag, "93 70 88 04 A3 C6 E9 03 7F", crc=False) == "04 DA 17"
    assert _say(tag, "95 20", crc=False) == "CA E2 61 80 C9"
    assert _say(tag, "95 70 CA E2 61 80 C9 E2 83", crc=False) == "00 FE 51"
    read = _say(tag, "30 00 02 A8", crc=False)
    assert read == "04 A3 C6 E9 CA E2 61 80 C9 48 00 00 E1 10 12 00 CD 5A"
    assert _say(tag, "60 F8 32", crc=False) == "00 04 04 02 01 00 0F 03 80 91"
    assert _say(tag, "3A 00 03 5B 62", crc=False) == read
    assert _say(tag, "A2 04 AA BB CC DD 22 21", crc=False) == "0A"
    assert _say(tag, "30 04").startswith("AA BB CC DD")  # type: ignore[union-attr]


def test_a_four_byte_tag_speaks_the_vectors() -> None:
    tag = _tag("DEADBEEF")
    assert _request(tag) == "04 00"
    assert _say(tag, "93 20", crc=False) == "DE AD BE EF 22"
    assert _say(tag, "93 70 DE AD BE EF 22 B9 9C", crc=False) == "08 B6 DD"


def test_a_ten_byte_tag_speaks_the_vectors() -> None:
    tag = _tag("04112233445566778899")
    assert _request(tag) == "84 00"
    assert _say(tag, "93 70 88 04 11 22 BF B3 F9", crc=False) == "04 DA 17"
    assert _say(tag, "95 70 88 33 44 55 AA 13 FA", crc=False) == "04 DA 17"
    assert _say(tag, "97 70 66 77 88 99 00 CE 25", crc=False) == "00 FE 51"
    assert _say(tag, "30 00") is None
    assert _say(tag, "30 00", crc=False) is None


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        ("ntag215", "00 04 04 02 01 00 11 03 01 9E"),
        ("ntag216", "00 04 04 02 01 00 13 03 B1 AD"),
        ("ultralight", "00"),
    ],
)
def test_kinds_tell_their_version(kind: str, version: str) -> None:
    assert _say(_active(TagSpec(NTAG, kind)), "60") == version


def test_a_halted_tag_wakes_for_wupa_only() -> None:
    tag = _active(NTAG)
    assert tag.receive(HLTA, 10 * MS) is None
    assert tag.state is State.HALT
    assert _request(tag, REQA) is None
    assert _request(tag, WUPA) == "44 00"


@pytest.mark.parametrize(
    "wrong",
    ["26", "95 20", "93 77", "93 70 88 04 A3 C6 E9 00 00", "30 00 02 A8", "93"],
)
def test_a_wrong_frame_in_ready_sends_it_back_silently(wrong: str) -> None:
    tag = _tag(NTAG)
    _request(tag)
    assert _say(tag, wrong, crc=False) is None
    assert tag.state is State.IDLE


def test_a_request_in_ready_is_the_flicker() -> None:
    tag = _tag("DEADBEEF")
    assert [_request(tag) for _ in range(4)] == ["04 00", None, "04 00", None]


def test_a_tag_woken_from_halt_falls_back_to_halt() -> None:
    tag = _active(NTAG)
    tag.receive(HLTA, 10 * MS)
    _request(tag, WUPA)
    _say(tag, "95 20", crc=False)
    assert tag.state is State.HALT
    _activate(tag, WUPA)
    _say(tag, "FF")
    assert tag.state is State.HALT


def test_a_tag_that_is_not_meant_keeps_silent_and_stays_ready() -> None:
    tag = _tag(NTAG)
    _request(tag)
    assert tag.receive(AirFrame(bytes.fromhex("9342880401"), 34), 10 * MS) is None
    assert tag.state is State.READY
    other = tag.receive(AirFrame(bytes.fromhex("9342880403"), 34), 10 * MS)
    assert other == AirReply(0xE9C6A3 >> 2, 22)


def test_an_idle_tag_ignores_whole_frames_and_other_requests() -> None:
    tag = _tag(NTAG)
    assert _say(tag, "93 20", crc=False) is None
    assert _request(tag, AirFrame(b"\x35", 7)) is None
    assert tag.state is State.IDLE


@pytest.mark.parametrize(
    ("command", "nak"),
    [
        ("30 2D", "00"),
        ("3A 04 2D", "00"),
        ("3A 05 04", "00"),
        ("A2 00 01 02 03 04", "00"),
        ("A2 2D 01 02 03 04", "00"),
        ("FF", "00"),
    ],
)
def test_a_bad_argument_is_a_nak_and_ends_active(command: str, nak: str) -> None:
    tag = _active(NTAG)
    assert _say(tag, command) == nak
    assert tag.state is State.IDLE


def test_a_wrong_crc_is_nak_1() -> None:
    assert _say(_active(NTAG), "30 00 00 00", crc=False) == "01"


def test_a_torn_frame_in_active_is_not_answered() -> None:
    tag = _active(NTAG)
    assert tag.receive(AirFrame(b"\x30\x00\x02", 23), 10 * MS) is None
    assert tag.state is State.IDLE


def test_read_rolls_over_to_page_0() -> None:
    page_44_on = _say(_active(NTAG), "30 2C")
    assert page_44_on is not None
    assert page_44_on.split()[4:8] == ["04", "A3", "C6", "E9"]


def test_lock_bits_and_capability_bits_can_only_be_set() -> None:
    tag = _active(NTAG)
    assert isinstance(tag.memory, PageMemory)
    assert _say(tag, "A2 03 00 00 80 00") == "0A"
    assert tag.memory.pages[12:16].hex() == "e1109200"
    assert _say(tag, "A2 02 00 00 20 00") == "0A"  # locks page 5
    assert tag.memory.pages[8:12].hex() == "c9482000"
    assert _say(tag, "A2 05 01 02 03 04") == "00"


def test_a_classic_serves_an_open_sector_only() -> None:
    tag = _active("DEADBEEF")
    key = bytes.fromhex("61 05 FF FF FF FF FF FF DE AD BE EF")
    assert tag.authenticate(key, 10 * MS)
    open_frame = AirFrame(with_crc(b"\xa0\x05"), 32, is_encrypted=True)
    assert tag.receive(open_frame, 10 * MS) == AirReply(0x0A, 4)
    block = AirFrame(with_crc(b"sixteen bytes ok"), 144, is_encrypted=True)
    assert tag.receive(block, 10 * MS) is not None
    read = tag.receive(AirFrame(with_crc(b"\x30\x05"), 32, is_encrypted=True), 10 * MS)
    assert read is not None
    assert read.value.to_bytes(18, "little")[:16] == b"sixteen bytes ok"
    other = AirFrame(with_crc(b"\x30\x09"), 32, is_encrypted=True)
    assert tag.receive(other, 10 * MS) is None
    assert tag.state is State.IDLE


def test_a_plain_frame_closes_an_open_sector() -> None:
    tag = _active("DEADBEEF")
    assert tag.authenticate(bytes.fromhex("60 05 FF FF FF FF FF FF DE AD BE EF"), 10 * MS)
    assert _say(tag, "30 05") is None
    assert tag.state is State.IDLE


@pytest.mark.parametrize("second", ["A0 00", "FF 05"])
def test_a_classic_refuses_the_makers_block_and_odd_commands(second: str) -> None:
    tag = _active("DEADBEEF")
    assert tag.authenticate(bytes.fromhex("60 00 FF FF FF FF FF FF DE AD BE EF"), 10 * MS)
    wrong = AirFrame(with_crc(bytes.fromhex(second)), 32, is_encrypted=True)
    assert tag.receive(wrong, 10 * MS) is None


def test_half_a_block_is_not_written() -> None:
    tag = _active("DEADBEEF")
    tag.authenticate(bytes.fromhex("60 05 FF FF FF FF FF FF DE AD BE EF"), 10 * MS)
    tag.receive(AirFrame(with_crc(b"\xa0\x05"), 32, is_encrypted=True), 10 * MS)
    assert tag.receive(AirFrame(with_crc(b"short"), 56, is_encrypted=True), 10 * MS) is None


@pytest.mark.parametrize(
    "request_",
    [
        "60 05 FF FF FF FF FF FF DE AD BE",
        "62 05 FF FF FF FF FF FF DE AD BE EF",
        "60 40 FF FF FF FF FF FF DE AD BE EF",
        "60 05 FF FF FF FF FF FF 00 AD BE EF",
    ],
)
def test_a_wrong_authentication_ends_active(request_: str) -> None:
    tag = _active("DEADBEEF")
    assert not tag.authenticate(bytes.fromhex(request_), 10 * MS)
    assert tag.state is State.IDLE


def test_a_seven_byte_classic_is_opened_with_its_last_four_bytes() -> None:
    tag = _tag(TagSpec(NTAG, "classic1k"))
    _request(tag)
    _say(tag, SELECTS[NTAG][0])
    assert _say(tag, SELECTS[NTAG][1]) == "08 B6 DD"
    assert tag.authenticate(bytes.fromhex("60 00 FF FF FF FF FF FF CA E2 61 80"), 10 * MS)


def test_a_tag_that_is_no_classic_never_authenticates() -> None:
    tag = _active(NTAG)
    assert not tag.authenticate(bytes.fromhex("60 00 FF FF FF FF FF FF CA E2 61 80"), 10 * MS)
    assert not NoMemory().authenticate(b"", b"")
    assert not Tag(NTAG).authenticate(b"", 0)


def test_a_tag_needs_5_ms_of_field_before_it_answers() -> None:
    tag = _tag(NTAG)
    assert tag.receive(REQA, 5 * MS - 1) is None
    assert not tag.authenticate(b"", 5 * MS - 1)
    assert tag.receive(REQA, 5 * MS) is not None


@pytest.mark.parametrize(("gap", "state"), [(5 * MS - 1, State.HALT), (5 * MS, State.IDLE)])
def test_a_tag_forgets_its_state_after_5_ms_without_field(gap: int, state: State) -> None:
    tag = _active(NTAG)
    tag.receive(HLTA, 10 * MS)
    tag.power(20 * MS, is_on=False)
    tag.power(20 * MS + gap, is_on=True)
    assert tag.state is state


def test_a_random_uid_changes_at_every_power_up_and_keeps_its_first_byte() -> None:
    tag = Tag("08010203")
    seen = set()
    for begins in range(0, 1000 * MS, 20 * MS):
        tag.power(begins, is_on=True)
        seen.add(tag.uid)
        tag.power(begins + 10 * MS, is_on=False)
    assert len(seen) == 50
    assert {uid[0] for uid in seen} == {0x08}


@pytest.mark.parametrize(
    ("uid", "kind"),
    [
        ("DEADBEEF", "classic1k"),
        (NTAG, "ntag213"),
        ("08A3C6CAE26180", "ntag213"),
        ("04112233445566778899", "plain"),
        ("08010203", "random"),
    ],
)
def test_a_tags_kind_follows_from_its_uid(uid: str, kind: str) -> None:
    assert TagSpec(uid.lower()) == TagSpec(uid, kind)


@pytest.mark.parametrize(
    ("uid", "kind"),
    [("04A3C6", ""), ("nonsense", ""), (NTAG, "brick"), ("DEADBEEF", "ntag215")],
)
def test_a_spec_that_cannot_be_is_refused(uid: str, kind: str) -> None:
    with pytest.raises(ValueError, match=r"not|has 4"):
        TagSpec(uid, kind)


def test_answers_of_different_length_collide_only_where_both_speak() -> None:
    received = superpose([AirReply(0b1, 1), AirReply(0b1111, 4)], 100)
    assert (received.bits, received.collision) == (4, 0)


def test_laying_the_same_tag_again_keeps_its_state_and_lifting_ends_it() -> None:
    tag, field = Tag(NTAG), Field()
    field.switch(0, is_on=True)
    field.lay([tag], 0)
    field.answer(REQA, 10 * MS)
    field.lay([tag], 11 * MS)
    states = [tag.state]
    field.lay([], 12 * MS)
    field.lay([tag], 12 * MS)
    assert [*states, tag.state] == [State.READY, State.IDLE]
    assert field.answer(REQA, 13 * MS) is None
