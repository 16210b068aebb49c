"""The libraries of a Pi, played by stand-ins, for code that opens a real kit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware.clock import Clock
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.lgpio import FakeLgpio, lgpio_played_by
from firmware.mock.spi_libraries import simulated_libraries


@contextmanager
def a_pi(clock: Clock, busy: tuple[int, ...] = ()) -> Iterator[tuple[FakeLgpio, SimulatedReaders]]:
    """Let `import lgpio` and `import spidev` reach stand-ins; give the pins and the chips.

    The driver's pauses let the chips' time pass, and take none of ours.
    """
    pins, chips = FakeLgpio(busy), SimulatedReaders(("centre", "tray"), clock)

    def pause(ns: int) -> None:
        for name in chips:
            chips[name].chip.clock.advance(ns)

    with (
        pytest.MonkeyPatch.context() as patch,
        lgpio_played_by(pins),
        simulated_libraries(chips.chips),
    ):
        patch.delenv("LG_WD", raising=False)
        patch.setattr("firmware.devices.sleep_ns", pause)
        yield pins, chips
