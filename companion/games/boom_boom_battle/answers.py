"""What people answered of hidden hands, and which shown card contradicts it (`honour`, B66).

Nothing is known of a hand but what was said of it. A card that came later may be any, so an
answer is only contradicted once more cards were shown than could have come since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.boom_boom_battle.state import Claim, State, with_player

MOST_CLAIMS = 8  # of a player; an older answer has been overtaken by draws


def claimed(state: State, seat: int, claim: Claim) -> State:
    """Return the state with an answer of a seat kept."""
    claims = (*state.players[seat].claims, claim)[-MOST_CLAIMS:]
    return with_player(state, seat, claims=claims)


def drawn_since(claims: Sequence[Claim], count: int) -> tuple[Claim, ...]:
    """Return the answers after so many cards were drawn."""
    return tuple(replace(claim, drawn=claim.drawn + count) for claim in claims)


def shown_since(claims: Sequence[Claim], numbers: Sequence[int]) -> tuple[Claim, ...]:
    """Return the answers after cards with these numbers were shown from the hand."""
    return tuple(_shown(claim, numbers) for claim in claims)


def _shown(claim: Claim, numbers: Sequence[int]) -> Claim:
    matching = tuple(number for number in numbers if number in claim.numbers)
    others = claim.others + len(numbers) - len(matching)
    return replace(claim, shown=(*claim.shown, *matching), others=others)


def is_contradicted(claim: Claim) -> bool:
    """Tell whether more cards were shown than an answer and the draws since leave room for.

    Too many that match contradict a miss, too many that do not contradict a hit.
    """
    shown = len(set(claim.shown)) if claim.is_distinct else len(claim.shown)
    is_too_rich = shown > claim.most + claim.drawn
    is_too_poor = claim.least > 0 and claim.others > claim.held - claim.least + claim.drawn
    return is_too_rich or is_too_poor


def contradicted(state: State) -> tuple[State, tuple[int, ...]]:
    """Return the state without contradicted answers, and whose they were, each once."""
    liars = []
    for seat, player in state.players.items():
        honest = tuple(claim for claim in player.claims if not is_contradicted(claim))
        if honest != player.claims:
            liars.append(seat)
            state = with_player(state, seat, claims=honest)
    return state, tuple(liars)
