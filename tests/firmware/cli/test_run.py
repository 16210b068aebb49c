"""`run`: its options, its greeting, and what it cannot begin with."""

from __future__ import annotations

import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.events import HostDid
from companion.core.game import Game
from firmware.board import shipped
from firmware.cli import run
from firmware.cli.run import PAUSE_NS, Encore, free_port
from firmware.clock import MonotonicClock
from firmware.journal import store as form
from firmware.printed import PrintedValues
from firmware.running import Kit, Settings
from firmware.shelf import games
from firmware.state import StateFolder
from tests.firmware.cli.command import Ran, ringmaster
from tests.firmware.pis import a_pi
from tests.headless.kits import GIVEN, journal_of


@pytest.fixture
def kits(monkeypatch: pytest.MonkeyPatch) -> list[Kit]:
    """Let every kit stop at once when it would run; give those that did."""
    seen: list[Kit] = []

    def at_once(kit: Kit) -> None:
        seen.append(kit)
        kit.sitting.step(kit.clock.now_ns())

    monkeypatch.setattr(Kit, "run", at_once)
    monkeypatch.setattr(run.signal, "signal", lambda *_given: None)  # type: ignore[attr-defined]
    return seen


def mock(tmp_path: Path, *words: str) -> Ran:
    return ringmaster("run", "--mock", "--port", "0", "--state", tmp_path / "state", *words)


def begun(kits: list[Kit]) -> dict[str, Any]:
    (kit,) = kits
    return kit.sitting.views()["public"]


def test_a_newcomer_is_told_where_to_look_how_to_join_and_how_to_stop(
    kits: list[Kit], tmp_path: Path
) -> None:
    ran = mock(tmp_path)
    rows = ran.out.splitlines()
    (kit,) = kits

    assert ran.code == 0
    assert rows[0].startswith("Board   http://127.0.0.1:")
    assert rows[1] == f"Host    {rows[0].split()[1]}host   PIN {kit.pin}"
    assert rows[2] == f"Panel   {rows[0].split()[1]}sim"
    assert rows[3].startswith(f"Join    {rows[0].split()[1]}j/")
    assert "█" in ran.out
    assert rows[-1] == "Stop with Ctrl+C."


def test_a_simulated_kit_plays_click_click_boom_with_robots(
    kits: list[Kit], tmp_path: Path
) -> None:
    assert mock(tmp_path, "--seed", "3").code == 0
    view = begun(kits)

    assert view["game"] == "click_click_boom"
    # As they come in the deck.
    assert [seat["character"] for seat in view["seats"].values()] == [
        "carla",
        "brandon",
        "heather",
        "felix",
    ]


def test_seats_and_options_are_set(kits: list[Kit], tmp_path: Path) -> None:
    words = ("--set", "variant=quick", "--set", "lead=1.5", "--set", "beat=2")
    assert mock(tmp_path, "--seats", "6", *words, "--set", "allow_two=true").code == 0
    view = begun(kits)

    assert len(view["seats"]) == 6
    options = view["options"]
    assert (options["variant"], options["lead"], options["beat"]) == ("quick", 1.5, 2.0)
    assert options["allow_two"] is True


def test_another_game_has_plain_seats(kits: list[Kit], tmp_path: Path) -> None:
    assert mock(tmp_path, "--game", "template", "--seats", "2", "--no-robots").code == 0

    view = begun(kits)
    assert view["game"] == "template"
    assert [seat.get("character") for seat in view["seats"].values()] == [None, None]


def test_without_a_wish_as_many_sit_down_as_the_board_has_seats_for(
    kits: list[Kit], tmp_path: Path
) -> None:
    assert mock(tmp_path, "--game", "template", "--board", "two_seats").code == 0

    assert len(begun(kits)["seats"]) == 2


def test_without_robots_seats_without_buttons_may_be_taken(
    kits: list[Kit], tmp_path: Path
) -> None:
    words = ("--game", "template", "--board", "two_seats", "--no-robots")
    assert mock(tmp_path, *words, "--seats", "5").code == 0

    assert len(begun(kits)["seats"]) == 5


def for_players(least: int, most: int) -> Game[Any]:
    return replace(games()["template"], players=(least, most))


