"""The inventory on the simulated chip: whole UIDs, every tag, never a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_air import READY_NS, AirFrame, AirReply
from firmware.mock.spi import spidev_of
from firmware.mock.tags import State, Tag, TagSpec
from firmware.nfc.bus import SpidevBus
from firmware.nfc.errors import NfcError
from firmware.nfc.inventory import NOTHING, Inventory, known_bits, take_inventory
from firmware.nfc.iso14443 import REQA, WUPA, Frame, Reply
from firmware.nfc.mfrc522 import Mfrc522

MS = 1_000_000
NTAG = "04A3C6CAE26180"


def _uids(size: int) -> st.SearchStrategy[str]:
    """Draw UIDs of one size: no random ones, no longer ones that begin with 88."""
    hexed = st.binary(min_size=size, max_size=size).map(lambda octets: octets.hex().upper())
    return hexed.filter(lambda uid: uid[:2] != "08" if size == 4 else uid[:2] != "88")


ANY_UID = _uids(4) | _uids(7) | _uids(10)
# Close relatives, so that collisions come late and at every level.
RELATIVES = st.builds(
    lambda head, tail: (head + tail).hex().upper(),
    st.sampled_from([b"\x04\xa3\xc6", b"\x04\xa3\xc7"]),
    st.lists(st.sampled_from([0x00, 0x01, 0x80, 0xFF]), min_size=4, max_size=4).map(bytes),
)


def _driver(*tags: Tag, absolute: bool = True) -> tuple[SimulatedMfrc522, Mfrc522]:
    chip = SimulatedMfrc522(absolute_collisions=absolute)
    spi = spidev_of({(0, 0): chip})(0, 0)
    spi.max_speed_hz = 1_000_000
    driver = Mfrc522(SpidevBus(spi), chip.clock.advance)
    driver.start()
    chip.lay(tags)
    return chip, driver


@given(uids=st.sets(ANY_UID, min_size=1, max_size=6), absolute=st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_tags_are_found_completely_however_collisions_are_counted(
    uids: set[str], absolute: bool
) -> None:
    _, driver = _driver(*(Tag(uid) for uid in uids), absolute=absolute)
    for _ in range(3):  # the second time they have been halted
        assert driver.inventory() == Inventory(frozenset(uids))


@given(uids=st.sets(RELATIVES, min_size=2, max_size=6), absolute=st.booleans())
@settings(max_examples=60, deadline=None)
def test_close_relatives_are_told_apart(uids: set[str], absolute: bool) -> None:
    _, driver = _driver(*(Tag(uid) for uid in uids), absolute=absolute)
    assert driver.inventory().uids == uids
    assert driver.inventory().uids == uids


@pytest.mark.parametrize("uid", ["88112233", "88A3C6CA", "DEADBEEF"])
def test_the_sak_says_whether_a_uid_goes_on_not_its_first_byte(uid: str) -> None:
    _, driver = _driver(Tag(uid))
    assert driver.inventory().uids == {uid}


def test_an_empty_field_holds_nothing() -> None:
    _, driver = _driver()
    assert driver.inventory() is NOTHING


def test_tags_of_different_kinds_collide_in_the_request_and_are_found() -> None:
    _, driver = _driver(Tag(NTAG), Tag("DEADBEEF"), Tag("04112233445566778899"))
    assert driver.inventory().uids == {NTAG, "DEADBEEF", "04112233445566778899"}


def test_a_tag_that_comes_or_goes_changes_the_next_look_only_by_itself() -> None:
    first, second = Tag(NTAG), Tag("04A1C6CAE26180")
    chip, driver = _driver(first)
    assert driver.inventory().uids == {NTAG}
    chip.lay([first, second])
    chip.clock.advance(6 * MS)
    assert driver.inventory().uids == {NTAG, "04A1C6CAE26180"}
    chip.lay([second])
    assert driver.inventory().uids == {"04A1C6CAE26180"}


def test_a_random_uid_is_refused_and_told() -> None:
    _, driver = _driver(Tag("08112233"))
    assert driver.inventory() == Inventory(frozenset(), "random_uid")


def test_a_random_uid_beside_a_card_leaves_the_card() -> None:
    _, driver = _driver(Tag("08112233"), Tag(NTAG))
    assert driver.inventory() == Inventory(frozenset({NTAG}), "random_uid")


def test_a_seven_byte_uid_may_begin_with_08() -> None:
    _, driver = _driver(Tag("08A3C6CAE26180"))
    assert driver.inventory() == Inventory(frozenset({"08A3C6CAE26180"}))


def test_more_tags_than_anybody_lays_down_are_said_to_be_several() -> None:
    tags = [Tag(f"04A3C6CAE261{n:02X}") for n in range(17)]
    _, driver = _driver(*tags)
    found = driver.inventory()
    assert found.unclear == "several"
    assert len(found.uids) == 16
    assert found.uids <= {tag.spec.uid for tag in tags}


class _Shy(Tag):
    """Answers nothing after its anticollision answers: too weak for what follows."""

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        if frame.octets[1:2] == b"\x70":
            return None
        return super().receive(frame, now_ns)


def test_tags_that_collide_and_cannot_be_selected_are_several_and_never_a_uid() -> None:
    _, driver = _driver(_Shy(NTAG), _Shy("04A1C6CAE26180"))
    assert driver.inventory() == Inventory(frozenset(), "several")


def test_one_tag_that_cannot_be_selected_is_nothing_yet() -> None:
    _, driver = _driver(_Shy(NTAG))
    assert driver.inventory() == NOTHING


class _Stutterer(Tag):
    """Loses every n-th frame."""

    def __init__(self, uid: str, every: int) -> None:
        super().__init__(uid)
        self._every = every
        self._heard = 0

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        self._heard += 1
        if self._heard % self._every == 0:
            return None
        return super().receive(frame, now_ns)


@given(
    uids=st.sets(ANY_UID, min_size=1, max_size=3),
    every=st.integers(min_value=2, max_value=9),
)
@settings(max_examples=40, deadline=None)
def test_tags_that_miss_frames_are_at_worst_not_found(uids: set[str], every: int) -> None:
    _, driver = _driver(*(_Stutterer(uid, every) for uid in uids))
    for _ in range(5):
        assert driver.inventory().uids <= uids


class _Inattentive(Tag):
    """Loses just one frame, the n-th."""

    def __init__(self, uid: str, lost: int) -> None:
        super().__init__(uid)
        self._before = lost

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        self._before -= 1
        return None if self._before == 0 else super().receive(frame, now_ns)


@pytest.mark.parametrize("lost", range(2, 12))
def test_a_frame_lost_after_the_wake_up_is_made_up_for_in_the_same_poll(lost: int) -> None:
    _, driver = _driver(_Inattentive(NTAG, lost))
    assert driver.inventory().uids == {NTAG}


def test_a_lost_wake_up_is_made_up_for_in_the_next_poll() -> None:
    _, driver = _driver(_Inattentive(NTAG, 1))
    assert [driver.inventory().uids for _ in range(2)] == [frozenset(), {NTAG}]


@given(
    uids=st.sets(ANY_UID, min_size=0, max_size=3),
    rate=st.sampled_from([0.0005, 0.002, 0.01, 0.05]),
    seed=st.integers(min_value=0, max_value=10_000),
)
@settings(max_examples=60, deadline=None)
def test_noise_never_makes_a_wrong_uid(uids: set[str], rate: float, seed: int) -> None:
    chip, driver = _driver(*(Tag(uid) for uid in uids))
    chip.fault("noise", rate=rate, seed=seed)
    for _ in range(12):
        try:
            found = driver.inventory()
        except NfcError:
            _start_again(driver)
        else:
            assert found.uids <= uids


def _start_again(driver: Mfrc522) -> None:
    for _ in range(20):
        try:
            driver.start()
        except NfcError:
            continue
        return


class _Restless(Tag):
    """Comes back to IDLE instead of halting, as often as it is asked."""

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        reply = super().receive(frame, now_ns)
        if self.state is State.HALT:
            self.leave()
            self.power(now_ns - READY_NS, is_on=True)
        return reply


def test_a_tag_that_never_halts_does_not_hold_up_the_poll() -> None:
    chip, driver = _driver(_Restless(NTAG), _Restless("DEADBEEF"))
    began = chip.clock.now_ns()
    found = driver.inventory()
    assert found.uids <= {NTAG, "DEADBEEF"}
    assert found.unclear == "several"
    assert chip.clock.now_ns() - began < 250 * MS


class _Script:
    """Answers as a radio that is told what to say, frame by frame."""

    def __init__(self, **answers: Reply) -> None:
        self._answers = answers
        self.cycles = 0

    def exchange(self, frame: Frame) -> Reply | None:
        return self._answers.get("x" + frame.octets[:2].hex())

    def send(self, frame: Frame) -> None:
        raise AssertionError(f"nothing was selected, {frame} must not be sent")

    def cycle_field(self) -> None:
        self.cycles += 1


ATQA = Reply(b"\x44\x00")
PART = Reply(bytes.fromhex("8804A3C6E9"))


@pytest.mark.parametrize(
    "answers",
    [
        {"x9320": Reply(bytes.fromhex("8804A3C6E8"))},  # check byte
        {"x9320": Reply(bytes.fromhex("8804A3C6"))},  # too short
        {"x9320": Reply(bytes.fromhex("8804A3C6E900"))},  # too long
        {"x9320": Reply(bytes.fromhex("8804A3C6E9"), last_bits=3)},
        {"x9320": Reply(bytes.fromhex("8804A3C6E9"), is_broken=True)},
        {"x9320": Reply(b"")},
        {"x9320": PART},  # no SAK
        {"x9320": PART, "x9370": Reply(bytes.fromhex("04DA18"))},  # its CRC
        {"x9320": PART, "x9370": Reply(bytes.fromhex("0000A01E"))},  # two bytes of it
        {"x9320": PART, "x9370": Reply(bytes.fromhex("04DA17"))},  # and no second level
        {  # goes on, without a cascade tag
            "x9320": Reply(bytes.fromhex("DEADBEEF22")),
            "x9370": Reply(bytes.fromhex("04DA17")),
        },
    ],
)
def test_an_answer_that_is_not_whole_is_no_uid(answers: dict[str, Reply]) -> None:
    radio = _Script(x52=ATQA, x26=ATQA, **answers)
    assert take_inventory(radio) == NOTHING


def test_a_uid_that_never_ends_is_no_uid() -> None:
    part, more = Reply(bytes.fromhex("8804A3C6E9")), Reply(bytes.fromhex("04DA17"))
    radio = _Script(
        x52=ATQA, x9320=part, x9370=more, x9520=part, x9570=more, x9720=part, x9770=more
    )
    assert take_inventory(radio) == NOTHING


def test_a_collision_at_an_unknown_place_is_several() -> None:
    radio = _Script(x52=ATQA, x26=ATQA, x9320=Reply(bytes(5), collision=-1))
    assert take_inventory(radio) == Inventory(frozenset(), "several")
    assert radio.cycles > 0


def test_a_look_that_went_wrong_counts_only_if_a_second_one_agrees() -> None:
    class Liar(_Script):
        """Garbles its first answer, tells one UID, and is gone at the second look."""

        parts = [Reply(b"\0"), Reply(bytes.fromhex("DEADBEEF22"))]
        wakes = 0

        def exchange(self, frame: Frame) -> Reply | None:
            if frame is REQA:
                return None
            if frame is WUPA:
                self.wakes += 1
                return ATQA if self.wakes <= 2 else None
            if frame.octets[1] == 0x70:
                return Reply(bytes.fromhex("08B6DD"))
            return self.parts.pop(0)

        def send(self, frame: Frame) -> None:
            del frame

    assert take_inventory(Liar()) == NOTHING


@pytest.mark.parametrize(
    ("bits", "position", "expected"),
    [(0, 18, 18), (18, 24, 24), (18, 3, 19), (18, 2, 20), (10, 3, 11), (16, 9, 25)],
)
def test_certain_bits_after_a_collision_take_the_smallest_reading(
    bits: int, position: int, expected: int
) -> None:
    assert known_bits(bits, position) == expected


@given(bits=st.integers(0, 31), true=st.integers(1, 32))
def test_certain_bits_never_go_beyond_the_collision(bits: int, true: int) -> None:
    assume(true > bits)
    readings = (true, true - bits // 8 * 8, true - bits)
    for position in readings:
        assert bits < known_bits(bits, position) <= true


def test_a_ten_byte_spec_needs_three_levels() -> None:
    _, driver = _driver(Tag(TagSpec("88112233445566778899", "plain")))
    assert driver.inventory().uids == {"88112233445566778899"}
