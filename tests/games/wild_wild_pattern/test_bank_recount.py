"""The Bank against a recount that knows nothing of how it is written (W34 to W37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.cards.manifest import BankLine, Condition
from companion.games.wild_wild_pattern.bank import VALUES, pay
from companion.games.wild_wild_pattern.pattern import COLOURS, OBJECTS, SUITS, Face

PAIRS = [(colour, thing) for colour in COLOURS for thing in OBJECTS]
Shown = tuple[str, str, str]  # colour, object, suit
PLACES = {"colour": 0, "object": 1, "suit": 2}


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    feature = draw(st.sampled_from(sorted(VALUES)))
    if draw(st.booleans()):
        return Condition(feature, different=draw(st.integers(0, 5)))
    value = draw(st.one_of(st.none(), st.sampled_from(VALUES[feature])))
    return Condition(feature, same=draw(st.integers(0, 4)), value=value)


@st.composite
def lines(draw: st.DrawFn) -> BankLine:
    asked = draw(st.lists(conditions(), min_size=1, max_size=2))
    return BankLine("line", tuple(asked), draw(st.integers(0, 99)), draw(st.booleans()))


@st.composite
def hands(draw: st.DrawFn) -> list[Shown]:
    pairs = draw(st.lists(st.sampled_from(PAIRS), max_size=7, unique=True))
    return [(*pair, draw(st.sampled_from(SUITS))) for pair in pairs]


def often(hand: Sequence[Shown], asked: Condition) -> int:
    """Count how often a condition is met, value by value."""
    seen = [card[PLACES[asked.feature]] for card in hand]
    if asked.different is not None:
        return 1 if len(set(seen)) == asked.different else 0
    values = VALUES[asked.feature] if asked.value is None else (asked.value,)
    return len([value for value in values if Counter(seen)[value] == asked.same])


@given(hands(), st.lists(lines(), max_size=4), st.booleans())
def test_the_bank_pays_what_a_recount_says(
    hand: list[Shown], asked: list[BankLine], per_match: bool
) -> None:
    faces = {f"{colour}/{thing}": Face(colour, thing, suit) for colour, thing, suit in hand}
    result = pay(list(faces), asked, faces, pay_per_match=per_match)
    prizes, is_wild = [], False
    for line in asked if len(hand) <= 5 else []:
        times = min(often(hand, condition) for condition in line.conditions)
        prizes.append(line.prize * (times if per_match else times > 0))
        is_wild = is_wild or (line.wild and times > 0)
    assert [one.prize for one in result.lines] == prizes
    assert (result.total, result.is_wild) == (sum(prizes), is_wild)
    assert result.is_turned_away == (len(hand) > 5)


@given(hands(), conditions())
def test_what_is_told_of_a_count_is_so(hand: list[Shown], asked: Condition) -> None:
    faces = {f"{colour}/{thing}": Face(colour, thing, suit) for colour, thing, suit in hand[:5]}
    line = BankLine("line", (asked,), 10)
    (result,) = pay(list(faces), [line], faces, pay_per_match=False).lines
    (check,) = result.checks
    seen = [card[PLACES[asked.feature]] for card in hand[:5]]
    told = [getattr(faces[card], asked.feature) for card in result.cards]
    assert told == [value for value in seen if value in check.values]
    if asked.same is None:
        assert check.held == len(set(seen)) == len(check.values)
    else:
        assert {Counter(seen)[value] for value in check.values} <= {check.held}
    assert result.is_met == (check.times > 0)
    if check.values:
        assert result.is_met == (check.held == check.wanted)