@pytest.mark.parametrize(
    ("least", "most", "reached", "seats"),
    [(2, 6, 6, 4), (2, 3, 6, 3), (5, 6, 6, 5), (1, 1, 6, 1), (2, 6, 2, 2), (2, 6, 3, 3)],
)
def test_seats_are_four_or_as_near_to_it_as_may_be(
    least: int, most: int, reached: int, seats: int
) -> None:
    assert run.seats_of(for_players(least, most), None, reached) == seats


@pytest.mark.parametrize("asked", [1, 5])
def test_a_number_of_seats_that_the_game_does_not_take_is_refused_with_what_is_allowed(
    asked: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run.seats_of(for_players(2, 4), asked, 6)

    assert ended.value.code == 2
    assert capsys.readouterr().err == f"--seats {asked}: Quick Draw takes 2 to 4 players\n"


def test_whoever_is_left_when_the_characters_are_given_out_has_none() -> None:
    one = {"cards": {"gold/1": {"kind": "gold"}, "character/rory": {"kind": "character"}}}
    game = replace(games()["template"], manifest=one, set_up=lambda _header, _manifest: None)

    header = run.demo_header(game, 3, ())
    assert [seat.character for seat in header.seats] == ["rory", None, None]


def test_a_game_of_run_and_its_encore_are_played_with_what_the_table_entered(
    kits: list[Kit], tmp_path: Path
) -> None:
    entered = {"bank": [{"name": "Pair", "feature": "object", "same": 2, "prize": 35}]}
    printed = PrintedValues(tmp_path / "state" / "printed", games())
    assert printed.keep("wild_wild_pattern", entered).taken

    assert mock(tmp_path, "--game", "wild_wild_pattern").code == 0
    assert [(line["name"], line["prize"]) for line in begun(kits)["bank"]] == [("Pair", 35)]

    (kit,) = kits
    assert kit.sitting.played is not None
    header = kit.sitting.played.referee.run.header
    kit.printed.keep("wild_wild_pattern", {"texts": {"bank/1": "Stars"}})
    assert Encore(kit)._again(header).deck == {"texts": {"bank/1": "Stars"}}


def test_an_unfinished_game_is_taken_up_and_its_host_is_told(
    kits: list[Kit], tmp_path: Path
) -> None:
    journal_of(tmp_path / "state", "no record", header=json.dumps(GIVEN))
    ran = mock(tmp_path, "--game", "template")

    assert begun(kits)["game"] == "click_click_boom"
    assert begun(kits)["paused"]
    assert "warning: journal: Game 1 was damaged: entry 1: " in ran.out


def test_a_broken_reader_may_be_asked_for(kits: list[Kit], tmp_path: Path) -> None:
    assert mock(tmp_path, "--fault", "centre=silent", "--fault", "seat2=zero").code == 0
    (kit,) = kits

    assert {one.name for one in kit.devices.readers.statistics()} >= {"centre", "seat2"}


def test_in_the_lan_phones_join_at_the_machines_address(
    kits: list[Kit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "own_addresses", lambda: ("10.0.0.7", "kit.local"))
    ran = mock(tmp_path, "--lan", "--speed", "2")
    (kit,) = kits

    assert ran.out.startswith("Board   http://10.0.0.7:")
    assert kit.settings.host == "0.0.0.0"  # noqa: S104
    assert kit.settings.limits.streams_per_address == 4
    assert kit.settings.speed == 2.0


def test_caps_of_streams_are_settings(kits: list[Kit], tmp_path: Path) -> None:
    mock(tmp_path, "--streams", "70", "--streams-per-address", "9")
    (kit,) = kits

    assert (kit.settings.limits.streams, kit.settings.limits.streams_per_address) == (70, 9)


# What it cannot begin with


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--speed", "nan"), "nan is no speed"),
        (("--speed", "0"), "not in the range"),
        (("--seats", "7"), "not in the range"),
        (("--port", "70000"), "not in the range"),
        (("--seats", "2"), "seats: found 2"),
        (("--seats", "1"), "--seats 1: Click Click Boom takes 2 to 6 players"),
        (("--game", "chess"), "--game chess: no such game (allowed: "),
        (("--set", "volume"), "--set volume: NAME=VALUE is wanted"),
        (("--set", "volume=11"), "volume"),
        (("--set", "lead=99"), "lead"),
        (("--set", "lead=1.2.3"), "lead"),
        (("--fault", "centre=sad"), "READER=KIND is wanted"),
        (("--fault", "attic=zero"), "the kit has no reader 'attic'"),
        (("--board", "mega"), "no such board"),
        (("--board", "two_seats", "--seats", "4"), "this board has 2 seats"),
    ],
)
def test_what_it_cannot_begin_with_is_told_and_ends_with_2(
    words: tuple[str, ...], told: str, kits: list[Kit], tmp_path: Path
) -> None:
    ran = mock(tmp_path, *words)

    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""
    assert kits == []
    StateFolder.open(tmp_path / "state", notices=lambda _notice: None).close()


