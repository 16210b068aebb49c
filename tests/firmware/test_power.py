"""Switching off from seat 1: raw edges in virtual time, and the file that systemd waits for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.clock import NS_PER_MS, NS_PER_S
from firmware.power import HOLD_S, PowerSwitch, asking_by_file, held_since
from tests.firmware.evenings import Evening

MS, S = NS_PER_MS, NS_PER_S
LEFT, RIGHT = "1.left", "1.right"


@dataclass
class Watched:
    """Is an evening whose seat 1 can switch the kit off."""

    evening: Evening
    asked: list[int]
    tones: list[str]

    def hold(self, left_at: int, right_at: int) -> None:
        self.evening.press(LEFT, left_at)
        self.evening.press(RIGHT, right_at)


def watched(seats: int = 0) -> Watched:
    evening = Evening(seats)
    asked: list[int] = []
    tones: list[str] = []

    def is_outside() -> bool:
        played = evening.sitting.played
        return played is None or played.referee.run.is_over

    evening.parts.append(
        PowerSwitch(
            evening.inbox,
            is_outside,
            lambda: asked.append(evening.now),
            lambda name, _at: tones.append(name),
        )
    )
    evening.advance(100 * MS)
    return Watched(evening, asked, tones)


def test_both_buttons_for_five_seconds_switch_the_kit_off() -> None:
    kit = watched()
    kit.hold(1 * S, 1200 * MS)
    kit.evening.until(20 * S)

    (asked,) = kit.asked  # once, however long they are held
    assert 6200 * MS < asked < 6300 * MS
    assert kit.tones == ["tick"] * 4 + ["shoot"]


@pytest.mark.parametrize("line", [LEFT, RIGHT])
@pytest.mark.parametrize("held", [50 * MS, 2500 * MS, 4999 * MS])
def test_let_go_before_that_it_is_nothing(line: str, held: int) -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    kit.evening.release(line, 1 * S + held)
    kit.evening.until(20 * S)

    assert kit.asked == []


def test_a_release_in_time_counts_though_its_callback_comes_late() -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    kit.evening.release(LEFT, 5990 * MS, late=24 * MS)
    kit.evening.until(20 * S)

    assert kit.asked == []


def test_who_lets_go_and_holds_again_is_counted_anew() -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    kit.evening.release(LEFT, 5 * S)
    kit.evening.press(LEFT, 5500 * MS)
    kit.evening.release(RIGHT, 5600 * MS)
    kit.evening.press(RIGHT, 6 * S)
    kit.evening.until(20 * S)

    (asked,) = kit.asked
    assert 11 * S < asked < 11_100 * MS


def test_bounce_neither_ends_a_hold_nor_lengthens_it() -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    for at in (1002, 1004, 3000, 3003, 5997):
        kit.evening.release(LEFT, at * MS)
        kit.evening.press(LEFT, at * MS + MS)
    kit.evening.until(20 * S)

    (asked,) = kit.asked
    assert 6 * S < asked < 6100 * MS


@pytest.mark.parametrize("lines", [(LEFT,), (RIGHT,), ("2.left", "2.right"), (LEFT, "2.right")])
def test_one_button_or_another_seats_are_nothing(lines: tuple[str, ...]) -> None:
    kit = watched()
    for line in lines:
        kit.evening.press(line, 1 * S)
    kit.evening.until(20 * S)

    assert kit.asked == []


def test_a_pinched_button_and_a_patient_hand_are_nothing() -> None:
    kit = watched()
    kit.hold(1 * S, 2001 * MS)
    kit.evening.until(20 * S)

    assert kit.asked == []


def test_buttons_that_were_down_when_the_kit_started_are_nothing() -> None:
    kit = Evening(0)
    kit.press(LEFT, 0)
    kit.press(RIGHT, 0)
    kit.settle()
    asked: list[int] = []
    kit.parts.append(
        PowerSwitch(kit.inbox, lambda: True, lambda: asked.append(kit.now), lambda *_: None)
    )
    kit.until(20 * S)

    assert asked == []


def test_in_a_game_a_hold_is_the_games_alone() -> None:
    kit = watched(seats=3)
    kit.hold(1 * S, 1 * S)
    kit.evening.until(20 * S)

    assert kit.asked == []
    assert kit.tones == []


def test_a_hold_that_outlasts_the_game_is_nothing_but_the_next_one_counts() -> None:
    kit = watched(seats=3)
    kit.hold(1 * S, 1 * S)
    kit.evening.until(3 * S)
    kit.evening.host(end=True)
    kit.evening.until(12 * S)
    assert kit.asked == []

    for line in (LEFT, RIGHT):
        kit.evening.release(line, 13 * S)
    kit.hold(14 * S, 14 * S)
    kit.evening.until(30 * S)
    assert len(kit.asked) == 1


def test_a_game_that_is_set_up_ends_the_hold() -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    kit.evening.until(4 * S)
    kit.evening.set_up()
    kit.evening.until(20 * S)

    assert kit.asked == []


def test_a_contact_that_crackles_switches_nothing_off() -> None:
    kit = watched()
    kit.hold(1 * S, 1 * S)
    for at in range(5500, 9000, 4):  # without end, while five seconds pass
        kit.evening.release(LEFT, at * MS)
        kit.evening.press(LEFT, at * MS + 2 * MS)
    kit.evening.until(9 * S)

    assert kit.asked == []


def test_the_hold_begins_with_the_second_button() -> None:
    assert held_since({LEFT: 10, RIGHT: 30, "2.left": 5}, (), 5) == 30
    assert held_since({LEFT: 10, RIGHT: 30}, (RIGHT,), 5) is None
    assert held_since({LEFT: 10, RIGHT: 30}, (), 10) is None
    assert held_since({}, (), 5) is None


def test_a_hold_is_five_seconds() -> None:
    assert HOLD_S == 5


def test_a_file_asks_for_power_off(tmp_path: Path) -> None:
    place = tmp_path / "power-off"
    ask = asking_by_file(place)
    assert not place.exists()
    ask()
    ask()

    assert place.exists()


def test_a_file_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        asking_by_file(tmp_path / "gone" / "power-off")()
