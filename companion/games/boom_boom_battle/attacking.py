"""The flow of an attack, in the order of B40; what each step decides is in `attacks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.asks import Ask, Moot
from companion.core.cues import Sound
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import beside, flag, only
from companion.games.boom_boom_battle.answers import claimed
from companion.games.boom_boom_battle.attacks import (
    attacked,
    damage,
    draws_after,
    is_blown,
    is_success,
    redirect,
    shields,
)
from companion.games.boom_boom_battle.declaring import SHOT, Form, declare
from companion.games.boom_boom_battle.drawing import draw
from companion.games.boom_boom_battle.hitting import tell, test
from companion.games.boom_boom_battle.laying import lay
from companion.games.boom_boom_battle.piles import cards_of, cleared, played, resolved
from companion.games.boom_boom_battle.reacting import block, counter_plays
from companion.games.boom_boom_battle.state import Attack, Claim, Owes, Play, State


async def attack(table: Table[State], play: Play) -> bool:
    """Carry an attack of the active player out; tell whether it was a success (B40).

    Declared already → unconditional draw → Pan block → hit test → discards → equipment → draw on
    a hit → counterattacks.
    """
    spend(table, play)
    table.state = replace(table.state, killer=table.state.deck.kind(play.card))
    await unconditional_draw(table, play)
    if await block(table):
        _resolve(table, play)
        return False
    await strike(table)
    if table.state.fight.kind == "dbs" and await _aim_again(table):
        await strike(table)
    await draw_on_hit(table)
    fought = table.state.fight
    _resolve(table, play)
    await counterattacks(table, fought)
    return is_success(fought)


def spend(table: Table[State], play: Play, *, is_counter: bool = False) -> None:
    """Take the cards out of the hand: the attack is declared, and everybody sees it."""
    state = table.state
    fresh = tuple(card for card in cards_of(play) if card not in state.played)
    state = played(state, play.by, fresh)
    kind = state.deck.kind(play.card)
    table.state = replace(state, attack=Attack(play, kind, is_counter), phase="attack")
    table.rule(rulings.Played(play.by, play.card, play.target, play.numbers, _form(play, kind)))
    table.cue(Sound(table.now, "accepted"))
    flag(table)


def _form(play: Play, kind: str) -> str:
    if play.partner is not None:
        return "pair"
    return kind if kind in ("pan", "lmg", "grenade") else "gun"


def _resolve(table: Table[State], play: Play) -> None:
    """Put the cards on the discard pile, now that they have been resolved (B70)."""
    table.state = replace(resolved(table.state, cards_of(play)), attack=None)


async def unconditional_draw(table: Table[State], play: Play) -> None:
    """Draw for an icon without a bull's-eye, right after playing (B40, B69)."""
    kind = table.state.deck.kind(play.card)
    if table.state.deck.kinds[kind].draw == "always":
        await draw(table, play.by, 1)


async def draw_on_hit(table: Table[State]) -> None:
    """Draw for a bull's-eye icon if the attack was a success, once a card (B68)."""
    now = table.state.fight
    if draws_after(table.state, now):
        await draw(table, now.by, 1)


async def _aim_again(table: Table[State]) -> bool:
    """Ask for the numbers of DBS's second attack (B52, B68); tell whether there is one.

    It stays on its target, whatever Mountain says; one left at 0 cards may be left for another.
    """
    now = table.state.fight
    target = now.play.target
    is_down = target not in table.state.living or not table.state.players[target or 0].hand
    free = None if is_down else target
    told = await declare(table, Play(now.by, now.play.card, free), Form(SHOT))
    if told is not None:
        table.state = replace(table.state, attack=replace(now, play=told))
        table.rule(rulings.FiredAgain(told.by, told.card, told.target or 0, told.numbers))
    return told is not None


# The strike: hit test, discards, equipment


async def strike(table: Table[State]) -> None:
    """Test everybody who is attacked, and let those who are hit bear it."""
    before = table.state.fight.hits
    hits = await _tested(table)
    hits = await _discards(table, hits)
    for seat in hits:
        if hits[seat]:
            await _shield(table, seat)
    now = table.state.fight
    total = {s: before.get(s, 0) + hits.get(s, 0) for s in (*before, *hits)}
    table.state = replace(table.state, attack=replace(now, hits=total, at=None))


