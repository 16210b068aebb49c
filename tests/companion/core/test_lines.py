from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.lines import (
    FAULTS,
    EdgeLine,
    ExpectLine,
    FaultLine,
    FieldLine,
    Line,
    LineFault,
    Vocabulary,
    WallLine,
    host_fault,
    is_uid,
    read_line,
    say_fault,
    write_line,
)
from companion.core.playthrough import read_json

L = Side.LEFT


def _game_says(say: Mapping[str, Any]) -> str | None:
    return None if set(say) <= {"show", "done", "same", "words"} else f"unknown {min(say)}"


WORDS = Vocabulary(3, frozenset({"pay/1", "boom/3"}), _game_says)


def _read(**line: Any) -> Line:
    return read_line(line, WORDS)


def _fault(**line: Any) -> str:
    with pytest.raises(LineFault) as caught:
        read_line(line, WORDS)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ({}, Woke(at=10**9)),
        ({"press": "2.left"}, Pressed(2, L, at=10**9)),
        ({"release": "3.right"}, Released(3, Side.RIGHT, at=10**9)),
        ({"ring": "bell"}, Rang(at=10**9)),
        ({"ring": "2.bell"}, Rang(2, at=10**9)),
        ({"card": "boom/3", "reader": "centre"}, CardPlaced("boom/3", "centre", at=10**9)),
        ({"card": "unknown/04A1", "reader": "tray"}, CardPlaced("unknown/04A1", "tray", at=10**9)),
        ({"lift": "boom/3", "reader": "seat3"}, CardLifted("boom/3", "seat3", at=10**9)),
        ({"say": {"seat": 1, "show": "x"}}, Said(1, {"show": "x"}, at=10**9)),
        (
            {"say": {"seat": 1, "side": "left"}, "by": "host", "question": "0.5"},
            Said(1, {"side": "left"}, "host", "0.5", at=10**9),
        ),
        ({"host": {"undo": 1}}, HostDid({"undo": 1}, at=10**9)),
        ({"restart": ["2.left", "bell"]}, Restarted(("2.left", "bell"), at=10**9)),
        ({"edge": "bell", "level": 0}, EdgeLine(10**9, "bell", 0, 10**9)),
        ({"edge": "1.bell", "level": 1, "arrives": 1.5}, EdgeLine(10**9, "1.bell", 1, 15 * 10**8)),
        ({"field": "centre", "tags": []}, FieldLine(10**9, "centre", ())),
        (
            {"field": "seat1", "tags": ["04A3C6CAE26180"]},
            FieldLine(10**9, "seat1", ("04A3C6CAE26180",)),
        ),
        ({"fault": "centre", "kind": "silent"}, FaultLine(10**9, "centre", "silent", {})),
        (
            {"fault": "tray", "kind": "flicker", "every": 3, "length": 2},
            FaultLine(10**9, "tray", "flicker", {"every": 3, "length": 2}),
        ),
        ({"expect": {"pot": 6}}, ExpectLine(10**9, {"pot": 6})),
        ({"wall": 10800}, WallLine(10**9, 10800 * 10**9)),
        ({"wall": Decimal("-0.5")}, WallLine(10**9, -5 * 10**8)),
    ],
)
def test_every_kind_of_line_is_read(line: dict[str, Any], event: Line) -> None:
    assert read_line({"at": 1, **line}, WORDS) == event


@pytest.mark.parametrize(
    "line",
    [
        {"press": "1.left"},
        {"release": "1.left"},
        {"ring": "bell"},
        {"card": "pay/1", "reader": "centre"},
        {"lift": "pay/1", "reader": "centre"},
        {"say": {"seat": 1, "done": True}},
        {"host": {"pause": True}},
        {"restart": []},
    ],
)
def test_every_table_event_may_be_later_than_its_stamp(line: dict[str, Any]) -> None:
    event = read_line({"at": 2, "stamped": Decimal("1.999999999"), **line}, WORDS)
    assert isinstance(event, TableEvent)
    assert (event.at, event.stamp) == (2 * 10**9, 2 * 10**9 - 1)
    assert _fault(at=2, stamped=3, **line).startswith("stamped: the true stamp")
    assert _fault(at=2, stamped="x", **line).startswith("stamped: a number of seconds")


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"edge": "bell", "level": 0},
        {"field": "centre", "tags": []},
        {"fault": "centre", "kind": "none"},
        {"expect": {"pot": 6}},
        {"wall": 1},
    ],
)
def test_nothing_else_has_a_second_stamp(line: dict[str, Any]) -> None:
    assert _fault(at=2, stamped=1, **line).startswith("unknown key 'stamped'")


