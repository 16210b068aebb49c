"""Manifest: a deck as a table wrote it down, read into typed values with every fault at once.

A manifest is TOML in the shipped deck and JSON in a header; both arrive here as plain mappings.
What no `verified = false` marks is fixed by the rulebook or was entered by the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.cards.fields import Faults, Place, is_identity
from companion.core.errors import FileFault

T = TypeVar("T")

PARTS = ("cards", "kinds", "bank", "targets", "counts", "texts", "verified")
CARD_KEYS = ("kind", "colour", "object", "suit", "location", "verified")
KIND_KEYS = ("aim", "hit", "draw", "verified")
CONDITION_KEYS = ("feature", "same", "different", "value")
LINE_KEYS = ("name", *CONDITION_KEYS, "all", "prize", "wild", "verified")
FEATURES = ("suit", "colour", "object")
DRAWS = ("always", "on_hit", "none")
LAST_LOCATION = 8
MOST_CENTS = 1_000_000
MOST_LINES = 40  # on one card; a longer list was not read from one
MOST_CONDITIONS = 8  # of a line; no more than two or three fit in one's print


@dataclass(frozen=True, slots=True)
class Card:
    """Holds a printed card; a field that its game does not use is None.

    `kind` is the first part of the identity where the manifest names none.
    """

    name: str
    kind: str
    colour: str | None = None
    object: str | None = None
    suit: str | None = None
    location: int | None = None
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Kind:
    """Holds what all cards of a kind do: numbers that may be aimed at, damage, when to draw."""

    name: str
    aim: int
    hit: int
    draw: str
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds one exact count of a Bank line.

    Met if some value of `feature` (or just `value`) is held `same` times, or if exactly
    `different` values are held.
    """

    feature: str
    same: int | None = None
    different: int | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class BankLine:
    """Holds a line of the Bank or of a Target card: all conditions met pays `prize` cents."""

    name: str
    conditions: tuple[Condition, ...]
    prize: int
    wild: bool = False
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """Holds what is printed on a card, for people to read; empty while nobody entered it."""

    text: str
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Manifest:
    """Holds a whole deck; mappings keep the manifest's order."""

    cards: Mapping[str, Card]
    kinds: Mapping[str, Kind]
    bank: tuple[BankLine, ...]
    targets: Mapping[str, tuple[BankLine, ...]]
    counts: Mapping[str, int]
    texts: Mapping[str, Text]

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the cards of a kind, in the manifest's order."""
        return tuple(name for name, card in self.cards.items() if card.kind == kind)


