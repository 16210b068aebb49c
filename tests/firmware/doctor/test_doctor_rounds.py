"""The doctor's rounds on a Pi of stand-ins: one fault at a time, named, and the rest looked at."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.board import Board, shipped
from firmware.clock import VirtualClock
from firmware.devices import Devices, Libraries
from firmware.doctor import severity
from firmware.doctor.rounds import (
    Timing,
    beside_a_kit,
    look_at_board,
    on_a_pi,
    on_the_simulated_kit,
)
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.lgpio import Busy, FakeLgpio
from firmware.notice_board import Finding
from tests.firmware.doctor.hosts import a_host, by_part, put
from tests.firmware.evenings import MS, S
from tests.firmware.pis import a_classic_pi, a_pi

STANDARD = shipped("standard")


class Ward:
    """Holds a Pi's stand-ins under a folder of its files, and lets the doctor look at it."""

    def __init__(self, root: Path, pins: FakeLgpio, chips: SimulatedReaders) -> None:
        self.root, self.pins, self.chips = root, pins, chips
        self.changed: dict[str, object] = {"load": importlib.import_module}

    def rounds(self, board: Board = STANDARD) -> list[Finding]:
        host = a_host(self.root, **self.changed)
        timing = Timing(VirtualClock(S), lambda _ns: None)
        with closing(on_a_pi(board, host, timing=timing)) as found:
            return list(found)

    def errors(self, board: Board = STANDARD) -> dict[str, Finding]:
        return by_part(one for one in self.rounds(board) if one.state == "error")


@contextmanager
def a_ward(root: Path, busy: Busy = ()) -> Iterator[Ward]:
    with a_pi(VirtualClock(S), busy) as (pins, chips):
        yield Ward(root, pins, chips)


def test_a_pi_on_which_all_is_well_is_looked_at_in_the_order_in_which_it_breaks(
    tmp_path: Path,
) -> None:
    with a_ward(tmp_path) as ward:
        found = ward.rounds()

    assert [one.part for one in found] == [
        "RPi.GPIO",
        "lgpio",
        "spidev",
        "/dev/spidev0.0",
        "/dev/spidev0.1",
        "groups",
        "gpiochip",
        "lines",
        "lgpio's pipe",
        "board standard",
        "panel",
        "reader centre",
        "reader tray",
    ]
    assert {one.state for one in found} == {"ok"}
    assert severity(found) == 0
    assert not ward.pins.is_open


def test_the_readers_are_dark_again_when_the_doctor_has_gone(tmp_path: Path) -> None:
    with a_ward(tmp_path) as ward:
        ward.rounds()
        octets = [0xEE, 0]
        ward.chips["tray"].chip.transfer(octets)

    assert octets == [0, 0]


def test_a_reader_that_is_not_there_is_named_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    with a_ward(tmp_path) as ward:
        ward.chips["tray"].fault("zero")
        found = by_part(ward.rounds())

    assert found["reader tray"].state == "error"
    assert "MISO and MOSI" in found["reader tray"].cure
    assert found["reader centre"].state == found["panel"].state == "ok"


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        (lambda sent: [0] * len(sent), "MISO stays low"),
        (lambda sent: [0xFF] * len(sent), "MISO stays high"),
        (list, "what is sent comes straight back"),
    ],
    ids=["swapped, floating low", "swapped, floating high", "bridged"],
)
def test_swapped_and_bridged_data_wires_of_one_reader_are_told(
    tmp_path: Path, heard: Callable[[list[int]], list[int]], said: str
) -> None:
    with a_ward(tmp_path) as ward:
        spi = sys.modules["spidev"].SpiDev
        good = spi.xfer2

        def xfer2(self: object, values: list[int]) -> list[int]:
            is_tray = self._chip is ward.chips["tray"].chip  # type: ignore[attr-defined]
            return heard(list(values)) if is_tray else good(self, values)

        spi.xfer2 = xfer2
        errors = ward.errors()

    assert list(errors) == ["reader tray"]
    assert said in errors["reader tray"].text
    assert "MISO and MOSI" in errors["reader tray"].cure


def test_a_pin_that_another_program_holds_is_named_once_and_the_rest_is_claimed(
    tmp_path: Path,
) -> None:
    with a_ward(tmp_path, {17: "gpiomon"}) as ward:
        errors = ward.errors()

    assert list(errors) == ["pin 17 (1.left)"]
    assert errors["pin 17 (1.left)"].text == "gpiomon holds this pin."


