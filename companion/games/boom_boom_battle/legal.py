"""What may be played, and why a card, a target or a number may not (B41 and its kin).

A reason that speaks of a card of a known hand is its seat's alone (play.md, BOOM BOOM 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Refused
from companion.core.events import Happened, Said
from companion.core.holds import HOST
from companion.games.boom_boom_battle.attacks import (
    is_dazed,
    is_rescue_forbidden,
    may_pair,
    patients,
    reach,
    targets,
)
from companion.games.boom_boom_battle.box import (
    AIMED,
    AT_ONE,
    ATTACKS,
    FRONT,
    NUMBERS,
    RESCUES,
    UNLISTED,
    VEHICLES,
)
from companion.games.boom_boom_battle.piles import is_circled, is_last_circled, public_place
from companion.games.boom_boom_battle.state import Play, State

MOST_ESCAPING = 2


# Cards


def held_fault(state: State, seat: int, card: str, *, is_shrunk: bool = False) -> Refused | None:
    """Say why a card cannot come out of a seat's hand, or None.

    No hand has a circled number, but where the last one is just being laid off (`is_shrunk`).
    """
    if card not in state.deck.actions:
        return Refused("no_action_card")
    lies = place_fault(state, card)
    if lies is not None:
        return lies
    if state.house.is_tracked:
        is_held = card in state.players[seat].cards
        return None if is_held else Refused("not_in_hand", private=seat)
    if is_circled(state, card) and not (is_shrunk and is_last_circled(state, card)):
        return Refused("card_circled")
    return None if state.players[seat].hand else Refused("hand_empty")


def place_fault(state: State, card: str) -> Refused | None:
    """Say where everybody sees a card lie that should be hidden, or None."""
    faults = {
        "front": Refused("card_front"),
        "discard": Refused("card_discard"),
        "out": Refused("card_out"),
        "played": Refused("card_played"),
    }
    return faults.get(public_place(state, card) or "")


def card_fault(state: State, seat: int, card: str) -> Refused | None:
    """Say why a seat cannot play a card now, whatever on, or None."""
    held = held_fault(state, seat, card)
    if held is not None:
        return held
    reason = kind_fault(state, seat, state.deck.kind(card))
    return None if reason is None else Refused(reason, private=_private(state, seat))


def _private(state: State, seat: int) -> int | None:
    return seat if state.house.is_tracked else None


def kind_fault(state: State, seat: int, kind: str) -> str | None:
    """Say why a seat can play no card of a kind now, or None; everybody may know that."""
    if kind == UNLISTED:
        return "card_unlisted"
    if kind in ATTACKS and is_dazed(state, seat):
        return "flashbanged"
    if is_rescue_forbidden(state, kind):
        return "no_rescue"
    if kind in FRONT and not any(may_lie(state, kind, other) for other in state.living):
        return "all_have_one"
    return None


def may_lie(state: State, kind: str, seat: int) -> bool:
    """Tell whether a card may be laid before a seat: one of a name, and one vehicle (B31)."""
    names = VEHICLES if kind in VEHICLES else (kind,)
    return all(state.lying(seat, name) is None for name in names)


# Targets


def choices(state: State, seat: int, kind: str) -> tuple[int, ...]:
    """Return the targets that the kit offers, the likeliest first (B31).

    Oneself for equipment and vehicles, a mate too for Smoke, an opponent for a Flashbang.
    """
    if kind in AT_ONE:
        return targets(state, seat, kind)
    if kind in RESCUES:
        return _self_first(seat, patients(state, seat))
    if kind == "flashbang":
        wanted = state.opponents(seat)
    elif kind == "smoke":
        wanted = _self_first(seat, [s for s in state.living if state.are_mates(s, seat)])
    else:
        wanted = (seat,)
    free = tuple(other for other in wanted if may_lie(state, kind, other))
    others = (*_self_first(seat, state.living),) if kind in FRONT and not free else ()
    return free or tuple(other for other in others if may_lie(state, kind, other))


def _self_first(seat: int, among: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(among, key=lambda other: (other != seat, other)))


def target_fault(state: State, seat: int, kind: str, target: int) -> Refused | None:
    """Say why a seat cannot be chosen, or None."""
    if target not in state.seats:
        return Refused("no_such_seat")
    if kind in RESCUES:
        return None if target in patients(state, seat) else Refused(_patient_fault(state, target))
    if target not in state.living:
        return Refused("target_out")
    if kind in AT_ONE:
        return _enemy_fault(state, seat, kind, target)
    if kind not in FRONT:
        return Refused("no_target_wanted")
    return None if may_lie(state, kind, target) else Refused("has_one")


def _patient_fault(state: State, target: int) -> str:
    return "rescue_opponent" if target in state.living else "target_out"


def _enemy_fault(state: State, seat: int, kind: str, target: int) -> Refused | None:
    if target == seat:
        return Refused("target_self")
    if state.are_mates(seat, target):
        return Refused("target_mate")
    return None if target in targets(state, seat, kind) else Refused("target_mountain")


# Numbers


def numbers_fault(state: State, kind: str, numbers: Sequence[int]) -> Refused | None:
    """Say why these numbers cannot be aimed at, or None (B41)."""
    for at, number in enumerate(numbers):
        fault = number_fault(state, kind, numbers[:at], number)
        if fault is not None:
            return fault
    return None


def number_fault(state: State, kind: str, before: Sequence[int], number: int) -> Refused | None:
    """Say why one more number cannot be aimed at, or None."""
    if kind not in AIMED:
        return Refused("no_number_wanted")
    if number not in NUMBERS:
        return Refused("number_zero" if number == 0 else "number_strange")
    if number in state.circled:
        return Refused("number_circled")
    if number in before:
        return Refused("number_twice")
    return Refused("number_surplus") if len(before) >= reach(state, kind) else None


# Whole plays


def partner_fault(state: State, seat: int, card: str, partner: str) -> Refused | None:
    """Say why a second card cannot ensure the hit, or None (B63)."""
    kind = state.deck.kind(card)
    if not may_pair(state, kind):
        return Refused("no_pair")
    held = Refused("pair_same") if partner == card else held_fault(state, seat, partner)
    if held is not None:
        return held
    if state.deck.kind(partner) != kind:
        return Refused("pair_other_name", private=_private(state, seat))
    wanted = 1 if card in state.played else 2
    return None if state.players[seat].hand >= wanted else Refused("hand_empty")


def play_fault(state: State, play: Play) -> Refused | None:
    """Say why a card cannot be played so, as far as it is told yet, or None."""
    return card_fault(state, play.by, play.card) or aim_fault(state, play)


def aim_fault(state: State, play: Play, *, is_target_fixed: bool = False) -> Refused | None:
    """Say why what a card is played on will not do, as far as it is told yet, or None.

    A counterattack's target is fixed: nothing limits it (B48).
    """
    kind = state.deck.kind(play.card)
    if play.target is not None and not is_target_fixed:
        fault = target_fault(state, play.by, kind, play.target)
        if fault is not None:
            return fault
    if play.partner is not None:
        fault = partner_fault(state, play.by, play.card, play.partner)
        if fault is not None:
            return fault
    return numbers_fault(state, kind, play.numbers) if play.numbers else None


def wants_target(kind: str) -> bool:
    """Tell whether a card is played on a player."""
    return kind in (*AT_ONE, *RESCUES, *FRONT)


def wants_numbers(play: Play, kind: str) -> bool:
    """Tell whether numbers are still to be told: a pair under Tunnel needs none."""
    return kind in AIMED and not play.numbers and play.partner is None


def escape_fault(state: State, seat: int, cards: Sequence[str]) -> Refused | None:
    """Say why a seat cannot escape with these cards, or None: one or two (B7)."""
    if not 1 <= len(cards) <= MOST_ESCAPING:
        return Refused("escape_count")
    return cards_fault(state, seat, cards)


def cards_fault(state: State, seat: int, cards: Sequence[str]) -> Refused | None:
    """Say why these cards cannot leave a hand together, or None."""
    if len(set(cards)) != len(cards):
        return Refused("card_repeated")
    faults = (held_fault(state, seat, card) for card in cards)
    fault = next((one for one in faults if one is not None), None)
    if fault is not None:
        return fault
    return Refused("hand_empty") if len(cards) > state.players[seat].hand else None


def told_of(
    state: State, said: Happened, cards: Sequence[str], fault: Refused | None
) -> Refused | None:
    """Return a refusal of cards that a phone named: its seat's alone, while one is unseen.

    What lies open, or is being declared, everybody has seen (play.md, BOOM BOOM 4). What the host
    says for a seat was told aloud, unless the kit knows the hands.
    """
    if fault is None or not isinstance(said, Said):
        return fault
    is_aloud = said.by == HOST and not state.house.is_tracked
    is_known = is_aloud or all(_is_seen(state, card) for card in cards)
    return fault if is_known else replace(fault, private=said.seat)


def _is_seen(state: State, card: str) -> bool:
    draft = () if state.draft is None else (state.draft.card, state.draft.partner)
    is_strange = card not in state.deck.actions
    return is_strange or card in draft or public_place(state, card) is not None
