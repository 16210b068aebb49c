"""After a stop, a crash or damage the kit shows what was shown, waits as it waited, and undoes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.events import HostDid, Pressed, Said, Side, TableEvent
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.steps import Verdict
from firmware.bodies import body_of, read_bodies
from firmware.clock import NS_PER_S
from firmware.running import Kit
from firmware.signals import CLOSED, Edge
from tests.firmware.evenings import GAMES, Evening
from tests.firmware.evenings import header as header_of_evening
from tests.headless.kits import GIVEN, header, journal_of, opened, playing, shown, until

HEADER = json.dumps(GIVEN)
OF_THE_KIT = ("notices", "readers_failed", "at", "cues")


def recorded(*events: TableEvent) -> list[str]:
    """Return the bodies of a game in which this happened."""
    referee = Referee(GAMES["click_click_boom"], header_of_evening(3, first=1))
    return [body_of(referee.feed(event)[0]) for event in events]


def done(seat: int, at_s: float) -> Said:
    return Said(seat, {"done": True}, at=round(at_s * NS_PER_S))


def taken(kit: Kit, **act: Any) -> None:
    answer = kit.door().host(act)
    assert answer.taken, answer


def texts(kit: Kit, part: str = "journal") -> list[str]:
    return [finding.text for finding in kit.notices.findings() if finding.part == part]


def of_the_game(view: Any) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in OF_THE_KIT}


def waiting(kit: Kit) -> list[tuple[int, str]]:
    view = kit.sitting.views()["public"]
    return [(wait["seat"], wait["gesture"]) for wait in view["waiting"]]


# A clean stop


def test_a_kit_that_was_closed_shows_the_same_rulings_and_waits_paused(tmp_path: Path) -> None:
    with playing(tmp_path) as kit:
        assert kit.door().say(1, {"done": True}, question=None, by="phone").taken
        assert kit.door().host({"adjust": {"seat": 2, "coins": 3}}).taken
        until(lambda: any(one["ruling"] == "corrected" for one in shown(kit)["rulings"]))
        before = of_the_game(shown(kit))
    with opened(tmp_path) as kit:
        assert kit.resume()
        after = of_the_game(kit.sitting.views()["public"])

    assert after["paused"]
    assert after["waiting"] == []
    assert after["rulings"][:-1] == before["rulings"]
    assert after["rulings"][-1]["ruling"] == "begun_anew"
    assert after["seats"] == before["seats"]
    assert after["phase"] == before["phase"]


def test_after_a_restart_the_same_seat_is_waited_for_and_undo_works(tmp_path: Path) -> None:
    with playing(tmp_path) as kit:
        assert kit.door().say(1, {"done": True}, question=None, by="phone").taken
        before = waiting(kit)
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        again = waiting(kit)
        taken(kit, undo=1)
        taken(kit, resume=True)
        undone = waiting(kit)
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        once_more = waiting(kit)

    assert before == again == [(2, "press")]
    assert undone == once_more == [(1, "press")]


def test_table_time_goes_on_where_it_stood(tmp_path: Path) -> None:
    journal_of(tmp_path, *recorded(done(1, 3600)), header=HEADER)
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        assert kit.journal.flush(10)
        entries = kit.journal.entries(1)

    at = [json.loads(json.loads(entry)["line"])["at"] for entry in entries]
    assert at[:2] == [3600, 3600]
    assert 3600 < at[2] < 3700


def test_buttons_that_are_down_at_the_start_are_told(tmp_path: Path) -> None:
    journal_of(tmp_path, *recorded(done(1, 1)), header=HEADER)
    with opened(tmp_path) as kit:
        for line in ("2.left", "5.right"):  # nobody plays at seat 5
            kit.inbox.put(Edge(line, CLOSED, 0), kit.clock.now_ns())
        kit.resume()
        assert kit.sitting.played is not None
        down = kit.sitting.played.referee.run.down()

    assert down == ("2.left",)


def test_a_finished_game_is_not_taken_up_and_an_empty_journal_neither(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        assert not kit.resume()
    bodies = recorded(HostDid({"end": True}, at=0))
    journal_of(tmp_path, *bodies, header=HEADER, summary='{"winners": []}')
    with opened(tmp_path) as kit:
        assert not kit.resume()
        assert texts(kit) == []


def test_a_game_that_ended_just_before_the_crash_is_finished_at_the_next_start(
    tmp_path: Path,
) -> None:
    journal_of(tmp_path, *recorded(HostDid({"end": True}, at=0)), header=HEADER)
    with opened(tmp_path) as kit:
        assert kit.resume()
        assert kit.sitting.views()["public"]["over"]
    with opened(tmp_path) as kit:
        (listed,) = kit.journal.games()
        assert json.loads(listed.summary or "") == {"winners": []}
        assert not kit.resume()


def test_a_button_where_nobody_plays_costs_no_evening(tmp_path: Path) -> None:
    """What is pressed at an empty place must not end the part of a journal that can be read."""
    with playing(tmp_path) as kit:
        hands = kit.devices.simulated
        assert hands is not None
        hands.hands.press("5.left")
        assert kit.door().say(1, {"done": True}, question=None, by="phone").taken
        assert not kit.door().say(6, {"done": True}, question=None, by="host").taken
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        assert waiting(kit) == [(2, "press")]
        assert texts(kit) == []


# Damage


def test_a_damaged_entry_ends_the_prefix_and_the_host_is_told(tmp_path: Path) -> None:
    bodies = recorded(done(1, 1), done(2, 2), done(3, 3))
    bodies[1] = bodies[1].replace('\\"seat\\": 2', '\\"seat\\": 9')
    journal_of(tmp_path, *bodies, header=HEADER)
    with playing(tmp_path) as kit:
        (told,) = texts(kit)
        taken(kit, resume=True)

        assert waiting(kit) == [(2, "press")]
    assert "Game 1 was damaged: entry 2: " in told
    assert "found 9" in told


def test_what_happens_after_a_damage_is_there_at_the_start_after_next(tmp_path: Path) -> None:
    bodies = recorded(done(1, 1), done(2, 2))
    journal_of(tmp_path, bodies[0], "no record", bodies[1], header=HEADER)
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        assert kit.door().say(2, {"done": True}, question=None, by="phone").taken
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        again = waiting(kit)
        told = texts(kit)
        whole = kit.journal.entries(1)

    assert again == [(3, "press")]
    assert told == []
    assert len(whole) == 3  # the damaged game is left as it was


def test_a_lost_end_is_told(tmp_path: Path) -> None:
    journal_of(tmp_path, *recorded(*(done(seat, seat) for seat in (1, 2, 3))), header=HEADER)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as store, store:
        store.execute("UPDATE records SET body = 'x' WHERE seq = 3")
    with opened(tmp_path) as kit:
        assert kit.resume()
        assert len(kit.sitting.views()["public"]["rulings"]) > 2
        told = texts(kit)

    assert any("2 entries kept, at least 1 lost" in text for text in told)


@pytest.mark.parametrize(
    ("header_text", "why"),
    [
        (json.dumps({**GIVEN, "game": "chess"}), "game: found 'chess'"),
        (json.dumps({**GIVEN, "ringmaster": 2}), "newer than this program's"),
        (json.dumps({**GIVEN, "options": {"volume": 11}}), "volume"),
        ("no JSON at all", "Expecting value"),
        ("[]", "the first line is the header"),
        ("7", "the first line is the header"),
    ],
)
def test_a_game_that_this_program_cannot_play_does_not_stop_the_start(
    header_text: str, why: str, tmp_path: Path
) -> None:
    journal_of(tmp_path, *recorded(done(1, 1)), header=header_text)
    with opened(tmp_path) as kit:
        assert not kit.resume()
        (told,) = texts(kit)
        kit.sitting.begin(header(kit))
        kit.sitting.step(kit.clock.now_ns())

        assert kit.sitting.views()["public"]["game"] == "click_click_boom"
        assert kit.journal.read(1) is not None
    assert "(number 1) cannot be resumed" in told
    assert why in told


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        "7",
        '{"line": "{}", "verdict": "accepted", "digest": "", "rulings": []}',
        '{"line": "{\\"at\\": 1}", "verdict": "accepted", "digest": "", "rulings": [7]}',
        '{"line": "{\\"at\\": 1}", "verdict": "accepted", "digest": "", "rulings": [{}]}',
        '{"line": "{\\"at\\": 1e99}", "verdict": "accepted", "digest": "", "rulings": []}',
    ],
)
def test_an_entry_of_a_form_to_come_does_not_stop_the_start(body: str, tmp_path: Path) -> None:
    journal_of(tmp_path, *recorded(done(1, 1)), body, header=HEADER)
    with opened(tmp_path) as kit:
        assert kit.resume()
        assert any("entry 2" in text for text in texts(kit))


# Another decision


def decided_otherwise(body: str) -> str:
    record = json.loads(body)
    record["rulings"][0]["text"] = "Bo ends the turn, says the journal."
    return json.dumps({**record, "digest": "0" * 16})


def test_a_replay_that_decides_otherwise_says_so_keeps_the_board_and_undo_rescues(
    tmp_path: Path,
) -> None:
    bodies = recorded(done(1, 1), done(2, 2), done(3, 3))
    bodies[1] = decided_otherwise(bodies[1])
    journal_of(tmp_path, *bodies, header=HEADER)
    with playing(tmp_path) as kit:
        view = kit.sitting.views()["public"]
        told = texts(kit)
        refused = kit.door().say(2, {"done": True}, question=None, by="phone")
        taken(kit, undo=2)
        taken(kit, resume=True)
        rescued = waiting(kit)
        failed = kit.sitting.views()["public"]["failed"]

    assert "record 2" in view["failed"]
    assert "Bo ends the turn, says the journal." in {one["text"] for one in view["rulings"]}
    assert told == ["The replay of game 1 decides differently from what was recorded."]
    assert refused.reason in ("failed", "paused")
    assert rescued == [(2, "press")]
    assert failed is None


def test_a_replay_that_differs_says_so_again_at_the_next_start(tmp_path: Path) -> None:
    bodies = recorded(done(1, 1), done(2, 2))
    journal_of(tmp_path, decided_otherwise(bodies[0]), bodies[1], header=HEADER)
    for _ in range(2):
        with opened(tmp_path) as kit:
            assert kit.resume()
            assert any("decides differently" in text for text in texts(kit))


# Anywhere


@pytest.mark.parametrize("cut", range(0, 26, 5))
def test_a_crash_after_any_record_waits_for_the_same_ask(cut: int, tmp_path: Path) -> None:
    evening = Evening(3, first=1)
    asks: list[tuple[int, list[tuple[int, str]], str]] = []
    evening.sitting.ears = type(evening.sitting.ears)(
        None,
        lambda _record, _step: asks.append(
            (
                len(evening.kept.bodies),
                [(o.seat, o.gesture) for o in evening.run.offers() if not o.optional],
                evening.view()["phase"],
            )
        ),
    )
    shoot = evening.commit({1: "left", 2: "right", 3: "left"})
    for line in ("1.left", "2.right", "3.left"):
        evening.release(line, shoot + 1)
    evening.until(shoot + NS_PER_S)
    for seat, card in ((1, "pay"), (2, "stolen"), (3, "pay")):
        evening.say(seat, show=card)
    evening.tap("2.left", "2.left", "3.left")
    count = min(cut, len(evening.kept.bodies) - 1) + 1
    _, expected, phase = asks[count - 1]

    journal_of(tmp_path, *evening.kept.bodies[:count], header=evening.kept.headers[0])
    with playing(tmp_path) as kit:
        taken(kit, resume=True)
        played = kit.sitting.played
        assert played is not None
        offers = [(o.seat, o.gesture) for o in played.referee.run.offers() if not o.optional]
        now = kit.sitting.views()["public"]["phase"]

    if phase == "countdown":  # a count that was running is void, and called again (C48)
        assert now == "commit"
    elif phase != "commit":  # whose button is up at the restart holds no more
        still = {offer for offer in expected if offer[1] != "let_go"}
        assert (now, set(offers)) == (phase, still)


def test_the_bodies_that_an_evening_leaves_can_all_be_read() -> None:
    evening = Evening(3, first=1)
    evening.tap("1.left", "6.left", "2.left", "bell")
    records, fault = read_bodies(evening.kept.bodies, evening.run.game, evening.run.header)

    assert fault is None
    assert [record.event for record in records] == evening.events()
    assert Pressed(1, Side.LEFT, at=0) in evening.events()


@pytest.mark.parametrize(
    "given",
    [
        (HEADER, [body_of(Record(HostDid({"undo": 5}, at=1), Verdict.ACCEPTED))]),
        ("[" * 100_000, []),
    ],
)
def test_a_journal_that_makes_no_sense_is_told_and_the_kit_starts(
    tmp_path: Path, given: tuple[str, list[str]]
) -> None:
    header, bodies = given
    journal_of(tmp_path, *bodies, header=header)
    with opened(tmp_path) as kit:
        assert not kit.resume()
        (text,) = texts(kit)

    assert text.startswith("The last game (number 1) cannot be resumed: ")
