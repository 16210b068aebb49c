"""Bodies: reads what phones send, and refuses whatever is not exactly what it should be.

Everything here is text from strangers. What passes is plain JSON of bounded size whose strings
can be stored and shown; what it means is for the table to say.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from flask import Request

from web.ports import Json
from web.refusals import wrong

NAME_LENGTH = 16
TEXT_LENGTH = 200
LARGEST_INT = 2**53 - 1  # what a browser can hold exactly
DEEPEST = 8
SEATS = range(1, 7)
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
AMOUNTS = ("coins", "money", "points", "hand")


def read_body(request: Request, longest_text: int = TEXT_LENGTH) -> dict[str, Any]:
    """Read a request's JSON object; raises Refused (400) with what was found instead.

    `longest_text` is how many characters a text or a key in it may have.
    """
    raw = request.get_data(cache=False)
    try:
        body = json.loads(raw, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise wrong("The body is not JSON.", found=str(error), allowed="a JSON object") from None
    if not isinstance(body, dict):
        raise wrong("The body is not an object.", found=body, allowed="a JSON object")
    _check(body, DEEPEST, longest_text)
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check(value: object, depth: int, longest_text: int) -> None:
    match value:
        case _ if depth == 0:
            raise wrong("The body is nested too deeply.", allowed=f"{DEEPEST} levels")
        case str():
            _check_text(value, longest_text)
        case bool():
            pass
        case int() | float():
            if not abs(value) <= LARGEST_INT:
                raise wrong("A number is too large.", found=str(value), allowed=LARGEST_INT)
        case dict():
            for key, item in value.items():
                _check_text(key, longest_text)
                _check(item, depth - 1, longest_text)
        case list():
            for item in value:
                _check(item, depth - 1, longest_text)
        case _:
            pass


def _check_text(text: str, longest: int) -> None:
    if len(text) > longest:
        raise wrong("A text is too long.", found=text, allowed=f"{longest} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise wrong("A text is not valid Unicode.", found=ascii(text), allowed="whole characters")


def only(body: Json, allowed: Sequence[str], *, where: str = "The body") -> None:
    """Refuse keys that are not among `allowed`."""
    for key in body:
        if key not in allowed:
            raise wrong(f"{where} has an unknown key.", found=key, allowed=list(allowed))


def text_of(body: Json, key: str, pattern: str, meaning: str) -> str:
    """Return a text that matches `pattern` wholly; `meaning` says in words what is allowed."""
    value = body.get(key)
    if not isinstance(value, str) or re.fullmatch(pattern, value) is None:
        raise wrong(f"`{key}` is not {meaning}.", found=value, allowed=meaning)
    return value


def int_of(body: Json, key: str, allowed: range) -> int:
    """Return an integer within `allowed`; true and false are no numbers."""
    value = body.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        bounds = f"{allowed.start} to {allowed.stop - 1}"
        raise wrong(f"`{key}` is not a number from {bounds}.", found=value, allowed=bounds)
    return value


def object_of(body: Json, key: str) -> dict[str, Any]:
    """Return a non-empty object."""
    value = body.get(key)
    if not isinstance(value, dict) or not value:
        raise wrong(f"`{key}` is not an object.", found=value, allowed="a JSON object")
    return value


def question_of(body: Json) -> str | None:
    """Return the id of the question that an act answers, or None if it names none."""
    if body.get("question") is None:
        return None
    return text_of(body, "question", r"[\w.:-]{1,40}", "a question's id")


def clean_name(name: object) -> str:
    """Return a player's name without control and bidi characters, 16 characters at most.

    Raises Refused if nothing is left to be called by.
    """
    if not isinstance(name, str):
        raise wrong("A name is not a text.", found=name, allowed="a text")
    kept = "".join(" " if c.isspace() else c for c in name if not _is_unseen(c))
    clean = " ".join(kept.split())[:NAME_LENGTH].strip()
    if not any(c.isalnum() or unicodedata.category(c) == "So" for c in clean):
        raise wrong("A name is empty.", found=name, allowed=f"1 to {NAME_LENGTH} characters")
    return clean


def _is_unseen(letter: str) -> bool:
    """Tell control, format and private characters; a space of any kind is none of them."""
    if letter.isspace():
        return False
    return letter in BIDI or unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"}
