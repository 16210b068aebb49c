"""How a manche's end ends the game: Wild combinations, Saloon, Dead or Alive (W37 to W39)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SALOON_GOAL_CENTS = 300  # to be exceeded


@dataclass(frozen=True, slots=True)
class Standing:
    """Holds one living player after the Bank: cents in all, and how the Bank received them.

    `is_paid` tells that the Bank gave money in this very manche; a Challenge's does not count.
    """

    seat: int
    money: int
    is_paid: bool
    is_wild: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """Holds what a manche's end decides; with `winners` the game is over.

    `out` are eliminated. `tied` are equal first in the Saloon, or all equal in Dead or Alive.
    `is_reset` tells that those who play on begin at nothing. `cite` is the ruling followed.
    """

    winners: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    is_reset: bool = False
    cite: str = ""

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.winners)


def ending(mode: str, saloon_tie: str, standings: Sequence[Standing]) -> Ending:
    """Return what a manche's end decides in a mode, `saloon` or `dead_or_alive`.

    A Wild combination comes before all money, and is shared where two show one (W37).
    """
    wild = tuple(one.seat for one in standings if one.is_wild)
    if wild:
        return Ending(winners=wild, cite="W37")
    return saloon(standings, saloon_tie) if mode == "saloon" else dead_or_alive(standings)


def saloon(standings: Sequence[Standing], saloon_tie: str) -> Ending:
    """Return who wins in the Saloon: the most money above 3 dollars, of whom the Bank paid.

    Equal first play on, or share with `saloon_tie` at `shared` (W38, W45).
    """
    above = [one for one in standings if one.money > SALOON_GOAL_CENTS]
    paid = [one for one in above if one.is_paid]
    most = max((one.money for one in paid), default=0)
    first = tuple(one.seat for one in paid if one.money == most)
    if len(first) > 1:
        winners = first if saloon_tie == "shared" else ()
        return Ending(winners=winners, tied=first, cite="W38")
    is_only_unpaid = bool(above) and not paid
    return Ending(winners=first, cite="W45" if is_only_unpaid else "W38")


def dead_or_alive(standings: Sequence[Standing]) -> Ending:
    """Return who is out in Dead or Alive: the least money, equal ones together (W39).

    Where all are equal nobody is (W46). Who is left alone wins; money is reset otherwise.
    """
    least = min(one.money for one in standings)
    lowest = tuple(one.seat for one in standings if one.money == least)
    left = tuple(one.seat for one in standings if one.money > least)
    if len(standings) == 1:
        return Ending(winners=lowest, cite="W39")
    if not left:
        return Ending(tied=lowest, is_reset=True, cite="W46")
    if len(left) == 1:
        return Ending(winners=left, out=lowest, cite="W39")
    return Ending(out=lowest, is_reset=True, cite="W39")
