"""Single attacks of BOOM BOOM as pure steps, in the order of B40; the flow only puts them in turn.

Each function answers one question of one step: who may be chosen, how far an attack reaches, what
is certain, what it costs, whom a storm blows it to, and who may strike back.
"""

from __future__ import annotations

from companion.games.boom_boom_battle.box import (
    AT_ONE,
    GUNS,
    RESCUES,
    SINGLE_AIMED,
)
from companion.games.boom_boom_battle.piles import unseen_of
from companion.games.boom_boom_battle.state import Attack, State

HELMET_FAILS = ("smg", "grenade")  # Helmet: ineffective against
VEST_FAILS = ("pan", "grenade")  # Bulletproof Vest: ineffective against


# Declaring


def reach(state: State, kind: str) -> int:
    """Return how many numbers may be aimed at: Grassland gives firearms one more (B27, B42)."""
    more = state.effect == "grassland" and kind in GUNS
    return min(state.deck.kinds[kind].aim + more, len(state.open_numbers))


def targets(state: State, seat: int, kind: str) -> tuple[int, ...]:
    """Return whom an attack that chooses a player may choose, clockwise (B45, B48)."""
    opponents = state.opponents(seat)
    if state.effect != "mountain" or kind not in AT_ONE or not opponents:
        return opponents
    most = max(state.players[other].hand for other in opponents)
    return tuple(other for other in opponents if state.players[other].hand == most)


def may_pair(state: State, kind: str) -> bool:
    """Tell whether Tunnel lets a second card of the same name ensure a hit (B63)."""
    return state.effect == "tunnel" and kind in SINGLE_AIMED


def attacked(state: State, attack: Attack) -> tuple[int, ...]:
    """Return who is attacked, in the order in which they are tested (B45, B46).

    An LMG attacks everybody else, a grenade its thrower too.
    """
    by = attack.by
    if attack.kind == "lmg":
        return state.clockwise(by)
    if attack.kind == "grenade":
        return (*state.clockwise(by), by)
    return tuple(seat for seat in state.living if seat == attack.play.target)


# The hit test


def settled(state: State, attack: Attack, seat: int) -> int | None:
    """Return what hits a seat where no card has to be looked at, or None (B62, B63, B65).

    A pan and a Tunnel's pair always hit; Smoke keeps firearms off, but no SMG; an empty hand has
    no number.
    """
    if attack.kind == "pan" or attack.play.partner is not None:
        return 1
    if not state.players[seat].hand or is_in_smoke(state, attack, seat):
        return 0
    return None


def is_in_smoke(state: State, attack: Attack, seat: int) -> bool:
    """Tell whether Smoke keeps an attack off a seat (B62)."""
    is_kept_off = attack.kind in GUNS and attack.kind != "smg"
    return is_kept_off and state.lying(seat, "smoke") is not None


def matches(state: State, attack: Attack, seat: int) -> tuple[str, ...]:
    """Return the known cards of a hand that an attack's numbers meet."""
    numbers = attack.play.numbers
    return tuple(c for c in state.players[seat].cards if state.deck.number(c) in numbers)


def hits_known(state: State, attack: Attack, seat: int) -> int:
    """Return what hits a seat whose hand the kit knows (B43).

    Numbers for an LMG, cards for a grenade, 1 for every other hit.
    """
    met = matches(state, attack, seat)
    if attack.kind == "lmg":
        return len({state.deck.number(card) for card in met})
    return len(met) if attack.kind == "grenade" else min(1, len(met))


def redirect(state: State, by: int, target: int) -> int:
    """Return whom a missed shot is blown to under Sandstorm (B55, B56).

    The target's left neighbour; the right one if the target sits at the attacker's right. Of two
    players that is the attacker.
    """
    if len(state.living) == 2:
        return by
    return state.right_of(target) if state.right_of(by) == target else state.left_of(target)


def is_blown(state: State, attack: Attack) -> bool:
    """Tell whether Sandstorm redirects a miss of this attack: firearms, but no LMG."""
    return state.effect == "desert" and attack.kind in SINGLE_AIMED


# Damage


def damage(state: State, attack: Attack, hits: int) -> int:
    """Return how many cards a hit costs, more than a hand has at times (B43, B44, B49).

    Base adds one for each player hit in an attack.
    """
    if not hits:
        return 0
    counted = hits if attack.kind in ("lmg", "grenade") else state.deck.kinds[attack.kind].hit
    return counted + (state.effect == "base")


def shields(state: State, attack: Attack, seat: int) -> tuple[str, ...]:
    """Return the equipment before a seat that works against an attack; one of it does (B51)."""
    works = {"helmet": attack.kind not in HELMET_FAILS, "vest": attack.kind not in VEST_FAILS}
    lying = (state.lying(seat, kind) for kind, is_working in works.items() if is_working)
    return tuple(card for card in lying if card is not None)


# After it


def is_success(attack: Attack) -> bool:
    """Tell whether somebody but the attacker was hit: for a hit icon and an SMG (B54, B74)."""
    return any(hits for seat, hits in attack.hits.items() if seat != attack.by)


def draws_after(state: State, attack: Attack) -> bool:
    """Tell whether an attack's bull's-eye icon gives a card; Tunnel's partner gives none."""
    return state.deck.kinds[attack.kind].draw == "on_hit" and is_success(attack)


def is_dazed(state: State, seat: int) -> bool:
    """Tell whether a Flashbang keeps a seat from every attack card (B61)."""
    return state.lying(seat, "flashbang") is not None


def counters(state: State, attack: Attack, seat: int) -> tuple[str, ...]:
    """Return the kinds that a seat may strike back with, by what everybody knows (B57 to B61).

    A Handgun after a complete miss, a Desert Eagle after any attack; against the active player,
    never against a mate or oneself, never against a counterattack. A kind whose every card lies
    open cannot be held.
    """
    hits = attack.hits.get(seat)
    is_foe = seat != attack.by and not state.are_mates(seat, attack.by)
    is_able = state.players[seat].hand > 0 and not is_dazed(state, seat)
    if hits is None or attack.is_counter or not is_foe or not is_able:
        return ()
    allowed = ("desert_eagle",) if hits else ("handgun", "desert_eagle")
    return tuple(kind for kind in allowed if unseen_of(state, kind))


def may_block(state: State, attack: Attack, seat: int) -> bool:
    """Tell whether a seat may have a pan against a pan, by what everybody knows (B61, B64)."""
    is_able = state.players[seat].hand > 0 and not is_dazed(state, seat)
    return attack.kind == "pan" and is_able and bool(unseen_of(state, "pan"))


# Rescue


def patients(state: State, seat: int) -> tuple[int, ...]:
    """Return whom a seat may rescue: itself and its mates (B24, B32).

    An eliminated mate only under Hospital, where the table plays that.
    """
    raises = state.house.revives and state.house.mode == "death_match"
    can_raise = raises and state.effect == "hospital"
    mates = state.of_side(state.side(seat))
    return tuple(one for one in mates if one in state.living or can_raise)


def is_rescue_forbidden(state: State, kind: str) -> bool:
    """Tell whether Base forbids a card (B32)."""
    return state.effect == "base" and kind in RESCUES
