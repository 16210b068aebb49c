"""The flow of laying cards off: hits, the hand limit, Village's second card, the circled ones.

Whoever owes cards lays them on the tray, one after another, or names them all on a phone; several
may owe at once, and the lights lead on the shared tray. What a known hand leaves no choice about
is laid without a word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import beside, flag
from companion.games.boom_boom_battle.legal import held_fault, told_of
from companion.games.boom_boom_battle.piles import discarded, hand_with
from companion.games.boom_boom_battle.state import Owes, State

DONE = {Side.LEFT: {"done": True}}


@dataclass(frozen=True, slots=True)
class Laying:
    """Answers which cards of whom are laid off; `is_all` closes a list of unknown length."""

    seat: int
    cards: tuple[str, ...]
    is_all: bool


async def lay(
    table: Table[State], owes: Mapping[int, Owes], phase: str
) -> Mapping[int, tuple[str, ...]]:
    """Wait until everybody has laid off what is owed; return the cards of each."""
    table.state = replace(table.state, owes=dict(owes), phase=phase)
    _lay_without_choice(table)
    while owing(table.state):
        table.state = replace(table.state, phase=phase)
        came = await (_tap(table) | _tell(table) | _keep(table) | _close(table) | beside(table))
        match came:
            case Tapped(seat=seat, card=card):
                _laid(table, Laying(_victim(table.state, seat, card), (card,), is_all=False))
            case Laying():
                _laid(table, came)
            case Pressing(seat=seat):
                _closed(table, _victim(table.state, seat, None))
            case _:
                pass  # somebody has left
    laid = {seat: one.laid for seat, one in table.state.owes.items()}
    table.state = replace(table.state, owes={})
    return laid


def owing(state: State) -> tuple[int, ...]:
    """Return who still owes cards, in the order of the owing."""
    return tuple(
        seat
        for seat, one in state.owes.items()
        if seat in state.playing
        and state.players[seat].hand
        and (one.count is None or len(one.laid) < one.count)
    )


def layers(state: State) -> tuple[int, ...]:
    """Return who lays the owed cards, each once: the attacker under Forest (B50)."""
    by = (state.owes[seat].by for seat in owing(state))
    return tuple(dict.fromkeys(seat for seat in by if seat in state.playing)) or owing(state)


def _victim(state: State, by: int, card: str | None) -> int:
    """Return whose card a seat lays: the known holder's, else that of the first who owes it."""
    owed = [seat for seat in owing(state) if by in (seat, state.owes[seat].by)]
    holder = None if card is None else hand_with(state, card)
    if holder is not None and holder in owed:
        return holder
    return owed[0]


# Without a choice


def _lay_without_choice(table: Table[State]) -> None:
    """Lay what a known hand leaves no choice about: all that match, or all there is (B44)."""
    if not table.state.house.is_tracked:
        return
    for seat in owing(table.state):
        one, cards = table.state.owes[seat], table.state.players[seat].cards
        if one.count is None:
            matching = tuple(c for c in cards if table.state.deck.number(c) in one.numbers)
            _laid(table, Laying(seat, matching, is_all=True))
        elif one.count >= len(cards) and not one.among:
            _laid(table, Laying(seat, cards, is_all=True))


# Laying


def _laid(table: Table[State], laying: Laying) -> None:
    seat, one = laying.seat, table.state.owes[laying.seat]
    table.state = discarded(table.state, seat, laying.cards, is_out=one.is_out)
    laid = (*one.laid, *laying.cards)
    count = len(laid) if laying.is_all else one.count
    _owes(table, seat, replace(one, laid=laid, count=count))
    if laying.cards:
        table.rule(rulings.Discarded(seat, laying.cards, one.why))
        table.cue(Sound(table.now, "ready"))
    flag(table)


def _owes(table: Table[State], seat: int, one: Owes) -> None:
    table.state = replace(table.state, owes={**table.state.owes, seat: one})


def _closed(table: Table[State], seat: int) -> None:
    one = table.state.owes[seat]
    _owes(table, seat, replace(one, count=len(one.laid)))


def _tap(table: Table[State]) -> Ask[Tapped | Moot]:
    def fault(seat: int, card: str) -> Refused | None:
        return lay_fault(table.state, _victim(table.state, seat, card), seat, card)

    return Tap(lambda: layers(table.state), _about(table.state), fault, reader="tray", lead=True)


def _about(state: State) -> str:
    """Return which question is asked: of all who owe the same."""
    return next(iter(state.owes.values())).why


def _tell(table: Table[State]) -> Ask[Laying | Moot]:
    def read(seat: int, cards: Sequence[str], event: Happened) -> Laying | Refused:
        found = _named(table.state, seat, cards)
        if isinstance(found, Laying):
            return found
        return told_of(table.state, event, cards, found) or found

    who = lambda: tuple(dict.fromkeys((*layers(table.state), *owing(table.state))))  # noqa: E731
    return Tell(who, _about(table.state), "discard", read, lambda _seat: [])


def _named(state: State, seat: int, cards: Sequence[str]) -> Laying | Refused:
    """Read all the cards that a phone names, or say why they will not do.

    Of a known hand only its own phone names any: whoever picks blind would look into it by trying.
    """
    victim = seat if state.house.is_tracked else _victim(state, seat, None)
    if victim not in owing(state):
        return Refused("picks_blind")
    one = state.owes[victim]
    missing = None if one.count is None else min(one.count - len(one.laid), _hand(state, victim))
    if len(cards) > _hand(state, victim) or missing not in (None, len(cards)):
        return Refused("discard_count")
    if len(set(cards)) != len(cards):
        return Refused("card_repeated")
    faults = (lay_fault(state, victim, seat, card) for card in cards)
    fault = next((one for one in faults if one is not None), None)
    return fault or Laying(victim, tuple(cards), is_all=True)


def _hand(state: State, seat: int) -> int:
    return state.players[seat].hand


def lay_fault(state: State, seat: int, by: int, card: str) -> Refused | None:
    """Say why a card of a seat cannot be laid off now, or None; `by` is who lays it."""
    one = state.owes[seat]
    fault = held_fault(state, seat, card, is_shrunk=one.is_out)
    if fault is not None:
        return fault if fault.private is None else replace(fault, private=by)
    if one.numbers and state.deck.number(card) not in one.numbers:
        return Refused("other_number")
    if one.among and card not in one.among:
        return Refused("not_those_two", private=by)
    return None


def _keep(table: Table[State]) -> Ask[Laying | Moot]:
    """Wait for a phone to name which of two known cards stays (Village, `tracked`)."""

    def who() -> tuple[int, ...]:
        return tuple(seat for seat in owing(table.state) if table.state.owes[seat].among)

    def read(seat: int, card: str, _event: Happened) -> Laying | Refused:
        among = table.state.owes[seat].among
        if card not in among:
            return Refused("not_those_two", private=seat)
        others = tuple(one for one in among if one != card)
        return Laying(seat, others, is_all=True)

    return Tell(who, "village", "keep", read, lambda _seat: [], optional=True)


def _close(table: Table[State]) -> Ask[Pressing | Moot]:
    """Wait for a button: that was all. It may be nothing, though a hit was called before."""

    def who() -> tuple[int, ...]:
        return tuple(s for s in owing(table.state) if table.state.owes[s].count is None)

    return Press(who, _about(table.state), DONE)
