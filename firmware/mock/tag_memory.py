"""Memory of simulated tags: NTAG21x and Ultralight pages, MIFARE Classic blocks.

Commands as in the NTAG213/215/216 data sheet (section 10) and the MF1S50 data sheet (section 10);
a tag that answers with a NAK, or not at all, leaves its ACTIVE state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from firmware.mock.chip_air import AirReply, of_bytes
from firmware.nfc.iso14443 import with_crc

WRITE_NS = 4_100_000  # EEPROM programming time
ACK = 0x0A
NAK_ARGUMENT = 0x0
NAK_CRC = 0x1

PAGES = {"ultralight": 16, "ntag213": 45, "ntag215": 135, "ntag216": 231}
CAPABILITY = {"ultralight": 0x06, "ntag213": 0x12, "ntag215": 0x3E, "ntag216": 0x6D}
STORAGE = {"ntag213": 0x0F, "ntag215": 0x11, "ntag216": 0x13}
EMPTY_NDEF = b"\x03\x00\xfe\x00"
FACTORY_KEY = b"\xff" * 6
TRAILER = FACTORY_KEY + b"\xff\x07\x80\x69" + FACTORY_KEY


@dataclass(frozen=True, slots=True)
class Outcome:
    """Holds what an ACTIVE tag does about a command: its answer, and whether it stays ACTIVE."""

    reply: AirReply | None = None
    stays: bool = False


REFUSED = Outcome()


class Memory(Protocol):
    """Answers the commands of an ACTIVE tag."""

    def command(self, octets: bytes) -> Outcome:
        """Answer a command without its CRC, which was right."""
        ...

    def bad_crc(self) -> Outcome:
        """Answer a frame whose CRC was wrong."""
        ...

    def forget(self) -> None:
        """Lose what is lost with power or selection."""
        ...

    def authenticate(self, request: bytes, uid: bytes) -> bool:
        """Check an MFAuthent request: command, block, six bytes of key, four of the UID."""
        ...


def nibble(value: int, late_ns: int = 0) -> AirReply:
    """Return an ACK or NAK: four bits."""
    return AirReply(value, 4, late_ns)


def _acknowledged() -> Outcome:
    return Outcome(nibble(ACK, WRITE_NS), stays=True)


def _nak(value: int) -> Outcome:
    return Outcome(nibble(value))


class NoMemory:
    """Answers nothing: a tag of which only the UID is used."""

    def command(self, octets: bytes) -> Outcome:
        """Refuse."""
        del octets
        return REFUSED

    def bad_crc(self) -> Outcome:
        """Refuse."""
        return REFUSED

    def forget(self) -> None:
        """Do nothing."""

    def authenticate(self, request: bytes, uid: bytes) -> bool:
        """Never agree."""
        del request, uid
        return False


class PageMemory(NoMemory):
    """Answers as an NTAG213, 215, 216 or Ultralight: READ, FAST_READ, GET_VERSION, WRITE."""

    def __init__(self, kind: str, uid: bytes) -> None:
        self._kind = kind
        self.pages = bytearray(4 * PAGES[kind])
        check0 = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        check1 = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        head = uid[:3] + bytes((check0,)) + uid[3:] + bytes((check1, 0x48, 0, 0))
        self.pages[:20] = head + bytes((0xE1, 0x10, CAPABILITY[kind], 0x00)) + EMPTY_NDEF

    def command(self, octets: bytes) -> Outcome:
        """Answer READ 30, FAST_READ 3A, GET_VERSION 60 and WRITE A2."""
        match octets[0], len(octets):
            case 0x30, 2:
                return self._read(octets[1])
            case 0x3A, 3 if self._kind in STORAGE:
                return self._fast_read(octets[1], octets[2])
            case 0x60, 1 if self._kind in STORAGE:
                version = bytes((0, 4, 4, 2, 1, 0, STORAGE[self._kind], 3))
                return Outcome(of_bytes(with_crc(version)), stays=True)
            case 0xA2, 6:
                return self._write(octets[1], octets[2:])
            case _:
                return _nak(NAK_ARGUMENT)

    def bad_crc(self) -> Outcome:
        """Answer NAK 1."""
        return _nak(NAK_CRC)

    def _read(self, page: int) -> Outcome:
        """Return four pages, rolling over to page 0 at the end."""
        if 4 * page >= len(self.pages):
            return _nak(NAK_ARGUMENT)
        rolled = bytes((self.pages + self.pages[:12])[4 * page : 4 * page + 16])
        return Outcome(of_bytes(with_crc(rolled)), stays=True)

    def _fast_read(self, first: int, last: int) -> Outcome:
        if first > last or 4 * last >= len(self.pages):
            return _nak(NAK_ARGUMENT)
        return Outcome(of_bytes(with_crc(bytes(self.pages[4 * first : 4 * last + 4]))), stays=True)

    def _write(self, page: int, four: bytes) -> Outcome:
        """Write a page; lock bits and the capability page can only be set, never cleared."""
        if page < 2 or 4 * page >= len(self.pages) or self._is_locked(page):
            return _nak(NAK_ARGUMENT)
        at = 4 * page
        if page == 2:
            four = bytes(
                (self.pages[8], self.pages[9], self.pages[10] | four[2], self.pages[11] | four[3])
            )
        elif page == 3:
            four = bytes(old | new for old, new in zip(self.pages[at : at + 4], four, strict=True))
        self.pages[at : at + 4] = four
        return _acknowledged()

    def _is_locked(self, page: int) -> bool:
        """Tell whether a static lock bit covers the page (pages 3 to 15)."""
        locks = self.pages[10] | self.pages[11] << 8
        return 3 <= page < 16 and bool(locks >> page & 1)


class BlockMemory(NoMemory):
    """Answers as a MIFARE Classic 1K: blocks of 16 bytes behind a key; the chip hides Crypto1."""

    def __init__(self, uid: bytes) -> None:
        self.blocks = bytearray(1024)
        first = uid + bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3],)) if len(uid) == 4 else uid
        self.blocks[: len(first)] = first
        for sector in range(16):
            self.blocks[64 * sector + 48 : 64 * sector + 64] = TRAILER
        self._sector = -1
        self._writing = -1

    def forget(self) -> None:
        """Close the sector."""
        self._sector = self._writing = -1

    def authenticate(self, request: bytes, uid: bytes) -> bool:
        """Open the block's sector with key A (60) or B (61) and the last four bytes of the UID."""
        if len(request) != 12 or request[0] not in {0x60, 0x61} or request[1] >= 64:
            return False
        sector = request[1] // 4
        at = 64 * sector + (48 if request[0] == 0x60 else 58)
        if request[2:8] != self.blocks[at : at + 6] or request[8:12] != uid[-4:]:
            return False
        self._sector = sector
        return True

    def command(self, octets: bytes) -> Outcome:
        """Answer READ 30 and the two halves of WRITE A0 in the open sector."""
        if self._writing >= 0:
            return self._second_half(octets)
        if len(octets) != 2 or octets[1] // 4 != self._sector:
            return REFUSED
        at = 16 * octets[1]
        if octets[0] == 0x30:
            return Outcome(of_bytes(with_crc(bytes(self.blocks[at : at + 16]))), stays=True)
        if octets[0] == 0xA0 and octets[1] != 0:
            self._writing = at
            return Outcome(nibble(ACK), stays=True)
        return REFUSED

    def _second_half(self, octets: bytes) -> Outcome:
        at, self._writing = self._writing, -1
        if len(octets) != 16:
            return REFUSED
        self.blocks[at : at + 16] = octets
        return _acknowledged()
