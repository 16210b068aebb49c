from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from companion.core.options import COMMON, Choice, Option, Seconds, Switch, Whole, read_options
from companion.core.options import show_options as show

DECLARED: tuple[Option, ...] = (
    Choice("variant", "standard", ("quick", "advanced")),
    Switch("hint", default=False),
    Seconds("late_after", 1.5, 0.3, 10),
    Whole("rounds", 10, 1, 50),
)


def test_what_is_not_given_has_its_default_and_durations_are_in_ns() -> None:
    values, faults = read_options(DECLARED, {})
    assert faults == ()
    assert values == {
        "variant": "standard",
        "hint": False,
        "late_after": 1_500_000_000,
        "rounds": 10,
    }


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("variant", "quick", "quick"),
        ("variant", "standard", "standard"),
        ("hint", True, True),
        ("late_after", 0.3, 300_000_000),
        ("late_after", 10, 10_000_000_000),
        ("late_after", Decimal("1.000000001"), 1_000_000_001),
        ("rounds", 1, 1),
        ("rounds", 50, 50),
    ],
)
def test_what_is_allowed_is_kept(name: str, given: Any, kept: Any) -> None:
    values, faults = read_options(DECLARED, {name: given})
    assert faults == ()
    assert values[name] == kept


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("variant", "slow", "one of standard, quick, advanced"),
        ("variant", ["quick"], "one of standard, quick, advanced"),
        ("variant", None, "one of standard, quick, advanced"),
        ("hint", 1, "true or false"),
        ("hint", "true", "true or false"),
        ("late_after", 0.299999999, "0.3 to 10 seconds"),
        ("late_after", 10.000000001, "0.3 to 10 seconds"),
        ("late_after", True, "0.3 to 10 seconds"),
        ("late_after", "2", "0.3 to 10 seconds"),
        ("late_after", float("nan"), "0.3 to 10 seconds"),
        ("rounds", 0, "a whole number from 1 to 50"),
        ("rounds", 51, "a whole number from 1 to 50"),
        ("rounds", True, "a whole number from 1 to 50"),
        ("rounds", 2.0, "a whole number from 1 to 50"),
    ],
)
def test_what_is_not_allowed_is_a_fault_that_says_what_is(
    name: str, given: Any, allowed: str
) -> None:
    _, faults = read_options(DECLARED, {name: given})
    assert faults == (f"options.{name}: found {given!r} (allowed: {allowed})",)


def test_all_faults_are_told_at_once() -> None:
    _, faults = read_options(DECLARED, {"hint": 3, "speed": 1, "rounds": 0})
    assert faults == (
        "options: unknown option 'speed' (allowed: variant, hint, late_after, rounds)",
        "options.hint: found 3 (allowed: true or false)",
        "options.rounds: found 0 (allowed: a whole number from 1 to 50)",
    )


@pytest.mark.parametrize("given", [None, [], "lead", 3])
def test_options_are_an_object(given: Any) -> None:
    assert read_options(DECLARED, given) == (
        {},
        (f"options: an object is wanted, not {given!r}",),
    )


def test_options_are_shown_as_files_have_them() -> None:
    values, _ = read_options(DECLARED, {"late_after": 2.5, "variant": "quick"})
    assert show(DECLARED, values) == {
        "variant": "quick",
        "hint": False,
        "late_after": 2.5,
        "rounds": 10,
    }


@pytest.mark.parametrize(
    ("name", "default", "least", "most"),
    [
        ("lead", 0.9, 0.3, 3),
        ("beat", 1.0, 0.3, 3),
        ("go_after", 1.0, 0.3, 5),
        ("claim_window", 3.0, 1, 10),
        ("ring_gap", 0.8, 0.4, 1.5),
    ],
)
def test_every_game_has_the_common_options(
    name: str, default: float, least: float, most: float
) -> None:
    values, _ = read_options(COMMON, {})
    assert show(COMMON, values)[name] == default
    for bound in (least, most):
        assert read_options(COMMON, {name: bound})[1] == ()
    for beyond in (least - 0.1, most + 0.1):
        assert len(read_options(COMMON, {name: round(beyond, 9)})[1]) == 1


@pytest.mark.parametrize(
    ("option", "bounds"),
    [
        (DECLARED[0], ["standard", "quick", "advanced"]),
        (DECLARED[1], [False, True]),
        (DECLARED[2], {"min": 0.3, "max": 10}),
        (DECLARED[3], {"min": 1, "max": 50}),
    ],
)
def test_pages_are_told_what_is_allowed(option: Option, bounds: Any) -> None:
    assert option.bounds() == bounds
