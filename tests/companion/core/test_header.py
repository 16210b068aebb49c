from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.header import LONGEST_NAME, SeatSetting, clean_name, read_header
from companion.core.options import Switch

GAMES = {"toy": ((Switch("loud", default=False),), (2, 4))}
GOOD: dict[str, Any] = {"ringmaster": 1, "game": "toy", "seats": ["Ann", "Bo"]}


def _faults(**changes: Any) -> tuple[str, ...]:
    header, faults = read_header({**GOOD, **changes}, GAMES)
    assert (header is None) == bool(faults)
    return faults


def test_a_short_header_has_all_the_defaults() -> None:
    header, faults = read_header(GOOD, GAMES)
    assert faults == ()
    assert header is not None
    assert header.seats == (SeatSetting("Ann"), SeatSetting("Bo"))
    assert header.numbers == (1, 2)
    assert header.options["lead"] == 900_000_000
    assert (header.first, header.seed, header.deck, header.tags) == (None, None, {}, {})
    assert header.given == GOOD


def test_a_full_header_keeps_everything() -> None:
    given: dict[str, Any] = {
        "ringmaster": 1,
        "game": "toy",
        "seats": [{"name": "Ann", "character": "carla", "team": "a"}, "Bo", "Cy"],
        "options": {"loud": True},
        "first": 3,
        "seed": 0,
        "deck": {"counts": {"pay": 3}},
        "tags": {"04A3C6CAE26180": "pay/1", "0123ABCD": "pay/2", "0" * 20: "boom/1"},
    }
    header, faults = read_header(given, GAMES)
    assert faults == ()
    assert header is not None
    assert header.seats[0] == SeatSetting("Ann", "carla", "a")
    assert (header.first, header.seed) == (3, 0)
    assert header.options["loud"] is True
    assert header.deck == given["deck"]
    assert header.tags == given["tags"]


@pytest.mark.parametrize("given", [None, [], "ringmaster", 1, {}, {"game": "toy"}])
def test_what_is_no_header_is_told_so(given: Any) -> None:
    header, faults = read_header(given, GAMES)
    assert header is None
    assert faults == ('the first line is the header: {"ringmaster": 1, "game": ..., ...}',)


@pytest.mark.parametrize("form", [0, -1, True, "1", 1.0, None])
def test_a_wrong_form_is_a_fault(form: Any) -> None:
    assert _faults(ringmaster=form) == (
        f"ringmaster: found {form!r} (allowed: 1, the version of the form)",
    )


def test_a_newer_form_is_refused_with_that_reason() -> None:
    assert _faults(ringmaster=2) == (
        "ringmaster: form 2 is newer than this program's, which reads up to 1",
    )


@pytest.mark.parametrize("game", [None, "chess", 3, ["toy"], {"toy": 1}])
def test_an_unknown_game_is_a_fault(game: Any) -> None:
    assert _faults(game=game) == (f"game: found {game!r} (allowed: toy)",)


@pytest.mark.parametrize(
    ("seats", "fault"),
    [
        (None, "seats: a list of names is wanted, not None"),
        ("Ann", "seats: a list of names is wanted, not 'Ann'"),
        (["Ann"], "seats: found 1 (allowed: 2 to 4 players)"),
        (list("abcde"), "seats: found 5 (allowed: 2 to 4 players)"),
        (["Ann", 3], "seats.2: a name or an object is wanted, not 3"),
        (["Ann", ""], "seats.2: a name is wanted, found ''"),
        (["Ann", "\u202e\u200b"], "seats.2: a name is wanted, found '\\u202e\\u200b'"),
        (["Ann", {}], "seats.2: a name is wanted, found None"),
        (
            ["Ann", {"name": "Bo", "colour": "red"}],
            "seats.2: unknown key 'colour' (allowed: name, character, team)",
        ),
        (["Ann", {"name": "Bo", "team": 1}], "seats.2.team: a text is wanted, not 1"),
    ],
)
def test_impossible_seats_are_a_fault(seats: Any, fault: str) -> None:
    assert fault in _faults(seats=seats)


@pytest.mark.parametrize("first", [0, 3, True, "1", 1.0])
def test_the_first_player_sits_at_the_table(first: Any) -> None:
    assert _faults(first=first) == (
        f"first: found {first!r} (allowed: a whole number from 1 to 2)",
    )


@pytest.mark.parametrize("seed", [-1, True, "1", 2**63 + 1])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    (fault,) = _faults(seed=seed)
    assert fault.startswith(f"seed: found {seed!r}")


@pytest.mark.parametrize("key", ["deck", "tags"])
def test_deck_and_tags_are_objects(key: str) -> None:
    assert _faults(**{key: [1]}) == (f"{key}: an object is wanted, not [1]",)


@pytest.mark.parametrize(
    ("uid", "card"), [("04a3c6ca", "pay/1"), ("04A3", "pay/1"), ("", "pay/1"), ("04A3C6CA", 5)]
)
def test_tags_are_uids_with_their_cards(uid: str, card: Any) -> None:
    (fault,) = _faults(tags={uid: card})
    assert fault.startswith(f"tags: found {uid!r}: {card!r}")


def test_all_faults_are_told_at_once() -> None:
    faults = _faults(
        ringmaster=9,
        speed=1,
        seats=["Ann", {"name": 5}],
        options={"loud": 1, "x": 1},
        first=7,
        deck=3,
        tags={"x": 1},
    )
    assert [fault.partition(":")[0] for fault in faults] == [
        "unknown key 'speed' in the header (allowed",
        "ringmaster",
        "seats.2.name",
        "seats.2",
        "options",
        "options.loud",
        "first",
        "deck",
        "tags",
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("An\u202en\u2066", "Ann"),
        ("A\x00n\x1bn", "Ann"),
        ("Jose\u0301", "José"),
        ("x" * 40, "x" * 16),
        ("a" * 15 + " bc", "a" * 15),
        ("\ud800Ann", "Ann"),
        ("\u2028Ann", "Ann"),
        ("名前", "名前"),
        ("", ""),
    ],
)
def test_names_are_fit_for_every_screen(text: str, name: str) -> None:
    assert clean_name(text) == name


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_cleaned_name_has_no_marks_and_is_clean(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert not any(unicodedata.category(char)[0] == "C" for char in name)
    assert name == name.strip()
    assert "  " not in name
    name.encode()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ("ringmaster", "game", "seats", "options", "first", "seed", "deck", "tags", "x")
        ),
        _JSON,
    ),
)
def test_no_header_however_wrong_ends_in_an_exception(changes: dict[str, Any]) -> None:
    header, faults = read_header({**GOOD, **changes}, GAMES)
    assert (header is None) == bool(faults)
