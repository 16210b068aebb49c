"""A small stand-in for the `lgpio` library, so that gpiozero's own LGPIOFactory runs off a Pi.

What runs on it is the code that runs on a Pi: the claims, the alerts with the kernel's integer
stamps, the PWM calls. Only what gpiozero and the doctor call is here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import cast

from firmware.mock.chip import SimulatedMfrc522

ZERO_2_W = 0x902120
CHIP_LINES = 54
_KERNEL, _OUTPUT = 1 << 0, 1 << 1
_PULL_BITS = 1 << 5, 1 << 6, 1 << 7

Callback = Callable[[int, int, int, int], None]
Busy = Iterable[int] | Mapping[int, str]
Resets = Mapping[int, Iterable[SimulatedMfrc522]]


class error(Exception):  # noqa: N801 - the library's own name
    """Tells what the library refused."""


@dataclass(slots=True)
class FakeLine:
    """Holds one line of the chip: `mode` bits as lgpio reports them, PWM as (Hz, duty in %).

    `held` is the level that a contact or a stray wire forces on it, None where nothing does;
    `owner` is the handle that claimed it.
    """

    driven: int = 0
    held: int | None = None
    mode: int = 0
    owner: int | None = None
    is_alerting: bool = False
    pwm: tuple[float, float] | None = None
    callbacks: list[Callback] = field(default_factory=list)

    @property
    def is_claimed(self) -> bool:
        """Tell whether some handle holds the line."""
        return self.owner is not None

    @property
    def level(self) -> int:
        """Return the level: what drives it, what holds it, else what its pull makes of it."""
        if self.mode & _OUTPUT:
            return self.driven
        if self.held is not None:
            return self.held
        return int(bool(self.mode & FakeLgpio.SET_PULL_UP))


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
    """Plays the module `lgpio` with one chip.

    `busy` are lines that somebody else holds, with the name under which the kernel knows him;
    `resets` are the chips whose NRSTPD a line drives: it is pulled down until a program drives it.
    """

    error = error
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = _PULL_BITS

    def __init__(
        self,
        busy: Busy = (),
        *,
        resets: Resets | None = None,
        label: str = "pinctrl-bcm2835",
        chip: int = 0,
    ) -> None:
        self.lines: dict[int, FakeLine] = {}
        self._handles: set[int] = set()
        self._last_handle = -1
        self._busy = busy if isinstance(busy, Mapping) else dict.fromkeys(busy, "gpiomon")
        self._resets = {pin: tuple(chips) for pin, chips in (resets or {}).items()}
        self._label = label
        self._chip = chip
        for pin in self._resets:
            self._drive_reset(pin, 0)

    @property
    def is_open(self) -> bool:
        """Tell whether anybody has the chip open."""
        return bool(self._handles)

    def edge(self, gpio: int, level: int, ns: int) -> None:
        """Let a contact close or open at the kernel's stamp `ns`, as the library tells it.

        It pulls the line to ground while it is closed (level 0).
        """
        line = self._line(gpio)
        line.held = level
        if line.is_alerting:
            for call in tuple(line.callbacks):
                call(0, gpio, level, ns)

    def hold(self, gpio: int, level: int | None) -> None:
        """Force a level on a line without a word, as a wire does; None lets it go."""
        self._line(gpio).held = level

    def gpiochip_open(self, chip: int) -> int:
        """Open the chip; returns its handle."""
        if chip != self._chip:
            raise error("can not open gpiochip")
        self._last_handle += 1
        self._handles.add(self._last_handle)
        return self._last_handle

    def gpiochip_close(self, handle: int) -> None:
        """Close a handle, which frees the lines that it claimed, and no others."""
        self._handles.discard(handle)
        for gpio, line in self.lines.items():
            if line.owner == handle:
                line.owner, line.is_alerting, line.pwm, line.mode = None, False, None, 0
                self._drive_reset(gpio, 0)

    def gpio_get_chip_info(self, _handle: int) -> list[object]:
        """Return the chip's status, number of lines, name and label."""
        return [0, CHIP_LINES, f"gpiochip{self._chip}", self._label]

    def gpio_get_line_info(self, _handle: int, gpio: int) -> list[object]:
        """Return a line's status, number, flags, name and user."""
        user = self._busy.get(gpio, "lg" if self._line(gpio).is_claimed else "")
        flags = self._line(gpio).mode | (_KERNEL if user else 0)
        return [0, gpio, flags, f"GPIO{gpio}", user]

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> int:
        """Claim a line as an input with pull `flags`; raises `error` for a busy line."""
        line = self._claim(handle, gpio)
        line.mode = flags
        line.is_alerting = False
        self._drive_reset(gpio, 0)
        return 0

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, _flags: int = 0) -> int:
        """Claim a line as an output at `level`."""
        line = self._claim(handle, gpio)
        line.mode, line.is_alerting = _OUTPUT, False
        return self.gpio_write(handle, gpio, level)

    def gpio_claim_alert(self, handle: int, gpio: int, _edges: int, flags: int = 0) -> int:
        """Claim a line as an input that tells its edges."""
        line = self._claim(handle, gpio)
        line.mode, line.is_alerting = flags, True
        return 0

    def gpio_free(self, _handle: int, gpio: int) -> int:
        """Free a line."""
        self._line(gpio).owner = None
        return 0

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        """Return a line's mode bits."""
        return self._line(gpio).mode

    def gpio_read(self, _handle: int, gpio: int) -> int:
        """Return a line's level."""
        return self._line(gpio).level

    def gpio_write(self, _handle: int, gpio: int, level: int) -> int:
        """Set an output's level."""
        self._line(gpio).driven = int(level)
        self._drive_reset(gpio, int(level))
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

    def _claim(self, handle: int, gpio: int) -> FakeLine:
        line = self._line(gpio)
        if gpio in self._busy or line.owner not in {None, handle}:
            raise error("GPIO busy")
        line.owner = handle
        return line

    def _line(self, gpio: int) -> FakeLine:
        if not 0 <= gpio < CHIP_LINES:
            raise error("bad GPIO number")
        return self.lines.setdefault(gpio, FakeLine())

    def _drive_reset(self, gpio: int, level: int) -> None:
        for chip in self._resets.get(gpio, ()):
            chip.hold_in_reset(is_held=not level)


@contextmanager
def lgpio_played_by(fake: FakeLgpio, revision: int = ZERO_2_W) -> Iterator[FakeLgpio]:
    """Let `import lgpio` find the fake and gpiozero believe in a Pi, for as long as this lasts."""
    with on_a_pi("lgpio", "gpiozero.pins.lgpio", revision=revision):
        sys.modules["lgpio"] = cast("ModuleType", fake)
        yield fake


@contextmanager
def on_a_pi(*forgotten: str, revision: int = ZERO_2_W) -> Iterator[None]:
    """Let gpiozero believe in a Pi of this revision, and import the `forgotten` modules anew."""
    from gpiozero.pins import local  # noqa: PLC0415 - the fakes themselves need no gpiozero

    kept = {name: sys.modules.pop(name, None) for name in forgotten}
    revision_before = local.get_pi_revision
    local.get_pi_revision = lambda: revision
    try:
        yield
    finally:
        local.get_pi_revision = revision_before
        for name, module in kept.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
