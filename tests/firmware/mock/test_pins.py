"""The simulated panel: exact stamps, late callbacks, and what tests can read."""

from __future__ import annotations

from random import Random

import pytest

from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.mock.contacts import BOUNCE_NS, bouncing
from firmware.mock.lgpio import FakeLgpio, error
from firmware.mock.pins import SimulatedPanel
from firmware.panel.lights import Pattern
from firmware.panel.panel import Panel
from firmware.signals import CLOSED, OPEN, Edge

MS = 1_000_000
SECOND = 1000 * MS
BOARD = shipped("standard")


class Table:
    """A simulated panel with the real one on it."""

    def __init__(self) -> None:
        self.clock = VirtualClock(SECOND)
        self.simulated = SimulatedPanel(BOARD, self.clock)
        self.got: list[tuple[Edge, int]] = []
        self.panel = Panel(
            BOARD,
            self.simulated.factory,
            lambda edge, arrived_ns: self.got.append((edge, arrived_ns)),
            self.clock,
        )

    def run_to(self, ns: int) -> None:
        while (next_ns := self.simulated.next_ns()) is not None and next_ns <= ns:
            self.clock.advance_to(next_ns)
            self.simulated.deliver(next_ns)
        self.clock.advance_to(ns)


@pytest.fixture
def table() -> Table:
    return Table()


def test_an_edge_happens_at_its_stamp_to_the_nanosecond(table: Table) -> None:
    table.simulated.edge(Edge("1.left", CLOSED, SECOND + 123_457))
    assert table.got == []
    assert table.simulated.next_ns() == SECOND + 123_457

    table.run_to(2 * SECOND)
    assert table.got == [(Edge("1.left", CLOSED, SECOND + 123_457), SECOND + 123_457)]


def test_a_callback_can_run_later_than_its_stamp_and_keeps_it(table: Table) -> None:
    table.simulated.edge(Edge("1.left", CLOSED, SECOND + 10), arrives_ns=SECOND + 25 * MS)
    table.simulated.edge(Edge("2.left", CLOSED, SECOND + 20))
    table.run_to(2 * SECOND)

    assert table.got == [
        (Edge("2.left", CLOSED, SECOND + 20), SECOND + 20),
        (Edge("1.left", CLOSED, SECOND + 10), SECOND + 25 * MS),
    ]


def test_the_pin_itself_changes_at_the_stamp_though_the_callback_is_late(table: Table) -> None:
    table.simulated.edge(Edge("1.left", CLOSED, SECOND + 10), arrives_ns=SECOND + 25 * MS)
    table.run_to(SECOND + 10)

    assert table.simulated.factory.pin(17).state == 0
    assert table.got == []


def test_a_stamp_in_the_past_arrives_now(table: Table) -> None:
    table.simulated.edge(Edge("1.left", CLOSED, SECOND - 5), arrives_ns=SECOND)

    assert table.got == [(Edge("1.left", CLOSED, SECOND - 5), SECOND)]


def test_an_edge_cannot_arrive_before_its_stamp(table: Table) -> None:
    with pytest.raises(ValueError, match="before its stamp"):
        table.simulated.edge(Edge("1.left", CLOSED, 2 * SECOND), arrives_ns=SECOND)


def test_a_line_that_the_board_does_not_have_is_refused_with_those_it_has(table: Table) -> None:
    with pytest.raises(KeyError, match=r"no line '7\.left'.*6\.right"):
        table.simulated.press("7.left")


def test_a_line_held_while_the_pin_is_claimed_stays_closed() -> None:
    clock = VirtualClock(SECOND)
    simulated = SimulatedPanel(BOARD, clock)
    simulated.press("1.left")
    got: list[Edge] = []
    panel = Panel(BOARD, simulated.factory, lambda edge, _arrived_ns: got.append(edge), clock)
    simulated.release("1.left")

    assert got == [Edge("1.left", CLOSED, 0), Edge("1.left", OPEN, SECOND)]
    panel.close()


def test_a_line_on_a_busy_pin_can_be_driven_and_nobody_hears_it() -> None:
    clock = VirtualClock(SECOND)
    simulated = SimulatedPanel(BOARD, clock, busy=(17, 26, 12))
    simulated.press("1.left")

    assert (simulated.light(1), simulated.tone()) == (False, None)
    assert simulated.next_ns() is None


def test_light_history_has_exact_stamps(table: Table) -> None:
    table.panel.lights.set(2, Pattern.ON, table.clock.now_ns())
    table.clock.advance(7)
    table.panel.lights.set(2, Pattern.OFF, table.clock.now_ns())

    assert table.simulated.light_history(2) == ((SECOND, True), (SECOND + 7, False))


def test_ticks_are_the_clocks(table: Table) -> None:
    assert table.simulated.factory.ticks() == 1.0


def test_a_history_can_be_forgotten(table: Table) -> None:
    table.panel.lights.set(2, Pattern.ON, table.clock.now_ns())
    table.simulated.factory.pin(16).clear_states()

    assert table.simulated.light_history(2) == ()


@pytest.mark.parametrize("level", [CLOSED, OPEN])
def test_a_bouncing_contact_starts_at_its_stamp_and_rests_within_its_bounce(level: int) -> None:
    for seed in range(200):
        edges = bouncing("bell", level, SECOND, Random(seed))
        stamps = [edge.ns for edge in edges]

        assert stamps == sorted(set(stamps))
        assert stamps[0] == SECOND
        assert stamps[-1] <= SECOND + BOUNCE_NS
        assert [edge.level for edge in edges] == [
            level if number % 2 == 0 else 1 - level for number in range(len(edges))
        ]


def test_the_same_seed_bounces_the_same_and_most_seeds_bounce() -> None:
    traces = [bouncing("bell", CLOSED, 0, Random(seed)) for seed in range(50)]

    assert traces == [bouncing("bell", CLOSED, 0, Random(seed)) for seed in range(50)]
    assert sum(len(trace) > 1 for trace in traces) > 25


def test_no_bounce_is_one_edge() -> None:
    assert bouncing("bell", CLOSED, 5, Random(1), bounce_ns=0) == (Edge("bell", CLOSED, 5),)


def test_the_fake_lgpio_refuses_a_debounce() -> None:
    with pytest.raises(error, match="never asks for a debounce"):
        FakeLgpio().gpio_set_debounce_micros(0, 17, 20_000)
