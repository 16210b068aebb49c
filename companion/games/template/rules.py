"""The rules of Quick Draw as pure functions: what follows from a state, and what is not allowed.

They are tested without any flow. Nothing here waits, asks or announces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.core.events import CardPlaced, TableEvent
from companion.games.template.state import SURE_POINT, Player, State, with_player


def total(state: State, player: Player) -> int:
    """Return what a player has in the end: the open points and what the prizes are worth."""
    return player.points + sum(state.worth[card] for card in player.prizes)


def leaders(state: State) -> tuple[int, ...]:
    """Return the seats with the most points; several share the win."""
    totals = {seat: total(state, player) for seat, player in state.players.items()}
    return tuple(seat for seat in totals if totals[seat] == max(totals.values()))


def caller(state: State) -> int:
    """Return whose turn it is to call the count: clockwise, one a round, of those who play."""
    around = state.playing or state.seats
    return around[(state.round - 1) % len(around)]


def taken(state: State) -> frozenset[str]:
    """Return the prizes that lie in front of somebody."""
    return frozenset(card for player in state.players.values() for card in player.prizes)


def prize_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a card cannot be taken, or None.

    The reason speaks of a card that nobody has seen, so only that seat may know it.
    """
    return Refused("prize_taken", private=seat) if card in taken(state) else None


def take_prize(state: State, seat: int, card: str) -> State:
    """Return the state with one more prize face down before a seat."""
    return with_player(state, seat, prizes=(*state.players[seat].prizes, card))


def take_point(state: State, seat: int) -> State:
    """Return the state after a seat took the sure point."""
    return with_player(state, seat, points=state.players[seat].points + SURE_POINT)


def say_fault(say: Mapping[str, Any]) -> str | None:
    """Say what is wrong with the form of what a phone says, or None.

    What every game has (`side`, `let_go`, `ring`, `done`, `pass`) is known already.
    """
    if dict(say) == {"point": True}:
        return None
    return f"found {dict(say)!r} (allowed: point: true)"


def why_not(state: State, event: TableEvent) -> Refused | None:
    """Give a better reason than "nobody waits for that", where there is one."""
    if isinstance(event, CardPlaced) and state.phase != "prize":
        return Refused("no_prize_yet")
    return None


def adjust(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state as the host corrects it.

    `points` are added, `cards` are the prizes from now on, `alive` is whether somebody plays.
    """
    seat = change["seat"]
    player = state.players[seat]
    points, cards = change.get("points", 0), change.get("cards", player.prizes)
    plays = change.get("alive", not player.has_left)
    is_known = change.keys() <= {"seat", "points", "cards", "alive"}
    is_typed = type(points) is int and type(plays) is bool
    if not (is_known and is_typed and _may_hold(state, seat, cards)):
        return Refused("bad_adjustment")
    changed = Player(player.points + points, tuple(cards), has_left=not plays)
    return replace(state, players={**state.players, seat: changed})


def _may_hold(state: State, seat: int, cards: Any) -> bool:
    """Tell whether these are cards of the deck, each once, that nobody else has."""
    if not isinstance(cards, (list, tuple)) or not all(isinstance(card, str) for card in cards):
        return False
    free = state.worth.keys() - taken(with_player(state, seat, prizes=()))
    return len(set(cards)) == len(cards) and free >= set(cards)


def count(state: State) -> str | None:
    """Say which prizes are gone or too many, or None: a prize or a sure point is won a round."""
    prizes = [card for player in state.players.values() for card in player.prizes]
    wrong = sorted(card for card in prizes if prizes.count(card) > 1 or card not in state.worth)
    if wrong:
        return f"{', '.join(wrong)}: each prize of the deck lies before one player at most"
    points = sum(player.points for player in state.players.values())
    won = len(prizes) + points // SURE_POINT
    if not state.round - 1 <= won <= state.round:
        return f"{won} prizes and sure points were won by round {state.round}"
    return None


def end(state: State) -> State:
    """Return the state at the end: all prizes lie open, and the best have won."""
    return replace(state, phase="over", winners=leaders(state))
