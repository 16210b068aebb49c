"""A whole kit: what it opens it closes, what is wrong is on the board, and records come first."""

from __future__ import annotations

import errno
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from firmware.board import shipped
from firmware.cli.run import free_port
from firmware.clock import MonotonicClock
from firmware.journal import JournalTooNew
from firmware.journal import store as form
from firmware.notice_board import Finding
from firmware.panel.pins import PanelError
from firmware.running import Kit, Settings
from firmware.seating import FileSeating
from firmware.signals import CLOSED, OPEN, Edge
from firmware.state import StateFolder, StateLocked
from tests.firmware.evenings import S
from tests.firmware.pis import a_pi
from tests.headless.kits import (
    PATIENCE_S,
    header,
    opened,
    playing,
    running,
    settings,
    shown,
    until,
)

THREADS = {"journal", "publisher", "readers", "web"}


def kit_threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()} & THREADS


def simulated(kit: Kit) -> Any:
    assert kit.devices.simulated is not None
    return kit.devices.simulated


# Open and closed


def test_a_kit_that_was_closed_has_ended_its_threads_and_given_everything_back(
    tmp_path: Path,
) -> None:
    kit = Kit(settings(tmp_path))
    kit.sitting.begin(header(kit))
    with running(kit, serves=True):
        until(lambda: shown(kit)["game"] == "click_click_boom")
        assert kit_threads() == THREADS
    kit.close()

    assert kit_threads() == set()
    assert simulated(kit).hands.all_released()
    StateFolder.open(tmp_path, notices=lambda _notice: None).close()


def test_a_folder_in_use_is_refused_and_nothing_stays_open(tmp_path: Path) -> None:
    with opened(tmp_path):
        before = kit_threads()
        with pytest.raises(StateLocked, match=f"process {os.getpid()}"):
            Kit(settings(tmp_path))
        assert kit_threads() == before


