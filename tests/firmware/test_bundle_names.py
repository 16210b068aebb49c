"""Names and secrets of a bundle: what is taken out of texts, logs and games, and what stays."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.header import clean_name
from firmware.bundle_names import Names, nameless_game, names_of
from firmware.export import export
from firmware.journal import Stored
from web.qr import join_terminal

NOBODY = Names({}, {})


def a_game(*lines: str, seats: Any = ("Ann", "Bo"), number: int = 1, **header: Any) -> Stored:
    given = {"ringmaster": 1, "game": "click_click_boom", "seats": list(seats), **header}
    bodies = tuple(json.dumps({"line": line, "digest": "x"}) for line in lines)
    return Stored(number, "now", json.dumps(given, ensure_ascii=False), bodies, None, 0)


def replacing(seat: Any, name: Any) -> str:
    act = {"at": 1, "host": {"replace": {"seat": seat, "name": name}}}
    return json.dumps(act, ensure_ascii=False)


def nameless(game: Stored) -> str:
    clean = nameless_game(game, Names(names_of(game), names_of(game)))
    assert clean is not None
    return export(*clean)


# Texts


def test_players_of_the_last_game_are_seats_and_earlier_ones_are_somebody() -> None:
    last, before = a_game(seats=("Ann", "Bo")), a_game(seats=("Cy", "Ann"))
    names = Names(names_of(last), names_of(last, before))

    assert names.text("Ann beat Bo, and Cy looked on.") == (
        "Seat 1 beat Seat 2, and somebody looked on."
    )


def test_only_whole_words_are_names_and_longer_names_come_first() -> None:
    game = a_game(seats=("Bo", "Bo Anne", "a.*b"))
    names = Names(names_of(game), {})

    assert names.text("Board, Bobo, Bo Anne; Bo: a.*b aXXb") == (
        "Board, Bobo, Seat 2; Seat 1: Seat 3 aXXb"
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_name_is_found_however_it_is_written(form: Literal["NFC", "NFD"]) -> None:
    name = 'Zoë O"Hara'
    names = Names(names_of(a_game(seats=(name, "Bo"))), {})
    spelt = unicodedata.normalize(form, name)
    written = (spelt, json.dumps(spelt), "Zo%C3%AB%20O%22Hara", f"  {spelt}  ")

    for text in written:
        assert "Hara" not in names.text(text)
        assert "Seat 1" in names.text(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Host    http://192.0.2.7/host   PIN 314159", "314159"),
        ("the PIN is: 314159", "314159"),
        ("Join    http://192.0.2.7/j/K7QX", "K7QX"),
        ('GET /j/K7QX?next=1 "Mozilla"', "K7QX"),
        ("key 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.", "abcdef0123"),
        ("Set-Cookie: rm_seat=abc.def; Path=/", "abc.def"),
        ("cookie rm_host=abc", "abc"),
        ("took rm_host=abc.def away", "abc.def"),
        ("wifi psk=sesame", "sesame"),
        ("password=sesame", "sesame"),
        ("the hotspot is called Ringmaster, its password k7xab2", "k7xab2"),
    ],
)
def test_what_opens_a_door_is_hidden(text: str, kept: str) -> None:
    assert kept not in NOBODY.text(text)
    assert "******" in NOBODY.text(text)


@pytest.mark.parametrize(
    "text",
    [
        "17 BCM pins and a PIN pad",
        "UID 04A3C6CAE26180 was read",
        "2026-12-01T02:41:12+00:00 kernel 6.18.44",
        "the journal/j is fine",
    ],
)
def test_what_opens_none_is_kept(text: str) -> None:
    assert NOBODY.text(text) == text


def test_secrets_of_the_kit_are_hidden_wherever_they_stand() -> None:
    names = Names({}, {}, ("open-sesame", "abc"))

    assert names.text("xopen-sesamex abc") == "x******x abc"  # too short to be one


def test_the_codes_that_let_phones_join_are_no_part_of_a_log() -> None:
    picture = join_terminal("http://192.0.2.7/j/K7QX")
    log = f"Board   http://192.0.2.7/\n{picture}Stop with Ctrl+C.\n"

    assert NOBODY.log(log) == "Board   http://192.0.2.7/\nStop with Ctrl+C.\n"


def test_places_tell_no_user_and_no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.Path.home", lambda: Path("/home/ann"))
    monkeypatch.setattr("getpass.getuser", lambda: "bo")
    monkeypatch.setattr("socket.gethostname", lambda: "anns-pi")
    names = Names({}, {})

    assert names.place("/home/ann/x, /home/annette, /home/bo/y on anns-pi.local") == (
        "~/x, /home/annette, ~/y on kit.local"
    )


def test_a_machine_without_a_user_or_a_name_of_its_own_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", none)
    monkeypatch.setattr("socket.gethostname", lambda: "localhost")

    assert Names({}, {}).place("on localhost") == "on localhost"


# Games


def test_a_games_seats_are_numbers_and_all_else_is_kept() -> None:
    game = a_game(
        '{"at": 1.10, "press": "1.left"}',
        seats=("Ann", {"name": "Bo", "character": "carla"}),
        first=2,
    )

    header, line = nameless(game).splitlines()
    assert json.loads(header) == {
        "ringmaster": 1,
        "game": "click_click_boom",
        "seats": ["Seat 1", {"name": "Seat 2", "character": "carla"}],
        "first": 2,
    }
    assert line == '{"at": 1.10, "press": "1.left"}'


def test_texts_that_a_table_entered_name_nobody_and_cards_are_kept() -> None:
    deck = {"texts": {"challenge/trade": "Bo chooses.", "odd": 5}, "cards": {"Bo": {"kind": "x"}}}
    rows = nameless(a_game(deck=deck)).splitlines()

    assert json.loads(rows[0])["deck"] == {
        "texts": {"challenge/trade": "Seat 2 chooses.", "odd": 5},
        "cards": {"Bo": {"kind": "x"}},
    }


@given(st.text(min_size=1, max_size=20))
def test_whoever_comes_later_is_called_by_the_seat_too(name: str) -> None:
    text = nameless(a_game(replacing(2, name), '{"at": 2, "press": "1.left"}'))
    row = json.loads(text.splitlines()[1])

    if clean_name(name):
        assert row == {"at": 1, "host": {"replace": {"seat": 2, "name": "Seat 2"}}}
    else:
        assert row["host"]["replace"]["name"] == name  # refused, and names nobody
    assert text.splitlines()[2] == '{"at": 2, "press": "1.left"}'


def test_a_name_in_escapes_is_replaced_too() -> None:
    line = json.dumps({"at": 1, "host": {"replace": {"seat": 1, "name": 'Sør"en'}}})

    assert "\\u00f8" in line
    assert '"name": "Seat 1"' in nameless(a_game(line))


@pytest.mark.parametrize(
    "line",
    [
        '{"at": 1, "host": {"replace": "Cy"}}',
        '{"at": 1, "host": {"replace": {"seat": "Cy", "name": "Cy"}}}',
        '{"at": 1, "host": {"replace": {"seat": 1, "name": "Cy", "also": {"name": "Cy"}}}}',
        '{"at": 1, "host": {"replace": {"seat": 1, "name": ["Cy"]}}}',
        '{"at": 1, "host": {"replace": {"seat": 1, "name": "\\u0043y"}}}',
        '{"at": 1, "host": "Cy"',
        '{"at": 1, "host": "Cy"}',
        "[1]",
        "no JSON",
    ],
)
def test_a_line_that_cannot_be_rewritten_ends_the_game(line: str) -> None:
    rows = nameless(a_game('{"at": 0, "press": "1.left"}', line, '{"at": 2, "ring": "bell"}'))

    assert rows.splitlines()[1:] == ['{"at": 0, "press": "1.left"}']
    assert "Cy" not in rows


@pytest.mark.parametrize("body", ["", "{}", "[]", "5", '{"line": 5}', "[" * 100_000])
def test_a_record_that_is_none_ends_the_game_and_names_nobody(body: str) -> None:
    game = a_game()
    damaged = Stored(1, "now", game.header, (body,), None, 0)

    assert len(nameless(damaged).splitlines()) == 1
    assert names_of(damaged) == names_of(game)


@pytest.mark.parametrize("header", ["", "[]", "{}", '{"seats": 5}', '{"seats": [5]}', "null"])
def test_a_header_that_cannot_be_read_is_left_out(header: str) -> None:
    game = Stored(1, "now", header, (), None, 0)

    assert nameless_game(game, NOBODY) is None
    assert names_of(game, None) == {}
