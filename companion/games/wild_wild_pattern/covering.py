"""The Wheel as it lies: its top cards, a card laid on a slot, cards taken away (W10)."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.wild_wild_pattern.pattern import SLOTS, Faces, Wheel


def tops(wheel: Wheel) -> tuple[str | None, ...]:
    """Return the card that counts in each slot, or None where the slot is empty."""
    return tuple(stack[-1] if stack else None for stack in wheel)


def covering_fault(wheel: Wheel, card: str, slot: int, faces: Faces) -> str | None:
    """Say why a card cannot cover what lies in a slot, or None.

    Covering needs a Pattern card that is not in the Wheel, and a card below it: an empty slot is
    filled at the end of a turn (W16), never covered.
    """
    if card not in faces:
        return "no_pattern_card"
    if any(card in stack for stack in wheel):
        return "card_in_wheel"
    if slot not in range(SLOTS):
        return "no_such_slot"
    return None if wheel[slot] else "slot_empty"


def cover(wheel: Wheel, card: str, slot: int) -> Wheel:
    """Return the Wheel with a card laid on top of a slot."""
    return (*wheel[:slot], (*wheel[slot], card), *wheel[slot + 1 :])


def without(wheel: Wheel, cards: Collection[str]) -> Wheel:
    """Return the Wheel after cards left it; what lay under them counts again (W10)."""
    return tuple(tuple(card for card in stack if card not in cards) for stack in wheel)
