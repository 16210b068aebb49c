"""The flow of what is won: prizes, penalties, and the Challenge cards of a won turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.games.wild_wild_pattern import challenges, rules, rulings
from companion.games.wild_wild_pattern.acts import aside
from companion.games.wild_wild_pattern.challenges import Use
from companion.games.wild_wild_pattern.prizes import Prize, any_top, choice_fault
from companion.games.wild_wild_pattern.state import State, Winning


@dataclass(frozen=True, slots=True)
class Taken:
    """Answers which cards a seat takes, told on a phone."""

    seat: int
    cards: tuple[str, ...]


# Prizes and penalties


async def take_prize(table: Table[State], seat: int, won: Prize, case: str) -> None:
    """Let a seat take its prize; what leaves no choice is taken at once."""
    if won.is_fixed:
        _take(table, seat, won.among, case)
        return
    table.state = replace(table.state, phase="take", winning=Winning(seat, won))
    while (winner := _winner(table)) and (winning := table.state.winning) is not None:
        if len(winning.chosen) == won.count:
            _take(table, seat, winning.chosen, case)
            break
        came = await (_choice(table) | aside(table, taps=True))
        if isinstance(came, (Tapped, Taken)) and winner:
            cards = (came.card,) if isinstance(came, Tapped) else came.cards
            chosen = (*winning.chosen, *cards)
            table.state = replace(table.state, winning=replace(winning, chosen=chosen))
    table.state = replace(table.state, winning=None)


def _winner(table: Table[State]) -> tuple[int, ...]:
    winning = table.state.winning
    return () if winning is None or winning.seat not in table.state.alive else (winning.seat,)


def _choice(table: Table[State]) -> Ask[Tapped | Taken | Moot]:
    """Wait for one card of the prize after another, or for all of it at once."""

    def read_take(seat: int, cards: Sequence[str], _event: Happened) -> Taken | Refused:
        chosen = table.state.winning.chosen if table.state.winning else ()
        for card in cards:
            fault = _fault(table, chosen, card)
            if fault is not None:
                return fault
            chosen = (*chosen, card)
        return Taken(seat, tuple(cards))

    def choices(_seat: int) -> Sequence[Mapping[str, Any]]:
        winning = table.state.winning
        among = winning.prize.among if winning else ()
        chosen = winning.chosen if winning else ()
        return [{"take": [card]} for card in among if card not in chosen]

    def fault(_seat: int, card: str) -> Refused | None:
        return _fault(table, table.state.winning.chosen if table.state.winning else (), card)

    who = lambda: _winner(table)  # noqa: E731 - as short as an argument
    return Tap(who, "take", fault, reader="tray") | Tell(who, "take", "take", read_take, choices)


def _fault(table: Table[State], chosen: Sequence[str], card: str) -> Refused | None:
    winning = table.state.winning
    if winning is None:
        return None
    reason = choice_fault(winning.prize, table.state.wheel, chosen, card)
    return None if reason is None else Refused(reason)


def _take(table: Table[State], seat: int, cards: Sequence[str], case: str) -> None:
    table.state = rules.taken(table.state, seat, cards)
    if case == "prize" and table.state.claim is not None:
        claim = replace(table.state.claim, won=tuple(cards))
        table.state = replace(table.state, claim=claim)
    for card in cards:
        table.rule(rulings.CardWon(seat, card, case))
    table.cue(Sound(table.now, "accepted"))


async def pay_penalty(table: Table[State], wrong: int) -> None:
    """Discard the claim's card; each opponent takes one card of the Wheel, from the right (W13).

    With a clicked card the clicker takes one too (W29).
    """
    covering = table.state.covering
    card = None if covering is None else covering.card
    table.state = rules.discarded(table.state)
    table.rule(rulings.CardDiscarded(wrong, card))
    for seat in table.state.opponents(wrong):
        among = any_top(table.state.wheel)
        if among and seat in table.state.alive:
            await take_prize(table, seat, Prize(1, among), "penalty")


# Challenge cards


async def use_challenge(table: Table[State], seat: int) -> None:
    """Let whoever won the turn use one Challenge card, or keep it (W20)."""
    if seat not in table.state.alive or not challenges.uses(table.state, seat):
        return
    table.state = replace(table.state, phase="challenge", user=seat)
    while _user(table) and table.state.phase == "challenge":
        came = await (_which(table) | _told_use(table) | _keep(table) | aside(table))
        match came:
            case Tapped(card=card):
                _use(table, await _complete(table, card))
            case Use():
                _use(table, came)
            case Pressing():
                table.rule(rulings.ChallengeKept(seat))
                table.state = replace(table.state, phase="used")
            case _:
                pass  # the winner has left
    table.state = replace(table.state, user=None)


def _user(table: Table[State]) -> tuple[int, ...]:
    seat = table.state.user
    return () if seat is None or seat not in table.state.alive else (seat,)


def _use(table: Table[State], use: Use | None) -> None:
    if use is None:
        return
    table.state = replace(challenges.used(table.state, use), phase="used")
    case = use.card.partition("/")[2]
    table.rule(rulings.ChallengeUsed(use.seat, use.card, case, use.take, use.give, use.other))
    table.cue(Sound(table.now, "accepted"))


def _which(table: Table[State]) -> Ask[Tapped | Moot]:
    """Wait for one of the winner's Challenge cards, on any reader."""

    def fault(seat: int, card: str) -> Refused | None:
        return challenges.card_fault(table.state, seat, card)

    return Tap(lambda: _user(table), "challenge", fault, reader=None)


def _told_use(table: Table[State]) -> Ask[Use | Moot]:
    def read_use(seat: int, told: Mapping[str, Any], _event: Happened) -> Use | Refused:
        return challenges.read(table.state, seat, told)

    def choices(seat: int) -> Sequence[Mapping[str, Any]]:
        return [{"challenge": use.to_json()} for use in challenges.uses(table.state, seat)]

    return Tell(lambda: _user(table), "challenge", "challenge", read_use, choices)


def _keep(table: Table[State]) -> Press:
    """Wait for RIGHT, or a pass: the Challenge card is kept for another turn."""
    return Press(lambda: _user(table), "challenge", {Side.RIGHT: {"pass": True}})


async def _complete(table: Table[State], card: str) -> Use | None:
    """Ask for what a tapped Challenge card needs: the own card to give, then the one to take."""
    seat = _user(table)[0]
    give: str | None = None
    if challenges.needs_give(card):
        give = await _tap(
            table, "give", lambda c: challenges.give_fault(table.state, seat, card, c)
        )
        if give is None:
            return None
    if not challenges.needs_take(card):
        return challenges.use(table.state, seat, card)
    take = await _tap(table, "steal", lambda c: challenges.take_fault(table.state, seat, card, c))
    return None if take is None else challenges.use(table.state, seat, card, take, give)


async def _tap(table: Table[State], about: str, fault: Any) -> str | None:
    """Wait for a face-up card on any reader; None where RIGHT takes the choice back."""
    came = await (
        Tap(lambda: _user(table), about, lambda _seat, card: fault(card), reader=None)
        | Press(lambda: _user(table), about, {Side.RIGHT: {"pass": True}})
        | aside(table)
    )
    return came.card if isinstance(came, Tapped) else None
