"""The flow of the cards: the Wheel is laid, unplayed cards are placed, empty slots are filled."""

from __future__ import annotations

from dataclasses import replace

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.game import Table
from companion.core.gestures import Tap, Tapped
from companion.core.gestures.numbering import Number, Presses
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Laid, aside, tell_place
from companion.games.wild_wild_pattern.box import CHALLENGES
from companion.games.wild_wild_pattern.state import State


async def lay_wheel(table: Table[State]) -> None:
    """Lay eight Pattern cards clockwise; a Challenge card is sent away (set-up, W17)."""
    table.state = replace(table.state, phase="wheel")
    await _deal(table)
    table.rule(rulings.WheelLaid())


async def refill(table: Table[State]) -> bool:
    """Fill the slots that are still empty from the deck; False if it does not suffice (W18)."""
    table.state = replace(table.state, phase="refill", placing=None)
    await _deal(table)
    return not rules.empty_slots(table.state)


async def _deal(table: Table[State]) -> None:
    """Let the dealer lay the deck's cards into the empty slots, clockwise from slot 0 (W48)."""
    while (empty := rules.empty_slots(table.state)) and table.state.left and table.state.alive:
        came = await (
            Tap(lambda: _dealer(table), "deal", lambda _s, card: _deal_fault(table, card))
            | tell_place(table, lambda: _dealer(table), [])
            | aside(table)
        )
        if isinstance(came, (Tapped, Laid)):
            is_refill = table.state.phase == "refill"
            table.state = rules.dealt(table.state, came.card, empty[0])
            _announce(table, came.card, empty[0], is_refill=is_refill)


def _deal_fault(table: Table[State], card: str) -> Refused | None:
    return rules.deal_fault(table.state, card)


def _announce(table: Table[State], card: str, slot: int, *, is_refill: bool) -> None:
    if card in CHALLENGES:
        table.rule(rulings.SentAway(card))
        table.cue(Sound(table.now, "refused"))
    elif is_refill:
        table.rule(rulings.Filled(card, slot))
    else:
        table.cue(Sound(table.now, "ready"))


def _dealer(table: Table[State]) -> tuple[int, ...]:
    """Return who lays the Wheel: the dealer, or the next living seat."""
    alive = table.state.alive
    dealer = table.state.dealer
    if dealer in alive or not alive:
        return tuple(seat for seat in alive if seat == dealer)
    return table.state.clockwise_of(dealer)[:1]


# Placing


async def place_all(table: Table[State]) -> None:
    """Let everybody who still has a card place it, clockwise after who ended the turn (W16)."""
    ended = table.state.ended or table.state.dealer
    for seat in table.state.clockwise_of(ended):
        table.state = replace(table.state, phase="place", placing=seat)
        while _placing(table):
            await _place(table, seat)
    table.state = replace(table.state, placing=None)


def _placing(table: Table[State]) -> tuple[int, ...]:
    seat = table.state.placing
    if seat is None or seat not in table.state.alive:
        return ()
    return (seat,) if table.state.players[seat].has_card else ()


async def _place(table: Table[State], seat: int) -> None:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    who = lambda: _placing(table)  # noqa: E731 - as short as an argument
    came = await (Tap(who, "place", fault) | tell_place(table, who, []) | aside(table, taps=True))
    if isinstance(came, Laid):
        _placed(table, seat, came.card, came.slot)
    elif isinstance(came, Tapped):
        slot = await _which_slot(table, seat, came.card)
        if slot is not None:
            _placed(table, seat, came.card, slot)


async def _which_slot(table: Table[State], seat: int, card: str) -> int | None:
    """Let a seat choose among the slots that the priorities leave it; None if it has left.

    A full slot is chosen by its top card, an empty one by presses: the n-th one clockwise.
    """
    while _placing(table):
        allowed = rules.may_place(table.state, card)
        if len(allowed) == 1:
            return allowed[0]
        came = await _slot_ask(table, card, allowed)
        if isinstance(came, Laid):
            return came.slot
        if isinstance(came, Tapped):
            return rules.slot_of(table.state, came.card)
        if isinstance(came, Number) and came.value <= len(allowed):
            return allowed[came.value - 1]
        if isinstance(came, Number):
            table.rule(rulings.NoSuchNumber(seat, came.value, len(allowed)))
    return None


def _slot_ask(
    table: Table[State], card: str, allowed: tuple[int, ...]
) -> Ask[Laid | Tapped | Number | Moot]:
    def on_top(_seat: int, covered: str) -> Refused | None:
        slot = rules.slot_of(table.state, covered)
        if slot is None:
            return Refused("not_on_top")
        return None if slot in allowed else Refused("place_same_colour")

    who = lambda: _placing(table)  # noqa: E731 - as short as an argument
    choices = [{"place": {"card": card, "slot": slot}} for slot in allowed]
    told = tell_place(table, who, choices) | aside(table, taps=True)
    if rules.empty_slots(table.state):
        return told | Presses(who, "slot", table.state.house.pause_ns)
    return told | Tap(who, "slot", on_top)


def _placed(table: Table[State], seat: int, card: str, slot: int) -> None:
    table.state = rules.placed(table.state, seat, card, slot)
    table.rule(rulings.Placed(seat, card, slot))
    table.cue(Sound(table.now, "accepted"))