@pytest.mark.parametrize("given", [None, [], "press", 3, True])
def test_a_line_is_an_object(given: Any) -> None:
    with pytest.raises(LineFault, match="a JSON object is wanted"):
        read_line(given, WORDS)


def test_every_line_has_its_time() -> None:
    assert _fault(press="1.left") == 'every line has "at", the seconds since the game began'
    assert _fault(at="1") == "at: a number of seconds is wanted, not '1'"
    assert _fault(at=-1) == "at: seconds go from 0 to 100000000, not -1"
    assert _fault(at=True).startswith("at: a number of seconds is wanted")
    assert _fault(at=float("nan")).startswith("at: seconds go from 0")


def test_an_unknown_key_is_a_fault_that_says_what_is_allowed() -> None:
    assert _fault(at=1, prss="1.left").startswith(
        "unknown key 'prss' (allowed: press, release, ring, card, lift, say, host, restart, edge"
    )
    assert _fault(at=1, press="1.left", reader="centre") == (
        "unknown key 'reader' (allowed: at, press, stamped)"
    )


def test_a_line_is_one_thing() -> None:
    assert _fault(at=1, press="1.left", ring="bell") == "a line is one thing, not press and ring"


@pytest.mark.parametrize(
    "value",
    ["4.left", "0.left", "01.left", "left", "2.middle", "", 2, None, ["2.left"], "２.left"],
)
def test_an_unknown_button_is_a_fault(value: Any) -> None:
    assert _fault(at=1, press=value) == (
        f"unknown line {value!r} (allowed: bell, or 1 to 3 with .left, .right or .bell)"
    )


def test_a_bell_is_no_button_and_a_button_no_bell() -> None:
    assert _fault(at=1, press="2.bell").startswith("a button is wanted (1.left to 3.right)")
    assert _fault(at=1, release="bell").startswith("a button is wanted")
    assert _fault(at=1, ring="2.left").startswith("a bell is wanted (bell, 1.bell to 3.bell)")


@pytest.mark.parametrize("reader", ["seat4", "left", None, 1, ["centre"]])
def test_an_unknown_reader_is_a_fault(reader: Any) -> None:
    expected = f"reader: found {reader!r} (allowed: centre, tray, seat1, seat2, seat3)"
    assert _fault(at=1, card="pay/1", reader=reader) == expected
    assert _fault(at=1, lift="pay/1", reader=reader) == expected
    assert _fault(at=1, field=reader, tags=[]) == expected
    assert _fault(at=1, fault=reader, kind="none") == expected


@pytest.mark.parametrize("card", ["pay/9", "", None, 3, ["pay/1"], "pay"])
def test_an_unknown_card_is_a_fault(card: Any) -> None:
    expected = f"unknown card {card!r} (the game's manifest lists them)"
    assert _fault(at=1, card=card, reader="centre") == expected