def test_a_newer_journal_is_refused_and_the_folder_is_free_again(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    store = form.connect(tmp_path / "journal.sqlite3")
    store.execute("UPDATE form SET version = 99")
    store.execute("PRAGMA user_version = 99")
    form.close(store)
    with pytest.raises(JournalTooNew):
        Kit(settings(tmp_path))

    StateFolder.open(tmp_path, notices=lambda _notice: None).close()
    assert kit_threads() == set()


def test_without_pins_a_real_kit_is_refused_and_the_folder_is_free_again(tmp_path: Path) -> None:
    with pytest.raises(PanelError):
        Kit(settings(tmp_path, is_simulated=False))

    StateFolder.open(tmp_path, notices=lambda _notice: None).close()
    assert kit_threads() == set()


def test_a_kit_may_be_stopped_before_it_runs(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        kit.stop()
        kit.run()


# Through a whole kit


def test_a_press_becomes_a_ruling_on_phones_and_a_record_in_the_journal(tmp_path: Path) -> None:
    with playing(tmp_path) as kit:
        simulated(kit).hands.press("1.left")
        until(lambda: any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"]))
        (entry,) = kit.journal.entries(1)

    assert json.loads(entry)["line"].endswith('"press": "1.left"}')


def test_the_real_kit_plays_over_the_libraries_of_a_pi(tmp_path: Path) -> None:
    with a_pi(MonotonicClock(), busy=(27,)) as (pins, chips):
        kit = Kit(Settings(shipped("standard"), tmp_path, port=0))
        assert os.environ["LG_WD"] == str(tmp_path)
        kit.sitting.begin(header(kit))
        with running(kit):
            pins.edge(17, 0, time.monotonic_ns())
            until(lambda: any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"]))
            until(lambda: pins.lines[16].level == 1, "the second seat's light")
            chips["centre"].field(["04A3C6CAE26180"])
            until(lambda: (shown(kit)["refused"] or {}).get("reason") == "unknown_card")
            chips["tray"].fault("silent")
            until(lambda: "tray" in shown(kit)["readers_failed"])
            notices = shown(kit)["notices"]
        assert not pins.is_open

    assert [notice["part"] for notice in notices] == ["pin 27 (1.right)", "reader tray"]
    assert all(notice["cure"] for notice in notices)


def test_a_real_kit_without_a_state_folder_keeps_its_pins(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    with a_pi(MonotonicClock()):
        kit = Kit(Settings(shipped("standard"), in_the_way, port=0))
        place = os.environ["LG_WD"]
        kit.close()

    assert os.access(place, os.W_OK)
    assert place != str(in_the_way)


# Records first


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let records be written while this is set, as it is at first."""
    gate, write = threading.Event(), form.write
    gate.set()

    def slow(*given: Any) -> None:
        assert gate.wait(PATIENCE_S)
        write(*given)

    monkeypatch.setattr(form, "write", slow)
    yield gate
    gate.set()


def test_phones_see_nothing_before_it_is_on_the_disk_and_the_light_does_not_wait(
    tmp_path: Path, slow_disk: threading.Event
) -> None:
    kit = Kit(settings(tmp_path))
    with running(kit):
        until(lambda: shown(kit)["phase"] == "lobby")
        slow_disk.clear()
        door = kit.door()
        assert door.set_up(dict(header(kit).given)).taken
        assert door.say(1, {"done": True}, question=None, by="phone").taken
        until(lambda: dict(simulated(kit).hands.lights())[2], "the second seat's light")
        before = shown(kit)["game"]
        slow_disk.set()
        until(lambda: any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"]))

    assert before is None


# What is wrong


def test_a_folder_that_cannot_be_written_is_on_the_board_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    kit = Kit(settings(in_the_way))
    kit.sitting.begin(header(kit))
    with running(kit):
        until(lambda: shown(kit)["game"] == "click_click_boom")
        notices = shown(kit)["notices"]
        assert kit.door().say(1, {"done": True}, question=None, by="phone").taken
        until(lambda: any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"]))

    told = {notice["part"]: notice["text"] for notice in notices}
    assert {"state folder", "journal"} <= told.keys()
    assert any("in memory" in notice["text"] for notice in notices)


def test_a_disk_that_fills_up_is_on_the_board_at_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with playing(tmp_path) as kit:
        until(lambda: shown(kit)["game"] == "click_click_boom")

        def full(*_given: Any) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(form, "write", full)
        assert kit.door().say(1, {"done": True}, question=None, by="phone").taken
        until(lambda: any("goes on in memory" in n["text"] for n in shown(kit)["notices"]))
        until(lambda: any(one["ruling"] == "turn_ended" for one in shown(kit)["rulings"]))
        assert kit.door().say(2, {"done": True}, question=None, by="phone").taken
        health = {one["part"]: one["state"] for one in kit.notices.report()}

    assert health["journal"] == "error"


def test_news_of_another_thread_is_on_the_board_though_nothing_happens_at_the_table(
    tmp_path: Path,
) -> None:
    with playing(tmp_path) as kit:
        until(lambda: shown(kit)["game"] == "click_click_boom")
        kit.notices.add(Finding("journal", "warning", "The disk is nearly full."))
        until(lambda: bool(shown(kit)["notices"]))

    assert kit.notices.troubles()[0]["text"] == "The disk is nearly full."


def test_presses_that_came_too_late_to_keep_their_place_are_told(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        before = kit.notices.report()
        kit.sitting.late = 2
        (finding,) = kit.notices.report()

    assert before == []
    assert (finding["part"], finding["state"]) == ("panel", "warning")
    assert "25 ms late" in finding["text"]
    assert finding["text"].endswith(": 2.")


def test_edges_that_could_not_count_any_more_are_told(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        for ns, arrives_ns in ((S, S), (2 * S, 2 * S), (S - 1, 3 * S)):
            kit.inbox.put(Edge("1.left", CLOSED if ns != 2 * S else OPEN, ns), arrives_ns)
            kit.inbox.take(arrives_ns + S // 10)
        (finding,) = kit.notices.report()

    assert finding["text"] == "Edges that came too late to count, or were lost: 1."


def test_a_bell_that_is_held_down_is_told_on_the_board_and_the_health_page(tmp_path: Path) -> None:
    with playing(tmp_path, speed=50.0) as kit:
        simulated(kit).hands.press("bell")
        until(lambda: bool(shown(kit).get("notices")))
        (notice,), (finding,) = shown(kit)["notices"], kit.notices.report()
        simulated(kit).hands.release("bell")
        until(lambda: not shown(kit)["notices"])

    assert (notice["part"], notice["state"]) == ("bell", "error")
    assert finding["cure"].startswith("Look at the plunger")


def test_a_faulty_deck_map_is_named_when_a_real_kit_starts(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "bad.json").write_text("{}")
    with a_pi(MonotonicClock()):
        kit = Kit(Settings(shipped("standard"), tmp_path, port=free_port()))
        with running(kit, serves=True):
            until(lambda: bool(shown(kit)["notices"]))
            (notice,) = shown(kit)["notices"]

    assert notice["part"] == "deck map"
    assert notice["text"].startswith("bad.json: a deck map is an object")


def test_a_port_that_is_taken_is_an_os_error_and_the_kit_can_be_closed(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        opened(tmp_path, port=taken.getsockname()[1]) as kit,
        pytest.raises(OSError, match="in use"),
    ):
        kit.start()


# Small parts


def test_who_sits_where_is_kept_and_a_file_that_is_no_seating_is_nothing(tmp_path: Path) -> None:
    with StateFolder.open(tmp_path, notices=lambda _notice: None) as folder:
        seating = FileSeating(folder)
        assert seating.load() is None
        seating.save({"code": "ABCD"})
        assert seating.load() == {"code": "ABCD"}
        for text in ("[]", "{", "\x00"):
            (tmp_path / "seating.json").write_text(text)
            assert seating.load() is None


def test_seating_that_cannot_be_kept_is_no_reason_to_stop(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    with StateFolder.open(in_the_way, notices=lambda _notice: None) as folder:
        FileSeating(folder).save({"code": "ABCD"})

    assert in_the_way.read_bytes() == b""


@pytest.mark.parametrize(
    ("change", "address"),
    [
        ({}, "http://127.0.0.1:8123"),
        ({"addresses": ("10.0.0.7", "kit.local")}, "http://10.0.0.7:8123"),
        ({"port": 80}, "http://127.0.0.1"),
    ],
)
def test_phones_join_at_the_kits_first_address(
    change: dict[str, Any], address: str, tmp_path: Path
) -> None:
    with opened(tmp_path, **{"port": 8123, **change}) as kit:
        assert kit.own_address() == address


def test_before_a_game_the_panel_page_has_no_cards_and_lays_none(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        hands = kit._web_hands()
        assert hands is not None
        assert hands.layout()["cards"] == []
        with pytest.raises(KeyError, match="no game is set up"):
            hands.place("centre", ["pay/1"])
        kit.sitting.begin(header(kit))

        assert "pay/1" in hands.layout()["cards"]


def test_who_still_waits_for_the_table_when_it_stops_is_told_so_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as kit:
        kit.sitting.begin(header(kit))
        with ThreadPoolExecutor(2) as phones:  # the table does not run: nobody answers
            asked = [
                phones.submit(kit.door().host, {"pause": True}),
                phones.submit(kit.door().say, 1, {"done": True}, question=None, by="phone"),
            ]
            until(lambda: len(kit.door()._asked) == 2)
            kit.close()
            answers = [one.result(1) for one in asked]  # far less than the door's patience
        later = kit.door().host({"pause": True})

    assert {answer.reason for answer in (*answers, later)} == {"stopping"}
    assert kit.door()._asked == set()


def test_a_device_that_fails_at_its_end_keeps_nothing_else_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = Kit(settings(tmp_path))

    def fail() -> None:
        raise OSError(errno.EIO, "the chip is gone")

    monkeypatch.setattr(kit.devices.panel, "close", fail)
    with pytest.raises(OSError, match="the chip is gone"), running(kit):
        pass

    assert kit_threads() == set()
    StateFolder.open(tmp_path, notices=lambda _notice: None).close()
