"""Kills: what was shown is there after `kill -9`, and the bench would notice if it were not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.events import Said
from companion.core.referee import Referee
from firmware.bench import kills
from firmware.bench.kills import Follower, Killed, asked, figures
from firmware.bodies import body_of
from firmware.journal import Stored
from tests.firmware.evenings import GAMES, S, header

GIVEN = {"ringmaster": 1, "game": "click_click_boom", "seats": ["Ann", "Bo", "Cy"], "first": 1}


@pytest.mark.soak
def test_ten_kills_lose_nothing_that_was_shown() -> None:
    killed = kills.kills(10, seed=7, jobs=5)

    assert [one.faults for one in killed] == [()] * 10
    assert sum(one.shown for one in killed) > 20


def a_game() -> Stored:
    referee = Referee(GAMES["click_click_boom"], header(3, first=1))
    bodies = [body_of(referee.feed(Said(seat, {"done": True}, at=seat * S))[0]) for seat in (1, 2)]
    return Stored(1, "", json.dumps(GIVEN), tuple(bodies), None, 0)


class Restarted:
    """Stands for the program after its restart, with answers as the test wants them."""

    def __init__(self, **change: Any) -> None:
        self.acts: list[Any] = []
        self._view = {
            "over": False,
            "paused": True,
            "phase": "turn",
            "rulings": [{"number": 4, "text": "Bo ends the turn."}],
            "waiting": [{"seat": 3, "gesture": "press"}],
        } | change

    def view(self) -> dict[str, Any]:
        return self._view | {"paused": self._view["paused"] and not self.acts}

    def be_host(self) -> None:
        pass

    def host(self, act: dict[str, Any]) -> dict[str, Any]:
        self.acts.append(act)
        return {"taken": True}


def wrong(shown: dict[int, str], **change: Any) -> list[str]:
    program: Any = Restarted(**change)
    return kills._wrong_after(program, Follower(program, shown), a_game())


def test_a_restart_that_is_as_it_should_be_has_no_fault() -> None:
    assert wrong({4: "Bo ends the turn.", 1: "Long ago."}) == []


def test_a_ruling_that_is_another_one_after_the_restart_is_a_fault() -> None:
    (fault,) = wrong({4: "Bo goes on."})

    assert fault == (
        "ruling 4 was shown as 'Bo goes on.', after the restart it is 'Bo ends the turn.'"
    )


def test_a_ruling_that_is_not_in_the_journal_is_a_fault() -> None:
    stored = {3: "One.", 4: "Two."}

    assert kills._lost({1: "Set up.", 3: "One.", 4: "Two."}, stored) == []
    assert kills._lost({4: "Three."}, stored) == [
        "ruling 4 was shown as 'Three.', the journal has 'Two.'"
    ]
    assert len(kills._lost({5: "Five."}, stored)) == 1


def test_a_game_that_goes_on_by_itself_is_a_fault() -> None:
    assert "the restarted game is not paused" in wrong({}, paused=False)


def test_a_table_that_waits_for_somebody_else_is_a_fault() -> None:
    (fault,) = wrong({}, waiting=[{"seat": 1, "gesture": "press"}])

    assert fault.startswith("the table waits for ('turn', [(1, 'press')]), the journal for")


def test_a_game_that_is_over_is_not_undone_and_none_has_nothing_to_ask() -> None:
    program: Any = Restarted(over=True)
    assert kills._wrong_after(program, Follower(program), a_game()) == []
    none: Any = Restarted()
    assert kills._wrong_after(none, Follower(none), None) == []

    assert program.acts == none.acts == []


def test_what_the_table_waits_for_is_read_from_the_journal() -> None:
    assert asked(a_game()) == ("turn", [(3, "press")])


def test_the_figures_count_faults() -> None:
    shown, faults = figures([Killed(4, ()), Killed(3, ("lost", "late"))])

    assert (shown.value, faults.value, faults.bound) == (7, 2, "0")
