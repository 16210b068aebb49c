"""The flow of what is won: prizes, penalties, and the Challenge cards of a won turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.cues import Sound
from companion.core.events import Happened
from companion.core.game import Table
from companion.core.gestures import No, Tap, Tapped, Tell, YesNo
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
    chosen = won.among if won.is_fixed else ()
    while len(chosen) < won.count and seat in table.state.playing:
        winning = Winning(seat, won, chosen)
        table.state = replace(table.state, phase="take", winning=winning)
        match await (_choice(table, winning) | aside(table, taps=True)):
            case Tapped(card=card):
                chosen = (*chosen, card)
            case Taken(cards=cards):
                chosen = (*chosen, *cards)
            case _:
                pass  # the winner has left
    table.state = replace(table.state, winning=None)
    if seat in table.state.playing:
        _take(table, seat, chosen, case)


def _choice(table: Table[State], winning: Winning) -> Ask[Tapped | Taken | Moot]:
    """Wait for one card of the prize after another, or for all of it at once."""
    won, chosen = winning.prize, winning.chosen

    def read_take(seat: int, cards: Sequence[str], _event: Happened) -> Taken | Refused:
        faults = (
            _fault(table, won, (*chosen, *cards[:at]), card) for at, card in enumerate(cards)
        )
        return next((fault for fault in faults if fault), None) or Taken(seat, tuple(cards))

    who = lambda: tuple(s for s in table.state.playing if s == winning.seat)  # noqa: E731
    choices = [{"take": [card]} for card in won.among if card not in chosen]
    tap = Tap(who, "take", lambda _seat, card: _fault(table, won, chosen, card), reader="tray")
    return tap | Tell(who, "take", "take", read_take, lambda _seat: choices)


def _fault(table: Table[State], won: Prize, chosen: Sequence[str], card: str) -> Refused | None:
    reason = choice_fault(won, table.state.wheel, chosen, card)
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
    """Let each opponent take one card of the Wheel, from the right of who was wrong on (W13).

    With a clicked card the clicker takes one too (W29).
    """
    for seat in table.state.opponents(wrong):
        await take_prize(table, seat, Prize(1, any_top(table.state.wheel)), "penalty")


def discard(table: Table[State], seat: int) -> None:
    """Put the card of a seat's turn that won nothing out of play (W13, W29, W31)."""
    card = rules.played_card(table.state)
    table.state = rules.discarded(table.state)
    table.rule(rulings.CardDiscarded(seat, card))


# Challenge cards


async def use_challenge(table: Table[State], seat: int) -> None:
    """Let whoever won the turn use one Challenge card, or keep it (W20)."""
    table.state = replace(table.state, phase="challenge", user=seat)
    while challenges.uses(table.state, seat) and _user(table):
        came = await (
            _which(table) | _told_use(table) | _keep(table, "challenge") | aside(table, taps=True)
        )
        if isinstance(came, No):
            table.rule(rulings.ChallengeKept(seat))
            break
        use = await _complete(table, seat, came.card) if isinstance(came, Tapped) else came
        if isinstance(use, Use):
            _use(table, use)
            break
    table.state = replace(table.state, user=None)


def _user(table: Table[State]) -> tuple[int, ...]:
    return tuple(seat for seat in table.state.playing if seat == table.state.user)


def _use(table: Table[State], use: Use) -> None:
    table.state = challenges.used(table.state, use)
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


def _keep(table: Table[State], about: str) -> YesNo:
    """Wait for RIGHT, or a pass; a card is the only yes."""
    yes = {"done": True}
    return YesNo(lambda: _user(table), about, yes, lambda _seat: Refused("challenge_tap"))


async def _complete(table: Table[State], seat: int, card: str) -> Use | Refused:
    """Ask for what a tapped Challenge card needs: the own card to give, then the one to take."""

    def give_fault(give: str) -> Refused | None:
        return challenges.give_fault(table.state, seat, give)

    def take_fault(take: str) -> Refused | None:
        return challenges.take_fault(table.state, seat, card, take)

    told = {"card": card}
    if challenges.needs_give(card):
        told |= await _tap(table, "give", give_fault, "give")
    if challenges.needs_take(card) and challenges.needs_give(card) == ("give" in told):
        told |= await _tap(table, "steal", take_fault, "take")
    return challenges.read(table.state, seat, told)


async def _tap(
    table: Table[State], about: str, fault: Callable[[str], Refused | None], key: str
) -> Mapping[str, str]:
    """Wait for a face-up card on any reader; nothing where RIGHT takes the choice back."""
    came = await (
        Tap(lambda: _user(table), about, lambda _seat, card: fault(card), reader=None)
        | _keep(table, about)
        | aside(table)
    )
    return {key: came.card} if isinstance(came, Tapped) else {}
