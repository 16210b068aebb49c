"""Everything that is wrong with a manifest as a deck of BOOM BOOM, each with its place."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards.manifest import Card, Kind, Manifest
from companion.games.boom_boom_battle.box import (
    AIMED,
    AT_ONE,
    ATTACKS,
    FULL_BOX,
    LOCATIONS,
    MISSING,
    NAMED,
    NAMED_ONLY,
    NUMBERS,
    UNLISTED,
    VEHICLES,
)

CARDS = (
    *(f"{kind}/{number}" for kind, count in NAMED.items() for number in range(1, count + 1)),
    f"{UNLISTED}/1",
    f"{UNLISTED}/2",
)
KINDS = (*NAMED, UNLISTED, MISSING)
WITH_TEXT = (*NAMED, *LOCATIONS)


def deck_faults(manifest: Manifest) -> tuple[str, ...]:
    """Return every fault, such as `cards.rifle/1.location: found 0 (allowed: 1 to 8)`."""
    return (
        *_names(manifest),
        *_card_faults(manifest),
        *_flip_faults(manifest),
        *_kind_faults(manifest),
        *_size_faults(manifest),
        *_part_faults(manifest),
    )


def _names(manifest: Manifest) -> Iterator[str]:
    allowed = (*CARDS, *LOCATIONS)
    for name in allowed:
        if name not in manifest.cards:
            yield f"cards.{name}: is missing; a card that the box lacks is of kind {MISSING}"
    for name in manifest.cards:
        if name not in allowed:
            yield (
                f"cards.{name}: no card of this game (allowed: a kind and its number such as "
                f"rifle/1, {UNLISTED}/1 and /2, location/1 to location/8)"
            )


def _card_faults(manifest: Manifest) -> Iterator[str]:
    for name in CARDS:
        card = manifest.cards.get(name)
        if card is None:
            continue
        if card.kind not in KINDS:
            yield f"cards.{name}.kind: found {card.kind!r} (allowed: {', '.join(KINDS)})"
        yield from _location_faults(card)
        yield from _strange_fields(card)


def _location_faults(card: Card) -> Iterator[str]:
    """Yield why a card's location cannot be: a vehicle has 0, everything else 1 to 8."""
    is_vehicle = card.kind in VEHICLES
    is_right = card.location == 0 if is_vehicle else card.location in NUMBERS
    if not is_right and card.kind != MISSING:
        allowed = "0, a vehicle's" if is_vehicle else "1 to 8"
        yield f"cards.{card.name}.location: found {card.location!r} (allowed: {allowed})"


def _strange_fields(card: Card) -> Iterator[str]:
    for field in ("colour", "object", "suit"):
        if getattr(card, field) is not None:
            yield f"cards.{card.name}.{field}: no card of this game has one"


def _flip_faults(manifest: Manifest) -> Iterator[str]:
    """Yield why the location cards' numbers cannot be: each of 1 to 8 stands on one of them."""
    cards = [manifest.cards[name] for name in LOCATIONS if name in manifest.cards]
    for card in cards:
        if card.kind != "location":
            yield f"cards.{card.name}.kind: found {card.kind!r} (allowed: location)"
        yield from _strange_fields(card)
    numbers = sorted(card.location or 0 for card in cards)
    if len(cards) == len(LOCATIONS) and numbers != list(NUMBERS):
        yield f"cards: location cards with numbers {numbers} (allowed: each of 1 to 8 once)"


def _kind_faults(manifest: Manifest) -> Iterator[str]:
    for name in NAMED:
        if name not in manifest.kinds:
            yield f"kinds.{name}: is missing; what this kind does is wanted"
    for kind in manifest.kinds.values():
        if kind.name not in NAMED:
            yield f"kinds.{kind.name}: no such kind (allowed: {', '.join(NAMED)})"
        else:
            yield from _value_faults(kind)


def _value_faults(kind: Kind) -> Iterator[str]:
    """Yield which printed values a kind cannot have; the text fixes where there is an aim."""
    if kind.name in AIMED and kind.aim == 0:
        yield f"kinds.{kind.name}.aim: found 0 (allowed: 1 to 8 numbers)"
    if kind.name not in AIMED and kind.aim:
        yield f"kinds.{kind.name}.aim: found {kind.aim} (allowed: 0, it aims at no number)"
    if kind.name in AT_ONE and kind.hit == 0:
        yield f"kinds.{kind.name}.hit: found 0 (allowed: 1 to 99 cards)"
    # Only the LMG has no damage symbol, says the rulebook; what a grenade's says is ruled (B46).
    if kind.name not in ATTACKS and kind.hit:
        yield f"kinds.{kind.name}.hit: found {kind.hit} (allowed: 0, no damage is printed)"
    if kind.name not in ATTACKS and kind.draw == "on_hit":
        yield f"kinds.{kind.name}.draw: found 'on_hit' (allowed: always, none; it hits nobody)"


def _size_faults(manifest: Manifest) -> Iterator[str]:
    """Yield a number of action cards that no story of the box explains (ruling 2.2).

    `counts.missing` says that a table knows its box to be another.
    """
    lost = [name for name in CARDS if name in manifest.cards]
    left = sum(manifest.cards[name].kind != MISSING for name in lost)
    is_known = left in (FULL_BOX, NAMED_ONLY) or MISSING in manifest.counts
    if len(lost) == len(CARDS) and not is_known:
        yield (
            f"cards: found {left} action cards (allowed: {FULL_BOX}, or {NAMED_ONLY} with a "
            f"warning; another number only where counts.{MISSING} states how many are not there)"
        )


def _part_faults(manifest: Manifest) -> Iterator[str]:
    allowed = {"counts": (*KINDS, "location"), "targets": (), "texts": WITH_TEXT}
    for part, names in allowed.items():
        for name in getattr(manifest, part):
            if name not in names:
                yield f"{part}.{name}: no such name (allowed: {', '.join(names) or 'none'})"
    if manifest.bank:
        yield "bank: this game has no Bank"
