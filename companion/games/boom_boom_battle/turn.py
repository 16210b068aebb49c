"""The flow of a turn: Smoke off, Hospital's card, then an action or an escape (B4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell, Who
from companion.core.gestures.aside import Aside
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import (
    Declined,
    Drafted,
    Named,
    beside,
    circled_unseen,
    declines,
    flag,
    only,
    read_play,
)
from companion.games.boom_boom_battle.attacking import attack
from companion.games.boom_boom_battle.box import ATTACKS, RESCUED, RESCUES
from companion.games.boom_boom_battle.declaring import declare
from companion.games.boom_boom_battle.drawing import draw
from companion.games.boom_boom_battle.laying import lay
from companion.games.boom_boom_battle.legal import (
    MOST_ESCAPING,
    card_fault,
    escape_fault,
    held_fault,
    play_fault,
    told_of,
)
from companion.games.boom_boom_battle.piles import (
    cards_of,
    cleared,
    discarded,
    hand_with,
    laid_before,
    played,
    resolved,
)
from companion.games.boom_boom_battle.setting_up import HANDS
from companion.games.boom_boom_battle.state import Owes, Play, State, with_player

ESCAPE: Mapping[Side, Mapping[str, Any]] = {Side.RIGHT: {"escape": []}}
EXTRA: Mapping[Side, Mapping[str, Any]] = {Side.LEFT: {"done": True}, **ESCAPE}
DONE = {Side.LEFT: {"done": True}}


async def take_turn(table: Table[State], seat: int, begun: Drafted | Named | None = None) -> None:
    """Let a player take a turn; `begun` is what it told before it was asked."""
    state = replace(table.state, turn=seat, turns=table.state.turns + 1, killer=None)
    table.state = replace(state, phase="turn", looked=None)
    table.rule(rulings.TurnBegan(seat))
    await _begin(table, seat)
    is_extra = False
    while await act(table, seat, begun, is_extra=is_extra):
        if not (seat in table.state.playing and table.state.players[seat].hand):
            return  # the extra action needs a card (B53)
        table.rule(rulings.ExtraAction(seat))
        is_extra, begun = True, None


async def _begin(table: Table[State], seat: int) -> None:
    """Remove Smoke, then draw under Hospital (B4, B25)."""
    _lift(table, seat, "smoke")
    if table.state.effect == "hospital":
        await draw(table, seat, 1)


def _lift(table: Table[State], seat: int, kind: str) -> None:
    card = table.state.lying(seat, kind)
    if card is not None:
        table.state = cleared(table.state, seat, (card,))
        table.rule(rulings.Removed(seat, card, "over"))


def lift_flashbang(table: Table[State], seat: int) -> None:
    """Remove a Flashbang at the end of its player's turn, if it lay there before it began."""
    now = table.state.turns
    lying = table.state.players[seat].front
    if any(one.since < now and table.state.deck.kind(one.card) == "flashbang" for one in lying):
        _lift(table, seat, "flashbang")


# One action


async def act(
    table: Table[State], seat: int, begun: Drafted | Named | None, *, is_extra: bool
) -> bool:
    """Let a player act once; tell whether a successful SMG gives another action (B53).

    Whoever has no card, or loses the last one to a circled number (B11), cannot.
    """
    while _acting(table, seat)():
        came = begun or await _choice(table, seat, is_extra=is_extra)
        begun, table.state = None, replace(table.state, looked=None)
        match came:
            case Drafted(play=play):
                found = await declare(table, play)
            case Tapped(card=card):
                found = await declare(table, Play(seat, card))
            case Named(cards=cards):
                return await escape(table, seat, cards)
            case Pressing(side=Side.RIGHT):
                cards = await _escape_by_tray(table, seat)
                if cards:
                    return await escape(table, seat, cards)
                continue
            case Pressing() | Declined():
                return False
            case _:
                continue  # the host corrected something
        if found is not None:
            return await carry_out(table, found)
    if seat in table.state.playing:
        table.rule(rulings.Skipped(seat))
    return False


def _acting(table: Table[State], seat: int) -> Who:
    """Return a seat as the one that an Ask waits for, while it plays and has a card."""
    return lambda: only(table, seat)() if table.state.players[seat].hand else ()


def _choice(table: Table[State], seat: int, *, is_extra: bool) -> Ask[Any]:
    """Wait for a card to play, or for an escape; LEFT declines an extra action."""
    table.state = replace(table.state, phase="extra" if is_extra else "turn")
    who, about = _acting(table, seat), "extra" if is_extra else "turn"

    def no_left(side: Side) -> Refused | None:
        return Refused("turn_card") if side is Side.LEFT and not is_extra else None

    buttons = Press(who, about, EXTRA if is_extra else ESCAPE, fault=no_left)
    told = tell_play(table, who, "turn") | tell_escape(table, who, "turn")
    asked = buttons | told | _tap(table, who, about) | _look(table, seat) | beside(table)
    return asked | declines(who, about) if is_extra else asked


def _tap(table: Table[State], who: Who, about: str) -> Ask[Tapped | Moot]:
    return Tap(who, about, lambda seat, card: card_fault(table.state, seat, card))


def tell_play(table: Table[State], who: Who, about: str) -> Ask[Drafted | Moot]:
    """Wait for a phone to tell what it plays, perhaps not yet on whom or at which numbers."""

    def read(by: int, told: Mapping[str, Any], event: Happened) -> Drafted | Refused:
        play = read_play(by, told)
        fault = told_of(table.state, event, cards_of(play), play_fault(table.state, play))
        return fault or Drafted(with_self(table.state, play))

    return Tell(who, about, "play", read, lambda _seat: [], optional=True)


