"""Sim: the simulated panel, readers and cards to click; mock mode only, and only at the kit."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.exceptions import NotFound

from web.bodies import object_of, only, read_body, text_of
from web.ports import Json, SimulatedKit
from web.refusals import Refused, wrong
from web.rim import Rim, is_loopback

LINE = r"bell|[1-6]\.(left|right|bell)"
MOST_CARDS = 12  # tags in one field; more would not fit on an antenna


def sim(rim: Rim) -> Blueprint:
    """Serve `/sim` and `/api/sim`."""
    blueprint = Blueprint("sim", __name__)

    @blueprint.get("/sim")
    def page() -> str:
        layout = _kit(rim).layout()
        return render_template("sim.html", layout=layout, view=rim.public_view(), rim=rim)

    @blueprint.get("/api/sim")
    def layout() -> Response:
        return jsonify(dict(_kit(rim).layout()))

    @blueprint.post("/api/sim")
    def act() -> Response:
        kit = _kit(rim)
        _do(kit, read_body(request))
        return jsonify({"taken": True})

    return blueprint


def _kit(rim: Rim) -> SimulatedKit:
    """Return the simulated kit; no LAN address may ever press its buttons."""
    if rim.ports.simulated is None:
        raise NotFound
    if not is_loopback(request):
        text = "The simulated panel only answers the machine that it runs on."
        found = request.remote_addr
        raise Refused(403, "loopback_only", text, found=found, allowed="127.0.0.1")
    return rim.ports.simulated


def _do(kit: SimulatedKit, body: Json) -> None:
    only(body, ("press", "release", "place"))
    match list(body):
        case ["press"]:
            _on(kit.press, _line(body, "press"))
        case ["release"]:
            _on(kit.release, _line(body, "release"))
        case ["place"]:
            _place(kit, object_of(body, "place"))
        case acts:
            allowed = ["press", "release", "place"]
            raise wrong("The body must name exactly one act.", found=acts, allowed=allowed)


def _on(act: Callable[[str], None], line: str) -> None:
    try:
        act(line)
    except KeyError:
        allowed = "the lines of this kit's board"
        raise wrong("This board has no such line.", found=line, allowed=allowed) from None


def _line(body: Json, key: str) -> str:
    line = text_of(body, key, r"[\w.]{1,12}", "a line of the panel")
    if re.fullmatch(LINE, line) is None:
        allowed = "`bell`, or a seat's `2.left`, `2.right` or `2.bell`"
        raise wrong("There is no such line.", found=line, allowed=allowed)
    return line


def _place(kit: SimulatedKit, place: Json) -> None:
    only(place, ("reader", "cards"), where="`place`")
    layout = kit.layout()
    readers, known = list(layout["readers"]), set(layout["cards"])
    if place.get("reader") not in readers:
        raise wrong("There is no such reader.", found=place.get("reader"), allowed=readers)
    cards = place.get("cards")
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise wrong("`cards` is not a list of cards.", found=cards, allowed="up to 12 cards")
    for card in cards:
        if not isinstance(card, str) or card not in known:
            raise wrong("There is no such card.", found=card, allowed="cards of this game")
    kit.place(place["reader"], cards)
