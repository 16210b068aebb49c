"""What each audience may know of BOOM BOOM: an allow-list, and a seat's own hand for that seat."""

from __future__ import annotations

from typing import Any

from companion.core.game import HOST, Audience
from companion.games.boom_boom_battle.attacks import reach, targets
from companion.games.boom_boom_battle.box import AIMED, AT_ONE, NAMED, RESCUES
from companion.games.boom_boom_battle.endings import DUEL
from companion.games.boom_boom_battle.legal import card_fault, kind_fault
from companion.games.boom_boom_battle.piles import cards_of
from companion.games.boom_boom_battle.reference import EFFECTS, about, here
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
        "effect": effect(state),
        "shrinks": len(state.circled),
        "tokens": dict(state.tokens) if state.house.mode == DUEL else None,
        "goal": GOALS[len(state.seats)] if state.house.mode == DUEL else None,
        "limit": HANDS[len(state.seats)],
        "attack": attack(state),
        "reacting": list(state.reacting),
        "escaping": None if state.escaping is None else list(state.escaping),
        "legal": legal(state),
        "looked": None if state.looked is None else about(state, state.looked),
        "seats": {str(seat): _seat(state, seat) for seat in state.seats},
    }
    if audience == HOST:
        warnings = list(state.deck.warnings)
        return {**shown, "to_enter": state.deck.to_enter.to_json(), "warnings": warnings}
    if isinstance(audience, int) and state.house.is_tracked:
        return {**shown, "cards": own_cards(state, audience)}
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
    """Return the attack in progress, or what is being declared; both lie on the table."""
    now = state.attack
    if state.draft is not None:
        return _play(state, state.draft) | {"declared": False, "counter": False, "hits": {}}
    return None if now is None else _play(state, now.play) | _fought(now)


def _play(state: State, play: Play) -> dict[str, Any]:
    return {
        "by": play.by,
        "card": play.card,
        "kind": state.deck.kind(play.card),
        "target": play.target,
        "numbers": list(play.numbers),
        "with": play.partner,
    }


def _fought(now: Attack) -> dict[str, Any]:
    hits = {str(seat): number for seat, number in now.hits.items()}
    return {"declared": True, "counter": now.is_counter, "hits": hits, "at": now.at}


def legal(state: State) -> dict[str, Any] | None:
    """Return what the player whose turn it is may do now, by what everybody knows, or None."""
    seat = state.turn
    if seat is None or state.phase not in ACTING or seat not in state.playing:
        return None
    return {"seat": seat, "kinds": {kind: _kind(state, seat, kind) for kind in NAMED}}


def _kind(state: State, seat: int, kind: str) -> dict[str, Any]:
    """Return why a kind cannot be played, or on whom and how far it reaches."""
    wrong = kind_fault(state, seat, kind)
    if wrong is not None:
        return {"reason": wrong}
    told: dict[str, Any] = {"reason": None}
    if kind in AT_ONE:
        told["targets"] = list(targets(state, seat, kind))
    if kind in AIMED:
        told["reach"] = reach(state, kind)
    changed = here(state, kind) if kind in (*AIMED, *RESCUES) else ""
    return told | ({"here": changed} if changed else {})


def own_cards(state: State, seat: int) -> list[dict[str, Any]]:
    """Return a seat's own hand, and why each card cannot be played now (play.md, BOOM BOOM 4)."""
    return [_own(state, seat, card) for card in state.players[seat].cards]


def _own(state: State, seat: int, card: str) -> dict[str, Any]:
    fault = card_fault(state, seat, card)
    return {
        **about(state, card),
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
