"""The deck of Wild Wild Pattern as the rules use it, read from the manifest with every fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards.manifest import BankLine, Text, overlay, read_manifest
from companion.core.errors import FileFault
from companion.games.wild_wild_pattern.box import BANK_CARDS, PATTERNS, WITH_TEXT
from companion.games.wild_wild_pattern.deck_faults import deck_faults, faces_of
from companion.games.wild_wild_pattern.pattern import Faces


@dataclass(frozen=True, slots=True)
class PatternDeck:
    """Holds what a table's box is: faces, Bank lines, each Target's lines, and printed texts.

    `targets` has every Targets/Bank card, without lines where the table entered none (W47).
    `guessed` are the Pattern cards whose suit nobody has verified.
    """

    faces: Faces = field(hash=False)
    bank: tuple[BankLine, ...]
    targets: Mapping[str, tuple[BankLine, ...]] = field(hash=False)
    texts: Mapping[str, Text] = field(hash=False)
    guessed: tuple[str, ...] = ()

    @property
    def cards(self) -> frozenset[str]:
        """Return every card of the box."""
        return frozenset((*self.faces, *WITH_TEXT))

    def lines_for(self, target: str | None) -> tuple[BankLine, ...]:
        """Return what the Bank pays to the holder of a Target card: its lines come last (W47)."""
        return self.bank if target is None else (*self.bank, *self.targets[target])

    def text(self, card: str) -> str:
        """Return what is printed on a card; empty where nobody has entered it."""
        return self.texts[card].text if card in self.texts else ""


@dataclass(frozen=True, slots=True)
class ToEnter:
    """Holds what a table still has to enter from its own box, in groups; see `to_enter`."""

    suits: tuple[str, ...] = ()
    bank: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Tell whether the whole box has been entered."""
        return not (self.suits or self.bank or self.targets or self.texts)

    def to_json(self) -> dict[str, list[str]]:
        """Return the groups as a page shows them."""
        return {
            "suits": list(self.suits),
            "bank": list(self.bank),
            "targets": list(self.targets),
            "texts": list(self.texts),
        }


def to_enter(deck: PatternDeck) -> ToEnter:
    """Return what is only a placeholder: Pattern cards, names of Bank lines, Target cards, texts.

    A Target is to be entered while it has no line, or one that is not verified.
    """
    return ToEnter(
        suits=deck.guessed,
        bank=tuple(line.name for line in deck.bank if not line.verified),
        targets=tuple(
            card
            for card, lines in deck.targets.items()
            if not lines or not all(line.verified for line in lines)
        ),
        texts=tuple(
            card for card in WITH_TEXT if card not in deck.texts or not deck.texts[card].verified
        ),
    )


def read_deck(
    shipped: Mapping[str, Any], laid: Mapping[str, Any], name: str = "deck"
) -> PatternDeck:
    """Read the shipped manifest with a header's deck laid over it; raises FileFault.

    Faults of form come alone: what the deck says is only judged once it can be read.
    """
    manifest = read_manifest(overlay(shipped, laid), name)
    faults = deck_faults(manifest)
    if faults:
        raise FileFault(name, faults)
    return PatternDeck(
        faces=faces_of(manifest),
        bank=manifest.bank,
        targets={card: manifest.targets.get(card, ()) for card in BANK_CARDS},
        texts=manifest.texts,
        guessed=tuple(card for card in PATTERNS if not manifest.cards[card].verified),
    )
