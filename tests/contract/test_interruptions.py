from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.asks import Deadline
from companion.core.events import Restarted, Said
from companion.core.referee import Referee
from tests.contract.players import Played, play_on
from tests.contract.walks import HOUR, at_moment, due, every_ask, host, now, snapshot

ADJUSTMENTS: tuple[dict[str, Any], ...] = (
    {"coins": 1},
    {"coins": -1000},
    {"money": 25},
    {"points": 1},
    {"points": -1},
    {"hand": 1},
    {"hand": 0},
    {"cards": []},
    {"alive": False},
    {"alive": True},
)


@pytest.mark.parametrize("change", ADJUSTMENTS, ids=str)
def test_a_correction_at_every_ask_does_not_break_the_game(
    played: Played, change: dict[str, Any]
) -> None:
    seats = played.header.numbers
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        before, at, seat = snapshot(referee), now(referee), seats[moment % len(seats)]
        if host(referee, {"adjust": {"seat": seat, **change}}, at) == "refused":
            assert snapshot(referee) == before
            continue
        play_on(referee, Random(moment), 20, at)
        assert referee.run.failure is None


def test_correcting_everybody_out_leaves_a_game_that_can_be_undone(played: Played) -> None:
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        for seat in played.header.numbers:
            host(referee, {"adjust": {"seat": seat, "alive": False}}, now(referee))
        assert referee.run.failure is None


def test_a_pause_at_every_ask_stops_time_and_acts(played: Played) -> None:
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        said = [
            Said(one.seat, one.say, at=now(referee)) for one in referee.run.offers() if one.say
        ]
        assert host(referee, {"pause": True}, now(referee)) == "accepted"
        paused = referee.run.state
        assert due(referee) is None
        assert all(referee.feed(one)[0].verdict.value == "refused" for one in said)
        assert referee.run.state == paused


def test_after_a_pause_an_ask_that_stayed_open_waits_as_before(played: Played) -> None:
    stayed = 0
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        asked, offers, deadline = referee.run._ask, referee.run.offers(), due(referee)
        at = now(referee)
        host(referee, {"pause": True}, at)
        assert host(referee, {"resume": True}, at + HOUR) == "accepted"
        if referee.run._ask is asked and referee.run.offers() == offers:
            stayed += 1
            assert due(referee) == _moved(deadline, HOUR)
        play_on(referee, Random(moment), 25, at + HOUR)
        assert referee.run.failure is None
    assert stayed


def _moved(deadline: Deadline | None, by: int) -> Deadline | None:
    return Deadline(deadline.ns + by, deadline.kind) if deadline else None


def test_a_restart_at_every_ask_waits_for_the_host_and_goes_on(played: Played) -> None:
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        at = now(referee)
        referee.feed(Restarted(referee.run.down(), at=at))
        assert referee.run.is_paused
        assert host(referee, {"resume": True}, at + HOUR) == "accepted"
        play_on(referee, Random(moment), 25, at + HOUR)
        assert referee.run.failure is None


def test_an_interrupted_game_still_reaches_its_end(played: Played) -> None:
    moments = every_ask(played)
    referee: Referee[Any] = at_moment(played, moments[len(moments) // 2])
    at = now(referee)
    host(referee, {"pause": True}, at)
    host(referee, {"resume": True}, at + HOUR)
    play_on(referee, Random(1), 6000, at + HOUR)
    assert referee.run.is_over
