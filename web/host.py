"""Host: the page and the API of the person who runs the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from web.api import answered
from web.bodies import SEATS, int_of, object_of, question_of, read_body
from web.orders import act_of, header_of, is_true, table_act
from web.ports import Json
from web.rim import Rim
from web.words import plain_fault


def host(rim: Rim) -> Blueprint:
    """Serve `/host` and `/api/host`; everything but the login form needs the host's pass."""
    blueprint = Blueprint("host", __name__)

    @blueprint.get("/host")
    def page() -> str:
        if not rim.passes.is_host(request):
            return render_template("login.html")
        view = rim.hub.latest("host").view
        games = [game_form(game) for game in rim.ports.shelf.games()]
        health, checkup = rim.ports.health.report(), rim.ports.health.checkup()
        return render_template(
            "host.html", view=view, games=games, health=health, checkup=checkup, rim=rim
        )

    @blueprint.get("/api/health")
    def health() -> Response:
        rim.need_host(request)
        return jsonify([dict(finding) for finding in rim.ports.health.report()])

    @blueprint.get("/api/checkup")
    def checkup() -> Response:
        rim.need_host(request)
        return jsonify([dict(finding) for finding in rim.ports.health.checkup()])

    @blueprint.post("/api/host")
    def act() -> Response:
        rim.need_host(request)
        return _do(rim, read_body(request))

    return blueprint


def _do(rim: Rim, body: Json) -> Response:
    match act_of(body):
        case "set_up":
            answer = rim.ports.commands.set_up(header_of(body))
            answer = replace(answer, text=plain_fault(answer.text))
            if answer.taken:
                rim.seating.rotate()
                rim.hub.wake()
            return answered(answer)
        case "say":
            return _say(rim, body)
        case "kick":
            rim.seating.free(int_of(body, "kick", SEATS))
            rim.hub.wake()
            return jsonify({"taken": True})
        case "new_code":
            is_true(body, "new_code")
            rim.seating.new_code()
            code, address = rim.seating.code, rim.join_address()
            return jsonify({"taken": True, "code": code, "address": address})
        case _:
            return answered(rim.ports.commands.host(table_act(body)))


def _say(rim: Rim, body: Json) -> Response:
    say = object_of(body, "say")
    seat = int_of(say, "seat", SEATS)
    said = {key: value for key, value in say.items() if key != "seat"}
    question = question_of(body)
    return answered(rim.ports.commands.say(seat, said, question=question, by="host"))


def game_form(game: Json) -> dict[str, Any]:
    """Return what the set-up form needs of a game: bounds of players, fields of options."""
    least, most = _span(game.get("players"))
    options = [_field(option) for option in game.get("options", ())]
    characters = list(game.get("characters") or ())
    named = {"slug": game["slug"], "title": game.get("title", game["slug"])}
    return {**named, "least": least, "most": most, "characters": characters, "options": options}


def _span(players: object) -> tuple[int, int]:
    match players:
        case {"min": int(least), "max": int(most)}:
            return least, most
        case [int(least), int(most)]:
            return least, most
        case _:
            return SEATS.start, SEATS.stop - 1


def _field(option: Json) -> dict[str, Any]:
    """Return an option as a form field: a choice of values, or a number with bounds."""
    allowed, default = option.get("allowed"), option.get("default")
    field = {"name": option["name"], "default": default}
    if isinstance(allowed, Mapping):
        return {**field, "kind": "number", "least": allowed["min"], "most": allowed["max"]}
    values = list(allowed or ())
    if default is not None and default not in values:
        values.insert(0, default)
    return {**field, "kind": "choice", "values": values}
