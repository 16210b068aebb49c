"""The state of Quick Draw: frozen values, so that a test can start anywhere in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.cards.manifest import overlay, read_manifest
from companion.core.errors import FileFault
from companion.core.header import Header

WORTH = {"gold": 3, "silver": 2, "empty": 0}  # points, by kind of prize
SURE_POINT = 1


@dataclass(frozen=True, slots=True)
class Player:
    """Holds one seat's part: points that everybody knows, and prizes that nobody else has seen.

    Somebody who has left the table keeps both, and is asked for nothing any more.
    """

    points: int = 0
    prizes: tuple[str, ...] = ()
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Holds the whole game.

    `worth` has the points of every card; `first` is the seat that won the race of this round,
    `since` the stamp (ns) of its act; `margin_ms` tells how far behind the runner-up was.
    """

    players: Mapping[int, Player]
    worth: Mapping[str, int]
    rounds: int
    round: int = 1
    phase: str = "ready"
    first: int | None = None
    since: int = 0
    margin_ms: float | None = None
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Return all seats, clockwise from 1."""
        return tuple(self.players)

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seats that still play: whom an Ask waits for."""
        return tuple(seat for seat, player in self.players.items() if not player.has_left)


def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
    """Return the state before the first round; raises FileFault for a deck that will not do."""
    deck = read_manifest(overlay(manifest, header.deck))
    strange = [name for name, card in deck.cards.items() if card.kind not in WORTH]
    if strange:
        allowed = ", ".join(WORTH)
        raise FileFault("deck", [f"cards.{name}.kind: (allowed: {allowed})" for name in strange])
    return State(
        players={seat: Player() for seat in header.numbers},
        worth={name: WORTH[card.kind] for name, card in deck.cards.items()},
        rounds=header.options["rounds"],
    )


def with_player(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one player changed."""
    player = replace(state.players[seat], **changes)
    return replace(state, players={**state.players, seat: player})
