"""Ready: when GO is due, and what a letting-go before it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.stamps import to_ms


@dataclass(frozen=True, slots=True)
class EarlyLook:
    """Judges a letting-go as before GO: by `ms`, or None while GO was not due at all."""

    ms: float | None


def go(holds: Mapping[int, int], seats: Iterable[int], go_after: int) -> int | None:
    """Return when GO is due (ns), or None while one of `seats` does not hold.

    `holds` has the stamp at which each seat's hold began. GO comes `go_after` after the last.
    """
    began = [holds.get(seat) for seat in seats]
    stamps = [stamp for stamp in began if stamp is not None]
    if not stamps or len(stamps) < len(began):
        return None
    return max(stamps) + go_after


def judge(released: int, due: int | None) -> EarlyLook | None:
    """Judge a letting-go at `released` (ns) against GO; None if it is none too early.

    GO is a start: a letting-go at its very stamp comes after it.
    """
    if due is None:
        return EarlyLook(None)
    return EarlyLook(to_ms(due - released)) if released < due else None
