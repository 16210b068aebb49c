"""A simulated `RPi.GPIO`, for gpiozero's own RPiGPIOFactory and the mfrc522 package.

It refuses what version 0.7.1 refuses, in the same words. Its edges carry no stamp: gpiozero takes
one when the callback runs, as it does on a Pi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

from firmware.mock.lgpio import ZERO_2_W, Resets, on_a_pi

BOARD = 10
BCM = 11
OUT = 0
IN = 1
LOW = 0
HIGH = 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
NO_BOUNCE_TIME = -666  # the library's own word for none

# Pin of the 40-pin header -> GPIO number.
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip

Callback = Callable[[int], object]


@dataclass(slots=True)
class _Channel:
    """Holds a pin that was set up as an input; `call` gets its number at each edge."""

    pull: int = PUD_OFF
    call: Callback | None = None


class SimulatedPwm:
    """Plays `RPi.GPIO.PWM` on a pin that is an output; raises what the library raises."""

    def __init__(self, gpio: SimulatedGpio, channel: int, frequency: float) -> None:
        self._gpio = gpio
        self._pin = gpio.output_pin(channel)
        if self._pin in gpio.pwms:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        self.duty = 0.0
        self.hz = 0.0
        self.is_running = False
        self.ChangeFrequency(frequency)
        gpio.pwms[self._pin] = self

    def start(self, duty: float) -> None:
        """Start with a duty in %."""
        self.ChangeDutyCycle(duty)
        self.is_running = True

    def ChangeDutyCycle(self, duty: float) -> None:  # noqa: N802 - the library's own name
        """Change the duty, in %."""
        if not 0.0 <= duty <= 100.0:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty = duty

    def ChangeFrequency(self, hz: float) -> None:  # noqa: N802 - the library's own name
        """Change the pitch, in Hz."""
        if hz <= 0.0:
            raise ValueError("frequency must be greater than 0.0")
        self.hz = hz

    def stop(self) -> None:
        """Stop, and give the pin back."""
        self.is_running = False
        self._gpio.pwms.pop(self._pin, None)


class SimulatedGpio(ModuleType):
    """Stands in for the module `RPi.GPIO`, as far as gpiozero and readers need it.

    `reset` maps a GPIO number to the chips whose NRSTPD it drives; such a line is pulled down
    until a program drives it, as GPIO25 is at boot. `levels` holds what is driven, by GPIO number,
    `pwms` what sounds. `has_edges` is False for a kernel from 6.6 on: no edge can be detected.
    """

    BOARD, BCM = BOARD, BCM
    OUT, IN = OUT, IN
    LOW, HIGH = LOW, HIGH
    PUD_OFF, PUD_DOWN, PUD_UP = PUD_OFF, PUD_DOWN, PUD_UP
    RISING, FALLING, BOTH = RISING, FALLING, BOTH
    SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 40, 41, 42, 43, -1
    RPI_INFO = {"TYPE": "simulated", "P1_REVISION": 3}
    VERSION = "0.7.1"

    def __init__(
        self,
        reset: Resets | None = None,
        *,
        has_edges: bool = True,
    ) -> None:
        super().__init__("RPi.GPIO")
        self.levels: dict[int, int] = {}
        self.pwms: dict[int, SimulatedPwm] = {}
        self.PWM = lambda channel, hz: SimulatedPwm(self, channel, hz)
        self._mode: int | None = None
        self._inputs: dict[int, _Channel] = {}
        self._held: dict[int, int] = {}
        self._has_edges = has_edges
        self._reset = {pin: tuple(chips) for pin, chips in (reset or {}).items()}
        for pin in self._reset:
            self._drive_reset(pin, LOW)

    # What the world does to it.

    def edge(self, pin: int, level: int) -> None:
        """Let a contact close (level 0) or open, and run the callback as the library does.

        `pin` is the GPIO number. An exception of the callback is printed there and lost, so here
        it is let through.
        """
        self.hold(pin, level)
        channel = self._inputs.get(pin)
        if channel is not None and channel.call is not None:
            channel.call(pin)

    def hold(self, pin: int, level: int | None) -> None:
        """Force a level on a line without a word, as a wire does; None lets it go."""
        if level is None:
            self._held.pop(pin, None)
        else:
            self._held[pin] = level

    # The library.

    def setmode(self, mode: int) -> None:
        """Choose the numbering; raises ValueError once another one is in force."""
        if mode not in {BOARD, BCM}:
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in {None, mode}:
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def getmode(self) -> int | None:
        """Return the numbering in force, None before the first choice."""
        return self._mode

    def setwarnings(self, flag: bool) -> None:
        """Take the wish; there are no warnings here."""

    def setup(
        self,
        channel: int,
        direction: int,
        pull_up_down: int = PUD_OFF,
        initial: int | None = None,
    ) -> None:
        """Set a pin up; an output keeps its level, low at first, unless told otherwise."""
        pin = self._pin(channel)
        if direction == OUT:
            if pull_up_down != PUD_OFF:
                raise ValueError("pull_up_down parameter is not valid for outputs")
            self._inputs.pop(pin, None)
            self._drive(pin, self.levels.get(pin, LOW) if initial is None else initial)
            return
        if initial is not None:
            raise ValueError("initial parameter is not valid for inputs")
        self._let_go(pin)
        self._inputs.setdefault(pin, _Channel()).pull = pull_up_down

    def output(self, channel: int, level: int) -> None:
        """Drive an output; raises RuntimeError if it was not set up as one."""
        self._drive(self.output_pin(channel), level)

    def output_pin(self, channel: int) -> int:
        """Return the GPIO number of an output; raises RuntimeError if it was not set up as one."""
        pin = self._pin(channel)
        if pin not in self.levels:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        return pin

    def input(self, channel: int) -> int:
        """Return a pin's level: what drives it, what holds it, else what its pull makes of it."""
        pin = self._pin(channel)
        if pin in self.levels:
            return self.levels[pin]
        if pin not in self._inputs:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self._held.get(pin, HIGH if self._inputs[pin].pull == PUD_UP else LOW)

    def gpio_function(self, channel: int) -> int:
        """Return what a pin is: an output, or an input like every pin that nobody set up."""
        return OUT if self._pin(channel) in self.levels else IN

    def add_event_detect(
        self,
        channel: int,
        edge: int,
        callback: Callback | None = None,
        bouncetime: int = NO_BOUNCE_TIME,
    ) -> None:
        """Call back at each edge; raises RuntimeError where the kernel has no edges for it."""
        pin = self._pin(channel)
        if pin not in self._inputs:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if edge != BOTH or bouncetime != NO_BOUNCE_TIME:
            raise ValueError("the panel takes both edges, and never asks for a bounce time")
        if self._inputs[pin].call is not None:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        if not self._has_edges:
            raise RuntimeError("Failed to add edge detection")
        self._inputs[pin].call = callback

    def remove_event_detect(self, channel: int) -> None:
        """End the callbacks of a pin."""
        pin = self._pin(channel)
        if pin in self._inputs:
            self._inputs[pin].call = None

    def cleanup(self, channel: int | None = None) -> None:
        """Give pins back, all of the process if none is named: reset lines fall."""
        pins = [*self.levels, *self._inputs] if channel is None else [self._pin(channel)]
        for pin in pins:
            self._inputs.pop(pin, None)
            self._let_go(pin)
        if channel is None:
            self._mode = None

    def _pin(self, channel: int) -> int:
        """Return a channel's GPIO number; raises what the library raises."""
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode()")
        if self._mode == BCM and 0 <= channel <= 27:
            return channel
        if self._mode == BOARD and channel in HEADER:
            return HEADER[channel]
        raise ValueError("The channel sent is invalid on a Raspberry Pi")

    def _drive(self, pin: int, level: int) -> None:
        self.levels[pin] = HIGH if level else LOW
        self._drive_reset(pin, level)

    def _let_go(self, pin: int) -> None:
        self.pwms.pop(pin, None)
        if self.levels.pop(pin, None) is not None:
            self._drive_reset(pin, LOW)

    def _drive_reset(self, pin: int, level: int) -> None:
        for chip in self._reset.get(pin, ()):
            chip.hold_in_reset(is_held=not level)


@contextmanager
def gpiozero_on_rpi_gpio(revision: int = ZERO_2_W) -> Iterator[None]:
    """Let gpiozero believe in a Pi, and its RPiGPIOFactory take the `RPi.GPIO` of this moment."""
    with on_a_pi("gpiozero.pins.rpigpio", revision=revision):
        yield
