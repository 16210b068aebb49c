"""The flow of drawing: from both decks, two for one under Village, told if hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import Tap, Tapped, Tell
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import Named, drawn_fault, redraw
from companion.games.boom_boom_battle.laying import lay
from companion.games.boom_boom_battle.piles import is_circled, take
from companion.games.boom_boom_battle.state import Owes, State, with_player


async def draw(table: Table[State], seat: int, number: int) -> None:
    """Let a seat draw; under Village each single card is one of two (B26)."""
    if table.state.effect == "village":
        for _ in range(number):
            await _draw_two(table, seat)
        return
    _take(table, seat, number)
    await tell_drawn(table)


async def _draw_two(table: Table[State], seat: int) -> None:
    """Let a seat draw two and discard one of those two (B26, B73)."""
    before = table.state.players[seat].cards
    got = _take(table, seat, 2)
    await tell_drawn(table)
    came = tuple(card for card in table.state.players[seat].cards if card not in before)
    is_two = len(came) > 1 if table.state.house.is_tracked else got > 1
    if is_two and seat in table.state.playing:
        await lay(table, {seat: Owes("village", 1, seat, among=came)}, "keep")


def _take(table: Table[State], seat: int, number: int) -> int:
    """Take cards off the decks, and say how many came."""
    if seat not in table.state.living:
        return 0
    taken = take(table.state, seat, number)
    table.state = taken.state
    if taken.was_shuffled:
        table.rule(rulings.Reshuffled(taken.state.remaining))
    if taken.count:
        table.rule(rulings.Drew(seat, taken.count))
    if taken.count < number:
        table.rule(rulings.LostDraw(seat))
    return taken.count


# Told cards


async def tell_drawn(table: Table[State], phase: str = "draw") -> None:
    """Wait until every card that came is known (`tracked`); a circled one is replaced (B11)."""
    while untold(table.state):
        table.state = replace(table.state, phase=phase)
        came = await (_tap(table) | _tell(table))
        match came:
            case Tapped(seat=seat, card=card):
                _told(table, seat, (card,))
            case Named(seat=seat, cards=cards):
                _told(table, seat, cards)
            case _:
                pass  # somebody has left


def untold(state: State) -> tuple[int, ...]:
    """Return who holds cards that the kit should know and does not, in turn order."""
    if not state.house.is_tracked:
        return ()
    start = state.turn or state.first or 1
    playing = state.playing
    ordered = [seat for seat in state.in_turn(start) if seat in playing]
    return tuple(s for s in ordered if len(state.players[s].cards) < state.players[s].hand)


def _tap(table: Table[State]) -> Ask[Tapped | Moot]:
    """Wait for a drawn card on any reader; the lights lead who lays it on a shared one."""

    def fault(seat: int, card: str) -> Refused | None:
        return drawn_fault(table.state, seat, card)

    return Tap(lambda: untold(table.state), "draw", fault, reader=None, lead=True)


def _tell(table: Table[State]) -> Ask[Named | Moot]:
    def read(seat: int, cards: Sequence[str], _event: Happened) -> Named | Refused:
        return _told_fault(table.state, seat, cards) or Named(seat, tuple(cards))

    return Tell(lambda: untold(table.state), "draw", "draw", read, lambda _seat: [])


def _told_fault(state: State, seat: int, cards: Sequence[Any]) -> Refused | None:
    missing = state.players[seat].hand - len(state.players[seat].cards)
    if not 1 <= len(cards) <= missing:
        return Refused("draw_count")
    if len(set(cards)) != len(cards):
        return Refused("card_repeated")
    faults = [fault for card in cards if (fault := drawn_fault(state, seat, card)) is not None]
    # What everybody sees comes first: beside it, nobody learns whose hand has another card.
    return min(faults, key=lambda fault: fault.private is not None, default=None)


def _told(table: Table[State], seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        player = table.state.players[seat]
        table.state = with_player(table.state, seat, cards=(*player.cards, card))
        if is_circled(table.state, card):
            redraw(table, seat, card)
