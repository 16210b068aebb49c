"""Stream: one phone's event stream, as a plain generator of bytes.

It holds no request, no lock and no database while it waits; only its place among the streams.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from web.frames import farewell, heartbeat, retry_after
from web.hub import Hub, HubClosed
from web.ports import Limits
from web.refusals import Refused
from web.rim import Rim, address_of

RETRY_FROM_MS = 1000
RETRY_SPREAD_MS = 2000  # after a restart not all phones come back at once
FULL_RETRY_S = 10.0


def frames(
    hub: Hub,
    audience: str,
    cursor: str | None,
    limits: Limits,
    now_ms: Callable[[], float],
    may_go_on: Callable[[], bool],
) -> Iterator[bytes]:
    """Yield an audience's frames as they come, heartbeats between, until the hub closes.

    `cursor` is the tag of the last frame the page has; a page that is up to date gets nothing
    until something happens. Ends with a farewell as soon as `may_go_on` says no.
    """
    gap_ms = 1000 / limits.frames_per_second if limits.frames_per_second > 0 else 0.0
    yield retry_after(RETRY_FROM_MS + secrets.randbelow(RETRY_SPREAD_MS))
    sent_ms = now_ms() - gap_ms
    try:
        while may_go_on():
            frame = hub.wait(audience, cursor, limits.heartbeat_s)
            if not may_go_on():
                break
            if frame is None:
                yield heartbeat(now_ms())
                continue
            early_ms = gap_ms - (now_ms() - sent_ms)
            if early_ms > 0:
                hub.rest(early_ms / 1000)
                frame = hub.latest(audience)
            sent_ms, cursor = now_ms(), frame.tag
            yield frame.event
        yield farewell("no_right")
    except HubClosed:
        return


def stream(rim: Rim) -> Blueprint:
    """Serve `/events`, capped for the whole kit and for one address."""
    blueprint = Blueprint("stream", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        audience = rim.audience(request)
        cursor = request.args.get("last") or request.headers.get("Last-Event-ID")
        may_go_on = rim.lease(request, audience)
        address = address_of(request)
        if rim.hub.is_closed or not rim.slots.take(address):
            text = "All streams are taken; ask /api/state instead, every two seconds."
            raise Refused(503, "streams_full", text, retry_after_s=FULL_RETRY_S)
        limits, now_ms = rim.ports.limits, rim.ports.now_ms
        body = frames(rim.hub, audience, cursor, limits, now_ms, may_go_on)
        response = Response(body, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        # On the response and not in the generator: one that never began is never finished.
        response.call_on_close(lambda: rim.slots.give_back(address))
        return response

    return blueprint
