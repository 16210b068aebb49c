"""The rules of Wild Wild Pattern beside the judge: where cards are, and where they may go.

Pure functions, tested without any flow. Nothing here waits, asks or announces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.asks import Refused
from companion.games.wild_wild_pattern.box import BANK_CARDS, CHALLENGES
from companion.games.wild_wild_pattern.covering import cover, without
from companion.games.wild_wild_pattern.pattern import SLOTS
from companion.games.wild_wild_pattern.state import (
    DRAWN_CARDS,
    EMPTY,
    MANCHE_ENDS_AT,
    State,
    with_all,
    with_player,
)

# Won cards before one seat: four, a prize of two, and a stolen one. Four seats with so many leave
# a Wheel and a card for everybody, so that a new one can always be laid (W18).
MOST_HELD = 7

# Where cards are


def places(state: State) -> Mapping[str, str]:
    """Return what lies face up, each card with the reason why it cannot come from the deck."""
    known = dict.fromkeys((card for stack in state.wheel for card in stack), "card_in_wheel")
    for player in state.players.values():
        known |= dict.fromkeys(player.won, "card_won")
        known |= dict.fromkeys(player.challenges, "card_laid_aside")
    known |= dict.fromkeys(state.gone, "card_out_of_play")
    covering = state.covering
    if covering is not None and covering.card is not None and covering.card not in known:
        known[covering.card] = "card_laid"
    if state.click is not None and state.click.card is not None and state.click.card not in known:
        known[state.click.card] = "card_laid"
    return known


def fresh_fault(state: State, card: str) -> Refused | None:
    """Say why a card is no Pattern card from the deck or a hand, or None."""
    if card not in state.deck.faces:
        return Refused("no_pattern_card")
    place = places(state).get(card)
    return None if place is None else Refused(place)


def drew_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a seat cannot have drawn a card and laid it aside, or been dealt it, or None."""
    if card in BANK_CARDS:
        is_held = any(player.target == card for player in state.players.values())
        return Refused("target_held") if is_held else None
    if card not in CHALLENGES:
        return Refused("no_challenge_card")
    place = places(state).get(card)
    if place is not None:
        return Refused(place)
    return None if state.left or _may_go_without(state, seat) else Refused("deck_empty")


def _may_go_without(state: State, seat: int) -> bool:
    """Tell whether a seat has a card that it may lay aside without drawing another one."""
    is_covering = state.covering is not None and state.covering.seat == seat
    is_clicking = state.click is not None and state.click.by == seat
    return state.players[seat].has_card and not is_covering and not is_clicking


def drew(state: State, seat: int, card: str) -> State:
    """Return the state after a seat laid a Challenge aside and drew again, or told its Target.

    Where the deck is empty nothing can be drawn: that seat has no card for the rest of the turn.
    """
    if card in BANK_CARDS:
        return with_player(state, seat, target=card)
    player = state.players[seat]
    is_redrawn = state.left > 0
    state = replace(state, left=state.left - is_redrawn)
    held = (*player.challenges, card)
    return with_player(state, seat, challenges=held, has_card=player.has_card and is_redrawn)


def count(state: State) -> str | None:
    """Say which cards or cents are gone, or None: 47 cards that are drawn, and the ledger."""
    known = [card for stack in state.wheel for card in stack] + list(state.gone)
    for player in state.players.values():
        known += [*player.won, *player.challenges]
    laid = {
        card
        for card in (
            state.covering.card if state.covering else None,
            state.click.card if state.click else None,
        )
        if card is not None and card not in known
    }
    twice = [card for card, number in Counter([*known, *laid]).items() if number > 1]
    if twice:
        return f"in two places: {', '.join(twice)}"
    hands = sum(player.has_card for player in state.players.values())
    cards = len(known) + len(laid) + hands + state.left + state.unseen
    if cards != DRAWN_CARDS:
        return f"{cards} cards of {DRAWN_CARDS}"
    money = sum(player.money for player in state.players.values())
    return None if money == state.paid else f"{money} cents before the players, {state.paid} paid"


# The Wheel


