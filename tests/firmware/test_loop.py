"""The loop: moments in virtual time, sleep and wake in real time, signals at any instruction."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass, field

import pytest

from firmware.clock import MonotonicClock, VirtualClock
from firmware.loop import (
    LONGEST_SLEEP_S,
    LiveLoop,
    ScaledClock,
    next_moment,
    run_virtual,
    step_all,
)

PATIENCE_S = 20


@dataclass
class Alarm:
    """Wants to act at these moments, and notes when it did."""

    moments: list[int]
    acted: list[int] = field(default_factory=list)

    def next_ns(self) -> int | None:
        return self.moments[0] if self.moments else None

    def step(self, now_ns: int) -> None:
        self.acted.append(now_ns)
        while self.moments and self.moments[0] <= now_ns:
            self.moments.pop(0)


def test_the_next_moment_is_the_earliest_of_any_part() -> None:
    assert next_moment([Alarm([]), Alarm([7, 9]), Alarm([3])]) == 3
    assert next_moment([Alarm([])]) is None


def test_parts_act_in_their_order() -> None:
    order: list[str] = []

    @dataclass
    class Named:
        name: str

        def next_ns(self) -> int | None:
            return None

        def step(self, now_ns: int) -> None:
            order.append(f"{self.name} {now_ns}")

    step_all([Named("first"), Named("second")], 5)

    assert order == ["first 5", "second 5"]


def test_virtual_time_stops_at_every_moment_and_at_the_end() -> None:
    clock, alarm = VirtualClock(1), Alarm([3, 8, 20])
    run_virtual([alarm], clock, 10)

    assert alarm.acted == [3, 8, 10]
    assert alarm.moments == [20]
    assert clock.now_ns() == 10


def test_a_moment_that_is_past_already_is_acted_on_at_once() -> None:
    clock, alarm = VirtualClock(100), Alarm([3])
    run_virtual([alarm], clock, 100)

    assert alarm.acted[0] == 100


def test_a_scaled_clock_begins_at_the_real_time_and_runs_so_much_faster() -> None:
    real = VirtualClock(1000)
    scaled = ScaledClock(real, 2.5)
    began = scaled.now_ns()
    real.advance(100)

    assert (began, scaled.now_ns()) == (1000, 1250)


def test_an_unscaled_clock_tells_the_machines_stamps_exactly() -> None:
    real = VirtualClock(123_456_789_012_345)
    scaled = ScaledClock(real, 1.0)
    real.advance(86_400_000_000_001)

    assert scaled.now_ns() == real.now_ns()


# Real time


@dataclass
class Waiting:
    """Wants nothing; tells of each step."""

    stepped: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def next_ns(self) -> int | None:
        return None

    def step(self, now_ns: int) -> None:
        del now_ns
        self.stepped.release()


def running(loop: LiveLoop) -> threading.Thread:
    thread = threading.Thread(target=loop.run, name="loop under test")
    thread.start()
    return thread


def test_a_loop_that_nothing_wants_acts_when_it_is_woken_and_ends_when_it_is_stopped() -> None:
    part = Waiting()
    loop = LiveLoop([part], MonotonicClock())
    thread = running(loop)
    for _ in range(3):
        assert part.stepped.acquire(timeout=PATIENCE_S)
        loop.wake()
    loop.stop()
    thread.join(PATIENCE_S)

    assert not thread.is_alive()


def test_a_loop_that_was_stopped_before_it_ran_does_nothing() -> None:
    alarm = Alarm([])
    loop = LiveLoop([alarm], MonotonicClock())
    loop.stop()
    loop.run()

    assert alarm.acted == []


def test_the_exception_of_a_part_ends_the_loop_and_is_raised() -> None:
    class Broken(Waiting):
        def step(self, now_ns: int) -> None:
            raise LookupError(f"at {now_ns}")

    with pytest.raises(LookupError, match="at 5"):
        LiveLoop([Broken()], VirtualClock(5)).run()


@pytest.mark.parametrize(
    ("moments", "speed", "seconds"),
    [
        ([], 1.0, LONGEST_SLEEP_S),
        ([1_500_000_000], 1.0, 0.5),
        ([1_500_000_000], 5.0, 0.1),
        ([10_000_000_000], 1.0, LONGEST_SLEEP_S),
        ([5], 1.0, 0.0),
    ],
)
def test_it_sleeps_until_the_next_moment_but_never_long(
    moments: list[int], speed: float, seconds: float
) -> None:
    loop = LiveLoop([Alarm(moments)], VirtualClock(1_000_000_000), speed)

    assert loop._sleep_s() == pytest.approx(seconds)


def test_wakes_that_came_together_are_one() -> None:
    loop = LiveLoop([], MonotonicClock())
    for _ in range(5):
        loop.wake()
    loop._rest(PATIENCE_S)

    assert loop._woken.empty()


def test_a_signal_may_wake_and_stop_the_loop_at_any_instruction() -> None:
    """With a lock in `wake`, a handler that interrupts its holder would wait for ever."""
    woken = 0

    class Busy(Alarm):
        def next_ns(self) -> int | None:
            return 0

    loop = LiveLoop([Busy([])], MonotonicClock())

    def handler(_number: int, _frame: object) -> None:
        nonlocal woken
        woken += 1
        loop.wake()
        if woken == 60:
            loop.stop()

    before = signal.signal(signal.SIGPROF, handler)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    try:
        loop.run()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

    assert woken >= 60
