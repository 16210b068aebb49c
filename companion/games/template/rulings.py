"""What Quick Draw decides, as types with values; the sentences are in `words`.

A ruling is announced to everybody: it never holds a card that the table has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Started(Ruling):
    """Rules that the signal came: from now on letting go counts."""

    round: int


@dataclass(frozen=True, slots=True)
class Voided(Ruling):
    """Rules that a start is void and everybody holds again; `case` says why."""

    case: str


@dataclass(frozen=True, slots=True)
class Drew(Ruling):
    """Rules who let go first."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrewTogether(Ruling):
    """Rules a tie: nobody wins the round, and it is played again."""

    seats: tuple[int, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class Beaten(Ruling):
    """Rules by how much the runner-up was too late; `ms` is exact to the stamp."""

    seat: int
    ms: float


@dataclass(frozen=True, slots=True)
class PrizeTaken(Ruling):
    """Rules that a prize lies face down before its winner; which one stays unsaid."""

    seat: int


@dataclass(frozen=True, slots=True)
class PointTaken(Ruling):
    """Rules that the winner took the sure point instead."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Ruling):
    """Rules what a player has in the end, now that all prizes lie open."""

    seat: int
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Won(Ruling):
    """Rules who won the game."""

    seats: tuple[int, ...]
    points: int
