"""The acts of Wild Wild Pattern: its Asks, and what people tell beside what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Say, Tap, Tapped, Tell
from companion.core.gestures.aside import Aside
from companion.core.gestures.seats import Who
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.box import BANK_CARDS, CHALLENGES
from companion.games.wild_wild_pattern.covering import covering_fault
from companion.games.wild_wild_pattern.pattern import SLOTS, Misread, Statement, read
from companion.games.wild_wild_pattern.state import State

ASIDE = frozenset((*CHALLENGES, *BANK_CARDS))  # cards that come by themselves


@dataclass(frozen=True, slots=True)
class Laid:
    """Answers that a card was told with a slot: a cover, or a placing."""

    seat: int
    card: str
    slot: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Clicked:
    """Answers that a seat clicked on a phone, with the card that it lays on the deck."""

    seat: int
    card: str
    stamp: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """Answers that a claim was entered on any phone; a `Misread` is a forbidden one (W6)."""

    words: tuple[str, ...]
    statement: Statement | Misread


@dataclass(frozen=True, slots=True)
class Drew:
    """Answers that a seat drew a Challenge card, or was dealt a Target card."""

    seat: int
    card: str


# Beside everything


def aside(
    table: Table[State], *, taps: bool = False, is_over: Callable[[], bool] = lambda: False
) -> Ask[Moot]:
    """Take a note of drawn Challenge cards and dealt Targets, told or tapped, beside a question.

    Tapped only with `taps`: while buttons race nobody could say whose a card is (W19). `is_over`
    tells whether a note has left nothing to wait for.
    """

    def read_drew(seat: int, card: Any, _event: Happened) -> Drew | Refused:
        return rules.drew_fault(table.state, seat, str(card)) or Drew(seat, str(card))

    def note(told: Drew | Tapped, _stamp: int) -> None:
        table.state = rules.drew(table.state, told.seat, told.card)
        ruling = rulings.TargetTold if told.card in BANK_CARDS else rulings.LaidAside
        table.rule(ruling(told.seat, told.card))

    told: Ask[Any] = Tell(_playing(table), "drew", "drew", read_drew, lambda _s: [], optional=True)
    return Aside(told | _tap_drawn(table) if taps else told, note, is_over)


def _tap_drawn(table: Table[State]) -> Ask[Tapped | Moot]:
    """Wait for a drawn Challenge card or a dealt Target on any reader."""

    def fault(seat: int, card: str) -> Refused | None:
        return rules.drew_fault(table.state, seat, card)

    unknown = ASIDE - rules.places(table.state).keys()
    return Tap(_playing(table), "drew", fault, reader=None, optional=True, among=unknown)


def _playing(table: Table[State]) -> Who:
    return lambda: table.state.playing


# Cards and slots


def tell_cover(table: Table[State], who: Who, about: str) -> Ask[Laid | Moot]:
    """Wait for a cover as a phone says it: the card and the slot at once."""

    def read_cover(seat: int, told: Mapping[str, Any], event: Happened) -> Laid | Refused:
        return _read_laid(seat, told, event, lambda card, slot: cover_fault(table, card, slot))

    return Tell(who, about, "cover", read_cover, lambda _seat: [], optional=True)


def read_click(table: Table[State]) -> Callable[[int, Any, Happened], Clicked | Refused]:
    """Return how a click is read that a phone says with its card."""

    def read(seat: int, card: Any, event: Happened) -> Clicked | Refused:
        return rules.fresh_fault(table.state, card) or Clicked(seat, card, event.stamp)

    return read


def cover_fault(table: Table[State], card: str, slot: int) -> Refused | None:
    """Say why a card cannot cover a slot now, or None; the covering card itself may be told."""
    state = table.state
    known = rules.played_card(state)
    if known is not None and card != known:
        return Refused("not_that_card")
    fault = covering_fault(state.wheel, card, slot, state.deck.faces)
    if fault is not None:
        return Refused(fault)
    return None if card == known else rules.fresh_fault(state, card)


def _read_laid(
    seat: int,
    told: Mapping[str, Any],
    event: Happened,
    fault: Callable[[str, int], Refused | None],
) -> Laid | Refused:
    card, slot = told["card"], told["slot"]
    return fault(card, slot) or Laid(seat, card, slot, event.stamp)


def tap_covered(table: Table[State], who: Who) -> Ask[Tapped | Moot]:
    """Wait for the covered card on the centre reader: the kit knows where that lies (play.md)."""

    def fault(_seat: int, card: str) -> Refused | None:
        return Refused("not_on_top") if rules.slot_of(table.state, card) is None else None

    return Tap(who, "covered", fault)


def tell_place(
    who: Who, choices: Sequence[Say], fault: Callable[[str, int], Refused | None]
) -> Ask[Laid | Moot]:
    """Wait for a card and its slot as a phone says them: of the deck, or of a hand."""

    def read_place(seat: int, told: Mapping[str, Any], event: Happened) -> Laid | Refused:
        return _read_laid(seat, told, event, fault)

    return Tell(who, "place", "place", read_place, lambda _seat: choices, optional=True)


# Claims


def tell_claim(table: Table[State]) -> Ask[Claimed | Moot]:
    """Wait for the claim, entered on anybody's phone or by the host (W8)."""

    def read_claim(_seat: int, told: Any, _event: Happened) -> Claimed | Refused:
        statement = read(told)
        if isinstance(statement, Misread) and not statement.is_claim:
            return Refused(statement.reason)
        return Claimed(tuple(told), statement)

    return Tell(_playing(table), "claim", "claim", read_claim, lambda _seat: [], optional=True)


