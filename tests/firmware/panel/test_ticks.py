"""Ticks: nanoseconds through gpiozero's float seconds and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.panel.ticks import ExactTicks, ns_of

DAY_NS = 86_400 * 10**9


@given(st.integers(0, 26 * DAY_NS))
def test_a_kernel_stamp_survives_exactly_for_26_days(ns: int) -> None:
    assert ns_of(ns / 1_000_000_000) == ns


@given(st.integers(0, 366 * DAY_NS))
def test_a_kernel_stamp_is_at_most_4_ns_off_for_a_year(ns: int) -> None:
    assert abs(ns_of(ns / 1_000_000_000) - ns) <= 4


@given(st.integers(0, 366 * DAY_NS), st.integers(0, 100))
def test_two_kernel_stamps_never_change_places(ns: int, gap: int) -> None:
    assert ns_of(ns / 1_000_000_000) <= ns_of((ns + gap) / 1_000_000_000)


@given(st.integers(0, 2**62))
def test_exact_ticks_carry_every_nanosecond(ns: int) -> None:
    assert ns_of(ExactTicks(ns)) == ns


def test_exact_ticks_are_seconds_to_gpiozero() -> None:
    assert ExactTicks(1_500_000_000) - ExactTicks(500_000_000) == pytest.approx(1.0)
