"""What a valid claim wins, and whether the cards chosen for it are it (3.2, W10-W12, W43, W44)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.wild_wild_pattern.covering import tops, without
from companion.games.wild_wild_pattern.pattern import Wheel
from companion.games.wild_wild_pattern.verdicts import Verdict

LARGER_FROM = 3  # occurrences: "repeated twice or more"; one or two pay the same (W43)


@dataclass(frozen=True, slots=True)
class Prize:
    """Is what is won: `count` cards `among` these; nothing of it may be declined (W12).

    `among` is in the order of the slots; a fixed prize has the covered card first.
    """

    count: int
    among: tuple[str, ...]

    @property
    def is_fixed(self) -> bool:
        """Tell whether there is nothing to choose."""
        return self.count == len(self.among)


def prize(verdict: Verdict) -> Prize:
    """Return what a claim wins; raises ValueError for one that is not valid.

    A suit wins the covered card, which is the one right below the played card, and from three
    occurrences on the played card too. A colour wins one top card but the played one, and from
    three occurrences on any two, both chosen as the cards lie now (W44).
    """
    if not verdict.is_valid:
        raise ValueError(f"a claim that is not valid wins nothing: {verdict.why}")
    occurrences, is_by_suit = len(verdict.occurrences), verdict.statement.is_by_suit
    return prize_for(
        occurrences, verdict.card, verdict.covered, verdict.wheel, is_by_suit=is_by_suit
    )


def prize_for(
    occurrences: int, card: str, covered: str, wheel: Wheel, *, is_by_suit: bool
) -> Prize:
    """Return what a claim wins whose occurrences are known, whoever judged it."""
    is_larger = occurrences >= LARGER_FROM
    if is_by_suit:
        return Prize(2, (covered, card)) if is_larger else Prize(1, (covered,))
    return Prize(2, any_top(wheel)) if is_larger else Prize(1, any_top(wheel, but=card))


def any_top(wheel: Wheel, but: str | None = None) -> tuple[str, ...]:
    """Return the cards that lie on top, in the order of the slots, `but` one."""
    return tuple(card for card in tops(wheel) if card is not None and card != but)


def card_fault(verdict: Verdict, chosen: Sequence[str], card: str) -> str | None:
    """Say why one more card, after those chosen already, is not part of the prize, or None."""
    fault = choice_fault(prize(verdict), verdict.wheel, chosen, card)
    if fault in ("prize_card_twice", "prize_too_many") or fault is None:
        return fault
    return "prize_fixed" if verdict.statement.is_by_suit else fault


def choice_fault(won: Prize, wheel: Wheel, chosen: Sequence[str], card: str) -> str | None:
    """Say why one more card is not part of what may be chosen from a Wheel, or None."""
    if card in chosen:
        return "prize_card_twice"
    if len(chosen) >= won.count:
        return "prize_too_many"
    if card in won.among:
        return None
    if card in tops(wheel):
        return "prize_not_the_played"
    is_buried = any(card in stack for stack in wheel)
    return "prize_buried" if is_buried else "prize_not_in_wheel"


def prize_fault(verdict: Verdict, chosen: Sequence[str]) -> str | None:
    """Say why a whole choice is not the prize, or None."""
    faults = (card_fault(verdict, chosen[:at], card) for at, card in enumerate(chosen))
    fault = next((fault for fault in faults if fault is not None), None)
    is_short = len(chosen) < prize(verdict).count
    return fault or ("prize_too_few" if is_short else None)


def take(verdict: Verdict, chosen: Sequence[str]) -> Wheel:
    """Return the Wheel after the prize left it; raises ValueError for cards that are not it."""
    fault = prize_fault(verdict, chosen)
    if fault is not None:
        raise ValueError(f"{fault}: found {', '.join(chosen)!r}; ask `prize_fault` first")
    return without(verdict.wheel, chosen)
