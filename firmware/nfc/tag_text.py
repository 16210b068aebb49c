"""The text on a tag, read and written through the chip driver (NTAG21x and Ultralight pages).

A write first empties the message, then writes the pages behind, and the first page last: a card
that is taken away too early is empty or whole, never half.
"""

from __future__ import annotations

from firmware.nfc import ndef
from firmware.nfc.errors import TagLost, TagRefused, TagUnreadable
from firmware.nfc.iso14443 import (
    REPLY_DELAY_NS,
    Frame,
    Reply,
    answered_ns,
    checked,
    frame,
    sent_ns,
    with_crc,
)
from firmware.nfc.mfrc522 import Mfrc522

READ, WRITE = 0x30, 0xA2
ACK = 0x0A
CAPABILITY_PAGE, FIRST_PAGE = 3, 4
NDEF_MAGIC = 0xE1
LARGEST_AREA = 888  # NTAG216; a capability byte may claim more than there is
READ_NS = 5_000_000
WRITE_NS = 10_000_000  # time-outs of the NTAG21x data sheet
PROGRAMMED_NS = 4_200_000  # what a page usually takes


def read_text(chip: Mfrc522, uid: str) -> str:
    """Return the text on a tag; raises TagLost, TagRefused or TagUnreadable."""
    _select(chip, uid)
    try:
        return _read_selected(chip)
    finally:
        chip.halt()


def write_text(chip: Mfrc522, uid: str, text: str) -> None:
    """Write a text to a tag and read it back; raises ValueError if it does not fit.

    Raises TagLost, TagRefused or TagUnreadable too.
    """
    area = ndef.encode_text(text)
    area += bytes(-len(area) % 4)
    _select(chip, uid)
    try:
        _write_selected(chip, area)
        is_kept = _read_selected(chip) == text
    finally:
        chip.halt()
    if not is_kept:
        raise TagUnreadable("the tag does not hold what was written; try again, or another tag")


def _read_selected(chip: Mfrc522) -> str:
    head = _read(chip, CAPABILITY_PAGE)
    size = _area_size(head)
    area = head[4:]
    while (message := ndef.find_message(area[:size])) is None:
        if len(area) >= size:
            raise TagUnreadable("the tag's message is longer than its memory; write it anew")
        area += _read(chip, FIRST_PAGE + len(area) // 4)
    return ndef.decode_text(message)


def _write_selected(chip: Mfrc522, area: bytes) -> None:
    size = _area_size(_read(chip, CAPABILITY_PAGE))
    if len(area) > size:
        raise ValueError(f"the text needs {len(area)} bytes, the tag has {size}; use a larger tag")
    _write(chip, FIRST_PAGE, bytes((ndef.MESSAGE, 0, ndef.TERMINATOR, 0)))
    for at in range(4, len(area), 4):
        _write(chip, FIRST_PAGE + at // 4, area[at : at + 4])
    _write(chip, FIRST_PAGE, area[:4])


def _select(chip: Mfrc522, uid: str) -> None:
    if not chip.wake(uid):
        raise TagLost(f"tag {uid} does not answer; leave it on the reader until it is done")


def _area_size(head: bytes) -> int:
    """Return how many bytes of messages a tag holds, by its capability page."""
    if head[0] != NDEF_MAGIC:
        raise TagUnreadable(f"the tag is not formatted for NDEF (page 3 begins {head[0]:02X})")
    return min(8 * head[2], LARGEST_AREA)


def _read(chip: Mfrc522, page: int) -> bytes:
    """Return four pages."""
    reply = chip.exchange(frame(with_crc(bytes((READ, page))), 8 * 18, READ_NS))
    octets = checked(reply)
    if octets is None or len(octets) != 16:
        _refuse(reply, f"page {page} could not be read")
        raise TagLost(f"page {page} was not read whole; leave the tag on the reader")
    return octets


def _write(chip: Mfrc522, page: int, four: bytes) -> None:
    octets = with_crc(bytes((WRITE, page)) + four)
    took_ns = sent_ns(8 * len(octets)) + REPLY_DELAY_NS + PROGRAMMED_NS + answered_ns(4)
    reply = chip.exchange(Frame(octets, took_ns, WRITE_NS))
    if not _is_nibble(reply) or reply is None or reply.octets[0] & 0x0F != ACK:
        _refuse(reply, f"page {page} could not be written: it may be locked")
        raise TagLost(f"page {page} was not written; leave the tag on the reader")


def _is_nibble(reply: Reply | None) -> bool:
    """Tell whether an answer is an ACK or NAK: four bits."""
    return reply is not None and reply.last_bits == 4 and len(reply.octets) == 1


def _refuse(reply: Reply | None, what: str) -> None:
    """Raise TagRefused if the tag said no."""
    if _is_nibble(reply):
        raise TagRefused(f"the tag refuses: {what}; use another tag")
