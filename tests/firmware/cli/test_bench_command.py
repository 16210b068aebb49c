"""`bench`: prints figures as they come, and ends with 1 when something was lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from firmware.bench import core, games, kills, live, phones, program
from firmware.bench.figures import Figure
from firmware.bench.games import Soaking
from firmware.bench.kills import Killed
from firmware.bench.phones import Seen
from tests.firmware.cli.command import ringmaster

FIGURE = Figure("empty poll", 11, "transfers", "our driver", "at most 25")
SOAKED = Soaking((), (), 1.0, 1, ("Toy",))
SEEN = Seen(50, 30, 0, 0, 0.7, 50, are_pins_released=True, latencies_ms=(1.0,))


def measured(*figures: Figure) -> Callable[..., Sequence[Figure]]:
    return lambda *_given: figures


def test_everything_is_measured_and_printed_with_how(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, names in (
        (core, ("reader", "replay")),
        (live, ("edge_to_ruling", "beat_jitter")),
        (program, ("start_and_memory",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, measured(FIGURE))
    monkeypatch.setattr(games, "soak", lambda *_given: SOAKED)
    monkeypatch.setattr(phones, "watch", lambda *_given: SEEN)
    ran = ringmaster("bench")

    assert ran.code == 0
    assert ran.out.startswith("Measured on ")
    assert "at most 25" in ran.out
    assert "our driver" in ran.out
    assert "games per second" in ran.out
    assert "rulings lost on all phones" in ran.out


def test_figures_are_json_lines_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "watch", lambda *_given: SEEN)
    ran = ringmaster("bench", "phones", "--json")

    found = [json.loads(row) for row in ran.out.splitlines()]
    assert ran.code == 0
    assert {one["name"] for one in found} >= {"rulings lost on all phones"}


@pytest.mark.parametrize("seen", [replace(SEEN, lost=1), replace(SEEN, doubled=1)])
def test_a_lost_or_doubled_ruling_ends_with_1(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def watch(*given: Any) -> Seen:
        asked.append(given)
        return seen

    monkeypatch.setattr(phones, "watch", watch)
    ran = ringmaster("bench", "phones", "--phones", "5", "--seconds", "2", "--rate", "4")

    assert ran.code == 1
    assert asked == [(5, 2.0, 4.0)]


def test_a_soak_tells_its_faults_and_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def soak(*given: Any) -> Soaking:
        asked.append(given)
        return replace(SOAKED, faults=("a coin is gone",))

    monkeypatch.setattr(games, "soak", soak)
    words = ("--games", "7", "--seed", "3", "--jobs", "1")
    ran = ringmaster("bench", "soak", *words, "--game", "template")
    ringmaster("bench", "soak")

    assert ran.code == 1
    assert ran.err == "a coin is gone\n"
    assert asked == [(7, 3, 1, "template", {}), (1000, 1, 2, None, {})]


def test_a_soak_may_state_options_of_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def soak(*given: Any) -> Soaking:
        asked.append(given[-1])
        return SOAKED

    monkeypatch.setattr(games, "soak", soak)

    assert ringmaster("bench", "soak", "--with", "mode=duel", "--with", "points=3").code == 0
    assert asked == [{"mode": "duel", "points": 3}]


def test_a_soak_with_an_option_that_no_table_takes_ends_with_2() -> None:
    ran = ringmaster("bench", "soak", "--game", "boom_boom_battle", "--with", "mode=melee")

    assert ran.code == 2
    assert "--with mode=melee: BOOM BOOM takes no table" in ran.err


def test_a_soak_of_a_game_that_there_is_not_ends_with_2() -> None:
    ran = ringmaster("bench", "soak", "--game", "chess")

    assert ran.code == 2
    assert ran.err.startswith("--game chess: no game that robots play (allowed: ")
    assert "template" in ran.err


def test_a_soak_without_a_fault_ends_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "soak", lambda *_given: SOAKED)

    assert ringmaster("bench", "soak").code == 0


@pytest.mark.parametrize(("faults", "code"), [((), 0), (("ruling 4 is lost",), 1)])
def test_kills_tell_what_was_lost(
    faults: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "kills", lambda *_given: (Killed(4, ()), Killed(2, faults)))
    ran = ringmaster("bench", "kills", "--times", "2")

    assert ran.code == code
    assert ran.err == "".join(f"{fault}\n" for fault in faults)
    assert "rulings shown before the kills" in ran.out
