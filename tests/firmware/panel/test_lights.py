"""The lights: patterns of time alone."""

from __future__ import annotations

import pytest

from firmware.panel.lights import Lights, Pattern, level, next_change_ns

MS = 1_000_000


class FakeLamp:
    def __init__(self) -> None:
        self.calls: list[str] = []

    def on(self) -> None:
        self.calls.append("on")

    def off(self) -> None:
        self.calls.append("off")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (Pattern.OFF, "0000000000000000"),
        (Pattern.ON, "1111111111111111"),
        (Pattern.BLINK, "1111000011110000"),
        (Pattern.FAST, "1010101010101010"),
    ],
)
def test_each_pattern_over_two_seconds_in_eighths(pattern: Pattern, expected: str) -> None:
    lit = [level(pattern, eighth * 125 * MS) for eighth in range(16)]

    assert "".join(str(int(is_lit)) for is_lit in lit) == expected


def test_d10_waiting_flashes_60_ms_every_600_ms_and_is_like_no_other_pattern() -> None:
    lit = [level(Pattern.WAIT, ms * MS) for ms in range(1800)]

    assert lit == ([True] * 60 + [False] * 540) * 3
    for other in (Pattern.OFF, Pattern.ON, Pattern.BLINK, Pattern.FAST):
        assert lit != [level(other, ms * MS) for ms in range(1800)]


@pytest.mark.parametrize(
    ("now_ms", "change_ms"), [(0, 60), (59, 60), (60, 600), (599, 600), (600, 660), (1259, 1260)]
)
def test_a_waiting_light_changes_at_the_end_of_its_flash_and_of_its_dark(
    now_ms: int, change_ms: int
) -> None:
    assert next_change_ns(Pattern.WAIT, now_ms * MS) == change_ms * MS


def test_d10_a_waiting_lamp_is_switched_twice_a_period() -> None:
    lamp = FakeLamp()
    lights = Lights({1: lamp})
    lights.set(1, Pattern.WAIT, 0)
    now: int | None = 0
    while now is not None and now <= 1800 * MS:
        lights.tick(now)
        now = lights.next_ns(now)

    assert lamp.calls == ["on", "off"] * 3 + ["on"]


@pytest.mark.parametrize("pattern", [Pattern.BLINK, Pattern.FAST, Pattern.WAIT])
def test_the_next_change_is_where_the_level_changes(pattern: Pattern) -> None:
    change = next_change_ns(pattern, 12_345 * MS)

    assert change is not None
    assert level(pattern, change - 1) == level(pattern, 12_345 * MS)
    assert level(pattern, change) != level(pattern, change - 1)


def test_a_steady_light_never_changes() -> None:
    assert next_change_ns(Pattern.ON, 0) is None


def test_a_lamp_is_switched_only_when_its_level_changes() -> None:
    lamp = FakeLamp()
    lights = Lights({1: lamp})
    lights.set(1, Pattern.BLINK, 0)
    for now in range(0, 1000 * MS, 50 * MS):
        lights.tick(now)

    assert lamp.calls == ["on", "off"]


def test_lights_wake_for_the_earliest_change_and_not_at_all_when_steady() -> None:
    lights = Lights({1: FakeLamp(), 2: FakeLamp()})
    assert lights.next_ns(0) is None

    lights.set(1, Pattern.BLINK, 0)
    lights.set(2, Pattern.FAST, 0)
    assert lights.next_ns(10 * MS) == 125 * MS


def test_a_seat_without_a_light_is_no_fault() -> None:
    lamp = FakeLamp()
    Lights({1: lamp}).set(2, Pattern.ON, 0)

    assert lamp.calls == []


def test_all_off_ends_every_pattern() -> None:
    lamps = {1: FakeLamp(), 2: FakeLamp()}
    lights = Lights(lamps)
    lights.set(1, Pattern.ON, 0)
    lights.set(2, Pattern.BLINK, 0)
    lights.all_off(0)
    lights.tick(1000 * MS)

    assert [lamp.calls for lamp in lamps.values()] == [["on", "off"], ["on", "off"]]
