from __future__ import annotations

import pytest

from companion.timing.reveal import Early, InTime, Late, judge, last_moment

SHOOT = 3_900_000_000
LATE_AFTER = 1_500_000_000


@pytest.mark.parametrize(
    ("stamp", "verdict"),
    [
        (SHOOT - 250_000_000, Early(250.0)),
        (SHOOT - 1, Early(0.000001)),
        (SHOOT, InTime()),
        (SHOOT + 1, InTime()),
        (SHOOT + LATE_AFTER, InTime()),
        (SHOOT + LATE_AFTER + 1, Late(1500.000001)),
        (SHOOT + 2_000_000_000, Late(2000.0)),
    ],
)
def test_c46_a_letting_go_is_judged_by_its_stamp_to_the_nanosecond(
    stamp: int, verdict: Early | InTime | Late
) -> None:
    assert judge(stamp, SHOOT, LATE_AFTER) == verdict


def test_c46_the_last_moment_is_still_in_time() -> None:
    last = last_moment(SHOOT, LATE_AFTER)
    assert judge(last, SHOOT, LATE_AFTER) == InTime()
    assert judge(last + 1, SHOOT, LATE_AFTER) == Late(1500.000001)
