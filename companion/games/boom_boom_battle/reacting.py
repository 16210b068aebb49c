"""The flow of reactions: a pan against a pan, and who strikes back within the window.

A window opens and lasts by what everybody knows, never by what the kit knows of hands (play.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Passed, Refused
from companion.core.cues import Sound
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import No, Tap, Tapped, Tell, YesNo
from companion.core.moments import Interrupted, Interruption
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import Drafted, beside, flag, only, read_play
from companion.games.boom_boom_battle.attacks import counters, may_block
from companion.games.boom_boom_battle.legal import aim_fault, held_fault, told_of
from companion.games.boom_boom_battle.piles import cards_of, played, resolved
from companion.games.boom_boom_battle.state import Attack, Play, State


@dataclass(frozen=True, slots=True)
class Allowed:
    """Says with which kinds a seat may react now, and against whom."""

    seat: int
    kinds: tuple[str, ...]
    against: int
    about: str


# A pan against a pan


async def block(table: Table[State]) -> bool:
    """Let the target of a pan play another to neutralise it; tell whether it did (B64)."""
    now = table.state.attack
    if now is None or now.play.target is None or not may_block(table.state, now, now.play.target):
        return False
    target = now.play.target
    plays = await _window(table, (Allowed(target, ("pan",), now.by, "block"),))
    if not plays:
        return False
    table.rule(rulings.Blocked(target, plays[0].card))
    table.cue(Sound(table.now, "boom"))
    table.state = resolved(table.state, (plays[0].card,))
    return True


# Counterattacks


async def counter_plays(table: Table[State], fought: Attack) -> tuple[Play, ...]:
    """Return the counterattacks, their cards played already, clockwise from the attacker (B60)."""
    allowed = tuple(
        Allowed(seat, kinds, fought.by, "counter")
        for seat in table.state.clockwise(fought.by)
        if (kinds := counters(table.state, fought, seat))
    )
    return await _window(table, allowed)


async def _window(table: Table[State], allowed: tuple[Allowed, ...]) -> tuple[Play, ...]:
    """Ask all who may react at once, for `reaction_seconds`; a pass ends a seat's own window."""
    plays: dict[int, Play] = {}
    open_ = {one.seat: one for one in allowed}
    table.state = replace(table.state, phase=allowed[0].about if allowed else table.state.phase)
    table.state = replace(table.state, reactions={one.seat: one.kinds for one in allowed})
    ends = table.now + table.state.house.reaction_ns
    while _still(table, open_):
        table.state = replace(table.state, reacting=tuple(_still(table, open_)))
        again = Interruption(("undo", "restart", "adjust"))  # corrected, all may have left
        asked = _reactions(table, open_) | beside(table) | again
        match await asked.within(max(0, ends - table.now)):
            case Interrupted(why="undo" | "restart"):
                ends = table.now + table.state.house.reaction_ns
            case Drafted(play=play):
                plays[play.by] = play
                open_.pop(play.by)
                _lay(table, play)
            case Tapped(seat=seat, card=card):
                plays[seat] = Play(seat, card, open_[seat].against)
                open_.pop(seat)
                _lay(table, plays[seat])
            case No(seat=seat):
                open_.pop(seat)
            case Passed():
                open_.clear()
            case _:
                pass  # somebody has left
    table.state = replace(table.state, reacting=(), reactions={})
    return tuple(plays[one.seat] for one in allowed if one.seat in plays)


def _still(table: Table[State], open_: Mapping[int, Allowed]) -> tuple[int, ...]:
    return tuple(seat for seat in open_ if seat in table.state.playing)


def _lay(table: Table[State], play: Play) -> None:
    """Take a reaction out of the hand at once: nothing that follows can take it away."""
    table.state = played(table.state, play.by, cards_of(play))
    flag(table)


def _reactions(table: Table[State], open_: Mapping[int, Allowed]) -> Ask[Any]:
    asks = [_reaction(table, one) for one in open_.values()]
    joined = asks[0]
    for ask in asks[1:]:
        joined = joined | ask
    return joined


def _reaction(table: Table[State], allowed: Allowed) -> Ask[Any]:
    """Wait for a seat's reaction: the card on the centre, all of it on a phone, or RIGHT."""
    who = only(table, allowed.seat)
    about = allowed.about

    def fault(seat: int, card: str) -> Refused | None:
        return reaction_fault(table.state, allowed, seat, card)

    def read(seat: int, told: Mapping[str, Any], event: Happened) -> Drafted | Refused:
        play = replace(read_play(seat, told), target=allowed.against)
        found = fault(seat, play.card) or aim_fault(table.state, play, is_target_fixed=True)
        return told_of(table.state, event, cards_of(play), found) or Drafted(play)

    nothing = YesNo(who, about, {"done": True}, lambda _seat: Refused("react_card"))
    return (
        nothing
        | Tap(who, about, fault)
        | Tell(who, about, "react", read, lambda _seat: [], optional=True)
    )


def reaction_fault(state: State, allowed: Allowed, seat: int, card: str) -> Refused | None:
    """Say why a card is no reaction of a seat now, or None."""
    fault = held_fault(state, seat, card)
    if fault is not None:
        return fault
    if state.deck.kind(card) in allowed.kinds:
        return None
    reason = "no_block" if allowed.about == "block" else _counter_fault(state, allowed, card)
    return Refused(reason, private=seat if state.house.is_tracked else None)


def _counter_fault(state: State, allowed: Allowed, card: str) -> str:
    is_handgun = state.deck.kind(card) == "handgun"
    return "counter_hit" if is_handgun and "handgun" not in allowed.kinds else "no_counter"
