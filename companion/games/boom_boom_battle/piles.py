"""Where the cards of BOOM BOOM are: drawing, discarding, reshuffling, and that none is lost.

Every action card is in one zone: a hand, in front of a player, the draw deck, the remaining deck,
the discard pile, being played, or out of the game beside the location cards (invariants, 2.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.boom_boom_battle.answers import drawn_since, shown_since
from companion.games.boom_boom_battle.box import DISTRACTIONS, EQUIPMENT, VEHICLES
from companion.games.boom_boom_battle.state import Lying, Play, State, with_player

DECK_A_PLAYER, LARGEST_DECK = 2, 8
VILLAGE_A_PLAYER, VILLAGE_LARGEST = 3, 12


@dataclass(frozen=True, slots=True)
class Taken:
    """Holds what became of a draw: how many came, and whether the discard pile was shuffled."""

    state: State
    count: int
    was_shuffled: bool


# Where


def public_place(state: State, card: str) -> str | None:
    """Return where everybody sees a card lie: front, discard, out or played; else None."""
    places = {"played": state.played, "discard": state.discard, "out": state.out}
    for place, cards in places.items():
        if card in cards:
            return place
    return "front" if any(card in state.front_of(seat) for seat in state.seats) else None


def hand_with(state: State, card: str) -> int | None:
    """Return the seat whose known hand has a card, or None."""
    return next((seat for seat, one in state.players.items() if card in one.cards), None)


def unseen_of(state: State, kind: str) -> tuple[str, ...]:
    """Return the cards of a kind that lie nowhere in public: a hand may have them."""
    return tuple(c for c in state.deck.of_kind(kind) if public_place(state, c) is None)


# Drawing


def take(state: State, seat: int, count: int, *, from_remaining: bool = False) -> Taken:
    """Let a seat draw so many cards, or as many as there are (B8, B9).

    The draw deck comes first, then the remaining deck; a replaced card comes from the remaining
    deck alone (B11).
    """
    got, was_shuffled = 0, False
    while got < count:
        if state.draw and not from_remaining:
            state = replace(state, draw=state.draw - 1)
        else:
            if not state.remaining:
                state = reshuffled(state)
                was_shuffled = was_shuffled or state.remaining > 0
            if not state.remaining:
                break  # a lost draw
            state = replace(state, remaining=state.remaining - 1)
        got += 1
    return Taken(into_hand(state, seat, got), got, was_shuffled)


def into_hand(state: State, seat: int, count: int) -> State:
    """Return the state with so many unseen cards more in a hand, off no pile yet."""
    player = state.players[seat]
    return with_player(
        state,
        seat,
        hand=player.hand + count,
        fresh=player.fresh + count,
        drew_in=state.turns if count else player.drew_in,
        claims=drawn_since(player.claims, count),
    )


def reshuffled(state: State) -> State:
    """Return the state with the discard pile as the new remaining deck.

    Cards of circled numbers leave the game (B9, B77).
    """
    circled = tuple(card for card in state.discard if is_circled(state, card))
    fresh = len(state.discard) - len(circled)
    return replace(
        state, remaining=state.remaining + fresh, discard=(), out=(*state.out, *circled)
    )


def is_circled(state: State, card: str) -> bool:
    """Tell whether a card's number has been shrink-circled."""
    return state.deck.number(card) in state.circled


def is_last_circled(state: State, card: str) -> bool:
    """Tell whether a card has the number that was circled last."""
    return state.deck.number(card) == state.circled[-1]


def is_being_circled(state: State, card: str) -> bool:
    """Tell whether a card has the number that everybody is laying beside the location now."""
    is_phase = any(owed.is_out for owed in state.owes.values())
    return is_phase and is_last_circled(state, card)


def deal(state: State) -> State:
    """Return the state with a new draw deck: twice the survivors, at most 8 (B10, B33, B71).

    Under Village it is three times, at most 12, from the phase on that flips it (B13).
    """
    is_village = state.location == "village"
    each, most = (
        (VILLAGE_A_PLAYER, VILLAGE_LARGEST) if is_village else (DECK_A_PLAYER, LARGEST_DECK)
    )
    wanted = min(each * len(state.living), most)
    if state.remaining < wanted:
        state = reshuffled(state)
    dealt = min(wanted, state.remaining)
    return replace(state, draw=state.draw + dealt, remaining=state.remaining - dealt)


