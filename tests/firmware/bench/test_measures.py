"""Measures: every bench gives its figures, each with how it was measured; small runs of each."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.bench import core, games, live, program
from firmware.bench.figures import Figure
from firmware.bench.games import Soaking
from firmware.bench.program import Program
from firmware.shelf import games as all_games
from firmware.soak import Plan, SoakFault

GAME = all_games()["click_click_boom"]


def by_name(figures: Sequence[Figure]) -> dict[str, Figure]:
    assert all(figure.how for figure in figures)
    return {figure.name: figure for figure in figures}


def test_a_poll_of_an_empty_field_keeps_its_bound() -> None:
    figures = by_name(core.reader())

    assert figures["empty poll"].value <= 25
    assert figures["poll that finds a 7-byte tag"].value > figures["empty poll"].value
    assert figures["new 7-byte tag, times air time"].value <= 1.5


def test_a_replay_is_measured() -> None:
    (figure,) = core.replay(300)

    assert figure.bound == "under 5 s"
    assert figure.value > 0
    assert "300 presses and releases" in figure.how


def test_an_edge_is_measured_up_to_its_ruling() -> None:
    figures = by_name(live.edge_to_ruling(3))

    assert figures["edge to ruling, median"].value > 0
    assert "6 presses and releases" in figures["edge to ruling, p99"].how


def test_beats_are_measured_from_due_to_emitted() -> None:
    figures = by_name(live.beat_jitter(1))

    assert "3 beats of 1 counts" in figures["beat, due to emitted, median"].how
    assert 0 <= figures["beat, due to emitted, median"].value < 1000


def test_a_start_is_measured_with_what_the_program_weighs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.bench.program.time.sleep", lambda _seconds: None)
    figures = by_name(program.start_and_memory(tmp_path, 1))

    assert figures["start to first page"].value > 0
    assert figures["resident memory"].value > 10


def test_a_program_that_ends_at_once_says_why(tmp_path: Path) -> None:
    broken = Program(tmp_path, ["--board", "nix"])
    with pytest.raises(RuntimeError, match="the program ended: --board nix: no such board"):
        broken.start()
    broken.stop()

    assert broken.exit_code == 2


def test_a_program_that_never_started_has_nothing_to_stop(tmp_path: Path) -> None:
    never = Program(tmp_path)
    never.kill()

    assert (never.stop(), never.pid, never.exit_code) == (0.0, 0, None)


# Soak


def test_a_soak_tells_of_games_and_hours() -> None:
    soaked = games.soak(2, 1, slug="click_click_boom")
    figures = by_name(soaked.figures())

    assert soaked.faults == ()
    assert figures["games that ended"].value == 2
    assert "2 robots' games of Click Click Boom (seats" in figures["games that ended"].how
    assert figures["games with a fault"].value == 0
    assert figures["polls of readers"].value > 100


def test_a_fault_of_a_game_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(plan: Plan, _games: object) -> None:
        raise SoakFault(f"a coin is gone in {plan.seed}")

    monkeypatch.setattr(games, "soak_one", broken)
    soaked = games.soak(2, 1, slug="click_click_boom")

    assert soaked.faults == ("a coin is gone in 1000000", "a coin is gone in 1000001")
    assert by_name(soaked.figures())["games with a fault"].value == 2


def test_a_soak_may_be_spread_over_processes() -> None:
    spread = subprocess.run(
        [
            sys.executable,
            "-c",
            "from firmware.bench.games import soak; print(soak(2, 1, 2, 'click_click_boom'))",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=100,
    )

    assert re.search(r"faults=\(\)", spread.stdout)
    assert Soaking((), (), 1.0, 2, ("Toy",)).figures()[0].value == 0


def test_without_a_name_every_game_takes_its_turn() -> None:
    toys = tuple(replace(GAME, slug=slug) for slug in ("one", "two", "three"))
    plans = games.plans_of(toys, 7, 1)

    assert [plan.game for plan in plans] == ["one", "two", "three"] * 2 + ["one"]
    assert [plan.seed for plan in plans[::3]] == [1_000_000, 1_000_001, 1_000_002]


def test_a_game_without_a_robot_is_not_soaked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "games", lambda: {"mute": replace(GAME, robot=None), "toy": GAME})

    assert [*games.with_robots()] == ["toy"]
    with pytest.raises(KeyError):
        games.soak(1, 1, slug="mute")
