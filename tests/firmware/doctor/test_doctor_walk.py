"""The guided walk: what a person finds at each light, button, bell, sounder and reader."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from firmware.board import Board, shipped
from firmware.clock import VirtualClock
from firmware.devices import open_simulated
from firmware.doctor.bounce import Bounce, bars, bounce_of, histogram
from firmware.doctor.rounds import on_the_simulated_kit
from firmware.doctor.walk import NOTHING, RINGS, EdgeLog, Walk, WalkStopped
from firmware.doctor.walk_simulated import SimulatedPerson
from firmware.mock.contacts import bouncing, rings
from firmware.notice_board import Finding
from firmware.panel.panel import PinFault
from firmware.signals import CLOSED, OPEN, Edge
from tests.firmware.doctor.hosts import by_part
from tests.firmware.evenings import MS, S

STANDARD, FOUR_BELLS = shipped("standard"), shipped("four_bells")


class Hall:
    """Holds a simulated kit with a person in it, whose hands a test may bind."""

    def __init__(self, board: Board = STANDARD) -> None:
        self.board = board
        self.clock, self.log, self.said = VirtualClock(S), EdgeLog(), list[str]()
        self.devices = open_simulated(board, self.clock, self.log)
        assert self.devices.simulated is not None
        self.kit = self.devices.simulated
        self.person = Bound(SimulatedPerson(self.kit, self.clock, Random(1), self.said.append))

    def pace(self, ns: int) -> None:
        self.clock.advance(ns)
        self.kit.step(self.clock.now_ns())
        self.devices.panel.tick(self.clock.now_ns())

    def findings(self) -> list[Finding]:
        walk = Walk(self.board, self.devices, self.log, self.person, self.pace, self.clock)
        found = list(walk.findings())
        self.devices.close()
        return found

    def walked(self) -> dict[str, Finding]:
        return by_part(self.findings())


class Bound:
    """Is a person who does what it is asked, but for the deeds that a test replaces."""

    def __init__(self, person: SimulatedPerson) -> None:
        self.told = person.told
        self.presses: Callable[[str, int], None] = person.presses
        self.lays: Callable[[str], None] = person.lays
        self.sees: Callable[[int], bool] = person.sees
        self.hears: Callable[[], bool] = person.hears


def test_a_kit_that_is_built_right_is_well_everywhere() -> None:
    found = Hall().findings()

    assert {one.state for one in found} == {"ok"}
    assert [one.part for one in found[:3]] == ["1.light", "1.left", "1.right"]
    assert [one.part for one in found[-4:]] == [
        "bell",
        "sounder",
        "card on centre",
        "card on tray",
    ]
    assert len(found) == 6 * 3 + 4


def test_each_seats_own_bell_is_walked_too() -> None:
    found = Hall(FOUR_BELLS).walked()

    assert {f"{seat}.bell" for seat in (1, 2, 3, 4)} <= set(found)
    assert {one.state for one in found.values()} == {"ok"}


def test_only_the_light_that_is_asked_for_is_lit_and_none_afterwards() -> None:
    hall = Hall()
    lit: list[list[int]] = []

    def sees(_seat: int) -> bool:
        lit.append([one for one, is_lit in hall.kit.hands.lights().items() if is_lit])
        return True

    hall.person.sees = sees
    hall.findings()

    assert lit == [[1], [2], [3], [4], [5], [6]]
    assert not any(hall.kit.hands.lights().values())


def test_a_light_that_is_not_seen_is_an_error_and_the_walk_goes_on() -> None:
    hall = Hall()
    hall.person.sees = lambda seat: seat != 3
    found = hall.walked()

    assert [part for part, one in found.items() if one.state == "error"] == ["3.light"]
    assert "long leg" in found["3.light"].cure


def test_swapped_buttons_are_told_as_swapped() -> None:
    hall = Hall()
    presses = hall.person.presses
    swapped = {"2.left": "2.right", "2.right": "2.left"}
    hall.person.presses = lambda line, times: presses(swapped.get(line, line), times)
    found = hall.walked()

    assert found["2.left"].text == "2.right answered instead."
    assert found["2.right"].text == "2.left answered instead."
    assert "Swap their wires" in found["2.left"].cure
    assert found["3.left"].state == "ok"


def test_a_dead_button_is_waited_for_and_named() -> None:
    hall = Hall()
    presses = hall.person.presses
    hall.person.presses = lambda line, times: None if line == "1.left" else presses(line, times)
    found = hall.walked()

    assert (found["1.left"].state, found["1.left"].text) == ("error", NOTHING)
    assert "one to ground" in found["1.left"].cure
    assert found["1.right"].state == "ok"


def test_a_button_that_stays_down_is_told_apart_from_a_dead_one() -> None:
    hall = Hall()
    presses = hall.person.presses

    def press(line: str, times: int) -> None:
        if line == "1.left":
            hall.kit.hands.press(line)
        else:
            presses(line, times)

    hall.person.presses = press
    found = hall.walked()

    assert found["1.left"].text == "It closes and does not open again."
    assert found["1.right"].state == "ok"


def test_a_button_that_bounces_nearly_too_long_gets_a_longer_debounce() -> None:
    hall = Hall()
    presses = hall.person.presses

    def press(line: str, times: int) -> None:
        if line != "1.left":
            presses(line, times)
            return
        at = hall.clock.now_ns() + 100 * MS
        stamps = (0, 4, 9)
        for ms, level in zip(stamps, (CLOSED, OPEN, CLOSED), strict=True):
            hall.kit.hands.edge(Edge(line, level, at + ms * MS))
        hall.kit.hands.edge(Edge(line, OPEN, at + 200 * MS))

    hall.person.presses = press
    finding = hall.walked()["1.left"]

    assert finding.state == "warning"
    assert "it bounces for 9.0 ms" in finding.text
    assert "tunables.debounce_ms = 14" in finding.cure


@pytest.mark.parametrize(("rung", "state"), [(RINGS, "ok"), (RINGS - 1, "error"), (0, "error")])
def test_the_bell_is_counted_and_its_bounce_shown_as_bars(rung: int, state: str) -> None:
    hall = Hall()
    presses = hall.person.presses

    def ring(line: str, times: int) -> None:
        if line != "bell":
            presses(line, times)
        elif rung:
            at = hall.clock.now_ns() + 100 * MS
            hall.kit.hands.edges(rings(line, rung, at, Random(3), per_s=3))

    hall.person.presses = ring
    finding = hall.walked()["bell"]

    assert finding.state == state
    assert finding.text.startswith(f"{rung} of {RINGS} rings were counted; bounce ")
    assert any("#" in row for row in hall.said) is (rung > 0)
    assert bool(finding.cure) is (state == "error")


def test_a_silent_sounder_is_an_error() -> None:
    hall = Hall()
    hall.person.hears = lambda: False
    finding = hall.walked()["sounder"]

    assert finding.state == "error"
    assert "passive piezo" in finding.cure


def test_swapped_chip_selects_are_found_by_a_card() -> None:
    hall = Hall()
    lays = hall.person.lays
    hall.person.lays = lambda reader: lays({"centre": "tray", "tray": "centre"}[reader])
    found = hall.walked()

    assert found["card on centre"].text == "tray read it instead."
    assert "chip selects" in found["card on tray"].cure


def test_a_card_that_nobody_lays_is_waited_for() -> None:
    hall = Hall()
    hall.person.lays = lambda _reader: None
    found = hall.walked()

    assert found["card on centre"].text == NOTHING
    assert "antenna" in found["card on tray"].cure


def test_what_is_broken_already_is_not_asked_for() -> None:
    hall = Hall()
    hall.devices.panel._faults += [
        PinFault(part, 1, "GPIO busy", "stop it")
        for part in ("1.light", "1.left", "bell", "sounder")
    ]
    hall.kit.fault("tray", "zero", {})
    for _ in range(8):
        hall.clock.advance(50 * MS)
        hall.devices.readers.poll(hall.clock.now_ns())
    found = hall.walked()

    assert not {"1.light", "1.left", "bell", "sounder", "card on tray"} & set(found)
    assert {"1.right", "card on centre"} <= set(found)


@pytest.mark.parametrize("stop", [WalkStopped, KeyboardInterrupt])
def test_a_walk_that_is_stopped_keeps_what_was_walked_and_leaves_no_light_on(
    stop: type[BaseException],
) -> None:
    hall = Hall()

    def sees(seat: int) -> bool:
        if seat == 2:
            raise stop
        return True

    hall.person.sees = sees
    found = hall.findings()

    assert [one.part for one in found] == ["1.light", "1.left", "1.right", "walk"]
    assert found[-1].state == "warning"
    assert found[-1].text == "It was stopped: 3 of 22 parts were walked."
    assert not any(hall.kit.hands.lights().values())


def test_a_board_without_bell_sounder_and_readers_is_walked_too() -> None:
    found = Hall(shipped("two_seats")).walked()

    assert {one.state for one in found.values()} == {"ok"}


def test_the_simulated_rounds_walk_with_a_person_of_their_own() -> None:
    said: list[str] = []
    found = list(on_the_simulated_kit(STANDARD, told=said.append))

    assert {one.state for one in found} == {"ok"}
    assert found[-1].part == "card on tray"
    assert "(simulated) bell is pressed 10 times." in said


# Bounce


def test_bounce_is_measured_from_the_first_edge_of_a_transition_to_its_last() -> None:
    edges = [Edge("bell", level, ns) for ns, level in ((0, 0), (1 * MS, 1), (3 * MS, 0))]
    edges += [Edge("bell", OPEN, 100 * MS)]
    bounce = bounce_of(edges, 10 * MS, S)

    assert bounce == Bounce(1, (3 * MS, 0))
    assert bounce.longest_ns == 3 * MS
    assert Bounce(0, ()).longest_ns == 0


def test_every_transition_falls_into_one_class() -> None:
    lengths = (0, 1, 1 * MS, 1 * MS + 1, 5 * MS, 20 * MS, 20 * MS + 1, 0)
    rows = histogram(Bounce(4, lengths))

    assert rows == (
        ("none", 2),
        ("up to 1 ms", 2),
        ("up to 2 ms", 1),
        ("up to 5 ms", 1),
        ("up to 20 ms", 1),
        ("over 20 ms", 1),
    )
    assert sum(count for _, count in rows) == len(lengths)


def test_bars_are_as_long_as_their_share_and_never_empty() -> None:
    rows = bars(Bounce(0, (0,) * 60 + (MS,)))

    assert rows == ("      none  " + "#" * 30 + " 60", "up to 1 ms  # 1")
    assert bars(Bounce(0, ())) == ()


@pytest.mark.parametrize("seed", range(20))
def test_as_many_rings_are_counted_as_were_rung(seed: int) -> None:
    chance = Random(seed)
    edges = [
        edge
        for ring in range(5)
        for edge in (
            *bouncing("bell", CLOSED, ring * 300 * MS, chance),
            *bouncing("bell", OPEN, ring * 300 * MS + 100 * MS, chance),
        )
    ]

    assert bounce_of(edges, 10 * MS, 2 * S).rings == 5
