from __future__ import annotations

import pytest

from companion.core.asks import Offer
from companion.games.template.robot import haste, weight


def test_a_robot_draws_rather_than_loses_its_nerve() -> None:
    draw = Offer(1, "let_go", "draw")
    assert (
        weight(draw) > weight(Offer(1, "hold", "ready")) > weight(Offer(1, "let_go", "wait")) > 0
    )


@pytest.mark.parametrize("about", ["ready", "draw", "prize"])
def test_a_robot_takes_some_time(about: str) -> None:
    shortest, longest = haste(Offer(1, "press", about))
    assert 0 < shortest < longest
    assert haste(Offer(1, "press", "draw"))[1] <= longest
