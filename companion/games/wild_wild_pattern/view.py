"""What each audience may know of Wild Wild Pattern: what lies face up, and how much does not."""

from __future__ import annotations

from typing import Any

from companion.core.game import HOST, Audience
from companion.core.stamps import Moment, to_seconds
from companion.games.wild_wild_pattern import rules
from companion.games.wild_wild_pattern.claims import claims, patterns
from companion.games.wild_wild_pattern.covering import cover
from companion.games.wild_wild_pattern.deck import to_enter
from companion.games.wild_wild_pattern.pattern import Wheel
from companion.games.wild_wild_pattern.state import STAGES, Claim, Click, State
from companion.games.wild_wild_pattern.verdicts import Pair


def view(state: State, audience: Audience) -> dict[str, Any]:
    """Return the game's part of a view as JSON values."""
    shown = {
        "phase": state.phase,
        "winners": list(state.winners),
        "mode": state.house.mode,
        "stage": STAGES.get(len(state.alive)) if state.house.mode == "dead_or_alive" else None,
        "manche": state.manche,
        "turn": state.turn,
        "wheel": [
            {"card": stack[-1] if stack else None, "depth": len(stack)} for stack in _lying(state)
        ],
        "deck": state.left,
        "covering": _covering(state),
        "claim": None if state.claim is None else _claim(state.claim),
        "clementine": None if state.click is None else _click(state.click),
        "choosing": _choosing(state),
        "placing": state.placing,
        "margin_ms": state.margin_ms,
        "options": {"clementine_seconds": float(to_seconds(state.house.clementine_ns))},
        "suits": {card: face.suit for card, face in state.deck.faces.items()},
        "bank": [
            {"name": line.name, "prize": line.prize, "wild": line.wild, "verified": line.verified}
            for line in state.deck.bank
        ],
        "seats": {str(seat): _seat(state, seat) for seat in state.seats},
    }
    return {**shown, **_for_host(state)} if audience == HOST else shown


def _lying(state: State) -> Wheel:
    """Return the Wheel as it lies: with the card that covers, once its slot is told (W10)."""
    covering = state.covering
    if covering is None or covering.card is None or covering.slot is None:
        return state.wheel
    is_judged = any(covering.card in stack for stack in state.wheel)
    return state.wheel if is_judged else cover(state.wheel, covering.card, covering.slot)


def _seat(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    payout = state.payouts.get(seat)
    return {
        "won": list(player.won),
        "challenges": list(player.challenges),
        "target": player.target,
        "money": player.money,
        "has_card": player.has_card,
        "alive": seat in state.alive,
        "bank": None if payout is None else payout.to_json(),
    }


def _covering(state: State) -> dict[str, Any] | None:
    covering = state.covering
    if covering is None:
        return None
    return {
        "seat": covering.seat,
        "card": covering.card,
        "slot": covering.slot,
        "words": list(covering.words) or None,
        "votes": {str(seat): vote for seat, vote in covering.votes.items()},
    }


def _claim(claim: Claim) -> dict[str, Any]:
    verdict = claim.verdict
    return {
        "seat": claim.seat,
        "statement": list(claim.words) or None,
        "valid": claim.why is None,
        "occurrences": claim.occurrences,
        "why": claim.why,
        "prize": list(claim.won),
        "card": verdict and verdict.card,
        "slot": None if verdict is None else verdict.slot,
        "pairs": [] if verdict is None else _pairs(verdict.occurrences),
        "counter_examples": [] if verdict is None else _pairs(verdict.counter_examples),
        "involved": [] if verdict is None else list(verdict.involved),
    }


def _pairs(pairs: tuple[Pair, ...]) -> list[list[int]]:
    return [[pair.slot, pair.neighbour] for pair in pairs]


def _click(click: Click) -> dict[str, Any]:
    until = None if click.until is None else Moment(click.until)
    return {"by": click.by, "card": click.card, "until": until}


def _choosing(state: State) -> dict[str, Any] | None:
    winning = state.winning
    if winning is None:
        return None
    among = [card for card in winning.prize.among if card not in winning.chosen]
    count = winning.prize.count - len(winning.chosen)
    return {"seat": winning.seat, "count": count, "among": among}


def _for_host(state: State) -> dict[str, Any]:
    """Return what only the host needs: what is to be entered, and the optional hint."""
    shown: dict[str, Any] = {"to_enter": to_enter(state.deck).to_json()}
    if state.house.has_hint:
        shown["hint"] = _hint(state)
    return shown


def _hint(state: State) -> dict[str, Any]:
    """Return the patterns that lie on the Wheel, and what the known card could claim."""
    faces, judging = state.deck.faces, state.house.judging
    card = rules.played_card(state)
    is_playable = card is not None and all(card not in stack for stack in state.wheel)
    legal = claims(state.wheel, card, faces, judging) if card and is_playable else ()
    return {
        "patterns": [list(one.statement.words) for one in patterns(state.wheel, faces, judging)],
        "claims": [[slot, *statement.words] for slot, statement, _ in legal],
    }