def spoken(who: Who) -> Press:
    """Wait for the claimant's button: "I have spoken"."""
    return Press(who, "spoken", {Side.LEFT: {"done": True}})


# Forms


def say_fault(say: Mapping[str, Any]) -> str | None:
    """Say what is wrong with the form of what a phone says, or None.

    What every game has (`side`, `let_go`, `done`, `pass`, `drew`) is known already.
    """
    for key, fault in FORMS.items():
        if say.keys() == {key}:
            wrong = fault(say[key])
            return wrong and f"{key}: found {say[key]!r} (allowed: {wrong})"
    return f"found {dict(say)!r} (allowed: one of {', '.join(FORMS)})"


def _laid_form(value: Any) -> str | None:
    is_right = (
        isinstance(value, Mapping)
        and value.keys() == {"card", "slot"}
        and isinstance(value["card"], str)
        and type(value["slot"]) is int
        and 0 <= value["slot"] < SLOTS
    )
    return None if is_right else f"a card, and a slot from 0 to {SLOTS - 1}"


def _claim_form(value: Any) -> str | None:
    is_right = isinstance(value, (list, tuple)) and len(value) == 3
    is_words = is_right and all(isinstance(word, str) for word in value)
    return None if is_words else "direction, trigger and target, three words"


def _take_form(value: Any) -> str | None:
    is_list = isinstance(value, (list, tuple)) and 1 <= len(value) <= 2
    is_cards = is_list and all(isinstance(card, str) for card in value)
    return None if is_cards else "a list of one or two cards"


def _card_form(value: Any) -> str | None:
    return None if isinstance(value, str) else "a card"


def _challenge_form(value: Any) -> str | None:
    is_right = (
        isinstance(value, Mapping)
        and "card" in value
        and value.keys() <= {"card", "give", "take", "from"}
        and all(isinstance(value[key], str) for key in value.keys() - {"from"})
        and type(value.get("from", 1)) is int
    )
    return (
        None if is_right else "card, and where it needs them take, give (cards) and from (a seat)"
    )


FORMS: Mapping[str, Callable[[Any], str | None]] = {
    "cover": _laid_form,
    "place": _laid_form,
    "claim": _claim_form,
    "click": _card_form,
    "take": _take_form,
    "challenge": _challenge_form,
}