def with_self(state: State, play: Play) -> Play:
    """Return a play on oneself where a phone names nobody for what helps."""
    kind = state.deck.kind(play.card)
    is_for_oneself = kind not in ATTACKS and kind != "flashbang"
    is_open = play.target is None and is_for_oneself
    itself = replace(play, target=play.by)
    return itself if is_open and play_fault(state, itself) is None else play


def tell_escape(table: Table[State], who: Who, about: str) -> Ask[Named | Moot]:
    """Wait for a phone to name one or two cards to escape with."""

    def read(by: int, cards: Sequence[str], event: Happened) -> Named | Refused:
        fault = told_of(table.state, event, cards, escape_fault(table.state, by, cards))
        return fault or Named(by, tuple(cards))

    return Tell(who, about, "escape", read, lambda _seat: [], optional=True)


def _look(table: Table[State], seat: int) -> Ask[Moot]:
    """Show what a card does that is laid on the tray between turns; a hidden one is refused."""

    def fault(_seat: int, card: str) -> Refused | None:
        is_hidden = hand_with(table.state, card) is not None
        return Refused("look_on_phone", private=seat) if is_hidden else None

    def note(tapped: Tapped, _stamp: int) -> None:
        table.state = replace(table.state, looked=tapped.card)
        table.rule(rulings.Looked(tapped.card))

    meant = table.state.deck.cards - {*circled_unseen(table.state)}
    tap = Tap(only(table, seat), "look", fault, reader="tray", optional=True, among=meant)
    return Aside(tap, note)


# Escape


async def _escape_by_tray(table: Table[State], seat: int) -> tuple[str, ...]:
    """Wait for one or two cards on the tray.

    A button ends it, or takes it back while empty; a phone's pass takes it back at any time.
    """
    cards: tuple[str, ...] = ()
    wanted = min(MOST_ESCAPING, table.state.players[seat].hand)
    while len(cards) < wanted and _acting(table, seat)():
        table.state = replace(table.state, phase="escape", escaping=cards)
        match await _escaping(table, seat, cards):
            case Tapped(card=card):
                cards = (*cards, card)
            case Named(cards=told):
                cards = told
                break
            case Pressing():
                break
            case Declined():
                cards = ()
                break
            case _:
                pass  # somebody has left
    table.state = replace(table.state, escaping=None)
    return () if escape_fault(table.state, seat, cards) else cards


def _escaping(table: Table[State], seat: int, before: tuple[str, ...]) -> Ask[Any]:
    who = only(table, seat)

    def fault(by: int, card: str) -> Refused | None:
        return Refused("card_repeated") if card in before else held_fault(table.state, by, card)

    tap = Tap(who, "escape", fault, reader="tray")
    ends = Press(who, "escape", DONE, optional=not before)
    return tap | tell_escape(table, who, "turn") | ends | declines(who, "escape") | beside(table)


async def escape(table: Table[State], seat: int, cards: Sequence[str]) -> bool:
    """Discard one or two cards and draw as many; Grassland draws none (Escape, B27)."""
    table.state = replace(discarded(table.state, seat, cards), killer=None)
    table.rule(rulings.Escaped(seat, tuple(cards)))
    table.cue(Sound(table.now, "accepted"))
    flag(table)
    if table.state.effect != "grassland":
        await draw(table, seat, len(cards))
    return False


# Cards


async def carry_out(table: Table[State], play: Play) -> bool:
    """Carry a declared play out; tell whether another action follows (B53)."""
    kind = table.state.deck.kind(play.card)
    if kind in ATTACKS:
        return await attack(table, play) and kind == "smg"
    table.state = replace(played(table.state, play.by, (play.card,)), killer=None)
    flag(table)
    table.cue(Sound(table.now, "accepted"))
    if kind in RESCUES:
        await rescue(table, play)
    else:
        await lay_in_front(table, play)
    return False


async def lay_in_front(table: Table[State], play: Play) -> None:
    """Lay equipment, a vehicle or a distraction before a player (B31)."""
    target = play.target or play.by
    table.state = laid_before(table.state, play.card, target)
    table.rule(rulings.LaidBefore(play.by, play.card, target))
    if table.state.deck.kinds[table.state.deck.kind(play.card)].draw == "always":
        await draw(table, play.by, 1)


async def rescue(table: Table[State], play: Play) -> None:
    """Give the effect's cards to the target and the icon's to the user (B32, B24, B23)."""
    kind = table.state.deck.kind(play.card)
    target = play.target or play.by
    if table.state.players[target].is_out:
        table.state = with_player(table.state, target, is_out=False)
        table.rule(rulings.Revived(target))
    icon = int(table.state.deck.kinds[kind].draw == "always")
    gives = {target: RESCUED[kind]}
    gives[play.by] = gives.get(play.by, 0) + icon
    table.rule(rulings.Rescued(play.by, play.card, target, gives[target]))
    for seat, number in gives.items():
        await draw(table, seat, number)
    table.state = resolved(table.state, (play.card,))
    await _keep_limit(table, tuple(gives))


async def _keep_limit(table: Table[State], seats: Sequence[int]) -> None:
    """Let everybody who drew from a rescue discard down to the starting size (B23)."""
    limit = HANDS[len(table.state.seats)]
    over = {seat: table.state.players[seat].hand - limit for seat in seats}
    owes = {seat: Owes("limit", more, seat) for seat, more in over.items() if more > 0}
    if owes:
        await lay(table, owes, "limit")
