"""Join: a phone chooses its seat with the code on the board, and plays from there."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from web.passes import SEAT_COOKIE
from web.rim import Rim


def join(rim: Rim) -> Blueprint:
    """Serve `/j/<code>`, where a seat is chosen, and `/seat`, where it is played."""
    blueprint = Blueprint("join", __name__)

    @blueprint.get("/j")
    def ask_code() -> str:
        return render_template("code.html", wrong=None, was_seated="was_seated" in request.args)

    @blueprint.get("/j/<code>")
    def choose(code: str) -> Response:
        if not rim.is_code(code, request):
            return make_response(render_template("code.html", wrong=code[:12]), 404)
        taken = {seat for seat in rim.seats() if rim.seating.is_taken(seat)}
        seats, mine = rim.seats(), rim.seat(request)
        page = render_template("join.html", code=code.upper(), seats=seats, taken=taken, mine=mine)
        return make_response(page)

    @blueprint.get("/seat")
    def play() -> AnyResponse:
        seat = rim.seat(request)
        if seat is None:
            was_seated = 1 if SEAT_COOKIE in request.cookies else None
            return redirect(url_for("join.ask_code", was_seated=was_seated))
        view = rim.hub.latest(f"seat:{seat}").view
        return make_response(render_template("seat.html", view=view, seat=seat, rim=rim))

    return blueprint
