from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.stamps import LONGEST_S, NS_PER_S, from_seconds, to_decimal, to_ms, to_seconds


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (-0.0, 0),
        (2, 2_000_000_000),
        (1.25, 1_250_000_000),
        (0.1, 100_000_000),
        (5.00012, 5_000_120_000),
        (Decimal("0.000000001"), 1),
        (Decimal("99999999.999999999"), 99_999_999_999_999_999),
        (Decimal("1E+3"), 1_000_000_000_000),
        (Decimal("1.50000000000000000000000000000000000000"), 1_500_000_000),
        (LONGEST_S, LONGEST_S * NS_PER_S),
    ],
)
def test_seconds_are_read_exactly(value: Any, expected: int) -> None:
    assert from_seconds(value) == expected


@pytest.mark.parametrize("value", [True, False, None, "1", [1], {"s": 1}, b"1"])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="a number of seconds is wanted"):
        from_seconds(value)


@pytest.mark.parametrize(
    "value",
    [
        -1,
        -0.000000001,
        float("nan"),
        float("inf"),
        Decimal("-Infinity"),
        Decimal("NaN"),
        Decimal("sNaN"),
        LONGEST_S + 1,
        Decimal("100000000.000000001"),
        10**400,
        Decimal("1E+999999"),
        Decimal("1E+999999999999"),
    ],
)
def test_seconds_out_of_bounds_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=f"seconds go from 0 to {LONGEST_S}"):
        from_seconds(value)


@pytest.mark.parametrize(
    "value",
    [
        0.1 + 0.2,
        1e-10,
        Decimal("0.0000000001"),
        Decimal("1.00000000000000000000000000000000000001"),
        Decimal("1E-999999999999"),
    ],
)
def test_more_than_nine_decimals_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="at most nine decimals"):
        from_seconds(value)


@settings(deadline=None)
@given(st.integers(0, LONGEST_S * NS_PER_S))
def test_every_stamp_survives_its_decimal_form(ns: int) -> None:
    text = to_decimal(ns)
    assert from_seconds(json.loads(text, parse_float=Decimal)) == ns
    assert not text.endswith((".", ".0"))


@pytest.mark.parametrize(
    ("ns", "text"), [(0, "0"), (1, "0.000000001"), (1_500_000_000, "1.5"), (10**10, "10")]
)
def test_decimals_have_no_needless_zeros(ns: int, text: str) -> None:
    assert to_decimal(ns) == text


def test_stamps_become_seconds_and_milliseconds_for_people() -> None:
    assert to_seconds(1_250_000_000) == 1.25
    assert to_ms(12_250_000) == 12.25
