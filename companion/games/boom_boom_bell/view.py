"""What everybody may know of Boom Boom (2013): the kit sees no hidden card."""

from __future__ import annotations

from typing import Any

from companion.core.game import Audience
from companion.games.boom_boom_bell.bell import rings_due
from companion.games.boom_boom_bell.rules import award
from companion.games.boom_boom_bell.stacks import shown_by
from companion.games.boom_boom_bell.state import NOBODY, State


def view(state: State, audience: Audience) -> dict[str, Any]:
    """Return the game's part of a view as JSON values."""
    del audience
    return {
        "phase": state.phase,
        "winners": list(state.winners),
        "round": state.round,
        "tie_round": state.is_tie_round,
        "stacks_each": state.total,
        "burst": _burst(state),
        "bell": state.turn.owner,
        "finisher": state.finisher,
        "margin_ms": state.margin_ms,
        "seats": {str(seat): _seat(state, seat) for seat in state.seats},
    }


def _burst(state: State) -> dict[str, Any] | None:
    shown = state.shown
    if shown is None:
        return None
    seat = None if shown.seat == NOBODY else shown.seat
    return {"seat": seat, "count": shown.count, "closed": shown.is_closed}


def _seat(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    place = state.places.get(seat)
    return {
        "points": player.points,
        "stacks": player.stacks,
        "rings_due": rings_due(state, seat),
        "place": place,
        "award": None if place is None else award(place),
        "plays": seat in state.playing,
        "waits": seat in state.turn.waiting,
        "frozen": player.frozen is not None,
        "burst": None if player.burst is None else player.burst.count,
        "must_show": player.must_show,
        "showing": list(player.showing),
        "shown": list(shown_by(state).get(seat, ())),
        "alive": not player.has_left,
    }
