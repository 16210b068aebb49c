"""The readers: each one's version, what is written read back, and the wires of a silent one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from firmware.doctor.wires import SAID, Wires, cure_of, look_at_wires
from firmware.nfc import registers as r
from firmware.nfc.mfrc522 import Mfrc522
from firmware.nfc.readers import Readers
from firmware.nfc.watchdog import ReaderStatistics
from firmware.notice_board import Finding

ROUNDS = 8
PATTERN = bytes((0x55 if n % 2 else 0xAA) ^ (n // 4) for n in range(r.FIFO_SIZE))
OCTETS = ROUNDS * len(PATTERN)
IMITATION = "Its range is poor and it dies early: replace it, or keep cards flat on it."
CLONE = "No known chip of NXP's: most such clones work; try a few tags before an evening."
ADVICE = {0x12: IMITATION, 0x15: IMITATION}
CURE = "Look at its wires and at the findings above."
NOISY = "Shorten its cable, give SCK a ground wire, or set speed_hz = 250000 in the board file."


def look_at_readers(
    readers: Readers, now_ns: Callable[[], int], polls: int
) -> tuple[Finding, ...]:
    """Poll all readers so many times, one after another on the shared wires, and judge each."""
    for _ in range(polls):
        readers.poll(now_ns())
    found = readers.statistics()
    others = sum(not one.is_failed for one in found)
    return tuple(
        _silent(readers, one, others_answer=others > 0)
        if one.is_failed
        else told(one, _read_back(readers, one.name))
        for one in found
    )


def told(reader: ReaderStatistics, wrong: int | None = None) -> Finding:
    """Return the finding of a reader that answers; `wrong` counts what came back changed."""
    part = f"reader {reader.name}"
    text = f"{reader.version_name}; {reader.last_transfers} transfers a poll."
    if wrong:
        text = f"{wrong} of {OCTETS} bytes came back wrong."
        return Finding(part, "error", text, NOISY)
    if not reader.is_genuine:
        return Finding(part, "warning", text, ADVICE.get(reader.version, CLONE))
    return Finding(part, "ok", text)


def _read_back(readers: Readers, name: str) -> int | None:
    with suppress(Exception):  # it failed at this very moment: the next round tells
        return readers.use(name, wrong_octets)
    return None


def wrong_octets(chip: Mfrc522) -> int:
    """Write the whole FIFO and read it back, several times; return how many bytes were changed."""
    chip.bus.write(r.COMMAND, r.IDLE)
    wrong = 0
    for _ in range(ROUNDS):
        chip.bus.write(r.FIFO_LEVEL, r.FLUSH_BUFFER)
        chip.bus.write(r.FIFO_DATA, *PATTERN)
        found = chip.bus.read_fifo(len(PATTERN))
        wrong += sum(one != other for one, other in zip(PATTERN, found, strict=True))
    chip.bus.write(r.FIFO_LEVEL, r.FLUSH_BUFFER)
    return wrong


def _silent(readers: Readers, reader: ReaderStatistics, *, others_answer: bool) -> Finding:
    part = f"reader {reader.name}"
    why, cure = why_and_cure(reader)
    wires = _wires(readers, reader.name)
    if wires is None or wires is Wires.STEADY:
        return Finding(part, "error", f"{why}.", cure)
    return Finding(part, "error", f"{why}: {SAID[wires]}.", cure_of(wires, others=others_answer))


def why_and_cure(reader: ReaderStatistics) -> tuple[str, str]:
    """Return a reader's last trouble, without its full stop, and what to do about it."""
    why, _, cure = (f"{half[:1].upper()}{half[1:]}" for half in reader.why.partition("; "))
    return why, f"{cure}." if cure else CURE


def _wires(readers: Readers, name: str) -> Wires | None:
    """Return what the wires of a reader carry, or None if its bus cannot be used at all."""
    with suppress(Exception):  # the last poll has said why
        bus = readers.port(name).connect()
        try:
            return look_at_wires(bus.transfer)
        finally:
            bus.close()
    return None
