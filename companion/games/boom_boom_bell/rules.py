"""The rules of Boom Boom (2013) beside the bell: rounds, points, places, and what is not allowed.

Pure functions, tested without any flow. Nothing here waits, asks or announces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.core.events import CardPlaced, Pressed, Rang, Said, TableEvent
from companion.games.boom_boom_bell.stacks import form_fault
from companion.games.boom_boom_bell.state import (
    AWARD,
    IN_A_STACK,
    NOBODY,
    Player,
    State,
    with_all,
    with_player,
)

# Rounds


def leaders(state: State) -> tuple[int, ...]:
    """Return the seats with the most points among those at the table."""
    among = state.present or state.seats
    most = max(state.players[seat].points for seat in among)
    return tuple(seat for seat in among if state.players[seat].points == most)


def is_over(state: State) -> bool:
    """Tell whether the game is decided: by points (D17), or by rounds without a tie (D18).

    Whoever is left alone at the table has won.
    """
    if len(state.present) < 2:
        return True
    most = state.players[leaders(state)[0]].points
    if state.house.goal == "points":
        return most >= state.house.points and len(leaders(state)) == 1
    return state.scored >= state.house.rounds and len(leaders(state)) == 1


def deal(state: State) -> State:
    """Return the state before the next round: the same one again if it had no point (D22)."""
    is_tie_round = _is_tie_round(state)
    state = with_all(
        state,
        stacks=0,
        burst=None,
        final=None,
        has_called=False,
        showing=(),
        must_show=False,
        pressed={},
        frozen=None,
        stops=None,
    )
    return replace(
        state,
        phase="start",
        round=state.scored + 1,
        is_tie_round=is_tie_round,
        dealt=leaders(state) if is_tie_round else state.present,
        stray=None,
        finisher=None,
        checked=(),
        rung={},
        opener=NOBODY,
    )


def _is_tie_round(state: State) -> bool:
    """Tell whether only the tied play on; points that the host corrected may tie a finish too."""
    house = state.house
    is_full = state.scored >= house.rounds
    if house.goal == "points":
        is_full = state.players[leaders(state)[0]].points >= house.points
    return is_full and len(leaders(state)) > 1


def starters(state: State) -> tuple[int, ...]:
    """Return who may ring for the round: the youngest or the last winner (D2).

    While nobody knows who is the youngest it may be anybody. Where that player does not play a
    tie round, the next one clockwise rings.
    """
    is_winners = state.house.next_start == "winner" and state.last_winner is not None
    first = state.last_winner if is_winners else state.youngest
    if first is None or not state.playing:
        return state.playing
    return (min(state.playing, key=lambda seat: (seat - first) % len(state.seats)),)


def start_fault(state: State, ringer: int | None) -> Refused | None:
    """Say why a ring does not start the round, or None."""
    if ringer is not None and ringer not in starters(state):
        return Refused("not_the_starter")
    since = {seat: stamp for stamp, seat in state.turn.queue}.get(ringer or NOBODY)
    is_old = since is not None and state.ended is not None and since <= state.ended
    return Refused("round_over") if is_old else None


def begin(state: State, ringer: int | None, stamp: int) -> State:
    """Return the state after the ring that starts a round: GO."""
    known = starters(state)
    seat = ringer if ringer is not None or len(known) > 1 else known[0]
    youngest = seat if state.youngest is None else state.youngest
    return replace(
        state,
        phase="play",
        youngest=youngest,
        opening=stamp,
        opener=ringer or NOBODY,
        passed=max(state.passed, stamp - 1),
    )


# Points and places


def finish(state: State, seat: int, margin_ms: float | None) -> State:
    """Return the state in which a seat's stacks are looked at: all of them are rung."""
    state = with_player(state, seat, stacks=state.total)
    return replace(state, phase="check", finisher=seat, margin_ms=margin_ms, checked=())


def take_back(state: State, seat: int) -> State:
    """Return the state after a false "Boom Boom!": the last burst is void (D13)."""
    state = with_player(state, seat, stacks=max(state.total - 1, 0), final=None, showing=())
    return replace(state, phase="resume", finisher=None, checked=())


def score(state: State, seat: int, now: int) -> State:
    """Return the state with the round's one point (D15, D24)."""
    state = with_player(state, seat, points=state.players[seat].points + 1)
    return close(replace(state, scored=state.scored + 1, last_winner=seat), now)


