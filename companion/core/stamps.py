"""Stamps: table time as integer nanoseconds, and its decimal form in files.

Files give seconds with up to nine decimals. Decimals are read exactly, so that two presses one
microsecond apart stay one microsecond apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

NS_PER_S = 1_000_000_000
NS_PER_MS = 1_000_000
NANOSECOND = Decimal("1E-9")
LONGEST_S = 100_000_000  # three years: more is a slip of the pen


def from_seconds(value: Any) -> int:
    """Read seconds as nanoseconds; exact for numbers with up to nine decimals.

    Raises ValueError, saying what was found, for anything else.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValueError(f"a number of seconds is wanted, not {value!r}")  # noqa: TRY004 - a file's
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    # Comparing is exact at any size; arithmetic would round, or overflow on a hostile exponent.
    if not exact.is_finite() or not 0 <= exact <= LONGEST_S:
        raise ValueError(f"seconds go from 0 to {LONGEST_S}, not {value}")
    ns = exact.quantize(NANOSECOND)
    if ns != exact:
        raise ValueError(f"seconds have at most nine decimals, not {value}")
    return int(ns.scaleb(9))


def to_seconds(ns: int) -> float:
    """Return nanoseconds as seconds, for people and pages."""
    return ns / NS_PER_S


def to_decimal(ns: int) -> str:
    """Write nanoseconds as exact decimal seconds, without needless zeros."""
    whole, rest = divmod(ns, NS_PER_S)
    return f"{whole}.{rest:09d}".rstrip("0").rstrip(".")


def to_ms(ns: int) -> float:
    """Return nanoseconds as milliseconds, exact to the stamp."""
    return ns / NS_PER_MS


@dataclass(frozen=True, slots=True)
class Moment:
    """Is a moment of game time (ns) in a game's view; people are told it in kit time.

    Game time stands still in a pause and kit time does not, so only the core can tell it.
    """

    ns: int
