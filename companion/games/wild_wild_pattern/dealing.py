"""The flow of the cards: the Wheel is laid, unplayed cards are placed, empty slots are filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.game import Table
from companion.core.gestures import Say, Tap, Tapped
from companion.core.gestures.numbering import Number, Presses
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Laid, aside, tell_place
from companion.games.wild_wild_pattern.box import CHALLENGES
from companion.games.wild_wild_pattern.state import State


async def lay_wheel(table: Table[State]) -> None:
    """Lay eight Pattern cards clockwise; a Challenge card is sent away (set-up, W17)."""
    table.state = replace(table.state, phase="wheel")
    if await _deal(table):
        table.rule(rulings.WheelLaid())


async def refill(table: Table[State]) -> bool:
    """Fill the slots that are still empty from the deck; False if it does not suffice (W18)."""
    table.state = replace(table.state, phase="refill", placing=None)
    return await _deal(table)


async def _deal(table: Table[State]) -> bool:
    """Let the dealer lay the deck's cards into the empty slots, clockwise from slot 0 (W48)."""

    def fault(card: str, slot: int | None = None) -> Refused | None:
        return rules.deal_fault(table.state, card, slot)

    def who() -> tuple[int, ...]:
        return _dealer(table) if table.state.left else ()

    while (empty := rules.empty_slots(table.state)) and who():
        came = await (
            Tap(who, "deal", lambda _seat, card: fault(card))
            | tell_place(who, [], fault)
            | aside(table)
        )
        if not isinstance(came, Moot):
            _dealt(table, came.card, came.slot if isinstance(came, Laid) else empty[0])
    return not empty


def _dealt(table: Table[State], card: str, slot: int) -> None:
    is_refill = table.state.phase == "refill"
    table.state = rules.dealt(table.state, card, slot)
    if card in CHALLENGES:
        table.rule(rulings.SentAway(card))
        table.cue(Sound(table.now, "refused"))
    elif is_refill:
        table.rule(rulings.Filled(card, slot))
    else:
        table.cue(Sound(table.now, "ready"))


def _dealer(table: Table[State]) -> tuple[int, ...]:
    """Return who lays the Wheel: the dealer, or the next seat that plays."""
    dealer = table.state.dealer
    return (dealer,) if dealer in table.state.playing else table.state.clockwise_of(dealer)[:1]


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
    return tuple(seat for seat in rules.shooters(table.state) if seat == table.state.placing)


async def _place(table: Table[State], seat: int) -> None:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    drawn = aside(table, taps=True, is_over=lambda: not _placing(table))
    match await (Tap(lambda: _placing(table), "place", fault) | _tell(table, ()) | drawn):
        case Laid(card=card, slot=slot):
            _placed(table, seat, card, slot)
        case Tapped(card=card):
            await _place_on(table, seat, card)
        case _:
            pass  # that seat has left, or has no card after all


def _tell(table: Table[State], choices: Sequence[Say]) -> Ask[Laid | Moot]:
    def fault(card: str, slot: int) -> Refused | None:
        return rules.place_fault(table.state, card, slot)

    return tell_place(lambda: _placing(table), choices, fault)


async def _place_on(table: Table[State], seat: int, card: str) -> None:
    """Let a seat choose among the slots that the priorities leave its card.

    A full slot is chosen by its top card, an empty one by presses: the n-th one clockwise.
    """
    while _placing(table):
        allowed = rules.may_place(table.state, card)
        if len(allowed) == 1:
            return _placed(table, seat, card, allowed[0])
        match await _slot_ask(table, card, allowed):
            case Laid(card=told, slot=slot):
                return _placed(table, seat, told, slot)
            case Tapped(card=covered):
                return _placed(table, seat, card, rules.slot_of(table.state, covered))
            case Number(value=value) if value <= len(allowed):
                return _placed(table, seat, card, allowed[value - 1])
            case Number(value=value):
                table.rule(rulings.NoSuchNumber(seat, value, len(allowed)))
            case _:
                pass  # that seat has left
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
    told = _tell(table, choices) | aside(table, taps=True)
    if rules.empty_slots(table.state):
        return told | Presses(who, "slot", table.state.house.pause_ns)
    return told | Tap(who, "slot", on_top)


def _placed(table: Table[State], seat: int, card: str, slot: int | None) -> None:
    if slot is None or rules.place_fault(table.state, card, slot) is not None:
        return  # the host has moved cards meanwhile: that seat is asked again
    table.state = rules.placed(table.state, seat, card, slot)
    table.rule(rulings.Placed(seat, card, slot))
    table.cue(Sound(table.now, "accepted"))
