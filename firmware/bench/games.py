"""Games: the soak of many robots' games through pins and tags, over several processes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from firmware.bench.figures import Figure
from firmware.bench.plans import plan_of
from firmware.shelf import games
from firmware.soak import Plan, Soaked, SoakFault
from firmware.soak import soak as soak_one


@dataclass(frozen=True, slots=True)
class Soaking:
    """Holds what a soak told: every game's result, every fault, and how long it took.

    `titles` names the games that were played.
    """

    played: tuple[Soaked, ...]
    faults: tuple[str, ...]
    seconds: float
    jobs: int
    titles: tuple[str, ...]

    def figures(self) -> Sequence[Figure]:
        """Return the figures."""
        count = len(self.played)
        fouls = sum(sum(game.fouls.values()) for game in self.played)
        how = (
            f"{count} robots' games of {' and '.join(self.titles)} (seats, boards and options in "
            f"turn) in virtual time through pins and tags, {self.jobs} processes"
        )
        return [
            Figure("games that ended", count, "games", how),
            Figure("games with a fault", len(self.faults), "games", how, "0"),
            Figure("games per second", count / self.seconds, "games/s", how),
            Figure("rulings", sum(game.rulings for game in self.played), "", how),
            Figure("fouls among them", fouls, "", how),
            Figure("acts refused", sum(_refusals(self.played).values()), "", how),
            Figure("polls of readers", sum(game.polls for game in self.played), "", how),
            Figure("edges", sum(game.edges for game in self.played), "", how),
            Figure("hours at the table", _hours(self.played), "h", how),
        ]


def _refusals(played: Sequence[Soaked]) -> Counter[str]:
    return sum((Counter(game.refusals) for game in played), Counter())


def _hours(played: Sequence[Soaked]) -> float:
    return sum(game.virtual_s for game in played) / 3600


def with_robots() -> Mapping[str, Game[Any]]:
    """Return the games that robots can play, by slug."""
    return {slug: game for slug, game in games().items() if game.robot is not None}


def plans_of(
    among: Sequence[Game[Any]], count: int, seed: int, stated: Mapping[str, Any] | None = None
) -> Sequence[Plan]:
    """Plan so many tables, the games in turns; `stated` are options that all of them have."""
    return [
        plan_of(among[number % len(among)], number // len(among), seed, stated)
        for number in range(count)
    ]


def play(plan: Plan) -> Soaked | str:
    """Play one plan; return its result, or what went wrong."""
    known = games()
    try:
        return soak_one(plan, known)
    except SoakFault as fault:
        return str(fault)


def soak(
    count: int,
    seed: int,
    jobs: int = 1,
    slug: str | None = None,
    stated: Mapping[str, Any] | None = None,
) -> Soaking:
    """Play so many tables of one game, or of all in turns, spread over processes.

    Raises KeyError for a game that there is not, or that has no robot, and ValueError where no
    table can have the options that are `stated`.
    """
    known = with_robots()
    among = tuple(known.values()) if slug is None else (known[slug],)
    plans = plans_of(among, count, seed, stated)
    began = time.monotonic()
    if jobs == 1:
        results = [play(plan) for plan in plans]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(play, plans, chunksize=4))
    seconds = time.monotonic() - began
    played = tuple(result for result in results if isinstance(result, Soaked))
    faults = tuple(result for result in results if isinstance(result, str))
    return Soaking(played, faults, seconds, jobs, tuple(game.title for game in among))
