"""What each audience may know of BOOM BOOM: an allow-list, and a seat's own hand for that seat."""

from __future__ import annotations

from typing import Any

from companion.core.game import HOST, Audience
from companion.games.boom_boom_battle.attacks import may_pair, reach
from companion.games.boom_boom_battle.box import AIMED, FRONT, NAMED
from companion.games.boom_boom_battle.deck import BattleDeck
from companion.games.boom_boom_battle.deck_faults import CARDS
from companion.games.boom_boom_battle.endings import DUEL
from companion.games.boom_boom_battle.hitting import is_counted, most, pending
from companion.games.boom_boom_battle.laying import owing
from companion.games.boom_boom_battle.legal import (
    card_fault,
    choices,
    kind_fault,
    may_lie,
    wants_target,
)
from companion.games.boom_boom_battle.piles import cards_of
from companion.games.boom_boom_battle.reference import EFFECTS, about
from companion.games.boom_boom_battle.setting_up import GOALS, HANDS
from companion.games.boom_boom_battle.state import Attack, Play, State

ACTING = ("turn", "extra", "target", "aim", "escape")


def view(state: State, audience: Audience) -> dict[str, Any]:
    """Return the game's part of a view as JSON values."""
    shown = {
        "phase": state.phase,
        "winners": list(state.winners),
        "mode": state.house.mode,
        "hands": "tracked" if state.house.is_tracked else "honour",
        "options": {"mode": state.house.mode},
        "first": state.first,
        "turn": state.turn,
        "draw": state.draw,
        "remaining": state.remaining,
        "discard": len(state.discard),
        "top": state.discard[-1] if state.discard else None,
        "out": len(state.out),
        "circled": list(state.circled),
        "location": state.location,
        "in_force": state.effect,
        "effect": effect(state),
        "shrinks": len(state.circled),
        "tokens": dict(state.tokens) if state.house.mode == DUEL else None,
        "goal": GOALS[len(state.seats)] if state.house.mode == DUEL else None,
        "limit": HANDS[len(state.seats)],
        "attack": attack(state),
        "reacting": list(state.reacting),
        "reactions": reactions(state),
        "owing": [_owing(state, seat) for seat in owing(state)],
        "escaping": None if state.escaping is None else list(state.escaping),
        "legal": legal(state),
        "looked": None if state.looked is None else about(state, state.looked),
        "box": box(state.deck),
        "seats": {str(seat): _seat(state, seat) for seat in state.seats},
    }
    if audience == HOST:
        warnings = list(state.deck.warnings)
        return {**shown, "to_enter": state.deck.to_enter.to_json(), "warnings": warnings}
    if isinstance(audience, int) and state.house.is_tracked:
        owed = state.owes.get(audience)
        among = list(owed.among) if owed and audience in owing(state) else []
        return {**shown, "cards": own_cards(state, audience), "among": among}
    return shown


def _seat(state: State, seat: int) -> dict[str, Any]:
    player, owed = state.players[seat], state.owes.get(seat)
    missing = None
    if owed is not None and owed.count is not None:
        missing = owed.count - len(owed.laid)
    return {
        "name": "",
        "team": player.team,
        "hand": player.hand,
        "front": list(state.front_of(seat)),
        "alive": not player.is_out,
        "owes": missing,
    }


def effect(state: State) -> dict[str, Any] | None:
    """Return the flipped location's effect in words, and whether it is in force yet."""
    if state.location is None:
        return None
    title, text = EFFECTS[state.location]
    return {"title": title, "text": text, "active": state.effect is not None}


def attack(state: State) -> dict[str, Any] | None:
    """Return the attack in progress, or what is being declared; both lie on the table.

    A draft has what a phone says the rest `as`, and how far it reaches.
    """
    now, draft = state.attack, state.draft
    if draft is not None:
        told = {"declared": False, "counter": False, "hits": {}, "as": _said_as(state, draft)}
        return _play(state, draft) | told | _reached(state, state.deck.kind(draft.card))
    return None if now is None else _play(state, now.play) | _fought(state, now)


def _said_as(state: State, draft: Play) -> str:
    """Return under which key the rest is told: the card of a shot or counterattack is out."""
    if draft.card not in state.played:
        return "play"
    return "react" if state.attack is None else "shot"


