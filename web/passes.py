"""Passes: signed cookies that tell which seat a phone holds, and who is the host.

Plain http on a home network: a cookie is `HttpOnly` and `SameSite=Lax`, and neither `Secure` nor
`__Host-`, which browsers drop there. The signature keeps anybody from making one up.
"""

from __future__ import annotations

from typing import Any

from flask import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from web.hub import Hub
from web.ports import Ports
from web.seating import SeatPass

SEAT_COOKIE = "rm_seat"
HOST_COOKIE = "rm_host"
HOST_AGE_MS = 12 * 3600 * 1000.0


class Passes:
    """Writes and reads the cookies of seats and host."""

    def __init__(self, ports: Ports, hub: Hub) -> None:
        keys = [*ports.secret_fallbacks, ports.secret_key]  # itsdangerous signs with the last
        self._seats = URLSafeSerializer(keys, salt="ringmaster.seat")
        self._hosts = URLSafeSerializer(keys, salt="ringmaster.host")
        self._now_ms = ports.now_ms
        self._boot = hub.epoch

    def give_seat(self, response: Response, held: SeatPass) -> None:
        """Put a seat's pass on a response."""
        token = {"g": held.game, "s": held.seat, "e": held.epoch}
        _give(response, SEAT_COOKIE, _signed(self._seats, token))

    def seat_of(self, request: Request) -> SeatPass | None:
        """Read the seat's pass of a request; None if there is none or it was forged."""
        match _verified(self._seats, request.cookies.get(SEAT_COOKIE)):
            case {"g": str(game), "s": int(seat), "e": int(epoch)}:
                return SeatPass(game, seat, epoch)
            case _:
                return None

    def give_host(self, response: Response) -> None:
        """Put the host's pass on a response; it ends after 12 h or with this start of the kit.

        Its age is counted on the monotonic clock: a Pi's wall clock may jump by years when the
        network comes. The PIN is new at every start, and so is what it opens.
        """
        token = {"boot": self._boot, "until": self._now_ms() + HOST_AGE_MS}
        _give(response, HOST_COOKIE, _signed(self._hosts, token))

    def is_host(self, request: Request) -> bool:
        """Tell whether a request carries a host's pass that holds."""
        return self._now_ms() < self.host_until(request)

    def host_until(self, request: Request) -> float:
        """Return when a request's host pass ends, in monotonic ms; 0 if it carries none."""
        match _verified(self._hosts, request.cookies.get(HOST_COOKIE)):
            case {"boot": self._boot, "until": int() | float() as until}:
                return float(until)
            case _:
                return 0.0


def take_back(response: Response, cookie: str) -> None:
    """Remove a cookie from the browser."""
    response.delete_cookie(cookie, path="/", httponly=True, samesite="Lax")


def _give(response: Response, cookie: str, token: str) -> None:
    response.set_cookie(cookie, token, path="/", httponly=True, samesite="Lax")


def _signed(serializer: URLSafeSerializer, token: dict[str, Any]) -> str:
    return str(serializer.dumps(token))


def _verified(serializer: URLSafeSerializer, text: str | None) -> object:
    if text is None:
        return None
    try:
        return serializer.loads(text)
    except BadSignature:
        return None
