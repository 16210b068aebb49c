"""The libraries of a Pi, played by stand-ins, for code that opens a real kit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from firmware.clock import NS_PER_S, Clock
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.lgpio import Busy, FakeLgpio, lgpio_played_by
from firmware.mock.rpi_gpio import SimulatedGpio, gpiozero_on_rpi_gpio
from firmware.mock.spi_libraries import simulated_libraries

RESET = 25  # of the standard board's readers


@contextmanager
def a_pi(
    clock: Clock, busy: Busy = (), *, has_reset: bool = True, label: str = "pinctrl-bcm2835"
) -> Iterator[tuple[FakeLgpio, SimulatedReaders]]:
    """Let `import lgpio` and `import spidev` reach stand-ins; give the pins and the chips.

    The driver's pauses let the chips' time pass, and take none of ours.
    """
    chips = SimulatedReaders(("centre", "tray"), clock)
    resets = {RESET: [chips[name].chip for name in chips]} if has_reset else {}
    pins = FakeLgpio(busy, resets=resets, label=label)
    with (
        pytest.MonkeyPatch.context() as patch,
        lgpio_played_by(pins),
        simulated_libraries(chips.chips),
    ):
        patch.delenv("LG_WD", raising=False)
        patch.setattr("firmware.devices.sleep_ns", pausing(chips))
        yield pins, chips


@contextmanager
def a_classic_pi(
    clock: Clock, *, has_edges: bool = True
) -> Iterator[tuple[SimulatedGpio, SimulatedReaders]]:
    """Let `import RPi.GPIO` and the mfrc522 package reach stand-ins; give the pins and the chips.

    gpiozero takes the stamps of its edges from `clock`, where a Pi has its monotonic clock.
    """
    chips = SimulatedReaders(("centre", "tray"), clock)
    with (
        pytest.MonkeyPatch.context() as patch,
        simulated_libraries(chips.chips, reset_pin=RESET, has_edges=has_edges) as libraries,
        gpiozero_on_rpi_gpio(),
    ):
        patch.setattr("firmware.devices.sleep_ns", pausing(chips))
        patch.setattr(
            "gpiozero.pins.local.LocalPiFactory.ticks",
            staticmethod(lambda: clock.now_ns() / NS_PER_S),
        )
        yield libraries.gpio, chips


def pausing(chips: SimulatedReaders) -> Callable[[int], None]:
    """Return a pause that lets the time of all chips pass."""

    def pause(ns: int) -> None:
        for name in chips:
            chips[name].chip.clock.advance(ns)

    return pause
