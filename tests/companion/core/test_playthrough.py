from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import FileFault, RingmasterError
from companion.core.events import HostDid, Pressed, Said, TableEvent
from companion.core.game import Table
from companion.core.gestures import Press
from companion.core.header import Header
from companion.core.lines import EdgeLine, ExpectLine, FaultLine, WallLine, write_line
from companion.core.playthrough import MOST_FAULTS, Placed, read_playthrough, read_prefix
from tests.companion.core.tables import L, Toy, living, toy

HEADER = '{"ringmaster": 1, "game": "toy", "seats": ["Ann", "Bo", "Cy"]}'


async def _flow(table: Table[Toy]) -> None:
    await Press(living(table), "go", {L: {"done": True}})


GAMES = {"toy": toy(_flow)}


def _file(*lines: str) -> str:
    return "\n".join((HEADER, *lines)) + "\n"


def _faults(*lines: str) -> tuple[str, ...]:
    return read_prefix(_file(*lines), GAMES)[1]


def test_a_file_is_a_header_and_lines_with_their_numbers() -> None:
    played = read_playthrough(
        _file(
            '{"at": 1.25, "press": "2.left"}', "", '{"at": 2, "say": {"seat": 1, "done": true}}'
        ),
        "evening.jsonl",
        GAMES,
    )
    assert [seat.name for seat in played.header.seats] == ["Ann", "Bo", "Cy"]
    assert played.lines == (
        Placed(2, Pressed(2, L, at=1_250_000_000)),
        Placed(4, Said(1, {"done": True}, at=2_000_000_000)),
    )


def test_windows_line_ends_and_blank_lines_do_no_harm() -> None:
    played, faults = read_prefix(f"\r\n\n{HEADER}\r\n" + '{"at": 1}\r\n', GAMES)
    assert faults == ()
    assert played is not None
    assert played.lines[0].number == 4


def test_times_are_exact_to_nine_decimals() -> None:
    played = read_playthrough(
        _file(
            '{"at": 16777216.000000001, "press": "1.left"}',
            '{"at": 16777216.000000002, "edge": "bell", "level": 0, '
            '"arrives": 16777216.000000003}',
            '{"at": 16777216.000000004, "press": "2.left", "stamped": 16777216.000000003}',
            '{"at": 16777217, "wall": 0.000000001}',
        ),
        "f",
        GAMES,
    )
    press, edge, late, wall = (placed.line for placed in played.lines)
    assert press.at == 16777216000000001
    assert isinstance(edge, EdgeLine)
    assert edge.arrives - edge.at == 1
    assert isinstance(late, Pressed)
    assert late.at - late.stamp == 1
    assert isinstance(wall, WallLine)
    assert wall.by == 1


def test_other_numbers_are_plain_floats() -> None:
    played = read_playthrough(
        _file(
            '{"at": 1, "fault": "centre", "kind": "noise", "rate": 0.25}',
            '{"at": 1, "expect": {"pot": 1.5, "list": [2.5], "deep": {"a": 0.5}}}',
        ),
        "f",
        GAMES,
    )
    fault, expect = (placed.line for placed in played.lines)
    assert isinstance(fault, FaultLine)
    assert type(fault.how["rate"]) is float
    assert isinstance(expect, ExpectLine)
    assert expect.values == {"pot": 1.5, "list": [2.5], "deep": {"a": 0.5}}
    json.dumps(dict(expect.values))


def test_every_fault_of_a_file_is_told_at_once_with_its_line() -> None:
    with pytest.raises(FileFault) as caught:
        read_playthrough(
            _file('{"at": 1, "prss": "1.left"}', '{"at": 2}', "nonsense", '{"at": 1}'),
            "evening.jsonl",
            GAMES,
        )
    assert [fault.partition(":")[0] for fault in caught.value.faults] == [
        "line 2",
        "line 4",
        "line 5",
    ]
    assert str(caught.value).startswith("evening.jsonl: line 2: unknown key 'prss' (allowed: ")
    assert isinstance(caught.value, RingmasterError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.name == "evening.jsonl"


def test_lines_are_in_time_order() -> None:
    assert _faults('{"at": 2}', '{"at": 2}', '{"at": 1.999999999}') == (
        "line 4: at: 1.999999999 is earlier than the line before, 2",
    )


def test_a_prefix_ends_at_the_first_fault() -> None:
    played, faults = read_prefix(_file('{"at": 1}', '{"at": 2, "pre', '{"at": 3}'), GAMES)
    assert played is not None
    assert [placed.number for placed in played.lines] == [2]
    assert len(faults) == 1
    assert faults[0].startswith("line 3: not valid JSON")


def test_a_file_that_is_no_playthrough_at_all_is_not_listed_line_by_line() -> None:
    assert len(_faults(*["x"] * 500)) == MOST_FAULTS


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_told_so(text: str) -> None:
    assert read_prefix(text, GAMES) == (
        None,
        ("line 1: the file is empty; its first line is the header",),
    )


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ("nonsense", "line 1: not valid JSON"),
        ("[1]", "line 1: the first line is the header"),
        ('{"ringmaster": 2, "game": "toy", "seats": ["A", "B"]}', "line 1: ringmaster: form 2"),
        ('{"ringmaster": 1, "game": "x", "seats": ["A", "B"]}', "line 1: game: found 'x'"),
        ('{"ringmaster": 1, "game": "toy", "seats": ["A"]}', "line 1: seats: found 1"),
    ],
)
def test_a_wrong_header_is_a_fault_of_its_line(header: str, fault: str) -> None:
    played, faults = read_prefix(header + '\n{"at": 1}', GAMES)
    assert played is None
    assert faults[0].startswith(fault)
    with pytest.raises(FileFault):
        read_playthrough(header, "f", GAMES)


