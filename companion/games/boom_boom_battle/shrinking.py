"""The flow of a shrinking circle phase: flip, discard, vehicles, eliminations, a new deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import Choose, Tap, Tapped, Tell, Who
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import Declined, beside, declines
from companion.games.boom_boom_battle.box import LOCATIONS
from companion.games.boom_boom_battle.drawing import draw
from companion.games.boom_boom_battle.laying import lay
from companion.games.boom_boom_battle.piles import cleared, deal
from companion.games.boom_boom_battle.state import Owes, State, with_player


@dataclass(frozen=True, slots=True)
class Flipped:
    """Answers which location card was flipped."""

    card: str


async def flip(table: Table[State]) -> bool:
    """Flip a location and let everybody discard its number; False if nobody is left to (B78)."""
    table.state = replace(table.state, is_shrinking=True)
    table.rule(rulings.Shrinks(len(table.state.circled) + 1))
    table.cue(Sound(table.now, "boom"))
    card = await _location(table)
    if card is None:
        return False
    number, place = table.state.deck.flips[card], LOCATIONS[card]
    state = replace(table.state, flipped=(*table.state.flipped, card), location=place)
    table.state = replace(state, circled=(*state.circled, number))
    table.rule(rulings.Circled(card, place, number))
    laid = await _discard_circled(table, number)
    for seat in table.state.seats:  # a circled card of a hand has come since, or was kept back
        table.state = with_player(table.state, seat, fresh=0)
    await _evacuate(table, laid)
    return True


async def _location(table: Table[State]) -> str | None:
    """Wait for the flipped card: whoever ended the turn taps it, or anybody tells it."""
    while table.state.playing:
        table.state = replace(table.state, phase="location")
        match await (_tap(table) | _tell(table) | beside(table)):
            case Tapped(card=card) | Flipped(card=card):
                return card
            case _:
                pass  # somebody has left
    return None


def _tap(table: Table[State]) -> Ask[Tapped | Moot]:
    def who() -> tuple[int, ...]:
        turn, playing = table.state.turn, table.state.playing
        return (turn,) if turn is not None and playing else playing[:1]

    return Tap(who, "location", lambda _seat, card: flip_fault(table.state, card), reader=None)


def _tell(table: Table[State]) -> Ask[Flipped | Moot]:
    def read(_seat: int, card: str, _event: Happened) -> Flipped | Refused:
        return flip_fault(table.state, card) or Flipped(card)

    def choices(_seat: int) -> list[dict[str, Any]]:
        left = (card for card in LOCATIONS if card not in table.state.flipped)
        return [{"location": card} for card in left]

    who = lambda: table.state.seats if table.state.playing else ()  # noqa: E731
    return Tell(who, "location", "location", read, choices, optional=True)


def flip_fault(state: State, card: str) -> Refused | None:
    """Say why a card cannot be the flipped location, or None (B78)."""
    if card not in LOCATIONS:
        return Refused("no_location")
    return Refused("location_out") if card in state.flipped else None


# Discards and vehicles


async def _discard_circled(table: Table[State], number: int) -> Mapping[int, int]:
    """Let everybody lay all cards of the number beside the location (B77); return how many."""
    start = table.state.turn or 1
    owes = {
        seat: Owes("shrink", None, seat, (number,), is_out=True)
        for seat in table.state.in_turn(start)
        if table.state.players[seat].hand
    }
    laid = await lay(table, owes, "shrink")
    return {seat: len(cards) for seat, cards in laid.items()}


async def _evacuate(table: Table[State], laid: Mapping[int, int]) -> None:
    """Let vehicles refill what this phase took, in turn order from who triggered it (B28, B30)."""
    riders = await _board(table, laid)
    start = table.state.turn or 1
    for seat in table.state.in_turn(start):
        if seat in riders and laid.get(seat):
            table.rule(rulings.Evacuated(seat, laid[seat]))
            await draw(table, seat, laid[seat])
    for seat in table.state.in_turn(start):
        driven = vehicle(table.state, seat) if seat in riders.values() else None
        if driven is not None:
            table.state = cleared(table.state, seat, (driven,))
            table.rule(rulings.Removed(seat, driven, "driven"))


async def _board(table: Table[State], laid: Mapping[int, int]) -> Mapping[int, int]:
    """Return who rides before whom a vehicle lies: its owner, and who is taken along (B29)."""
    state = table.state
    riders = {seat: seat for seat in state.living if vehicle(state, seat) and laid.get(seat)}
    for owner in state.in_turn(state.turn or 1):
        is_carried = riders.get(owner, owner) != owner
        if is_carried or table.state.lying(owner, "offroad") is None:
            continue
        walking = {s: n for s, n in laid.items() if riders.get(s, s) == s}
        passenger = await _passenger(table, owner, walking)
        if passenger is not None:
            riders |= {passenger: owner, owner: owner}
            table.rule(rulings.Carried(owner, passenger))
    return riders


def vehicle(state: State, seat: int) -> str | None:
    """Return the vehicle in front of a seat, or None."""
    return state.lying(seat, "motorcycle") or state.lying(seat, "offroad")


async def _passenger(table: Table[State], owner: int, laid: Mapping[int, int]) -> int | None:
    """Let the Off-road Vehicle's owner name one other player who discards, or nobody (B29)."""

    def others() -> tuple[int, ...]:
        return passengers(table.state, owner, laid)

    def who() -> tuple[int, ...]:
        return (owner,) if others() and owner in table.state.playing else ()

    while who():
        table.state = replace(table.state, phase="passenger")
        choose = Choose(who, "passenger", lambda: (*others(), owner), _as_passenger)
        match await (choose | _name(who) | declines(who, "passenger") | beside(table)):
            case int(seat):
                return None if seat == owner else seat
            case Declined():
                return None
            case _:
                pass  # somebody has left
    return None


def _as_passenger(seat: int) -> dict[str, Any]:
    return {"passenger": seat}


def _name(who: Who) -> Ask[Moot]:
    """Refuse whoever cannot be taken along, with the reason."""

    def read(_seat: int, _other: int, _event: Happened) -> Refused:
        return Refused("no_passenger")

    return Tell(who, "passenger", "passenger", read, lambda _seat: [], optional=True)


def passengers(state: State, owner: int, laid: Mapping[int, int]) -> tuple[int, ...]:
    """Return who may ride along: whoever discards in this phase, in team modes a mate (B29)."""
    is_free = state.house.mode == "free_for_all"
    others = (seat for seat in state.clockwise(owner) if laid.get(seat))
    return tuple(seat for seat in others if is_free or state.are_mates(seat, owner))


# The new round


def begin_round(table: Table[State]) -> None:
    """Deal a new draw deck; the flipped location is in force from here on (B13)."""
    was = table.state.remaining
    table.state = replace(deal(table.state), is_shrinking=False)
    if table.state.remaining + table.state.draw > was:
        table.rule(rulings.Reshuffled(table.state.remaining))
    place = table.state.location or ""
    table.rule(rulings.NewRound(place, table.state.draw))
    table.cue(Sound(table.now, "go"))
