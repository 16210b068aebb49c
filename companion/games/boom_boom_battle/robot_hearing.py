"""How the cards of robots follow what is ruled, whatever they took to be true before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.robots import Chance
from companion.core.rulings import Corrected, Ruling
from companion.games.boom_boom_battle import piles, rulings
from companion.games.boom_boom_battle.endings import out
from companion.games.boom_boom_battle.piles import cards_of
from companion.games.boom_boom_battle.robot_cards import Pack, held, lying
from companion.games.boom_boom_battle.state import Attack, Play, with_player


def hear(pack: Pack, ruling: Ruling, chance: Chance) -> Pack:
    """Return the pack after a ruling."""
    match ruling:
        case rulings.Begins(seat=seat):
            return _state(pack, first=seat)
        case rulings.TurnBegan(seat=seat):
            pack = _at_rest(pack)
            turns = pack.state.turns + 1
            return replace(_state(pack, turn=seat, turns=turns), laid={}, owes={}, came={})
        case rulings.ExtraAction():
            return _at_rest(pack)
        case rulings.Drew(seat=seat, count=number):
            return _drawn(pack, seat, number)
        case rulings.Redrawn(seat=seat, card=card, case=case):
            return _redrawn(pack, seat, card, is_replaced=case == "replaced")
        case rulings.Reshuffled():
            return _reshuffled(pack, chance)
        case rulings.Escaped(seat=seat, cards=cards):
            return _discarded(pack, seat, cards)
        case rulings.Discarded(seat=seat, cards=cards, case=case):
            return _laid_off(pack, seat, cards, case)
        case Corrected(seat=seat, change=change):
            return _corrected(pack, seat, change)
        case _:
            return _hear_played(pack, ruling)


def _state(pack: Pack, **changes: object) -> Pack:
    return replace(pack, state=replace(pack.state, **changes))  # type: ignore[arg-type]


# Piles


def _drawn(pack: Pack, seat: int, number: int) -> Pack:
    """Draw from the draw deck, then from the remaining deck (B8)."""
    pile = (*pack.remaining, *pack.draw)
    came = pile[len(pile) - min(number, len(pile)) :][::-1]
    left = pile[: len(pile) - len(came)]
    at = min(len(left), len(pack.remaining))
    pack = replace(pack, remaining=left[:at], draw=left[at:], came={**pack.came, seat: came})
    return _counted(_into_hand(pack, seat, came))


def _redrawn(pack: Pack, seat: int, card: str, *, is_replaced: bool) -> Pack:
    """Discard a circled card; what replaces it comes from the remaining deck alone (B11)."""
    pack = _discarded(pack, seat, (card,))
    came = tuple(one for one in pack.came.get(seat, ()) if one != card)
    fresh = pack.remaining[-1:] if is_replaced else ()
    left = pack.remaining[: len(pack.remaining) - len(fresh)]
    pack = replace(pack, remaining=left, came={**pack.came, seat: (*came, *fresh)})
    return _counted(_into_hand(pack, seat, fresh))


def _into_hand(pack: Pack, seat: int, cards: Sequence[str]) -> Pack:
    player = pack.state.players[seat]
    hand = (*player.cards, *cards)
    return replace(pack, state=with_player(pack.state, seat, hand=len(hand), cards=hand))


def _reshuffled(pack: Pack, chance: Chance) -> Pack:
    """Shuffle the discard pile, without circled numbers, under the remaining deck (B9)."""
    discard = pack.state.discard
    fresh = [card for card in discard if not piles.is_circled(pack.state, card)]
    chance.shuffle(fresh)
    state = piles.reshuffled(pack.state)
    return _counted(replace(pack, state=state, remaining=(*fresh, *pack.remaining)))


def _dealt(pack: Pack, number: int) -> Pack:
    """Deal a new draw deck from the remaining deck; what was left of the old one lies on top."""
    count = min(number - len(pack.draw), len(pack.remaining))
    at = len(pack.remaining) - max(0, count)
    draw = (*pack.remaining[at:], *pack.draw)
    pack = replace(pack, remaining=pack.remaining[:at], draw=draw)
    return _counted(_state(pack, is_shrinking=False))


def _counted(pack: Pack) -> Pack:
    return _state(pack, draw=len(pack.draw), remaining=len(pack.remaining))


def _corrected(pack: Pack, seat: int, change: Mapping[str, Any]) -> Pack:
    """Take cards back into the remaining deck, or out of it, as the host says.

    The cards of whoever leaves go under it.
    """
    more = int(change.get("hand", 0))
    cards = pack.state.players[seat].cards
    if change.get("alive") is False:
        more = -len(cards)
    at = len(cards) + min(0, more)
    back, fresh = cards[at:], pack.remaining[len(pack.remaining) - max(0, more) :]
    left = (*back, *pack.remaining[: len(pack.remaining) - len(fresh)])
    pack = replace(pack, remaining=left)
    pack = replace(pack, state=with_player(pack.state, seat, hand=at, cards=cards[:at]))
    pack = _counted(_into_hand(pack, seat, fresh))
    is_gone = change.get("alive") is False and not pack.state.players[seat].is_out
    return replace(pack, state=out(pack.state, seat)) if is_gone else pack


# Out of hands


def _discarded(pack: Pack, seat: int, cards: Sequence[str], *, is_out: bool = False) -> Pack:
    for card in cards:
        pack = held(pack, seat, card)
    there = tuple(card for card in cards if card in pack.state.players[seat].cards)
    return replace(pack, state=piles.discarded(pack.state, seat, there, is_out=is_out))


def _laid_off(pack: Pack, seat: int, cards: Sequence[str], case: str) -> Pack:
    if case == "limit":
        pack = _at_rest(pack)  # the rescue has been resolved
    pack = _discarded(pack, seat, cards, is_out=case == "shrink")
    left = max(0, pack.owes.get(seat, 0) - len(cards))
    return replace(pack, owes={**pack.owes, seat: left}) if case == "discard" else pack


def _played(pack: Pack, seat: int, card: str) -> Pack:
    pack = held(pack, seat, card)
    if card not in pack.state.players[seat].cards:
        return pack
    return replace(pack, state=piles.played(pack.state, seat, (card,)))


def _at_rest(pack: Pack) -> Pack:
    """Put what was played on the discard pile: it has been resolved (B70)."""
    return replace(pack, state=piles.resolved(pack.state, pack.state.played))


# What is played


def _hear_played(pack: Pack, ruling: Ruling) -> Pack:
    match ruling:
        case rulings.Played():
            return _attacked(pack, ruling)
        case rulings.FiredAgain(seat=seat, card=card, to=to, numbers=numbers):
            play = Play(seat, card, to, numbers)
            fight = pack.state.attack or Attack(play, "dbs")
            return _state(pack, attack=replace(fight, play=play))
        case rulings.LaidBefore(seat=seat, card=card, to=to):
            pack = _played(_at_rest(pack), seat, card)
            return replace(pack, state=piles.laid_before(pack.state, card, to))
        case rulings.Rescued(seat=seat, card=card):
            return _played(_at_rest(pack), seat, card)
        case rulings.Revived(seat=seat):
            return replace(pack, state=with_player(pack.state, seat, is_out=False))
        case rulings.Blocked(seat=seat, card=card):
            return replace(_at_rest(_played(pack, seat, card)), laid={})
        case rulings.Countered(seat=seat, card=card):
            return _played(_at_rest(pack), seat, card)
        case rulings.Removed(seat=seat, card=card):
            pack = lying(pack, seat, card)
            return replace(pack, state=piles.cleared(pack.state, seat, (card,)))
        case _:
            return _hear_struck(pack, ruling)


def _attacked(pack: Pack, told: rulings.Played) -> Pack:
    """Note an attack; of a pair only the first card is told, the second lies beside it."""
    seat, card = told.seat, told.card
    is_counter = card in pack.state.played
    pack = pack if is_counter else _played(_at_rest(pack), seat, card)
    partner = _partner(pack, seat, card) if told.case == "pair" else None
    if partner is not None:
        pack = _played(pack, seat, partner)
    play = Play(seat, card, told.to, told.numbers, partner)
    fight = Attack(play, pack.state.deck.kind(card), is_counter)
    return replace(_state(pack, attack=fight), owes={})


def _partner(pack: Pack, seat: int, card: str) -> str | None:
    """Return the second card of a pair: the one that was meant, else any of the name."""
    kind, draft = pack.state.deck.kind, pack.state.draft
    hand = [one for one in pack.state.players[seat].cards if kind(one) == kind(card)]
    meant = (*pack.laid.get(seat, ()), *(() if draft is None else cards_of(draft)))
    return next((one for one in (*meant, *hand) if one in hand), None)


def _hear_struck(pack: Pack, ruling: Ruling) -> Pack:
    match ruling:
        case rulings.Hit(seat=seat, count=number):
            pack = _struck(pack, seat, max(1, number))
            return replace(pack, owes={**pack.owes, seat: number})
        case rulings.Missed(seat=seat):
            return _struck(pack, seat, 0)
        case rulings.Shrinks():
            return _state(_at_rest(pack), is_shrinking=True)
        case rulings.Circled(card=card, location=location, circle=number):
            left = tuple(one for one in pack.locations if one != card)
            flipped, circled = (*pack.state.flipped, card), (*pack.state.circled, number)
            pack = replace(pack, locations=left)
            return _state(pack, flipped=flipped, circled=circled, location=location)
        case rulings.NewRound(count=number):
            return _dealt(pack, number)
        case rulings.Eliminated(seat=seat, case=case):
            pack = _at_rest(pack)
            return pack if case == "duel" else replace(pack, state=out(pack.state, seat))
        case _:
            return pack


def _struck(pack: Pack, seat: int, hits: int) -> Pack:
    fight = pack.state.attack
    if fight is None:
        return pack
    total = {**fight.hits, seat: fight.hits.get(seat, 0) + hits}
    return _state(pack, attack=replace(fight, hits=total))
