"""A broken contact at the table: it is named with its cure, and the game goes on beside it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.core.events import Pressed, Rang, Released, Said, Side
from firmware.mock.contacts import bouncing
from firmware.notice_board import NoticeBoard
from firmware.panel.muting import CALM_NS
from firmware.signals import CLOSED, OPEN, Edge
from tests.firmware.evenings import BEGAN_NS, MS, TO_SHOOT, Evening, S, header

ALL_LEFT = {1: "left", 2: "left", 3: "left"}
HELD = "held down for"


def an_evening(**given: Any) -> Evening:
    """Return an evening whose views tell what is wrong with its contacts, as a kit's do."""
    evening, board = Evening(**{"first": 1, **given}), NoticeBoard()
    board.watch(lambda: evening.sitting.line_faults)
    evening.sitting.notices = board.troubles
    return evening


def shown(evening: Evening) -> list[tuple[str, str]]:
    """Return the notices of the last views that were published."""
    views, _ = evening.shown[-1]
    return [(notice["part"], notice["text"]) for notice in views["public"]["notices"]]


def parts(evening: Evening) -> list[str]:
    return [part for part, _ in shown(evening)]


def chatter(evening: Evening, line: str, at: int, until: int, gap: int) -> None:
    for number, ns in enumerate(range(at, until, gap)):
        evening.edge(line, number % 2, ns)
    evening.edge(line, OPEN, until)


def rings(evening: Evening) -> list[int]:
    return [event.at for event in evening.events() if isinstance(event, Rang)]


# Held down


def test_a_bell_that_is_held_down_rings_once_is_named_after_10_s_and_no_more_once_it_is_up() -> (
    None
):
    evening = an_evening()
    evening.press("bell", S)
    evening.until(11 * S + 20 * MS)
    before = parts(evening)
    evening.until(11 * S + 26 * MS)
    named = shown(evening)
    evening.until(200 * S)
    later = shown(evening)
    evening.release("bell")
    evening.settle()

    assert before == []
    assert named == [("bell", f"The contact bell has been {HELD} 10 s.")]
    assert later == [("bell", f"The contact bell has been {HELD} 3 min.")]
    assert parts(evening) == []
    assert rings(evening) == [S]


def test_while_the_bell_is_held_down_the_game_is_played_on_buttons_and_phones() -> None:
    evening = an_evening()
    evening.press("bell", S)
    evening.until(70 * S)
    evening.tap(*(f"{seat}.left" for seat in ALL_LEFT))
    for seat, side in ALL_LEFT.items():
        evening.press(f"{seat}.{side}")
        evening.settle()
    called = evening.now
    assert evening.say(1, ring=1).taken
    evening.until(called + TO_SHOOT + S)

    assert parts(evening) == ["bell"]
    assert evening.view()["phase"] == "reveal"
    assert [event for event in evening.events() if isinstance(event, Said)][-1].say == {"ring": 1}


def test_a_seat_s_own_bell_that_is_held_down_is_named_too() -> None:
    evening = an_evening()
    evening.inbox.put(Edge("2.bell", CLOSED, BEGAN_NS + S), BEGAN_NS + S)
    evening.until(20 * S)

    assert shown(evening) == [("2.bell", f"The contact 2.bell has been {HELD} 10 s.")]


def test_a_bell_that_was_down_already_when_the_kit_started_is_named_without_a_game() -> None:
    evening = an_evening(seats=0)
    evening.inbox.put(Edge("bell", CLOSED, 0), BEGAN_NS)
    evening.until(12 * S)

    assert parts(evening) == ["bell"]


def test_a_held_button_is_a_hold_and_named_after_10_minutes_only() -> None:
    evening = an_evening()
    evening.press("1.left", S)
    evening.until(600 * S)
    before = parts(evening)
    evening.until(602 * S)

    assert before == []
    assert shown(evening) == [("1.left", f"The contact 1.left has been {HELD} 10 min.")]


def test_the_table_looks_again_when_a_bell_is_to_be_named_and_not_before() -> None:
    evening = an_evening(seats=0)
    evening.press("bell", S)
    evening.until(5 * S)
    named = BEGAN_NS + 11 * S + 1
    due = evening.inbox.due_ns(named)

    assert evening.sitting.next_ns() == due
    evening.sitting.step(due)
    assert parts(evening) == ["bell"]
    assert evening.sitting.next_ns() == evening.inbox.due_ns(named - 1 + 10 * S)


