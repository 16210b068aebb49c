"""Lines: the one text form of what happens, as JSON objects, read and written exactly.

Table events become `TableEvent`s here. Signals (`edge`, `field`, `fault`) and what only a
playthrough has (`expect`, `wall`, a bare `at`) become values that `firmware` plays through the
simulated kit. An unknown key is a fault that says which, never ignored.
"""

from companion.core.lines.acts import (
    ADJUST_KEYS,
    COMMON_SAYS,
    HOST_KEYS,
    host_fault,
    say_fault,
    seat_fault,
)
from companion.core.lines.kinds import (
    FAULT_KEYS,
    FAULTS,
    READERS,
    STRANGE_CARDS,
    EdgeLine,
    ExpectLine,
    FaultLine,
    FieldLine,
    Line,
    LineFault,
    SayFault,
    Vocabulary,
    WallLine,
)
from companion.core.lines.reading import READ, Reads, read_line
from companion.core.lines.values import is_uid
from companion.core.lines.writing import write_line

__all__ = [
    "ADJUST_KEYS",
    "COMMON_SAYS",
    "FAULTS",
    "FAULT_KEYS",
    "HOST_KEYS",
    "READ",
    "READERS",
    "STRANGE_CARDS",
    "EdgeLine",
    "ExpectLine",
    "FaultLine",
    "FieldLine",
    "Line",
    "LineFault",
    "Reads",
    "SayFault",
    "Vocabulary",
    "WallLine",
    "host_fault",
    "is_uid",
    "read_line",
    "say_fault",
    "seat_fault",
    "write_line",
]
