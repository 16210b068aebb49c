"""The flow of Wild Wild Pattern: it asks, applies what the rules say, and announces it.

Read it from the top: `play` is the rulebook. A game has manches, a manche has turns, and a turn
is one draw, one shoot-out, and what follows from it (W1).
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.cues import Sound
from companion.core.game import Table
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.bank import pay
from companion.games.wild_wild_pattern.claiming import claim
from companion.games.wild_wild_pattern.clementine import click
from companion.games.wild_wild_pattern.dealing import lay_wheel, place_all, refill
from companion.games.wild_wild_pattern.endings import Ending, Standing, ending
from companion.games.wild_wild_pattern.prizes import Prize, any_top
from companion.games.wild_wild_pattern.shooting import First, get_ready, shoot
from companion.games.wild_wild_pattern.state import (
    MANCHE_ENDS_AT,
    STAGES,
    State,
    with_player,
)
from companion.games.wild_wild_pattern.winning import (
    discard,
    pay_penalty,
    take_prize,
    use_challenge,
)


async def play(table: Table[State]) -> None:
    """Play manches until somebody has won."""
    while _is_on(table):
        await one_manche(table)
        if _is_on(table):
            go_to_the_bank(table)
    table.state = rules.end(table.state)
    table.rule(rulings.Won(table.state.winners))
    table.cue(Sound(table.now, "fanfare"))


def _is_on(table: Table[State]) -> bool:
    return not table.state.winners and bool(table.state.playing)


async def one_manche(table: Table[State]) -> None:
    """Begin anew with all cards back, a new Wheel, and the money kept (W41)."""
    state = table.state
    stage = STAGES.get(len(state.alive)) if state.house.mode == "dead_or_alive" else None
    table.state = rules.new_manche(state)
    table.rule(rulings.MancheBegun(state.manche, stage))
    await lay_wheel(table)
    await turns(table)


async def turns(table: Table[State]) -> None:
    """Play turns until somebody has five cards, or the game is won (W33, W40)."""
    while _is_on(table):
        await one_turn(table)
        if not _is_on(table) or rules.is_manche_over(table.state):
            return
        await place_all(table)
        if not await refill(table) and _is_on(table):
            await _reshuffle(table)


async def _reshuffle(table: Table[State]) -> None:
    """Make a new deck and a new Wheel of all that is not won (W18)."""
    table.state = rules.reshuffled(table.state)
    table.rule(rulings.Reshuffled(table.state.left))
    await lay_wheel(table)


async def one_turn(table: Table[State]) -> None:
    """Play one draw and shoot-out, up to the prizes and Challenges that follow from it."""
    table.state = replace(table.state, turn=table.state.turn + 1)
    while not await get_ready(table):
        await _reshuffle(table)
    first = await shoot(table)
    stopper = await click(table, first) if first is not None and first.is_click else first
    if stopper is not None:
        await _claimed(table, stopper)
    elif first is not None:
        await _unused(table, first.seat)


async def _claimed(table: Table[State], first: First) -> None:
    """Let somebody claim a pattern, and win a prize by it or pay the penalty."""
    won = await claim(table, first)
    if table.state.winners:
        return  # a Wild Wild Pattern ends the game at once (W40)
    if won is not None:
        await take_prize(table, first.seat, won, "prize")
        await use_challenge(table, first.seat)
        return
    discard(table, first.seat)
    if table.state.claim is not None:  # else the claimant has left
        await pay_penalty(table, first.seat)


async def _unused(table: Table[State], clicker: int) -> None:
    """Let the clicker take a card: nobody has used the clicked one (W31)."""
    table.state = replace(table.state, ended=clicker)
    discard(table, clicker)
    await take_prize(table, clicker, Prize(1, any_top(table.state.wheel)), "click")
    await use_challenge(table, clicker)


# The Bank


def go_to_the_bank(table: Table[State]) -> None:
    """Let the Bank pay everybody, and see who has won, is out, or plays on (W33 to W39)."""
    state = table.state
    full = tuple(s for s in state.alive if len(state.players[s].won) >= MANCHE_ENDS_AT)
    table.state = replace(state, phase="bank", payouts={})
    table.rule(rulings.MancheOver(full))
    standings = [_paid(table, seat) for seat in state.alive]
    found = ending(state.house.mode, state.house.saloon_tie, standings)
    _announce(table, found)
    for seat in found.out:
        table.state = with_player(table.state, seat, is_out=True)
    if found.is_reset and not found.winners:
        table.state = rules.reset(table.state)
    table.state = replace(
        table.state, winners=found.winners, manche=table.state.manche + (not found.winners)
    )


def _paid(table: Table[State], seat: int) -> Standing:
    """Let the Bank receive one player."""
    state, player = table.state, table.state.players[seat]
    lines = state.deck.lines_for(player.target)
    payout = pay(player.won, lines, state.deck.faces, state.house.pay_per_match)
    state = replace(state, payouts={**state.payouts, seat: payout})
    table.state = rules.paid(state, seat, payout.total)
    money = table.state.players[seat].money
    if payout.is_turned_away:
        table.rule(rulings.TurnedAway(seat, len(player.won)))
    else:
        met = tuple(line.name for line in payout.lines if line.is_met)
        table.rule(rulings.BankPays(seat, payout.total, met, money))
    wild = [line.name for line in payout.lines if line.is_wild and line.is_met]
    if wild:
        table.rule(rulings.WildCombination(seat, wild[0]))
    return Standing(seat, money, payout.is_paid, payout.is_wild)


def _announce(table: Table[State], found: Ending) -> None:
    if found.out:
        table.rule(rulings.Eliminated(found.out))
    if found.tied and not found.winners:
        table.rule(rulings.AllEqual(found.tied, found.cite))
    elif not found.winners and not found.out:
        table.rule(rulings.GoneOn())