@pytest.mark.parametrize(
    ("say", "fault"),
    [
        (None, "say: an object is wanted, not None"),
        ({"done": True}, "say.seat: seat: found None (allowed: 1 to 3)"),
        ({"seat": 4, "done": True}, "say.seat: seat: found 4 (allowed: 1 to 3)"),
        ({"seat": True, "done": True}, "say.seat: seat: found True (allowed: 1 to 3)"),
        ({"seat": 1.0, "done": True}, "say.seat: seat: found 1.0 (allowed: 1 to 3)"),
        ({"seat": 1}, "say: something must be said besides the seat"),
        ({"seat": 1, "done": 1}, "say: done: found 1"),
        ({"seat": 1, "done": False}, "say: done: found False"),
        ({"seat": 1, "pass": "x"}, "say: pass: found 'x'"),
        ({"seat": 1, "let_go": None}, "say: let_go: found None"),
        ({"seat": 1, "side": "up"}, "say: side: found 'up'"),
        ({"seat": 1, "side": ["left"]}, "say: side: found ['left']"),
        ({"seat": 1, "ring": 0}, "say: ring: found 0"),
        ({"seat": 1, "ring": 100}, "say: ring: found 100"),
        ({"seat": 1, "ring": True}, "say: ring: found True"),
        ({"seat": 1, "drew": 3}, "say: drew: found 3"),
        ({"seat": 1, "ring": 1.0}, "say: ring: found 1.0"),
        ({"seat": 1, "fly": True}, "say: unknown fly"),
    ],
)
def test_what_cannot_be_said_is_a_fault(say: Any, fault: str) -> None:
    assert _fault(at=1, say=say) == fault


def test_a_game_judges_what_is_its_own() -> None:
    assert say_fault({"done": True, "same": True}, WORDS.say_fault) is None
    assert say_fault({"side": "left", "up": 1}, WORDS.say_fault) == "unknown side"


def test_who_says_it_is_a_phone_or_the_host() -> None:
    say = {"seat": 1, "done": True}
    assert _fault(at=1, say=say, by="panel") == "by: found 'panel' (allowed: phone, host)"
    assert _fault(at=1, say=say, question=5) == "question: a text is wanted, not 5"


@pytest.mark.parametrize(
    "act",
    [
        {"start": True},
        {"first": 3},
        {"pause": True},
        {"resume": True},
        {"end": True},
        {"undo": 1},
        {"undo": 1_000_000},
        {"adjust": {"seat": 2, "coins": -1, "alive": False, "cards": ["pay/1"]}},
        {"replace": {"seat": 2, "name": "Di"}},
    ],
)
def test_the_hosts_acts_have_their_forms(act: dict[str, Any]) -> None:
    assert host_fault(act, 3) is None


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (None, "an object with one key is wanted, not None"),
        ({}, "an object with one key is wanted, not {}"),
        ({"pause": True, "resume": True}, "an object with one key is wanted"),
        ({"fly": True}, "unknown act 'fly' (allowed: start, first"),
        ({"pause": 1}, "pause: found 1 (allowed: true)"),
        ({"end": False}, "end: found False (allowed: true)"),
        ({"first": 4}, "seat: found 4 (allowed: 1 to 3)"),
        ({"first": True}, "seat: found True (allowed: 1 to 3)"),
        ({"undo": 0}, "undo: a number of steps from 1 on is wanted, not 0"),
        ({"undo": True}, "undo: a number of steps from 1 on is wanted, not True"),
        ({"undo": 1.0}, "undo: a number of steps from 1 on is wanted, not 1.0"),
        ({"undo": 10**7}, "undo: a number of steps"),
        ({"adjust": 5}, "adjust: an object with a seat is wanted, not 5"),
        ({"adjust": {"coins": 1}}, "seat: found None"),
        ({"adjust": {"seat": 1, "luck": 1}}, "adjust: unknown key 'luck' (allowed: seat, coins"),
        ({"adjust": {"seat": 1}}, "adjust: something to correct is wanted (coins, money"),
        ({"adjust": {"seat": 1, "coins": "2"}}, "adjust.coins: a whole number is wanted, not '2'"),
        ({"adjust": {"seat": 1, "hand": True}}, "adjust.hand: a whole number is wanted, not True"),
        ({"adjust": {"seat": 1, "alive": 1}}, "adjust.alive: true or false is wanted, not 1"),
        ({"adjust": {"seat": 1, "cards": "pay/1"}}, "adjust.cards: a list of cards is wanted"),
        (
            {"replace": {"seat": 1, "coins": 1}},
            "replace: unknown key 'coins' (allowed: seat, name",
        ),
        ({"replace": {"seat": 1}}, "replace.name: a name is wanted, not None"),
        ({"replace": {"name": "Di"}}, "seat: found None"),
    ],
)
def test_a_wrong_act_of_the_host_is_a_fault(act: Any, fault: str) -> None:
    assert _fault(at=1, host=act).startswith(f"host: {fault}")