def test_what_a_game_finds_impossible_is_a_fault_of_the_header() -> None:
    def set_up(_header: Header, _manifest: Any) -> Toy:
        raise FileFault("header", ["deck: no such card", "deck: no such bank"])

    _, faults = read_prefix(HEADER, {"toy": toy(_flow, set_up=set_up)})
    assert faults == ("line 1: deck: no such card", "line 1: deck: no such bank")


def test_a_headers_own_cards_may_be_named() -> None:
    header = HEADER[:-1] + ', "deck": {"cards": {"extra/1": {"kind": "extra"}}}}'
    line = '{"at": 1, "card": "extra/1", "reader": "centre"}'
    assert read_prefix(f"{header}\n{line}", GAMES)[1] == ()
    assert len(read_prefix(f"{HEADER}\n{line}", GAMES)[1]) == 1


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"at": 1, "at": 2}', "the key 'at' is given twice"),
        ('{"at": 1, "expect": {"a": 1, "a": 1}}', "the key 'a' is given twice"),
        ('{"at": NaN}', "not valid JSON (NaN is no number)"),
        ('{"at": 1, "expect": {"a": -Infinity}}', "not valid JSON (-Infinity is no number)"),
        ('{"at": 1e999999}', "at: seconds go from 0"),
        ('{"at": 1e999999999999999}', "at: seconds go from 0"),
        ('{"at": 1e-999999999999}', "at: seconds have at most nine decimals"),
        ('{"at": 1.0000000001}', "at: seconds have at most nine decimals"),
        ('{"at": "1"}', "at: a number of seconds is wanted"),
        ('{"at": [1.5]}', "at: a number of seconds is wanted, not [1.5]"),
        ('{"at": 1, "expect": {"a": 1e999}}', "a number of such a size is not wanted: 1E+999"),
        ('{"at": ' + "9" * 5000 + "}", "Exceeds the limit"),
        ("[" * 40 + "]" * 40, "lists and objects go 32 deep at most"),
        ('{"at": 1, "expect": {"a": ' + "[" * 900 + "]" * 900 + "}}", "lists and objects go 32"),
        ("[" * 100_000, "lists and objects go 32 deep at most"),
        ('{"at": 1, "press": true}', "unknown line True"),
        ("5", "a JSON object is wanted, not 5"),
        ('{"at": 1, "host": {"undo": true}}', "host: undo: a number of steps"),
    ],
)
def test_a_hostile_line_is_a_fault_like_any_other(line: str, fault: str) -> None:
    (found,) = _faults(line)
    assert found.startswith(f"line 2: {fault}")


def test_many_keys_are_read_in_passing() -> None:
    keys = ", ".join(f'"k{number}": 1' for number in range(20_000))
    assert _faults(f'{{"at": 1, "expect": {{{keys}}}}}') == ()


def test_what_was_written_is_read() -> None:
    events: list[TableEvent] = [
        Pressed(1, L, at=1),
        HostDid({"pause": True}, at=2),
        Said(2, {"show": 1.5}, at=3),
    ]
    played = read_playthrough(_file(*map(write_line, events)), "f", GAMES)
    assert [placed.line for placed in played.lines] == events


@settings(deadline=None)
@given(st.lists(st.sampled_from(['{"at": 1}', '{"at": 2, "press": "1.left"}', "{", "x"])))
def test_a_prefix_has_all_lines_before_the_first_fault(lines: list[str]) -> None:
    played, faults = read_prefix(_file(*lines), GAMES)
    assert played is not None
    first = int(faults[0].split(":")[0].removeprefix("line ")) if faults else len(lines) + 2
    assert [placed.number for placed in played.lines] == list(range(2, first))


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_ends_in_anything_but_faults(text: str) -> None:
    read_prefix(text, GAMES)
    read_prefix(f"{HEADER}\n{text}", GAMES)
