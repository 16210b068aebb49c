"""The acts of BOOM BOOM: what phones say, and what may be told beside any question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened, Said, TableEvent
from companion.core.game import Table
from companion.core.gestures import Tap, Tapped, Tell, Who
from companion.core.gestures.aside import Aside
from companion.core.rulings import Foul
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.answers import contradicted
from companion.games.boom_boom_battle.box import LOCATIONS
from companion.games.boom_boom_battle.legal import place_fault, told_of
from companion.games.boom_boom_battle.piles import (
    discarded,
    hand_with,
    is_being_circled,
    is_circled,
    public_place,
    take,
)
from companion.games.boom_boom_battle.state import Play, State, with_player


@dataclass(frozen=True, slots=True)
class Drafted:
    """Answers that a seat told on a phone what it plays, perhaps not yet on whom."""

    play: Play


@dataclass(frozen=True, slots=True)
class Named:
    """Answers that a seat named cards on a phone: to escape with, to discard, drawn, to keep."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """Answers that a seat passed, or took back what it had begun."""

    seat: int


def playing(table: Table[State]) -> Who:
    """Return whom an Ask of everybody waits for."""
    return lambda: table.state.playing


def only(table: Table[State], seat: int) -> Who:
    """Return a single seat as the one that an Ask waits for, while it plays."""
    return lambda: tuple(one for one in table.state.playing if one == seat)


def declines(who: Who, about: str) -> Ask[Declined | Moot]:
    """Wait for a pass on a phone."""

    def read(seat: int, _value: Any, _event: Happened) -> Declined:
        return Declined(seat)

    return Tell(who, about, "pass", read, lambda _seat: [{"pass": True}], optional=True)


def read_play(seat: int, told: Mapping[str, Any]) -> Play:
    """Read a play as a phone says it."""
    numbers = tuple(told.get("numbers", ()))
    return Play(seat, told["card"], told.get("target"), numbers, told.get("with"))


# Beside everything


def beside(table: Table[State]) -> Ask[Moot]:
    """Take note of circled cards that were drawn: shown, and replaced at once (B11).

    Told on a phone, or laid on the tray by whoever drew lately or has to lay cards. Nothing needs
    telling where the kit knows every drawn card. Where a hand is empty after it, what was asked is
    asked anew: nobody can lay the last card any more.
    """
    emptied: list[int] = []

    def read(seat: int, card: str, event: Happened) -> Named | Refused:
        fault = _redraw_fault(table.state, seat, card)
        return told_of(table.state, event, (card,), fault) or Named(seat, (card,))

    def fault(seat: int, card: str) -> Refused | None:
        return _redraw_fault(table.state, seat, card)

    def note(told: Named | Tapped, _stamp: int) -> None:
        card = told.card if isinstance(told, Tapped) else told.cards[0]
        redraw(table, told.seat, card)
        if not table.state.players[told.seat].hand:
            emptied.append(told.seat)

    holding = lambda: tuple(s for s in _honest(table) if table.state.players[s].hand)  # noqa: E731
    told: Ask[Any] = Tell(holding, "redraw", "redraw", read, lambda _s: [], optional=True)
    showing = lambda: tuple(s for s in _honest(table) if _may_show(table.state, s))  # noqa: E731
    circled = frozenset(circled_unseen(table.state))
    tap = Tap(showing, "redraw", fault, reader="tray", optional=True, among=circled)
    return Aside(told | tap if circled else told, note, lambda: bool(emptied))


def _honest(table: Table[State]) -> tuple[int, ...]:
    return () if table.state.house.is_tracked else table.state.playing


def _may_show(state: State, seat: int) -> bool:
    """Tell whether a card on the tray may be a seat's: it drew lately, or has to lay cards.

    Whoever forgot to show one may hold nothing else, and must not be stuck with it.
    """
    drew_lately = state.players[seat].drew_in >= state.turns - 1
    must_lay = seat in state.owes or (state.escaping is not None and seat == state.turn)
    return (drew_lately or must_lay) and state.players[seat].hand > 0


def circled_unseen(state: State) -> tuple[str, ...]:
    """Return the cards of circled numbers that lie nowhere in public.

    Those that the phase just takes are not meant: they are laid beside the location (B77).
    """
    return tuple(
        card
        for card in state.deck.actions
        if is_circled(state, card)
        and public_place(state, card) is None
        and not is_being_circled(state, card)
    )


def _redraw_fault(state: State, seat: int, card: str) -> Refused | None:
    if card not in state.deck.actions:
        return Refused("no_action_card")
    lies = place_fault(state, card)
    if lies is not None:
        return lies
    if not is_circled(state, card):
        return Refused("not_circled")
    if is_being_circled(state, card):
        return Refused("lay_beside")
    return None if state.players[seat].hand else Refused("hand_empty")


def redraw(table: Table[State], seat: int, card: str) -> None:
    """Discard a circled card that a seat drew, and give it another (B11).

    A card that did not come since the last phase should have been laid off in it: it is not
    replaced, and the answer was not true (B66).
    """
    is_drawn = table.state.house.is_tracked or table.state.players[seat].fresh > 0
    fresh = table.state.players[seat].fresh
    table.state = discarded(table.state, seat, (card,))
    if not is_drawn:
        table.rule(Foul(seat, "lied", None, "B66"))
    taken = take(table.state, seat, int(is_drawn), from_remaining=True)
    table.state = _as_fresh(taken.state, seat, fresh - 1 + taken.count)
    if taken.was_shuffled:
        table.rule(rulings.Reshuffled(taken.state.remaining))
    table.rule(rulings.Redrawn(seat, card, "replaced" if taken.count else "lost"))


def _as_fresh(state: State, seat: int, fresh: int) -> State:
    return with_player(state, seat, fresh=max(0, fresh))


def flag(table: Table[State]) -> None:
    """Flag the answers that the cards shown just now contradict (B66)."""
    table.state, liars = contradicted(table.state)
    for seat in liars:
        table.rule(Foul(seat, "lied", None, "B66"))


def drawn_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a card cannot have been drawn by a seat, or None (`tracked`)."""
    if card not in state.deck.actions:
        return Refused("no_action_card")
    lies = place_fault(state, card)
    if lies is not None:
        return lies
    return Refused("not_drawn", private=seat) if hand_with(state, card) is not None else None