@pytest.mark.parametrize("level", [2, -1, None, True, False, 1.0, "0", [0]])
def test_a_level_is_0_or_1(level: Any) -> None:
    assert _fault(at=1, edge="bell", level=level) == (
        f"level: found {level!r} (allowed: 0 closed, 1 open)"
    )


def test_a_callback_runs_after_its_edge() -> None:
    assert _fault(at=1, edge="bell", level=0, arrives=0.5) == (
        "arrives: a callback cannot run before its edge"
    )
    assert _fault(at=1, edge="bell", level=0, arrives="x").startswith("arrives: a number")


@pytest.mark.parametrize("tags", [None, "04A3C6CA", ["04a3c6ca"], ["04A3C6"], [5], [["04A3C6CA"]]])
def test_a_field_has_uids(tags: Any) -> None:
    assert _fault(at=1, field="centre", tags=tags).startswith("tags: a list of UIDs")


@pytest.mark.parametrize("length", [8, 14, 20])
def test_a_uid_has_4_7_or_10_bytes(length: int) -> None:
    assert is_uid("A" * length)
    assert not is_uid("A" * (length - 1))
    assert not is_uid("G" * length)
    assert not is_uid(1)


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_of_a_reader_is_known(kind: str) -> None:
    assert read_line({"at": 0, "fault": "centre", "kind": kind}, WORDS) == FaultLine(
        0, "centre", kind
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"kind": "tired"}, "kind: found 'tired' (allowed: silent, zero"),
        ({}, "kind: found None"),
        ({"kind": "silent", "rate": 1}, "unknown key 'rate' for silent (allowed: nothing more)"),
        ({"kind": "noise", "seconds": 1}, "unknown key 'seconds' for noise (allowed: rate)"),
        ({"kind": "noise", "rate": -1}, "rate: found -1 (allowed: 0 to 1)"),
        ({"kind": "noise", "rate": True}, "rate: found True (allowed: 0 to 1)"),
        ({"kind": "slow", "seconds": "1"}, "seconds: found '1' (allowed: 0 to 3600)"),
    ],
)
def test_a_wrong_fault_of_a_reader_is_a_fault(line: dict[str, Any], fault: str) -> None:
    assert _fault(at=1, fault="centre", **line).startswith(fault)


@pytest.mark.parametrize("values", [None, [], {}, 3])
def test_an_expectation_names_values(values: Any) -> None:
    assert _fault(at=1, expect=values).startswith("expect: an object of paths and values")


def test_the_wall_clock_moves_by_seconds() -> None:
    assert _fault(at=1, wall="x").startswith("wall: a number of seconds")
    assert _fault(at=1, wall=-(10**9)).startswith("wall: seconds go from 0")


@pytest.mark.parametrize("back", ["-1E+999999999", "-1.00000000000000000000000000001"])
def test_the_wall_clock_moves_back_by_exact_seconds_only(back: str) -> None:
    assert _fault(at=1, wall=Decimal(back)).startswith("wall: seconds ")


