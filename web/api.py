"""API: the state, the clock, and what phones say; JSON in, JSON out."""

from __future__ import annotations

import json
from hmac import compare_digest

from flask import Blueprint, Response, jsonify, request

from web.bodies import SEATS, int_of, object_of, only, question_of, read_body, text_of
from web.passes import HOST_COOKIE, SEAT_COOKIE, take_back
from web.ports import Answer
from web.refusals import Refused, too_many, wrong
from web.rim import Rim, address_of

SECONDS_TEXT = "Too fast; wait a moment."


def answered(answer: Answer) -> Response:
    """Answer with what became of a command: 200 if taken, 409 with the reason if refused."""
    body: dict[str, object] = {
        "taken": answer.taken,
        "reason": answer.reason,
        "text": answer.text,
    }
    if answer.faults:
        body["faults"] = list(answer.faults)
    response = jsonify(body if answer.taken else {"error": answer.reason, **body})
    response.status_code = 200 if answer.taken else 409
    return response


def api(rim: Rim) -> Blueprint:
    """Serve what every page needs: reading, joining, acting, logging in."""
    blueprint = Blueprint("api", __name__)
    _reads(blueprint, rim)
    _seats(blueprint, rim)
    _logins(blueprint, rim)
    return blueprint


def _reads(blueprint: Blueprint, rim: Rim) -> None:
    @blueprint.get("/api/state")
    def state() -> Response:
        frame = rim.hub.latest(rim.audience(request))
        response = Response(frame.body, mimetype="application/json")
        response.set_etag(frame.tag)
        response.headers["Cache-Control"] = "no-store"
        response.make_conditional(request)  # 304 when the page has this frame already
        return response

    @blueprint.get("/api/now")
    def now() -> Response:
        now_ms, speed = rim.ports.now_ms(), rim.ports.speed
        return jsonify({"now_ms": now_ms, "epoch": rim.hub.epoch, "speed": speed})

    @blueprint.get("/api/melodies")
    def melodies() -> Response:
        return jsonify({name: list(notes) for name, notes in rim.ports.melodies.items()})

    @blueprint.get("/api/reference/<slug>")
    def reference(slug: str) -> Response:
        # Not jsonify, which sorts: the cards come in the order of the box.
        text = json.dumps(dict(rim.ports.references.get(slug, {})), ensure_ascii=False)
        response = Response(text, mimetype="application/json")
        response.add_etag()
        response.headers["Cache-Control"] = "no-cache"  # kept, and asked for again when it differs
        response.make_conditional(request)
        return response

    @blueprint.get("/healthz")
    def healthz() -> Response:
        response = jsonify({"ok": not rim.hub.is_closed, "streams": rim.slots.taken})
        response.status_code = 503 if rim.hub.is_closed else 200
        return response


def _seats(blueprint: Blueprint, rim: Rim) -> None:
    @blueprint.post("/api/act")
    def act() -> Response:
        seat = rim.need_seat(request)
        if wait_s := rim.writes.take(f"seat:{seat}"):
            raise too_many(SECONDS_TEXT, wait_s)
        body = read_body(request)
        only(body, ("say", "question"))
        say = object_of(body, "say")
        if say.get("seat", seat) != seat:
            text = "A phone speaks for its own seat only."
            raise Refused(403, "not_your_seat", text, found=say["seat"], allowed=seat)
        question = question_of(body)
        return answered(rim.ports.commands.say(seat, say, question=question, by="phone"))

    @blueprint.get("/api/join")
    def joining() -> Response:
        taken = [seat for seat in rim.seats() if rim.seating.is_taken(seat)]
        code, address = rim.seating.code, rim.join_address()
        return jsonify({"code": code, "address": address, "taken": taken})

    @blueprint.post("/api/join")
    def join() -> Response:
        body = read_body(request)
        only(body, ("code", "seat"))
        _slow_down(rim)
        code = text_of(body, "code", r"[A-Za-z0-9]{1,12}", "the board's code")
        seat = int_of(body, "seat", SEATS)
        _check_code(rim, code)
        if seat not in rim.seats():
            text = "There is no such seat at this table."
            raise wrong(text, found=seat, allowed=sorted(rim.seats()))
        return _sit(rim, seat)

    @blueprint.post("/api/leave")
    def leave() -> Response:
        seat = rim.need_seat(request)
        _slow_down(rim)
        rim.seating.free(seat)
        rim.hub.wake()
        response = jsonify({"taken": True})
        take_back(response, SEAT_COOKIE)
        return response


def _slow_down(rim: Rim) -> None:
    """Refuse an address that changes seats too often: each change is written to the disk."""
    if wait_s := rim.writes.take(f"address:{address_of(request)}"):
        raise too_many(SECONDS_TEXT, wait_s)


def _check_code(rim: Rim, code: str) -> None:
    if not rim.is_code(code, request):
        text = "This is not the code of the game on the board."
        raise Refused(403, "wrong_code", text, found=code, allowed="the code on the board")


def _sit(rim: Rim, seat: int) -> Response:
    response = jsonify({"taken": True, "seat": seat})
    mine = rim.seat(request)
    if mine == seat:
        return response
    held = rim.seating.take(seat)
    if held is None:
        text = f"Another phone holds seat {seat}; it can leave, or the host can free the seat."
        raise Refused(409, "seat_taken", text, found=seat)
    if mine is not None:
        rim.seating.free(mine)
        rim.hub.wake()
    rim.passes.give_seat(response, held)
    return response


def _logins(blueprint: Blueprint, rim: Rim) -> None:
    @blueprint.post("/api/login")
    def login() -> Response:
        body = read_body(request)
        only(body, ("pin",))
        pin = text_of(body, "pin", r"[0-9]{1,12}", "the PIN as a text of digits")
        if wait_s := rim.pin_tries.take(address_of(request)):
            raise too_many("Too many PINs were tried; wait a minute.", wait_s)
        if not compare_digest(pin.encode(), rim.ports.pin.encode()):
            text = "This is not the PIN that the kit printed when it started."
            raise Refused(403, "wrong_pin", text)
        response = jsonify({"taken": True})
        rim.passes.give_host(response)
        return response

    @blueprint.post("/api/logout")
    def logout() -> Response:
        response = jsonify({"taken": True})
        take_back(response, HOST_COOKIE)
        return response
