"""The search: every legal claim of a card, and every pattern that lies on the Wheel."""

from __future__ import annotations

from companion.games.wild_wild_pattern.claims import claims, judge, patterns
from companion.games.wild_wild_pattern.pattern import STATEMENTS
from companion.games.wild_wild_pattern.verdicts import Pattern
from tests.games.wild_wild_pattern.wheels import DEFAULTS, card, claim, faces, pairs, wheel

LYING = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"
V5 = "R-GUN-c W-STAR-b W-DYN-c G-STAR-b R-SHOE-c W-BOTTLE-b G-WANTED-b B-BARREL-b"
GAPS = "B-GUN R-LOOT . G-BARREL B-SHOE Y-BOTTLE . ."


def test_the_search_finds_the_claims_of_the_vectors() -> None:
    found = claims(wheel(LYING), card("Y-LOOT"), faces(), DEFAULTS)
    assert (5, claim("AFTER B LOOT")) in [(slot, statement) for slot, statement, _ in found]
    found = claims(wheel(V5), card("R-STAR"), faces(V5, "R-STAR-b"), DEFAULTS)
    assert (5, claim("BEFORE STAR coin")) in [(slot, statement) for slot, statement, _ in found]


def test_the_search_says_of_a_claim_what_the_judge_says() -> None:
    lying, play, known = wheel(V5), card("R-STAR"), faces(V5, "R-STAR-b")
    verdicts = [judge(lying, play, 5, statement, known, DEFAULTS) for statement in STATEMENTS]
    legal = [(5, verdict.statement, verdict) for verdict in verdicts if verdict.is_valid]
    assert legal
    assert [found for found in claims(lying, play, known, DEFAULTS) if found[0] == 5] == legal


def test_claims_come_by_slot_then_by_statement() -> None:
    options = DEFAULTS | {"min_occurrences": 1}
    found = claims(wheel(LYING), card("Y-LOOT"), faces(), options)
    order = [(slot, STATEMENTS.index(statement)) for slot, statement, _ in found]
    assert len(order) > 8
    assert order == sorted(order)


def test_no_claim_covers_an_empty_slot() -> None:
    found = claims(wheel(GAPS), card("Y-LOOT"), faces(), DEFAULTS | {"min_occurrences": 1})
    assert {slot for slot, _, _ in found} == {0, 1, 3, 4, 5}


def test_a_card_that_lies_in_the_wheel_has_no_claim() -> None:
    assert claims(wheel(LYING), card("R-STAR"), faces(), DEFAULTS) == ()


def test_the_patterns_that_lie_there_are_found_with_their_slots() -> None:
    lying = "B-GUN-b R-LOOT-c W-DYN-b G-BARREL-b B-SHOE-b Y-LOOT-c R-STAR-b G-WANTED-b"
    afters, befores = pairs((0, 1), (4, 5)), pairs((1, 0), (5, 4))
    found = patterns(wheel(lying), faces(lying), DEFAULTS)
    assert found == (
        Pattern(claim("AFTER B LOOT"), afters),
        Pattern(claim("AFTER LOOT bullets"), pairs((1, 2), (5, 6))),
        Pattern(claim("BEFORE LOOT B"), befores),
        Pattern(claim("BEFORE LOOT bullets"), befores),
    )
    assert found[2].involved == (0, 1, 4, 5)


def test_an_empty_wheel_has_no_pattern() -> None:
    assert patterns(((),) * 8, faces(), DEFAULTS) == ()
