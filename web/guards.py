"""Guards: what every request passes on its way in, and every response on its way out.

On plain http browsers send no `Sec-Fetch-*`; so a write must carry an `Origin` that is the very
host it was sent to, and JSON, which no foreign form can send.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import Flask, Response, request

from web.refusals import Refused

CONTENT_POLICY = "; ".join(  # noqa: FLY002 - one directive a line
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
READS = ("GET", "HEAD", "OPTIONS")


def guard(app: Flask, trusted_hosts: Sequence[str]) -> None:
    """Check every request's host, every write's origin and form; put headers on every answer.

    A trusted host is a name or address without its port; `.local` trusts all names below it.
    """
    exact = {host.lower() for host in trusted_hosts if not host.startswith(".")}
    below = tuple(host.lower() for host in trusted_hosts if host.startswith("."))

    # Not Flask's TRUSTED_HOSTS: werkzeug 3.1 cuts each at its first colon, so that no IPv6
    # address is ever trusted.
    @app.before_request
    def check_host() -> None:
        host = re.sub(r":\d+$", "", request.host).lower()
        if host not in exact and not (below and host.endswith(below)):
            text = "This is not one of the kit's addresses."
            raise Refused(400, "foreign_host", text, found=host[:60], allowed=sorted(exact))

    app.before_request(_check_write)
    app.after_request(_with_headers)


def _check_write() -> None:
    if request.method in READS or request.routing_exception is not None:
        return
    own = f"{request.scheme}://{request.host}"
    origin = request.headers.get("Origin")
    if origin != own:
        text = "This write did not come from the kit's own page."
        raise Refused(403, "foreign_origin", text, found=origin or "no origin", allowed=own)
    if request.mimetype != "application/json":
        found = request.mimetype or "no content type"
        text = "Writes are JSON."
        raise Refused(415, "not_json", text, found=found, allowed="application/json")


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
