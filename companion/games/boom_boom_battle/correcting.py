"""The host's corrections of BOOM BOOM, and whose card is whose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.games.boom_boom_battle.endings import left
from companion.games.boom_boom_battle.piles import hand_with, into_hand, is_circled, public_place
from companion.games.boom_boom_battle.state import State, with_player

KEYS = {"seat", "hand", "cards", "points", "alive"}
WRONG = Refused("bad_adjustment")


def adjusted(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state as the host corrects it.

    `alive` is whether somebody plays; it comes first, so that who comes back gets a hand at once.
    `hand` is by how many cards a hand of unknown cards grows, out of the remaining deck or back
    into it; `cards` are those of a tracked hand from now on; `points` are tokens of the seat's
    team, by so many.
    """
    if not change.keys() <= KEYS:
        return WRONG
    seat, now = change["seat"], state
    steps = {"alive": _alive, "points": _points, "hand": _hand, "cards": _cards}
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


def _hand(state: State, seat: int, number: int) -> State | Refused:
    """Return the state with so many cards more in a hand: like drawn ones, they may be any."""
    player = state.players[seat]
    size = player.hand + number
    is_known = state.house.is_tracked and number
    if is_known or player.is_out or size < 0 or state.remaining < number:
        return WRONG
    state = replace(state, remaining=state.remaining - number)
    if number > 0:
        return into_hand(state, seat, number)
    return with_player(state, seat, hand=size, fresh=min(player.fresh, size))


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
    if card not in state.deck.actions or is_circled(state, card):
        return False
    return public_place(state, card) is None and hand_with(state, card) in (None, seat)


def _alive(state: State, seat: int, plays: Any) -> State:
    """Return the state after a person left, or came back without a card."""
    is_out = state.players[seat].is_out
    if is_out and plays:
        return with_player(state, seat, is_out=False)
    return state if is_out or plays else left(state, seat)


def owner(state: State, card: str) -> int | None:
    """Return the known hand that a card is in.

    One that lies in front of a player is nobody's to lay: whoever is asked may look it up.
    """
    return hand_with(state, card)