def test_a_wrong_overlay_is_named_by_the_line_that_it_holds_and_by_its_setting(
    tmp_path: Path,
) -> None:
    put(tmp_path, "boot/firmware/config.txt", "dtparam=spi=on\ndtoverlay=w1-gpio\n")
    with a_ward(tmp_path, {4: "onewire@4"}) as ward:
        errors = ward.errors()

    assert list(errors) == ["pin 4 (bell)", "config.txt"]
    assert all("w1-gpio" in (one.text + one.cure) for one in errors.values())


def test_a_wire_to_the_supply_is_named_before_the_panel_is_opened(tmp_path: Path) -> None:
    with a_ward(tmp_path) as ward:
        ward.pins.hold(22, 1)
        found = ward.rounds()
    parts = [one.part for one in found]

    assert [one.part for one in found if one.state == "error"] == ["pin 22 (2.left)"]
    assert parts.index("pin 22 (2.left)") < parts.index("panel")


def test_a_button_that_stands_closed_is_a_warning(tmp_path: Path) -> None:
    with a_ward(tmp_path) as ward:
        ward.pins.hold(22, 0)
        found = [one for one in ward.rounds() if one.state != "ok"]

    assert [(one.part, one.state) for one in found] == [("2.left", "warning")]
    assert "touches ground" in found[0].cure


def test_missing_groups_are_named_with_the_files_that_they_close(tmp_path: Path) -> None:
    with a_ward(tmp_path) as ward:
        ward.changed |= {"may_use": lambda _path: False, "groups": frozenset}
        found = ward.rounds()

    assert [one.part for one in found if one.state == "warning"] == ["groups", "groups"]
    assert [one.part for one in found if one.state == "error"] == [
        "/dev/spidev0.0",
        "/dev/spidev0.1",
        "gpiochip",
    ]


def test_an_unwritable_working_folder_is_named_and_lgpio_loads_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    monkeypatch.chdir(locked)
    with a_ward(tmp_path) as ward:
        monkeypatch.setattr("firmware.doctor.libraries._is_writable", lambda _folder: False)
        found = by_part(ward.rounds())

    assert found["lgpio's pipe"].state == "warning"
    assert "LG_WD" in found["lgpio's pipe"].cure
    assert found["lgpio"].state == found["panel"].state == "ok"


def test_a_folder_for_the_pipe_that_cannot_be_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_ward(tmp_path) as ward:
        monkeypatch.setenv("LG_WD", "/nowhere/at/all")
        errors = ward.errors()

    assert list(errors) == ["lgpio's pipe"]


def test_a_missing_spidev_leaves_the_panel_to_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_ward(tmp_path) as ward:
        monkeypatch.setitem(sys.modules, "spidev", None)
        found = ward.rounds()

    assert [one.part for one in found if one.state == "error"] == ["spidev", "readers"]
    assert severity(found) == 1


def test_a_board_that_breaks_a_rule_is_told_with_its_cure(tmp_path: Path) -> None:
    assert [finding.state for finding in look_at_board(STANDARD)] == ["ok"]
    first, *others = STANDARD.seats
    twice = replace(STANDARD, seats=(replace(first, right=first.left), *others))
    with a_ward(tmp_path) as ward:
        found = ward.rounds(twice)
    faults = [one for one in found if one.state == "error"]

    assert faults[0].part.startswith("board standard: ")
    assert any("two parts share the pin" in one.cure for one in faults)
    assert all(one.cure for one in faults)
    assert by_part(found)["reader tray"].state == "ok"


def test_a_machine_without_a_pin_library_is_told_at_the_panel(tmp_path: Path) -> None:
    host = a_host(tmp_path)
    with closing(on_a_pi(STANDARD, host)) as found:
        last = list(found)[-1]

    assert (last.part, last.state) == ("panel", "error")
    assert last.cure == "Run this on a Pi, or use --mock."


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_the_classic_libraries_are_looked_at_with_their_own_checks(tmp_path: Path) -> None:
    for has_edges in (True, False):
        with a_classic_pi(VirtualClock(S), has_edges=has_edges):
            host = a_host(tmp_path, load=importlib.import_module)
            with closing(on_a_pi(STANDARD, host, Libraries.CLASSIC)) as rounds:
                found = list(rounds)
        errors = [one for one in found if one.state == "error"]
        assert [one.state for one in found if one.part.startswith("reader ")] == ["ok", "ok"]
        assert len(errors) == (0 if has_edges else len(STANDARD.lines))
        assert all("use lgpio" in one.cure for one in errors)


