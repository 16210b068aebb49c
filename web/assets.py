"""Assets: styles, scripts and pictures under an address that changes when any of them does.

The digest is a folder in the address, so that one module's `import "./dom.js"` finds the same
edition as itself, and everything may be kept for a year.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Blueprint, Response, send_from_directory

STATIC = Path(__file__).parent / "static"
YEAR_S = 31_536_000


def digest_of(folder: Path = STATIC) -> str:
    """Return ten hex digits over the names and bytes of all files in a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def assets(digest: str) -> Blueprint:
    """Serve the static files; an old edition's address gets the new file, but not for long."""
    blueprint = Blueprint("assets", __name__)

    @blueprint.get("/static/<edition>/<path:name>")
    def file(edition: str, name: str) -> Response:
        response = send_from_directory(STATIC, name)
        response.headers["Cache-Control"] = (
            f"public, max-age={YEAR_S}, immutable" if edition == digest else "no-cache"
        )
        return response

    return blueprint
