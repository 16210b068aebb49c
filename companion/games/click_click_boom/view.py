"""What each audience may know of Click Click Boom: an allow-list, card by card.

A picked card that was tapped face down is known to the kit and shown to nobody, not even to its
player: hands are never looked at. What a neighbour told Heather goes to her phone alone.
"""

from __future__ import annotations

from typing import Any

from companion.core.game import Audience
from companion.games.click_click_boom.state import PlayedCard, Seat, State


def view(state: State, audience: Audience) -> dict[str, Any]:
    """Return the game's part of a view as JSON values."""
    return {
        "phase": state.phase,
        "winners": list(state.winners),
        "shootout": state.shootout,
        "showdown": state.showdown,
        "pot": state.pot,
        "first_player": state.first_player,
        "token": {"side": state.token.value},
        "stand_off": state.is_stand_off,
        "turn": state.turn,
        "tied": list(state.tied),
        "seats": {str(seat.number): _seat(state, seat, audience) for seat in state.seats},
    }


def _seat(state: State, seat: Seat, audience: Audience) -> dict[str, Any]:
    # Brandon says a side aloud, and the board rules it; the seat's own stays hid until SHOOT.
    side = seat.side.value if seat.side and state.has_shot else None
    shown = {
        "name": "",
        "coins": seat.coins,
        "alive": seat.is_alive,
        "unplayed": seat.unplayed,
        "played": [_played(card) for card in seat.played],
        "character": seat.character,
        "ability": _ability(state, seat),
        "side": side,
        "shown": seat.shown.value if seat.shown else None,
        "forced": seat.forced_by is not None,
        "late": seat.is_late,
    }
    if seat.told and seat.told.kind and audience == seat.number:
        return {**shown, "told": {"side": seat.told.side.value, "kind": seat.told.kind.value}}
    return shown


def _played(card: PlayedCard) -> str:
    return "hidden" if card.is_hidden or card.kind is None else card.kind.value


def _ability(state: State, seat: Seat) -> str:
    if seat.character is None or state.is_quick:
        return "none"
    return "used" if seat.is_ability_used else "ready"


def private_cards(state: State) -> frozenset[str]:
    """Return the cards that the kit knows and the table has not seen."""
    picks = {card for seat in state.seats for card in (seat.left, seat.right) if card}
    turned_up = {seat.card for seat in state.seats if seat.card}
    return frozenset(picks - turned_up)
