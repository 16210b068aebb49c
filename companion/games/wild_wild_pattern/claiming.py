"""The flow of a claim: the card, the words, the covered slot, and who judges (W8, W50).

What people must do in time is only to lay the card and to say "I have spoken". The slot and the
words may be entered without haste; or the opponents judge with their buttons.
"""

from __future__ import annotations

from dataclasses import replace

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
from companion.games.wild_wild_pattern.pattern import Misread, read
from companion.games.wild_wild_pattern.prizes import LARGER_FROM, Prize, prize, prize_for
from companion.games.wild_wild_pattern.shooting import First, trailing
from companion.games.wild_wild_pattern.state import Claim, Covering, State, with_player
from companion.games.wild_wild_pattern.verdicts import Pair, Verdict

BEGINS_ANEW = ("undo", "restart")  # after these a window runs whole again (names.md)
BY_SUIT, BY_COLOUR = 1, 2  # presses of the claimant that tell the pairing (play.md)
MOST_REPEATS = 7


async def claim(table: Table[State], first: First) -> Prize | None:
    """Take a cover's claim from the first edge to the judgement; return the prize it won."""
    click = table.state.click
    card = None if click is None else click.card
    table.state = replace(
        table.state,
        phase="cover",
        covering=Covering(first.seat, card, is_clicked=card is not None),
    )
    if isinstance(first.told, Laid):
        _lay(table, first.told.card, first.told.slot)
    in_time = await _lay_card(table, first) and await _speak(table, first)
    if not in_time or table.state.covering is None:
        _late(table, first.seat)
        return None
    table.state = replace(table.state, phase="claim")
    return await _judge(table)


def _covering(table: Table[State]) -> Covering:
    covering = table.state.covering
    if covering is None:
        raise AssertionError("somebody covers")
    return covering


def _claimant(table: Table[State]) -> tuple[int, ...]:
    covering = table.state.covering
    is_in = covering is not None and covering.seat in table.state.alive
    return (covering.seat,) if covering is not None and is_in else ()


# In time


async def _lay_card(table: Table[State], first: First) -> bool:
    """Wait for the played card; the time to speak runs from the first edge."""
    if _covering(table).card is not None:
        return True
    end = first.stamp + table.state.house.speak_ns
    while _claimant(table):
        ask = _card_ask(table, first) | Interruption(BEGINS_ANEW)
        came = await ask.within(end - table.now)
        match came:
            case Passed():
                return False
            case Interrupted():
                end = table.now + table.state.house.speak_ns
            case Tapped(card=card):
                _lay(table, card, None)
                return True
            case Laid(card=card, slot=slot):
                _lay(table, card, slot)
                return True
            case _:
                pass  # nobody is left to lay it
    return False


def _card_ask(table: Table[State], first: First) -> Ask[Tapped | Laid | Moot]:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    who = lambda: _claimant(table)  # noqa: E731 - as short as an argument
    laid = Tap(who, "lay", fault) | tell_cover(table, who, "lay")
    return laid | trailing(table, first) | aside(table, taps=True)


def _lay(table: Table[State], card: str, slot: int | None) -> None:
    covering = replace(_covering(table), card=card, slot=slot)
    if not covering.is_clicked:
        table.state = with_player(table.state, covering.seat, has_card=False)
    table.state = replace(table.state, covering=covering)
    table.rule(rulings.CardLaid(covering.seat, card))


async def _speak(table: Table[State], first: First) -> bool:
    """Wait for "I have spoken", or for the entered claim; it runs from the card's tap (W50)."""
    end = table.now + table.state.house.speak_ns
    while _claimant(table):
        ask = (
            spoken(lambda: _claimant(table))
            | tell_claim(table)
            | _tell_slot(table)
            | trailing(table, first)
            | aside(table, taps=True)
            | Interruption(BEGINS_ANEW)
        )
        came = await ask.within(end - table.now)
        match came:
            case Passed():
                return False
            case Interrupted():
                end = table.now + table.state.house.speak_ns
            case Laid(slot=slot):
                _slot(table, slot)
            case Tapped(card=card):
                _slot(table, rules.slot_of(table.state, card))
            case Claimed():
                _words(table, came)
                return True
            case Pressing(seat=seat):
                table.rule(rulings.Spoken(seat))
                return True
            case _:
                pass  # nobody is left to speak
    return False


def _tell_slot(table: Table[State]) -> Ask[Laid | Tapped | Moot]:
    """Wait for the covered slot, on a phone or by the covered card on the reader."""
    who = lambda: _claimant(table)  # noqa: E731 - as short as an argument
    return tell_cover(table, who, "covered") | tap_covered(table, who)


