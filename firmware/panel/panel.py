"""The panel: claims a board's pins through gpiozero and reports raw edges with their stamps.

`bounce_time` is never used: it means something else in each pin library, and loses edges. Both
edges of each line are taken from the pin's documented `when_changed`, which is the one place where
gpiozero tells an edge's ticks. lgpio has one thread for all pins, and an exception in a callback
would end it without a word; so callbacks only enqueue, and never raise.

A pin that cannot be claimed is reported in `faults`; the rest of the panel works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice, PWMOutputDevice

from firmware.board import Board, Line
from firmware.clock import Clock
from firmware.panel.guarded import GuardedLamp, GuardedPiezo
from firmware.panel.lights import Lights
from firmware.panel.pins import Factory
from firmware.panel.sounder import Sounder
from firmware.panel.ticks import ns_of
from firmware.signals import CLOSED, OPEN, Edge

Put = Callable[[Edge, int], None]
BOOT_NS = 0  # the stamp of the state at boot, `firmware.inbox.BOOT_NS`


@dataclass(frozen=True, slots=True)
class PinFault:
    """Tells that a part's pin (BCM, None if unknown) does not work, why, and the cure."""

    part: str
    pin: int | None
    reason: str
    cure: str


class Tap:
    """Turns the callbacks of one pin into edges."""

    def __init__(self, line: str, put: Put, clock: Clock) -> None:
        self.lost = 0
        self._line = line
        self._put = put
        self._clock = clock

    def changed(self, ticks: float, state: int) -> None:
        """Enqueue an edge; counts it in `lost` where that fails."""
        try:
            edge = Edge(self._line, OPEN if state else CLOSED, ns_of(ticks))
            self._put(edge, self._clock.now_ns())
        except Exception:  # noqa: BLE001 - an exception here would end lgpio's only thread
            self.lost += 1


