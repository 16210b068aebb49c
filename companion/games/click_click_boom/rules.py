"""The rules of Click Click Boom as pure functions on frozen values, without any flow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.events import Side
from companion.games.click_click_boom.state import (
    HAND,
    Kind,
    PlayedCard,
    Seat,
    State,
    from_first,
    living,
    neighbour,
    revealed,
    taking_part,
    with_seat,
    with_seats,
)

POT = 0  # a payment's receiver that is no seat
PAY_DEBT = 1
STOLEN_DEBT = 2
FINE = 1
ANTE = 1
WINNERS_DUES = 2
OTHERS_DUES = 1


@dataclass(frozen=True, slots=True)
class Payment:
    """Is one debt of a Showdown: `to` is a seat, or `POT`; `amount` what could be paid (C7)."""

    seat: int
    to: int
    amount: int


def receiver(state: State, number: int) -> int | None:
    """Return who gets the coins of a revealed Stolen card; None if it is blocked.

    Brandon's force comes before everything (C32, C33); then the Advanced blocks (C39, C43); then
    the neighbour on the card's side, dead in this very Showdown or not (C10, C26).
    """
    seat = state.seat(number)
    if seat.forced_by is not None:
        return seat.forced_by
    is_own_pick = seat.side is Side.RIGHT and (seat.is_same or state.is_stand_off)
    if state.is_advanced and (is_own_pick or (seat.is_same and seat.side is Side.LEFT)):
        return None
    return neighbour(state, number, seat.side or Side.LEFT)


def payments(state: State) -> tuple[Payment, ...]:
    """Return what everybody pays in this Showdown, by a snapshot of all balances (C7, C8).

    Asked before the dead are buried: neighbours are those of the reveal.
    """
    if state.is_quick:
        return ()
    return tuple(
        Payment(number, to, min(debt, state.seat(number).coins))
        for number in taking_part(state)
        for to, debt in _debt(state, number)
    )


def _debt(state: State, number: int) -> tuple[tuple[int, int], ...]:
    match state.seat(number).shown:
        case Kind.PAY:
            return ((POT, PAY_DEBT),)
        case Kind.STOLEN:
            to = receiver(state, number)
            return () if to is None else ((to, STOLEN_DEBT),)
        case _:
            return ()


def blocked(state: State) -> tuple[int, ...]:
    """Return who revealed a Stolen card that pays nobody (C39)."""
    return tuple(
        number
        for number in taking_part(state)
        if state.seat(number).shown is Kind.STOLEN
        and receiver(state, number) is None
        and not state.is_quick
    )


def settle(state: State, paid: Sequence[Payment]) -> State:
    """Return the state with all payments made at once."""
    for payment in paid:
        state = _move(state, payment.seat, -payment.amount)
        state = _move(state, payment.to, payment.amount)
    return state


def _move(state: State, to: int, amount: int) -> State:
    if to == POT:
        return replace(state, pot=state.pot + amount)
    return with_seat(state, to, coins=state.seat(to).coins + amount)


def to_pot(state: State, number: int, most: int) -> tuple[State, int]:
    """Return the state after a player put up to `most` coins into the pot, and how many."""
    amount = 0 if state.is_quick else min(most, state.seat(number).coins)
    return settle(state, [Payment(number, POT, amount)]), amount


def ante(state: State) -> State:
    """Return the state with everybody's ante in the pot; who is broke pays nothing (C18)."""
    for seat in state.seats:
        state, _ = to_pot(state, seat.number, ANTE)
    return state


def dying(state: State) -> tuple[int, ...]:
    """Return who dies in this Showdown: a BOOM that Carla did not put back (C11, C30)."""
    return tuple(
        number
        for number in taking_part(state)
        if state.seat(number).shown is Kind.BOOM and not state.seat(number).is_saved
    )


def play_cards(state: State) -> State:
    """Return the state with the revealed cards on their piles, the dead dead (C11, C28, C29)."""
    dead = dying(state)
    seen = {seat.card for seat in state.seats if seat.card and not seat.is_saved}
    state = replace(state, seen=state.seen | seen)
    return with_seats(
        state,
        revealed(state),
        lambda seat: replace(
            seat,
            played=(*seat.played, _on_pile(seat)),
            unplayed=seat.unplayed - 1,
            on_table=seat.on_table - 1,
            is_alive=seat.number not in dead,
        ),
    )


def _on_pile(seat: Seat) -> PlayedCard:
    if not seat.is_saved:
        return PlayedCard(seat.shown)
    # With nothing in the hand but the BOOM, the BOOM itself is the random card (C28).
    is_last = seat.unplayed - seat.on_table == 0
    return PlayedCard(Kind.BOOM if is_last else None, is_hidden=True)


def robbery(state: State, number: int) -> int:
    """Return what Rory may take: one coin a card of the own pile, as far as there is (C36)."""
    return 0 if state.is_quick else min(state.pot, len(state.seat(number).played))


