"""A small stand-in for the `lgpio` library, so that gpiozero's own LGPIOFactory runs off a Pi.

What runs on it is the code that runs on a Pi: the claims, the alerts with the kernel's integer
stamps, the PWM calls. Only what gpiozero calls is here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import cast

ZERO_2_W = 0x902120
_OUTPUT = 1 << 1
_PULL_BITS = 1 << 5, 1 << 6, 1 << 7

Callback = Callable[[int, int, int, int], None]


class error(Exception):  # noqa: N801 - the library's own name
    """Tells what the library refused."""


@dataclass(slots=True)
class FakeLine:
    """Holds one line of the chip: `mode` bits as lgpio reports them, PWM as (Hz, duty in %)."""

    level: int = 1
    mode: int = 0
    is_claimed: bool = False
    is_alerting: bool = False
    pwm: tuple[float, float] | None = None
    callbacks: list[Callback] = field(default_factory=list)


class _Subscription:
    """Stands for a callback until it is cancelled."""

    def __init__(self, line: FakeLine, call: Callback) -> None:
        self._line = line
        self._call = call
        line.callbacks.append(call)

    def cancel(self) -> None:
        """Stop the callbacks."""
        self._line.callbacks.remove(self._call)


class FakeLgpio:
    """Plays the module `lgpio` with one chip; `busy` names lines that another process holds."""

    error = error
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = _PULL_BITS

    def __init__(self, busy: tuple[int, ...] = ()) -> None:
        self.lines: dict[int, FakeLine] = {}
        self.is_open = False
        self._busy = busy

    def edge(self, gpio: int, level: int, ns: int) -> None:
        """Let a line change at the kernel's stamp `ns`, as the library's thread would tell it."""
        line = self._line(gpio)
        line.level = level
        if line.is_alerting:
            for call in tuple(line.callbacks):
                call(0, gpio, level, ns)

    def gpiochip_open(self, chip: int) -> int:
        """Open the chip; returns its handle."""
        self.is_open = True
        return chip

    def gpiochip_close(self, _handle: int) -> None:
        """Close the chip, which frees its lines."""
        self.is_open = False
        for line in self.lines.values():
            line.is_claimed, line.is_alerting, line.pwm = False, False, None

    def gpio_claim_input(self, _handle: int, gpio: int, flags: int = 0) -> int:
        """Claim a line as an input with pull `flags`; raises `error` for a busy line."""
        line = self._claim(gpio)
        line.mode = flags
        line.is_alerting = False
        return 0

    def gpio_claim_output(self, _handle: int, gpio: int, level: int = 0, _flags: int = 0) -> int:
        """Claim a line as an output at `level`."""
        line = self._claim(gpio)
        line.mode, line.level, line.is_alerting = _OUTPUT, level, False
        return 0

    def gpio_claim_alert(self, _handle: int, gpio: int, _edges: int, flags: int = 0) -> int:
        """Claim a line as an input that tells its edges."""
        line = self._claim(gpio)
        line.mode, line.is_alerting = flags, True
        return 0

    def gpio_free(self, _handle: int, gpio: int) -> int:
        """Free a line."""
        self._line(gpio).is_claimed = False
        return 0

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        """Return a line's mode bits."""
        return self._line(gpio).mode

    def gpio_read(self, _handle: int, gpio: int) -> int:
        """Return a line's level."""
        return self._line(gpio).level

    def gpio_write(self, _handle: int, gpio: int, level: int) -> int:
        """Set an output's level."""
        self._line(gpio).level = int(level)
        return 0

    def gpio_set_debounce_micros(self, _handle: int, _gpio: int, micros: int) -> int:
        """Refuse any debounce but none: the panel filters by itself."""
        if micros:
            raise error(f"the panel never asks for a debounce, and this was {micros} us")
        return 0

    def tx_pwm(self, _handle: int, gpio: int, hz: float, duty: float) -> int:
        """Start PWM, or stop it with 0 Hz."""
        self._line(gpio).pwm = (hz, duty) if hz else None
        return 0

    def callback(self, _handle: int, gpio: int, _edges: int, call: Callback) -> _Subscription:
        """Call `call(chip, gpio, level, ns)` at each edge, until it is cancelled."""
        return _Subscription(self._line(gpio), call)

    def _claim(self, gpio: int) -> FakeLine:
        if gpio in self._busy:
            raise error("GPIO busy")
        line = self._line(gpio)
        line.is_claimed = True
        return line

    def _line(self, gpio: int) -> FakeLine:
        return self.lines.setdefault(gpio, FakeLine())


@contextmanager
def lgpio_played_by(fake: FakeLgpio, revision: int = ZERO_2_W) -> Iterator[FakeLgpio]:
    """Let `import lgpio` find the fake and gpiozero believe in a Pi, for as long as this lasts."""
    from gpiozero.pins import local  # noqa: PLC0415 - the fake itself needs no gpiozero

    kept = {name: sys.modules.pop(name, None) for name in ("lgpio", "gpiozero.pins.lgpio")}
    revision_before = local.get_pi_revision
    sys.modules["lgpio"] = cast("ModuleType", fake)
    local.get_pi_revision = lambda: revision
    try:
        yield fake
    finally:
        local.get_pi_revision = revision_before
        for name, module in kept.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
