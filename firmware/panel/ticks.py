"""Ticks: gpiozero's time of an edge, turned into integer nanoseconds.

gpiozero gives ticks as seconds in a float. lgpio's are the kernel's nanoseconds divided by 1e9:
`ns_of` gets the very nanosecond back up to 26 days after the machine's start (2**51 ns), is at
most 4 ns off for a year, and never changes the order of two stamps. RPi.GPIO's ticks are taken
when the callback runs, so they are no better than that. The simulated pins carry the integer
along.
"""

from __future__ import annotations

from firmware.clock import NS_PER_S


class ExactTicks(float):
    """Carries a stamp in whole nanoseconds through gpiozero, which sees seconds."""

    __slots__ = ("ns",)

    ns: int

    def __new__(cls, ns: int) -> ExactTicks:
        """Make ticks from nanoseconds."""
        ticks = super().__new__(cls, ns / NS_PER_S)
        ticks.ns = ns
        return ticks


def ns_of(ticks: float) -> int:
    """Return the nanoseconds of gpiozero's ticks."""
    return ticks.ns if isinstance(ticks, ExactTicks) else round(ticks * NS_PER_S)
