from __future__ import annotations

from tests.contract.players import Played
from tests.contract.walks import at_moment, every_ask, host, now


def test_a_whole_game_reaches_its_end(played: Played) -> None:
    run = played.referee.run
    assert run.failure is None
    assert run.is_over
    public = played.referee.view("public")
    assert public["over"] is True
    assert set(public["winners"]) <= set(played.header.numbers)


def test_the_host_can_end_a_game_at_every_ask(played: Played) -> None:
    for moment in every_ask(played):
        referee = at_moment(played, moment)
        assert host(referee, {"end": True}, now(referee)) == "accepted"
        assert referee.run.is_over
        assert referee.run.failure is None
        assert referee.view("public")["waiting"] == []


def test_after_the_end_every_act_is_refused(played: Played) -> None:
    referee = at_moment(played, len(played.events))
    before = referee.run.state
    for event in played.events[-20:]:
        assert referee.feed(event)[0].verdict.value != "accepted"
    assert referee.run.state == before
