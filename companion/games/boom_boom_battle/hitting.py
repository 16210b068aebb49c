"""The flow of the hit test: who is hit, by knowledge or by answers (B40, B66)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.asks import Ask, Everyone, Moot, Refused
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import No, Press, Pressing, Tell, Who, Yes, YesNo
from companion.core.gestures.numbering import Number, Presses
from companion.games.boom_boom_battle import rulings
from companion.games.boom_boom_battle.acts import beside
from companion.games.boom_boom_battle.answers import claimed
from companion.games.boom_boom_battle.attacks import hits_known, is_in_smoke, settled
from companion.games.boom_boom_battle.state import Attack, Claim, State

RIGHT = {Side.RIGHT: {"hit": False}}
SOME = -1  # hit by a grenade, which takes as many cards as match: they are not counted yet


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers what hit a seat: 0 for nothing."""

    seat: int
    hits: int


async def test(table: Table[State], seats: tuple[int, ...]) -> dict[int, int]:
    """Return what hits each seat; all that have to answer are asked at once."""
    attack = table.state.fight
    hits = {seat: known(table.state, attack, seat) for seat in seats}
    asked = tuple(seat for seat in seats if hits[seat] is None)
    _ask(table, asked)
    while pending(table.state):
        table.state = replace(table.state, phase="hit")
        for came in await _come(table):
            _answered(table, came)
    found = {seat: told for seat in seats if (told := hits[seat]) is not None}
    answers = table.state.fight.hits
    _ask(table, ())
    return {seat: found.get(seat, answers.get(seat, 0)) for seat in seats}


def _ask(table: Table[State], asked: tuple[int, ...]) -> None:
    hits = {s: n for s, n in table.state.fight.hits.items() if s not in asked}
    table.state = replace(table.state, attack=replace(table.state.fight, asked=asked, hits=hits))


def known(state: State, attack: Attack, seat: int) -> int | None:
    """Return what hits a seat where nobody has to be asked, or None."""
    hits = settled(state, attack, seat)
    if hits is None and state.house.is_tracked:
        return hits_known(state, attack, seat)
    return hits


def pending(state: State) -> tuple[int, ...]:
    """Return who still has to answer."""
    asked = state.attack.asked if state.attack else ()
    return tuple(seat for seat in asked if seat in state.playing)


def most(state: State, seat: int) -> int:
    """Return how much can hit a seat: numbers of an LMG, cards of a grenade under Forest."""
    attack = state.fight
    hand = state.players[seat].hand
    return min(hand, len(attack.play.numbers)) if attack.kind == "lmg" else hand


def is_counted(state: State) -> bool:
    """Tell whether a number answers: an LMG's numbers, or how many cards Forest lets be drawn."""
    attack = state.fight
    is_blind = attack.kind == "grenade" and state.effect == "forest"
    return is_blind or (attack.kind == "lmg" and len(attack.play.numbers) > 1)


# The question


async def _come(table: Table[State]) -> Sequence[Any]:
    """Return what was answered; numbers all together, or one answer would cut another's short."""
    if not is_counted(table.state):
        who = lambda: pending(table.state)  # noqa: E731
        return (await (YesNo(who, "hit", {"hit": True}) | _tell(table, who) | beside(table)),)
    counts = Everyone(lambda: pending(table.state), lambda seat: _count(table, seat))
    came = await (counts | beside(table))
    return () if isinstance(came, Moot) else tuple(came.values())


def _count(table: Table[State], seat: int) -> Ask[Any]:
    """Wait for a seat's number: LEFT so many times, RIGHT for none, or a phone's word."""
    who = lambda: tuple(one for one in pending(table.state) if one == seat)  # noqa: E731
    presses = Presses(who, "hits", table.state.house.gap_ns, sides=(Side.LEFT,))
    return presses | Press(who, "hits", RIGHT) | _tell(table, who)


def _tell(table: Table[State], who: Who) -> Ask[Answer | Moot]:
    def read(seat: int, hits: bool | int, _event: Happened) -> Answer | Refused:
        return read_hits(table.state, seat, hits)

    def read_side(seat: int, side: str, _event: Happened) -> Answer | Refused:
        return read_hits(table.state, seat, hits=side == Side.LEFT.value)

    told: Ask[Answer | Moot] = Tell(who, "hit", "hit", read, lambda _seat: [])
    return told | Tell(who, "hit", "side", read_side, lambda _seat: [], optional=True)


def read_hits(state: State, seat: int, hits: bool | int) -> Answer | Refused:
    """Read an answer, or say why it cannot be one."""
    is_grenade = state.fight.kind == "grenade"
    if isinstance(hits, bool):
        if hits and is_counted(state):
            return Refused("how_many")
        return Answer(seat, (SOME if is_grenade else 1) if hits else 0)
    if not is_counted(state) and not is_grenade and hits > 1:
        return Refused("hit_or_not")
    if hits > most(state, seat):
        return Refused("too_many_hits")
    return Answer(seat, SOME if hits and is_grenade and not is_counted(state) else hits)


def _answered(table: Table[State], came: Any) -> None:
    match came:
        case Yes(seat=seat):
            _take(table, Answer(seat, SOME if table.state.fight.kind == "grenade" else 1))
        case No(seat=seat) | Pressing(seat=seat):
            _take(table, Answer(seat, 0))
        case Number(seat=seat, value=number) if number <= most(table.state, seat):
            _take(table, Answer(seat, number))
        case Number(seat=seat, value=number):
            table.rule(rulings.NoSuchCount(seat, number, most(table.state, seat)))
        case Answer():
            _take(table, came)
        case _:
            pass  # somebody has left


def _take(table: Table[State], answer: Answer) -> None:
    attack = table.state.fight
    seat = answer.seat
    table.state = replace(
        table.state,
        attack=replace(
            attack,
            hits={**attack.hits, seat: answer.hits},
            asked=tuple(one for one in attack.asked if one != seat),
        ),
    )
    claim = claim_of(attack, answer.hits, table.state.players[seat].hand)
    if claim is not None:
        table.state = claimed(table.state, seat, claim)


def claim_of(attack: Attack, hits: int, hand: int) -> Claim | None:
    """Return what an answer says of a hand of so many cards, or None (B66).

    What a grenade hit is only known once it is laid.
    """
    numbers = attack.play.numbers
    if hits == SOME:
        return None
    if attack.kind == "lmg":
        return Claim(numbers, hits, is_distinct=True, least=hits, held=hand)
    is_counted = attack.kind == "grenade" or hits == 0
    return Claim(numbers, hits if is_counted else hand, least=hits, held=hand)


# What is told of it


def tell(table: Table[State], seat: int, hits: int, number: int) -> None:
    """Rule whether an attack hit a seat, and how many cards that costs."""
    attack = table.state.fight
    if hits:
        table.rule(rulings.Hit(seat, attack.by, number, attack.kind))
    else:
        is_smoke = is_in_smoke(table.state, attack, seat)
        table.rule(rulings.Missed(seat, attack.by, "smoke" if is_smoke else attack.kind))
