"""A simulated `RPi.GPIO`: output pins, numbering modes, and the reset line of the readers."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from firmware.mock.chip import SimulatedMfrc522

BOARD = 10
BCM = 11
OUT = 0
IN = 1
LOW = 0
HIGH = 1

# Pin of the 40-pin header -> GPIO number.
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip


class SimulatedGpio(ModuleType):
    """Stands in for the module `RPi.GPIO`, as far as readers need it.

    `reset` maps a GPIO number to the chips whose NRSTPD it drives; such a line is pulled down
    until a program drives it, as GPIO25 is at boot. `levels` holds what is driven, by GPIO number.
    """

    BOARD = BOARD
    BCM = BCM
    OUT = OUT
    IN = IN
    LOW = LOW
    HIGH = HIGH
    RPI_INFO = {"TYPE": "simulated", "P1_REVISION": 3}
    VERSION = "0.7.1"

    def __init__(self, reset: dict[int, Iterable[SimulatedMfrc522]] | None = None) -> None:
        super().__init__("RPi.GPIO")
        self.levels: dict[int, int] = {}
        self._mode: int | None = None
        self._reset = {pin: tuple(chips) for pin, chips in (reset or {}).items()}
        for pin in self._reset:
            self._drive_reset(pin, LOW)

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

    def setup(self, channel: int, direction: int, initial: int = LOW) -> None:
        """Set a pin up; an output is driven low unless told otherwise."""
        pin = self._pin(channel)
        if direction == OUT:
            self._drive(pin, initial)

    def output(self, channel: int, level: int) -> None:
        """Drive an output; raises RuntimeError if it was not set up as one."""
        pin = self._pin(channel)
        if pin not in self.levels:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._drive(pin, level)

    def input(self, channel: int) -> int:
        """Return a pin's level."""
        return self.levels.get(self._pin(channel), LOW)

    def cleanup(self, channel: int | None = None) -> None:
        """Give pins back, all of the process if none is named: reset lines fall."""
        for pin in list(self.levels) if channel is None else [self._pin(channel)]:
            if self.levels.pop(pin, None) is not None:
                self._drive_reset(pin, LOW)
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

    def _drive_reset(self, pin: int, level: int) -> None:
        for chip in self._reset.get(pin, ()):
            chip.hold_in_reset(is_held=not level)
