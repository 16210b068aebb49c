"""Inventory: every tag in the field by its whole UID, or the honest word that it is unclear.

The way through (ISO 14443-3, sections 6.4 and 6.5): wake, resolve collisions bit by bit, select
level by level as long as the SAK says that the UID goes on, halt, ask for the next one.

- A UID counts only when its check byte is right *and* its tag answered SELECT. Both CRCs of that
  exchange are made and checked here, not in the chip, so they cover the wires too: the tag itself
  has compared every bit. That is a second equal read at no cost. When anything at all went wrong
  on the way, a whole second look must find the same UID.
- Tags that lie still were halted by the look before. A halted tag that loses a collision falls
  back to HALT, where REQA does not reach it. So a collision after the first wake-up means: field
  off and on, and once more from IDLE, where all losers answer the next REQA.
- On a collision the received bits are kept as they are. The bit at the collision was received as
  0 or 1, and tags of either kind are there, so somebody answers whichever it is. Whether CollPos
  counts from the level's first bit, from its byte or from the first received bit is not settled
  by the data sheet: the smallest reading is taken, up to which the bits are right in every case.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.nfc.iso14443 import (
    CASCADE_TAG,
    HLTA,
    LEVELS,
    REQA,
    SAK_INCOMPLETE,
    WUPA,
    Radio,
    Reply,
    anticollision,
    bcc,
    checked,
    is_random,
    select,
)

MOST_TAGS = 16
TRIES = 3
SEVERAL = "several"
RANDOM = "random_uid"


@dataclass(frozen=True, slots=True)
class Inventory:
    """Holds the UIDs found, in capital hex, and what is unclear: SEVERAL, RANDOM or ""."""

    uids: frozenset[str] = frozenset()
    unclear: str = ""


NOTHING = Inventory()


def take_inventory(radio: Radio) -> Inventory:
    """Return what is in the field, which must have been on for 5 ms; leaves all tags halted."""
    if radio.exchange(WUPA) is None:
        return NOTHING
    look = _Look(radio)
    look.run()
    if look.is_clean:
        return look.inventory(look.uids)
    again = _Look(radio)
    if _woken(radio):
        again.run()
    return again.inventory(look.uids & again.uids)


def known_bits(bits: int, position: int) -> int:
    """Return how many bits are certain after a collision at CollPos, with `bits` sent before.

    The smallest of the possible readings: counted from the level's first bit, from the byte that
    holds the first received bit, or from the first received bit.
    """
    if position > bits:
        return position
    in_byte = bits // 8 * 8 + position
    return in_byte if in_byte > bits else bits + position


def _woken(radio: Radio) -> bool:
    """Wake everything; twice, since a tag that was left half selected only falls back at first."""
    return radio.exchange(WUPA) is not None or radio.exchange(WUPA) is not None


class _Look:
    """Looks once through the field, after a wake-up that was answered."""

    def __init__(self, radio: Radio) -> None:
        self.uids: frozenset[str] = frozenset()
        self.is_clean = True
        self._radio = radio
        self._collided = False
        self._unresolved = False
        self._random = False

    def inventory(self, uids: frozenset[str]) -> Inventory:
        """Return the result with these UIDs."""
        several = self._collided and self._unresolved
        return Inventory(uids, SEVERAL if several else RANDOM if self._random else "")

    def run(self) -> None:
        """Find the only tag, or all of them from a fresh field if there are more."""
        if not self._found_only_one():
            self._sweep()

    def _found_only_one(self) -> bool:
        """Tell whether one tag answers and then nobody; False when several do."""
        radio = self._radio
        for _ in range(TRIES):
            uid = self._select_one(gives_way=True)
            if self._collided:
                return False
            if uid is not None:
                self._add(uid)
                radio.send(HLTA)
                return radio.exchange(REQA) is None
            if not _woken(radio):
                return True
        return True

    def _sweep(self) -> None:
        """Switch the field off and on, then select and halt one tag after another."""
        radio = self._radio
        radio.cycle_field()
        self.uids = frozenset()
        troubles = 0
        for _ in range(MOST_TAGS):  # a tag that hears no HLTA would come again and again
            if radio.exchange(REQA) is None and not (troubles and radio.exchange(REQA)):
                return
            uid = self._select_one(gives_way=False)
            if uid is not None:
                self._add(uid)
                radio.send(HLTA)
            elif (troubles := troubles + 1) > TRIES:
                break
        self._unresolved = troubles > TRIES or radio.exchange(REQA) is not None

    def _add(self, uid: bytes) -> None:
        if is_random(uid):
            self._random = True
        else:
            self.uids |= {uid.hex().upper()}

    def _trouble(self) -> None:
        self.is_clean = False

    def _select_one(self, *, gives_way: bool) -> bytes | None:
        """Return the whole UID of a tag that is now ACTIVE; None on trouble.

        With `gives_way`, a collision ends it too, and only `_collided` is set.
        """
        uid = b""
        for level in LEVELS:
            part = self._resolve(level, gives_way=gives_way)
            sak = None if part is None else checked(self._radio.exchange(select(level, part)))
            if part is None or sak is None or len(sak) != 1:
                break
            if not sak[0] & SAK_INCOMPLETE:
                return uid + part
            if part[0] != CASCADE_TAG:
                break
            uid += part[1:]
        if not (gives_way and self._collided):
            self._trouble()
        return None

    def _resolve(self, level: int, *, gives_way: bool) -> bytes | None:
        """Return the four bytes of one tag at a level, after as many collisions as it takes."""
        bits = known = 0
        while bits < 32:
            reply = self._radio.exchange(anticollision(level, bits, known))
            if reply is None or reply.is_broken:
                return None
            known = _joined(known, bits, reply)
            if not reply.collision:
                return _complete(known, bits, reply)
            self._collided = True
            if gives_way or reply.collision < 0:
                return None
            bits = min(known_bits(bits, reply.collision), 32)
            known &= (1 << bits) - 1
        return known.to_bytes(4, "little")


def _joined(known: int, bits: int, reply: Reply) -> int:
    """Return the known bits with the received ones after them."""
    received = int.from_bytes(reply.octets, "little") >> bits % 8
    return known | received << bits


def _complete(known: int, bits: int, reply: Reply) -> bytes | None:
    """Return the four bytes if all forty bits are there and the check byte is right."""
    if reply.last_bits or 8 * len(reply.octets) + bits - bits % 8 != 40:
        return None
    octets = known.to_bytes(5, "little")
    return octets[:4] if bcc(octets[:4]) == octets[4] else None