def test_a_restart_names_closed_lines() -> None:
    assert _fault(at=1, restart=3).startswith("restart: a list of closed lines")
    assert _fault(at=1, restart=["9.left"]).startswith("unknown line '9.left'")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Pressed(2, L, at=1_250_000_000), '{"at": 1.25, "press": "2.left"}'),
        (
            Released(2, L, at=2 * 10**9, late=1),
            '{"at": 2, "stamped": 0.000000001, "release": "2.left"}',
        ),
        (Rang(at=0), '{"at": 0, "ring": "bell"}'),
        (Rang(3, at=0), '{"at": 0, "ring": "3.bell"}'),
        (CardPlaced("pay/1", "tray", at=0), '{"at": 0, "card": "pay/1", "reader": "tray"}'),
        (CardLifted("pay/1", "tray", at=0), '{"at": 0, "lift": "pay/1", "reader": "tray"}'),
        (
            Said(1, {"words": "Zoë"}, "host", "0.5", at=0),
            '{"at": 0, "say": {"seat": 1, "words": "Zoë"}, "by": "host", "question": "0.5"}',
        ),
        (Said(1, {"done": True}, at=0), '{"at": 0, "say": {"seat": 1, "done": true}}'),
        (HostDid({"undo": 2}, at=0), '{"at": 0, "host": {"undo": 2}}'),
        (Restarted(("bell",), at=0), '{"at": 0, "restart": ["bell"]}'),
        (Woke(at=5), '{"at": 0.000000005}'),
    ],
)
def test_every_event_is_written_as_its_line(event: TableEvent, text: str) -> None:
    assert write_line(event) == text


def test_half_a_character_is_written_so_that_it_can_be_stored() -> None:
    event = HostDid({"replace": {"seat": 1, "name": "\ud800Zoë"}}, at=0)
    text = write_line(event)
    text.encode()
    assert read_line(json.loads(text), WORDS) == event


_TIMES = st.integers(0, 10**17)
_SEATS = st.integers(1, 3)
_SIDES = st.sampled_from(tuple(Side))
_READERS = st.sampled_from(("centre", "tray", "seat1", "seat2", "seat3"))
_CARDS = st.sampled_from(("pay/1", "boom/3")) | st.text(max_size=9).map(lambda t: f"unknown/{t}")
_TEXTS = st.text(max_size=12) | st.just("\udcff")
_FLOATS = st.floats(allow_nan=False, allow_infinity=False)
_SAYS = st.one_of(
    st.just({"done": True}),
    st.builds(lambda side: {"side": side.value}, _SIDES),
    st.builds(lambda rings: {"ring": rings}, st.integers(1, 99)),
    st.builds(lambda words: {"words": words}, st.recursive(
        st.none() | st.booleans() | st.integers() | _TEXTS | _FLOATS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
        max_leaves=6,
    )),
)  # fmt: skip
_ACTS = st.one_of(
    st.sampled_from(({"pause": True}, {"end": True}, {"undo": 3}, {"first": 2})),
    st.builds(lambda seat, name: {"replace": {"seat": seat, "name": name}}, _SEATS, _TEXTS),
    st.builds(lambda seat, by: {"adjust": {"seat": seat, "coins": by}}, _SEATS, st.integers()),
)


@st.composite
def _events(draw: st.DrawFn) -> TableEvent:
    at = draw(_TIMES)
    when: dict[str, Any] = {"at": at, "late": draw(st.none() | st.integers(0, at))}
    made: st.SearchStrategy[TableEvent] = st.one_of(
        st.builds(Pressed, _SEATS, _SIDES, **_just(when)),
        st.builds(Released, _SEATS, _SIDES, **_just(when)),
        st.builds(Rang, st.none() | _SEATS, **_just(when)),
        st.builds(CardPlaced, _CARDS, _READERS, **_just(when)),
        st.builds(CardLifted, _CARDS, _READERS, **_just(when)),
        st.builds(
            Said,
            _SEATS,
            _SAYS,
            st.sampled_from(("phone", "host")),
            st.none() | _TEXTS,
            **_just(when),
        ),
        st.builds(HostDid, _ACTS, **_just(when)),
        st.builds(
            Restarted, st.lists(st.sampled_from(("bell", "1.left"))).map(tuple), **_just(when)
        ),
        st.builds(Woke, at=st.just(at)),
    )
    return draw(made)


def _just(when: dict[str, Any]) -> dict[str, Any]:
    return {key: st.just(value) for key, value in when.items()}


@settings(deadline=None)
@given(_events())
def test_every_event_survives_its_line(event: TableEvent) -> None:
    text = write_line(event)
    text.encode()
    assert "\n" not in text
    assert read_line(read_json(text), WORDS) == event
