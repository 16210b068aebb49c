"""Refusals: what the web says no to, with the reason, what was found and what is allowed."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

PLAIN = {
    400: "The request was not understood.",
    404: "There is nothing at this address.",
    405: "This address does not take that kind of request.",
    413: "The body is too large; {most_kb} kB are allowed.",
    500: "Something went wrong in the kit; the table plays on.",
}


class Refused(Exception):
    """Refuses a request: a status of 4xx or 503, a reason as one word, and a sentence.

    `found` and `allowed` say what came and what may come; `retry_after_s` when to try again.
    """

    def __init__(
        self,
        status: int,
        reason: str,
        text: str,
        *,
        found: object = None,
        allowed: object = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.reason = reason
        self.text = text
        self.found = found
        self.allowed = allowed
        self.retry_after_s = retry_after_s


def wrong(text: str, *, found: object = None, allowed: object = None) -> Refused:
    """Make the refusal of a body that is not what it should be (400)."""
    return Refused(400, "bad_body", text, found=_short(found), allowed=allowed)


def too_many(text: str, retry_after_s: float) -> Refused:
    """Make the refusal of somebody who asks too often (429)."""
    return Refused(429, "too_many", text, retry_after_s=retry_after_s)


def _short(found: object) -> object:
    """Cut what was found, so that a refusal is never longer than a line."""
    if found is None or isinstance(found, bool | int | float):
        return found
    text = found if isinstance(found, str) else repr(found)
    return text if len(text) <= 60 else text[:59] + "…"


def answer_errors(app: Flask) -> None:
    """Answer every refusal and error in the form its asker reads: JSON or a page."""

    def refused(refusal: Refused) -> Response:
        body = {"error": refusal.reason, "text": refusal.text}
        extra = {"found": refusal.found, "allowed": refusal.allowed}
        response = _answer(refusal.status, {**body, **_present(extra)})
        if refusal.retry_after_s is not None:
            response.headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after_s)))
        return response

    def failed(error: HTTPException) -> Response:
        status = error.code or 500
        text = PLAIN.get(status, error.description or "")
        if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            text = text.format(most_kb=(request.max_content_length or 0) // 1024)
        body: dict[str, Any] = {"error": HTTPStatus(status).name.lower(), "text": text}
        if getattr(error, "valid_methods", None):
            body["allowed"] = sorted(error.valid_methods)  # type: ignore[attr-defined]
        response = _answer(status, body)
        if "allowed" in body:
            response.headers["Allow"] = ", ".join(body["allowed"])
        return response

    app.register_error_handler(Refused, refused)
    app.register_error_handler(HTTPException, failed)


def _present(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def _answer(status: int, body: dict[str, Any]) -> Response:
    if request.path.startswith(("/api/", "/events", "/healthz")) or request.method == "POST":
        response = jsonify(body)
    else:
        response = Response(render_template("error.html", status=status, **body))
    response.status_code = status
    response.cache_control.no_store = True
    return response
