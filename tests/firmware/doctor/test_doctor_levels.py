"""The doctor's look for wires to the supply: what can be seen of a 5 V mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.devices import Libraries, pin_factory
from firmware.doctor.levels import look_at_levels
from firmware.notice_board import Finding
from tests.firmware.pis import a_classic_pi, a_pi

STANDARD = shipped("standard")
Hold = Callable[[int, int | None], None]


@contextmanager
def looking(libraries: Libraries) -> Iterator[tuple[Hold, Callable[[], tuple[Finding, ...]]]]:
    """Give a way to hold pins, and the doctor's look at them."""

    def look() -> tuple[Finding, ...]:
        factory = pin_factory(libraries)
        try:
            return look_at_levels(STANDARD, factory)
        finally:
            factory.close()

    if libraries is Libraries.CLASSIC:
        with a_classic_pi(VirtualClock(1)) as (gpio, _chips):
            yield gpio.hold, look
    else:
        with a_pi(VirtualClock(1)) as (pins, _chips):
            yield pins.hold, look


@pytest.mark.parametrize("libraries", Libraries)
def test_a_kit_that_is_wired_right_is_not_held_high(libraries: Libraries) -> None:
    with looking(libraries) as (hold, look):
        hold(17, 0)  # a button that is down
        assert look() == ()


@pytest.mark.parametrize("libraries", Libraries)
@pytest.mark.parametrize(("pin", "part"), [(17, "1.left"), (26, "1.light"), (15, "5.right")])
def test_a_button_or_a_light_on_the_supply_is_named_before_it_burns(
    libraries: Libraries, pin: int, part: str
) -> None:
    with looking(libraries) as (hold, look):
        hold(pin, 1)
        (finding,) = look()

    assert (finding.part, finding.state) == (f"pin {pin} ({part})", "error")
    assert "5 V" in finding.text
    assert finding.cure.startswith("Pull the plug now")


@pytest.mark.parametrize("pin", [2, 3, 4, 12, 25])
def test_a_line_with_a_pull_up_of_its_own_tells_nothing(pin: int) -> None:
    with looking(Libraries.CURRENT) as (hold, look):
        hold(pin, 1)
        assert look() == ()


def test_the_look_leaves_no_pin_claimed() -> None:
    with a_pi(VirtualClock(1), busy={22: "gpiomon"}) as (pins, _chips):
        factory = pin_factory(Libraries.CURRENT)
        pins.hold(22, 1)
        pins.hold(17, 1)
        found = look_at_levels(STANDARD, factory)
        factory.close()

        assert [one.part for one in found] == ["pin 17 (1.left)"]
        assert not any(line.is_claimed for line in pins.lines.values())


def test_the_look_leaves_no_callback_that_an_edge_would_run_into() -> None:
    with a_pi(VirtualClock(1)) as (pins, _chips):
        factory = pin_factory(Libraries.CURRENT)
        look_at_levels(STANDARD, factory)
        factory.close()

        assert not any(line.callbacks for line in pins.lines.values())
