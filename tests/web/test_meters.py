from __future__ import annotations

import pytest

from tests.web.fakes import FakeClock
from web.meters import FORGET_ABOVE, StreamSlots, Tries, WriteBuckets


def test_a_seat_may_write_a_bucket_at_once_and_then_at_its_rate() -> None:
    clock = FakeClock()
    buckets = WriteBuckets(10, clock)
    assert [buckets.take("a") for _ in range(10)] == [0.0] * 10
    assert buckets.take("a") == pytest.approx(0.1)
    clock.ms += 100
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


def test_one_seat_does_not_empty_the_bucket_of_another() -> None:
    buckets = WriteBuckets(1, FakeClock())
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0


def test_full_buckets_are_forgotten() -> None:
    clock = FakeClock()
    buckets = WriteBuckets(10, clock)
    for n in range(FORGET_ABOVE):
        buckets.take(str(n))
    clock.ms += 10_000
    buckets.take("one more")
    assert list(buckets._levels) == ["one more"]


def test_the_sixth_try_within_a_minute_waits_for_the_first_to_age() -> None:
    clock = FakeClock()
    tries = Tries(5, 20, clock)
    for _ in range(5):
        assert tries.take("a") == 0
        clock.ms += 1000
    assert tries.take("a") == pytest.approx(55)
    clock.ms += 55_000
    assert tries.take("a") == 0


def test_many_addresses_together_are_held_back_too() -> None:
    tries = Tries(5, 20, FakeClock())
    assert [tries.take(str(n)) for n in range(20)] == [0.0] * 20
    assert tries.take("another") == pytest.approx(60)


def test_looking_at_the_wait_takes_no_try() -> None:
    tries = Tries(1, 20, FakeClock())
    assert [tries.wait_s("a") for _ in range(3)] == [0.0] * 3
    assert tries.take("a") == 0
    assert tries.wait_s("a") > 0


def test_streams_are_capped_by_address_and_for_all() -> None:
    slots = StreamSlots(3, 2)
    assert [slots.take(a) for a in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
    slots.give_back("a")
    assert slots.taken == 2
    assert slots.take("c")
