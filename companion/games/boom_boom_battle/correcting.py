"""The host's corrections of BOOM BOOM, and whose card is whose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.games.boom_boom_battle.endings import left
from companion.games.boom_boom_battle.piles import hand_with, public_place
from companion.games.boom_boom_battle.state import State, with_player

KEYS = {"seat", "hand", "cards", "points", "alive"}
WRONG = Refused("bad_adjustment")


def adjusted(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state as the host corrects it.

    `hand` is by how many cards a hand of unknown cards grows, out of the remaining deck or back
    into it; `cards` are those of a tracked hand from now on; `points` are tokens of the seat's
    team, by so many; `alive` is whether somebody plays.
    """
    if not change.keys() <= KEYS:
        return WRONG
    seat, now = change["seat"], state
    steps = {"points": _points, "hand": _hand, "cards": _cards, "alive": _alive}
    for key, step in steps.items():
        if key in change:
            found = step(now, seat, change[key])
            if isinstance(found, Refused):
                return found
            now = found
    return now


def _points(state: State, seat: int, number: Any) -> State | Refused:
    team = state.players[seat].team
    if not state.tokens or team is None or state.tokens[team] + number < 0:
        return WRONG
    return replace(state, tokens={**state.tokens, team: state.tokens[team] + number})


def _hand(state: State, seat: int, number: Any) -> State | Refused:
    player = state.players[seat]
    is_known = state.house.is_tracked and number
    if is_known or player.is_out or player.hand + number < 0 or state.remaining < number:
        return WRONG
    state = replace(state, remaining=state.remaining - number)
    return with_player(state, seat, hand=player.hand + number)


def _cards(state: State, seat: int, cards: Any) -> State | Refused:
    """Return the state with a known hand of these cards; the rest goes back unseen."""
    player = state.players[seat]
    if not state.house.is_tracked or player.is_out or len(set(cards)) != len(cards):
        return WRONG
    more = len(cards) - player.hand
    if any(not _may_hold(state, seat, card) for card in cards) or state.remaining < more:
        return WRONG
    state = replace(state, remaining=state.remaining - more)
    return with_player(state, seat, hand=len(cards), cards=tuple(cards))


def _may_hold(state: State, seat: int, card: str) -> bool:
    is_action = card in state.deck.actions
    return (
        is_action and public_place(state, card) is None and hand_with(state, card) in (None, seat)
    )


def _alive(state: State, seat: int, plays: Any) -> State:
    """Return the state after a person left, or came back without a card."""
    if plays is not state.players[seat].is_out:
        return state
    return with_player(state, seat, is_out=False) if plays else left(state, seat)


def owner(state: State, card: str) -> int | None:
    """Return whose card it is: a known hand's, or before whom it lies."""
    lies = next((seat for seat in state.seats if card in state.front_of(seat)), None)
    return hand_with(state, card) if lies is None else lies