# Leaving a hand


def from_hand(state: State, seat: int, cards: Sequence[str]) -> State:
    """Return the state with cards out of a hand, shown to everybody."""
    player = state.players[seat]
    numbers = [state.deck.number(card) for card in cards]
    return with_player(
        state,
        seat,
        hand=player.hand - len(cards),
        cards=tuple(card for card in player.cards if card not in cards),
        fresh=min(player.fresh, player.hand - len(cards)),
        claims=shown_since(player.claims, numbers),
    )


def played(state: State, seat: int, cards: Sequence[str]) -> State:
    """Return the state with cards of a hand being played (B70)."""
    state = from_hand(state, seat, cards)
    return replace(state, played=(*state.played, *cards))


def cards_of(play: Play) -> tuple[str, ...]:
    """Return the cards of a play: two where Tunnel pairs them."""
    return (play.card,) if play.partner is None else (play.card, play.partner)


def resolved(state: State, cards: Iterable[str]) -> State:
    """Return the state with played cards on the discard pile."""
    done = tuple(card for card in cards if card in state.played)
    left = tuple(card for card in state.played if card not in done)
    return replace(state, played=left, discard=(*state.discard, *done))


def laid_before(state: State, card: str, seat: int) -> State:
    """Return the state with a played card in front of a seat."""
    left = tuple(one for one in state.played if one != card)
    front = (*state.players[seat].front, Lying(card, state.turns))
    return with_player(replace(state, played=left), seat, front=front)


def cleared(state: State, seat: int, cards: Sequence[str]) -> State:
    """Return the state with cards in front of a seat on the discard pile."""
    front = tuple(lying for lying in state.players[seat].front if lying.card not in cards)
    return with_player(replace(state, discard=(*state.discard, *cards)), seat, front=front)


def discarded(state: State, seat: int, cards: Sequence[str], *, is_out: bool = False) -> State:
    """Return the state with cards of a hand on the discard pile, or out of the game (B77)."""
    state = from_hand(state, seat, cards)
    if is_out:
        return replace(state, out=(*state.out, *cards))
    return replace(state, discard=(*state.discard, *cards))


# Nothing is lost


def count(state: State) -> str | None:
    """Say in a sentence which card is gone or twice there, or None (invariants, 2.4)."""
    return _number_fault(state) or _twice_fault(state) or _front_fault(state)


def _number_fault(state: State) -> str | None:
    hands = sum(player.hand for player in state.players.values())
    fronts = sum(len(player.front) for player in state.players.values())
    lying = len(state.discard) + len(state.out) + len(state.played)
    found = hands + fronts + lying + state.draw + state.remaining
    if found == state.total:
        return None
    return (
        f"{found} cards, not {state.total}: {hands} in hands, {fronts} in front, {lying} lie face "
        f"up, {state.draw} to draw, {state.remaining} remain"
    )


def _twice_fault(state: State) -> str | None:
    known = [*state.discard, *state.out, *state.played]
    for seat, player in state.players.items():
        known += [*player.cards, *state.front_of(seat)]
        if player.hand < len(player.cards) or player.hand < 0:
            return f"seat {seat} has {player.hand} cards, of which {len(player.cards)} are known"
    twice = [card for card, number in Counter(known).items() if number > 1]
    return f"{', '.join(twice)} in two places" if twice else None


def _front_fault(state: State) -> str | None:
    """Say who has two vehicles, or two of one name, in front (B31)."""
    for seat in state.seats:
        kinds = Counter(state.deck.kind(card) for card in state.front_of(seat))
        vehicles = sum(kinds[kind] for kind in VEHICLES)
        twice = [kind for kind in (*EQUIPMENT, *DISTRACTIONS) if kinds[kind] > 1]
        if vehicles > 1 or twice:
            return f"seat {seat} has {', '.join(twice) or 'two vehicles'} in front"
    return None
