"""NDEF: one Text record in the memory of an NFC Forum Type 2 tag, written and read as bytes.

Follows the Type 2 Tag, NDEF and Text RTD specifications. What a tag holds may come from anybody:
every length is checked against what is there, and a text must be short and printable.
"""

from __future__ import annotations

from firmware.nfc.errors import TagUnreadable

NULL, MESSAGE, TERMINATOR = 0x00, 0x03, 0xFE
LONG_LENGTH = 0xFF
MESSAGE_BEGIN, MESSAGE_END, CHUNKED, SHORT, HAS_ID = 0x80, 0x40, 0x20, 0x10, 0x08
WELL_KNOWN = 0x01
TEXT = b"T"
LANGUAGE = b"en"
UTF_16 = 0x80
LONGEST_TEXT = 200


def encode_text(text: str) -> bytes:
    """Return the area from page 4 on: the message's TLV and a terminator.

    Raises ValueError for a text that `decode_text` would not take.
    """
    if problem := _problem(text):
        raise ValueError(problem)
    body = bytes((len(LANGUAGE),)) + LANGUAGE + text.encode()
    if len(body) > 0xFF:
        raise ValueError(f"a tag's text has at most 252 bytes; this one has {len(body) - 3}")
    record = bytes((MESSAGE_BEGIN | MESSAGE_END | SHORT | WELL_KNOWN, 1, len(body))) + TEXT + body
    length = len(record)
    head = bytes((length,)) if length < LONG_LENGTH else b"\xff" + length.to_bytes(2, "big")
    return bytes((MESSAGE,)) + head + record + bytes((TERMINATOR,))


def find_message(area: bytes) -> bytes | None:
    """Return the first NDEF message in an area; None if it goes on beyond what was read.

    Raises TagUnreadable if there is none.
    """
    at = 0
    while at < len(area):
        kind = area[at]
        if kind == NULL:
            at += 1
            continue
        if kind == TERMINATOR:
            break
        length, begins = _length_at(area, at + 1)
        if begins > len(area):
            return None
        if kind == MESSAGE:
            return area[begins : begins + length] if begins + length <= len(area) else None
        at = begins + length
    else:
        return None
    raise TagUnreadable("expected an NDEF message on the tag and found none; write the card anew")


def decode_text(message: bytes) -> str:
    """Return the text of a message's first Text record; raises TagUnreadable without one."""
    at = 0
    while at < len(message):
        flags, kind, body, at = _record_at(message, at)
        if flags & 0x07 == WELL_KNOWN and kind == TEXT and not flags & CHUNKED:
            return _text_of(body)
    raise TagUnreadable("expected a Text record on the tag and found none; write the card anew")


def _length_at(area: bytes, at: int) -> tuple[int, int]:
    """Return a TLV's length and where its value begins, which may be beyond the area."""
    if at >= len(area):
        return 0, at + 1
    if area[at] != LONG_LENGTH:
        return area[at], at + 1
    return int.from_bytes(area[at + 1 : at + 3], "big"), at + 3


def _record_at(message: bytes, at: int) -> tuple[int, bytes, bytes, int]:
    """Return a record's flags, type and payload, and where the next one begins."""
    flags = message[at]
    of_length = 1 if flags & SHORT else 4
    has_id = 1 if flags & HAS_ID else 0
    begins = at + 2 + of_length + has_id
    if begins > len(message):
        raise _cut()
    of_type = message[at + 1]
    payload = int.from_bytes(message[at + 2 : at + 2 + of_length], "big")
    of_id = message[begins - 1] if has_id else 0
    body = begins + of_type + of_id
    if body + payload > len(message):
        raise _cut()
    return (
        flags,
        message[begins : begins + of_type],
        message[body : body + payload],
        body + payload,
    )


def _cut() -> TagUnreadable:
    return TagUnreadable("an NDEF record on the tag is longer than its message; write it anew")


def _text_of(body: bytes) -> str:
    if not body:
        raise TagUnreadable("the Text record on the tag is empty; write the card anew")
    octets = body[1 + (body[0] & 0x3F) :]
    try:
        text = octets.decode("utf-16" if body[0] & UTF_16 else "utf-8")
    except UnicodeDecodeError as error:
        raise TagUnreadable("the tag's text is not valid Unicode; write the card anew") from error
    if problem := _problem(text):
        raise TagUnreadable(problem)
    return text


def _problem(text: str) -> str:
    """Return what is wrong with a text, "" if nothing is."""
    if not 0 < len(text) <= LONGEST_TEXT:
        return f"a tag's text has 1 to {LONGEST_TEXT} characters; this one has {len(text)}"
    return "" if text.isprintable() else "a tag's text must be printable; write the card anew"
