"""Games: the soak of many robots' games through pins and tags, over several processes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from firmware.bench.figures import Figure
from firmware.shelf import games
from firmware.soak import Plan, Soaked, SoakFault
from firmware.soak import soak as soak_one

OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"variant": "quick"},
    {"variant": "advanced"},
    {"foul_policy": "recount"},
    {"foul_policy": "fine", "dues_replace_ante": True},
    {"variant": "advanced", "felix_any": False, "pass_after_last": True},
)


@dataclass(frozen=True, slots=True)
class Soaking:
    """Holds what a soak told: every game's result, every fault, and how long it took."""

    played: tuple[Soaked, ...]
    faults: tuple[str, ...]
    seconds: float
    jobs: int

    def figures(self) -> Sequence[Figure]:
        """Return the figures."""
        count = len(self.played)
        fouls = sum(sum(game.fouls.values()) for game in self.played)
        how = (
            f"{count} robots' games of Click Click Boom (2 to 6 seats, all variants and policies) "
            f"in virtual time through pins and tags, {self.jobs} processes"
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


def plan_of(number: int, seed: int) -> Plan:
    """Return the plan of the soak's game `number`: seats and options take their turns."""
    options = OPTIONS[number % len(OPTIONS)]
    players = 2 + number // len(OPTIONS) % 5
    more = {"allow_two": True} if players == 2 else {}
    return Plan(seed=seed * 1_000_000 + number, players=players, options={**options, **more})


def play(plan: Plan) -> Soaked | str:
    """Play one plan; return its result, or what went wrong."""
    known = games()
    try:
        return soak_one(plan, known)
    except SoakFault as fault:
        return str(fault)


def soak(count: int, seed: int, jobs: int = 1) -> Soaking:
    """Play so many games, spread over processes."""
    plans = [plan_of(number, seed) for number in range(count)]
    began = time.monotonic()
    if jobs == 1:
        results = [play(plan) for plan in plans]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(play, plans, chunksize=4))
    seconds = time.monotonic() - began
    played = tuple(result for result in results if isinstance(result, Soaked))
    faults = tuple(result for result in results if isinstance(result, str))
    return Soaking(played, faults, seconds, jobs)
