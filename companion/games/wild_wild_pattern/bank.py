"""The Bank of Wild Wild Pattern: what it pays at a manche's end for the cards somebody has won.

Lines are the manifest's, so every table may have other ones; counts are exact (W35).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.manifest import BankLine, Condition
from companion.games.wild_wild_pattern.pattern import COLOURS, OBJECTS, SUITS, Face, Faces

MOST_PAID_CARDS = 5
VALUES: Mapping[str, tuple[str, ...]] = {"suit": SUITS, "colour": COLOURS, "object": OBJECTS}

Counts = tuple[int, ...]  # how many cards show each value of a feature, in the order of VALUES


@dataclass(frozen=True, slots=True)
class Check:
    """Holds how one exact count turned out on the whole hand.

    `wanted` cards of a value are compared with `held` ones, or, where `is_of_values`, so many
    different values of the feature. `values` are those that met the count; where none did, the
    nearest one held, so that people can be told "4 blue cards, exactly 3 wanted". `cards` show
    these values. `times` is 0 for a miss.
    """

    feature: str
    wanted: int
    held: int
    values: tuple[str, ...]
    cards: tuple[str, ...]
    times: int
    is_of_values: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the check as a view or a ruling shows it."""
        return {
            "feature": self.feature,
            "counted": "different" if self.is_of_values else "same",
            "wanted": self.wanted,
            "held": self.held,
            "values": list(self.values),
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class LineResult:
    """Holds how a line turned out: how often it was met, and the cents that it pays for that."""

    name: str
    checks: tuple[Check, ...]
    times: int
    prize: int
    is_wild: bool

    @property
    def is_met(self) -> bool:
        """Tell whether all its counts are met."""
        return self.times > 0

    @property
    def broken(self) -> Check | None:
        """Return the first count that was missed, or None for a line that is met."""
        return next((check for check in self.checks if not check.times), None)

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the cards that met the line; those of the broken count where it was missed."""
        shown = self.checks if self.broken is None else (self.broken,)
        return tuple(dict.fromkeys(card for check in shown for card in check.cards))

    def to_json(self) -> dict[str, Any]:
        """Return the line as a view or a ruling shows it."""
        return {
            "line": self.name,
            "met": self.is_met,
            "times": self.times,
            "prize": self.prize,
            "wild": self.is_wild,
            "cards": list(self.cards),
            "broken": None if self.broken is None else self.broken.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Payout:
    """Holds what the Bank says to one player; without lines where it pays for no hand so big."""

    lines: tuple[LineResult, ...]
    is_turned_away: bool = False

    @property
    def total(self) -> int:
        """Return the cents paid."""
        return sum(line.prize for line in self.lines)

    @property
    def is_paid(self) -> bool:
        """Tell whether the Bank gave any money, as the Saloon's test wants it (W45)."""
        return self.total > 0

    @property
    def is_wild(self) -> bool:
        """Tell whether a Wild combination was shown, which wins the game (W37)."""
        return any(line.is_wild and line.is_met for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the payment as a view or a ruling shows it."""
        return {
            "total": self.total,
            "wild": self.is_wild,
            "turned_away": self.is_turned_away,
            "lines": [line.to_json() for line in self.lines],
        }


def pay(
    hand: Sequence[str],
    lines: Sequence[BankLine],
    faces: Faces,
    pay_per_match: bool,
) -> Payout:
    """Return what the Bank pays for the Pattern cards that a player holds now (W34 to W36).

    Every line is tested alone on the whole hand, and pays once; with `pay_per_match` as often as
    it is met. More than five cards are paid nothing at all. A Target's lines come in with the
    others (W47).
    """
    if len(hand) > MOST_PAID_CARDS:
        return Payout((), is_turned_away=True)
    return Payout(tuple(_result(hand, line, faces, pay_per_match) for line in lines))


def _result(
    hand: Sequence[str],
    line: BankLine,
    faces: Faces,
    pay_per_match: bool,
) -> LineResult:
    checks = tuple(_check(hand, condition, faces) for condition in line.conditions)
    # Several conditions are met together as often as the rarest of them.
    times = min(check.times for check in checks)
    paid = times if pay_per_match else min(times, 1)
    return LineResult(line.name, checks, times, paid * line.prize, line.wild)


def _check(hand: Sequence[str], condition: Condition, faces: Faces) -> Check:
    feature = condition.feature
    counts = count((faces[card] for card in hand), feature)
    held = dict(zip(VALUES[feature], counts, strict=True))
    values = _values(condition, held)
    cards = tuple(card for card in hand if getattr(faces[card], feature) in values)
    times = times_met(condition, counts)
    if condition.same is None:
        different = condition.different or 0
        return Check(feature, different, len(values), values, cards, times, is_of_values=True)
    most = max((held[value] for value in values), default=0)
    return Check(feature, condition.same, most, values, cards, times)


def _values(condition: Condition, held: Mapping[str, int]) -> tuple[str, ...]:
    """Return the values that met a condition, or the nearest one held; of two, the more held."""
    if condition.value is not None:
        return (condition.value,)
    shown = tuple(value for value, number in held.items() if number)
    if condition.same is None:
        return shown
    wanted = condition.same
    met = tuple(value for value, number in held.items() if number == wanted)
    nearest = sorted(shown, key=lambda value: (abs(held[value] - wanted), -held[value]))
    return met or tuple(nearest[:1])


def count(faces: Iterable[Face], feature: str) -> Counts:
    """Return how many of these cards show each value of a feature."""
    shown = [getattr(face, feature) for face in faces]
    return tuple(shown.count(value) for value in VALUES[feature])


def times_met(condition: Condition, counts: Counts) -> int:
    """Return how often a condition is met: once for each value that is held so many times."""
    if condition.same is None:
        return int(sum(number > 0 for number in counts) == condition.different)
    if condition.value is None:
        return counts.count(condition.same)
    return int(counts[VALUES[condition.feature].index(condition.value)] == condition.same)