def test_a_board_that_cannot_work_is_refused_with_every_error(
    kits: list[Kit], tmp_path: Path
) -> None:
    from importlib import resources

    text = (resources.files("firmware") / "boards" / "standard.toml").read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("right = 27", "right = 17"))
    ran = mock(tmp_path, "--board", str(file))

    assert ran.code == 2
    assert "17" in ran.err
    assert kits == []


def test_a_folder_in_use_and_a_newer_journal_end_with_2(kits: list[Kit], tmp_path: Path) -> None:
    with StateFolder.open(tmp_path / "state", notices=lambda _notice: None):
        used = mock(tmp_path)
    journal_of(tmp_path / "state", header="{}")
    store = form.connect(tmp_path / "state" / "journal.sqlite3")
    store.execute("UPDATE form SET version = 99")
    store.execute("PRAGMA user_version = 99")
    form.close(store)
    newer = mock(tmp_path)

    assert (used.code, newer.code) == (2, 2)
    assert "another kit" in used.err
    assert "the journal has form 99" in newer.err
    assert kits == []


def test_a_port_in_use_ends_with_2(kits: list[Kit], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = ringmaster("run", "--mock", "--port", str(port), "--state", tmp_path)

    assert ran.code == 2
    assert ran.err == f"port {port} cannot be had: Address already in use; try --port 0\n"
    assert kits == []


def test_a_machine_without_pins_ends_with_2(kits: list[Kit], tmp_path: Path) -> None:
    ran = ringmaster("run", "--port", "0", "--state", tmp_path)

    assert ran.code == 2
    assert "install python3-lgpio" in ran.err
    assert kits == []


def test_only_simulated_readers_can_be_broken(kits: list[Kit], tmp_path: Path) -> None:
    with a_pi(MonotonicClock()):
        ran = ringmaster("run", "--port", "0", "--state", tmp_path, "--fault", "centre=zero")

    assert (ran.code, ran.err) == (2, "--fault needs --mock\n")
    assert kits == []


# Small parts


def test_a_free_port_is_free() -> None:
    with socket.create_server(("127.0.0.1", free_port())) as server:
        assert server.getsockname()[1] > 0


def test_a_signal_stops_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: dict[int, Any] = {}
    monkeypatch.setattr("firmware.cli.run.signal.signal", handlers.__setitem__)
    kit = Kit(Settings(shipped("standard"), tmp_path, is_simulated=True, port=0))
    try:
        monkeypatch.setattr(kit, "run", lambda: handlers[15](15, None))
        run._serve(kit)
        kit.loop.run()  # returns at once: it was stopped
    finally:
        kit.close()

    assert set(handlers) == {2, 15}


def test_some_time_after_its_end_the_robots_game_is_put_on_the_table_again(
    tmp_path: Path,
) -> None:
    kit = Kit(Settings(shipped("standard"), tmp_path, is_simulated=True, port=0))
    try:
        encore = Encore(kit)
        encore.step(0)
        assert encore.next_ns() is None
        kit.sitting.begin(run.demo_header(kit.games["click_click_boom"], 3, ()))
        encore.step(1)
        assert encore.next_ns() is None
        kit.sitting._happen(kit.clock.now_ns(), HostDid({"end": True}, at=0))
        encore.step(5)
        assert encore.next_ns() == 5 + PAUSE_NS
        encore.step(6)
        assert kit.sitting.played is not None
        assert kit.sitting.played.number == 1
        encore.step(5 + PAUSE_NS)

        assert kit.sitting.played.number == 2
        assert not kit.sitting.played.referee.run.is_over
        assert encore.next_ns() is None
    finally:
        kit.close()