def _play(state: State, play: Play) -> dict[str, Any]:
    return {
        "by": play.by,
        "card": play.card,
        "kind": state.deck.kind(play.card),
        "target": play.target,
        "numbers": list(play.numbers),
        "with": play.partner,
    }


def _fought(state: State, now: Attack) -> dict[str, Any]:
    """Return what became of an attack: who was hit by how much, and who still has to say."""
    hits = {str(seat): number for seat, number in now.hits.items()}
    limit = most if is_counted(state) else (lambda _state, _seat: None)
    asked = {str(seat): limit(state, seat) for seat in pending(state)}
    told = {"declared": True, "counter": now.is_counter}
    return {**told, "hits": hits, "at": now.at, "asked": asked}


def _reached(state: State, kind: str) -> dict[str, Any]:
    """Return how far a kind reaches, and whether a second card may ensure its hit."""
    told: dict[str, Any] = {"reach": reach(state, kind)} if kind in AIMED else {}
    return told | ({"pairs": True} if may_pair(state, kind) else {})


def reactions(state: State) -> dict[str, dict[str, Any]]:
    """Return with which kinds a seat may react now, and how far each reaches."""
    return {
        str(seat): {kind: _reached(state, kind) for kind in state.reactions.get(seat, ())}
        for seat in state.reacting
    }


def _owing(state: State, seat: int) -> dict[str, Any]:
    """Return what a seat still has to lay off, and who lays it."""
    one = state.owes[seat]
    count = None if one.count is None else one.count - len(one.laid)
    told = {"seat": seat, "why": one.why, "count": count, "by": one.by}
    return {**told, "numbers": list(one.numbers)}


def box(deck: BattleDeck) -> dict[str, list[Any]]:
    """Return what everybody may read in the box: the numbers of each name's cards, in order.

    A card that its table gave another kind stands as `[kind, number]`; one that it lacks as null.
    """
    told: dict[str, list[Any]] = {}
    for card in CARDS:
        name = card.partition("/")[0]
        told.setdefault(name, []).append(_printed(deck, card, name))
    return told


def _printed(deck: BattleDeck, card: str, name: str) -> Any:
    if card not in deck.actions:
        return None
    kind, number = deck.kind(card), deck.number(card)
    return number if kind == name else [kind, number]


def legal(state: State) -> dict[str, Any] | None:
    """Return what the player whose turn it is may do now, by what everybody knows, or None.

    Not while a shot or a counterattack is aimed, whose card is out already.
    """
    seat = state.turn
    is_acting = state.phase in ACTING and seat in state.playing
    is_out = state.draft is not None and state.draft.card in state.played
    if seat is None or not is_acting or is_out:
        return None
    return {"seat": seat, "kinds": {kind: _kind(state, seat, kind) for kind in NAMED}}


def _kind(state: State, seat: int, kind: str) -> dict[str, Any]:
    """Return why a kind cannot be played, or on whom and how far it reaches."""
    wrong = kind_fault(state, seat, kind)
    if wrong is not None:
        return {"reason": wrong}
    told: dict[str, Any] = {"reason": None, **_reached(state, kind)}
    return told | ({"targets": _targets(state, seat, kind)} if wants_target(kind) else {})


def _targets(state: State, seat: int, kind: str) -> list[int]:
    """Return on whom a kind may be played, the likeliest first (B31)."""
    likely = choices(state, seat, kind)
    others = state.living if kind in FRONT else ()
    return [*likely, *(s for s in others if s not in likely and may_lie(state, kind, s))]


def own_cards(state: State, seat: int) -> list[dict[str, Any]]:
    """Return a seat's own hand, and why each card cannot be played now (play.md, BOOM BOOM 4)."""
    return [_own(state, seat, card) for card in state.players[seat].cards]


def _own(state: State, seat: int, card: str) -> dict[str, Any]:
    fault = card_fault(state, seat, card)
    return {
        "card": card,
        "kind": state.deck.kind(card),
        "location": state.deck.number(card),
        "reason": None if fault is None else fault.reason,
    }


def private_cards(state: State) -> frozenset[str]:
    """Return the cards that the kit knows and the table has not seen: those of tracked hands.

    What is being declared, or laid on the tray to escape with, lies open already.
    """
    shown = {*(state.escaping or ()), *(cards_of(state.draft) if state.draft else ())}
    return frozenset(c for one in state.players.values() for c in one.cards if c not in shown)
