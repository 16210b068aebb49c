"""Race: who acted first, by the edges' own stamps, with the margin in ms (W9, W49, D14).

Arrival plays no part: the same acts in any order give the same finish. Equal stamps are a tie;
with a tie window above 0 a margin up to and including it is one too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.stamps import to_ms


@dataclass(frozen=True, slots=True)
class Act:
    """Holds a seat's act in a race; `stamp` is its true edge (ns), `what` the game's own word."""

    seat: int
    stamp: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """Finishes a race with a winner; `margin_ms` is the runner-up's, None while there is none."""

    act: Act
    margin_ms: float | None


@dataclass(frozen=True, slots=True)
class Tied:
    """Finishes a race without a winner: the acts of all who tied, by stamp, then seat.

    `margin_ms` lies between the first and the last of them.
    """

    acts: tuple[Act, ...]
    margin_ms: float


def complete_at(acts: Iterable[Act], tie_window: int) -> int | None:
    """Return when the race is decided (ns): an END, since an act at that very stamp counts.

    None while nobody has acted.
    """
    earliest = min((act.stamp for act in acts), default=None)
    return None if earliest is None else earliest + tie_window


def finish(acts: Iterable[Act], tie_window: int) -> Won | Tied:
    """Judge a race; a seat that acted more than once counts by its earliest act.

    Acts later than the tie window only make the margin, so a finish can be judged again when
    the runner-up comes. Raises ValueError if nobody acted: that is no race yet.
    """
    ordered = _in_order(acts)
    if not ordered:
        raise ValueError("a race that is judged has an act; nobody has acted")
    first = ordered[0]
    tied = tuple(act for act in ordered if act.stamp <= first.stamp + tie_window)
    if len(tied) > 1:
        return Tied(tied, to_ms(tied[-1].stamp - first.stamp))
    return Won(first, to_ms(ordered[1].stamp - first.stamp) if len(ordered) > 1 else None)


def _in_order(acts: Iterable[Act]) -> list[Act]:
    firsts: dict[int, Act] = {}
    for act in acts:
        known = firsts.get(act.seat)
        if known is None or _rank(act) < _rank(known):
            firsts[act.seat] = act
    return sorted(firsts.values(), key=_rank)


def _rank(act: Act) -> tuple[int, int, str]:
    # One seat's two edges at one stamp are told apart by their word, so that order of arrival
    # makes no difference there either.
    return act.stamp, act.seat, act.what
