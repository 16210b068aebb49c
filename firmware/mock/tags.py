"""Simulated tags: the states of ISO 14443-3A and what each kind says of itself.

POWER-OFF, IDLE, READY, ACTIVE and HALT, with READY* and ACTIVE* for a tag that was woken from
HALT and falls back there. Any frame that does not belong to a state ends it without a word.
"""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass

from firmware.mock.chip_air import FORGETS_NS, READY_NS, AirFrame, AirReply, of_bytes
from firmware.mock.tag_memory import PAGES, BlockMemory, Memory, NoMemory, PageMemory
from firmware.nfc.iso14443 import LEVELS, bcc, crc_a, is_random, levels_of, with_crc

CLASSIC = "classic1k"
PLAIN = "plain"
RANDOM = "random"
KINDS = (*PAGES, CLASSIC, PLAIN, RANDOM)

REQA, WUPA = 0x26, 0x52
SAK_MORE = 0x04


class State(enum.Enum):
    """Where a powered tag stands; without power there is no state."""

    IDLE = enum.auto()
    READY = enum.auto()
    ACTIVE = enum.auto()
    HALT = enum.auto()


@dataclass(frozen=True, slots=True)
class TagSpec:
    """Describes a tag: `uid` in hex; `kind` is one of KINDS, by the UID's length if empty."""

    uid: str
    kind: str = ""

    def __post_init__(self) -> None:
        try:
            length = len(bytes.fromhex(self.uid))
        except ValueError:
            length = 0
        if length not in {4, 7, 10}:
            raise ValueError(f"a UID is 4, 7 or 10 bytes in hex, not {self.uid!r}")
        if self.kind not in {"", *KINDS}:
            raise ValueError(f"a tag is one of {', '.join(KINDS)}, not {self.kind!r}")
        if self.kind in PAGES and length != 7:
            raise ValueError(f"an {self.kind} has a UID of 7 bytes; {self.uid} has {length}")
        object.__setattr__(self, "uid", self.uid.upper())
        object.__setattr__(self, "kind", self.kind or _kind_of(bytes.fromhex(self.uid)))


def _kind_of(uid: bytes) -> str:
    if is_random(uid):
        return RANDOM
    return {4: CLASSIC, 7: "ntag213", 10: PLAIN}[len(uid)]


def memory_of(spec: TagSpec) -> Memory:
    """Return a fresh memory for such a tag."""
    uid = bytes.fromhex(spec.uid)
    if spec.kind in PAGES:
        return PageMemory(spec.kind, uid)
    return BlockMemory(uid) if spec.kind == CLASSIC else NoMemory()


