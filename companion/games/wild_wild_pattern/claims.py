"""The judge: whether a claim is a new pattern, what shows it, and if it is none, why not (3.4).

The search for every legal claim and the judgement of one both ask `_why_not`, and nothing else
decides. Options are the table's: `min_occurrences` (W2), `novelty` (W3) and
`require_participation` (W4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.wild_wild_pattern.covering import cover, covering_fault, tops
from companion.games.wild_wild_pattern.marks import (
    Marks,
    involved,
    marks,
    slots,
    turned,
)
from companion.games.wild_wild_pattern.pattern import SLOTS, STATEMENTS, Faces, Statement, Wheel
from companion.games.wild_wild_pattern.verdicts import Pair, Pattern, Verdict, Why

Options = Mapping[str, Any]


def judge(
    wheel: Wheel, card: str, slot: int, statement: Statement, faces: Faces, options: Options
) -> Verdict:
    """Judge a claim that was made by covering the top card of a slot.

    Raises ValueError if the card cannot lie there: an act to be refused before it is a claim.
    """
    fault = covering_fault(wheel, card, slot, faces)
    if fault is not None:
        raise ValueError(f"{fault}: {card!r} cannot cover slot {slot!r}; ask `covering_fault`")
    covering = _covering(wheel, card, slot, marks(tops(wheel), faces), faces)
    return _verdict(covering, statement, options, _why_not(covering, statement, options))


def claims(
    wheel: Wheel, card: str, faces: Faces, options: Options
) -> tuple[tuple[int, Statement, Verdict], ...]:
    """Return every legal claim of a card: by slot, then in the order of `STATEMENTS`."""
    before = marks(tops(wheel), faces)
    coverings = (
        _covering(wheel, card, slot, before, faces)
        for slot in range(SLOTS)
        if covering_fault(wheel, card, slot, faces) is None
    )
    return tuple(
        (covering.slot, statement, _verdict(covering, statement, options, None))
        for covering in coverings
        for statement in STATEMENTS
        if _why_not(covering, statement, options) is None
    )


def patterns(wheel: Wheel, faces: Faces, options: Options) -> tuple[Pattern, ...]:
    """Return every valid pattern that lies on a Wheel now, in the order of `STATEMENTS`."""
    seen = marks(tops(wheel), faces)
    return tuple(
        Pattern(statement, _pairs(seen.occurrences(statement), statement))
        for statement in STATEMENTS
        if _is_pattern(seen, statement, options)
    )


@dataclass(frozen=True, slots=True)
class _Covering:
    """Holds what a card changes where it is laid: `covered` is the card right below it."""

    card: str
    slot: int
    covered: str
    wheel: Wheel
    before: Marks
    after: Marks


def _covering(wheel: Wheel, card: str, slot: int, before: Marks, faces: Faces) -> _Covering:
    laid = cover(wheel, card, slot)
    return _Covering(card, slot, wheel[slot][-1], laid, before, marks(tops(laid), faces))


def _why_not(covering: _Covering, statement: Statement, options: Options) -> Why | None:
    """Return why a claim is not valid, or None: the whole of 3.4."""
    after = covering.after
    if after.counter_examples(statement):
        return Why.COUNTER_EXAMPLE
    occurrences = after.occurrences(statement)
    if occurrences.bit_count() < options["min_occurrences"]:
        return Why.TOO_FEW
    if _is_restated(covering.before, statement, occurrences, options):
        return Why.ONLY_RESTATED
    is_involved = involved(occurrences, statement.step) >> covering.slot & 1
    if options["require_participation"] and not is_involved:
        return Why.NOT_INVOLVED
    return None


def _is_restated(before: Marks, statement: Statement, now: int, options: Options) -> bool:
    """Tell whether a pattern lay there already, and no occurrence was added to it (3.3)."""
    if not _is_pattern(before, statement, options):
        return False
    has_grown = now.bit_count() > before.occurrences(statement).bit_count()
    return options["novelty"] == "strict" or not has_grown


def _is_pattern(seen: Marks, statement: Statement, options: Options) -> bool:
    if seen.counter_examples(statement):
        return False
    return seen.occurrences(statement).bit_count() >= int(options["min_occurrences"])


def _verdict(
    covering: _Covering, statement: Statement, options: Options, why: Why | None
) -> Verdict:
    before, after = covering.before, covering.after
    # Turned back and forth, so that the slots come out clockwise from the covered one.
    counter_examples = turned(after.counter_examples(statement), -covering.slot)
    return Verdict(
        statement=statement,
        card=covering.card,
        slot=covering.slot,
        covered=covering.covered,
        wheel=covering.wheel,
        occurrences=_pairs(after.occurrences(statement), statement),
        before=_pairs(before.occurrences(statement), statement),
        counter_examples=_pairs(counter_examples, statement, covering.slot),
        needed=options["min_occurrences"],
        why=why,
    )


def _pairs(mask: int, statement: Statement, turn: int = 0) -> tuple[Pair, ...]:
    """Return the triggers of a mask with their neighbours, each moved clockwise by `turn`."""
    return tuple(
        Pair((slot + turn) % SLOTS, (slot + turn + statement.step) % SLOTS) for slot in slots(mask)
    )
