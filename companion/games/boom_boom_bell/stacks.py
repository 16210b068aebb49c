"""Stacks on the tray as pure functions: four cards of one kind, none rung or shown before (D12).

Cards may lie there one after another or spread out. A card that does not belong is refused and
changes nothing; the stack goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.core.rulings import Ruling
from companion.games.boom_boom_bell import rulings
from companion.games.boom_boom_bell.bell import Judged, frozen
from companion.games.boom_boom_bell.state import AWARD, IN_A_STACK, State, with_player


def showing(state: State) -> tuple[int, ...]:
    """Return the seats that have a stack to show on the tray now."""
    if state.phase == "check":
        return () if state.finisher is None or _is_all_shown(state) else (state.finisher,)
    return tuple(seat for seat in state.playing if state.players[seat].must_show)


def is_enough(state: State) -> bool:
    """Tell whether the finisher has shown what this table wants to see before it believes (D11).

    Stacks that were checked when they were rung, and are locked, need no second look.
    """
    house, count = state.house, len(state.checked)
    return house.verify == "rung" and house.lock_rung and count > 0


def done_fault(state: State, seat: int) -> Refused | None:
    """Say why the look at the finisher's stacks is not over yet, or None."""
    if state.players[seat].showing:
        return Refused("stack_unfinished")
    if state.house.verify == "rung" and not state.checked:
        return Refused("last_unshown")
    return None


def card_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a card cannot be the next one of a seat's stack, or None."""
    picture, laid = state.cards[card], state.players[seat].showing
    if picture == AWARD:
        return Refused("award_card")
    if card in laid:
        return Refused("twice_in_stack")
    if laid and picture != state.cards[laid[0]]:
        return Refused("not_of_the_stack")
    return _picture_fault(state, seat, picture)


def _picture_fault(state: State, seat: int, picture: str) -> Refused | None:
    if picture in state.checked:
        return Refused("shown_already")
    # At the end a finisher may show again what it showed when it rang.
    is_own_again = state.phase == "check" and state.rung.get(picture) == seat
    return None if picture not in state.rung or is_own_again else Refused("rung_already")


def told(state: State, seat: int, cards: Sequence[str]) -> Judged:
    """Take in a whole stack that was told on a phone."""
    return complete(_freed(state, seat, cards), seat, state.cards[cards[0]])


def _freed(state: State, seat: int, cards: Sequence[str]) -> State:
    """Return the state where these cards lie in nobody else's stack."""
    for other, player in state.players.items():
        if other != seat:
            kept = tuple(card for card in player.showing if card not in cards)
            state = with_player(state, other, showing=kept)
    return state


def cleared(state: State, seat: int) -> State:
    """Return the state without the cards that a seat has begun to lay."""
    return with_player(state, seat, showing=())


def stack_fault(state: State, seat: int, cards: Sequence[str]) -> Refused | None:
    """Say why four cards told on a phone are no stack, or None."""
    if any(card not in state.cards for card in cards):
        return Refused("wrong_game_card")
    trial = cleared(state, seat)
    for card in cards:
        fault = card_fault(trial, seat, card)
        if fault is not None:
            return fault
        laid = (*trial.players[seat].showing, card)
        trial = with_player(trial, seat, showing=laid)
    return None


def laid(state: State, seat: int, card: str) -> Judged:
    """Take in the next card of a stack on the tray; one of another kind begins the stack anew."""
    state = _freed(state, seat, (card,))
    before = state.players[seat].showing
    is_same = bool(before) and state.cards[before[0]] == state.cards[card]
    cards = (*before, card) if is_same else (card,)
    if len(cards) < IN_A_STACK:
        return Judged(with_player(state, seat, showing=cards))
    return complete(state, seat, state.cards[card])


def complete(state: State, seat: int, picture: str) -> Judged:
    """Take in a whole stack: in play it completes the rung one, at the end it is one seen."""
    state = with_player(state, seat, showing=())
    ruled: tuple[Ruling, ...] = (rulings.StackShown(seat, picture),)
    if state.phase == "check":
        return Judged(replace(state, checked=(*state.checked, picture)), ruled)
    stacks = state.players[seat].stacks + 1
    state = with_player(state, seat, stacks=stacks, must_show=False)
    state = replace(state, rung={**state.rung, picture: seat})
    return Judged(state, (*ruled, rulings.StackRung(seat, stacks)))


def withdrawn(state: State, seat: int, at: int) -> Judged:
    """Take in that a seat has no stack to show: the ring was none, and is void (D8)."""
    state = with_player(state, seat, must_show=False, showing=())
    false = frozen(state, seat, at)
    return Judged(false.state, (rulings.NoStack(seat), *false.rulings))


def owner(state: State, card: str) -> int | None:
    """Return whose stack a card goes on with: who lays its picture already; or None.

    A card that lies there already and is laid again may have been taken for the wrong seat's: then
    buttons say whose it is.
    """
    picture = state.cards.get(card)
    for seat in showing(state):
        cards = state.players[seat].showing
        if cards and card not in cards and state.cards[cards[0]] == picture:
            return seat
    return None


def form_fault(told: Any) -> str | None:
    """Say what is wrong with the form of a told stack, or None."""
    is_list = isinstance(told, (list, tuple)) and all(isinstance(card, str) for card in told)
    if not is_list or len(told) != IN_A_STACK:
        return f"stack: found {told!r} (allowed: a list of {IN_A_STACK} cards)"
    return None


def _is_all_shown(state: State) -> bool:
    return len(state.checked) >= state.total


def shown_by(state: State) -> Mapping[int, tuple[str, ...]]:
    """Return the pictures that each seat has shown in this round, in order."""
    pictures: dict[int, tuple[str, ...]] = {}
    for picture, seat in state.rung.items():
        pictures[seat] = (*pictures.get(seat, ()), picture)
    if state.finisher is not None:
        seen = pictures.get(state.finisher, ())
        new = tuple(picture for picture in state.checked if picture not in seen)
        pictures[state.finisher] = (*seen, *new)
    return pictures