class Tag:
    """Lies in a field and answers as its kind does."""

    def __init__(
        self, spec: TagSpec | str, *, memory: Memory | None = None, seed: int = 0
    ) -> None:
        self.spec = TagSpec(spec) if isinstance(spec, str) else spec
        self.uid = bytes.fromhex(self.spec.uid)
        self.memory = memory or memory_of(self.spec)
        self.state = State.IDLE
        self.is_starred = False
        self._chance = random.Random(seed)
        self._parts = levels_of(self.uid)
        self._level = 0
        self._is_open = False  # a sector is open: frames must come in Crypto1
        self._is_powered = False
        self._ready_ns = 0
        self._off_ns: int | None = None
        self._atqa = bytes((len(self._parts) - 1 << 6 | 0x04, 0x00))
        self._sak = {CLASSIC: 0x08, RANDOM: 0x20}.get(self.spec.kind, 0x00)

    def power(self, now_ns: int, *, is_on: bool) -> None:
        """Take note that the field came on or went; a long gap forgets the state."""
        if self._is_powered and not is_on:
            self._off_ns = now_ns
        elif is_on and (self._off_ns is None or now_ns - self._off_ns >= FORGETS_NS):
            self._wake_up(now_ns)
        self._is_powered = is_on

    def leave(self) -> None:
        """Take note that it was taken out of the field: it forgets everything."""
        self._is_powered = False
        self._off_ns = None

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply | None:
        """Take a frame that ended at `now_ns`; return the answer, None for silence."""
        if now_ns < self._ready_ns:
            return None
        if frame.is_encrypted != self._is_open:
            self._fall_back()
            return None
        if self.state is State.ACTIVE:
            return self._act(frame)
        return self._resolve(frame) if self.state is State.READY else self._request(frame)

    def authenticate(self, request: bytes, now_ns: int) -> bool:
        """Take an MFAuthent when ACTIVE; a wrong key, or another kind of tag, falls back."""
        if now_ns < self._ready_ns:
            return False
        is_active = self.state is State.ACTIVE
        self._is_open = is_active and self.memory.authenticate(request, self.uid)
        if not self._is_open:
            self._fall_back()
        return self._is_open

    def _wake_up(self, now_ns: int) -> None:
        self._ready_ns = now_ns + READY_NS
        self.is_starred = False
        self._fall_back()
        if self.spec.kind == RANDOM:
            self.uid = self.uid[:1] + self._chance.randbytes(3)
            self._parts = levels_of(self.uid)

    def _fall_back(self) -> None:
        """Return to IDLE, or to HALT where the tag was woken from."""
        self.state = State.HALT if self.is_starred else State.IDLE
        self._is_open = False
        self.memory.forget()

    def _request(self, frame: AirFrame) -> AirReply | None:
        if frame.bits != 7:
            return None
        code = frame.octets[0]
        if code == WUPA or (code == REQA and self.state is State.IDLE):
            self.is_starred = self.state is State.HALT
            self.state = State.READY
            self._level = 0
            return of_bytes(self._atqa)
        return None

    def _resolve(self, frame: AirFrame) -> AirReply | None:
        octets = frame.octets
        if len(octets) < 2 or octets[0] != LEVELS[self._level]:
            self._fall_back()
            return None
        if octets[1] == 0x70 and frame.bits == 72:
            return self._select(octets)
        bits = (octets[1] >> 4) * 8 + (octets[1] & 7) - 16
        if not 0 <= bits < 40 or frame.bits != bits + 16:
            self._fall_back()
            return None
        return self._rest_of_uid(octets, bits)

    def _rest_of_uid(self, octets: bytes, bits: int) -> AirReply | None:
        """Answer an ANTICOLLISION with the bits that the reader has not sent, if it fits."""
        part = self._parts[self._level][1]
        mine = int.from_bytes(part + bytes((bcc(part),)), "little")
        asked = int.from_bytes(octets[2:], "little") & (1 << bits) - 1
        if mine & (1 << bits) - 1 != asked:
            return None
        return AirReply(mine >> bits, 40 - bits)

    def _select(self, octets: bytes) -> AirReply | None:
        part = self._parts[self._level][1]
        if octets[2:] != with_crc(octets[:2] + part + bytes((bcc(part),)))[2:]:
            self._fall_back()
            return None
        if self._level + 1 < len(self._parts):
            self._level += 1
            return of_bytes(with_crc(bytes((SAK_MORE,))))
        self.state = State.ACTIVE
        return of_bytes(with_crc(bytes((self._sak,))))

    def _act(self, frame: AirFrame) -> AirReply | None:
        """Answer a command in ACTIVE; HLTA halts, a wrong one falls back."""
        octets = frame.octets
        if frame.bits < 24 or frame.bits % 8:
            self._fall_back()
            return None
        is_right = crc_a(octets[:-2]) == octets[-2:]
        if is_right and octets[:-2] == b"\x50\x00":
            self.is_starred = True
            self._fall_back()
            return None
        outcome = self.memory.command(octets[:-2]) if is_right else self.memory.bad_crc()
        if not outcome.stays:
            self._fall_back()
        return outcome.reply
