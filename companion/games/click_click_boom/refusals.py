"""Why not: reasons in the game's own words for what nobody takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.asks import Refused
from companion.core.events import CardPlaced, Pressed, Rang, Said, TableEvent
from companion.games.click_click_boom.state import Seat, State

OWNERS = {
    "ask": "heather",
    "force": "brandon",
    "swap": "felix",
    "steal": "rory",
    "save": "carla",
    "look": "jill",
}


def why_not(state: State, event: TableEvent) -> Refused | None:
    """Say in the game's own words why nobody takes an event, or None for the common words."""
    match event:
        case CardPlaced(card=card) if state.phase == "setup" and not state.is_quick:
            return _why_no_character(state, card)
        case CardPlaced(card=card, seat=seat) if card.startswith("ability/"):
            return _why_no_ability(state, card.partition("/")[2], seat)
        case Said(seat=seat, say={"ability": Mapping() as use}) if _sits(state, seat):
            return _why_no_ability(state, _character(state, seat, use), seat)
        case Said(seat=seat, say={"same": True}) if state.turn == seat:
            return Refused("no_same_here")
        case Pressed(seat=int(seat)) | Said(seat=int(seat)) if not _lives(state, seat):
            return Refused("seat_out")
        case CardPlaced(seat=int(seat)) | Rang(seat=int(seat)) if not _lives(state, seat):
            return Refused("seat_out")
        case CardPlaced() if state.is_counting:
            return Refused("before_shoot")
        case _:
            return None


def no_playing_card(state: State, card: str) -> Refused:
    """Say why a card that is no playing card does nothing where playing cards are tapped."""
    kind, _, name = card.partition("/")
    return _why_no_ability(state, name) if kind == "ability" else Refused("no_playing_card")


def _why_no_character(state: State, card: str) -> Refused:
    kind, _, name = card.partition("/")
    is_taken = kind == "character" and _owner(state, name) is not None
    return Refused("character_taken" if is_taken else "no_character")


def _sits(state: State, seat: int) -> bool:
    return 1 <= seat <= len(state.seats)


def _lives(state: State, seat: int) -> bool:
    # The tie-break is also for the dead (C23).
    return not _sits(state, seat) or bool(state.tied) or state.seat(seat).is_alive


def _character(state: State, seat: int, use: Mapping[str, Any]) -> str:
    """Return whose ability was meant; the ones of the manifest's text all say the same."""
    own = state.seat(seat).character or ""
    return next((OWNERS[key] for key in use if key in OWNERS), own)


def _owner(state: State, character: str) -> Seat | None:
    return next((seat for seat in state.seats if seat.character == character), None)


def _why_no_ability(state: State, character: str, seat: int | None = None) -> Refused:
    owner = _owner(state, character)
    if owner is None or state.is_quick or seat not in (None, owner.number):
        return Refused("not_your_ability")
    if not owner.is_alive:
        return Refused("seat_out")
    return Refused("ability_used" if owner.is_ability_used else "ability_not_now")
