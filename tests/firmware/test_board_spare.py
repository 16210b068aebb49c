"""What a smaller build gives back."""

from __future__ import annotations

import pytest

from firmware.board import shipped, shipped_names
from firmware.board_spare import Spare, free_pins, given_back
from firmware.board_uses import pin_uses


def test_the_standard_board_gives_nothing_back() -> None:
    assert given_back(shipped("standard")) == ()


def test_four_seats_give_back_i2c_the_console_and_two_plain_pins() -> None:
    assert given_back(shipped("four_seats")) == (
        Spare((2, 3), "I2C1"),
        Spare((14, 15), "serial console"),
        Spare((20, 21), "plain pins"),
    )


def test_two_seats_give_back_a_chip_select_and_pwm_too() -> None:
    uses = {spare.use: spare.pins for spare in given_back(shipped("two_seats"))}

    assert uses["SPI chip select"] == (7,)
    assert uses["PWM"] == (18, 19)


def test_half_of_a_pair_is_a_plain_pin() -> None:
    spares = given_back(shipped("four_bells"))  # 2 and 3 have bells, 14 and 15 are free

    assert [spare.pins for spare in spares] == [(14, 15)]


@pytest.mark.parametrize("name", shipped_names())
def test_every_pin_is_either_used_or_given_back_once(name: str) -> None:
    board = shipped(name)
    back = [pin for spare in given_back(board) for pin in spare.pins]
    used = {use.pin for use in pin_uses(board)}

    assert sorted([*back, *used]) == list(range(2, 28))
    assert set(back) == free_pins(board)


def test_a_spare_reads_as_its_pins_and_what_they_are_good_for() -> None:
    assert str(Spare((2, 3), "I2C1")) == "BCM 2, 3 (I2C1)"
