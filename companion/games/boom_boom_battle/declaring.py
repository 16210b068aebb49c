"""The flow of declaring: on whom a card is played, and which numbers are aimed at.

On a phone all at once; on the panel the lights choose the target, n rings name location n, and a
button ends the list (play.md). Nothing is spent before all of it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Choose, Press, Pressing, Tap, Tapped, Tell, Who
from companion.core.gestures.numbering import Number, Rings
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import (
    Declined,
    Drafted,
    beside,
    declines,
    only,
    read_play,
)
from companion.games.boom_boom_battle.box import AT_ONE
from companion.games.boom_boom_battle.legal import (
    aim_fault,
    card_fault,
    choices,
    number_fault,
    partner_fault,
    play_fault,
    told_of,
    wants_numbers,
    wants_target,
)
from companion.games.boom_boom_battle.piles import cards_of
from companion.games.boom_boom_battle.state import Play, State

DONE = {Side.LEFT: {"done": True}}
PLAY, SHOT, REACT = "play", "shot", "react"


@dataclass(frozen=True, slots=True)
class Form:
    """Says how a play is told: under which key of a phone, and whether it may be taken back.

    A counterattack and the second shot of DBS have their card already; a counterattack its target.
    """

    key: str = PLAY

    @property
    def is_free(self) -> bool:
        """Tell whether the card is still in the hand: another may be taken, or none."""
        return self.key == PLAY

    def say(self, play: Play) -> dict[str, Any]:
        """Return a play as a phone says it; the target comes first, and names its button."""
        has_target = play.target is not None and self.key != REACT
        told: dict[str, Any] = {"target": play.target} if has_target else {}
        return {self.key: told if self.key == SHOT else {**told, "card": play.card}}


async def declare(table: Table[State], play: Play, form: Form | None = None) -> Play | None:
    """Ask for what a play still lacks; None if it was taken back, or its player has left."""
    form = form or Form()
    while play.by in table.state.playing:
        if form.key != REACT:
            play = _with_only_choice(table.state, _still_there(table.state, play))
        elif _still_there(table.state, play) != play:
            break  # whom it strikes back at has left
        table.state = replace(table.state, draft=play)
        if form.is_free and _has_gone(table.state, play):
            table.rule(rulings.TakenBackPlay(play.by))
            break
        kind = table.state.deck.kind(play.card)
        if wants_target(kind) and play.target is None:
            came = await _target(table, play, form)
        elif wants_numbers(play, kind):
            came = await _numbers(table, play, form)
        else:
            table.state = replace(table.state, draft=None)
            return play
        if came is None:
            break
        play = came
    table.state = replace(table.state, draft=None)
    return None


def _still_there(state: State, play: Play) -> Play:
    """Return a play without the target of an attack who has left meanwhile."""
    is_attack = state.deck.kind(play.card) in AT_ONE
    has_left = is_attack and play.target is not None and play.target not in state.living
    return replace(play, target=None) if has_left else play


def _has_gone(state: State, play: Play) -> bool:
    """Tell whether a correction, or a circled card, took away what was to be played."""
    is_gone = card_fault(state, play.by, play.card) is not None
    partner = play.partner
    return is_gone or (
        partner is not None and partner_fault(state, play.by, play.card, partner) is not None
    )


def _with_only_choice(state: State, play: Play) -> Play:
    """Return a play with its target, where only one makes sense."""
    kind = state.deck.kind(play.card)
    likely = choices(state, play.by, kind) if wants_target(kind) else ()
    is_plain = play.target is None and len(likely) == 1
    return replace(play, target=likely[0]) if is_plain else play


# The target


async def _target(table: Table[State], play: Play, form: Form) -> Play | None:
    """Let the target be chosen by the lights, or on a phone."""
    table.state = replace(table.state, phase="target")
    who = only(table, play.by)

    def among() -> tuple[int, ...]:
        return choices(table.state, play.by, table.state.deck.kind(play.card))

    def say(target: int) -> dict[str, Any]:
        return form.say(replace(play, target=target))

    match await (
        Choose(who, "target", among, say)
        | _told(table, play, form)
        | _tap(table, play, form)
        | _back(table, play, form)
        | beside(table)
    ):
        case int(target):
            return replace(play, target=target)
        case Drafted(play=other):
            return other
        case Tapped(card=card):
            return _tapped(table.state, play, card)
        case Declined(seat=seat):
            table.rule(rulings.TakenBackPlay(seat))
            return None
        case _:
            return play if among() else None


# The numbers


async def _numbers(table: Table[State], play: Play, form: Form) -> Play | None:
    """Take numbers by rings until a button ends the list; an empty list takes the card back."""
    rung: tuple[int, ...] = ()
    while True:
        table.state = replace(table.state, phase="aim", draft=replace(play, numbers=rung))
        match await _aim(table, play, form, rung):
            case Number(value=number, is_last=is_last):
                before, rung = rung, _rung(table, play, rung, number)
                if is_last and rung != before:
                    return replace(play, numbers=rung)
            case Pressing() if rung:
                return replace(play, numbers=rung)
            case Pressing() | Declined():
                table.rule(rulings.TakenBackPlay(play.by))
                return None
            case Drafted(play=other):
                return other
            case Tapped(card=card) if card != play.card:
                return _tapped(table.state, play, card)
            case _ if _aimers(table, play)():
                pass  # the same card once more, or somebody else has left
            case _:
                return play  # its player or its target has left


def _aim(table: Table[State], play: Play, form: Form, rung: tuple[int, ...]) -> Ask[Any]:
    who = _aimers(table, play)

    def no_end(_side: Side) -> Refused | None:
        return None if rung or form.is_free else Refused("no_number")

    return (
        Rings(who, "aim", table.state.house.gap_ns)
        | Press(who, "aim", DONE, fault=no_end)
        | _told(table, play, form)
        | _tap(table, play, form)
        | _back(table, play, form)
        | beside(table)
    )


def _aimers(table: Table[State], play: Play) -> Who:
    """Return its player as the one who aims, while the target is there."""

    def who() -> Sequence[int]:
        is_there = _still_there(table.state, play) == play
        return only(table, play.by)() if is_there else ()

    return who


def _rung(
    table: Table[State], play: Play, before: tuple[int, ...], number: int
) -> tuple[int, ...]:
    """Return the numbers with one more; one that cannot be aimed at is told and left out (B41)."""
    kind = table.state.deck.kind(play.card)
    fault = number_fault(table.state, kind, before, number)
    if fault is None:
        table.cue(Sound(table.now, "ready"))
        return (*before, number)
    table.rule(rulings.NotAimed(play.by, number, fault.reason))
    table.cue(Sound(table.now, "refused"))
    return before


# On a phone, and by another card


def _told(table: Table[State], play: Play, form: Form) -> Ask[Drafted | Moot]:
    """Wait for the whole of it on a phone, or for more of it."""

    def read(seat: int, told: Mapping[str, Any], event: Happened) -> Drafted | Refused:
        other = _completed(play, read_play(seat, {"card": play.card, **told}))
        fault = told_fault(table.state, play, other, form)
        return told_of(table.state, event, cards_of(other), fault) or Drafted(other)

    return Tell(only(table, play.by), "aim", form.key, read, lambda _seat: [], optional=True)


def _completed(play: Play, other: Play) -> Play:
    """Return what a phone told, with what was told of the same card before."""
    if other.card != play.card:
        return other
    return replace(
        other,
        target=play.target if other.target is None else other.target,
        numbers=other.numbers or play.numbers,
        partner=other.partner or play.partner,
    )


def told_fault(state: State, play: Play, other: Play, form: Form) -> Refused | None:
    """Say why what a phone told of a play will not do, or None."""
    if form.is_free:
        return play_fault(state, other)
    if other.card != play.card:
        return Refused("not_that_card")
    if play.target not in (None, other.target):
        return Refused("shot_stays")
    return aim_fault(state, other, is_target_fixed=play.target is not None)


def _tap(table: Table[State], play: Play, form: Form) -> Ask[Tapped | Moot]:
    """Wait for another card on the centre: the pair under Tunnel, or one played instead."""

    def fault(seat: int, card: str) -> Refused | None:
        state = table.state
        if form.key == PLAY and not is_pair(state, play, card):
            return card_fault(state, seat, card)
        # Both shots of DBS are one card, which has been paired or not when it was played.
        is_late = form.key == SHOT
        return Refused("no_pair") if is_late else partner_fault(state, seat, play.card, card)

    return Tap(only(table, play.by), "aim", fault, optional=True)


def is_pair(state: State, play: Play, card: str) -> bool:
    """Tell whether a card may be meant as the second of its name, not in place of the first."""
    is_fresh = card != play.card and card in state.deck.actions
    is_same = is_fresh and state.deck.kind(card) == state.deck.kind(play.card)
    return is_same and partner_fault(state, play.by, play.card, card) is None


def _tapped(state: State, play: Play, card: str) -> Play:
    if card == play.card:
        return play
    pairs = play.card in state.played or is_pair(state, play, card)
    return replace(play, partner=card) if pairs else Play(play.by, card)


def _back(table: Table[State], play: Play, form: Form) -> Ask[Declined | Moot]:
    who = only(table, play.by) if form.is_free else tuple
    return declines(who, "back")
