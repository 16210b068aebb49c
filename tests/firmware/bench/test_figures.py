"""Figures: one line, one object, and the quantiles that they come from."""

from __future__ import annotations

import os
import re

import pytest

from firmware.bench.figures import Figure, machine, quantile, resident_mb


def test_a_figure_is_a_line_with_its_bound_and_an_object_with_all_of_it() -> None:
    figure = Figure("empty poll", 11, "transfers", "our driver", "at most 25")

    assert re.fullmatch(r" *empty poll +11 transfers +\[at most 25\]", figure.line())
    assert figure.to_json() == {
        "name": "empty poll",
        "value": 11,
        "unit": "transfers",
        "how": "our driver",
        "bound": "at most 25",
    }
    assert "[" not in Figure("a", 1, "s", "b").line()


@pytest.mark.parametrize(
    ("values", "share", "found"),
    [([], 0.5, 0.0), ([3.0], 0.99, 3.0), ([3.0, 1.0, 2.0], 0.5, 2.0), ([1.0, 2.0], 1.0, 2.0)],
)
def test_a_quantile_is_one_of_the_values(values: list[float], share: float, found: float) -> None:
    assert quantile(values, share) == found


def test_a_process_has_a_weight_and_one_that_is_gone_has_none() -> None:
    assert 1 < resident_mb(os.getpid()) < 10_000
    assert resident_mb(2**22 + 1) == 0.0


def test_the_machine_is_described() -> None:
    assert f"{os.cpu_count()} cores" in machine()
