"""Line faults: names contacts that stand closed for too long or crackle, each with its cure.

The game goes on beside them, on the phones or on another bell. Only a bell that stands closed is
a fault soon: a ring is over when the plunger is back. A button may be held for as long as the
table waits for its slowest player; but a pinched cable looks just like a patient hand, and then
the table takes it for a choice. So that is no error, but worth a look after `HELD_BUTTON_NS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firmware.clock import NS_PER_S
from firmware.notice_board import Finding
from firmware.translate import BELL

HELD_BELL_NS = 10 * NS_PER_S  # a hand that rests on the bell is gone by then
HELD_BUTTON_NS = 600 * NS_PER_S  # longer than any choice at a table takes
TEN_S_NS, MINUTE_NS = 10 * NS_PER_S, 60 * NS_PER_S


def findings(stuck: Iterable[str], closed: Mapping[str, int], at_ns: int) -> tuple[Finding, ...]:
    """Name what is wrong at the moment `at_ns` with lines that crackle, and with closed ones.

    `closed` tells since which stamp each line stands closed. A line that crackles is named as that
    alone. How long a line was held is told in whole tens of seconds, from a minute on in minutes,
    so that the findings change no more often than that.
    """
    crackling = tuple(stuck)
    held = {line: at_ns - ns for line, ns in sorted(closed.items()) if line not in crackling}
    return (
        *(_crackles(line) for line in crackling),
        *(_held(line, ns) for line, ns in held.items() if ns > _most_ns(line)),
    )


def changes_ns(closed: Mapping[str, int], at_ns: int) -> int | None:
    """Return the moment after `at_ns` at which the faults of closed lines change, or None."""
    moments = (ns + _next_ns(_most_ns(line), at_ns - ns) for line, ns in closed.items())
    return min(moments, default=None)


def _next_ns(most_ns: int, held_ns: int) -> int:
    if held_ns <= most_ns:
        return most_ns + 1
    return held_ns + _unit_ns(held_ns) - held_ns % _unit_ns(held_ns)


def _unit_ns(held_ns: int) -> int:
    return TEN_S_NS if held_ns < MINUTE_NS else MINUTE_NS


def _most_ns(line: str) -> int:
    return HELD_BELL_NS if _is_bell(line) else HELD_BUTTON_NS


def _is_bell(line: str) -> bool:
    return BELL in line.split(".")


def _crackles(line: str) -> Finding:
    text = f"The contact {line} crackles without end. It counts again once it is calm."
    return Finding(line, "error", text, f"Check its wires. Meanwhile {_instead(line)}.")


def _held(line: str, held_ns: int) -> Finding:
    text = f"The contact {line} has been held down for {_length(held_ns)}."
    if _is_bell(line):
        cure = f"Look at the plunger and its contact, or unplug it. Meanwhile {_instead(line)}."
        return Finding(line, "error", text, cure)
    cure = f"If no hand is on it, check its wires or unplug it. Meanwhile {_instead(line)}."
    return Finding(line, "warning", text, cure)


def _length(held_ns: int) -> str:
    if held_ns < MINUTE_NS:
        return f"{held_ns // TEN_S_NS * 10} s"
    return f"{held_ns // MINUTE_NS} min"


def _instead(line: str) -> str:
    if line == BELL:
        return "ring on the phones, on the host's page, or on a bell of a seat's own"
    if _is_bell(line):
        return "ring on that seat's phone, on the host's page, or on the shared bell"
    return "play that seat on its phone, or on the host's page"