def test_a_held_bell_is_shown_anew_once_a_minute_at_most() -> None:
    evening = an_evening()
    evening.press("bell", S)
    evening.until(90 * S)
    before = len(evening.shown)
    evening.until(690 * S)

    assert len(evening.shown) - before == 10


# Faster than the debounce


def test_a_line_that_crackles_without_end_is_shown_and_the_others_play_on() -> None:
    evening = an_evening()
    chatter(evening, "2.left", 100 * MS, 500 * MS, 4 * MS)
    evening.press("1.left", 200 * MS)
    evening.until(480 * MS)

    assert evening.inbox.stuck() == ("2.left",)
    assert parts(evening) == ["2.left"]
    assert evening.rulings("turn_ended")


def test_a_bell_that_chatters_at_200_hz_never_rings_and_the_game_goes_on() -> None:
    evening = an_evening()
    chatter(evening, "bell", S, 31 * S, 5 * MS // 2)
    evening.until(20 * S)
    evening.press("1.left", 20 * S)
    evening.until(20 * S + 35 * MS)
    at_once = [event for event in evening.events() if isinstance(event, Pressed)]
    named = parts(evening)
    evening.until(40 * S)

    assert at_once == [Pressed(1, Side.LEFT, at=20 * S)]
    assert evening.rulings("turn_ended")
    assert named == ["bell"]
    assert parts(evening) == []
    assert rings(evening) == []
    assert evening.sitting.late == 0


def test_presses_beside_a_chattering_bell_are_ruled_in_the_order_of_their_edges() -> None:
    evening, chance = an_evening(first=None), Random(5)
    chatter(evening, "bell", S, 20 * S, 5 * MS // 2)
    presses = (("2.left", 10 * S + 1000, 0), ("3.right", 10 * S, 25 * MS))
    for line, ns, late in presses:
        for edge in bouncing(line, CLOSED, ns, chance):
            evening.edge(edge.line, edge.level, edge.ns, late)
    evening.until(11 * S)

    assert evening.rulings("first_player")[0]["seat"] == 3
    assert [event.stamp for event in evening.events()] == [10 * S, 10 * S + 1000]


def test_shoot_comes_at_its_moment_beside_a_chattering_bell() -> None:
    evening = an_evening()
    shoot = evening.commit(ALL_LEFT)
    chatter(evening, "bell", evening.now, shoot + 5 * S, 5 * MS // 2)
    evening.release("1.left", shoot - 20 * MS)
    evening.until(shoot + 25 * MS)
    before = evening.view()["phase"]
    evening.until(shoot + 25 * MS + 1)

    assert (before, evening.view()["phase"]) == ("countdown", "reveal")
    assert evening.view()["fouls"] == [{"seat": 1, "kind": "early", "ms": 20.0}]


# Slower than the debounce, and faster than hands


@pytest.mark.parametrize("per_s", [15, 25, 40])
def test_a_bell_that_crackles_slowly_is_named_and_fills_no_journal(per_s: int) -> None:
    evening = an_evening()
    chatter(evening, "bell", S, 61 * S, S // (2 * per_s))
    evening.until(50 * S)
    named, kept = parts(evening), len(evening.kept.bodies)
    evening.tap("1.left")
    evening.until(70 * S)

    assert len(rings(evening)) == 12
    assert kept <= 12
    assert named == ["bell"]
    assert evening.rulings("turn_ended")
    assert parts(evening) == []


def test_a_bell_that_was_muted_calls_again_once_it_is_calm() -> None:
    evening = an_evening()
    chatter(evening, "bell", S, 30 * S, 20 * MS)
    evening.until(30 * S + CALM_NS + 100 * MS)
    shoot = evening.commit(ALL_LEFT)
    evening.until(shoot + S)

    assert evening.view()["phase"] == "reveal"


def test_a_button_that_crackles_slowly_is_not_down_for_ever() -> None:
    evening = an_evening()
    chatter(evening, "1.left", S, 10 * S, 20 * MS)
    evening.until(20 * S)
    told = [event for event in evening.events() if isinstance(event, Pressed | Released)]

    assert [type(event) for event in told] == [Pressed, Released] * 12
    assert evening.inbox.levels()["1.left"] == OPEN


# Beside the game


def test_a_new_game_keeps_the_names_of_what_is_broken() -> None:
    evening = an_evening(seats=0)
    evening.press("bell", S)
    evening.until(15 * S)
    evening.sitting.begin(header(3, first=1))
    evening.settle()

    assert parts(evening) == ["bell"]
    assert json.loads(json.dumps(evening.shown[-1][0]["host"]["notices"]))[0]["state"] == "error"
