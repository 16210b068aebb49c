"""A table's box of BOOM BOOM: what its manifest says, and what is still to be entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards.manifest import Card, Kind, Manifest, Text, overlay, read_manifest
from companion.core.errors import FileFault
from companion.games.boom_boom_battle.box import (
    FULL_BOX,
    LOCATIONS,
    MISSING,
    NUMBERS,
    UNLISTED,
)
from companion.games.boom_boom_battle.deck_faults import deck_faults


@dataclass(frozen=True, slots=True)
class ToEnter:
    """Holds what is only a placeholder yet.

    Cards are counted and not named: a page that named them would name what hands may hold.
    """

    numbers: int = 0
    flips: int = 0
    kinds: tuple[str, ...] = ()
    unlisted: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the groups as a page shows them."""
        counts = {"numbers": self.numbers, "flips": self.flips, "unlisted": self.unlisted}
        return {**counts, "kinds": list(self.kinds)}


@dataclass(frozen=True, slots=True)
class BattleDeck:
    """Holds the box: each action card's kind and location number, and what each kind does.

    `flips` tells each location card's shrinking number; `texts` what is printed.
    """

    actions: Mapping[str, Card] = field(hash=False)
    kinds: Mapping[str, Kind] = field(hash=False)
    flips: Mapping[str, int] = field(hash=False)
    texts: Mapping[str, Text] = field(hash=False)
    to_enter: ToEnter

    @property
    def cards(self) -> frozenset[str]:
        """Return every card of the box."""
        return frozenset((*self.actions, *self.flips))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what a host should know of a deck that may be played (ruling 2.2)."""
        short = len(self.actions) != FULL_BOX
        return (f"{len(self.actions)} action cards; the box says {FULL_BOX}",) if short else ()

    def kind(self, card: str) -> str:
        """Return the kind of an action card."""
        return self.actions[card].kind

    def number(self, card: str) -> int:
        """Return the location number of an action card; 0 for a vehicle."""
        return self.actions[card].location or 0

    def text(self, name: str) -> str:
        """Return what a table entered as printed on a kind's cards or a location card, or ''."""
        return self.texts[name].text if name in self.texts else ""

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the cards of a kind."""
        return tuple(card for card in self.actions if self.kind(card) == kind)


def read_deck(
    shipped: Mapping[str, Any], laid: Mapping[str, Any], name: str = "deck"
) -> BattleDeck:
    """Read the shipped manifest with a header's deck laid over it; raises FileFault.

    Faults of form come alone: what the deck says is only judged once it can be read. The shipped
    counts describe the shipped kinds: a deck that changes a card's kind brings its own, or none.
    """
    given = overlay(shipped, laid)
    if _changes_kinds(laid):
        given["counts"] = laid.get("counts", {})
    given["cards"] = _giving_way(given["cards"], laid)
    manifest = read_manifest(given, name)
    faults = deck_faults(manifest)
    if faults:
        raise FileFault(name, faults)
    return _deck(manifest)


def _changes_kinds(laid: Mapping[str, Any]) -> bool:
    cards = laid.get("cards", {})
    fields = cards.values() if isinstance(cards, Mapping) else ()
    return any(isinstance(one, Mapping) and "kind" in one for one in fields)


def _giving_way(cards: Any, laid: Mapping[str, Any]) -> Any:
    """Return the cards with placeholders of location cards moved out of the way of stated ones.

    Which number stands on which location card is made up, but each stands on one of them: whoever
    states a few numbers only need not state those that the shipped order had put there.
    """
    stated = {name: _field(laid.get("cards"), name, "location") for name in LOCATIONS}
    shipped = {name: _field(cards, name, "location") for name in LOCATIONS}
    taken = [number for number in stated.values() if number is not None]
    in_the_way = [
        name
        for name in LOCATIONS
        if stated[name] is None and shipped[name] in taken and not _field(cards, name, "verified")
    ]
    free = [number for number in NUMBERS if number not in (*taken, *shipped.values())]
    moved = {name: {"location": n} for name, n in zip(in_the_way, free, strict=False)}
    return overlay(cards, moved) if moved else cards


def _field(cards: Any, name: str, key: str) -> Any:
    card = cards.get(name) if isinstance(cards, Mapping) else None
    return card.get(key) if isinstance(card, Mapping) else None


def _deck(manifest: Manifest) -> BattleDeck:
    actions = {
        name: card
        for name, card in manifest.cards.items()
        if name not in LOCATIONS and card.kind != MISSING
    }
    flips = {name: manifest.cards[name].location or 0 for name in LOCATIONS}
    return BattleDeck(actions, manifest.kinds, flips, manifest.texts, _to_enter(manifest, actions))


def _to_enter(manifest: Manifest, actions: Mapping[str, Card]) -> ToEnter:
    return ToEnter(
        numbers=sum(not card.verified for card in actions.values()),
        flips=sum(not manifest.cards[name].verified for name in LOCATIONS),
        kinds=tuple(kind.name for kind in manifest.kinds.values() if not kind.verified),
        unlisted=sum(card.kind == UNLISTED for card in actions.values()),
    )