def rob(state: State, number: int) -> State:
    """Return the state after Rory stole from the pot."""
    amount = robbery(state, number)
    state = replace(state, pot=state.pot - amount)
    return with_seat(state, number, coins=state.seat(number).coins + amount, is_ability_used=True)


def is_shootout_over(state: State) -> bool:
    """Tell whether the shootout is over (C16, C17, C44)."""
    alive = living(state)
    return len(alive) <= 1 or all(state.seat(number).unplayed <= 1 for number in alive)


def begins_stand_off(state: State) -> bool:
    """Tell whether the 2-Player Stand-Off begins: two live, each with two cards or more (C25)."""
    alive = living(state)
    return (
        not state.is_stand_off
        and len(alive) == 2
        and all(state.seat(number).unplayed >= 2 for number in alive)
    )


def passing(state: State) -> tuple[int, ...]:
    """Return who passes a card: the living who took part, if they are two or more (C44)."""
    took_part = taking_part(state)
    return took_part if len(took_part) > 1 else ()


def pass_token(state: State) -> State:
    """Return the state with the token moved to the next living player, flipped (C2, C3)."""
    holder = state.first_player or 1
    after = neighbour(state, holder, Side.LEFT)
    to = after if after is not None else holder
    return replace(state, first_player=to, token=state.token.other)


def clear_table(state: State) -> State:
    """Return the state with the table cleared; sides stay on show until the next Turn."""
    return with_seats(
        state,
        [seat.number for seat in state.seats],
        lambda seat: replace(
            seat,
            on_table=0,
            left=None,
            right=None,
            is_same=False,
            forced_by=None,
            shown=None,
            card=None,
            is_saved=False,
            is_early=False,
            is_late=False,
            told=None,
        ),
    )


def loot(state: State) -> tuple[State, int]:
    """Return the state with the pot shared by the survivors, and each one's share (C15 to C17)."""
    alive = living(state)
    each = state.pot // len(alive) if alive else 0
    state = replace(state, pot=state.pot - each * len(alive))
    state = with_seats(state, alive, lambda seat: replace(seat, coins=seat.coins + each))
    return state, each


def dues(state: State) -> tuple[tuple[int, int], ...]:
    """Return what each seat owes at the clean-up: survivors 2, others 1, if they can (C19)."""
    alive = living(state)
    return tuple(
        (
            seat.number,
            min(seat.coins, WINNERS_DUES if seat.number in alive else OTHERS_DUES),
        )
        for seat in state.seats
    )


def reset(state: State) -> State:
    """Return the state at the start of the next shootout: hands, lives, abilities anew (C21)."""
    state = with_seats(
        clear_table(state),
        [seat.number for seat in state.seats],
        lambda seat: replace(
            seat, is_alive=True, side=None, unplayed=HAND, played=(), is_ability_used=False
        ),
    )
    return replace(
        state,
        showdown=0,
        token=Side.LEFT,
        is_stand_off=len(state.seats) == 2,
        has_shot=False,
        seen=frozenset(),
        began=state.first_player,
    )


def swap(state: State, number: int, other: int) -> State:
    """Return the state after Felix swapped hands; cards on the table stay (C35)."""
    mine, theirs = state.seat(number), state.seat(other)
    hand, their_hand = mine.unplayed - mine.on_table, theirs.unplayed - theirs.on_table
    state = with_seat(state, number, unplayed=their_hand + mine.on_table, is_ability_used=True)
    return with_seat(state, other, unplayed=hand + theirs.on_table)


def richest(state: State) -> tuple[int, ...]:
    """Return who has the most coins."""
    most = max(seat.coins for seat in state.seats)
    return tuple(seat.number for seat in state.seats if seat.coins == most)


def fewest_booms(state: State, tied: Sequence[int]) -> tuple[int, ...]:
    """Return who of the tied has the fewest BOOM among the unplayed cards (C23, step 1)."""
    booms = {number: (state.seat(number).unplayed_kinds or ()).count(Kind.BOOM) for number in tied}
    return tuple(number for number in tied if booms[number] == min(booms.values()))


def fewest_steals(state: State, tied: Sequence[int]) -> tuple[int, ...]:
    """Return who of the tied has the fewest Stolen cards in the pile (C23, step 2)."""
    steals = {
        number: [card.kind for card in state.seat(number).played].count(Kind.STOLEN)
        for number in tied
    }
    return tuple(number for number in tied if steals[number] == min(steals.values()))


def picking_order(state: State, tied: Sequence[int]) -> tuple[int, ...]:
    """Return the tied in picking order: from the token's holder, to the left (C22)."""
    return tuple(number for number in from_first(state) if number in tied)


def pass_direction(state: State) -> Side:
    """Return which way cards are passed: the side that shows during this Showdown (C13)."""
    return state.token
