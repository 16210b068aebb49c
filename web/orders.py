"""Orders: the host's acts as they may come over the wire, checked key by key (names.md)."""

from __future__ import annotations

from typing import Any

from web.bodies import AMOUNTS, SEATS, clean_name, int_of, object_of, only, text_of
from web.ports import Json
from web.refusals import wrong

FLAGS = ("start", "pause", "resume", "end")
TABLE_ACTS = (*FLAGS, "first", "undo", "adjust", "replace")
WEB_ACTS = ("set_up", "say", "kick", "new_code")
UNDO_MOST = 1000
AMOUNT = range(-10_000, 10_001)
HEADER = ("ringmaster", "game", "seats", "options", "first", "seed", "deck")


def act_of(body: Json) -> str:
    """Return the one act that a body names; `question` may stand beside `say`."""
    acts = [key for key in body if key != "question"]
    allowed = [*TABLE_ACTS, *WEB_ACTS]
    if len(acts) != 1 or acts[0] not in allowed or ("question" in body and acts[0] != "say"):
        raise wrong("The body must name exactly one act.", found=sorted(body), allowed=allowed)
    return acts[0]


def table_act(body: Json) -> Json:
    """Return a checked act for the table, in the form of names.md."""
    act = act_of(body)
    match act:
        case "first":
            return {"first": int_of(body, "first", range(SEATS.start, SEATS.stop))}
        case "undo":
            return {"undo": int_of(body, "undo", range(1, UNDO_MOST + 1))}
        case "adjust":
            return {"adjust": _adjustment(object_of(body, "adjust"))}
        case "replace":
            return {"replace": _replacement(object_of(body, "replace"))}
        case _:
            return {act: is_true(body, act)}


def is_true(body: Json, key: str) -> bool:
    """Return true, or refuse: a flag is given or left out, never denied."""
    if body.get(key) is not True:
        raise wrong(f"`{key}` can only be true.", found=body.get(key), allowed=True)
    return True


def _adjustment(given: Json) -> Json:
    only(given, ("seat", *AMOUNTS, "alive", "cards"), where="`adjust`")
    checked: dict[str, Any] = {"seat": int_of(given, "seat", SEATS)}
    for key in given:
        if key in AMOUNTS:
            checked[key] = int_of(given, key, AMOUNT)
        elif key == "alive":
            checked[key] = _truth(given[key])
        elif key == "cards":
            checked[key] = _cards(given[key])
    if len(checked) == 1:
        raise wrong("`adjust` changes nothing.", allowed=[*AMOUNTS, "alive", "cards"])
    return checked


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong("`alive` is neither true nor false.", found=value, allowed=[True, False])
    return value


def _cards(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise wrong("`cards` is not a list of cards.", found=value, allowed='["pay/1"]')
    return [str(card) for card in value]


def _replacement(given: Json) -> Json:
    only(given, ("seat", "name"), where="`replace`")
    return {"seat": int_of(given, "seat", SEATS), "name": clean_name(given.get("name"))}


def header_of(body: Json) -> Json:
    """Return the checked header of a new game, its players' names cleaned."""
    given = object_of(body, "set_up")
    only(given, HEADER, where="`set_up`")
    game = text_of(given, "game", r"[a-z][a-z0-9_]{0,40}", "a game's short name")
    seats = given.get("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= len(SEATS):
        raise wrong("`seats` is not a list of players.", found=seats, allowed="1 to 6 names")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise wrong("`options` is not an object.", found=options, allowed="a JSON object")
    clean = {"ringmaster": 1, "game": game, "seats": [_player(seat) for seat in seats]}
    return {**given, **clean, "options": options}


def _player(seat: object) -> Json | str:
    if not isinstance(seat, dict):
        return clean_name(seat)
    only(seat, ("name", "character", "team"), where="A player")
    named: dict[str, Any] = {"name": clean_name(seat.get("name"))}
    for key in ("character", "team"):
        if seat.get(key):
            named[key] = text_of(seat, key, r"[a-z][a-z0-9_-]{0,40}", f"a {key}'s short name")
    return named