def close(state: State, now: int, margin_ms: float | None = None) -> State:
    """Return the state after a round: rings up to a gap later still belong to it (D6)."""
    margin_ms = state.margin_ms if margin_ms is None else margin_ms
    return replace(state, ended=now, margin_ms=margin_ms)


def end(state: State) -> State:
    """Return the state at the end: each seat's place, shared ones skipping the next (D19)."""
    first = leaders(state) if state.present else ()  # whoever has left wins nothing
    ranks = {seat: (seat in first, player.points) for seat, player in state.players.items()}
    places = {
        seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()
    }
    return replace(state, phase="over", places=places if first else {})


def award(place: int) -> str:
    """Return the award card of a place; the gold medal is the first."""
    return f"{AWARD}/{place}"


def count(state: State) -> str | None:
    """Say which points or cards are gone, or None: one point a round, four cards a stack."""
    points = sum(player.points for player in state.players.values())
    if points != state.scored + state.corrected:
        return f"{points} points after {state.scored} rounds and {state.corrected} corrected"
    laid = [card for player in state.players.values() for card in player.showing]
    if len(set(laid)) != len(laid):
        return f"a card lies twice: {sorted(laid)}"
    over = [seat for seat, player in state.players.items() if player.stacks > state.total]
    return f"more stacks than were dealt: {over}" if over and state.dealt else None


# What is not allowed


def say_fault(say: Mapping[str, Any]) -> str | None:
    """Say what is wrong with the form of what a phone says, or None.

    What every game has (`ring`, `side`, `let_go`, `done`, `pass`) is known already.
    """
    if say.keys() == {"boom_boom"} and say["boom_boom"] is True:
        return None
    if say.keys() == {"stack"}:
        return form_fault(say["stack"])
    return f"found {dict(say)!r} (allowed: boom_boom: true, or stack: {IN_A_STACK} cards)"


def why_not(state: State, event: TableEvent) -> Refused | None:
    """Give a better reason than "nobody waits for that", where there is one."""
    match event:
        case Pressed(seat=seat) | Said(seat=seat) | Rang(bell=int(seat)) if (
            state.dealt and seat not in state.dealt
        ):
            return Refused("not_in_round")
        case CardPlaced(reader="tray"):
            return Refused(_why_no_card(state))
        case Pressed() | Rang() | Said() if state.phase == "check":
            return Refused("being_checked")
    return None


def _why_no_card(state: State) -> str:
    if state.phase == "check" and state.finisher is not None:
        return "all_shown"
    return "shown_when_rung" if state.house.verify == "rung" else "shown_at_the_end"


def adjust(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state as the host corrects it.

    `points` are added, and `hand` to the stacks completed in this round; `alive` is whether
    somebody plays.
    """
    seat = change["seat"]
    player = state.players[seat]
    points, hand = change.get("points", 0), change.get("hand", 0)
    plays = change.get("alive", not player.has_left)
    is_known = change.keys() <= {"seat", "points", "hand", "alive"}
    is_typed = type(points) is int and type(hand) is int and type(plays) is bool
    if not (is_known and is_typed and _may_add(state, seat, points, hand)):
        return Refused("bad_adjustment")
    state = replace(state, corrected=state.corrected + points)
    state = with_player(state, seat, points=player.points + points)
    if hand:
        fresh = {"final": None, "has_called": False, "must_show": False, "showing": ()}
        state = with_player(state, seat, stacks=player.stacks + hand, **fresh)
    return state if plays == (not player.has_left) else _seated(state, seat, plays=plays)


def _may_add(state: State, seat: int, points: int, hand: int) -> bool:
    """Tell whether nobody has less than nothing then, nor all stacks without having rung them."""
    player = state.players[seat]
    is_in_play = state.phase in ("play", "resume") and seat in state.dealt
    may_have = hand == 0 or (is_in_play and 0 <= player.stacks + hand < state.total)
    return player.points + points >= 0 and may_have


def _seated(state: State, seat: int, *, plays: bool) -> State:
    """Return the state after somebody left or came back: what was under way is dropped."""
    left = Player(points=state.players[seat].points, has_left=not plays)
    state = replace(state, players={**state.players, seat: left})
    finisher = state.finisher if state.finisher != seat else None
    return replace(state, finisher=finisher)