def overlay(shipped: Mapping[str, Any], deck: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest with another laid over it key by key; lists and values replace."""
    laid = dict(shipped)
    for key, value in deck.items():
        under = laid.get(key)
        if isinstance(under, Mapping) and isinstance(value, Mapping):
            laid[key] = overlay(under, value)
        else:
            laid[key] = value
    return laid


def read_manifest(given: Mapping[str, Any], name: str = "deck") -> Manifest:
    """Read a manifest; raises FileFault with every fault and its place (`cards.pay/1.kind`)."""
    faults = Faults()
    top = Place("", given, faults)
    top.only(PARTS)
    manifest = Manifest(
        _each(top.part("cards"), _card, is_identity),
        _each(top.part("kinds"), _kind),
        _lines(top, "bank"),
        _targets(top),
        {key: top.part("counts").whole(key, 0, 1000) for key in top.part("counts").given},
        _texts(top),
    )
    _check(manifest, top)
    if faults.found:
        raise FileFault(name, faults.found)
    return manifest


def unverified(manifest: Manifest) -> tuple[str, ...]:
    """Return the places that a table still has to enter, such as `cards.blue/loot` or `bank.3`.

    Lines are counted from 1.
    """
    lines = {"bank": manifest.bank}
    lines |= {f"targets.{name}": target for name, target in manifest.targets.items()}
    return (
        *(f"cards.{name}" for name, card in manifest.cards.items() if not card.verified),
        *(f"kinds.{name}" for name, kind in manifest.kinds.items() if not kind.verified),
        *(
            f"{place}.{number}"
            for place, each in lines.items()
            for number, line in enumerate(each, 1)
            if not line.verified
        ),
        *(f"texts.{name}" for name, text in manifest.texts.items() if not text.verified),
    )


def _each(
    place: Place, read: Callable[[str, Place], T], fits: Callable[[str], bool] = bool
) -> dict[str, T]:
    for name in place.given:
        if not fits(name):
            place.fault(name, "an identity like pay/1 is wanted, in small letters")
    return {name: read(name, place.part(name)) for name in place.given}


def _card(name: str, place: Place) -> Card:
    place.only(CARD_KEYS)
    location = place.whole("location", 0, LAST_LOCATION) if "location" in place.given else None
    return Card(
        name,
        place.text("kind", name.partition("/")[0]),
        place.optional("colour"),
        place.optional("object"),
        place.optional("suit"),
        location,
        place.switch("verified", default=True),
    )


def _kind(name: str, place: Place) -> Kind:
    place.only(KIND_KEYS)
    return Kind(
        name,
        place.whole("aim", 0, LAST_LOCATION),
        place.whole("hit", 0, 99),
        place.one_of("draw", DRAWS),
        place.switch("verified", default=True),
    )


def _texts(top: Place) -> dict[str, Text]:
    # A text is a plain string; which of them are verified is listed once, in `verified.texts`.
    # Without a list all are, but an empty one, which is still to be entered, never is.
    texts, listed = top.part("texts"), top.part("verified")
    listed.only(("texts",))
    names = listed.words("texts") if "texts" in listed.given else tuple(texts.given)
    for name in names:
        if name not in texts.given:
            listed.fault("texts", f"no such text {name!r}")
    return {
        name: Text(text, bool(text) and name in names)
        for name in texts.given
        for text in (texts.text(name, may_be_empty=True),)
    }


def _lines(place: Place, key: str) -> tuple[BankLine, ...]:
    return tuple(_line(part) for part in place.parts(key, MOST_LINES))


def _line(place: Place) -> BankLine:
    place.only(LINE_KEYS)
    wild = place.switch("wild", default=False)
    pays = "prize" in place.given or not wild
    return BankLine(
        place.text("name"),
        _conditions(place),
        place.whole("prize", 0, MOST_CENTS) if pays else 0,
        wild,
        place.switch("verified", default=True),
    )


def _conditions(place: Place) -> tuple[Condition, ...]:
    if "all" not in place.given:
        return (_condition(place),)
    for key in CONDITION_KEYS:
        if key in place.given:
            place.fault(key, "stands inside the conditions of `all`, not beside it")
    parts = place.parts("all", MOST_CONDITIONS)
    for part in parts:
        part.only(CONDITION_KEYS)
    if not parts:
        place.fault("all", "one condition or more is wanted")
    return tuple(_condition(part) for part in parts)


def _condition(place: Place) -> Condition:
    counted = [key for key in ("same", "different") if key in place.given]
    if len(counted) != 1:
        place.fault("", "either `same` or `different` is wanted, and not both")
    if "value" in place.given and "same" not in place.given:
        place.fault("value", "only goes with `same`")
    numbers = {key: place.whole(key, 0, 99) for key in counted}
    return Condition(
        place.one_of("feature", FEATURES),
        numbers.get("same"),
        numbers.get("different"),
        place.optional("value"),
    )


def _targets(top: Place) -> dict[str, tuple[BankLine, ...]]:
    targets = top.part("targets")
    return {name: _lines(targets, name) for name in targets.given}


def _check(manifest: Manifest, top: Place) -> None:
    """Check what one part says of another."""
    if not manifest.cards:
        top.fault("cards", "a deck has cards")
    held = Counter(card.kind for card in manifest.cards.values())
    for kind, number in manifest.counts.items():
        if held[kind] != number:
            top.fault(f"counts.{kind}", f"found {number}, but {held[kind]} cards are of this kind")
    for name in manifest.targets:
        if name not in manifest.cards:
            top.fault(f"targets.{name}", f"no such card{_near(name, manifest.cards)}")


def _near(name: str, cards: Mapping[str, Card]) -> str:
    same_kind: Sequence[str] = [c for c in cards if c.partition("/")[0] == name.partition("/")[0]]
    return f" (allowed: {', '.join(same_kind)})" if same_kind else ""