def empty_slots(state: State) -> tuple[int, ...]:
    """Return the empty slots, clockwise from slot 0 (W48)."""
    return tuple(slot for slot, stack in enumerate(state.wheel) if not stack)


def dealt(state: State, card: str, slot: int) -> State:
    """Return the state after the next card of the deck was laid into a slot of the Wheel.

    A Challenge card is sent away, and the slot waits for another one (W17).
    """
    state = replace(state, left=state.left - 1)
    if card in CHALLENGES:
        return replace(state, gone=(*state.gone, card))
    return replace(state, wheel=cover(state.wheel, card, slot))


def deal_fault(state: State, card: str, slot: int | None = None) -> Refused | None:
    """Say why a card cannot be the deck's next one for the Wheel, or not for a slot, or None.

    A new Wheel may be told in any order, but its gaps are filled clockwise from slot 0 (W48).
    """
    if card not in state.deck.faces and card not in CHALLENGES:
        return Refused("no_pattern_card")
    place = places(state).get(card)
    if place is not None:
        return Refused(place)
    empty = empty_slots(state)
    if slot is None or slot in (empty[:1] if state.phase == "refill" else empty):
        return None
    return Refused("refill_clockwise" if slot in empty else "place_empty_first")


def new_manche(state: State) -> State:
    """Return the state before a new Wheel: all cards are back, money is kept (W41)."""
    state = with_all(state, won=(), challenges=(), target=None, has_card=False)
    return replace(
        state,
        phase="wheel",
        wheel=EMPTY,
        left=DRAWN_CARDS,
        gone=(),
        unseen=0,
        covering=None,
        click=None,
        winning=None,
        placing=None,
    )


def reshuffled(state: State) -> State:
    """Return the state after Wheel and discards became a new deck; won cards stay (W18)."""
    held = sum(len(one.won) + len(one.challenges) for one in state.players.values())
    state = with_all(state, has_card=False)
    return replace(
        state, phase="wheel", wheel=EMPTY, left=DRAWN_CARDS - held, gone=(), unseen=0, placing=None
    )


def is_deck_short(state: State) -> bool:
    """Tell whether the deck has fewer cards than the next turn draws (W18)."""
    return state.left < len(state.playing)


def drawn(state: State) -> State:
    """Return the state at GO: everybody has drawn a card that nobody else has seen."""
    for seat in state.playing:
        state = with_player(replace(state, left=state.left - 1), seat, has_card=True)
    return replace(state, phase="shootout", claim=None, margin_ms=None, ended=None, payouts={})


def shooters(state: State) -> tuple[int, ...]:
    """Return who may cover or click: whoever has a card to do it with."""
    return tuple(seat for seat in state.playing if state.players[seat].has_card)


def discarded(state: State) -> State:
    """Return the state after the covering or clicked card went out of play (W13, W29, W31).

    A card that was never laid goes unseen, unless its player has left with it.
    """
    card = played_card(state)
    if card is not None:
        gone = (*state.gone, card)
        state = replace(state, wheel=without(state.wheel, (card,)), gone=gone)
    elif state.covering is not None:
        seat = state.covering.seat
        unseen = state.unseen + state.players[seat].has_card
        state = with_player(replace(state, unseen=unseen), seat, has_card=False)
    return replace(state, covering=None, click=None)


def played_card(state: State) -> str | None:
    """Return the card that covers or was clicked, or None while the table has not seen it."""
    shown = state.covering or state.click
    return None if shown is None else shown.card


def taken(state: State, seat: int, cards: Sequence[str]) -> State:
    """Return the state after a seat won cards of the Wheel."""
    won = (*state.players[seat].won, *cards)
    state = replace(state, wheel=without(state.wheel, cards))
    return with_player(state, seat, won=won)


def is_manche_over(state: State) -> bool:
    """Tell whether somebody has won five Pattern cards (W33)."""
    return any(len(state.players[seat].won) >= MANCHE_ENDS_AT for seat in state.alive)


# Placing