def test_the_simulated_kit_is_well_and_closed_when_the_doctor_is_interrupted() -> None:
    opened: list[Devices] = []
    rounds = on_the_simulated_kit(STANDARD, opened.append)
    parts = [next(rounds).part, next(rounds).part]
    rounds.close()

    assert parts == ["board standard", "panel"]
    assert opened[0].simulated is not None
    assert opened[0].simulated.hands.all_released()


# A walk along a Pi, over gpiozero's own factories


class PiPerson:
    """Is a person with hands on a Pi's stand-ins; acts are due at moments of the clock."""

    def __init__(
        self,
        edge: Callable[[int, int, int], None],
        level: Callable[[int], int],
        duty: Callable[[], float],
        chips: SimulatedReaders,
    ) -> None:
        self.clock = VirtualClock(S)
        self._edge, self._level, self._duty, self._chips = edge, level, duty, chips
        self._due: list[tuple[int, int, int]] = []
        self._heard = False
        self.pins = {line.name: line.pin for line in STANDARD.lines}
        self.lights = {seat.number: seat.light for seat in STANDARD.seats}

    def pause(self, ns: int) -> None:
        self.clock.advance(ns)
        while self._due and self._due[0][0] <= self.clock.now_ns():
            at, pin, level = self._due.pop(0)
            self._edge(pin, level, at)
        self._heard = self._heard or self._duty() > 0

    def told(self, text: str) -> None:
        """Hear nothing."""

    def presses(self, line: str, times: int) -> None:
        first = self.clock.now_ns() + 100 * MS
        for number in range(times):
            at = first + number * 400 * MS
            self._due += [(at, self.pins[line], 0), (at + 150 * MS, self.pins[line], 1)]

    def lays(self, reader: str) -> None:
        for name in self._chips:
            self._chips[name].field(["04A3C6CAE26180"] if name == reader else [])

    def sees(self, seat: int) -> bool:
        lit = [one for one, pin in self.lights.items() if self._level(pin)]
        return lit == [seat]

    def hears(self) -> bool:
        return self._heard


def walked(person: PiPerson, root: Path, libraries: Libraries) -> list[Finding]:
    host = a_host(root, load=importlib.import_module)
    timing = Timing(person.clock, person.pause)
    with closing(on_a_pi(STANDARD, host, libraries, person, timing)) as found:
        return [one for one in found if one.part in PARTS or one.state != "ok"]


PARTS = [
    *(f"{seat}.{what}" for seat in range(1, 7) for what in ("light", "left", "right")),
    "bell",
    "sounder",
    "card on centre",
    "card on tray",
]


def test_a_walk_goes_through_lgpio_and_spidev(tmp_path: Path) -> None:
    with a_pi(VirtualClock(S)) as (pins, chips):

        def duty() -> float:
            pwm = pins.lines[12].pwm if 12 in pins.lines else None
            return pwm[1] if pwm else 0.0

        person = PiPerson(pins.edge, lambda pin: pins.lines[pin].level, duty, chips)
        found = walked(person, tmp_path, Libraries.CURRENT)

    assert [one.part for one in found] == PARTS
    assert {one.state for one in found} == {"ok"}


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_a_walk_goes_through_rpi_gpio_and_the_mfrc522_package(tmp_path: Path) -> None:
    clock = VirtualClock(S)
    with a_classic_pi(clock) as (gpio, chips):

        def edge(pin: int, level: int, _ns: int) -> None:
            gpio.edge(pin, level)

        def duty() -> float:
            return gpio.pwms[12].duty if 12 in gpio.pwms else 0.0

        person = PiPerson(edge, lambda pin: gpio.levels.get(pin, 0), duty, chips)
        person.clock = clock  # gpiozero stamps the edges with it
        found = walked(person, tmp_path, Libraries.CLASSIC)

    assert [one.part for one in found] == PARTS
    assert {one.state for one in found} == {"ok"}


def test_beside_a_running_kit_its_own_pins_are_no_fault_and_others_are(tmp_path: Path) -> None:
    with a_pi(VirtualClock(S), {17: "lg", 27: "lg", 4: "onewire@4"}) as (pins, _chips):
        host = a_host(tmp_path, load=importlib.import_module)
        found = list(beside_a_kit(STANDARD, host))
        claimed = [pin for pin, line in pins.lines.items() if line.is_claimed]

    assert [one.part for one in found if one.state == "error"] == ["pin 4 (bell)"]
    assert found[-1].text.startswith("A kit is running")
    assert claimed == []
