"""The pin factory, always named: gpiozero's own choice would fall back with only a warning."""

from __future__ import annotations

from typing import Any

KINDS = ("lgpio", "rpigpio", "mock")
Factory = Any  # gpiozero has no types


class PanelError(RuntimeError):
    """The root of the panel's errors."""


class UnknownFactory(PanelError, ValueError):
    """Tells that there is no pin factory of that name."""


class PinsUnavailable(PanelError, OSError):
    """Tells that a pin factory cannot work here, and what to do."""


_CURES = {
    "lgpio": "install python3-lgpio, be in the group gpio, and set LG_WD to a writable folder",
    "rpigpio": "install RPi.GPIO (not on a Pi 5 or with kernel 6.6 and later: use lgpio there)",
}


def factory(kind: str) -> Factory:
    """Return gpiozero's pin factory of a `kind`: `lgpio`, `rpigpio` or `mock`.

    `mock` is gpiozero's own, on real time; the simulated kit brings its own factory
    (`firmware.mock.pins`). Raises UnknownFactory, or PinsUnavailable with the cure.
    """
    if kind not in KINDS:
        raise UnknownFactory(f"no pin factory is called {kind!r}; allowed are {', '.join(KINDS)}")
    try:
        return _made(kind)
    except Exception as error:  # each pin library has its own idea of an error
        reason = f"{type(error).__name__}: {error}"
        cure = _CURES.get(kind, "reinstall gpiozero")
        raise PinsUnavailable(
            f"the pin factory {kind} does not work ({reason}); {cure}"
        ) from error


def _made(kind: str) -> Factory:
    match kind:
        case "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only there on a Pi

            return LGPIOFactory()
        case "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415 - only there on a Pi

            return RPiGPIOFactory()
        case _:
            from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - like the rest

            return MockFactory(pin_class=MockPWMPin)
