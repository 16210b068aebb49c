"""Who is eliminated, and how a game of BOOM BOOM ends, as pure functions (End of Game)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.boom_boom_battle.piles import cleared
from companion.games.boom_boom_battle.setting_up import FREE, GOALS
from companion.games.boom_boom_battle.state import LAST_SHRINK, TEAMS, State, with_player

DUEL = "duel"


@dataclass(frozen=True, slots=True)
class Ending:
    """Says how a game ended: the winners, none of them at times, and by which rule.

    `case` is `tokens`, `survived`, `wiped` (the attacking side wins), `nobody` or `ranked`.
    """

    winners: tuple[int, ...]
    case: str
    cite: str


# Elimination


def fallen(state: State, start: int) -> tuple[int, ...]:
    """Return the living without a card, in turn order from a seat on (B3, B5)."""
    return tuple(seat for seat in state.in_turn(start) if not state.players[seat].hand)


def eliminated(state: State, seat: int) -> State:
    """Return the state after a seat fell: a token for the others in Duel, else it is out.

    Duel gives the opposing team one token whatever the cause (B20), and the player goes on with
    what lies in front (B22); in the other modes that is discarded with the player.
    """
    if state.house.mode != DUEL:
        return out(state, seat)
    other = next(team for team in TEAMS if team != state.players[seat].team)
    return replace(state, tokens={**state.tokens, other: state.tokens[other] + 1})


def out(state: State, seat: int) -> State:
    """Return the state with a seat out of the game, its front on the discard pile."""
    return with_player(cleared(state, seat, state.front_of(seat)), seat, is_out=True, claims=())


# The end


def ending(state: State, *, is_shrink: bool) -> Ending | None:
    """Return how the game ends after eliminations, or None while it goes on (B3)."""
    won = _ahead(state)
    if len(won) == 1:
        case = "tokens" if state.house.mode == DUEL and len(state.sides) > 1 else "survived"
        return Ending(
            state.of_side(won[0]), case, "B75" if state.house.mode != "free_for_all" else ""
        )
    if not won and state.sides:
        return None
    return _wiped(state, is_shrink=is_shrink)


def _ahead(state: State) -> tuple[str | int, ...]:
    """Return the sides that meet their victory condition; all are gone if nobody lives."""
    if len(state.sides) < 2:
        return state.sides
    if state.house.mode != DUEL:
        return ()
    goal = GOALS[len(state.seats)]
    return tuple(team for team in TEAMS if state.tokens[team] >= goal)


def _wiped(state: State, *, is_shrink: bool) -> Ending:
    """Return how a game ends that leaves nobody, or both teams at the goal (B18, B19)."""
    if is_shrink or state.killer is None or state.turn is None:
        return Ending((), "nobody", "B19" if is_shrink else "B18")
    if state.killer == "pan" or state.house.is_any_wipe_won:
        return Ending(state.of_side(state.side(state.turn)), "wiped", "B18")
    return Ending((), "nobody", "B18")


def is_last_phase(state: State) -> bool:
    """Tell whether the game is ranked now (B15)."""
    return len(state.circled) >= LAST_SHRINK


# The ranking after the sixth phase


def ranked(state: State) -> Ending:
    """Return the winner by tokens, survivors or cards, and how a tie was broken (B15 to B17)."""
    if state.house.mode == FREE:
        return Ending((_last(state, _largest(state, state.living)),), "ranked", "B16")
    scores = {team: _score(state, team) for team in TEAMS}
    best = [team for team in TEAMS if scores[team] == max(scores.values())]
    if len(best) == 1:
        return Ending(state.of_side(best[0]), "ranked", "B15")
    holder = _last(state, _largest(state, state.living))
    return Ending(state.of_side(state.side(holder)), "ranked", "B17")


def _score(state: State, team: str) -> int:
    if state.house.mode == DUEL:
        return state.tokens[team]
    return sum(1 for seat in state.living if state.players[seat].team == team)


def _largest(state: State, among: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the most cards in hand."""
    most = max(state.players[seat].hand for seat in among)
    return tuple(seat for seat in among if state.players[seat].hand == most)


def _last(state: State, among: Sequence[int]) -> int:
    """Return whoever is last in turn order, from the original first player on (B16)."""
    first = state.first or 1
    return max(among, key=lambda seat: (seat - first) % len(state.seats))


def ended(state: State) -> State:
    """Return the state of a game that its host ended early: nobody has won by the rules."""
    still = replace(state, draft=None, escaping=None, attack=None, owes={}, reacting=())
    return replace(still, phase="over", is_over=True)


def left(state: State, seat: int) -> State:
    """Return the state after a person left: the hand goes under the remaining deck, unseen."""
    hand = state.players[seat].hand
    state = replace(state, remaining=state.remaining + hand)
    return out(with_player(state, seat, hand=0, cards=(), fresh=0), seat)
