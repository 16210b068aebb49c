"""The flow of a claim: the card, the words, the covered slot, and who judges (W8, W50).

What people must do in time is only to lay the card and to say "I have spoken". The slot and the
words may be entered without haste; or the opponents judge with their buttons.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.asks import Ask, Moot, Passed, Refused
from companion.core.cues import Sound
from companion.core.game import Table
from companion.core.gestures import No, Pressing, Tap, Tapped, Yes, YesNo
from companion.core.gestures.numbering import Number, Presses
from companion.core.moments import Interrupted, Interruption
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import (
    Claimed,
    Laid,
    aside,
    spoken,
    tap_covered,
    tell_claim,
    tell_cover,
)
from companion.games.wild_wild_pattern.claims import judge
from companion.games.wild_wild_pattern.covering import cover, tops
from companion.games.wild_wild_pattern.pattern import Misread, Statement, read
from companion.games.wild_wild_pattern.prizes import LARGER_FROM, Prize, prize, prize_for
from companion.games.wild_wild_pattern.shooting import First, trailing
from companion.games.wild_wild_pattern.state import Claim, Covering, State, with_player
from companion.games.wild_wild_pattern.verdicts import Pair, Verdict

BEGINS_ANEW = ("undo", "restart")  # after these a window runs whole again (names.md)
BY_SUIT, BY_COLOUR = 1, 2  # presses of the claimant that tell the pairing (play.md)
MOST_REPEATS = 7


async def claim(table: Table[State], first: First) -> Prize | None:
    """Take a cover's claim from the first edge to the judgement; return the prize it won.

    Without a prize `state.claim` says what was wrong; it is None where the claimant has left.
    """
    clicked = rules.played_card(table.state)
    covering = Covering(first.seat, clicked, is_clicked=clicked is not None)
    table.state = replace(table.state, phase="cover", covering=covering, ended=first.seat)
    if clicked is None:
        table.rule(rulings.Covers(first.seat))
    card = await _lay_card(table, covering, first)
    if card is not None and await _speak(table, first):
        return await _judge(table, card)
    if _claimant(table):
        _late(table, first.seat)
    return None


def _covering(table: Table[State]) -> Covering | None:
    """Return the cover that is being told, while its claimant is at the table."""
    covering = table.state.covering
    is_told = covering is not None and covering.seat in table.state.playing
    return covering if is_told else None


def _claimant(table: Table[State]) -> tuple[int, ...]:
    covering = _covering(table)
    return () if covering is None else (covering.seat,)


# In time


async def _lay_card(table: Table[State], covering: Covering, first: First) -> str | None:
    """Wait for the played card, if it is not known; its time runs from the first edge (W50)."""
    if isinstance(first.told, Laid):
        return _lay(table, covering, first.told.card, first.told.slot)
    if covering.card is not None:
        return covering.card
    end = first.stamp + table.state.house.speak_ns
    while True:
        ask = _card_ask(table, first) | Interruption(BEGINS_ANEW)
        match await ask.within(end - table.now):
            case Passed() | Moot():
                return None
            case Interrupted():
                end = table.now + table.state.house.speak_ns
            case Tapped(card=card):
                return _lay(table, covering, card, None)
            case laid:
                return _lay(table, covering, laid.card, laid.slot)


def _card_ask(table: Table[State], first: First) -> Ask[Tapped | Laid | Moot]:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    who = lambda: _claimant(table)  # noqa: E731 - as short as an argument
    laid = Tap(who, "lay", fault) | tell_cover(table, who, "lay")
    return laid | trailing(table, first) | aside(table, taps=True)


def _lay(table: Table[State], covering: Covering, card: str, slot: int | None) -> str:
    if not covering.is_clicked:
        table.state = with_player(table.state, covering.seat, has_card=False)
    table.state = replace(table.state, covering=replace(covering, card=card, slot=slot))
    table.rule(rulings.CardLaid(covering.seat, card))
    return card


async def _speak(table: Table[State], first: First) -> bool:
    """Wait for "I have spoken", or for the entered claim; it runs from the card's tap (W50)."""
    end = table.now + table.state.house.speak_ns
    while True:
        ask = (
            spoken(lambda: _claimant(table))
            | tell_claim(table)
            | _tell_slot(table)
            | trailing(table, first)
            | aside(table, taps=True)
            | Interruption(BEGINS_ANEW)
        )
        match await ask.within(end - table.now):
            case Passed() | Moot():
                return False
            case Interrupted():
                end = table.now + table.state.house.speak_ns
            case Pressing(seat=seat):
                table.rule(rulings.Spoken(seat))
                return True
            case Claimed() as came:
                _note(table, came)
                return True
            case came:
                _note(table, came)