def may_place(state: State, card: str) -> tuple[int, ...]:
    """Return the slots that an unplayed card may be placed on, by priority (W16)."""
    empty = empty_slots(state)
    if empty:
        return empty
    colour = state.deck.faces[card].colour
    same = tuple(
        slot
        for slot, stack in enumerate(state.wheel)
        if state.deck.faces[stack[-1]].colour == colour
    )
    return same or tuple(range(SLOTS))


def place_fault(state: State, card: str, slot: int) -> Refused | None:
    """Say why a card cannot be placed on a slot, or None."""
    fault = fresh_fault(state, card)
    if fault is not None:
        return fault
    if slot in may_place(state, card):
        return None
    return Refused("place_empty_first" if empty_slots(state) else "place_same_colour")


def placed(state: State, seat: int, card: str, slot: int) -> State:
    """Return the state after a seat placed its unplayed card on the Wheel."""
    state = with_player(state, seat, has_card=False)
    return replace(state, wheel=cover(state.wheel, card, slot))


def slot_of(state: State, card: str) -> int | None:
    """Return the slot on which a card lies on top, or None."""
    tops = {stack[-1]: slot for slot, stack in enumerate(state.wheel) if stack}
    return tops.get(card)


# Money


def paid(state: State, seat: int, cents: int) -> State:
    """Return the state after the Bank gave a seat money; the Bank never fails (W25)."""
    state = replace(state, paid=state.paid + cents)
    return with_player(state, seat, money=state.players[seat].money + cents)


def reset(state: State) -> State:
    """Return the state after everybody's earnings went back to nothing (W39)."""
    return replace(with_all(state, money=0), paid=0)


def end(state: State) -> State:
    """Return the state at the end; ended early, the richest of the living have won."""
    if state.winners or not state.alive:
        return replace(state, phase="over")
    most = max(state.players[seat].money for seat in state.alive)
    richest = tuple(seat for seat in state.alive if state.players[seat].money == most)
    return replace(state, phase="over", winners=richest)


def adjusted(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state as the host corrects it.

    `money` is added in cents; `cards` are what a seat has won and laid aside from now on, taken
    from and given back to what is out of play; `alive` is whether somebody plays.
    """
    seat = change["seat"]
    player, is_alive = state.players[seat], change["seat"] in state.alive
    money, plays = change.get("money", 0), change.get("alive", is_alive)
    is_known = change.keys() <= {"seat", "money", "cards", "alive"}
    is_typed = type(money) is int and type(plays) is bool
    if not is_known or not is_typed or player.money + money < 0:
        return Refused("bad_adjustment")
    if "cards" in change:
        held = _held(state, seat, change["cards"])
        if held is None:
            return Refused("bad_adjustment")
        state = held
    state = paid(state, seat, money)
    return state if plays == is_alive else _seated(state, seat, plays=plays)


def _held(state: State, seat: int, cards: Any) -> State | None:
    """Return the state with these cards before a seat, or None if they cannot be there."""
    if not isinstance(cards, (list, tuple)) or not all(isinstance(card, str) for card in cards):
        return None
    player = state.players[seat]
    before, after = {*player.won, *player.challenges}, set(cards)
    fresh = after - before
    is_odd = len(after) != len(cards) or not after <= {*state.deck.faces, *CHALLENGES}
    is_too_much = len(after - {*CHALLENGES}) > MOST_HELD
    if is_odd or is_too_much or fresh & (places(state).keys() - {*state.gone}):
        return None
    hidden = len(fresh - {*state.gone})
    if hidden > state.left:
        return None
    gone = tuple(card for card in state.gone if card not in fresh)
    won = tuple(card for card in cards if card in state.deck.faces)
    challenges = tuple(card for card in cards if card in CHALLENGES)
    state = with_player(state, seat, won=won, challenges=challenges)
    given_back = tuple(sorted(before - after))
    return replace(state, gone=(*gone, *given_back), left=state.left - hidden)


def _seated(state: State, seat: int, *, plays: bool) -> State:
    """Return the state after somebody left or came back; a hidden card goes out of play."""
    unseen = state.unseen + state.players[seat].has_card
    state = replace(state, unseen=unseen)
    return with_player(state, seat, is_out=False, has_left=not plays, has_card=False)
