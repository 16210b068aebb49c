from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.timing.bursts import Burst, bursts

GAP = 800_000_000
STAMPS = st.lists(st.integers(0, 20 * GAP), max_size=12)


def test_d6_rings_at_most_a_gap_apart_belong_together() -> None:
    assert bursts([0, GAP, 2 * GAP], GAP) == (Burst((0, GAP, 2 * GAP)),)


def test_a_ring_at_the_very_end_of_the_gap_belongs_and_one_later_does_not() -> None:
    burst = Burst((100,))
    assert burst.takes(100 + GAP, GAP)
    assert not burst.takes(101 + GAP, GAP)
    assert bursts([100, 101 + GAP], GAP) == (Burst((100,)), Burst((101 + GAP,)))


def test_a_burst_closes_a_gap_after_its_last_ring() -> None:
    assert Burst((5, 9)).closes(GAP) == 9 + GAP


def test_d21_its_last_ring_by_stamp_is_the_moment_of_finishing() -> None:
    burst = Burst((10,)).rung(30).rung(20)
    assert (burst.first, burst.last, burst.count) == (10, 30, 3)


def test_a_ring_stamped_before_the_first_one_still_belongs_if_it_is_near() -> None:
    burst = Burst((GAP,))
    assert burst.takes(0, GAP)
    assert not Burst((GAP + 1,)).takes(0, GAP)


def test_two_rings_with_one_stamp_are_two_rings() -> None:
    assert bursts([7, 7], GAP) == (Burst((7, 7)),)


def test_without_rings_there_is_no_burst() -> None:
    assert bursts([], GAP) == ()


@given(stamps=STAMPS, data=st.data())
def test_the_order_of_arrival_makes_no_difference(stamps: list[int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(stamps))
    assert bursts(shuffled, GAP) == bursts(stamps, GAP)


@given(stamps=STAMPS)
def test_no_ring_is_lost_and_bursts_lie_further_apart_than_the_gap(stamps: list[int]) -> None:
    found = bursts(stamps, GAP)
    assert sorted(stamps) == [ring for burst in found for ring in burst.rings]
    for earlier, later in pairwise(found):
        assert later.first > earlier.closes(GAP)
        assert not earlier.takes(later.first, GAP)