# Outside every question

LATE = {"react": "no_window", "hit": "no_attack", "shot": "no_shot", "discard": "no_discard"}
LATE |= {"play": "not_your_turn", "escape": "not_your_turn", "location": "no_phase"}
LATE |= {"draw": "no_draw", "keep": "no_draw", "passenger": "no_phase", "redraw": "not_circled"}


def why_not(state: State, event: TableEvent) -> Refused | None:
    """Say why an act that no question asks for is not taken, or None."""
    del state
    say = event.say if isinstance(event, Said) else {}
    key = next((key for key in say if key in LATE), None)
    return None if key is None else Refused(LATE[key])


# Forms


def say_fault(say: Mapping[str, Any]) -> str | None:
    """Say what is wrong with the form of what a phone says, or None.

    What every game has (`side`, `let_go`, `done`, `pass`, `ring`) is known already.
    """
    for key, fault in FORMS.items():
        if say.keys() == {key}:
            wrong = fault(say[key])
            return wrong and f"{key}: found {say[key]!r} (allowed: {wrong})"
    return f"found {dict(say)!r} (allowed: one of {', '.join(FORMS)})"


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 99


def _are_numbers(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) <= 9 and all(map(_is_whole, value))


def _play_form(value: Any) -> str | None:
    is_right = (
        isinstance(value, Mapping)
        and "card" in value
        and value.keys() <= {"card", "target", "numbers", "with"}
        and all(isinstance(value[key], str) for key in value.keys() & {"card", "with"})
        and _is_whole(value.get("target", 1))
        and _are_numbers(value.get("numbers", ()))
    )
    return None if is_right else "card, and as it needs them target, numbers and with (a card)"


def _react_form(value: Any) -> str | None:
    is_aimless = isinstance(value, Mapping) and "target" not in value
    wrong = _play_form(value) if is_aimless else "x"
    return wrong and "card, and as it needs them numbers and with (a card)"


def _shot_form(value: Any) -> str | None:
    is_right = (
        isinstance(value, Mapping)
        and bool(value)
        and value.keys() <= {"target", "numbers"}
        and _is_whole(value.get("target", 1))
        and _are_numbers(value.get("numbers", ()))
    )
    return None if is_right else "target (a seat) and numbers"


def _cards_form(value: Any) -> str | None:
    is_list = isinstance(value, (list, tuple)) and len(value) <= 99
    is_cards = is_list and all(isinstance(card, str) for card in value)
    return None if is_cards else "a list of cards"


def _card_form(value: Any) -> str | None:
    return None if isinstance(value, str) else "a card"


def _hit_form(value: Any) -> str | None:
    return None if isinstance(value, bool) or _is_whole(value) else "true, false or a number"


def _location_form(value: Any) -> str | None:
    return None if isinstance(value, str) else f"a location card ({', '.join(LOCATIONS)})"


def _seat_form(value: Any) -> str | None:
    return None if _is_whole(value) else "a seat"


FORMS: Mapping[str, Callable[[Any], str | None]] = {
    "play": _play_form,
    "escape": _cards_form,
    "shot": _shot_form,
    "hit": _hit_form,
    "redraw": _card_form,
    "discard": _cards_form,
    "react": _react_form,
    "draw": _cards_form,
    "keep": _card_form,
    "location": _location_form,
    "passenger": _seat_form,
}
