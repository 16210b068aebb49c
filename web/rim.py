"""Rim: what all pages of one app share, made once by the factory and passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from flask import Request

from web.hub import Hub
from web.meters import StreamSlots, Tries, WriteBuckets
from web.passes import Passes
from web.ports import Json, Ports
from web.qr import join_address
from web.refusals import Refused, too_many
from web.seating import Seating

VIEWS = ("public", "seat", "host")
CODE_TRIES_PER_MINUTE = 12  # a code is only four letters
CODE_TRIES_OVERALL = 60


@dataclass(frozen=True, slots=True)
class Rim:
    """Bundles ports, hub, seating and meters; says who asks and what they may see."""

    ports: Ports
    hub: Hub
    seating: Seating
    passes: Passes
    writes: WriteBuckets
    pin_tries: Tries
    code_tries: Tries
    slots: StreamSlots

    @classmethod
    def of(cls, ports: Ports, hub: Hub) -> Rim:
        """Make the rim of one app."""
        limits = ports.limits
        return cls(
            ports,
            hub,
            Seating(ports.seating),
            Passes(ports, hub),
            WriteBuckets(limits.writes_per_second, ports.now_ms),
            Tries(limits.pin_tries_per_minute, limits.pin_tries_global_per_minute, ports.now_ms),
            Tries(CODE_TRIES_PER_MINUTE, CODE_TRIES_OVERALL, ports.now_ms),
            StreamSlots(limits.streams, limits.streams_per_address),
        )

    def seat(self, request: Request) -> int | None:
        """Return the seat that the asking phone holds now, or None."""
        held = self.passes.seat_of(request)
        return held.seat if held is not None and self.seating.holds(held) else None

    def need_seat(self, request: Request) -> int:
        """Return the asking phone's seat; raises Refused (401) if it holds none."""
        seat = self.seat(request)
        if seat is None:
            text = "This phone holds no seat of this game; join again with the code on the board."
            raise Refused(401, "no_seat", text)
        return seat

    def need_host(self, request: Request) -> None:
        """Raise Refused (401) unless the host asks."""
        if not self.passes.is_host(request):
            raise Refused(401, "no_host", "Only the host may do this; log in with the kit's PIN.")

    def audience(self, request: Request) -> str:
        """Return the audience of `?view=`, checked against the asker's rights."""
        view = request.args.get("view", "public")
        if view not in VIEWS:
            raise Refused(
                400, "bad_view", "There is no such view.", found=view[:40], allowed=VIEWS
            )
        if view == "host":
            self.need_host(request)
        return f"seat:{self.need_seat(request)}" if view == "seat" else view

    def lease(self, request: Request, audience: str) -> Callable[[], bool]:
        """Return a question that a stream asks at every frame: may this phone still see it?

        All that it needs of the request is read now; a stream outlives it.
        """
        if audience == "host":
            until = self.passes.host_until(request)
            return lambda: self.ports.now_ms() < until
        held = self.passes.seat_of(request)
        if audience == "public" or held is None:
            return lambda: audience == "public"
        return lambda: self.seating.holds(held)

    def is_code(self, code: str, request: Request) -> bool:
        """Tell whether a code joins; raises Refused (429) after too many wrong ones."""
        address = address_of(request)
        if wait_s := self.code_tries.wait_s(address):
            raise too_many("Too many codes were tried; wait a minute.", wait_s)
        is_right = self.seating.is_code(code)
        if not is_right:
            self.code_tries.take(address)
        return is_right

    def public_view(self) -> Json:
        """Return the newest public view."""
        return self.hub.latest("public").view

    def seats(self) -> dict[int, Any]:
        """Return the seats of the game on the table: number -> its public part."""
        seats = self.public_view().get("seats") or {}
        return {int(number): seat for number, seat in seats.items()}

    def join_address(self) -> str:
        """Return the address that the QR code holds."""
        return join_address(self.ports.own_address, self.seating.code)


def address_of(request: Request) -> str:
    """Return the asker's address as text."""
    return request.remote_addr or "unknown"


def is_loopback(request: Request) -> bool:
    """Tell whether the asker sits at the kit itself."""
    try:
        address = ip_address(address_of(request))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