class Panel:
    """Holds a board's inputs, lights and sounder until `close`; owns the factory from then on.

    `put` is called with each edge and the moment of its arrival, in the pin library's thread.
    Lines that are closed already are reported with the stamp of the state at boot.
    """

    def __init__(self, board: Board, factory: Factory, put: Put, clock: Clock) -> None:
        self._factory = factory
        self._put = put
        self._clock = clock
        self._faults: list[PinFault] = []
        self._taps: list[Tap] = []  # pins hold their callbacks weakly
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._resets: list[Any] = []
        self.lights = Lights(self._open_lamps(board))
        self.sounder = Sounder(self._open_piezo(board))
        self._open_resets(board)
        for line in board.lines:
            self._claim(line.name, line.pin, partial(self._open_line, line))
        self._report_expanders(board)

    @property
    def faults(self) -> tuple[PinFault, ...]:
        """List the pins that could not be claimed."""
        return tuple(self._faults)

    @property
    def lost(self) -> int:
        """Count edges that could not be enqueued."""
        return sum(tap.lost for tap in self._taps)

    def tick(self, now_ns: int) -> None:
        """Bring lights and sounder to `now_ns`."""
        self.lights.tick(now_ns)
        self.sounder.tick(now_ns)

    def next_ns(self, now_ns: int) -> int | None:
        """Return when `tick` has something to do next, or None."""
        times = (self.lights.next_ns(now_ns), self.sounder.next_ns(now_ns))
        return min((ns for ns in times if ns is not None), default=None)

    def power_readers(self, *, on: bool) -> None:
        """Drive the readers' reset pins; they start held in reset, dark."""
        for reset in self._resets:
            (reset.on if on else reset.off)()

    def close(self) -> None:
        """Turn everything off and release every pin; further calls do nothing."""
        for part, act in self._releases():
            self._release(part, act)
        self.lights, self.sounder = Lights({}), Sounder(None)
        self._inputs, self._outputs, self._resets = [], [], []

    def _releases(self) -> Iterator[tuple[str, Callable[[], None]]]:
        yield "lights", partial(self.lights.all_off, self._clock.now_ns())
        yield "sounder", self.sounder.silence
        yield "readers' reset", partial(self.power_readers, on=False)
        for device in (*self._inputs, *self._outputs):
            yield str(device.pin), partial(_close, device)
        yield "pin factory", self._factory.close

    def _release(self, part: str, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - the others are to be released all the same
            self._faults.append(PinFault(part, None, _reason(error), "restart the Pi"))

    def _open_lamps(self, board: Board) -> dict[int, Any]:
        seats = [seat for seat in board.seats if seat.expander is None]
        lamps = {
            seat.number: self._claim_output(f"{seat.number}.light", seat.light) for seat in seats
        }
        pins = {seat.number: seat.light for seat in seats}
        return {
            number: GuardedLamp(lamp, partial(self._broke, f"{number}.light", pins[number]))
            for number, lamp in lamps.items()
            if lamp is not None
        }

    def _open_piezo(self, board: Board) -> Any:
        if board.sounder is None:
            return None
        pin = board.sounder.pin
        piezo = self._claim("sounder", pin, partial(self._open_pwm, pin))
        return piezo and GuardedPiezo(piezo, partial(self._broke, "sounder", pin))

    def _broke(self, part: str, pin: int, error: Exception) -> None:
        reason = _reason(error)
        self._faults.append(PinFault(part, pin, reason, cure_for(reason)))

    def _open_pwm(self, pin: int) -> Any:
        device = PWMOutputDevice(pin, pin_factory=self._factory)
        self._outputs.append(device)
        return device

    def _open_resets(self, board: Board) -> None:
        pins = {reader.reset for reader in board.readers if reader.reset is not None}
        resets = [self._claim_output("readers' reset", pin) for pin in sorted(pins)]
        self._resets = [reset for reset in resets if reset is not None]

    def _open_line(self, line: Line) -> Any:
        device = DigitalInputDevice(
            line.pin, pull_up=True, bounce_time=None, pin_factory=self._factory
        )
        self._inputs.append(device)
        tap = Tap(line.name, self._put, self._clock)
        self._taps.append(tap)
        device.pin.when_changed = tap.changed
        if not device.pin.state:
            self._put(Edge(line.name, CLOSED, BOOT_NS), self._clock.now_ns())
        return device

    def _claim_output(self, part: str, pin: int) -> Any:
        return self._claim(part, pin, partial(self._open_output, pin))

    def _open_output(self, pin: int) -> Any:
        device = DigitalOutputDevice(pin, initial_value=False, pin_factory=self._factory)
        self._outputs.append(device)
        return device

    def _claim(self, part: str, pin: int, opened: Callable[[], Any]) -> Any:
        try:
            return opened()
        except Exception as error:  # noqa: BLE001 - each pin library has its own errors
            self._faults.append(PinFault(part, pin, _reason(error), cure_for(str(error))))
            return None

    def _report_expanders(self, board: Board) -> None:
        for seat in board.seats:
            if seat.expander is not None:
                reason = f"seat {seat.number} sits on expander {seat.expander}"
                cure = "expanders are not driven yet: wire the seat to the Pi's header"
                self._faults.append(PinFault(f"seat {seat.number}", seat.left, reason, cure))


def cure_for(reason: str) -> str:
    """Return one line of cure for a pin library's reason."""
    said = reason.lower()
    if "busy" in said:
        return "another program holds the pin: stop it (`gpioinfo` names it)"
    if "in use" in said:
        return "two parts share the pin: run `ringmaster board check`"
    if "edge detection" in said:
        return "RPi.GPIO has no edges on kernels from 6.6 on: use lgpio, or rpi-lgpio in its place"
    if "permission" in said or "not permitted" in said:
        return "add your user to the group gpio and log in again"
    return "check the pin in the board file with `ringmaster board check`"


def _close(device: Any) -> None:
    device.pin.when_changed = None  # gpiozero's lgpio pins keep their callback when closed
    device.close()


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