def _tell_slot(table: Table[State]) -> Ask[Laid | Tapped | Moot]:
    """Wait for the covered slot, on a phone or by the covered card on the reader.

    Nobody is asked any more once the claim can be judged, such as when the last one leaves who
    has not voted.
    """

    def who() -> tuple[int, ...]:
        covering = _covering(table)
        return () if covering is None or _is_ripe(table, covering) else (covering.seat,)

    return tell_cover(table, who, "covered") | tap_covered(table, who)


def _note(table: Table[State], came: Laid | Tapped | Claimed) -> None:
    """Take note of the covered slot, or of the claim's words."""
    changes: dict[str, Any]
    match came:
        case Laid(slot=slot):
            changes = {"slot": slot}
        case Tapped(card=card):
            changes = {"slot": rules.slot_of(table.state, card)}
        case _:
            changes = {"words": came.words}
    covering = table.state.covering
    table.state = replace(table.state, covering=covering and replace(covering, **changes))


# Without haste


async def _judge(table: Table[State], card: str) -> Prize | None:
    """Wait for slot and words, or for the opponents' judgement; return the prize."""
    table.state = replace(table.state, phase="claim")
    while (covering := _covering(table)) is not None:
        why = _wrong_anyway(table, covering)
        if why is not None:
            _wrong(table, Claim(covering.seat, covering.words, why, 0))
            return None
        if covering.slot is not None and covering.words:
            return _judged_by_kit(table, covering, card, covering.slot)
        if covering.slot is not None and _is_voted(table, covering):
            told = await _told(table)
            if told is not None:
                return _judged_by_table(table, covering.seat, card, covering.slot, *told)
            continue  # the words were entered after all, or the claimant has left
        came = await (
            _tell_slot(table) | tell_claim(table) | _vote(table) | aside(table, taps=True)
        )
        match came:
            case Yes(seat=seat) | No(seat=seat):
                votes = {**covering.votes, seat: isinstance(came, Yes)}
                table.state = replace(table.state, covering=replace(covering, votes=votes))
            case Moot():
                pass  # somebody has left
            case _:
                _note(table, came)
    return None


def _vote(table: Table[State]) -> YesNo:
    """Ask every opponent who has not judged yet: LEFT accepts, RIGHT rejects (play.md)."""

    def who() -> tuple[int, ...]:
        covering = _covering(table)
        if covering is None or covering.words:
            return ()
        opponents = table.state.opponents(covering.seat)
        return tuple(seat for seat in opponents if seat not in covering.votes)

    return YesNo(who, "accept", {"done": True})


def _is_voted(table: Table[State], covering: Covering) -> bool:
    return all(seat in covering.votes for seat in table.state.opponents(covering.seat))


def _is_ripe(table: Table[State], covering: Covering) -> bool:
    """Tell whether all is known that the claim is judged by."""
    is_heard = bool(covering.words) or _is_voted(table, covering)
    is_known = covering.slot is not None and is_heard
    return is_known or _wrong_anyway(table, covering) is not None


def _wrong_anyway(table: Table[State], covering: Covering) -> str | None:
    """Say why a claim is wrong whatever it covers: forbidden (W6), or rejected; else None."""
    if covering.words:
        statement = read(covering.words)
        return statement.reason if isinstance(statement, Misread) else None
    against = sum(not is_for for is_for in covering.votes.values())
    is_rejected = _is_voted(table, covering) and against * 2 > len(covering.votes)
    return "rejected" if is_rejected else None


