"""Deck: the host's page for what a table enters from its own box, and the API behind it."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, render_template, request

from web.api import answered
from web.bodies import only, read_body
from web.ports import Json, Printed
from web.refusals import Refused, wrong
from web.rim import Rim
from web.words import words

# Measured: 40 suits, 20 lines of the Bank, seven Target cards of four lines and 15 texts of 300
# letters are 14 kB. Longer texts, in a script of three bytes a letter, are 32 kB.
MOST_DECK_BYTES = 56 * 1024
LONGEST_TEXT = 500  # of a card; the longest that a rulebook prints has 150


def deck(rim: Rim) -> Blueprint:
    """Serve `/deck/<slug>` and `/api/deck/<slug>`; both need the host's pass."""
    blueprint = Blueprint("deck", __name__)

    @blueprint.get("/deck/<slug>")
    def page(slug: str) -> str:
        if not rim.passes.is_host(request):
            return render_template("login.html")
        missing = len(_deck(rim, slug)["unverified"])
        game = {"slug": slug, "title": _title(rim, slug)}
        running = is_running(rim.public_view())
        return render_template("deck.html", game=game, missing=missing, is_running=running)

    @blueprint.get("/api/deck/<slug>")
    def read(slug: str) -> Response:
        rim.need_host(request)
        # Not jsonify, which sorts: the cards come in the order of the box.
        return Response(json.dumps(dict(_deck(rim, slug))), mimetype="application/json")

    @blueprint.post("/api/deck/<slug>")
    def keep(slug: str) -> Response:
        rim.need_host(request)
        _deck(rim, slug)
        return answered(_printed(rim).keep(slug, _entered()))

    return blueprint


def is_running(view: Json) -> bool:
    """Tell whether a game is on the table that is not over: it keeps the values it began with."""
    return bool(view.get("game")) and not view.get("over")


def _entered() -> dict[str, Any]:
    """Return what was sent as entered; nothing at all takes back whatever was entered before."""
    request.max_content_length = MOST_DECK_BYTES
    body = read_body(request, LONGEST_TEXT)
    only(body, ("entered",))
    entered = body.get("entered")
    if not isinstance(entered, dict):
        raise wrong("`entered` is not an object.", found=entered, allowed="a JSON object")
    return entered


def _printed(rim: Rim) -> Printed:
    if rim.ports.printed is None:
        raise Refused(404, "no_decks", "This kit keeps no printed values.")
    return rim.ports.printed


def _deck(rim: Rim, slug: str) -> Json:
    found = _printed(rim).deck(slug)
    if found is None:
        raise Refused(404, "no_game", "There is no such game.")
    return found


def _title(rim: Rim, slug: str) -> str:
    titles = {game["slug"]: game.get("title") for game in rim.ports.shelf.games()}
    return str(titles.get(slug) or words(slug))
