"""The pin factory is always named, and says what to do where it cannot work."""

from __future__ import annotations

import importlib.util

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware.mock.lgpio import FakeLgpio, lgpio_played_by
from firmware.panel.pins import PanelError, PinsUnavailable, UnknownFactory, factory


def test_mock_is_gpiozeros_own_with_pwm_and_becomes_nobodys_default() -> None:
    made = factory("mock")

    assert isinstance(made, MockFactory)
    assert Device.pin_factory is None


def test_lgpio_is_gpiozeros_lgpio_factory() -> None:
    with lgpio_played_by(FakeLgpio()) as fake:
        made = factory("lgpio")

        assert type(made).__name__ == "LGPIOFactory"
        assert fake.is_open
        made.close()
        assert not fake.is_open


def test_a_factory_of_another_name_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(UnknownFactory, match="lgpio, rpigpio, mock") as caught:
        factory("pigpio")
    assert isinstance(caught.value, PanelError)


@pytest.mark.parametrize(("kind", "module"), [("lgpio", "lgpio"), ("rpigpio", "RPi")])
def test_a_factory_that_cannot_work_says_why_and_what_to_do(kind: str, module: str) -> None:
    if importlib.util.find_spec(module) is not None:
        pytest.skip(f"{module} is installed here")
    with pytest.raises(PinsUnavailable, match=rf"{kind} does not work .*No module.*; install"):
        factory(kind)
