"""Doors: what the web may ask; everything is checked before it comes to the table."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest

from companion.core.events import HostDid
from companion.core.playthrough import header_of
from firmware import doors
from firmware.doors import ArchiveDoor, ShelfDoor, TableDoor
from firmware.items import Told
from firmware.journal.record import Listed, Stored
from tests.firmware.evenings import GAMES, Evening
from web.ports import Answer

GIVEN: dict[str, Any] = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
}
PATIENCE_S = 20


def door_of(evening: Evening) -> TableDoor:
    return TableDoor(evening.sitting, evening.inbox, evening.clock, GAMES)


@contextmanager
def a_table(seats: int = 3, **given: Any) -> Iterator[tuple[Evening, TableDoor]]:
    """Let the table's own thread answer, as on a kit."""
    evening, stopping = Evening(seats, **given), threading.Event()

    def play() -> None:
        while not stopping.wait(0.001):
            evening.advance(1_000_000)

    thread = threading.Thread(target=play, name="table under test")
    thread.start()
    try:
        yield evening, door_of(evening)
    finally:
        stopping.set()
        thread.join(PATIENCE_S)


def test_a_phone_says_something_and_is_told_that_it_was_taken() -> None:
    with a_table(first=1) as (evening, door):
        answer = door.say(1, {"done": True}, question=None, by="phone")

    assert answer == Answer(taken=True)
    assert evening.rulings("turn_ended")


def test_a_phone_may_name_its_own_seat_again() -> None:
    with a_table(first=1) as (_, door):
        answer = door.say(1, {"seat": 1, "done": True}, question=None, by="phone")

    assert answer.taken


def test_what_is_refused_comes_with_its_reason_and_a_sentence() -> None:
    with a_table(first=1) as (_, door):
        answer = door.say(2, {"done": True}, question=None, by="phone")
        stale = door.say(1, {"done": True}, question="0.999", by="phone")

    assert (answer.taken, answer.reason) == (False, "not_waited_for")
    assert answer.text
    assert (stale.taken, stale.reason) == (False, "over")


@pytest.mark.parametrize(
    "say", [{}, {"dance": True}, {"done": False}, {"done": True, "pass": True}, {"show": "ace"}]
)
def test_a_say_of_the_wrong_form_never_reaches_the_table(say: dict[str, Any]) -> None:
    evening = Evening(first=1)
    answer = door_of(evening).say(1, say, question=None, by="phone")

    assert (answer.taken, answer.reason) == (False, "bad_say")
    assert evening.inbox.next_ns() is None


@pytest.mark.parametrize(
    "act", [{}, {"fly": True}, {"undo": 0}, {"first": 9}, {"start": True, "end": True}]
)
def test_an_act_of_the_wrong_form_never_reaches_the_table(act: dict[str, Any]) -> None:
    evening = Evening(first=1)
    answer = door_of(evening).host(act)

    assert (answer.taken, answer.reason) == (False, "bad_act")
    assert evening.inbox.next_ns() is None


def test_without_a_game_there_is_nobody_to_speak_to() -> None:
    with a_table(0) as (_, door):
        said = door.say(1, {"done": True}, question=None, by="phone")
        done = door.host({"pause": True})

    assert said.reason == done.reason == "no_game"


def test_the_host_sets_a_game_up_pauses_undoes_and_ends_it() -> None:
    with a_table(0) as (evening, door):
        answers = [
            door.set_up(GIVEN),
            door.set_up(GIVEN),
            door.say(1, {"done": True}, question=None, by="host"),
            door.host({"undo": 1}),
            door.host({"resume": True}),
            door.host({"end": True}),
            door.set_up(GIVEN),
        ]

    assert [answer.taken for answer in answers] == [True, False, True, True, True, True, True]
    assert answers[1].reason == "game_running"
    assert len(evening.kept.headers) == 2


def test_a_header_is_refused_with_every_fault() -> None:
    evening = Evening(0)
    answer = door_of(evening).set_up(
        {**GIVEN, "first": 7, "options": {"variant": "fast", "volume": 11}}
    )

    assert (answer.taken, answer.reason) == (False, "bad_header")
    assert "first: found 7" in answer.text
    assert "variant" in answer.text
    assert "volume" in answer.text


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "game: found 'chess'"),
        ({"seats": ["Ann", "Bo"]}, "2 with the option allow_two"),
        ({"deck": {"cards": {"pay/1": 7}}}, "pay/1"),
        ({"ringmaster": 2}, "newer"),
    ],
)
def test_an_impossible_header_is_refused_with_its_reason(change: dict[str, Any], why: str) -> None:
    header, faults = header_of({**GIVEN, **change}, GAMES)

    assert header is None
    assert why in "; ".join(faults)


def test_a_table_that_does_not_answer_is_told_so_and_what_came_late_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "PATIENCE_S", 0.01)
    evening = Evening(first=1)
    answer = door_of(evening).host({"pause": True})
    evening.settle()

    assert (answer.taken, answer.reason) == (False, "no_answer")
    assert evening.view()["paused"]  # the board tells


def test_an_answer_that_comes_at_the_last_moment_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "PATIENCE_S", 0.01)
    evening = Evening(first=1)

    class Hasty(Future[Answer]):
        def cancel(self) -> bool:
            self.set_result(Answer(taken=True))
            return False

    answer: Future[Answer] = Hasty()
    item = Told(0, HostDid({"pause": True}, at=0), answer)

    assert door_of(evening)._wait(item, answer) == Answer(taken=True)


# Past games


class Past:
    """Holds two games and one whose header cannot be read."""

    def games(self) -> tuple[Listed, ...]:
        seats = [{"name": "Ann"}, "Bo"]
        header = json.dumps({"game": "click_click_boom", "seats": seats})
        return (
            Listed(3, "2026-01-03", header, json.dumps({"winners": [2]})),
            Listed(2, "2026-01-02", header, None),
            Listed(1, "2026-01-01", "no JSON", "{}"),
        )

    def read(self, game: int) -> Stored | None:
        body = json.dumps({"line": '{"at": 0, "press": "1.left"}'})
        return Stored(3, "", '{"ringmaster": 1}', (body,), None, 0) if game == 3 else None


def test_past_games_are_listed_with_who_won() -> None:
    newest, middle, oldest = ArchiveDoor(Past()).games()

    assert newest == {
        "id": 3,
        "began": "2026-01-03",
        "over": True,
        "game": "click_click_boom",
        "seats": ["Ann", "Bo"],
        "winners": [2],
    }
    assert (middle["over"], middle["winners"]) == (False, [])
    assert oldest == {
        "id": 1,
        "began": "2026-01-01",
        "over": True,
        "game": "?",
        "seats": [],
        "winners": [],
    }


def test_a_past_game_is_a_playthrough_and_one_that_is_not_there_is_none() -> None:
    archive = ArchiveDoor(Past())

    assert archive.export(3) == '{"ringmaster": 1}\n{"at": 0, "press": "1.left"}\n'
    assert archive.export(4) is None


def test_the_shelf_shows_every_game_with_its_options() -> None:
    game, plain = ShelfDoor({one: GAMES[one] for one in ("click_click_boom", "template")}).games()

    assert (game["slug"], plain["slug"]) == ("click_click_boom", "template")
    assert plain["characters"] == []
    assert game["players"] == [2, 6]
    assert "carla" in game["characters"]
    options = {option["name"]: option for option in game["options"]}
    assert options["variant"]["allowed"] == ["standard", "quick", "advanced"]
    assert options["lead"]["allowed"] == {"min": 0.3, "max": 3}
    assert json.dumps(game)
