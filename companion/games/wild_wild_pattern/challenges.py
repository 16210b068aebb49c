"""The seven Challenge cards as pure functions: what each may do, and what it does (W20 to W25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Refused
from companion.games.wild_wild_pattern import rules
from companion.games.wild_wild_pattern.box import CHALLENGES
from companion.games.wild_wild_pattern.covering import without
from companion.games.wild_wild_pattern.state import State, with_player

ONE_CARD, PIANO, HANDS_UP, TRADE = CHALLENGES[:4]
MONEY = {"challenge/dollar": 100, "challenge/50c": 50, "challenge/10c": 10}  # cents (W24)
SUITS = {PIANO: "bullets", HANDS_UP: "coin"}  # of the card that an opponent loses (W22)


@dataclass(frozen=True, slots=True)
class Use:
    """Is one use of a Challenge card: what is taken from whom (None: the Wheel), and given."""

    seat: int
    card: str
    take: str | None = None
    give: str | None = None
    other: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the use as a phone says it."""
        said = {"card": self.card, "give": self.give, "take": self.take, "from": self.other}
        return {key: value for key, value in said.items() if value is not None}


def needs_give(card: str) -> bool:
    """Tell whether a card wants an own card in exchange."""
    return card == TRADE


def needs_take(card: str) -> bool:
    """Tell whether a card wants another card to work on."""
    return card not in MONEY


# What is not allowed


def card_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a seat cannot use a Challenge card now, or None; nothing to work on is a reason."""
    if card not in CHALLENGES:
        return Refused("no_challenge_card")
    if card not in state.players[seat].challenges:
        return Refused("challenge_not_yours")
    if needs_take(card) and not any(use.card == card for use in uses(state, seat)):
        return Refused("challenge_no_effect")
    return None


def give_fault(state: State, seat: int, give: str) -> Refused | None:
    """Say why an own card cannot be given for a trade, or None (W23)."""
    return None if give in _own(state, seat) else Refused("trade_not_yours")


def _own(state: State, seat: int) -> tuple[str, ...]:
    player = state.players[seat]
    return (*player.won, *(card for card in player.challenges if card != TRADE))


def take_fault(state: State, seat: int, card: str, take: str) -> Refused | None:
    """Say why a Challenge card cannot work on another card, or None (W21 to W23)."""
    other = holder(state, take)
    if card == ONE_CARD:
        is_there = other not in (None, seat) or rules.slot_of(state, take) is not None
        return None if is_there else Refused("steal_not_there")
    if other is None or other == seat:
        return Refused("not_an_opponents")
    if card == TRADE:
        return None
    face = state.deck.faces.get(take)
    return None if face is not None and face.suit == SUITS[card] else Refused("wrong_suit")


def holder(state: State, card: str) -> int | None:
    """Return the living seat before which a card lies face up, or None."""
    for seat in state.alive:
        player = state.players[seat]
        if card in player.won or card in player.challenges:
            return seat
    return None


# What it does


def use(
    state: State, seat: int, card: str, take: str | None = None, give: str | None = None
) -> Use:
    """Return a use with the holder of what it takes."""
    return Use(seat, card, take, give, None if take is None else holder(state, take))


def read(state: State, seat: int, told: Mapping[str, Any]) -> Use | Refused:
    """Read a use as a phone says it, or say why it cannot be."""
    card, take, give = told["card"], told.get("take"), told.get("give")
    fault = card_fault(state, seat, card) or _missing(card, take, give)
    if fault is None and give is not None:
        fault = give_fault(state, seat, give)
    if fault is None and take is not None:
        fault = take_fault(state, seat, card, take)
    if fault is not None:
        return fault
    found = use(state, seat, card, take, give)
    is_from = told.get("from", found.other) == found.other
    return found if is_from else Refused("not_an_opponents")


def _missing(card: str, take: str | None, give: str | None) -> Refused | None:
    if needs_take(card) != (take is not None) or needs_give(card) != (give is not None):
        return Refused("challenge_target")
    return None


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """Return every use of a seat's Challenge cards now."""
    return tuple(
        one for card in state.players[seat].challenges for one in _uses(state, seat, card)
    )


def _uses(state: State, seat: int, card: str) -> tuple[Use, ...]:
    if not needs_take(card):
        return (Use(seat, card),)
    gives = _own(state, seat) if needs_give(card) else (None,)
    return tuple(
        use(state, seat, card, take, give)
        for take in _face_up(state, seat)
        if take_fault(state, seat, card, take) is None
        for give in gives
    )


def _face_up(state: State, seat: int) -> tuple[str, ...]:
    """Return what lies face up on the table but the seat's own cards."""
    tops = tuple(stack[-1] for stack in state.wheel if stack)
    others = (state.players[other] for other in state.alive if other != seat)
    return (*tops, *(card for player in others for card in (*player.won, *player.challenges)))


def used(state: State, use: Use) -> State:
    """Return the state after a Challenge card was used; it goes out of play."""
    state = _without(state, use.seat, use.card)
    state = replace(state, gone=(*state.gone, use.card))
    if use.card in MONEY:
        return rules.paid(state, use.seat, MONEY[use.card])
    taken = use.take or ""
    state = _without(state, use.other, taken)
    if use.card in SUITS:
        return replace(state, gone=(*state.gone, taken))
    state = _given(state, use.seat, taken)
    if use.give is None or use.other is None:
        return state
    return _given(_without(state, use.seat, use.give), use.other, use.give)


def _without(state: State, seat: int | None, card: str) -> State:
    if seat is None:
        return replace(state, wheel=without(state.wheel, (card,)))
    player = state.players[seat]
    won = tuple(one for one in player.won if one != card)
    held = tuple(one for one in player.challenges if one != card)
    return with_player(state, seat, won=won, challenges=held)


def _given(state: State, seat: int, card: str) -> State:
    player = state.players[seat]
    if card in CHALLENGES:
        return with_player(state, seat, challenges=(*player.challenges, card))
    return with_player(state, seat, won=(*player.won, card))