async def _tested(table: Table[State]) -> dict[int, int]:
    """Return what hits whom; a shot that missed under Sandstorm is blown on once (B55)."""
    now = table.state.fight
    seats = attacked(table.state, now)
    table.state = replace(table.state, attack=replace(now, at=now.play.target))
    hits = await _test(table, seats)
    target = now.play.target
    if target is None or not is_blown(table.state, now) or hits.get(target):
        return hits
    if now.by not in table.state.living or target not in table.state.living:
        return hits
    other = redirect(table.state, now.by, target)
    table.state = replace(table.state, attack=replace(table.state.fight, at=other))
    table.rule(rulings.Blown(target, other))
    return {**hits, **await _test(table, (other,))}


async def _test(table: Table[State], seats: tuple[int, ...]) -> dict[int, int]:
    """Test seats, and tell at once what became of them."""
    hits = await test(table, seats)
    for seat, number in hits.items():
        tell(table, seat, number, max(0, damage(table.state, table.state.fight, number)))
    return hits


async def _discards(table: Table[State], hits: Mapping[int, int]) -> dict[int, int]:
    """Let everybody who is hit discard; return what hit whom, with a grenade's cards counted."""
    now = table.state.fight
    if now.kind == "grenade" and table.state.effect != "forest":
        return await _grenade(table, hits)
    owes = {
        s: _owes(table.state, now, s, damage(table.state, now, n)) for s, n in hits.items() if n
    }
    await lay(table, owes, "discard")
    return dict(hits)


def _owes(state: State, now: Attack, seat: int, count: int) -> Owes:
    by = now.by if state.effect == "forest" and now.by in state.living else seat
    return Owes("discard", min(count, state.players[seat].hand), by)


async def _grenade(table: Table[State], hits: Mapping[int, int]) -> dict[int, int]:
    """Let everybody discard all cards with the numbers; Base takes one more (B46, B49)."""
    numbers = table.state.fight.play.numbers
    owes = {s: Owes("grenade", None, s, numbers) for s, number in hits.items() if number}
    laid = await lay(table, owes, "discard")
    counted = {seat: len(laid.get(seat, ())) for seat in hits}
    for seat in owes:
        if not table.state.house.is_tracked:
            table.state = claimed(table.state, seat, Claim(numbers))
    if table.state.effect == "base":
        more = {s: Owes("discard", 1, s) for s, number in counted.items() if number}
        await lay(table, more, "discard")
    return counted


async def _shield(table: Table[State], seat: int) -> None:
    """Use up one equipment card that works, its owner's choice, and draw one (B51)."""
    works = shields(table.state, table.state.fight, seat)
    while len(works) > 1 and seat in table.state.playing:
        table.state = replace(table.state, phase="equipment")
        match await (_which(table, seat, works) | beside(table)):
            case Pressing(side=side):
                works = (works[0] if side is Side.LEFT else works[1],)
            case Tapped(card=card):
                works = (card,)
            case _:
                works = shields(table.state, table.state.fight, seat)
    if works:
        table.state = cleared(table.state, seat, works[:1])
        table.rule(rulings.Removed(seat, works[0], "hit"))
        await draw(table, seat, 1)


def _which(
    table: Table[State], seat: int, works: tuple[str, ...]
) -> Ask[Pressing | Tapped | Moot]:
    """Wait for a choice of equipment: LEFT the helmet, RIGHT the vest, or the card itself."""
    says = {side: {"react": {"card": card}} for side, card in zip(Side, works, strict=True)}
    who = only(table, seat)
    among = frozenset(works)
    tap = Tap(who, "equipment", lambda _seat, _card: None, reader=None, optional=True, among=among)
    side = Tell(who, "equipment", "side", _as_pressed, lambda _seat: [], optional=True)
    return Press(who, "equipment", says) | tap | side


def _as_pressed(seat: int, side: str, event: Happened) -> Pressing:
    return Pressing(seat, Side(side), event.at)


# Striking back


async def counterattacks(table: Table[State], fought: Attack) -> None:
    """Let everybody strike back who may, clockwise from the active player (B57 to B60)."""
    for play in await counter_plays(table, fought):
        if play.by not in table.state.playing or fought.by not in table.state.playing:
            _resolve(table, play)
            continue
        table.rule(rulings.Countered(play.by, play.card, fought.by))
        await _counterattack(table, play)


async def _counterattack(table: Table[State], play: Play) -> None:
    """Carry a counterattack out, which is never answered (B59); Sandstorm applies (B56)."""
    told = await declare(table, play, Form("react"))
    if told is None:
        _resolve(table, play)
        return
    spend(table, told, is_counter=True)
    await unconditional_draw(table, told)
    await strike(table)
    await draw_on_hit(table)
    _resolve(table, told)
