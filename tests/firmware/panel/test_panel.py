"""The panel over gpiozero: on simulated pins, and on gpiozero's own lgpio factory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from firmware.board import Board, SounderPins, shipped
from firmware.clock import VirtualClock
from firmware.inbox import Change, Inbox
from firmware.mock.lgpio import FakeLgpio, lgpio_played_by
from firmware.mock.pins import SimulatedPanel
from firmware.panel.lights import Pattern
from firmware.panel.panel import Panel, PinFault, cure_for
from firmware.panel.pins import factory
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

MS = 1_000_000
SECOND = 1000 * MS
STANDARD = shipped("standard")


class Kit:
    """A panel on simulated pins, with what it reported."""

    def __init__(self, board: Board = STANDARD, busy: tuple[int, ...] = ()) -> None:
        self.clock = VirtualClock(SECOND)
        self.simulated = SimulatedPanel(board, self.clock, busy)
        self.got: list[tuple[Edge, int]] = []
        self.board = board
        self.panel: Panel | None = None

    def put(self, edge: Edge, arrived_ns: int) -> None:
        self.got.append((edge, arrived_ns))

    def open(self) -> Panel:
        self.panel = Panel(self.board, self.simulated.factory, self.put, self.clock)
        return self.panel


@pytest.fixture
def kit() -> Iterator[Kit]:
    made = Kit()
    yield made
    if made.panel is not None:
        made.panel.close()


def test_edges_carry_the_lines_name_and_the_exact_nanosecond(kit: Kit) -> None:
    kit.open()
    kit.simulated.press("2.left")
    kit.clock.advance(1)
    kit.simulated.press("1.right")
    kit.clock.advance(1)
    kit.simulated.release("2.left")

    assert kit.got == [
        (Edge("2.left", CLOSED, SECOND), SECOND),
        (Edge("1.right", CLOSED, SECOND + 1), SECOND + 1),
        (Edge("2.left", OPEN, SECOND + 2), SECOND + 2),
    ]


def test_every_line_of_the_board_is_heard(kit: Kit) -> None:
    kit.open()
    for line in STANDARD.lines:
        kit.simulated.press(line.name)

    assert [edge.line for edge, _ in kit.got] == [line.name for line in STANDARD.lines]


def test_bounce_is_reported_edge_by_edge(kit: Kit) -> None:
    kit.open()
    kit.simulated.edges(Edge("bell", level % 2, SECOND + level) for level in range(6))
    kit.clock.advance(10)
    kit.simulated.deliver(kit.clock.now_ns())

    assert [edge.ns - SECOND for edge, _ in kit.got] == [0, 1, 2, 3, 4, 5]


def test_a_line_closed_at_boot_is_the_state_at_boot(kit: Kit) -> None:
    kit.simulated.press("3.left")
    kit.open()

    assert kit.got == [(Edge("3.left", CLOSED, 0), SECOND)]


def test_a_pin_that_cannot_be_claimed_is_named_with_its_cure_and_the_rest_works() -> None:
    kit = Kit(busy=(22, 26, 12))
    panel = kit.open()
    kit.simulated.press("2.left")
    kit.simulated.press("2.right")
    panel.lights.set(2, Pattern.ON, SECOND)
    panel.lights.set(1, Pattern.ON, SECOND)

    assert [(fault.part, fault.pin) for fault in panel.faults] == [
        ("1.light", 26),
        ("sounder", 12),
        ("2.left", 22),
    ]
    assert all("another program holds the pin" in fault.cure for fault in panel.faults)
    assert [edge.line for edge, _ in kit.got] == ["2.right"]
    assert kit.simulated.light(2)
    panel.close()


def test_two_parts_on_one_pin_cost_only_the_second(kit: Kit) -> None:
    kit.board = replace(STANDARD, sounder=SounderPins(17))
    panel = kit.open()

    assert [(fault.part, fault.pin) for fault in panel.faults] == [("1.left", 17)]
    assert panel.faults[0].cure == "two parts share the pin: run `ringmaster board check`"


def test_a_seat_on_an_expander_is_reported_as_not_driven(kit: Kit) -> None:
    seats = (*STANDARD.seats[:-1], replace(STANDARD.seats[-1], expander="a"))
    kit.board = replace(STANDARD, seats=seats)

    assert kit.open().faults == (
        PinFault(
            "seat 6",
            2,
            "seat 6 sits on expander a",
            "expanders are not driven yet: wire the seat to the Pi's header",
        ),
    )


def test_lights_and_sounder_follow_the_clock(kit: Kit) -> None:
    panel = kit.open()
    panel.lights.set(3, Pattern.BLINK, SECOND)
    panel.sounder.play("refused", SECOND + 100 * MS)
    assert panel.next_ns(SECOND) == SECOND + 100 * MS
    assert (kit.simulated.light(3), kit.simulated.tone()) == (True, None)

    kit.clock.advance(100 * MS)
    panel.tick(kit.clock.now_ns())
    assert (kit.simulated.light(3), kit.simulated.tone()) == (True, 220)

    kit.clock.advance(400 * MS)
    panel.tick(kit.clock.now_ns())
    assert (kit.simulated.light(3), kit.simulated.tone()) == (False, None)


def test_readers_start_in_reset_until_they_are_powered(kit: Kit) -> None:
    panel = kit.open()
    reset = kit.simulated.factory.pin(25)
    assert (reset.function, reset.state) == ("output", 0)

    panel.power_readers(on=True)
    assert reset.state == 1
    panel.power_readers(on=False)
    assert reset.state == 0


def test_a_callback_never_raises_and_counts_what_was_lost(kit: Kit) -> None:
    def refuse(edge: Edge, arrived_ns: int) -> None:
        raise RuntimeError(f"{edge} at {arrived_ns}")

    panel = Panel(STANDARD, kit.simulated.factory, refuse, kit.clock)
    kit.simulated.press("1.left")

    assert panel.lost == 1
    panel.close()


def test_close_turns_everything_off_and_releases_every_pin(kit: Kit) -> None:
    panel = kit.open()
    panel.lights.set(1, Pattern.ON, SECOND)
    panel.sounder.play("clementine", SECOND)
    panel.tick(SECOND)
    panel.power_readers(on=True)
    panel.close()
    panel.close()
    kit.simulated.press("1.left")

    assert kit.simulated.lights() == dict.fromkeys(range(1, 7), False)
    assert kit.simulated.tone() is None
    assert kit.simulated.all_released()
    assert kit.got == []


def test_a_device_that_fails_to_close_does_not_keep_the_others_open(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = kit.open()
    pin = kit.simulated.factory.pin(17)
    close, tries = pin.close, [OSError("gone")]

    def fail_once() -> None:
        if tries:
            raise tries.pop()
        close()

    monkeypatch.setattr(pin, "close", fail_once)
    panel.close()

    assert panel.faults == (PinFault("GPIO17", None, "OSError: gone", "restart the Pi"),)
    assert kit.simulated.all_released()


@pytest.mark.parametrize(
    ("reason", "cure"),
    [
        ("GPIO busy", "another program"),
        ("pin GPIO17 is already in use by <x>", "two parts"),
        ("[Errno 13] Permission denied", "group gpio"),
        ("RuntimeError: Failed to add edge detection", "use lgpio"),
        ("bad pin", "board check"),
    ],
)
def test_the_usual_reasons_have_a_cure(reason: str, cure: str) -> None:
    assert cure in cure_for(reason)


@pytest.fixture
def lgpio() -> Iterator[FakeLgpio]:
    with lgpio_played_by(FakeLgpio(busy=(4,))) as fake:
        yield fake


def on_lgpio(put: Any) -> Panel:
    return Panel(STANDARD, factory("lgpio"), put, VirtualClock(7 * SECOND))


def test_on_lgpio_the_kernels_stamps_reach_the_inbox(lgpio: FakeLgpio) -> None:
    inbox: Inbox[TagSeen] = Inbox(10 * MS, 25 * MS)
    panel = on_lgpio(inbox.put)
    lgpio.edge(22, CLOSED, 6_000_001_124)
    lgpio.edge(17, CLOSED, 6_000_000_123)
    lgpio.edge(17, OPEN, 6_250_000_456)

    assert inbox.take(7 * SECOND) == [
        Change("1.left", CLOSED, 6_000_000_123),
        Change("2.left", CLOSED, 6_000_001_124),
        Change("1.left", OPEN, 6_250_000_456),
    ]
    panel.close()


def test_on_lgpio_a_busy_bell_is_named_and_the_rest_works(lgpio: FakeLgpio) -> None:
    got: list[Edge] = []
    panel = on_lgpio(lambda edge, _arrived_ns: got.append(edge))
    lgpio.edge(3, CLOSED, SECOND)

    assert [(fault.part, fault.reason) for fault in panel.faults] == [("bell", "error: GPIO busy")]
    assert got == [Edge("6.right", CLOSED, SECOND)]
    panel.close()


def test_on_lgpio_buttons_are_pulled_up_and_not_debounced(lgpio: FakeLgpio) -> None:
    panel = on_lgpio(lambda _edge, _arrived_ns: None)
    buttons = [lgpio.lines[line.pin] for line in STANDARD.lines if line.name != "bell"]

    assert all(line.is_alerting and line.mode & lgpio.SET_PULL_UP for line in buttons)
    panel.close()


def test_on_lgpio_lights_and_tones_are_driven_and_all_is_freed_at_the_end(
    lgpio: FakeLgpio,
) -> None:
    panel = on_lgpio(lambda _edge, _arrived_ns: None)
    panel.lights.set(1, Pattern.ON, 0)
    panel.sounder.play("refused", 0)
    seen = []
    for now in (0, SECOND):
        panel.tick(now)
        seen.append((lgpio.lines[26].level, lgpio.lines[12].pwm))
    assert seen == [(1, (220, 50)), (1, (220, 0))]

    panel.close()
    assert lgpio.is_open is False
    assert lgpio.lines[26].level == 0
    assert not any(line.is_claimed or line.callbacks for line in lgpio.lines.values())
