"""Deck maps: which tag is which card, for every box of every game on a kit.

A UID is written whole, in capital hex, 4, 7 or 10 bytes. Its text form is JSON, so that a deck
moves to another kit as a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from companion.core.errors import FileFault
from companion.core.lines import is_uid

FORM = 1  # the version of the text form
KEYS = ("ringmaster_deck", "game", "box", "tags")
NXP = b"\x04"  # the maker's byte of every NTAG and Ultralight
CASCADE_TAG = 0x88  # may not begin the second half of a UID (ISO 14443-3)


@dataclass(frozen=True, slots=True)
class Box:
    """Holds the tags of one box of a game: UID -> card, each card at most once."""

    game: str
    name: str
    tags: Mapping[str, str]

    def uid(self, card: str) -> str | None:
        """Return a card's tag, or None while it has none."""
        return next((uid for uid, held in self.tags.items() if held == card), None)


@dataclass(frozen=True, slots=True)
class DeckMap:
    """Holds all boxes that a kit knows; no UID is in two of them."""

    boxes: tuple[Box, ...] = ()

    def card(self, uid: str, game: str) -> str:
        """Return what a tag is in a game.

        A card's identity, `foreign/<game>` for a tag of another game, `unknown/<uid>` for a tag
        that the kit has never seen: the words that the referee refuses with a reason.
        """
        box = self.box_of(uid)
        if box is None:
            return f"unknown/{uid}"
        return box.tags[uid] if box.game == game else f"foreign/{box.game}"

    def box_of(self, uid: str) -> Box | None:
        """Return the box that a tag belongs to, or None."""
        return next((box for box in self.boxes if uid in box.tags), None)

    def of_game(self, game: str) -> tuple[Box, ...]:
        """Return a game's boxes."""
        return tuple(box for box in self.boxes if box.game == game)

    def find(self, game: str, name: str) -> Box | None:
        """Return a box by its game and name, or None."""
        return next((box for box in self.of_game(game) if box.name == name), None)

    def with_box(self, new: Box) -> DeckMap:
        """Return the map with a box added, or put in the place of its earlier state."""
        if self.find(new.game, new.name) is None:
            return replace(self, boxes=(*self.boxes, new))
        same = (new.game, new.name)
        return DeckMap(tuple(new if (box.game, box.name) == same else box for box in self.boxes))


def write_box(box: Box) -> str:
    """Write a box as text, a tag a line, so that two states can be compared by eye."""
    head = {"ringmaster_deck": FORM, "game": box.game, "box": box.name, "tags": dict(box.tags)}
    return json.dumps(head, indent=1, ensure_ascii=False) + "\n"


def read_box(text: str, name: str, games: Mapping[str, Iterable[str]]) -> Box:
    """Read a box; raises FileFault with every fault.

    `games` has the cards of each game that there is.
    """
    try:
        given = json.loads(text, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        raise FileFault(name, (f"not valid JSON ({error})",)) from None
    faults: list[str] = []
    box = _box(given, games, faults)
    if box is None or faults:
        raise FileFault(name, faults)
    return box


class _Pairs(dict[str, Any]):
    """Is a JSON object that remembers which keys it was given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))


def _box(given: Any, games: Mapping[str, Iterable[str]], faults: list[str]) -> Box | None:
    if not isinstance(given, _Pairs) or "ringmaster_deck" not in given:
        faults.append('a deck map is an object with "ringmaster_deck", "game", "box" and "tags"')
        return None
    faults += [f"unknown key {key!r} (allowed: {', '.join(KEYS)})" for key in given.keys() - KEYS]
    faults += [f"the key {key!r} is given twice" for key in given.twice]
    form = given["ringmaster_deck"]
    if form != FORM or isinstance(form, bool):
        faults.append(f"ringmaster_deck: found {form!r} (allowed: {FORM})")
    game, name = given.get("game"), given.get("box", "1")
    if not isinstance(game, str) or game not in games:
        faults.append(f"game: found {game!r} (allowed: {', '.join(sorted(games))})")
        return None
    if not isinstance(name, str) or not name.strip():
        faults.append(f"box: a name is wanted, not {name!r}")
        return None
    return Box(game, name, read_tags(given.get("tags"), frozenset(games[game]), faults))


def read_tags(given: Any, cards: frozenset[str], faults: list[str]) -> dict[str, str]:
    """Read UID -> card, as a deck map's or a header's `tags`; adds every fault to `faults`."""
    if not isinstance(given, Mapping):
        faults.append(f"tags: an object of UIDs and cards is wanted, not {given!r}")
        return {}
    if isinstance(given, _Pairs):
        faults += [f"tags.{uid}: the tag is given twice" for uid in given.twice]
    taken: dict[str, str] = {}
    for uid, card in given.items():
        if not is_uid(uid):
            faults.append(f"tags.{uid}: a UID is 8, 14 or 20 capital hex digits")
        if not isinstance(card, str) or card not in cards:
            faults.append(f"tags.{uid}: no such card {card!r} in this game")
        elif card in taken:
            faults.append(f"tags.{uid}: {card} has another tag already ({taken[card]})")
        else:
            taken[card] = uid
    return {uid: card for card, uid in taken.items()}


def simulated_uid(game: str, card: str, box: str = "1") -> str:
    """Return the UID of a card's tag on the simulated kit: the same on every machine.

    It looks like an NTAG's: 7 bytes, of which the first names the maker.
    """
    uids = (
        NXP + hashlib.blake2b(f"{game}\n{box}\n{card}\n{attempt}".encode(), digest_size=6).digest()
        for attempt in count()
    )
    return next(uid for uid in uids if uid[3] != CASCADE_TAG).hex().upper()


def simulated_map(games: Mapping[str, Iterable[str]]) -> DeckMap:
    """Return the simulated kit's deck map: one box a game, every card tagged.

    Raises ValueError should two cards get one UID.
    """
    boxes = tuple(
        Box(game, "1", {simulated_uid(game, card): card for card in sorted(cards)})
        for game, cards in sorted(games.items())
    )
    uids = [uid for box in boxes for uid in box.tags]
    cards = sum(len(set(cards)) for cards in games.values())
    if len(set(uids)) != cards:
        raise ValueError("two cards share a simulated UID: rename one of them")
    return DeckMap(boxes)
