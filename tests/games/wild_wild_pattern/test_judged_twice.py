"""Two judges, written apart, say the same of any Wheel, card, claim and option (3.2, 3.4)."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.games.wild_wild_pattern.claims import claims, judge, patterns
from companion.games.wild_wild_pattern.pattern import (
    COLOURS,
    OBJECTS,
    STATEMENTS,
    SUITS,
    Face,
    Faces,
    Statement,
    Wheel,
    read,
)
from companion.games.wild_wild_pattern.prizes import prize_fault
from companion.games.wild_wild_pattern.verdicts import Pair, Verdict, Why
from tests.games.wild_wild_pattern import naive

CLAIMS = int(os.environ.get("RINGMASTER_JUDGED_CLAIMS", "2000"))
A_SEARCH_IN = 200  # claims; the plain search judges 1,792 of its own
ENOUGH = 1000  # claims, among which every verdict is found


@dataclass(frozen=True, slots=True)
class Case:
    """Is a random table: a Wheel with gaps and stacks, a card from outside it, and options."""

    wheel: Wheel
    card: str
    slot: int
    faces: Faces
    options: Mapping[str, Any]


def a_case(rng: random.Random) -> Case:
    """Deal a Wheel that often has few cards of a kind, so that many claims nearly hold."""
    colours = rng.sample(COLOURS, rng.randint(2, 5))
    objects = rng.sample(OBJECTS, rng.randint(6, 8))
    coins = rng.choice((0.1, 0.5, 0.9))
    faces = {
        f"{colour}/{thing}": Face(colour, thing, SUITS[rng.random() >= coins])
        for colour in colours
        for thing in objects
    }
    deck = rng.sample(sorted(faces), len(faces))
    gaps = rng.choice((0.0, 0.0, 0.15, 0.5))
    stacks = [[deck.pop()] if slot == 0 or rng.random() >= gaps else [] for slot in range(8)]
    for card in deck[1 : rng.randint(1, 3)]:
        rng.choice([stack for stack in stacks if stack]).append(card)
    rng.shuffle(stacks)
    return Case(
        wheel=tuple(map(tuple, stacks)),
        card=deck[0],
        slot=rng.choice([slot for slot in range(8) if stacks[slot]]),
        faces=faces,
        options={
            "min_occurrences": rng.randint(1, 3),
            "novelty": rng.choice(("adds_occurrence", "strict")),
            "require_participation": rng.choice((False, True)),
        },
    )


def a_nearly_wild_case(rng: random.Random) -> Case:
    """Deal every second slot one colour and the others one object, but for the card to be played.

    Chance alone hardly ever deals a Wild Wild Pattern.
    """
    colour, *others = rng.sample(COLOURS, 5)
    thing, *rest = rng.sample(OBJECTS, 8)
    faces = {
        f"{one}/{other}": Face(one, other, rng.choice(SUITS))
        for one in COLOURS
        for other in OBJECTS
    }
    wild = [
        card
        for other, some in zip(others, rest, strict=False)
        for card in (f"{colour}/{some}", f"{other}/{thing}")
    ]
    slot = rng.randrange(8)
    stacks = [(card,) for card in wild]
    stacks[slot] = (rng.choice([card for card in faces if card not in wild]),)
    return replace(a_case(rng), wheel=tuple(stacks), card=wild[slot], slot=slot, faces=faces)


def a_claim(rng: random.Random, case: Case) -> Statement:
    """Return any claim, or mostly one that the eyes suggest: two cards side by side."""
    top = [case.faces[stack[-1]] if stack else None for stack in case.wheel]
    top[case.slot] = case.faces[case.card]
    slot, step = rng.randrange(8), rng.choice((1, -1))
    here, there = top[slot], top[(slot + step) % 8]
    if here is not None and there is not None:
        direction = "after" if step == 1 else "before"
        seen = read([direction, rng.choice(here.words), rng.choice(there.words)])
        if isinstance(seen, Statement):
            return seen
    return rng.choice(STATEMENTS)


def slots(pairs: tuple[Pair, ...]) -> list[tuple[int, int]]:
    return [(pair.slot, pair.neighbour) for pair in pairs]


def agree(case: Case, statement: Statement, verdict: Verdict) -> None:
    plain = naive.judge(
        case.wheel, case.card, case.slot, statement.words, case.faces, case.options
    )
    assert verdict.why == plain.why, (case, statement)
    assert slots(verdict.occurrences) == plain.occurrences, (case, statement)
    assert slots(verdict.before) == plain.before, (case, statement)
    assert sorted(slots(verdict.counter_examples)) == plain.counter_examples, (case, statement)
    assert verdict.involved == tuple(sorted(plain.involved)), (case, statement)
    assert verdict.is_wild is plain.is_wild, (case, statement)
    if verdict.is_valid:
        agree_on_the_prize(case, verdict)


def agree_on_the_prize(case: Case, verdict: Verdict) -> None:
    """Check every choice of up to three cards that are anywhere at the table."""
    plain = naive.prizes(
        case.wheel, case.card, case.slot, verdict.statement.words, len(verdict.occurrences)
    )
    cards = [card for stack in verdict.wheel for card in stack]
    choices = [choice for count in range(4) for choice in combinations(cards, count)]
    allowed = {frozenset(one) for one in choices if prize_fault(verdict, one) is None}
    assert allowed == plain, (case, verdict)


def test_both_judges_agree_on_every_claim() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(CLAIMS):
        rng = random.Random(seed)
        case = a_nearly_wild_case(rng) if seed % 10 == 0 else a_case(rng)
        statement = a_claim(rng, case)
        verdict = judge(case.wheel, case.card, case.slot, statement, case.faces, case.options)
        agree(case, statement, verdict)
        found["wild" if verdict.is_wild else verdict.why] += 1
    assert CLAIMS < ENOUGH or set(found) == {None, "wild", *Why}, found


def test_both_searches_find_the_same_claims() -> None:
    for seed in range(max(1, CLAIMS // A_SEARCH_IN)):
        case = a_case(random.Random(seed))
        found = claims(case.wheel, case.card, case.faces, case.options)
        plain = naive.claims(case.wheel, case.card, case.faces, case.options)
        assert len(found) == len(plain), case
        assert {(slot, statement.words) for slot, statement, _ in found} == plain, case


def test_both_find_the_same_patterns() -> None:
    for seed in range(max(1, CLAIMS // A_SEARCH_IN)):
        case = a_case(random.Random(seed))
        found = patterns(case.wheel, case.faces, case.options)
        plain = naive.patterns(case.wheel, case.faces, case.options)
        assert {one.statement.words for one in found} == plain, case
        assert len(found) == len(plain), case