def _judged_by_kit(table: Table[State], covering: Covering, card: str, slot: int) -> Prize | None:
    state, seat, words = table.state, covering.seat, covering.words
    statement = Statement(*words)
    verdict = judge(state.wheel, card, slot, statement, state.deck.faces, state.house.judging)
    found = Claim(seat, words, verdict.why, len(verdict.occurrences), verdict)
    table.state = replace(state, wheel=verdict.wheel)
    if not verdict.is_valid:
        _wrong(table, found)
        return None
    _right(table, found)
    return prize(verdict)


def _right(table: Table[State], found: Claim) -> None:
    case = "larger" if found.occurrences >= LARGER_FROM else "smaller"
    case = case if found.words else "table"
    table.rule(rulings.ClaimRight(found.seat, said(found.words), found.occurrences, case))
    table.cue(Sound(table.now, "accepted"))
    table.state = replace(table.state, claim=found, covering=None, click=None)
    if found.verdict is not None and found.verdict.is_wild:
        table.state = replace(table.state, winners=(found.seat,))
        table.rule(rulings.WildWildPattern(found.seat, said(found.words)))


def _wrong(table: Table[State], found: Claim) -> None:
    verdict = found.verdict
    broken = verdict.counter_examples[0] if verdict and verdict.counter_examples else None
    table.rule(
        rulings.ClaimWrong(
            found.seat,
            said(found.words),
            str(found.why),
            found.occurrences,
            None if broken is None else broken.slot,
            None if broken is None else broken.neighbour,
            "" if verdict is None or broken is None else _shown(verdict, broken),
        )
    )
    table.cue(Sound(table.now, "foul"))
    table.state = replace(table.state, claim=found)


def _shown(verdict: Verdict, broken: Pair) -> str:
    """Return the two cards that break a claim, in the order in which it names them."""
    lying = tops(verdict.wheel)
    neighbour = lying[broken.neighbour] or "an empty slot"
    return f"{lying[broken.slot]} and {neighbour} {verdict.statement.direction} it"


def _late(table: Table[State], seat: int) -> None:
    """Rule that the time to speak is over: a wrong claim, with the card if it is known (W50)."""
    table.rule(rulings.TooLate(seat))
    table.cue(Sound(table.now, "foul"))
    table.state = replace(table.state, claim=Claim(seat, (), "too_late", 0))


# The table judges


async def _told(table: Table[State]) -> tuple[int, int] | None:
    """Wait for the claimant's presses: how many repeats, then the pairing; None without them."""
    repeats = await _number(table, "repeats", MOST_REPEATS)
    if repeats is None:
        return None
    pairing = await _number(table, "pairing", BY_COLOUR)
    return None if pairing is None else (repeats, pairing)


async def _number(table: Table[State], about: str, most: int) -> int | None:
    """Wait for a number of presses, or for the words, which make them needless."""
    while _claimant(table):
        presses = Presses(lambda: _claimant(table), about, table.state.house.pause_ns)
        came = await (presses | tell_claim(table) | aside(table, taps=True))
        match came:
            case Claimed():
                _note(table, came)
                return None
            case Number(value=value) if value <= most:
                return value
            case Number(seat=seat, value=value):
                table.rule(rulings.NoSuchNumber(seat, value, most))
            case _:
                pass  # the claimant has left
    return None


def _judged_by_table(
    table: Table[State], seat: int, card: str, slot: int, repeats: int, pairing: int
) -> Prize:
    """Rule that the others accept a claim; the claimant's presses tell what it wins (play.md)."""
    covered, occurrences = table.state.wheel[slot][-1], repeats + 1
    wheel = cover(table.state.wheel, card, slot)
    table.state = replace(table.state, wheel=wheel)
    _right(table, Claim(seat, (), None, occurrences))
    return prize_for(occurrences, card, covered, wheel, is_by_suit=pairing == BY_SUIT)


def said(words: tuple[str, ...]) -> str:
    """Return a claim as it is said, or nothing where only the table heard it."""
    if len(words) != 3:
        return ""
    direction, trigger, target = words
    return f"{direction.upper()} every {trigger} there is always {target}"
