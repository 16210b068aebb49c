"""ISO/IEC 14443-3 type A, the pure part: checks, frames, replies and their times on the air.

Knows no chip and no clock. A frame says what to send, how long that and its answer take, and how
long to wait for an answer to begin; a reply says what was received.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

CARRIER_HZ = 13_560_000
REPLY_DELAY_NS = 91_200  # FDT of an answer: 1236/fc after a last bit of 1, 86.4 us after a 0
ANSWER_BEGINS_NS = 300_000  # over three times the FDT, which is exact up to SELECT
SAK_INCOMPLETE = 0x04  # the UID goes on at the next cascade level
CASCADE_TAG = 0x88
RANDOM_UID = 0x08  # first byte of a single-size UID that changes at every power-up
LEVELS = (0x93, 0x95, 0x97)  # SEL codes of the cascade levels


def _crc_table() -> tuple[int, ...]:
    """Compute the byte table of the reflected polynomial x^16 + x^12 + x^5 + 1."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc_a(octets: bytes, preset: int = 0x6363) -> bytes:
    """Return the CRC_A of some bytes, low byte first as it is sent (ISO 14443-3, annex B)."""
    crc = preset
    for byte in octets:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    return crc.to_bytes(2, "little")


def with_crc(octets: bytes) -> bytes:
    """Return the bytes followed by their CRC_A."""
    return octets + crc_a(octets)


def bcc(part: bytes) -> int:
    """Return the check byte of one cascade level's four bytes: their exclusive or."""
    return part[0] ^ part[1] ^ part[2] ^ part[3]


def is_random(uid: bytes) -> bool:
    """Tell whether a UID is a random one; only single-size UIDs can be."""
    return len(uid) == 4 and uid[0] == RANDOM_UID


def bits_ns(bits: int) -> int:
    """Return how long so many bits take at 106 kbit/s: 128/fc each."""
    return bits * 128 * 1_000_000_000 // CARRIER_HZ


def sent_ns(bits: int) -> int:
    """Return how long a reader's frame takes: a start bit, a parity bit a byte, two to end."""
    return bits_ns(3 + bits + bits // 8)


def answered_ns(bits: int) -> int:
    """Return how long a tag's frame takes: a start bit, a parity bit a byte, one to end."""
    return bits_ns(2 + bits + (bits + 7) // 8)


@dataclass(frozen=True, slots=True)
class Frame:
    """Says what to send and what to expect.

    `last_bits` counts the bits of the last byte that are sent (0: all); `align` is the place of
    the first received bit in its byte. `took_ns` is the air time up to the end of the expected
    answer, `begins_ns` the time within which an answer begins.
    """

    octets: bytes
    took_ns: int
    begins_ns: int = ANSWER_BEGINS_NS
    last_bits: int = 0
    align: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """Holds what was received: bytes, and how many bits of the last one count (0: all).

    `collision` is the position of the first collision as the chip counts, from 1; 0 means none,
    -1 one at an unknown place. `is_broken` tells of a parity, protocol or overflow error.
    """

    octets: bytes
    last_bits: int = 0
    collision: int = 0
    is_broken: bool = False


class Radio(Protocol):
    """Exchanges frames with whatever is in the field."""

    def exchange(self, frame: Frame) -> Reply | None:
        """Send a frame and return the answer, None if there is none."""
        ...

    def send(self, frame: Frame) -> None:
        """Send a frame that has no answer."""
        ...

    def cycle_field(self) -> None:
        """Switch the field off and on, long enough for all tags to begin anew."""
        ...


def frame(octets: bytes, answer_bits: int, begins_ns: int = ANSWER_BEGINS_NS) -> Frame:
    """Make a frame of whole bytes from its bytes, the CRC included where one is due."""
    took_ns = sent_ns(8 * len(octets)) + REPLY_DELAY_NS + answered_ns(answer_bits)
    return Frame(octets, took_ns, begins_ns)


def _short_frame(code: int) -> Frame:
    """Make a request of seven bits; its answer, or the lack of one, is settled in one look."""
    answered = REPLY_DELAY_NS + answered_ns(16)
    return Frame(bytes((code,)), sent_ns(7) + max(answered, ANSWER_BEGINS_NS), last_bits=7)


REQA = _short_frame(0x26)
WUPA = _short_frame(0x52)
HLTA = Frame(with_crc(b"\x50\x00"), sent_ns(32))


def anticollision(level: int, bits: int, known: int) -> Frame:
    """Make the ANTICOLLISION frame of a level (SEL code) with the first `bits` of `known`.

    `known` is the level's 32 bits as a little-endian integer: its lowest bit is on the air first.
    """
    whole, part = divmod(bits, 8)
    head = bytes((level, (2 + whole) << 4 | part))
    octets = head + (known & (1 << bits) - 1).to_bytes(whole + bool(part), "little")
    took_ns = sent_ns(16 + bits) + REPLY_DELAY_NS + answered_ns(40 - bits)
    return Frame(octets, took_ns, last_bits=part, align=part)


def select(level: int, part: bytes) -> Frame:
    """Make the SELECT frame of a level for its four bytes."""
    return frame(with_crc(bytes((level, 0x70)) + part + bytes((bcc(part),))), 24)


def checked(reply: Reply | None) -> bytes | None:
    """Return a reply's bytes without their CRC_A; None if it is broken in any way."""
    if reply is None or reply.is_broken or reply.collision or reply.last_bits:
        return None
    octets = reply.octets
    if len(octets) < 3 or crc_a(octets[:-2]) != octets[-2:]:
        return None
    return octets[:-2]


def levels_of(uid: bytes) -> tuple[tuple[int, bytes], ...]:
    """Return each cascade level's SEL code and four bytes; raises ValueError on a wrong length."""
    match len(uid):
        case 4:
            parts: tuple[bytes, ...] = (uid,)
        case 7:
            parts = (b"\x88" + uid[:3], uid[3:])
        case 10:
            parts = (b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:])
        case length:
            raise ValueError(f"a UID has 4, 7 or 10 bytes; this one has {length}")
    return tuple(zip(LEVELS, parts, strict=False))
