"""Board: the pages that everybody may see, and the history of past games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from web.ports import Json
from web.qr import join_svg
from web.refusals import Refused
from web.rim import Rim


def board(rim: Rim) -> Blueprint:
    """Serve the public board, its large form, the join code as a picture, and past games."""
    blueprint = Blueprint("board", __name__)

    @blueprint.get("/")
    def page() -> str:
        return render_template("board.html", view=rim.public_view(), rim=rim, tv=False)

    @blueprint.get("/tv")
    def tv() -> str:
        return render_template("board.html", view=rim.public_view(), rim=rim, tv=True)

    @blueprint.get("/join.svg")
    def join_code() -> Response:
        return Response(join_svg(rim.join_address()), mimetype="image/svg+xml")

    @blueprint.get("/history")
    def history() -> str:
        titles = {game["slug"]: game.get("title") for game in rim.ports.shelf.games()}
        games = [
            {"title": titles.get(game["game"]), **past(game)} for game in rim.ports.archive.games()
        ]
        return render_template("history.html", games=games, is_host=rim.passes.is_host(request))

    @blueprint.get("/history/<int:game>.jsonl")
    def export(game: int) -> Response:
        # A running game's journal holds what lies face down: nobody reads it but the host.
        if not _is_over(rim, game):
            rim.need_host(request)
        text = rim.ports.archive.export(game)
        if text is None:
            raise Refused(404, "no_such_game", "There is no such game.", found=game)
        response = Response(text, mimetype="application/jsonl")
        response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.jsonl"'
        return response

    return blueprint


def _is_over(rim: Rim, number: int) -> bool:
    for game in rim.ports.archive.games():
        if game["id"] == number:
            return bool(game.get("over"))
    raise NotFound


def past(game: Json) -> dict[str, Any]:
    """Return a past game for people: names instead of seat numbers, a readable date."""
    names = [_name(seat) for seat in game.get("seats", ())]
    winners = [names[seat - 1] for seat in game.get("winners") or () if 1 <= seat <= len(names)]
    return {**game, "names": names, "won_by": winners, "when": _when(game.get("began"))}


def _name(seat: object) -> str:
    return str(seat["name"]) if isinstance(seat, dict) else str(seat)


def _when(began: object) -> str:
    if isinstance(began, int | float) and not isinstance(began, bool):
        return datetime.fromtimestamp(began, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    return str(began or "")[:16].replace("T", " ")
