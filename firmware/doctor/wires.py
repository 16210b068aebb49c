"""The wires of a reader that does not answer: what comes back tells which of them to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from firmware.nfc.registers import READ, VERSION

Transfer = Callable[[Sequence[int]], Sequence[int]]

ASKING = VERSION << 1 | READ
PATTERNS = ((ASKING, 0x00), (ASKING, 0x55), (ASKING, 0xAA), (ASKING, ASKING, ASKING, 0x00))
LOOKS = 4
SWAPPED = "then whether MISO and MOSI are swapped (header pins 21 and 19)"


class Wires(StrEnum):
    """Names what came back over MISO."""

    LOW = "low"
    HIGH = "high"
    ECHO = "echo"
    UNSTEADY = "unsteady"
    STEADY = "steady"


def look_at_wires(transfer: Transfer) -> Wires:
    """Ask for the version in several ways and judge the answers; raises OSError of the bus."""
    asked = PATTERNS * LOOKS
    heard = [tuple(transfer(pattern)) for pattern in asked]
    if heard == [tuple(pattern) for pattern in asked]:
        return Wires.ECHO
    octets = {octet for answer in heard for octet in answer[1:]}
    if octets == {0x00}:
        return Wires.LOW
    if octets == {0xFF}:
        return Wires.HIGH
    return Wires.STEADY if len(octets) == 1 else Wires.UNSTEADY


SAID = {
    Wires.LOW: "MISO stays low",
    Wires.HIGH: "MISO stays high",
    Wires.ECHO: "what is sent comes straight back",
    Wires.UNSTEADY: "what comes back is noise",
}


def cure_of(wires: Wires, *, others: bool) -> str:
    """Return where to look, likeliest first; `others` that answer prove the wires they share."""
    if wires is Wires.ECHO:
        return "MISO and MOSI touch each other: look for a bridge at header pins 19 and 21."
    if wires is Wires.UNSTEADY:
        return "Look at ground first, then at MISO, then shorten the cable to 30 cm."
    if others:
        return f"Power off. Look at its 3.3 V, ground and chip select; {SWAPPED}."
    return f"Power off. Look at 3.3 V, ground, RST at 3.3 V, and SCK; {SWAPPED}."
