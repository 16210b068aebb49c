"""Enrolment: tagging a box, card by card, as a pure step machine (play.md, Cards and tags).

The board names the next card and any unknown tag that is tapped becomes it. An enrolment is a
frozen value: a tap returns the next one, or the reason why nothing changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.cards.deck_map import Box, DeckMap
from companion.core.lines import is_uid

RANDOM_UID = "08"  # a 4-byte UID that begins so is made up anew at every power-up (ISO 14443-3)
FOUR_BYTES = 8

REASONS = {
    "complete": "Every card of this box has its tag.",
    "same_card": "That tag is already {card}.",
    "same_box": "That tag is already {card} in this box.",
    "other_box": "That tag is {card} of box {box}.",
    "other_game": "That tag belongs to another game: {game}.",
    "bad_uid": "That tag has no number of its own and cannot be a card.",
    "no_such_card": "There is no card {card} in this game.",
    "nothing_to_undo": "There is nothing to take back.",
}


@dataclass(frozen=True, slots=True)
class Tagged:
    """Notes one step: a card got a tag, in the place of `before` where it had one."""

    card: str
    uid: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class NotTagged:
    """Says why a tap or a wish changed nothing; the values fill the reason's sentence."""

    reason: str
    card: str = ""
    box: str = ""
    game: str = ""

    @property
    def text(self) -> str:
        """Return the reason as a sentence."""
        return REASONS[self.reason].format(card=self.card, box=self.box, game=self.game)


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells how far a box is."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Holds the tagging of one box: the kit's map with what is done so far, and the steps.

    `cards` is the deck in the order in which it is asked for; `wanted` is a lost card that is
    tagged alone.
    """

    known: DeckMap
    game: str
    box: str
    cards: tuple[str, ...]
    steps: tuple[Tagged, ...] = ()
    wanted: str | None = None

    @property
    def current(self) -> Box:
        """Return the box as it is now."""
        return self.known.find(self.game, self.box) or Box(self.game, self.box, {})

    def missing(self) -> tuple[str, ...]:
        """Return the cards without a tag, in order."""
        held = set(self.current.tags.values())
        return tuple(card for card in self.cards if card not in held)

    def next_card(self) -> str | None:
        """Return the card that the next unknown tag becomes, or None when all have one."""
        return self.wanted or next(iter(self.missing()), None)

    def progress(self) -> Progress:
        """Return how many cards have a tag."""
        return Progress(len(self.cards) - len(self.missing()), len(self.cards))

    def tapped(self, uid: str) -> Enrolment | NotTagged:
        """Let an unknown tag become the next card."""
        card = self.next_card()
        refused = self._refusal(uid, card)
        if card is None or refused is not None:
            return refused or NotTagged("complete")
        before = self.current.uid(card)
        tags = {held: name for held, name in self.current.tags.items() if held != before}
        step = Tagged(card, uid, before)
        return replace(self._with({**tags, uid: card}), steps=(*self.steps, step), wanted=None)

    def retag(self, card: str) -> Enrolment | NotTagged:
        """Ask for one card alone: its tag was lost, and the next unknown one replaces it."""
        if card not in self.cards:
            return NotTagged("no_such_card", card)
        return replace(self, wanted=card)

    def undo(self) -> Enrolment | NotTagged:
        """Take the last step back; a wish for one card is taken back first."""
        if self.wanted is not None:
            return replace(self, wanted=None)
        if not self.steps:
            return NotTagged("nothing_to_undo")
        last = self.steps[-1]
        tags = {uid: card for uid, card in self.current.tags.items() if uid != last.uid}
        if last.before is not None:
            tags[last.before] = last.card
        return replace(self._with(tags), steps=self.steps[:-1])

    def _with(self, tags: dict[str, str]) -> Enrolment:
        return replace(self, known=self.known.with_box(Box(self.game, self.box, tags)))

    def _refusal(self, uid: str, card: str | None) -> NotTagged | None:
        if not is_uid(uid) or (len(uid) == FOUR_BYTES and uid.startswith(RANDOM_UID)):
            return NotTagged("bad_uid")
        box = self.known.box_of(uid)
        if box is None:
            return None
        if (box.game, box.name) != (self.game, self.box):
            return _clash(box, uid, self.game)
        held = box.tags[uid]
        return NotTagged("same_card" if held == card else "same_box", held)


def begin(known: DeckMap, game: str, cards: Iterable[str], box: str | None = None) -> Enrolment:
    """Begin or go on with a box; without a name, a new one: the next free number."""
    numbers = {one.name for one in known.of_game(game)}
    free = next(str(number) for number in range(1, len(numbers) + 2) if str(number) not in numbers)
    return Enrolment(known, game, box or free, tuple(cards))


def bring_in(known: DeckMap, box: Box) -> DeckMap | tuple[NotTagged, ...]:
    """Take over an imported box, in the place of one of the same name; or say what clashes.

    Nothing is taken over while one of its tags belongs to another box.
    """
    clashes = [
        (held, uid)
        for uid in box.tags
        if (held := known.box_of(uid)) is not None
        and (held.game, held.name) != (box.game, box.name)
    ]
    if clashes:
        return tuple(_clash(held, uid, box.game) for held, uid in clashes)
    return known.with_box(box)


def _clash(held: Box, uid: str, game: str) -> NotTagged:
    reason = "other_box" if held.game == game else "other_game"
    return NotTagged(reason, held.tags[uid], held.name, held.game)
