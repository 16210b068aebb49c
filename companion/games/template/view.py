"""What each audience may know of Quick Draw: an allow-list.

Whatever is not named here stays on the kit. A prize is known to its owner's phone alone until
the end; not even the host sees it.
"""

from __future__ import annotations

from typing import Any

from companion.core.game import Audience
from companion.games.template.rules import total
from companion.games.template.state import State


def view(state: State, audience: Audience) -> dict[str, Any]:
    """Return the game's part of a view as JSON values."""
    return {
        "phase": state.phase,
        "winners": list(state.winners),
        "round": state.round,
        "rounds": state.rounds,
        "first": state.first,
        "margin_ms": state.margin_ms,
        "seats": {str(seat): _seat(state, seat, audience) for seat in state.seats},
    }


def _seat(state: State, seat: int, audience: Audience) -> dict[str, Any]:
    player = state.players[seat]
    is_open = state.phase == "over"
    shown = {
        "points": player.points,
        "prizes": len(player.prizes),
        "alive": not player.has_left,
    }
    if is_open:
        shown["total"] = total(state, player)
    may_know = is_open or audience == seat
    return {**shown, "cards": list(player.prizes)} if may_know else shown


def private_cards(state: State) -> frozenset[str]:
    """Return the cards that the kit knows and the table has not seen."""
    if state.phase == "over":
        return frozenset()
    return frozenset(card for player in state.players.values() for card in player.prizes)
