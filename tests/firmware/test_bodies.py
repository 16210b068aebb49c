"""Bodies: a record as text and back, and a text that is none of this program's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.events import Pressed, Said, Side
from companion.core.lines import LineFault
from companion.core.playthrough import vocabulary
from companion.core.records import Record
from companion.core.steps import Verdict
from firmware.bodies import body_of, record_of, written
from tests.firmware.evenings import GAMES, header

WORDS = vocabulary(GAMES["click_click_boom"], header(3))
PLAIN = {
    "line": '{"at": 1, "press": "1.left"}',
    "verdict": "accepted",
    "digest": "ab",
    "rulings": [],
}


def test_a_record_reads_back_as_it_was_with_its_times_exact() -> None:
    record = Record(
        Pressed(2, Side.RIGHT, at=1_000_000_007, late=999_999_999),
        Verdict.REFUSED,
        ({"number": 1, "text": "Zoë waits."},),
        "0123456789abcdef",
    )

    assert record_of(body_of(record), WORDS) == record


def test_a_body_is_one_line_and_keeps_peoples_letters() -> None:
    body = body_of(
        Record(Said(1, {"done": True}, at=0), Verdict.ACCEPTED, ({"number": 1, "name": "Zoë"},))
    )

    assert "\n" not in body
    assert "Zoë" in body


def test_half_a_character_is_escaped_and_everything_else_is_not() -> None:
    assert written({"a": "é"}) == '{"a":"é"}'
    assert json.loads(written({"a": "\ud800"}).encode()) == {"a": "\ud800"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"line": None}, "not a record"),
        ({"line": '{"at": 1, "press": "9.left"}'}, "unknown line '9.left'"),
        ({"line": '{"at": 1, "edge": "1.left", "level": 0}'}, "not EdgeLine"),
        ({"line": "{"}, "not valid JSON"),
        ({"verdict": "perhaps"}, "not a record"),
        ({"rulings": 5}, "not a record"),
        ({"rulings": ["x"]}, "a numbered ruling is wanted, not 'x'"),
        ({"rulings": [{"text": "x"}]}, "a numbered ruling is wanted"),
    ],
)
def test_what_is_no_record_says_why(change: dict[str, Any], why: str) -> None:
    with pytest.raises(LineFault, match=why):
        record_of(json.dumps({**PLAIN, **change}), WORDS)


@pytest.mark.parametrize("missing", list(PLAIN))
def test_a_record_misses_nothing(missing: str) -> None:
    body = {key: value for key, value in PLAIN.items() if key != missing}
    with pytest.raises(LineFault, match=missing):
        record_of(json.dumps(body), WORDS)


@pytest.mark.parametrize("body", ["", "[]", "7", "null", "{", '"x"'])
def test_what_is_no_object_is_no_record(body: str) -> None:
    with pytest.raises(LineFault):
        record_of(body, WORDS)
