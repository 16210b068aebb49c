from __future__ import annotations

from tests.contract.players import Played
from tests.contract.walks import at_moment


def test_nothing_that_must_never_be_lost_is_gone_after_any_event(played: Played) -> None:
    referee = at_moment(played, 0)
    count = referee.run.game.count
    assert count(referee.run.state) is None
    for event in played.events:
        referee.feed(event)
        assert count(referee.run.state) is None, event
