"""Bodies: a record of the referee as the text that the journal stores, and back.

The event is in the one text form, as a line of its own inside, so that its times stay exact.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from companion.core.events import TableEvent
from companion.core.game import Game
from companion.core.header import Header
from companion.core.lines import LineFault, Vocabulary, read_line, write_line
from companion.core.playthrough import read_json, vocabulary
from companion.core.records import Record
from companion.core.steps import Verdict


def body_of(record: Record) -> str:
    """Write a record as one line of JSON."""
    body = {
        "line": write_line(record.event),
        "verdict": record.verdict.value,
        "digest": record.digest,
        "rulings": list(record.rulings),
    }
    return written(body)


def written(value: Any) -> str:
    """Write JSON that UTF-8 can hold, whatever half characters a hostile page has sent."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def record_of(body: str, words: Vocabulary) -> Record:
    """Read a record; raises LineFault if it is none of this program's."""
    given = read_json(body)
    try:
        event = read_line(read_json(given["line"]), words)
        verdict = Verdict(given["verdict"])
        rulings = tuple(map(_ruling, given["rulings"]))
        digest = str(given["digest"])
    except (KeyError, TypeError, ValueError) as error:
        raise LineFault(f"not a record of the journal ({error})") from None
    if not isinstance(event, TableEvent):
        raise LineFault(f"a journal holds table events, not {type(event).__name__}")
    return Record(event, verdict, rulings, digest)


def _ruling(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or not isinstance(given.get("number"), int):
        raise TypeError(f"a numbered ruling is wanted, not {given!r}")
    return given


def read_bodies(
    bodies: Sequence[str], game: Game[Any], header: Header
) -> tuple[list[Any], str | None]:
    """Read a journal's records up to the first that cannot be read; return them and why not."""
    words = vocabulary(game, header)
    records = []
    for number, body in enumerate(bodies, 1):
        try:
            records.append(record_of(body, words))
        except (LineFault, ValueError) as error:
            return records, f"entry {number}: {error}"
    return records, None
