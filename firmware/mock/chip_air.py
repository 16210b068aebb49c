"""The air between a simulated MFRC522 and its tags: frames, superposed answers, power.

Bits are little-endian integers: the lowest bit is on the air first (ISO 14443-3, 6.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware.nfc.iso14443 import LEVELS
from firmware.nfc.registers import CARRIER_HZ

BIT_NS = 128 * 1_000_000_000 // CARRIER_HZ
ONE_NS = 1236 * 1_000_000_000 // CARRIER_HZ  # frame delay time after a last bit of 1
ZERO_NS = 1172 * 1_000_000_000 // CARRIER_HZ  # and after a 0
READY_NS = 5_000_000  # a tag may take so long after the field came on
FORGETS_NS = 5_000_000  # and has forgotten everything after so long without it


@dataclass(frozen=True, slots=True)
class AirFrame:
    """Holds a reader's frame: bytes, how many bits of them were sent, and whether in Crypto1."""

    octets: bytes
    bits: int
    is_encrypted: bool = False

    @property
    def is_request(self) -> bool:
        """Tell whether it is REQA or WUPA."""
        return self.bits == 7 and self.octets[0] in {0x26, 0x52}

    @property
    def is_anticollision(self) -> bool:
        """Tell whether it is ANTICOLLISION, which sends the first bits of a UID."""
        return self.bits >= 16 and self.octets[0] in LEVELS and self.octets[1] < 0x70


@dataclass(frozen=True, slots=True)
class AirReply:
    """Holds one tag's answer: `bits` bits of `value`, after the frame delay and `late_ns` more."""

    value: int
    bits: int
    late_ns: int = 0


@dataclass(frozen=True, slots=True)
class Received:
    """Holds what reaches the receiver; `collision` counts from 1, 0 means none."""

    values_or: int
    bits: int
    collision: int
    begins_ns: int


class Listener(Protocol):
    """Lies in a field and answers frames: a tag."""

    def power(self, now_ns: int, *, is_on: bool) -> None:
        """Take note that the field came on or went."""
        ...

    def leave(self) -> None:
        """Take note that it was taken out of the field."""
        ...

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        """Take a frame that ended at `now_ns`; return the answer, None for silence."""
        ...

    def authenticate(self, request: bytes, now_ns: int) -> bool:
        """Take the chip's MFAuthent (command, block, key, UID bytes); tell if it agreed."""
        ...


def of_bytes(octets: bytes, late_ns: int = 0) -> AirReply:
    """Return an answer of whole bytes."""
    return AirReply(int.from_bytes(octets, "little"), 8 * len(octets), late_ns)


def sent_ns(bits: int) -> int:
    """Return how long a reader's frame takes: start bit, a parity bit a byte, two bits to end."""
    return (3 + bits + bits // 8) * BIT_NS


def answered_ns(bits: int) -> int:
    """Return how long a tag's frame takes: start bit, a parity bit a byte, one bit to end."""
    return (2 + bits + (bits + 7) // 8) * BIT_NS


def superpose(replies: Sequence[AirReply], delay_ns: int) -> Received:
    """Return the sum of all answers: Manchester halves of different bits are both modulated."""
    either = both = replies[0].value
    shortest = longest = replies[0].bits
    late_ns = replies[0].late_ns
    for reply in replies[1:]:
        either |= reply.value
        both &= reply.value
        shortest, longest = min(shortest, reply.bits), max(longest, reply.bits)
        late_ns = min(late_ns, reply.late_ns)
    differing = (either ^ both) & (1 << shortest) - 1
    collision = (differing & -differing).bit_length()
    return Received(either, longest, collision, delay_ns + late_ns)


class Field:
    """Holds the tags in front of one antenna and whether it is driven."""

    def __init__(self) -> None:
        self.is_on = False
        self._tags: tuple[Listener, ...] = ()

    @property
    def tags(self) -> tuple[Listener, ...]:
        """Return the tags that lie here."""
        return self._tags

    def lay(self, tags: Iterable[Listener], now_ns: int) -> None:
        """Lay exactly these tags here; those that stay keep their state."""
        laid = tuple(tags)
        for tag in self._tags:
            if tag not in laid:
                tag.leave()
        for tag in laid:
            if tag not in self._tags:
                tag.power(now_ns, is_on=self.is_on)
        self._tags = laid

    def switch(self, now_ns: int, *, is_on: bool) -> None:
        """Drive the antenna, or stop."""
        if is_on != self.is_on:
            self.is_on = is_on
            for tag in self._tags:
                tag.power(now_ns, is_on=is_on)

    def answer(self, frame: AirFrame, now_ns: int) -> Received | None:
        """Return what comes back for a frame that ended at `now_ns`."""
        if not (self.is_on and self._tags):
            return None
        replies = [r for t in self._tags if (r := t.receive(frame, now_ns)) is not None]
        if not replies:
            return None
        last = frame.bits - 1
        delay_ns = ONE_NS if frame.octets[last // 8] >> last % 8 & 1 else ZERO_NS
        return superpose(replies, delay_ns)

    def authenticate(self, request: bytes, now_ns: int) -> bool:
        """Return whether a tag agreed to a MIFARE authentication."""
        agreed = [t.authenticate(request, now_ns) for t in self._tags if self.is_on]
        return any(agreed)