def _slot(table: Table[State], slot: int | None) -> None:
    table.state = replace(table.state, covering=replace(_covering(table), slot=slot))


def _words(table: Table[State], claimed: Claimed) -> None:
    table.state = replace(table.state, covering=replace(_covering(table), words=claimed.words))


# Without haste


async def _judge(table: Table[State]) -> Prize | None:
    """Wait for slot and words, or for the opponents' judgement; return the prize."""
    while _claimant(table):
        covering = _covering(table)
        if covering.slot is not None and covering.words:
            return _judged_by_kit(table, covering)
        if covering.slot is not None and _is_voted(table, covering):
            return await _judged_by_table(table, covering)
        came = await (
            _tell_slot(table) | tell_claim(table) | _vote(table) | aside(table, taps=True)
        )
        match came:
            case Laid(slot=slot):
                _slot(table, slot)
            case Tapped(card=card):
                _slot(table, rules.slot_of(table.state, card))
            case Claimed():
                _words(table, came)
            case Yes(seat=seat) | No(seat=seat):
                votes = {**covering.votes, seat: isinstance(came, Yes)}
                table.state = replace(table.state, covering=replace(covering, votes=votes))
            case _:
                pass  # nobody is left to judge
    return None


def _vote(table: Table[State]) -> YesNo:
    """Ask every opponent who has not judged yet: LEFT accepts, RIGHT rejects (play.md)."""

    def who() -> tuple[int, ...]:
        covering = table.state.covering
        if covering is None or covering.words:
            return ()
        return tuple(
            seat for seat in table.state.opponents(covering.seat) if seat not in covering.votes
        )

    return YesNo(who, "accept", {"done": True})


def _is_voted(table: Table[State], covering: Covering) -> bool:
    opponents = table.state.opponents(covering.seat)
    return bool(opponents) and all(seat in covering.votes for seat in opponents)


def _judged_by_kit(table: Table[State], covering: Covering) -> Prize | None:
    state, seat, words = table.state, covering.seat, covering.words
    statement = read(words)
    if isinstance(statement, Misread):
        _wrong(table, Claim(seat, words, statement.reason, 0))
        return None
    card, slot = covering.card or "", covering.slot or 0
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
    table.state = replace(table.state, claim=found, covering=None, click=None, ended=found.seat)
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
    table.state = replace(table.state, claim=found, ended=found.seat)


def _shown(verdict: Verdict, broken: Pair) -> str:
    """Return the two cards that break a claim, in the order in which it names them."""
    lying = tops(verdict.wheel)
    neighbour = lying[broken.neighbour] or "an empty slot"
    return f"{lying[broken.slot]} and {neighbour} {verdict.statement.direction} it"


def _late(table: Table[State], seat: int) -> None:
    """Rule that the time to speak is over: a wrong claim, with the card if it is known (W50)."""
    table.rule(rulings.TooLate(seat))
    table.cue(Sound(table.now, "foul"))
    table.state = replace(table.state, claim=Claim(seat, (), "too_late", 0), ended=seat)


# The table judges


async def _judged_by_table(table: Table[State], covering: Covering) -> Prize | None:
    """Count the opponents' words; the claimant's presses tell what was won (play.md)."""
    against = sum(not is_for for is_for in covering.votes.values())
    if against * 2 > len(covering.votes):
        _wrong(table, Claim(covering.seat, (), "rejected", 0))
        return None
    repeats = await _number(table, "repeats", MOST_REPEATS)
    kind = await _number(table, "pairing", BY_COLOUR)
    if repeats is None or kind is None:
        return None
    card, slot, occurrences = covering.card or "", covering.slot or 0, repeats + 1
    covered = table.state.wheel[slot][-1]
    wheel = cover(table.state.wheel, card, slot)
    table.state = replace(table.state, wheel=wheel)
    _right(table, Claim(covering.seat, (), None, occurrences))
    return prize_for(occurrences, card, covered, wheel, is_by_suit=kind == BY_SUIT)


async def _number(table: Table[State], about: str, most: int) -> int | None:
    while _claimant(table):
        presses = Presses(lambda: _claimant(table), about, table.state.house.pause_ns)
        came = await (presses | aside(table, taps=True))
        if isinstance(came, Number) and came.value <= most:
            return came.value
        if isinstance(came, Number):
            table.rule(rulings.NoSuchNumber(came.seat, came.value, most))
    return None


def said(words: tuple[str, ...]) -> str:
    """Return a claim as it is said, or nothing where only the table heard it."""
    if len(words) != 3:
        return ""
    direction, trigger, target = words
    return f"{direction.upper()} every {trigger} there is always {target}"
