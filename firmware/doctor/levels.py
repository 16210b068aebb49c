"""The levels: finds a contact or a light that is wired to the supply instead of to ground.

This is what can be seen of a 5 V mistake. Each line is pulled down for a moment: one that stays
high is held there by a wire. Not asked are lines with a pull-up of their own (the bell, BCM 2 and
3), the sounder, and the readers' pins: there a high level is right, or nothing can be told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from gpiozero import InputDevice

from firmware.board import Board
from firmware.board_uses import FIXED_PULL_OHM, PinUse, Role, pin_uses
from firmware.doctor.machine import line_part
from firmware.notice_board import Finding
from firmware.panel.pins import Factory

ASKED = frozenset({Role.INPUT, Role.LIGHT})


def look_at_levels(board: Board, factory: Factory) -> tuple[Finding, ...]:
    """Name each contact and light that is held high; leaves the pins free.

    A pin that cannot be claimed is left to the panel, which says why.
    """
    return tuple(_held_high(use) for use in _asked(board) if _is_high(use.pin, factory))


def _asked(board: Board) -> Iterator[PinUse]:
    for use in pin_uses(board):
        has_pull_up = use.pin in FIXED_PULL_OHM or use.pull_up_ohm is not None
        if use.role in ASKED and not has_pull_up:
            yield use


def _is_high(pin: int, factory: Factory) -> bool:
    # No DigitalInputDevice: on lgpio its callback would outlive it, and end the pins' thread at
    # the next edge.
    with (
        suppress(Exception),  # each pin library has its own errors
        InputDevice(pin, pull_up=False, pin_factory=factory) as device,
    ):
        return bool(device.pin.state)
    return False


def _held_high(use: PinUse) -> Finding:
    text = "A wire holds it at 3.3 V or, worse, at 5 V."
    cure = "Pull the plug now: this part goes to ground, and 5 V on any pin destroys the Pi."
    return Finding(line_part(use.pin, use.part), "error", text, cure)
